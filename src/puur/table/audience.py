"""Audience: who listens to a table, and the frames that each seat may see. For puur.table.actor.

What goes out is made of projections and Views only; frames that are alike for several listeners are encoded once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace

from puur.cards import codes_of
from puur.client import protocol as p
from puur.client import table_messages as t
from puur.engine import messages as m
from puur.engine.board import Board, Mine
from puur.engine.fold import fold_mine
from puur.engine.phases.estimate import may_correct
from puur.engine.view import View, begin_view, see
from puur.table import events as e
from puur.table.claim import proof
from puur.table.clock import turn_of
from puur.table.live import SEATS, Live

_encode = msgspec.json.Encoder().encode
ROLES: tuple[m.Seat | None, ...] = (None, 0, 1, 2, 3)
"""The spectators, whose board everybody shares, and the seats."""
REACTION_GAP = 1_000
"""Milliseconds between two reactions of a seat."""
TELLS_SEATS = frozenset(
    (m.CardPlayed, m.CardsDealt, m.HandsCompleted, m.EstimateMade, m.EstimateAnnounced, m.MeldsDeclared)
)
"""Events that change what a seat knows for itself."""


class Listener(Protocol):
    """A connection, as a table sees it."""

    @property
    def user(self) -> str: ...

    @property
    def muted(self) -> frozenset[str]:
        """The users whose reactions it does not want."""
        ...

    def deliver(self, frame: bytes) -> None:
        """Send this frame, soon; never waits."""
        ...


class Audience:
    """The listeners of one table, what each role has seen so far, and what the four seats may know.

    A view is a board and what its seat knows besides. The board is the same for everybody: it is folded once, from
    what a spectator sees.
    """

    def __init__(self, table: str) -> None:
        self.table = table
        self.roles: dict[Listener, m.Seat | None] = {}
        self.counts: dict[m.Seat | None, int] = dict.fromkeys(ROLES, 0)
        self._reacted: dict[m.Seat, int] = {}
        self._watched: View | None = None
        self._own: list[Mine] = []

    @property
    def spectators(self) -> int:
        return sum(1 for role in self.roles.values() if role is None)

    def view(self, seat: m.Seat | None) -> View | None:
        """All that a seat may know; None before the match."""
        if self._watched is None or seat is None:
            return self._watched
        return View(self._watched.board, self._own[seat])

    # ------------------------------------------------------------------------------------------------ folding

    def fold(self, events: Iterable[e.LogEvent]) -> None:
        """Count and fold events that nobody is told of (when a table is loaded)."""
        for role in ROLES:
            self._see(role, events)

    def _see(self, role: m.Seat | None, events: Iterable[Any]) -> list[t.AnySeen]:
        """What a role sees of these events; counted, and folded into what it knows."""
        found: list[Any] = []
        for event in events:
            kind = type(event)
            seen: Any = e.project(event, role) if kind in e.PROJECTED else event
            if seen is None:
                continue
            found.append(seen)
            if kind is m.MatchStarted:
                if role is None:
                    self._watched = begin_view(event, None)
                    self._own = [Mine(seat) for seat in SEATS]
            elif role is None:
                if self._watched is not None and kind in e.ENGINE_EVENTS:
                    self._watched = see(self._watched, seen)
            elif kind in TELLS_SEATS and (kind is not m.CardPlayed or event.seat == role):
                self._own[role] = fold_mine(self._own[role], seen)
        self.counts[role] += len(found)
        return found

    # ------------------------------------------------------------------------------------------------ telling

    def tell(self, live: Live, events: Sequence[e.LogEvent], author: Listener | None, command: str | None) -> bool:
        """Send what happened to everybody who listens. True if the author has been told with it."""
        present = set(self.roles.values())
        quiet = live.game is not None and live.game.board.phase == "play" and only_cards(live.game.board)
        public = not any(type(event) in e.PROJECTED for event in events)
        same = _encode(events) if public and present else b""
        turn = turn_of(live)
        plain_turn = _encode(turn) if present else b""
        table, at = self.table.encode(), live.changed_at
        frames: dict[m.Seat | None, bytes] = {}
        for role in ROLES:
            seen = self._see(role, events)
            if role in present:
                choices = None if quiet and role not in turn.to_act else self.choices(live, role)
                frames[role] = b'{"type":"update","table":"%s","k":%d,"events":%s,"at":%d,"turn":%s' % (
                    table,
                    self.counts[role],
                    same if public else _encode(seen),
                    at,
                    plain_turn if choices is None else _encode(replace(turn, choices=choices)),
                )
        told = False
        for listener, role in self.roles.items():
            if listener is author and command is not None:
                listener.deliver(frames[role] + b',"accepted":' + _encode(command) + b"}")
                told = True
            else:
                listener.deliver(frames[role] + b"}")
        return told

    def choices(self, live: Live, role: m.Seat | None) -> p.Choices | None:
        """What a seat may do now, from its View."""
        if role is None or live.stage != "playing":
            return None
        view = self.view(role)
        return None if view is None else choices_of(view)

    def send(self, frame: p.ToClient, listeners: Iterable[Listener] | None = None) -> None:
        data = _encode(frame)
        for listener in self.roles if listeners is None else listeners:
            listener.deliver(data)

    # -------------------------------------------------------------------------------------------- subscribing

    def welcome(
        self, live: Live, listener: Listener, role: m.Seat | None, events: Sequence[e.LogEvent], k: int
    ) -> None:
        """Register a listener and send everything from its k-th thing on; ``events`` is the whole log."""
        self.roles[listener] = role
        seen = [s for s in (e.project(event, role) for event in events) if s is not None]
        self.greet(live, listener, role, tuple(seen[k:]), k)

    def greet(self, live: Live, listener: Listener, role: m.Seat | None, seen: tuple[t.AnySeen, ...], k: int) -> None:
        """Say where a listener sits, and what it missed."""
        invitation = live.invitation if role is not None else None
        self.send(p.Subscribed(self.table, role, k, role is not None and live.host == role, invitation), [listener])
        turn = replace(turn_of(live), choices=self.choices(live, role))
        self.send(p.Update(self.table, k + len(seen), seen, live.changed_at, turn), [listener])

    def dismiss_spectators(self) -> None:
        """The match begins at a table that may not be watched."""
        watching = [listener for listener, role in self.roles.items() if role is None]
        self.send(p.Trouble("not-allowed", self.table), watching)
        for listener in watching:
            del self.roles[listener]

    def tell_spectators(self, number: int, listeners: Iterable[Listener] | None = None) -> None:
        self.send(p.Presence(self.table, number), listeners)

    def may_react(self, seat: m.Seat, now: int) -> bool:
        """Whether a seat's last reaction is long enough ago; it counts as made then."""
        if now - self._reacted.get(seat, 0) < REACTION_GAP:
            return False
        self._reacted[seat] = now
        return True

    def react(self, live: Live, seat: m.Seat, phrase: t.Phrase) -> None:
        """Pass a quick reaction to all who have not muted this seat."""
        author = live.seats[seat].user
        hearing = [
            listener
            for listener, role in self.roles.items()
            if author not in listener.muted and (role is None or seat not in live.seats[role].muted)
        ]
        self.send(p.Reacted(self.table, seat, phrase), hearing)

    def listeners_of(self, user: str) -> list[Listener]:
        return [listener for listener in self.roles if listener.user == user]

    def users(self) -> set[str]:
        return {listener.user for listener in self.roles}


def choices_of(view: View) -> p.Choices | None:
    """What a View allows its seat to do; None if nothing."""
    board, mine = view.board, view.mine
    if mine is None:
        return None
    turn = mine.seat in board.to_act()
    if board.phase == "estimate":
        correct = may_correct(board, mine)
        return p.Choices(estimate=(0, board.rules.total), may_correct=correct) if turn or correct else None
    correct = board.phase == "play" and may_correct(board, mine)
    cards = board.phase == "play" and only_cards(board)
    actions = () if cards else tuple(action for action in view.actions() if not isinstance(action, m.Play))
    if not turn and not actions and not correct:
        return None
    legal = view.legal_cards()
    return p.Choices(
        cards=codes_of(legal),
        refused=view.card_reasons() if mine.hand != legal and turn else {},
        actions=actions,
        estimate=(0, board.rules.total) if correct else None,
        may_correct=correct,
        claim=turn and proof(view) is not None,
    )


def only_cards(board: Board) -> bool:
    """Whether there is nothing to do but play a card: no melds to declare or show, no estimate to correct."""
    return not board.compared and not board.melds_pending and board.speaker is None


__all__ = ["ROLES", "SEATS", "Audience", "Listener", "choices_of"]
