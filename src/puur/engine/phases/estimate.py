"""Estimates: covered and at the same time, or said aloud from forehand on (sections 2 and 9).

A covered estimate is final. One said aloud may be corrected until the next player speaks; the dealer's, which is
the last, until the first card lies on the table.
"""

from __future__ import annotations

from puur.engine.board import Board, Mine
from puur.engine.messages import Estimate, Reason, SeatAction
from puur.rules.scoring import valid_estimate


def may_correct(board: Board, mine: Mine) -> bool:
    """Whether this seat spoke last and nobody has acted since."""
    return board.speaker == mine.seat and not board.trick and not board.tricks


def refusal(board: Board, mine: Mine, action: SeatAction) -> Reason | None:
    if not isinstance(action, Estimate):
        return "wrong-phase"
    if not valid_estimate(board.rules, action.points):
        return "out-of-range"
    if board.rules.announcement == "open":
        return None if board.turn == mine.seat or may_correct(board, mine) else "not-your-turn"
    return "already-final" if board.confirmed[mine.seat] else None


def choices(board: Board, mine: Mine) -> list[SeatAction]:
    if mine.seat not in board.to_act():
        return []
    return [Estimate(points) for points in range(board.rules.total + 1)]
