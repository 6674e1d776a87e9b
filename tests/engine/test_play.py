"""The play of the cards, the score of the deal and the end of the match, through the whole engine."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from puur.engine import messages as m
from puur.engine.evolve import evolve, replay
from puur.engine.phases.score import tally
from puur.engine.view import View, watch
from tests.engine.scenario import Match, Options, only


def named(variant: str, contract: str, *hands: str, options: Options | None = None) -> Match:
    """Seat 0 is forehand and has made trumps; nobody has a meld to declare."""
    match = Match(variant, options)
    match.deal(*hands, dealer=3)
    match.say(f"name {contract}")
    if match.board.phase == "melds":
        match.say(*["declare nothing"] * 4)
    return match


def test_amb_26_an_illegal_card_is_refused_with_its_reason() -> None:
    match = named("jass", "H", "AS 7C", "KS 7H 8D", "7S 8H", "9S 9H")
    assert match.refused(1, "KS") == "not-your-turn"
    assert match.refused(0, "KS") == "not-in-hand"
    match.play("AS")
    assert match.refused(1, "8D") == "must-follow"
    assert match.refused(1, "7H") == "must-follow"
    assert match.view(1).card_reasons()["7H"] == "must-follow"
    match.play("KS")


def test_the_winner_of_a_trick_takes_its_points_and_leads_to_the_next() -> None:
    match = named("jass", "H", "TS", "KS", "AS", "7S")
    events = match.play("TS KS AS 7S")
    assert only(events, m.TrickTaken) == m.TrickTaken(2, 25)
    assert match.board.turn == 2
    assert match.board.points == (0, 0, 25, 0)
    assert match.board.won == (0, 0, 1, 0)
    assert match.board.tricks[0].card_of(3) == 15 + 2 * 9 - 5
    assert match.board.cards_left(0) == 7


def test_amb_24_the_last_trick_brings_its_bonus() -> None:
    for variant, bonus in (("jass", 5), ("klaverjassen-amsterdam", 10)):
        options: Options = {"trump_selection": "forehand-must-choose"} if bonus == 10 else {}
        match = named(variant, "H", "7H 8H 9H TH JH QH KH AH", options=options)
        events = match.play_out()
        values = [trick.points for trick in match.board.tricks]
        assert sum(values) == 152 + bonus
        assert only(events, m.DealScored).last_trick == 0


def test_roem_goes_to_the_team_that_takes_the_trick() -> None:
    match = named(
        "klaverjassen-rotterdam", "C", "9D", "TD", "JD", "QD", options={"trump_selection": "forehand-must-choose"}
    )
    assert only(match.play("9D TD JD QD"), m.TrickTaken) == m.TrickTaken(1, 15, 50)
    assert match.board.roem == (0, 50)
    other = named(
        "klaverjassen-rotterdam", "C", "AD", "TD", "JD", "QD", options={"trump_selection": "forehand-must-choose"}
    )
    other.play("AD TD JD QD")
    assert other.board.roem == (20, 0)


def test_amb_68_all_tricks_to_the_declarers() -> None:
    match = named("jass", "H", "7H 8H 9H TH JH QH KH AH")
    scored = only(match.play_out(), m.DealScored)
    assert scored.tricks == (8, 0)
    assert scored.scores == (257, 0)
    assert scored.made is True


def test_all_tricks_to_the_defenders() -> None:
    match = Match("jass")
    match.deal("7H 8H 9H TH JH QH KH AH", dealer=3)
    match.say("pass", "name H", *["declare nothing"] * 4)
    scored = only(match.play_out(), m.DealScored)
    assert scored.made is False
    assert scored.scores == (257, 0)
    assert match.board.contract_winner == 0


def test_the_scores_add_up_over_the_deals() -> None:
    match = Match("jass", {"end": {"target": 500}})
    hearts = "7H 8H 9H TH JH QH KH AH"
    for hands, totals in (([hearts], (257, 0)), (["", hearts], (257, 257))):
        match.deal(*hands, dealer=3)
        match.say("name H", *["declare nothing"] * 4)
        assert only(match.play_out(), m.DealScored).totals == totals
        assert match.board.totals == totals
    assert match.board.phase == "ready", "nobody has reached 500"


def test_amb_45_a_match_ends_after_a_complete_deal_beyond_the_target() -> None:
    match = Match("jass", {"end": {"target": 250}})
    match.deal("7H 8H 9H TH JH QH KH AH", dealer=3)
    match.say("name H", *["declare nothing"] * 4)
    ended = only(match.play_out(), m.MatchEnded)
    assert ended == m.MatchEnded((1, 2), (257, 0), (257, 0))
    assert match.board.phase == "over"
    assert match.refused(None, m.Deal(m.Draw(0, (), "H", ("H", "S")))) == "wrong-phase"
    assert match.refused(0, "pass") == "wrong-phase"
    assert match.view(0).actions() == []


def test_litige_is_held_over_in_a_match_of_french_belote() -> None:
    """The points of undecided takers go to the winner of the next deal."""
    match = Match("belote", {"preset": "french"})
    match.deal(dealer=3)
    match.say("take", *["declare nothing"] * 4)
    carried = replace(match.board, carry=81)
    match.state = replace(match.state, board=carried)
    scored = only(match.play_out(), m.DealScored)
    assert scored.made is not None
    assert sum(scored.scores) >= 162 + 81
    assert scored.carry == 0


# ------------------------------------------------------------------------- the end at once in swiss schieber, 7


HEARTS = "6H 7H 8H 9H TH JH QH KH AH"


def standing(match: Match, first: int, second: int) -> None:
    """Give the teams these totals."""
    match.state = replace(match.state, board=replace(match.board, totals=(first, second)))


def hearts(first: int, second: int, **options: m.OptionValue) -> Match:
    match = Match("schieber-swiss", {"first_forehand": "random", **options})
    match.deal("JH 9H AH KH QH 6C 6D 6S 7S", "TH AS KS QS AC AD", "8H 7C 8C 9C", "6H 7H 7D 8D 9D", dealer=3)
    standing(match, first, second)
    match.say("name H")
    return match


def test_the_match_stops_the_moment_a_team_reaches_the_target() -> None:
    match = hearts(2479, 2499)
    events = match.play("JH TH 8H 6H")
    scored = only(events, m.DealScored)
    assert scored.cards == (30, 0)
    assert scored.scores == (30, 0)
    assert scored.made is None
    assert only(events, m.MatchEnded) == m.MatchEnded((1, 2), (2509, 2499), (2509, 2499))
    assert match.board.phase == "over"
    assert len(match.board.tricks) == 1


def test_weis_is_counted_before_the_first_trick_and_after_it_in_the_other_order() -> None:
    for order, places in (("stoeck-wys-stich", (2, 1)), ("stoeck-stich-wys", (1, 2))):
        match = hearts(2479, 2450, finish_order=order)
        match.do(0, "JH")
        match.do(1, "declare AS KS QS", "TH")
        match.do(2, "declare nothing", "8H")
        events = match.do(3, "6H")
        assert only(events, m.MeldsCompared).points == (0, 20), "not yet"
        assert match.board.phase == "over"
        assert only(events, m.MatchEnded).places == (1, 2)
        closer = hearts(2479, 2480, finish_order=order)
        closer.do(0, "JH")
        closer.do(1, "declare AS KS QS", "TH")
        closer.do(2, "8H")
        events = closer.do(3, "6H")
        assert only(events, m.MatchEnded).places == places
        assert only(events, m.MatchEnded).totals == (2509, 2500)


def test_stoeck_is_counted_before_the_trick_that_it_fell_in() -> None:
    """Seat 0 calls Stoeck with the king, in a trick that the others take: its 20 points come first."""
    match = Match("schieber-swiss", {"first_forehand": "random"})
    match.deal("QH KH 6C 6D 6S 7S 7C 7D 8D", "AH 9H JH", "8H", "6H", dealer=3)
    standing(match, 2480, 2440)
    match.say("name H")
    match.play("QH AH 8H 6H")
    assert match.board.totals == (2480, 2440), "18 points are not enough"
    match.play("9H")
    match.do(2, match.legal(2).split()[0])
    match.do(3, match.legal(3).split()[0])
    events = match.do(0, "KH")
    assert only(events, m.MarriageCalled) == m.MarriageCalled(0)
    assert only(events, m.MatchEnded).places == (1, 2)
    assert only(events, m.DealScored).marriage == (20, 0)


def test_stoeck_called_earlier_counts_in_the_standing() -> None:
    match = hearts(2400, 100)
    match.play("QH TH 8H 6H")
    match.play("KH")
    assert match.board.marriage == 0
    events: list[m.Event] = []
    while match.board.phase == "play":
        assert match.board.turn is not None
        events = match.do(match.board.turn, match.legal(match.board.turn).split()[-1])
    assert len(match.board.tricks) > 2
    assert only(events, m.DealScored).marriage == (20, 0)
    assert only(events, m.MatchEnded).totals[0] >= 2500


def test_the_match_bonus_may_bring_the_target_with_the_last_trick() -> None:
    match = Match("schieber-swiss", {"first_forehand": "random"})
    match.deal(HEARTS, dealer=3)
    standing(match, 2300, 2400)
    match.say("name H")
    scored = only(match.play_out(), m.DealScored)
    assert scored.tricks == (9, 0)
    assert scored.scores == (277, 0), "257 and Stoeck"
    assert match.board.phase == "over"


def test_a_deal_that_reaches_no_target_is_scored_as_usual() -> None:
    match = Match("schieber-swiss", {"first_forehand": "random"})
    match.deal(HEARTS, dealer=3)
    match.say("name H")
    assert only(match.play_out(), m.DealScored).totals == (277, 0)
    assert match.board.phase == "ready"


def test_the_tournament_ends_after_twelve_deals_perhaps_in_a_draw() -> None:
    match = Match("schieber-swiss", {"profile": "tournament", "end": {"deals": 1}, "first_forehand": "random"})
    match.deal(HEARTS, dealer=3)
    standing(match, 0, 157)
    match.say("name undenufe")
    match.play("6H")
    ended = only(match.play_out(), m.MatchEnded)
    assert ended.places in ((1, 1), (1, 2), (2, 1))
    again = Match("schieber-swiss", {"profile": "tournament", "end": {"deals": 1}, "first_forehand": "random"})
    again.deal(HEARTS, dealer=3)
    standing(again, 0, 157)
    again.say("name H")
    assert only(again.play_out(), m.MatchEnded) == m.MatchEnded((1, 1), (157, 157), (157, 157))


def test_the_tally_of_a_deal_counts_cards_without_the_last_trick() -> None:
    match = named("jass", "H", "7H 8H 9H TH JH QH KH AH")
    before_the_end = match
    for _ in range(31):
        turn = before_the_end.board.turn
        assert turn is not None
        before_the_end.do(turn, before_the_end.legal(turn).split()[0])
    assert tally(before_the_end.board).tricks == (7, 0)
    scored = only(match.play_out(), m.DealScored)
    assert scored.cards == (152, 0)


# -------------------------------------------------------------------------------------------------- streams


def test_a_log_and_a_stream_begin_with_match_started() -> None:
    match = Match("jass")
    with pytest.raises(ValueError, match="a log begins with match-started"):
        replay([m.DealStarted(1, 0)])
    with pytest.raises(ValueError, match="a stream begins with match-started"):
        watch(0, [m.DealStarted(1, 0)])
    assert replay(match.log) == match.state
    assert watch(1, match.stream(1)) == View(match.board, match.state.mine[1])


def test_a_match_started_within_a_log_opens_a_new_board() -> None:
    match = named("jass", "H")
    again = evolve(match.state, m.MatchStarted("jass", {}))
    assert again.board.phase == "ready"
    assert again.board.deals == 0
    other = evolve(match.state, m.MatchStarted("coinche", {}))
    assert other.board.rules.name == "coinche"
