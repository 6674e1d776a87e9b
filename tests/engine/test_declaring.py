"""Declaring melds, comparing and showing them; calling the marriage (docs/rules.md, sections 3.1, 7 and 8)."""

from __future__ import annotations

import pytest

from puur.engine import messages as m
from tests.engine.scenario import Match, Options, only

FOUR_KINGS_AND_A_RUN = "KC KD KH KS 7D 8D 9D AH"


def named(*hands: str, variant: str = "jass", options: Options | None = None, trump: str = "H") -> Match:
    """Seat 0 has named trumps; melds are to be declared from seat 0 on."""
    match = Match(variant, options)
    match.deal(*hands, dealer=3)
    match.say(f"name {trump}")
    return match


def test_everybody_is_asked_in_turn_whatever_he_holds() -> None:
    match = named("7C 8H 9S TH AC QD 7S QC", FOUR_KINGS_AND_A_RUN)
    assert match.view(0).actions() == [m.Declare(())]
    assert match.view(1).actions() == []
    assert match.refused(1, "declare nothing") == "not-your-turn"
    match.say("declare nothing")
    assert match.refused(0, "declare nothing") == "already-final"
    assert match.board.turn == 1


def test_a_player_is_offered_his_best_declaration_and_none_at_all() -> None:
    match = named(FOUR_KINGS_AND_A_RUN)
    full, none = match.view(0).actions()
    assert full == m.Declare((("KC", "KD", "KH", "KS"), ("7D", "8D", "9D")))
    assert none == m.Declare(())


@pytest.mark.parametrize(
    "declaration",
    [
        "declare KC KD KH KS, 7D 8D 9D",
        "declare 7D 8D 9D",
        "declare KS KH KD KC",
        "declare nothing",
    ],
)
def test_declaring_is_optional_meld_by_meld(declaration: str) -> None:
    named(FOUR_KINGS_AND_A_RUN).do(0, declaration)


@pytest.mark.parametrize(
    "declaration",
    [
        "declare 7D 8D",  # no meld
        "declare 7D 8D 9D TD",  # a card he has not got
        "declare KC KD KH KS, KC KD KH KS",  # twice the same
        "declare AH KH QH",  # not his cards
        "declare 7D 7D 8D",  # a card twice in a group
        "declare KH QH",  # no marriage in his hand
        "declare 7D 8D 9D, 7D 8D 9D",
    ],
)
def test_what_is_no_meld_of_the_hand_is_refused(declaration: str) -> None:
    assert named(FOUR_KINGS_AND_A_RUN).refused(0, declaration) == "no-such-meld"


def test_an_empty_or_unheard_of_group_is_no_meld() -> None:
    match = named(FOUR_KINGS_AND_A_RUN)
    assert match.refused(0, m.Declare(((),))) == "no-such-meld"
    assert match.refused(0, m.Declare((("1X", "2X", "3X"),))) == "no-such-meld"  # type: ignore[arg-type]


def test_amb_42_and_43_no_card_twice_and_no_part_of_a_run() -> None:
    match = named("TC TD TH TS JH QH KH AH", trump="S")
    assert match.refused(0, "declare TC TD TH TS, TH JH QH KH AH") == "no-such-meld"
    assert match.refused(0, "declare JH QH KH AH") == "no-such-meld", "without the quartet the run goes on to the ten"
    assert match.refused(0, "declare QH KH AH") == "no-such-meld"
    match.do(0, "declare TC TD TH TS, JH QH KH AH")
    with_marriage = named("7C 9S AD TH JH QH KH AH")
    with_marriage.do(0, "declare TH JH QH KH AH, KH QH")


def test_overlap_is_allowed_by_its_option() -> None:
    match = named("TC TD TH TS JH QH KH AH", options={"meld_overlap": True}, trump="S")
    match.do(0, "declare TC TD TH TS, TH JH QH KH AH")


