"""View: all that a seat, or a spectator, may know. A fold of what it has seen, and of nothing else.

Bots, the browser's protocol and the coach work on Views. There is no way to make one from a State.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from puur.cards import INDEX, CardCode, Mask, codes_of
from puur.engine import legality
from puur.engine.board import Board, Mine
from puur.engine.fold import fold, fold_mine, new_board
from puur.engine.messages import MatchStarted, Reason, Seat, SeatAction, Seen
from puur.engine.phases.play import legal_cards, why_not


class View(msgspec.Struct, frozen=True):
    """The board, and for a player his own cards, estimate and melds."""

    board: Board
    mine: Mine | None = None

    @property
    def seat(self) -> Seat | None:
        return None if self.mine is None else self.mine.seat

    @property
    def hand(self) -> tuple[CardCode, ...]:
        """One's own cards; none for a spectator."""
        return () if self.mine is None else codes_of(self.mine.hand)

    @property
    def my_turn(self) -> bool:
        return self.seat is not None and self.seat in self.board.to_act()

    @property
    def points(self) -> int:
        """One's own points in this deal so far (art. 4.6)."""
        return 0 if self.mine is None else self.board.points[self.mine.seat]

    @property
    def missing(self) -> int | None:
        """How many points are still missing to one's own estimate; negative beyond it."""
        if self.mine is None or self.mine.estimate is None:
            return None
        return self.mine.estimate - self.points

    @property
    def estimate_sum(self) -> int | None:
        """The sum of the estimates said aloud so far, where the game hints at it."""
        if not self.board.rules.zero_sum_hint:
            return None
        return sum(points for points in self.board.announced if points is not None)

    def actions(self) -> list[SeatAction]:
        """What this seat may do now."""
        return [] if self.mine is None else legality.choices(self.board, self.mine)

    def refusal(self, action: SeatAction) -> Reason | None:
        """Why this seat may not do this now; None if it may."""
        return "not-a-seat" if self.mine is None else legality.refusal(self.board, self.mine, action)

    def legal_cards(self) -> Mask:
        """The cards that may be played now; none while it is somebody else's turn."""
        if self.mine is None or self.board.phase != "play" or self.board.turn != self.mine.seat:
            return 0
        return legal_cards(self.board, self.mine.hand)

    def card_reasons(self) -> dict[CardCode, Reason]:
        """For every card of the hand that may not be played now, why not."""
        if self.mine is None or self.board.phase != "play" or self.board.turn != self.mine.seat:
            return {}
        reasons = {}
        for code in self.hand:
            reason = why_not(self.board, self.mine.hand, INDEX[code])
            if reason is not None:
                reasons[code] = reason
        return reasons


def begin_view(started: MatchStarted, seat: Seat | None) -> View:
    """The view of a seat, or of a spectator, when a match begins."""
    return View(new_board(started.variant, started.options), None if seat is None else Mine(seat))


def see(view: View, seen: Seen) -> View:
    """The view after one more thing seen."""
    return View(fold(view.board, seen), None if view.mine is None else fold_mine(view.mine, seen))


def watch(seat: Seat | None, stream: Iterable[Seen]) -> View:
    """The view of a seat at the end of its stream, which begins with MatchStarted."""
    iterator = iter(stream)
    first = next(iterator)
    if not isinstance(first, MatchStarted):
        raise ValueError("a stream begins with match-started")
    view = begin_view(first, seat)
    for seen in iterator:
        view = see(view, seen)
    return view
