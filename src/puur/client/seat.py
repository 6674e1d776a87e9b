"""Seat: a table as one player of it sees it, folded from what the server sends. For puur.client's users."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeAlias, get_args

from puur.client import protocol as p
from puur.client import table_messages as t
from puur.engine import messages as m
from puur.engine.view import View, begin_view, see

if TYPE_CHECKING:
    from puur.client.connection import Client

GAME_SEEN = get_args(m.Seen)
HARMLESS = ("wrong-phase", "wrong-stage", "not-your-turn", "already-final", "already-committed", "already-opened")
"""Reasons of refusals that only say that somebody was quicker: a bot after a time-out, or oneself in another tab."""
Choose: TypeAlias = Callable[[View, p.Choices], m.SeatAction | Awaitable[m.SeatAction]]


class Seat:
    """One's place at a table, or a spectator's (``seat`` is None)."""

    def __init__(self, client: Client, table: str) -> None:
        self.client = client
        self.table = table
        self.seat: int | None = None
        self.host = False
        self.invitation: str | None = None
        self.k = 0
        self.seen: list[t.AnySeen] = []
        self.view: View | None = None
        self.players: list[t.PlayerInfo | None] = [None] * 4
        self.turn = p.Turn(())
        self.over = False
        self.witness: tuple[str, int, str] | None = None
        """Head, seat and nonce: what proves later that the record is of this match."""
        self.refused: str | None = None
        """Why one may not be here."""
        self.subscribed = asyncio.Event()
        self.changed = asyncio.Event()
        self._binding = ""
        self._head: str | None = None
        self._parts: set[int] = set()
        self._committed: set[int] = set()
        self._opened: set[int] = set()

    # ---------------------------------------------------------------------------------------------- hearing

    def begin(self, frame: p.Subscribed) -> None:
        self.seat, self.host, self.invitation = frame.seat, frame.host, frame.invitation
        if frame.k != self.k:
            self.k, self.seen, self.view, self.over = frame.k, [], None, False
            self.players = [None] * 4

    def hear(self, frame: p.Update) -> None:
        for event in frame.events:
            self._see(event)
        self.k, self.turn = frame.k, frame.turn
        self.subscribed.set()
        self.changed.set()

    def _see(self, event: t.AnySeen) -> None:
        self.seen.append(event)
        if isinstance(event, m.MatchStarted):
            self.view = begin_view(event, self.seat)
        elif isinstance(event, GAME_SEEN) and self.view is not None:
            self.view = see(self.view, event)
            self.over = self.over or isinstance(event, m.MatchEnded)
        elif isinstance(event, t.TableCancelled):
            self.over = True
        elif isinstance(event, t.SeatTaken):
            self.players[event.seat] = event.player
        elif isinstance(event, t.SeatFreed):
            self.players[event.seat] = None
        elif isinstance(event, t.ChainPublished):
            self._chain(event)
        elif isinstance(event, t.NonceCommitted):
            self._committed.add(event.seat)
        elif isinstance(event, t.NonceOpened):
            self._opened.add(event.seat)

    def _chain(self, event: t.ChainPublished) -> None:
        binding = event.table_hash
        if event.epoch and self._head is not None:
            data = bytes.fromhex(binding) + event.epoch.to_bytes(4, "big") + bytes.fromhex(self._head)
            binding = hashlib.sha256(b"puur fair 1 renewal\0" + data).hexdigest()
        self._binding, self._head, self._parts = binding, event.head, set(event.parts)
        self._committed, self._opened = set(), set()

    @property
    def owed(self) -> t.CommitNonce | t.OpenNonce | None:
        """What one still has to do for fair deals."""
        if self.seat is None or self._head is None or self.seat not in self._parts or self.over:
            return None
        nonce = self.client.nonces.setdefault(self._head, secrets.token_hex(32))
        self.witness = (self._head, self.seat, nonce)
        if self.seat not in self._committed:
            return t.CommitNonce(commitment(self._binding, self._head, self.seat, nonce))
        if self._committed >= self._parts and self.seat not in self._opened:
            return t.OpenNonce(nonce)
        return None

    # ---------------------------------------------------------------------------------------------- playing

    async def act(self, action: t.AnyAction) -> None:
        """Do something; raises Refused."""
        await self.client.act(self.table, action, self.invitation)

    async def next_change(self) -> None:
        await self.changed.wait()
        self.changed.clear()
        if self.client.lost.is_set():
            raise ConnectionError("the connection is lost")

    async def wait_for(self, true: Callable[[Seat], Any]) -> None:
        """Wait until something is true of this seat."""
        while not true(self):
            await self.next_change()

    async def fairness(self) -> None:
        """Do one's part for fair deals."""
        while (action := self.owed) is not None:
            if not await self._quietly(action):
                await asyncio.sleep(0.1)

    async def run(self, choose: Choose) -> None:
        """Play until the match is over: ``choose`` is asked whenever it is one's turn."""
        asked = -1
        while not self.over:
            await self.fairness()
            choices, view = self.turn.choices, self.view
            if self.turn.deal_at is not None and self.k != asked:
                asked = self.k
                await self._quietly(t.GoOn())
            elif choices is not None and view is not None and self.seat in self.turn.to_act and self.k != asked:
                asked = self.k
                action = choose(view, choices)
                await self._quietly(await action if isinstance(action, Awaitable) else action)
            elif self.owed is None:
                await self.next_change()

    async def _quietly(self, action: t.AnyAction) -> bool:
        """Act; whether it was accepted. A refusal because somebody was quicker is no error."""
        from puur.client.connection import Refused

        try:
            await self.act(action)
        except Refused as refused:
            if refused.reason not in HARMLESS:
                raise
            return False
        return True


def commitment(binding: str, head: str, seat: int, nonce: str) -> str:
    """What a seat shows of its nonce (docs/fairness.md, section 5)."""
    parts = bytes.fromhex(binding), bytes.fromhex(head), bytes([seat]), bytes.fromhex(nonce)
    return hashlib.sha256(b"puur fair 1 nonce\0" + b"".join(parts)).hexdigest()


__all__ = ["Choose", "Seat", "commitment"]
