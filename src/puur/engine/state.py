"""State: the secret truth of a match. Only the engine and the table may see it; bots and the server may not.

A Board that everybody knows, four Mines, and what nobody knows yet. There is no function from a State to a View.
"""

from __future__ import annotations

import msgspec

from puur.cards import Card
from puur.engine.board import Board, Mine


class State(msgspec.Struct, frozen=True):
    """Everything about a match, folded from its events."""

    board: Board
    mine: tuple[Mine, Mine, Mine, Mine]
    stock: tuple[Card, ...] = ()
    """Cards not yet dealt (Belote)."""
    suits: tuple[int, ...] = ()
    """Suits that will be proposed (Klaverjassen)."""
