"""Jass: from forehand, each player names a suit or passes, one round only (section 3)."""

from __future__ import annotations

from puur.cards import SUIT_CODES
from puur.engine.board import Board
from puur.engine.messages import Call, Name, Pass, Reason, Seat
from puur.engine.phases.trump.outcome import Contract, Outcome, Redeal


def speaker(board: Board) -> Seat | None:
    return (board.forehand + len(board.calls)) % 4


def choices(board: Board) -> list[Call]:
    return [*(Name(suit) for suit in SUIT_CODES), Pass()]


def refusal(board: Board, call: Call) -> Reason | None:
    return None if call in choices(board) else "call-not-allowed"


def outcome(board: Board) -> Outcome | None:
    seat, call = board.calls[-1]
    if isinstance(call, Name):
        return Contract(seat, call.contract)
    return Redeal() if len(board.calls) == 4 else None
