"""Forehand names the contract. In schieber-swiss he may shove to his partner, who must then name (section 7).

Also Klaverjassen's option ``forehand-must-choose`` (section 6.2), where he may not pass.
"""

from __future__ import annotations

from puur.engine.board import Board
from puur.engine.messages import Call, Name, Pass, Reason, Seat
from puur.engine.phases.trump.outcome import Contract, Outcome


def speaker(board: Board) -> Seat | None:
    return (board.forehand + 2 * len(board.calls)) % 4


def choices(board: Board) -> list[Call]:
    names: list[Call] = [Name(contract) for contract in board.rules.contracts]
    may_shove = board.rules.trump_selection == "forehand-partner" and not board.calls
    return [*names, Pass()] if may_shove else names


def refusal(board: Board, call: Call) -> Reason | None:
    return None if call in choices(board) else "call-not-allowed"


def outcome(board: Board) -> Outcome | None:
    seat, call = board.calls[-1]
    return Contract(seat, call.contract) if isinstance(call, Name) else None
