"""A load of tables for bench_server: bare WebSockets on one core, four players a table who play the first legal card.

The client is as thin as can be, so that the server is what is measured: frames are masked with zeros, and of what
comes only the own turn is looked for.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec

from puur.client import protocol as p
from puur.client import table_messages as t
from puur.client.connection import commitment
from puur.engine import messages as m
from puur.server.settings import ServerSettings
from tests.server.running import FAST, free_port

CORES = sorted(os.sched_getaffinity(0))
SERVER_CORE, LOAD_CORE = CORES[0], CORES[-1]
TURN = b'"choices":{"cards":["'
ESTIMATE = b'"choices":{"estimate"'
PLAYED = b'"type":"card-played"'
DEAL = b'"type":"deal-started"'
ROUNDS = 60


class Wire(asyncio.Protocol):
    """A WebSocket without ceremony."""

    def __init__(self, host: str, headers: str, hear: Callable[[bytes], None]) -> None:
        self._handshake = (
            f"GET /ws?protocol={p.PROTOCOL} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n{headers}\r\n"
        ).encode()
        self._hear = hear
        self._buffer = b""
        self._open = False
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        transport.write(self._handshake)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.ready.done():
            self.ready.set_exception(error or ConnectionError("refused"))

    def data_received(self, data: bytes) -> None:
        data = self._buffer + data if self._buffer else data
        if not self._open:
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self._buffer = head
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self._open = True
            self.ready.set_result(None)
        at = 0
        while len(data) - at >= 2:
            size, start = data[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if len(data) < start + size:
                break
            if data[at] == 0x81:
                self._hear(data[start : start + size])
            at = start + size
        self._buffer = data[at:]

    def send(self, payload: bytes) -> None:
        size = len(payload)
        head = bytes((0x81, 0x80 | size)) if size < 126 else bytes((0x81, 0xFE)) + size.to_bytes(2, "big")
        self._transport.write(head + b"\0\0\0\0" + payload)

    def close(self) -> None:
        self._transport.close()


class Load:
    """All tables, and when their players may act."""

    def __init__(self) -> None:
        self.running = False
        self.paced = False
        self.waiting: deque[tuple[Player, bytes]] = deque()
        self.plays = 0
        self.latencies: list[float] = []
        self.wires: list[Wire] = []

    async def beat(self) -> None:
        """The heartbeat of all connections."""
        while True:
            await asyncio.sleep(15)
            for number, wire in enumerate(self.wires):
                wire.send(b'{"type":"ping"}')
                if number % 50 == 49:
                    await asyncio.sleep(0.01)

    def turn(self, player: Player, card: bytes) -> None:
        if self.running and not self.paced:
            player.play(card)
        else:
            self.waiting.append((player, card))

    def go(self) -> None:
        self.running = True
        while not self.paced and self.waiting:
            player, card = self.waiting.popleft()
            player.play(card)

    async def pace(self, rate: float, seconds: float) -> None:
        """So many cards a second, evenly."""
        begun = time.perf_counter()
        done = 0
        while (spent := time.perf_counter() - begun) < seconds:
            while done < spent * rate and self.waiting:
                player, card = self.waiting.popleft()
                player.play(card)
                done += 1
            await asyncio.sleep(0.0005)


class LoadTable:
    """One table: when its last card was sent, and who has heard of it."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.name = ""
        self.sent = 0.0
        self.heard = 0
        self.chain: dict[str, Any] = {}
        self.chained = asyncio.Event()

    def hears(self) -> None:
        self.heard += 1
        if self.heard == 4:
            self.load.plays += 1
            self.load.latencies.append(time.perf_counter() - self.sent)


class Player:
    """A seat."""

    def __init__(self, table: LoadTable, seat: int) -> None:
        self.table, self.seat = table, seat
        self.wire: Wire
        self.number = 0
        self.estimated = False
        self.answers: dict[bytes, asyncio.Future[None]] = {}

    def hear(self, data: bytes) -> None:
        if PLAYED in data:
            self.table.hears()
        if DEAL in data:
            self.estimated = False
        at = data.find(TURN)
        if at >= 0:
            self.table.load.turn(self, data[at + 21 : at + 23])
        elif ESTIMATE in data and not self.estimated:
            self.estimated = True
            self.send(m.Estimate(40))
        if b"chain-published" in data:
            self.table.chain = next(e for e in json.loads(data)["events"] if e["type"] == "chain-published")
            self.table.chained.set()
        for mark in [mark for mark in self.answers if mark in data]:
            assert b'"refused"' not in data and b'"trouble"' not in data, data
            self.answers.pop(mark).set_result(None)

    def play(self, card: bytes) -> None:
        self.number += 1
        self.table.heard = 0
        self.table.sent = time.perf_counter()
        self.wire.send(
            b'{"type":"act","table":"%s","id":"p%d","action":{"type":"play","card":"%s"}}'
            % (self.table.name.encode(), self.number, card)
        )

    def send(self, action: t.AnyAction) -> bytes:
        self.number += 1
        name = f"a{self.number}"
        self.wire.send(msgspec.json.encode(p.Act(self.table.name, name, action)))
        return f'"{name}"'.encode()

    async def act(self, action: t.AnyAction) -> None:
        done = self.answers[self.send(action)] = asyncio.get_running_loop().create_future()
        await asyncio.wait_for(done, 60)


