"""How trumps are chosen: one procedure a game (docs/rules.md, sections 3 to 8)."""

from __future__ import annotations

import pytest

from puur.cards import CODES, SUIT_CODES
from puur.engine import messages as m
from puur.engine.legality import choices
from tests.engine.scenario import Match, Options, only

DECK_32 = tuple(code for code in CODES if code[0] != "6")


def begun(variant: str, options: Options | None = None, dealer: int = 3) -> Match:
    match = Match(variant, options)
    match.deal(dealer=dealer)
    return match


# ----------------------------------------------------------------------------------------------- jass, 3


def test_the_first_to_name_a_suit_is_the_declarer_and_forehand_leads() -> None:
    match = begun("jass", dealer=0)
    assert match.board.turn == 1
    events = match.say("pass", "pass", "name S")
    assert only(events, m.ContractMade) == m.ContractMade(3, "S")
    assert match.board.first_leader == 1
    assert match.board.phase == "melds"


def test_amb_41_melds_are_declared_after_trumps_are_fixed_and_before_the_first_card() -> None:
    match = begun("jass")
    assert match.refused(0, "declare nothing") == "wrong-phase"
    match.say("name S")
    assert match.refused(0, f"{match.view(0).hand[0]}") == "wrong-phase"
    match.say(*["declare nothing"] * 4)
    assert match.board.phase == "play"
    assert match.refused(0, "declare nothing") == "wrong-phase"


def test_calls_are_made_in_turn_and_only_such_as_the_game_knows() -> None:
    match = begun("jass")
    assert match.refused(1, "pass") == "not-your-turn"
    assert match.refused(0, "take") == "call-not-allowed"
    assert match.refused(0, "name obenabe") == "call-not-allowed"
    assert match.refused(0, "bid 80 H") == "call-not-allowed"
    assert match.refused(0, "coinche") == "call-not-allowed"
    assert match.refused(0, "estimate 40") == "wrong-phase"
    assert match.refused(0, "show") == "wrong-phase"
    assert choices(match.board, match.state.mine[1]) == []


# -------------------------------------------------------------------------------------------- schieber, 4


def test_amb_50_the_holder_of_the_seven_of_hearts_chooses_in_every_deal() -> None:
    match = Match("schieber")
    for holder in (2, 1):
        events = match.deal(*["7H" if seat == holder else "" for seat in range(4)])
        assert only(events, m.ChooserFound) == m.ChooserFound(holder)
        assert match.board.turn == holder
        match.say("name C", *["declare nothing"] * 4)
        match.play_out()


def test_amb_51_forehand_leads_whoever_chose() -> None:
    match = Match("schieber")
    match.deal("", "", "7H", dealer=3)
    match.say("name C", *["declare nothing"] * 4)
    assert match.board.declarer == 2
    assert match.board.turn == 0


def test_amb_52_the_partner_of_who_shoves_must_name_a_suit() -> None:
    match = Match("schieber")
    match.deal("", "", "7H", dealer=0)
    assert match.refused(1, "pass") == "not-your-turn"
    match.do(2, "pass")
    assert match.board.turn == 0
    assert match.refused(0, "pass") == "call-not-allowed"
    assert only(match.do(0, "name C"), m.ContractMade) == m.ContractMade(0, "C")


# ---------------------------------------------------------------------------------------------- belote, 5


BELOTE_STOCK = "9D TH JH QH KH AH 7S 8S 9S TS JS QS KS AS AD 8H"


def turned(options: Options | None = None) -> Match:
    """The nine of diamonds lies face up; seat 1 speaks first."""
    match = Match("belote", options)
    match.deal(dealer=0, stock=BELOTE_STOCK)
    return match


def test_the_first_taker_makes_the_turned_suit_trumps_and_gets_the_card() -> None:
    match = turned()
    assert match.view(None).board.up_card == CODES.index("9D")
    events = match.say("pass", "take")
    assert only(events, m.ContractMade) == m.ContractMade(2, "D")
    assert "9D" in match.view(2).hand
    assert [mine.hand.bit_count() for mine in match.state.mine] == [8] * 4
    assert match.board.first_leader == 1
    assert match.state.stock == ()


def test_in_the_first_round_no_suit_may_be_named() -> None:
    match = turned()
    assert match.refused(1, "name H") == "call-not-allowed"
    assert match.refused(1, "name D") == "call-not-allowed"


def test_amb_57_in_the_second_round_all_speak_in_turn() -> None:
    match = turned()
    match.say("pass", "pass", "pass", "pass")
    assert match.refused(1, "take") == "call-not-allowed"
    events = match.say("pass", "pass", "name H")
    assert only(events, m.ContractMade) == m.ContractMade(3, "H")
    assert "9D" in match.view(3).hand, "the declarer gets the up-card, although it is no trump"


def test_amb_58_in_the_second_round_another_suit_must_be_named() -> None:
    match = turned()
    match.say("pass", "pass", "pass", "pass")
    assert match.refused(1, "name D") == "call-not-allowed"
    any_suit = turned({"round2_suits": "any"})
    any_suit.say("pass", "pass", "pass", "pass")
    assert only(any_suit.say("name D"), m.ContractMade) == m.ContractMade(1, "D")


# ---------------------------------------------------------------------------------------- klaverjassen, 6


KLAVERJASSEN = ["klaverjassen", "klaverjassen-amsterdam", "klaverjassen-rotterdam"]


