"""Search in the team games: every card in sampled worlds, played on by the heuristic while many cards are left, and
solved with all cards open towards the end.
"""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np

from puur.bots.base import Budget
from puur.bots.deals import Game
from puur.bots.heuristic import lacking
from puur.bots.heuristic.constants import partnering
from puur.bots.playout import Array, Floats
from puur.bots.search import rollouts, score, solver
from puur.bots.search.race import Race
from puur.bots.search.worlds import Clock, hands
from puur.cards import Mask, cards_of
from puur.engine.board import Board
from puur.engine.view import View
from puur.rules.melds import MARRIAGE_POINTS, marriage_mask
from puur.rules.ruleset import Ruleset

MARGIN = 0.5
"""Points that are not worth more worlds."""
OPEN_CARDS = 4
"""With so many cards left in hand the solver takes over from playouts."""


@cache
def game_of(rules: Ruleset) -> Game:
    return Game.of(rules)


@cache
def styles_of(rules: Ruleset, kind: int) -> Floats:
    return np.tile(np.array(partnering(rules).styles[kind]), (4, 1))


@cache
def constants_of(rules: Ruleset, mode: int) -> Array:
    g = game_of(rules)
    return np.array([g.rule, g.trumps[mode], g.jacks[mode], g.last_trick, g.slam, g.roem], dtype=np.int64)


_workspace: list[Array] = []


def workspace() -> tuple[Array, Array, Array]:
    """The solver's memory, one for this process."""
    if not _workspace:
        _workspace.extend((solver.new_table(), solver.new_notes(), solver.new_stack()))
    return _workspace[0], _workspace[1], _workspace[2]


def extras(board: Board, hands: Array, dealt_before: tuple[Mask, ...]) -> Array:
    """Melds and marriage of both teams in each world."""
    out = np.zeros((len(hands), 4), dtype=np.int64)
    out[:, 0], out[:, 1] = board.meld_points
    assert board.mode is not None
    pair = marriage_mask(board.mode)
    if board.rules.marriage == "separate" and pair:
        for seat in range(4):
            whole = hands[:, seat] | dealt_before[seat]
            out[:, 2 + seat % 2] += MARRIAGE_POINTS * ((whole & pair) == pair)
    return out


def card(view: View, rng: Random, budget: Budget, plain: int) -> int:
    """The card with the best expected score; ``plain`` is the heuristic's."""
    board, mine = view.board, view.mine
    assert mine is not None
    assert board.mode is not None
    assert board.declarer is not None
    rules, mode = board.rules, board.mode
    g, consts = game_of(rules), constants_of(rules, mode)
    terms = np.array(
        score.terms(rules, mode, board.declarer % 2, board.bid, board.multiplier, board.carry), dtype=np.int64
    )
    cards = np.array(cards_of(view.legal_cards()), dtype=np.int64)
    roems = np.array([board.roem[0], board.roem[1], 0, 0], dtype=np.int64)
    taken, tricks = np.array(board.points, dtype=np.int64), np.array(board.won, dtype=np.int64)
    gone = board.played[0] | board.played[1] | board.played[2] | board.played[3]
    lacks = np.array(lacking(board), dtype=np.int64)
    solve = mine.hand.bit_count() <= OPEN_CARDS
    race = Race(len(cards), MARGIN)
    for worlds in hands(view, rng, Clock(budget)):
        more = extras(board, worlds, board.played)
        tried = cards[race.alive]
        out = np.zeros((len(worlds), len(tried)), dtype=np.int64)
        if solve:
            rollouts.open_worlds(
                worlds, more, taken, tricks, roems, mine.seat, board.packed, len(board.trick), board.leader,
                board.declarer, tried, consts, g.beats[mode], g.points[mode], terms, *workspace(), out,
            )  # fmt: skip
        else:
            rollouts.team_worlds(
                worlds, more, taken, tricks, roems, lacks, mine.seat, gone, board.packed, len(board.trick),
                board.leader, board.declarer, tried, consts, g.everything, g.beats[mode], g.points[mode],
                styles_of(rules, mode // 4), terms, out,
            )  # fmt: skip
        race.add(out)
        if race.over:
            break
    usual = int(np.flatnonzero(cards == plain)[0])
    if usual in race.alive and race.behind(race.best)[0][race.alive == usual] <= 0:
        return plain
    return int(cards[race.best])
