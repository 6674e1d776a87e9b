"""Belote: take the suit of the up-card or pass, then, in a second round, name another suit or pass (section 5)."""

from __future__ import annotations

from puur.cards import SUIT_CODES, suit_of
from puur.engine.board import Board
from puur.engine.messages import Accept, Call, Name, Pass, Reason, Seat
from puur.engine.phases.trump.outcome import Contract, Outcome, Redeal


def speaker(board: Board) -> Seat | None:
    return (board.forehand + len(board.calls)) % 4


def choices(board: Board) -> list[Call]:
    if len(board.calls) < 4:
        return [Accept(), Pass()]
    assert board.up_card is not None
    turned = suit_of(board.up_card).code
    suits = [s for s in SUIT_CODES if s != turned or board.rules.round2_suits == "any"]
    return [*(Name(s) for s in suits), Pass()]


def refusal(board: Board, call: Call) -> Reason | None:
    return None if call in choices(board) else "call-not-allowed"


def outcome(board: Board) -> Outcome | None:
    seat, call = board.calls[-1]
    if isinstance(call, Accept):
        assert board.up_card is not None
        return Contract(seat, suit_of(board.up_card).code)
    if isinstance(call, Name):
        return Contract(seat, call.contract)
    return Redeal() if len(board.calls) == 8 else None
