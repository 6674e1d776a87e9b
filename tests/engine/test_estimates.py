"""Estimates of Differenzler: covered or said aloud, final or corrected (docs/rules.md, sections 2 and 9)."""

from __future__ import annotations

from puur.engine import messages as m
from tests.engine.scenario import Match, only


def covered() -> Match:
    match = Match("differenzler", {"rounds": 1})
    match.deal("AH KH JH", dealer=3)
    return match


def spoken(**options: m.OptionValue) -> Match:
    match = Match("differenzler", {"announcement": "open", **options})
    match.deal(dealer=3)
    return match


def test_covered_estimates_are_made_in_any_order_and_all_at_once() -> None:
    match = covered()
    assert match.board.to_act() == (0, 1, 2, 3)
    match.do(2, "estimate 50")
    assert match.board.to_act() == (0, 1, 3)
    match.do(0, "estimate 40")
    match.do(3, "estimate 0")
    assert match.refused(0, "AH") == "wrong-phase"
    match.do(1, "estimate 157")
    assert match.board.phase == "play"
    assert match.board.turn == match.board.forehand == 0, "forehand leads when all four are confirmed"


def test_a_confirmed_estimate_is_final() -> None:
    match = covered()
    match.do(1, "estimate 30")
    assert match.refused(1, "estimate 31") == "already-final"
    assert match.view(1).actions() == []
    match.do(0, "estimate 1")
    match.do(2, "estimate 2")
    match.do(3, "estimate 3")
    assert match.refused(1, "estimate 31") == "wrong-phase"


def test_amb_14_an_estimate_is_a_whole_number_from_0_to_157() -> None:
    match = covered()
    assert match.refused(0, "estimate 158") == "out-of-range"
    assert match.refused(0, "estimate -1") == "out-of-range"
    assert match.refused(0, "pass") == "wrong-phase"
    assert [a.points for a in match.view(0).actions() if isinstance(a, m.Estimate)] == list(range(158))
    match.do(0, "estimate 156")


def test_amb_22_a_missing_estimate_is_0_unless_the_option_says_otherwise() -> None:
    assert Match("differenzler").rules.missing_estimate == 0
    assert Match("differenzler", {"missing_estimate": 39}).rules.missing_estimate == 39


def test_amb_20_a_player_sees_his_own_estimate_and_points_throughout() -> None:
    match = covered()
    for seat in range(4):
        match.do(seat, f"estimate {40 + seat}")
    assert match.view(0).missing == 40
    match.play("JH")
    view = match.view(0)
    assert view.mine is not None
    assert (view.mine.estimate, view.points, view.missing) == (40, 0, 40)
    while len(match.board.trick):
        turn = match.board.turn
        assert turn is not None
        match.do(turn, match.legal(turn).split()[0])
    view = match.view(0)
    assert view.points == match.board.tricks[0].points >= 20
    assert view.missing == 40 - view.points


def test_amb_25_nobody_sees_the_estimate_of_another_before_the_round_is_over() -> None:
    match = covered()
    for seat in range(4):
        match.do(seat, f"estimate {40 + seat}")
    for viewer in (None, 1, 2, 3):
        assert match.view(viewer).board.announced == (None, None, None, None)
    match.play_out()
    assert match.view(None).board.announced == (40, 41, 42, 43)


def test_amb_19_points_and_penalties_are_published_and_the_penalties_rank() -> None:
    match = Match("differenzler", {"rounds": 2})
    sums = [0, 0, 0, 0]
    events: list[m.Event] = []
    for _ in range(2):
        match.deal()
        for seat in range(4):
            match.do(seat, f"estimate {10 * seat}")
        events = match.play_out()
        scored = only(events, m.EstimatesScored)
        assert scored.estimates == (0, 10, 20, 30)
        assert scored.diffs == tuple(abs(p - e) for p, e in zip(scored.points, scored.estimates, strict=True))
        sums = [a + b for a, b in zip(sums, scored.points, strict=True)]
    ended = only(events, m.MatchEnded)
    assert ended.points == tuple(sums)
    assert ended.totals == match.board.totals
    assert ended.places == tuple(1 + sum(t < mine for t in ended.totals) for mine in ended.totals)
    assert len(match.view(3).board.results) == 2, "all earlier results stay in sight (art. 4.8)"


