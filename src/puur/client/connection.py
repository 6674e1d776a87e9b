"""Client: a WebSocket to a server, and tables that one plays at. For authors of bots, and for tests.

async with Client.connect("http://localhost:8000", token="puur_...") as client:
    table = await client.play("differenzler")
    await table.run(lambda view, choices: ...)
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from puur.client import protocol as p
from puur.client import table_messages as t
from puur.client.seat import Seat, commitment

_decoder: msgspec.json.Decoder[p.ToClient] = msgspec.json.Decoder(p.ToClient)


class Refused(Exception):
    """The server refused a command; ``reason`` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Client:
    """One connection. Make it with ``Client.connect``."""

    def __init__(self, socket: ClientConnection, http: httpx.AsyncClient) -> None:
        self._socket = socket
        self._http = http
        self._waiting: dict[str, asyncio.Future[None]] = {}
        self._number = 0
        self.seats: dict[str, Seat] = {}
        self.nonces: dict[str, str] = {}
        """One's own nonce for each head: keep them with the cookies if the table is to be gone on with later."""
        self.me: p.Me | None = None
        self.frames: asyncio.Queue[p.ToClient] = asyncio.Queue()
        """Frames that belong to no seat: lobby, quick play, trouble."""
        self.welcomed = asyncio.Event()
        self.lost = asyncio.Event()

    @classmethod
    @asynccontextmanager
    async def connect(
        cls, url: str, *, token: str | None = None, cookies: Mapping[str, str] | None = None
    ) -> AsyncIterator[Client]:
        """Connect with an API token, with the cookie of a session, or as a new guest.

        Raises Refused with the close code of docs/protocol.md if the server does not let one in.
        """
        origin = url.rstrip("/")
        headers = {"origin": origin} if token is None else {"authorization": f"Bearer {token}"}
        async with httpx.AsyncClient(base_url=url, headers=headers, cookies=dict(cookies or {}), timeout=30) as http:
            if token is None and not cookies:
                (await http.post("/api/session")).raise_for_status()
            if token is None:
                headers = {
                    "origin": origin,
                    "cookie": "; ".join(f"{name}={value}" for name, value in http.cookies.items()),
                }
            async with connect(_socket_url(url), additional_headers=headers, compression=None, max_size=None) as ws:
                client = cls(ws, http)
                listening = asyncio.create_task(client._listen())
                try:
                    await client.welcomed.wait()
                    if client.me is None:
                        raise Refused(str(ws.close_code))
                    yield client
                finally:
                    listening.cancel()
                    await asyncio.gather(listening, return_exceptions=True)

    @property
    def cookies(self) -> dict[str, str]:
        """The session, to connect with again."""
        return dict(self._http.cookies.items())

    # ---------------------------------------------------------------------------------------------- tables

    async def play(self, variant: str, **more: Any) -> Seat:
        """Play alone against three bots of the house: ``options``, ``level`` and ``clock`` may be given."""
        answer = await self.post("/api/play", {"variant": variant, **more})
        return await self.join(answer["table"])

    async def open(self, settings: t.TableSettings, *, bots: bool = False) -> Seat:
        """Open a table, and sit at it."""
        answer = await self.post("/api/tables", {"settings": msgspec.to_builtins(settings), "bots": bots})
        return await self.join(answer["table"])

    async def join(self, table: str, invitation: str | None = None, *, k: int = 0, seat: int | None = None) -> Seat:
        """Subscribe to a table; raises Refused where that may not be."""
        found = self.seats.get(table) or Seat(self, table)
        self.seats[table] = found
        await self.send(p.Subscribe(table, k, seat, invitation))
        await found.subscribed.wait()
        if found.refused is not None:
            del self.seats[table]
            raise Refused(found.refused)
        if self.lost.is_set():
            raise ConnectionError("the connection is lost")
        return found

    async def act(self, table: str, action: t.AnyAction, invitation: str | None = None) -> None:
        """Do something at a table; raises Refused."""
        self._number += 1
        id_ = f"{secrets.token_hex(6)}-{self._number}"
        done = self._waiting[id_] = asyncio.get_running_loop().create_future()
        await self.send(p.Act(table, id_, action, invitation))
        await done

    # ---------------------------------------------------------------------------------------------- plumbing

    async def post(self, path: str, body: object) -> Any:
        answer = await self._http.post(path, json=body)
        if answer.is_error:
            raise Refused(f"{answer.status_code}: {answer.text[:300]}")
        return answer.json()

    async def get(self, path: str) -> httpx.Response:
        return await self._http.get(path)

    async def send(self, frame: p.FromClient) -> None:
        await self._socket.send(msgspec.json.encode(frame).decode())

    async def _listen(self) -> None:
        beat = asyncio.create_task(self._beat())
        try:
            async for data in self._socket:
                await self._hear(_decoder.decode(data))
        finally:
            beat.cancel()
            self.lost.set()
            self.welcomed.set()
            for future in self._waiting.values():
                if not future.done():
                    future.set_exception(ConnectionError("the connection is lost"))
            for seat in self.seats.values():
                seat.subscribed.set()
                seat.changed.set()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(20)
            await self.send(p.Ping())

    async def _hear(self, frame: p.ToClient) -> None:
        if isinstance(frame, p.Welcome):
            self.me = frame.me
            self.welcomed.set()
        elif isinstance(frame, p.Update):
            seat = self.seats.get(frame.table)
            if seat is not None:
                seat.hear(frame)
            self._answered(frame.accepted, None)
        elif isinstance(frame, p.Subscribed):
            if frame.table in self.seats:
                self.seats[frame.table].begin(frame)
        elif isinstance(frame, p.Accepted):
            self._answered(frame.id, None)
        elif isinstance(frame, p.Refused) or (isinstance(frame, p.Trouble) and frame.id is not None):
            self._answered(frame.id, Refused(frame.reason))
        elif not (isinstance(frame, p.Trouble) and self._joined_in_vain(frame)):
            self.frames.put_nowait(frame)

    def _joined_in_vain(self, trouble: p.Trouble) -> bool:
        """Whether this is the answer to a subscription that somebody waits for."""
        seat = self.seats.get(trouble.table or "")
        if seat is None or seat.subscribed.is_set():
            return False
        seat.refused = trouble.reason
        seat.subscribed.set()
        return True

    def _answered(self, id_: str | None, error: Exception | None) -> None:
        future = None if id_ is None else self._waiting.pop(id_, None)
        if future is not None and not future.done():
            if error is None:
                future.set_result(None)
            else:
                future.set_exception(error)


def _socket_url(url: str) -> str:
    parts = urlsplit(url)
    scheme = "wss" if parts.scheme == "https" else "ws"
    return urlunsplit((scheme, parts.netloc, "/ws", f"protocol={p.PROTOCOL}", ""))


__all__ = ["Client", "Refused", "commitment"]
