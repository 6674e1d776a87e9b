"""Choosing trumps: one file a procedure. ``procedure(rules)`` finds the one that a game uses.

A procedure reads the calls made so far and says who speaks, what he may call, and what the calls have led to.
Section numbers are those of docs/rules.md.
"""

from __future__ import annotations

from types import ModuleType
from typing import Protocol, cast

from puur.engine.board import Board, Mine
from puur.engine.messages import (
    Accept,
    Bid,
    Call,
    Coinche,
    Name,
    Pass,
    Reason,
    Seat,
    SeatAction,
    Surcoinche,
)
from puur.engine.phases.trump import auction, random_suit, seven_of_hearts, turn_order, up_card
from puur.engine.phases.trump import forehand as forehand_procedure
from puur.engine.phases.trump.outcome import Outcome
from puur.rules.ruleset import Ruleset

CALLS = (Pass, Name, Accept, Bid, Coinche, Surcoinche)


class Procedure(Protocol):
    """What each file of this folder offers."""

    def speaker(self, board: Board) -> Seat | None:
        """Who must call next."""

    def refusal(self, board: Board, call: Call) -> Reason | None:
        """Why the speaker may not make this call."""

    def choices(self, board: Board) -> list[Call]:
        """All calls that the speaker may make."""

    def outcome(self, board: Board) -> Outcome | None:
        """What the calls have led to, or None while somebody must still speak."""


PROCEDURES: dict[str, ModuleType] = {
    "turn-order": turn_order,
    "seven-of-hearts": seven_of_hearts,
    "up-card": up_card,
    "random-suit": random_suit,
    "forehand-must-choose": forehand_procedure,
    "forehand-partner": forehand_procedure,
    "auction": auction,
}


def procedure(rules: Ruleset) -> Procedure:
    return cast(Procedure, PROCEDURES[rules.trump_selection])


def refusal(board: Board, mine: Mine, action: SeatAction) -> Reason | None:
    if not isinstance(action, CALLS):
        return "wrong-phase"
    if board.turn != mine.seat:
        return "not-your-turn"
    return procedure(board.rules).refusal(board, action)


def choices(board: Board, mine: Mine) -> list[SeatAction]:
    if board.turn != mine.seat:
        return []
    return list(procedure(board.rules).choices(board))
