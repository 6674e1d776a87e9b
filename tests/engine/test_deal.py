"""Dealing, dealers and redeals (docs/rules.md, sections 0.2, 0.6, 2 to 8)."""

from __future__ import annotations

import pytest

from puur.cards import CODES, codes_of
from puur.engine import messages as m
from puur.engine.phases.deal import complete_hands, deal_hands
from puur.rules.variants import VARIANTS, ruleset
from tests.engine.scenario import Match, only

DECK_36 = CODES
DECK_32 = tuple(code for code in CODES if code[0] != "6")


def hands_of(variant: str, dealer: int, options: dict[str, m.OptionValue] | None = None) -> list[str]:
    """What the seats are dealt from a deck in order."""
    match = Match(variant, options)
    match.deal(deck=DECK_36 if match.rules.deck == 36 else DECK_32, dealer=dealer)
    return [" ".join(codes_of(mine.hand)) for mine in match.state.mine]


def test_amb_16_packets_of_three_go_out_from_forehand_on() -> None:
    assert hands_of("differenzler", dealer=3) == [
        "6C 7C 8C 9D TD JD QH KH AH",
        "9C TC JC QD KD AD 6S 7S 8S",
        "QC KC AC 6H 7H 8H 9S TS JS",
        "6D 7D 8D 9H TH JH QS KS AS",
    ]
    assert hands_of("differenzler", dealer=0)[1] == "6C 7C 8C 9D TD JD QH KH AH"


def test_four_and_four_cards_in_jass_and_three_two_three_in_coinche() -> None:
    assert hands_of("jass", dealer=0)[1] == "7C 8C 9C TC 7H 8H 9H TH"
    assert hands_of("coinche", dealer=0)[1] == "7C 8C 9C JD QD JH QH KH"


def test_amb_55_and_56_belote_deals_four_turns_a_card_and_completes_from_the_declarer() -> None:
    belote = ruleset("belote")
    deck = [c for c, code in enumerate(CODES) if code in DECK_32]
    hands, stock = deal_hands(belote, 0, deck)  # type: ignore[arg-type]
    assert [CODES[c] for c in hands[0]] == ["7C", "8C", "9C", "TC"]
    assert CODES[stock[0]] == "7H"
    rest = complete_hands(belote, 2, stock)
    assert [CODES[c] for c in rest[2]] == ["7H", "8H", "9H", "TH"], "the up-card and three more"
    assert [CODES[c] for c in rest[3]] == ["JH", "QH", "KH", "AH"], "the deal goes on from the declarer"
    assert [CODES[c] for c in rest[1]] == ["JS", "QS", "KS", "AS"]


def test_the_french_deal_is_five_cards_then_three_two_for_the_taker() -> None:
    french = ruleset("belote", {"preset": "french"})
    deck = [c for c, code in enumerate(CODES) if code in DECK_32]
    hands, stock = deal_hands(french, 1, deck)  # type: ignore[arg-type]
    assert [CODES[c] for c in hands[1]] == ["7C", "8C", "9C", "JD", "QD"]
    assert [len(hand) for hand in hands] == [5] * 4
    assert [len(hand) for hand in complete_hands(french, 3, stock)] == [3, 3, 3, 3]
    assert complete_hands(french, 3, stock)[3] == stock[:3]


def test_amb_12_and_28_forehand_is_drawn_by_lot_and_moves_on_by_one_seat() -> None:
    match = Match("differenzler", {"rounds": 3})
    leaders = []
    for _ in range(3):
        match.deal(dealer=1)
        leaders.append(match.board.forehand)
        for seat in range(4):
            match.do(seat, "estimate 40")
        assert match.board.turn == match.board.forehand, "not the winner of the last trick"
        match.play_out()
    assert leaders == [2, 3, 0]


def test_amb_17_trump_is_drawn_for_each_round_and_shown_before_the_estimates() -> None:
    match = Match("differenzler")
    events = match.deal(trump="S")
    assert only(events, m.TrumpDrawn) == m.TrumpDrawn("S")
    assert match.board.phase == "estimate"
    assert match.view(None).board.mode == 3


def test_trump_may_be_the_suit_of_the_bottom_card_which_the_dealer_gets() -> None:
    match = Match("differenzler", {"trump_source": "bottom-card"})
    events = match.deal(deck=DECK_36, dealer=2, trump="H")
    assert only(events, m.TrumpDrawn) == m.TrumpDrawn("S", "AS")
    assert match.view(0).board.bottom_card == CODES.index("AS")
    assert "AS" in match.view(2).hand


