"""Search: playouts a second on one core, and decisions of the bots."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random

import numpy as np

from puur.bots.base import Budget, bot
from puur.bots.deals import Game, differenzler_deals, team_deals
from puur.bots.heuristic.constants import constants, partnering
from puur.bots.warm import positions, warm_up
from puur.rules.fast import random_deals
from puur.rules.variants import ruleset


def run() -> Iterator[tuple[str, object]]:
    rules = ruleset("differenzler")
    random_deals(rules, 10, 1)
    before = time.perf_counter()
    random_deals(rules, 1_000_000, 2)
    yield "random full deals of 36 cards played out, a second", 1_000_000 / (time.perf_counter() - before)

    known = constants().differenzler
    styles, weights = np.tile(known.style, (4, 1)), np.tile(known.weights, (4, 1))
    game = Game.of(rules)
    differenzler_deals(game, 10, 1, styles, weights)
    before = time.perf_counter()
    missed = differenzler_deals(game, 100_000, 3, styles, weights)
    yield "heuristic deals of Differenzler, with estimates, a second", 100_000 / (time.perf_counter() - before)
    yield "their mean difference, four equal, 100,000 deals", float(missed.mean())

    rules = ruleset("schieber-swiss")
    numbers, game = partnering(rules), Game.of(rules)
    pair = np.stack([np.array(numbers.styles)] * 2)
    team_deals(game, 10, 1, pair, np.array(numbers.worth))
    before = time.perf_counter()
    team_deals(game, 50_000, 2, pair, np.array(numbers.worth))
    yield "heuristic deals of Swiss Schieber a second", 50_000 / (time.perf_counter() - before)

    before = time.perf_counter()
    warm_up(["search"])
    yield "seconds to warm search up", time.perf_counter() - before
    search, asked = bot("search"), 20
    for view in positions():
        if view.board.rules.announcement == "open":
            continue
        if view.board.phase == "estimate" or (view.board.phase == "play" and not view.board.tricks):
            before = time.perf_counter()
            for seed in range(asked):
                search.choose(view, Random(seed), Budget(iterations=64))
            each = (time.perf_counter() - before) / asked
            yield f"search, 64 worlds, {view.board.variant}, {view.board.phase}: ms a decision", each * 1000
