"""The solver: whole deals and endgames of open cards, against a plain alpha-beta without a table."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from random import Random

import numpy as np

from puur.bots.playout import Array
from puur.bots.search import solver
from puur.bots.search.solve import Position, solve
from puur.bots.search.teams import constants_of, game_of
from puur.cards import cards_of
from puur.rules.ruleset import Ruleset
from puur.rules.variants import ruleset

WHOLE, SMALL, PLAIN = 31, 15, 5


def deal(rules: Ruleset, rng: Random, cards: int) -> Position:
    deck = list(cards_of(rules.deck_mask))
    rng.shuffle(deck)
    a, b, c, d = (sum(1 << card for card in deck[seat * cards : (seat + 1) * cards]) for seat in range(4))
    return Position(rules, rng.randrange(4), (a, b, c, d))


def value(position: Position, table: Array) -> int:
    """The lead with best play, with this table for memory."""
    rules, mode = position.rules, position.mode
    g, consts = game_of(rules), constants_of(rules, mode)
    hands: Array = np.array(position.hands, dtype=np.int64)
    flag = solver.NONE_YET if position.hands[0].bit_count() == rules.hand_size else solver.MIXED
    beats, points = g.beats[mode], g.points[mode]
    notes, stack = solver.new_notes(), solver.new_stack()
    if len(table) > 1:
        return int(solver.exact(hands, 0, 0, 0, flag, 0, consts, beats, points, table, notes, stack))
    wide = 100_000
    return int(solver.search(hands, 0, 0, 0, flag, -wide, wide, consts, beats, points, table, notes, stack))


def with_table(position: Position) -> int:
    return value(position, solver.new_table())


def without_table(position: Position) -> int:
    """Plain alpha-beta: one row of memory remembers nothing worth having, and one wide window."""
    return value(position, np.zeros((1, solver.COLUMNS), dtype=np.int64))


def times(positions: list[Position], how: Callable[[Position], object]) -> list[float]:
    taken = []
    for position in positions:
        before = time.perf_counter()
        how(position)
        taken.append(time.perf_counter() - before)
    return taken


def run() -> Iterator[tuple[str, object]]:
    rng = Random(1)
    rules = ruleset("jass")
    for how in (solve, with_table, without_table):
        how(deal(rules, rng, 2))
    whole = [deal(rules, rng, 8) for _ in range(WHOLE)]
    taken = times(whole, with_table)
    yield f"whole deals of 32 cards: median ms of {WHOLE}", statistics.median(taken) * 1000
    yield "the slowest of them, ms", max(taken) * 1000
    yield "the same with every first card valued: median ms", statistics.median(times(whole, solve)) * 1000
    few = whole[:PLAIN]
    ratio = sum(times(few, without_table)) / sum(times(few, with_table))
    yield f"{PLAIN} of them: plain alpha-beta takes so many times as long", ratio
    for cards in (5, 6, 7):
        small = [deal(rules, rng, cards) for _ in range(SMALL)]
        fast, slow = times(small, with_table), times(small, without_table)
        yield f"{cards} cards each: median ms", statistics.median(fast) * 1000
        yield f"{cards} cards each: plain alpha-beta takes so many times as long", sum(slow) / sum(fast)
    rules = ruleset("klaverjassen-rotterdam")
    with_roem = times([deal(rules, rng, 6) for _ in range(SMALL)], with_table)
    yield "with roem, 6 cards each: median ms", statistics.median(with_roem) * 1000