@pytest.mark.parametrize("variant", VARIANTS)
def test_only_the_source_of_deals_may_deal_and_only_between_deals(variant: str) -> None:
    match = Match(variant)
    draw = m.Draw(3, DECK_36 if match.rules.deck == 36 else DECK_32, "H", ("H", "S"))
    assert match.refused(0, m.Deal(draw)) == "not-a-seat"
    assert match.refused(0, "pass") == "wrong-phase"
    match.decide(None, m.Deal(draw))
    assert match.refused(None, m.Deal(draw)) == "wrong-phase"
    assert match.refused(None, "pass") == "not-a-seat"
    assert match.refused(4, "pass") == "not-a-seat"
    assert match.refused(-1, "pass") == "not-a-seat"


@pytest.mark.parametrize(
    "draw",
    [
        m.Draw(4, DECK_32, "H", ("H", "S")),
        m.Draw(-1, DECK_32, "H", ("H", "S")),
        m.Draw(0, DECK_36, "H", ("H", "S")),
        m.Draw(0, DECK_32[:-1], "H", ("H", "S")),
        m.Draw(0, (*DECK_32[:-1], "AH"), "H", ("H", "S")),
        m.Draw(0, (*DECK_32[:-1], "6H"), "H", ("H", "S")),
        m.Draw(0, (*DECK_32[:-1], "??"), "H", ("H", "S")),  # type: ignore[arg-type]
        m.Draw(0, DECK_32, "X", ("H", "S")),  # type: ignore[arg-type]
        m.Draw(0, DECK_32, "H", ("H", "X")),  # type: ignore[arg-type]
        m.Draw(0, DECK_32, "H", ("H",)),  # type: ignore[arg-type]
        m.Draw(0, DECK_32, "H", ("H", "H")),
    ],
)
def test_a_draw_that_does_not_fit_the_game_is_refused(draw: m.Draw) -> None:
    assert Match("klaverjassen").refused(None, m.Deal(draw)) == "bad-draw"


def test_amb_61_the_two_proposed_suits_differ_unless_the_option_lets_them_be_equal() -> None:
    equal = m.Draw(3, DECK_32, "H", ("H", "H"))
    assert Match("klaverjassen").refused(None, m.Deal(equal)) == "bad-draw"
    match = Match("klaverjassen", {"second_suit": "any"})
    match.decide(None, m.Deal(equal))
    assert match.say("pass", "pass", "pass", "pass") == [m.Called(3, m.Pass()), m.SuitProposed("H")]


@pytest.mark.parametrize(("variant", "passes"), [("jass", 4), ("belote", 8), ("klaverjassen", 8), ("coinche", 4)])
def test_amb_46_when_all_pass_the_next_dealer_deals_and_the_deal_does_not_count(variant: str, passes: int) -> None:
    match = Match(variant)
    match.deal(dealer=3, deck=DECK_32)
    events = match.say(*["pass"] * passes)
    assert only(events, m.ThrownIn) == m.ThrownIn(0)
    assert match.board.phase == "ready"
    assert match.board.counted == 0
    assert only(match.deal(deck=DECK_32), m.DealStarted) == m.DealStarted(2, 0)
    assert match.board.turn == 1


def test_amb_46_or_the_same_dealer_deals_again() -> None:
    match = Match("jass", {"redeal_dealer": "same"})
    match.deal(dealer=2, deck=DECK_32)
    assert only(match.say("pass", "pass", "pass", "pass"), m.ThrownIn) == m.ThrownIn(2)


def test_the_deal_rotates_by_one_seat() -> None:
    match = Match("jass")
    match.deal(dealer=2, deck=DECK_32)
    match.say("name H", *["declare nothing"] * 4)
    match.play_out()
    assert only(match.deal(deck=DECK_32), m.DealStarted) == m.DealStarted(2, 3)


def test_amb_54_the_winners_may_have_to_deal() -> None:
    """The next in turn deals if his team scored more, else the one after him, who is the last dealer's partner."""
    hearts = "6H 7H 8H 9H TH JH QH KH AH"
    for holder, dealer in ((0, 0), (1, 1), (2, 0), (3, 1)):
        match = Match("schieber", {"dealer_rule": "winners-deal"})
        match.deal(*[hearts if seat == holder else "" for seat in range(4)], dealer=3)
        match.do(holder, "name H")
        match.say(*["declare nothing"] * 4)
        match.play_out()
        assert only(match.deal(), m.DealStarted).dealer == dealer