class Target:
    """A server process on a core of its own."""

    def __init__(self, folder: Path, code: str | None = None, **settings: Any) -> None:
        self.port = free_port()
        values = {"database": str(folder / "puur.sqlite3"), "port": self.port, "log_level": "warning", **FAST}
        values["connections_per_address"] = 1_000_000
        values["tables_per_player"] = 1_000_000
        chosen = ServerSettings(**{**values, **settings})
        serve = f"from puur.cli.serve import run; from puur.server.settings import *; run({chosen!r})"
        code = serve if code is None else code.replace("PORT", str(self.port))
        pinned = f"import os; os.sched_setaffinity(0, {{{SERVER_CORE}}}); {code}"
        self.log = (folder / "server.log").open("ab")
        self.process = subprocess.Popen(
            [sys.executable, "-c", pinned], stdout=self.log, stderr=self.log, start_new_session=True
        )

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def wait(self, path: str = "/") -> None:
        for _ in range(3000):
            try:
                if httpx.get(self.url + path, timeout=5).status_code < 500:
                    return
            except httpx.TransportError:
                time.sleep(0.01)
        raise RuntimeError("the server did not start")

    def memory(self) -> int:
        """Bytes in memory, of the server process alone."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def seconds(self) -> float:
        """Time on the processor."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(30)
        self.log.close()


class Guests:
    """Four guests who sit at every table, with a connection for each."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.host = url.removeprefix("http://")
        self.cookies: list[dict[str, str]] = []
        for _ in range(4):
            with httpx.Client(base_url=url) as http:
                http.post("/api/session").raise_for_status()
                self.cookies.append(dict(http.cookies.items()))

    async def connect(self, who: int, hear: Callable[[bytes], None]) -> Wire:
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies[who].items())
        headers = f"Origin: {self.url}\r\nCookie: {cookie}\r\n"
        loop = asyncio.get_running_loop()
        port = int(self.host.rsplit(":", 1)[1])
        _, wire = await loop.create_connection(lambda: Wire(self.host, headers, hear), "127.0.0.1", port)
        await wire.ready
        return wire

    async def open(self, load: Load, http: httpx.AsyncClient, limit: asyncio.Semaphore) -> list[Player]:
        """A table up to the first card."""
        async with limit:
            table = LoadTable(load)
            settings = t.TableSettings(
                variant="differenzler", options={"rounds": ROUNDS}, clock=None, pause=0, visibility="public"
            )
            body = {"settings": msgspec.to_builtins(settings)}
            answer = await http.post("/api/tables", json=body, headers={"origin": self.url})
            answer.raise_for_status()
            table.name = answer.json()["table"]
            players = [Player(table, seat) for seat in range(4)]
            for player in players:
                player.wire = await self.connect(player.seat, player.hear)
                load.wires.append(player.wire)
                if player.seat:
                    await player.act(t.Sit(player.seat))
                    await player.act(t.Ready())
                player.wire.send(msgspec.json.encode(p.Subscribe(table.name)))
            await players[0].act(t.Start())
            await asyncio.wait_for(table.chained.wait(), 60)
            nonces = [os.urandom(32).hex() for _ in range(4)]
            for player, nonce in zip(players, nonces, strict=True):
                chain = table.chain
                await player.act(t.CommitNonce(commitment(chain["table_hash"], chain["head"], player.seat, nonce)))
            for player, nonce in zip(players, nonces, strict=True):
                await player.act(t.OpenNonce(nonce))
            return players

    async def open_many(self, load: Load, count: int) -> list[Player]:
        limit = asyncio.Semaphore(20)
        beating = asyncio.create_task(load.beat())
        async with httpx.AsyncClient(base_url=self.url, cookies=self.cookies[0], timeout=60) as http:
            tables = await asyncio.gather(*(self.open(load, http, limit) for _ in range(count)))
        for _ in range(2000):
            if len(load.waiting) >= count:
                break
            await asyncio.sleep(0.01)
        assert len(load.waiting) >= count
        beating.cancel()
        return [player for table in tables for player in table]
