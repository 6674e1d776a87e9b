"""What a seat may do, and why it may not: one judge for the engine, the views, the browser and the bots.

Everything follows from the Board and the seat's own Mine, so that an answer can never tell a secret.
"""

from __future__ import annotations

from puur.engine.board import Board, Mine
from puur.engine.messages import Reason, SeatAction
from puur.engine.phases import estimate, melds, play, trump


def refusal(board: Board, mine: Mine, action: SeatAction) -> Reason | None:
    """Why this seat may not do this now, or None if it may."""
    if board.phase == "play":
        return play.refusal(board, mine, action)
    if board.phase == "trump":
        return trump.refusal(board, mine, action)
    if board.phase == "estimate":
        return estimate.refusal(board, mine, action)
    if board.phase == "melds":
        return melds.refusal(board, mine, action)
    return "wrong-phase"


def choices(board: Board, mine: Mine) -> list[SeatAction]:
    """What this seat may do now; of the many declarations of melds the full and the empty one."""
    if board.phase == "play":
        return play.choices(board, mine)
    if board.phase == "trump":
        return trump.choices(board, mine)
    if board.phase == "estimate":
        return estimate.choices(board, mine)
    if board.phase == "melds":
        return melds.choices(board, mine)
    return []
