"""Sockets: the WebSocket endpoint of docs/protocol.md. Frames in, commands to tables, frames out. For server.app."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import parse_qs

import msgspec

from puur.client import protocol as p
from puur.client import table_messages as t
from puur.rules.variants import VARIANTS
from puur.server.connection import Connection, Send
from puur.server.entering import may_enter
from puur.server.identity.context import Identity
from puur.server.identity.principal import Principal, resolve
from puur.server.identity.reports import muted_by
from puur.server.identity.same_origin import from_our_pages
from puur.server.limits import Addresses, Bucket
from puur.server.metrics import Metrics
from puur.server.requests import Caller, address_of, by_of, headers_of, me_of
from puur.server.settings import ServerSettings
from puur.table.actor import Table
from puur.table.clock import QUICK_WAIT
from puur.table.decide import Do
from puur.table.house import House, TooMany
from puur.table.services import clock_now

log = logging.getLogger("puur.sockets")

LARGEST = 16 * 1024
HEARTBEAT = 25
SILENCE = 2.5 * HEARTBEAT
SUBSCRIPTIONS = 16
DROPPED = 400
"""Frames over the rate limit until a connection is closed."""

EXPENSIVE = (p.Subscribe, p.WatchLobby, p.QuickPlay)
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
_decoder: msgspec.json.Decoder[p.FromClient] = msgspec.json.Decoder(p.FromClient)


class Sockets:
    """All connections of this process."""

    def __init__(
        self, settings: ServerSettings, house: House, identity: Identity, addresses: Addresses, metrics: Metrics
    ) -> None:
        self._settings = settings
        self._house = house
        self._identity = identity
        self._addresses = addresses
        self._metrics = metrics
        self._watching: set[Connection] = set()
        self.connections: set[Connection] = set()
        self._clock = time.monotonic
        house.services.lobby_changed = self.lobby_changed
        house.services.mutes_changed = self.mutes_changed
        self._tasks: set[asyncio.Task[None]] = set()

    # -------------------------------------------------------------------------------------------- connections

    async def serve(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """One WebSocket, from its handshake to its end."""
        await receive()
        headers = headers_of(scope)
        caller = Caller(address_of(scope), headers)
        player, code = await self._admit(scope, caller)
        if player is None:
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": code})
            return
        try:  # from here on it is counted
            await send({"type": "websocket.accept"})
            await self._converse(player, caller, receive, send)
        finally:
            await self._addresses.disconnect(caller.address)

    async def _converse(self, player: Principal, caller: Caller, receive: Receive, send: Send) -> None:
        """Frames in, frames out, until one of the two sides hangs up."""
        rate = self._settings.frames_per_second
        muted = await muted_by(self._identity, player.id)
        connection = Connection(by_of(player), muted, send, Bucket(rate, rate * 3), caller.address, player.session)
        self.connections.add(connection)
        self._metrics.connections += 1
        connection.tell(p.Welcome(p.PROTOCOL, me_of(player), clock_now(), HEARTBEAT))
        writer = asyncio.create_task(connection.write())
        listener = asyncio.current_task()
        assert listener is not None

        listening = True

        def hang_up(_writer: object) -> None:
            if listening:
                listener.cancel()

        writer.add_done_callback(hang_up)
        try:
            await self._listen(connection, receive, writer)
        except asyncio.CancelledError:
            if not writer.done():
                raise
            listener.uncancel()
        finally:
            listening = False
            self._forget(connection)
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)

    async def _admit(self, scope: MutableMapping[str, Any], caller: Caller) -> tuple[Principal | None, int]:
        """Who it is, or the close code of the refusal."""
        if await self._addresses.ask(caller.address):
            return None, 4429
        wanted = parse_qs(scope["query_string"].decode("ascii", "replace")).get("protocol", [str(p.PROTOCOL)])
        if wanted != [str(p.PROTOCOL)]:
            return None, 4400
        token, cookie = caller.token, None
        if token is None:
            cookie = caller.cookie(secure=self._identity.settings.secure or scope.get("scheme") == "wss")
            if cookie is None:
                return None, 4401
            if not from_our_pages(caller.headers, self._identity.settings.public_origin):
                return None, 4403
        player = await resolve(self._identity, cookie=cookie, bearer=token)
        if not isinstance(player, Principal):
            return None, 4403 if player.reason == "banned" else 4401
        if not await self._addresses.connect(caller.address):
            return None, 4429
        return player, 0

    def _forget(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self._watching.discard(connection)
        self._metrics.connections -= 1
        for table in list(connection.tables.values()):
            table.unsubscribe(connection)
            self._house.release(table)
        connection.tables.clear()

    async def watch(self) -> None:
        """Hang up on connections that have been silent for too long."""
        while True:
            await asyncio.sleep(5)
            before = self._clock() - SILENCE
            for connection in [c for c in self.connections if c.heard < before]:
                connection.close(4408)

    def disconnect(self, user: str, code: int) -> None:
        """Hang up on all connections of a user."""
        for connection in [c for c in self.connections if c.user == user]:
            connection.close(code)

    def end_sessions(self, user: str, left: frozenset[str]) -> None:
        """Hang up on the connections of an account whose session is over: who had got in is out."""
        for connection in [c for c in self.connections if c.user == user]:
            if connection.session is not None and connection.session not in left:
                connection.close(4401)

    def mutes_changed(self, user: str) -> None:
        """Somebody has muted somebody, or no longer: his connections take note."""
        if any(connection.user == user for connection in self.connections):
            task = asyncio.create_task(self._read_mutes(user))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _read_mutes(self, user: str) -> None:
        muted = await muted_by(self._identity, user)
        for connection in self.connections:
            if connection.user == user:
                connection.muted = muted

    def close_all(self) -> None:
        """The server stops: clients come back by themselves."""
        for connection in list(self.connections):
            connection.close(1012)

    # ------------------------------------------------------------------------------------------------- frames

    async def _listen(self, connection: Connection, receive: Receive, writer: asyncio.Task[None]) -> None:
        while not writer.done():
            message = await receive()
            connection.heard = self._clock()
            if message["type"] == "websocket.disconnect":
                return
            self._metrics.frames += 1
            if not connection.bucket.take():
                connection.dropped += 1
                if connection.dropped > DROPPED:
                    connection.close(4429)
                    await asyncio.wait({writer})
                    return
                if connection.dropped % 20 == 1:
                    connection.tell(p.Trouble("too-fast"))
                continue
            data = message.get("text") or message.get("bytes") or b""
            if len(data) > LARGEST:
                connection.tell(p.Trouble("bad-frame"))
                continue
            try:
                frame = _decoder.decode(data)
            except (msgspec.DecodeError, ValueError, RecursionError):
                connection.tell(p.Trouble("bad-frame"))
                continue
            try:
                if isinstance(frame, EXPENSIVE):
                    await self._wait_for_its_turn(connection)
                await self._handle(connection, frame)
            except Exception:
                log.exception("a frame failed", extra={"kind": type(frame).__name__})
                failed = p.Trouble("not-allowed")
                if isinstance(frame, p.Act):
                    failed = p.Trouble("not-allowed", frame.table, frame.id)
                connection.tell(failed)

    async def _wait_for_its_turn(self, connection: Connection) -> None:
        """What reads much in the database counts as a request of its address. It waits, so that it is not lost."""
        while wait := await self._addresses.ask(connection.address):  # noqa: ASYNC110 - others take, too
            await asyncio.sleep(wait)

    async def _handle(self, connection: Connection, frame: p.FromClient) -> None:
        if isinstance(frame, p.Act):
            await self._act(connection, frame)
        elif isinstance(frame, p.Subscribe):
            await self._subscribe(connection, frame)
        elif isinstance(frame, p.Ping):
            connection.tell(p.Pong(clock_now()))
        elif isinstance(frame, p.Unsubscribe):
            table = connection.tables.pop(frame.table, None)
            if table is not None:
                table.unsubscribe(connection)
                self._house.release(table)
        elif isinstance(frame, p.WatchLobby):
            self._watching.add(connection)
            connection.tell(p.Lobby(tuple(await self._house.lobby())))
        elif isinstance(frame, p.UnwatchLobby):
            self._watching.discard(connection)
        else:
            await self._quick_play(connection, frame.variant)

    async def _table(self, connection: Connection, name: str, invitation: str | None) -> Table | None:
        """A table that this user may know of."""
        table = connection.tables.get(name) or await self._house.table(name)
        if table is None:
            return None
        if not may_enter(table, connection.user, invitation):
            if self._house.services.fanout.alone:
                return None
            await table.catch_up()  # he may have sat down in another process
            if not may_enter(table, connection.user, invitation):
                return None
        return table

    async def _act(self, connection: Connection, frame: p.Act) -> None:
        table = await self._table(connection, frame.table, frame.invitation)
        if table is None:
            connection.tell(p.Trouble("no-such-table", frame.table, frame.id))
            return
        answer = await table.submit(Do(connection.by, frame.action), connection, frame.id)
        self._metrics.answered(frame.action, answer.reason)
        if answer.reason is not None:
            connection.tell(p.Refused(frame.table, frame.id, answer.reason))
        elif not answer.told:
            connection.tell(p.Accepted(frame.table, frame.id))

    async def _subscribe(self, connection: Connection, frame: p.Subscribe) -> None:
        if len(connection.tables) >= SUBSCRIPTIONS and frame.table not in connection.tables:
            connection.tell(p.Trouble("too-many", frame.table))
            return
        table = await self._table(connection, frame.table, frame.invitation)
        if table is None:
            connection.tell(p.Trouble("no-such-table", frame.table))
            return
        connection.tables[frame.table] = table
        answer = await table.subscribe(connection, frame.seat, frame.k)
        if answer.reason is not None:
            del connection.tables[frame.table]
            connection.tell(p.Trouble("not-allowed", frame.table))

    # -------------------------------------------------------------------------------------------------- lobby

    def lobby_changed(self, name: str, table: p.LobbyTable | None) -> None:
        if self._watching:
            frame = msgspec.json.encode(p.LobbyChange(name, table))
            for connection in self._watching:
                connection.deliver(frame)

    async def _quick_play(self, connection: Connection, variant: str) -> None:
        """Sit at an open table of quick play, or open one. Bots of others have tables of their own."""
        if variant not in VARIANTS:
            connection.tell(p.Trouble("unknown-variant"))
            return
        by = connection.by
        if by.kind == "bot":
            connection.tell(p.Trouble("not-allowed"))
            return
        for name in await self._house.quick_tables(variant):
            table = await self._house.table(name)
            if table is None:
                continue
            answer = await table.submit(Do(by, t.Sit()))
            if answer.reason in (None, "already-seated"):
                connection.tell(p.QuickSeat(name, table.live.opened_at + QUICK_WAIT))
                return
        try:
            table = await self._house.open(t.TableSettings(variant=variant), by, quick=True)
        except TooMany:
            connection.tell(p.Trouble("too-many"))
            return
        connection.tell(p.QuickSeat(table.id, table.live.opened_at + QUICK_WAIT))