def test_others_hear_what_is_claimed_but_do_not_see_the_cards() -> None:
    match = named(FOUR_KINGS_AND_A_RUN)
    match.say("declare KC KD KH KS, 7D 8D 9D")
    claims = (m.MeldClaim("four", 100, 4), m.MeldClaim("run", 20, 3))
    for viewer in (None, 1, 2, 3):
        assert match.stream(viewer)[-1] == m.MeldsAnnounced(0, claims)
        assert match.view(viewer).board.claims[0] == claims
    mine = match.view(0).mine
    assert mine is not None
    assert mine.melds is not None
    assert len(mine.melds) == 2


def test_amb_41_the_melds_that_score_are_shown_on_request_once() -> None:
    match = named(FOUR_KINGS_AND_A_RUN)
    match.say("declare KC KD KH KS, 7D 8D 9D", "declare nothing", "declare nothing")
    assert match.refused(1, "show") == "wrong-phase"
    events = match.say("declare nothing")
    assert only(events, m.MeldsCompared) == m.MeldsCompared(0, (120, 0))
    assert match.board.phase == "play"
    assert m.AskMelds() in match.view(3).actions()
    assert match.do(3, "show") == [m.MeldsShown(0, (("KC", "KD", "KH", "KS"), ("7D", "8D", "9D")))]
    assert match.refused(1, "show") == "nothing-to-show"
    shown = match.view(2).board.shown[0]
    assert shown is not None
    assert len(shown) == 2


def test_where_nobody_declared_there_is_nothing_to_show() -> None:
    match = named()
    events = match.say(*["declare nothing"] * 4)
    assert only(events, m.MeldsCompared) == m.MeldsCompared(None, (0, 0))
    assert match.refused(2, "show") == "nothing-to-show"


def test_amb_38_and_39_the_best_melds_holder_scores_all_he_declared_and_his_partner_nothing() -> None:
    hands = ("7C 8C 9C KS", "AC AD AH AS", "TD JD QD KD", "")
    for scope, points in (("best-player", (0, 100)), ("best-team", (0, 100)), ("all", (70, 100))):
        match = named(*hands, options={"meld_scope": scope})
        match.say("declare 7C 8C 9C", "declare AC AD AH AS", "declare TD JD QD KD", "declare nothing")
        assert match.board.best_meld == 1
        assert match.board.meld_points == points


def test_both_partners_of_the_best_weis_show_theirs() -> None:
    hands = ("7C 8C 9C JC QS 9S TH 7H", "AC KC QC 8S TS JH 8D 9H", "TD JD QD KD 7S JS 8H AS")
    match = named(*hands, options={"meld_scope": "best-team"})
    match.say("declare 7C 8C 9C", "declare AC KC QC", "declare TD JD QD KD", "declare nothing")
    shown = match.do(1, "show")
    assert [event.seat for event in shown if isinstance(event, m.MeldsShown)] == [0, 2]


def test_amb_44_the_marriage_is_declared_or_called_by_itself() -> None:
    declared = named("KH QH 7C 9S AD")
    declared.do(0, "declare KH QH")
    apart = named("JH 9H AH TH KH QH 7C 9S", options={"marriage": "separate"})
    assert apart.refused(0, "declare KH QH") == "no-such-meld"
    apart.say(*["declare nothing"] * 4)
    assert not [e for e in apart.play("KH") if isinstance(e, m.MarriageCalled)]
    for seat in (1, 2, 3):
        apart.do(seat, apart.legal(seat).split()[0])
    assert apart.board.marriage is None
    assert only(apart.do(0, "QH"), m.MarriageCalled) == m.MarriageCalled(0)


# -------------------------------------------------------------------------------------- swiss schieber, 7


def swiss(*hands: str, contract: str = "H", **options: m.OptionValue) -> Match:
    match = Match("schieber-swiss", {"first_forehand": "random", **options})
    match.deal(*hands, dealer=3)
    match.say(f"name {contract}")
    return match


