"""The heuristic bot: what a sensible player does without looking ahead, from fitted numbers. Fast, deterministic.

steer.py plays Differenzler, partner.py the team games, calls.py chooses trumps. The same code, compiled, moves the
players inside the playouts of search.
"""

from __future__ import annotations

from random import Random

from puur.bots.base import Budget
from puur.bots.heuristic import calls, partner, steer
from puur.bots.heuristic.constants import constants, partnering
from puur.cards import CODES
from puur.engine.board import Board, Mine
from puur.engine.messages import Declare, Estimate, Play, SeatAction
from puur.engine.phases.melds import best_declaration, groups_of
from puur.engine.view import View


class HeuristicBot:
    """Looks at its cards and at the trick, and does the sensible thing."""

    def choose(self, view: View, rng: Random, budget: Budget) -> SeatAction:
        board, mine = view.board, view.mine
        if mine is None or not view.my_turn:
            raise ValueError("a bot is asked when it is its turn")
        if board.phase == "estimate":
            return Estimate(estimate(board, mine))
        if board.phase == "trump":
            return calls.choose(board, mine)
        if board.phase == "melds" or (board.melds_pending and board.claims[mine.seat] is None):
            return Declare(groups_of(best_declaration(board, mine.dealt)))
        return Play(CODES[card(board, mine)])


def estimate(board: Board, mine: Mine) -> int:
    """The estimate of Differenzler."""
    assert board.mode is not None
    turn = (mine.seat - board.first_leader) % 4
    scratch = [0.0] * steer.WEIGHTS
    return steer.estimate(mine.dealt, board.mode, turn, constants().differenzler.weights, scratch)


def lacking(board: Board) -> list[int]:
    """Per seat the cards that it cannot hold, from what it has played."""
    tables = board.tables
    assert tables is not None
    lacks = [0, 0, 0, 0]
    for leader, cards in (*((trick.leader, trick.cards) for trick in board.tricks), (board.leader, board.trick)):
        packed = 0
        for count, c in enumerate(cards):
            seat = (leader + count) % 4
            lacks[seat] = partner.learn(
                lacks[seat], tables.rule, c, packed, count, tables.trump, tables.jack, tables.beats
            )
            packed |= c << (6 * count)
    return lacks


def roem_rule(board: Board) -> int:
    rules = board.rules
    return (partner.ROEM_LOW if rules.roem_low_quartets else partner.ROEM) if rules.roem else partner.NO_ROEM


def card(board: Board, mine: Mine) -> int:
    """The card to play."""
    t, rules = board.tables, board.rules
    assert t is not None
    count = len(board.trick)
    unseen = t.deck & ~mine.hand
    for played in board.played:
        unseen &= ~played
    if not rules.teams:
        missing = (mine.estimate or 0) - board.points[mine.seat]
        return steer.choose(
            t.rule, mine.hand, unseen, board.packed, count, missing, t.trump, t.jack, rules.last_trick, t.beats,
            t.points, constants().differenzler.style,
        )  # fmt: skip
    declaring = board.declarer is not None and (board.declarer - mine.seat) % 2 == 0
    return partner.choose(
        t.rule, mine.hand, unseen, board.packed, count, mine.seat, declaring, lacking(board), t.trump, t.jack,
        rules.last_trick, roem_rule(board), t.beats, t.points, partnering(rules).styles[t.mode // 4],
    )  # fmt: skip
