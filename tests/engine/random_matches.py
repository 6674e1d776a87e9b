"""Whole matches of random legal actions, for tests that need a log and do not care which."""

from __future__ import annotations

import random
from collections.abc import Sequence

from puur.engine import messages as m
from puur.engine.decide import decide
from puur.engine.evolve import begin, evolve
from puur.engine.fairness import DealSource, Player, SeededDeals
from puur.engine.legality import choices
from puur.engine.record import Record, record_of
from puur.rules.variants import ruleset

PLAYERS = (
    Player("Ada", "human"),
    Player("bot 1", "bot"),
    Player("Zoë «Züri» \u2028 \x1b[1m", "human"),
    Player("[bold]", "bot"),
)
Options = dict[str, m.OptionValue]


def seeded(variant: str, options: Options | None = None, seed: int = 1) -> SeededDeals:
    rules = ruleset(variant, options)
    return SeededDeals(seed, rules.deck, rules.second_suit)


def random_log(
    variant: str,
    options: Options | None = None,
    *,
    source: DealSource | None = None,
    seed: int = 1,
    steps: int = 100_000,
) -> list[m.Event]:
    """The log of a match, or of its first steps. Passing is made likely, so that hands are thrown in too."""
    rng = random.Random(seed)
    deals = source or seeded(variant, options, seed)
    started = m.MatchStarted(variant, options or {})
    state, log = begin(started), list[m.Event]([started])
    for _ in range(steps):
        board = state.board
        if board.phase == "over":
            break
        if board.phase == "ready":
            answer = decide(state, None, m.Deal(deals.draw(board.deals + 1)))
        else:
            seat = rng.choice(board.to_act())
            offered = choices(board, state.mine[seat])
            passing = [a for a in offered if isinstance(a, m.Pass)]
            asking = [a for a in offered if isinstance(a, m.AskMelds)]
            likely = passing if passing and rng.random() < 0.8 else asking
            answer = decide(state, seat, rng.choice(likely or offered))
        assert not isinstance(answer, m.Refusal)
        for event in answer:
            state = evolve(state, event)
        log += answer
    return log


def random_record(
    variant: str,
    options: Options | None = None,
    *,
    source: DealSource | None = None,
    seed: int = 1,
    steps: int = 100_000,
    players: Sequence[Player] = PLAYERS,
) -> Record:
    deals = source or seeded(variant, options, seed)
    return record_of(random_log(variant, options, source=deals, seed=seed, steps=steps), players, deals)