def test_weis_is_announced_with_ones_first_card() -> None:
    match = swiss("6C 7C 8C KS QH 8D 6S JC 9H", "AD KD QD JD 6H TC 7S 9C QS", "", "TS 9S 8S")
    assert match.board.phase == "play"
    assert m.Declare((("6C", "7C", "8C"),)) in match.view(0).actions()
    assert match.refused(1, "declare AD KD QD JD") == "not-your-turn"
    match.do(0, "declare 6C 7C 8C")
    assert match.refused(0, "declare nothing") == "already-final"
    assert match.board.turn == 0, "the card is still to come"
    match.do(0, "KS")
    assert match.refused(0, "declare nothing") == "already-final"
    match.do(1, "declare AD KD QD JD", match.legal(1).split()[-1])
    match.do(2, match.legal(2).split()[0])
    assert match.refused(1, "show") == "nothing-to-show"
    events = match.do(3, match.legal(3).split()[0])
    assert only(events, m.MeldsCompared) == m.MeldsCompared(1, (0, 50))
    assert match.board.turn is not None
    assert match.refused(match.board.turn, "declare nothing") == "wrong-phase", "the first trick is turned"
    assert match.do(0, "show") == [m.MeldsShown(1, (("JD", "QD", "KD", "AD"),))]


def test_who_played_without_declaring_has_missed_his_chance() -> None:
    match = swiss("6C 7C 8C KS")
    match.do(0, "KS")
    assert match.refused(0, "declare 6C 7C 8C") == "not-your-turn"
    assert match.view(0).actions() == []


def test_a_card_played_may_still_be_shown_in_ones_weis_and_overlap_is_allowed() -> None:
    match = swiss("KC KD KH KS QH JH", contract="C")
    match.do(0, "declare KC KD KH KS, KH QH JH")
    assert match.board.claims[0] == (m.MeldClaim("four", 100, 4), m.MeldClaim("run", 20, 3))


def test_stoeck_is_called_with_the_second_card_and_counts_even_without_a_trick() -> None:
    match = swiss("QH KH 6C 6D 6S 7S 7C 7D 8D", "JH AH 9H", "", "TH")
    assert not [e for e in match.play("QH AH") if isinstance(e, m.MarriageCalled)]
    for seat in (2, 3):
        match.do(seat, match.legal(seat).split()[0])
    match.play("JH")
    for seat in (2, 3):
        match.do(seat, match.legal(seat).split()[0])
    assert only(match.do(0, "KH"), m.MarriageCalled) == m.MarriageCalled(0)
    scored = only(match.play_out(), m.DealScored)
    assert scored.marriage == (20, 0)


def test_there_is_no_stoeck_without_trumps() -> None:
    match = swiss("KH QH AH", contract="obenabe")
    match.play_out()
    assert match.board.results
    result = match.board.results[0]
    assert isinstance(result, m.DealScored)
    assert result.marriage == (0, 0)


def test_the_tournament_knows_neither_weis_nor_stoeck() -> None:
    match = swiss("KH QH AH", contract="H", profile="tournament")
    assert match.refused(0, "declare AH KH QH") == "wrong-phase"
    match.play("KH")
    events = match.play_out()
    assert only(events, m.DealScored).marriage == (0, 0)


# --------------------------------------------------------------------------------------------- coinche, 8


def test_belote_is_called_with_the_first_of_the_two_cards_and_only_if_one_holds_both() -> None:
    match = Match("coinche")
    match.deal("KS QS AH", "", dealer=3)
    match.say("bid 80 S", "pass", "pass", "pass")
    assert match.play("QS") == [m.CardPlayed(0, "QS"), m.MarriageCalled(0)]
    split = Match("coinche")
    split.deal("KS AH", "QS", dealer=3)
    split.say("bid 80 S", "pass", "pass", "pass")
    assert split.play("KS") == [m.CardPlayed(0, "KS")]


def test_coinche_has_no_melds_unless_announcements_are_on() -> None:
    without = Match("coinche")
    without.deal("AH KH QH", dealer=3)
    without.say("bid 80 S", "pass", "pass", "pass")
    assert without.board.phase == "play"
    on = Match("coinche", {"announcements": True})
    on.deal("AH KH QH", dealer=3)
    on.say("bid 80 S", "pass", "pass", "pass")
    assert on.board.phase == "melds"
    on.say("declare AH KH QH", *["declare nothing"] * 3)
    assert on.board.meld_points == (20, 0)