@pytest.mark.parametrize("variant", KLAVERJASSEN)
def test_a_drawn_suit_is_accepted_in_turn_or_another_one_is_proposed(variant: str) -> None:
    match = Match(variant)
    assert only(match.deal(proposed=("H", "S")), m.SuitProposed) == m.SuitProposed("H")
    assert match.refused(0, "name H") == "call-not-allowed"
    events = match.say("pass", "pass", "pass", "pass")
    assert only(events, m.SuitProposed) == m.SuitProposed("S")
    assert only(match.say("pass", "accept"), m.ContractMade) == m.ContractMade(1, "S")


@pytest.mark.parametrize("variant", KLAVERJASSEN)
def test_amb_62_the_acceptor_leads_unless_forehand_does(variant: str) -> None:
    for options, leader in (({}, 2), ({"leader": "declarer"}, 2), ({"leader": "forehand"}, 0)):
        match = Match(variant, dict(options))
        match.deal(dealer=3)
        match.say("pass", "pass", "accept")
        assert match.board.first_leader == leader


def test_forehand_may_have_to_choose() -> None:
    match = begun("klaverjassen-amsterdam", {"trump_selection": "forehand-must-choose"})
    assert match.refused(0, "pass") == "call-not-allowed"
    assert match.refused(0, "name undenufe") == "call-not-allowed"
    assert only(match.say("name D"), m.ContractMade) == m.ContractMade(0, "D")
    assert match.board.phase == "play"
    assert match.board.turn == 0


# -------------------------------------------------------------------------------------- swiss schieber, 7


def test_the_seven_of_hearts_makes_the_first_forehand_and_then_the_deal_rotates() -> None:
    match = Match("schieber-swiss")
    events = match.deal("", "7H", dealer=3)
    assert only(events, m.ChooserFound) == m.ChooserFound(1)
    assert only(events, m.DealStarted).dealer == 0
    assert match.board.forehand == match.board.turn == 1
    match.say("name H")
    match.play_out()
    events = match.deal()
    assert only(events, m.DealStarted).dealer == 1
    assert not [event for event in events if isinstance(event, m.ChooserFound)]


def test_or_the_first_forehand_is_drawn_by_lot() -> None:
    match = Match("schieber-swiss", {"first_forehand": "random"})
    match.deal("", "7H", dealer=3)
    assert match.board.forehand == 0


@pytest.mark.parametrize("contract", [*SUIT_CODES, "obenabe", "undenufe"])
def test_forehand_names_any_contract_or_shoves_and_leads_in_either_case(contract: str) -> None:
    match = begun("schieber-swiss", {"first_forehand": "random"})
    assert only(match.say(f"name {contract}"), m.ContractMade).declarer == 0
    shoved = begun("schieber-swiss", {"first_forehand": "random"})
    shoved.say("pass")
    assert shoved.refused(2, "pass") == "call-not-allowed"
    made = only(shoved.say(f"name {contract}"), m.ContractMade)
    assert (made.declarer, made.contract) == (2, contract)
    assert shoved.board.turn == 0


# --------------------------------------------------------------------------------------------- coinche, 8


def test_a_bid_must_be_in_tens_and_higher_than_the_last() -> None:
    match = begun("coinche")
    assert match.refused(0, "bid 85 S") == "bid-not-in-tens"
    assert match.refused(0, "bid 70 S") == "bid-not-in-tens"
    assert match.refused(0, "bid 170 S") == "bid-not-in-tens"
    match.say("bid 90 S")
    assert match.refused(1, "bid 90 H") == "bid-too-low"
    assert match.refused(1, "bid 80 H") == "bid-too-low"
    assert match.refused(1, "name S") == "call-not-allowed"
    match.say("bid 100 H")
    assert match.board.turn == 2


def test_three_passes_after_a_bid_end_the_auction_and_who_passed_may_bid_later() -> None:
    match = begun("coinche")
    match.say("pass", "bid 80 S", "pass", "pass", "bid 90 H", "pass", "pass")
    assert only(match.say("pass"), m.ContractMade) == m.ContractMade(0, "H", 90)
    assert match.board.turn == 0, "forehand leads"


def test_capot_is_the_highest_bid_and_ends_the_auction() -> None:
    match = begun("coinche")
    match.say("bid 160 S")
    assert match.refused(1, "bid 160 H") == "bid-too-low"
    assert only(match.say("bid capot D"), m.ContractMade) == m.ContractMade(1, "D", "capot")


def test_only_an_opponent_of_the_last_bidder_may_coinche() -> None:
    match = begun("coinche")
    assert match.refused(0, "coinche") == "call-not-allowed"
    assert match.refused(0, "surcoinche") == "call-not-allowed"
    match.say("bid 100 S", "pass")
    assert match.refused(2, "coinche") == "call-not-allowed"
    match.say("pass", "coinche")
    assert match.board.turn == 0


def test_coinche_doubles_unless_the_bidding_side_answers_with_surcoinche() -> None:
    match = begun("coinche")
    match.say("bid 100 S", "coinche")
    assert match.board.turn == 2
    assert match.refused(2, "bid 110 S") == "call-not-allowed"
    match.say("pass")
    assert match.board.turn == 0, "both of the bidding side may answer"
    assert only(match.say("pass"), m.ContractMade) == m.ContractMade(0, "S", 100, 2)
    for answers in (["surcoinche"], ["pass", "surcoinche"]):
        doubled = begun("coinche")
        doubled.say("pass", "bid 100 S", "coinche")
        assert only(doubled.say(*answers), m.ContractMade) == m.ContractMade(1, "S", 100, 4)
