"""A tap: a WebSocket that keeps every byte that it gets. For tests/server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from puur.client import protocol as p
from puur.client import table_messages as t


class HungUp(Exception):
    """The server has closed the connection; ``code`` says why."""

    def __init__(self, code: int | None) -> None:
        super().__init__(f"closed with code {code}")
        self.code = code


class Tap:
    """One connection, with all frames as they came."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frames: list[bytes] = []
        self._more = asyncio.Event()
        self._number = 0
        self._over = False

    async def listen(self) -> None:
        try:
            async for data in self.socket:
                self.frames.append(data.encode() if isinstance(data, str) else data)
                self._more.set()
        except ConnectionClosed:
            pass
        finally:
            self._over = True
            self._more.set()

    async def send(self, frame: p.FromClient) -> None:
        await self.raw(msgspec.json.encode(frame).decode())

    async def raw(self, data: str | bytes) -> None:
        try:
            await self.socket.send(data)
        except ConnectionClosed:
            raise HungUp(self.socket.close_code) from None

    async def hung_up(self) -> int | None:
        """The code with which the server closes; waits for it."""
        await asyncio.wait_for(self.socket.wait_closed(), 20)
        return self.socket.close_code

    async def until(self, true: Callable[[bytes], bool], start: int = 0) -> bytes:
        """The first frame from the given place on of which something is true."""
        while True:
            while start < len(self.frames):
                if true(self.frames[start]):
                    return self.frames[start]
                start += 1
            if self._over:
                raise HungUp(self.socket.close_code)
            self._more.clear()
            await asyncio.wait_for(self._more.wait(), 20)

    async def act(self, table: str, action: t.AnyAction) -> dict[str, Any]:
        """Do something; the frame that answers."""
        self._number += 1
        id_, start = f"command-{self._number}", len(self.frames)
        await self.send(p.Act(table, id_, action))
        mark = f'"{id_}"'.encode()
        frame: dict[str, Any] = json.loads(await self.until(lambda data: mark in data, start))
        return frame

    async def settle(self) -> None:
        """Wait until everything sent before now has come."""
        start = len(self.frames)
        await self.send(p.Ping())
        await self.until(lambda data: b'"type":"pong"' in data, start)


async def guest(url: str) -> dict[str, str]:
    """The cookies of a new guest."""
    async with httpx.AsyncClient(base_url=url) as http:
        (await http.post("/api/session")).raise_for_status()
        return dict(http.cookies.items())


def as_browser(url: str, cookies: dict[str, str]) -> dict[str, Any]:
    """What websockets.connect needs."""
    return {
        "uri": f"{url.replace('http', 'ws', 1)}/ws?protocol={p.PROTOCOL}",
        "additional_headers": {"cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())},
        "origin": url,
        "compression": None,
        "max_size": None,
    }


@asynccontextmanager
async def tap(url: str, cookies: dict[str, str], **options: Any) -> AsyncIterator[Tap]:
    """A connection as a browser on our own page opens it; ``options`` for websockets.connect."""
    async with connect(**{**as_browser(url, cookies), **options}) as socket:
        found = Tap(socket)
        listening = asyncio.create_task(found.listen())
        try:
            await found.until(lambda data: b'"type":"welcome"' in data)
            yield found
        finally:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)
