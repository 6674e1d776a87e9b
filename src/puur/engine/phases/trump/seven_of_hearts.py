"""Schieber: the holder of the seven of hearts names a suit or shoves; his partner must then name (section 4)."""

from __future__ import annotations

from puur.cards import SUIT_CODES
from puur.engine.board import Board
from puur.engine.messages import Call, Name, Pass, Reason, Seat
from puur.engine.phases.trump.outcome import Contract, Outcome


def speaker(board: Board) -> Seat | None:
    if board.chooser is None:
        return None
    return (board.chooser + 2 * len(board.calls)) % 4


def choices(board: Board) -> list[Call]:
    names: list[Call] = [Name(suit) for suit in SUIT_CODES]
    return names if board.calls else [*names, Pass()]


def refusal(board: Board, call: Call) -> Reason | None:
    return None if call in choices(board) else "call-not-allowed"


def outcome(board: Board) -> Outcome | None:
    seat, call = board.calls[-1]
    return Contract(seat, call.contract) if isinstance(call, Name) else None
