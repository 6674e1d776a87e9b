"""A match in memory: one authority, and the views of those who play it."""

from __future__ import annotations

import random

from puur.engine import messages as m
from puur.engine.evolve import replay
from puur.engine.fairness import SeededDeals
from puur.engine.local import LocalMatch
from puur.engine.project import project
from puur.engine.view import watch


def test_a_whole_match_is_played_through_views_alone() -> None:
    match = LocalMatch("differenzler", {"rounds": 2}, SeededDeals(5, 36))
    rng = random.Random(5)
    while not match.over:
        if match.waits_for_deal:
            assert isinstance(match.deal()[0], m.DealStarted)
            continue
        seat = match.spectator.board.to_act()[0]
        assert isinstance(match.act(seat, rng.choice(match.views[seat].actions())), list)
    assert match.spectator.board.counted == 2
    assert replay(match.events).board == match.spectator.board
    for seat, view in enumerate(match.views):
        assert view == watch(seat, [project(event, seat) for event in match.events])


def test_a_refused_action_leaves_the_match_as_it_was() -> None:
    match = LocalMatch("jass", {}, SeededDeals(5, 32))
    match.deal()
    events, views = list(match.events), list(match.views)
    wrong = (match.spectator.board.forehand + 1) % 4
    assert match.act(wrong, m.Pass()) == m.Refusal("not-your-turn")
    assert match.events == events
    assert match.views == views