def test_amb_18_an_extra_round_among_all_breaks_a_tie() -> None:
    """An equal lowest total after the last round: the match goes on until one player alone is lowest."""
    match = Match("differenzler", {"rounds": 1, "tie": "extra-round"})
    trumps = "6H 7H 8H 9H TH JH QH KH AH"
    match.deal(trumps, dealer=3)
    match.do(0, "estimate 157")
    for seat in (1, 2, 3):
        match.do(seat, "estimate 0")
    assert not [e for e in match.play_out() if isinstance(e, m.MatchEnded)]
    assert match.board.phase == "ready"
    match.deal("", trumps)
    match.do(1, "estimate 157")
    match.do(0, "estimate 0")
    match.do(2, "estimate 1")
    match.do(3, "estimate 2")
    assert not [e for e in match.play_out() if isinstance(e, m.MatchEnded)], "seats 0 and 1 still share the lead"
    match.deal("", "", trumps)
    match.do(2, "estimate 157")
    match.do(1, "estimate 0")
    match.do(0, "estimate 9")
    match.do(3, "estimate 9")
    assert only(match.play_out(), m.MatchEnded).places == (3, 1, 2, 4)


def test_the_tie_stands_by_default() -> None:
    match = Match("differenzler", {"rounds": 1})
    match.deal("6H 7H 8H 9H TH JH QH KH AH", dealer=3)
    match.do(0, "estimate 150")
    for seat in (1, 2, 3):
        match.do(seat, "estimate 0")
    assert only(match.play_out(), m.MatchEnded).places == (4, 1, 1, 1)


def test_open_estimates_are_said_from_forehand_on_and_the_dealer_is_last() -> None:
    match = spoken()
    assert match.board.to_act() == (0,)
    assert match.refused(1, "estimate 40") == "not-your-turn"
    events = match.say("estimate 40", "estimate 30", "estimate 50")
    assert events == [m.EstimateAnnounced(2, 50)]
    assert match.view(3).board.announced == (40, 30, 50, None)
    match.say("estimate 37")
    assert match.board.phase == "play"


def test_an_open_estimate_may_be_corrected_until_the_next_player_speaks() -> None:
    match = spoken()
    match.do(0, "estimate 40", "estimate 45")
    assert match.board.turn == 1, "a correction does not move the turn"
    match.do(1, "estimate 30")
    assert match.refused(0, "estimate 41") == "not-your-turn"
    match.do(1, "estimate 31")
    assert match.refused(1, "estimate 158") == "out-of-range"
    match.do(2, "estimate 20")
    match.do(3, "estimate 10")
    assert match.board.announced == (45, 31, 20, 10)


def test_the_dealer_may_correct_his_estimate_until_the_first_card_is_played() -> None:
    match = spoken()
    match.say("estimate 40", "estimate 30", "estimate 50", "estimate 20")
    assert match.refused(0, "estimate 41") == "wrong-phase"
    match.do(3, "estimate 25")
    assert match.board.announced == (40, 30, 50, 25)
    assert match.board.turn == 0
    match.play(match.legal(0).split()[0])
    assert match.refused(3, "estimate 26") == "wrong-phase"


def test_the_sum_of_open_estimates_may_be_hinted_at() -> None:
    match = spoken(zero_sum_hint=True)
    assert match.view(None).estimate_sum == 0
    match.say("estimate 40", "estimate 30")
    assert match.view(3).estimate_sum == 70
    assert spoken().view(3).estimate_sum is None
