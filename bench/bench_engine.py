"""Whole deals of the event-sourced engine from Python: decide, evolve and four projections for every action.

The actions are chosen beforehand, so that only the engine is timed. The split says where the time goes.
"""

import random
import time
from collections.abc import Iterator

from puur.engine import messages as m
from puur.engine.decide import decide
from puur.engine.evolve import begin, evolve
from puur.engine.fairness import SeededDeals
from puur.engine.legality import choices
from puur.engine.project import project
from puur.engine.state import State

GAMES = ("differenzler", "jass", "belote", "klaverjassen-rotterdam", "schieber-swiss", "coinche")
DEALS = 300

Step = tuple[State, m.Seat | None, m.Action, list[m.Event]]


def script(variant: str, deals: int) -> list[Step]:
    """So many deals played at random, as the steps that the engine took."""
    rng = random.Random(1)
    steps: list[Step] = []
    state = begin(m.MatchStarted(variant, {}))
    source = SeededDeals(1, state.board.rules.deck)
    number = 0
    while number < deals or state.board.phase not in ("ready", "over"):
        if state.board.phase == "over":
            state = begin(m.MatchStarted(variant, {}))
        seat: m.Seat | None = None
        action: m.Action
        if state.board.phase == "ready":
            number += 1
            action = m.Deal(source.draw(number))
            result = decide(state, seat, action)
        else:
            seat = rng.choice(state.board.to_act())
            action = rng.choice(choices(state.board, state.mine[seat]))
            result = decide(state, seat, action)
        assert isinstance(result, list)
        steps.append((state, seat, action, result))
        for event in result:
            state = evolve(state, event)
    return steps


def run() -> Iterator[tuple[str, object]]:
    for variant in GAMES:
        steps = script(variant, DEALS)
        started = time.process_time()
        for state, seat, action, _ in steps:
            decide(state, seat, action)
        decided = time.process_time() - started
        started = time.process_time()
        for state, _, _, events in steps:
            for event in events:
                state = evolve(state, event)
        evolved = time.process_time() - started
        started = time.process_time()
        for _, _, _, events in steps:
            for event in events:
                for seat in range(4):
                    project(event, seat)
        projected = time.process_time() - started
        total = decided + evolved + projected
        yield f"{variant}: whole deals/s", DEALS / total
        share = f"{decided / total:.0%} / {evolved / total:.0%} / {projected / total:.0%}"
        yield f"{variant}: decide / evolve / project", share
        yield f"{variant}: microseconds an action", 1e6 * total / len(steps)
