"""Search in Differenzler: play out what every card, or every estimate, leads to, and miss the estimate least.

The others announce and play like the heuristic. Worlds in which it would have played what the others have played
weigh more.
"""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np

from puur.bots.base import Budget
from puur.bots.deals import Game
from puur.bots.heuristic import estimate as heuristic_estimate
from puur.bots.heuristic import steer
from puur.bots.heuristic.constants import constants
from puur.bots.playout import Array, Floats
from puur.bots.search import rollouts
from puur.bots.search.race import Race
from puur.bots.search.worlds import Clock, hands
from puur.cards import cards_of
from puur.engine.view import View
from puur.rules.ruleset import Ruleset

NOISE = 3.0
"""Standard deviation of the others' estimates around the heuristic's."""
DOUBT = 0.6
"""How likely a card is that the heuristic would not play, against one that it would."""
MARGIN = 0.1
"""Points of difference that are not worth more worlds."""
REACH, STEP = 24, 3
"""Estimates tried: so far around the heuristic's, in such steps."""


@cache
def game_of(rules: Ruleset) -> Game:
    return Game.of(rules)


@cache
def _styles() -> tuple[Floats, Floats]:
    style, weights = constants().differenzler.style, constants().differenzler.weights
    return np.tile(np.array(style), (4, 1)), np.array(weights)


def _others(view: View, dealt: Array, chance: np.random.Generator) -> Array:
    """Everybody's estimate in each world: announced ones as they are, others as the heuristic's, a little off."""
    board, mine = view.board, view.mine
    assert mine is not None
    assert board.mode is not None
    out: Array = np.zeros((len(dealt), 4), dtype=np.int64)
    rollouts.model_estimates(dealt, board.mode, board.first_leader, _styles()[1], np.zeros(steer.WEIGHTS), out)
    noise = chance.normal(0.0, NOISE, out.shape)
    out = np.clip(out + np.rint(noise).astype(np.int64), 0, board.rules.total)
    if board.rules.announcement == "open":
        for seat, points in enumerate(board.announced):
            if points is not None:
                out[:, seat] = points
    if mine.estimate is not None:
        out[:, mine.seat] = mine.estimate
    return out


def estimate(view: View, rng: Random, budget: Budget) -> int:
    """The estimate with the least expected difference."""
    board, mine = view.board, view.mine
    assert mine is not None
    assert board.mode is not None
    g, mode, rules = game_of(board.rules), board.mode, board.rules
    guess = heuristic_estimate(board, mine)
    announced = np.array(
        sorted({min(rules.total, max(0, guess + d)) for d in range(-REACH, REACH + 1, STEP)} | {0}), dtype=np.int64
    )
    totals = np.zeros(len(announced))
    chance = np.random.default_rng(rng.getrandbits(64))
    clock = Clock(budget)
    for worlds in hands(view, rng, clock):
        out = np.zeros((len(worlds), len(announced)), dtype=np.int64)
        rollouts.steer_estimates(
            worlds, _others(view, worlds, chance), mine.seat, board.first_leader, announced, g.rule, g.trumps[mode],
            g.jacks[mode], rules.last_trick, g.everything, g.beats[mode], g.points[mode], _styles()[0], out,
        )  # fmt: skip
        totals += np.abs(out - announced).sum(0)
    # Neighbours miss by nearly the same: smooth a little before taking the least.
    means = totals / max(1, clock.worlds)
    if len(means) >= 3:
        padded = np.concatenate([means[:1], means, means[-1:]])
        means = 0.25 * padded[:-2] + 0.5 * padded[1:-1] + 0.25 * padded[2:]
    return int(announced[int(np.argmin(means))])


def card(view: View, rng: Random, budget: Budget) -> int:
    """The card that misses the estimate least on average."""
    board, mine = view.board, view.mine
    assert mine is not None
    assert board.mode is not None
    g, mode, rules = game_of(board.rules), board.mode, board.rules
    cards = np.array(cards_of(view.legal_cards()), dtype=np.int64)
    aim = mine.estimate or 0
    played = np.array(board.played, dtype=np.int64)
    plays = np.array([c for trick in board.tricks for c in trick.cards] + list(board.trick), dtype=np.int64)
    leaders = np.array([trick.leader for trick in board.tricks] + [board.leader], dtype=np.int64)
    gone = int(played[0] | played[1] | played[2] | played[3])
    chance = np.random.default_rng(rng.getrandbits(64))
    race = Race(len(cards), MARGIN)
    common = (g.rule, g.trumps[mode], g.jacks[mode], rules.last_trick, g.everything, g.beats[mode], g.points[mode])
    for worlds in hands(view, rng, Clock(budget)):
        dealt = worlds | played
        estimates = _others(view, dealt, chance)
        weights = np.ones(len(worlds))
        if DOUBT < 1 and len(plays):
            rollouts.steer_agreement(
                dealt, estimates, mine.seat, leaders, plays, *common, _styles()[0], DOUBT, weights
            )
        tried = cards[race.alive]
        out = np.zeros((len(worlds), len(tried)), dtype=np.int64)
        rollouts.steer_worlds(
            worlds, estimates, np.array(board.points, dtype=np.int64), mine.seat, gone, board.packed,
            len(board.trick), board.leader, tried, *common, _styles()[0], out,
        )  # fmt: skip
        race.add(-np.abs(out - aim), weights)
        if race.over:
            break
    return int(cards[race.best])
