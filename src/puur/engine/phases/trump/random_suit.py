"""Klaverjassen: a drawn suit is accepted or passed by all in turn, then a second one (section 6.1)."""

from __future__ import annotations

from puur.cards import SUIT_CODES
from puur.engine.board import Board
from puur.engine.messages import Accept, Call, Pass, Reason, Seat
from puur.engine.phases.trump.outcome import Contract, Outcome, Propose, Redeal


def speaker(board: Board) -> Seat | None:
    return (board.forehand + len(board.calls)) % 4


def choices(board: Board) -> list[Call]:
    return [Accept(), Pass()]


def refusal(board: Board, call: Call) -> Reason | None:
    return None if call in choices(board) else "call-not-allowed"


def outcome(board: Board) -> Outcome | None:
    seat, call = board.calls[-1]
    if isinstance(call, Accept):
        return Contract(seat, SUIT_CODES[board.proposed[-1]])
    if len(board.calls) == 4:
        return Propose()
    return Redeal() if len(board.calls) == 8 else None
