"""The table server on one core, the load on another: cards played, their way to all seats, memory, growth, start.

A card counts when it has been validated, committed to SQLite (with fsync) and has come to all four seats. The echo
that it is compared with is the same uvicorn with the same WebSocket code, sending every message back and doing
nothing else. Both are given by the clock, and by the processor time of the server alone: the second figure holds
on a machine that has other work as well.
"""

from __future__ import annotations

import asyncio
import os
import resource
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import uvloop

from bench.server_load import LOAD_CORE, SERVER_CORE, Guests, Load, Target, Wire

TABLES = 100
SECONDS = 8.0
MESSAGE = b'{"type":"act","table":"0123456789abcdef","id":"p123","action":{"type":"play","card":"6C"}}'
SIZES = (100, 500, 1000, 2000)
ECHO = """
import uvicorn
async def app(scope, receive, send):
    if scope['type'] == 'websocket':
        await receive()
        await send({'type': 'websocket.accept'})
        while (message := await receive())['type'] != 'websocket.disconnect':
            await send({'type': 'websocket.send', 'text': message['text']})
    elif scope['type'] == 'http':
        await send({'type': 'http.response.start', 'status': 200, 'headers': []})
        await send({'type': 'http.response.body', 'body': b''})
    else:
        while (message := await receive())['type'] != 'lifespan.shutdown':
            await send({'type': 'lifespan.startup.complete'})
        await send({'type': 'lifespan.shutdown.complete'})
uvicorn.run(app, port=PORT, ws='websockets-sansio', ws_per_message_deflate=False, ws_ping_interval=None,
            access_log=False, log_level='warning', loop='uvloop')
"""


class Rate(NamedTuple):
    """How often something happened: by the clock, and by the processor time of the server."""

    a_second: float
    a_processor_second: float


class Mirror:
    """A connection that answers every message with the next one."""

    count = 0

    async def connect(self, port: int) -> None:
        loop = asyncio.get_running_loop()
        _, self.wire = await loop.create_connection(lambda: Wire("127.0.0.1", "", self.hear), "127.0.0.1", port)
        await self.wire.ready

    def hear(self, _data: bytes) -> None:
        Mirror.count += 1
        self.wire.send(MESSAGE)


async def echo(target: Target, connections: int = 100) -> Rate:
    """Messages that come back."""
    mirrors = [Mirror() for _ in range(connections)]
    for mirror in mirrors:
        await mirror.connect(target.port)
        mirror.wire.send(MESSAGE)
    await asyncio.sleep(1)
    begun, used, before = time.perf_counter(), target.seconds(), Mirror.count
    await asyncio.sleep(SECONDS / 2)
    count = Mirror.count - before
    rate = Rate(count / (time.perf_counter() - begun), count / (target.seconds() - used))
    for mirror in mirrors:
        mirror.wire.close()
    return rate


async def throughput(target: Target, load: Load, seconds: float) -> Rate:
    """Cards, as fast as it goes."""
    load.paced = False
    load.go()
    await asyncio.sleep(1)
    begun, used, before = time.perf_counter(), target.seconds(), load.plays
    await asyncio.sleep(seconds)
    count = load.plays - before
    rate = Rate(count / (time.perf_counter() - begun), count / (target.seconds() - used))
    load.running = False
    await asyncio.sleep(0.5)
    return rate


async def idle(target: Target, guests: Guests, count: int) -> float:
    """Bytes that a connection costs which only listens."""
    before = target.memory()
    wires = [await guests.connect(0, lambda _: None) for _ in range(count)]
    await asyncio.sleep(0.5)
    cost = (target.memory() - before) / count
    for wire in wires:
        wire.close()
    await asyncio.sleep(0.5)
    return cost


def sizes() -> list[int]:
    """Numbers of tables, as far as files may be open."""
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return [size for size in SIZES if 4 * (size + 20) + 100 < most]


def at(folder: str, name: str) -> Path:
    path = Path(folder) / name
    path.mkdir()
    return path


def growth(target: Target, runner: asyncio.Runner) -> Iterator[tuple[str, object]]:
    """More and more tables with four listeners each, all at rest but while cards are counted."""
    guests, load = Guests(target.url), Load()
    runner.run(guests.open_many(load, 20))
    runner.run(throughput(target, load, 1))
    base, tables = target.memory(), 0
    rows: list[tuple[int, float, float, Rate]] = []
    for size in sizes():
        begun = time.perf_counter()
        load.waiting.clear()  # the tables that were there before rest from now on
        runner.run(guests.open_many(load, size - tables))
        opened = (size - tables) / (time.perf_counter() - begun)
        memory = target.memory() - base
        tables = size
        rows.append((size, memory / size, opened, runner.run(throughput(target, load, 3))))
    # Last, so that memory that connections give back is not taken for tables.
    connection = runner.run(idle(target, guests, 1000))
    yield "memory of an idle connection, KiB (target 40)", connection / 1024
    for size, each, opened, rate in rows:
        table = f"{(each - 4 * connection) / 1024:,.0f} KiB"
        cards = f"{rate.a_second:,.0f}/s, {rate.a_processor_second:,.0f} a processor second"
        yield f"{size} tables: memory of an idle one (target 100 KiB)", table
        yield f"{size} tables: opened a second", opened
        yield f"{size} tables: cards", cards


def run() -> Iterator[tuple[str, object]]:
    os.sched_setaffinity(0, {LOAD_CORE})
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    yield "server and load on the same core", "yes" if SERVER_CORE == LOAD_CORE else "no"
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        target = Target(at(folder, "echo"), ECHO)
        target.wait()
        echoes = runner.run(echo(target))
        target.stop()
        yield "bare echo: messages/s", echoes.a_second
        yield "bare echo: messages a second of processor time", echoes.a_processor_second

        target = Target(at(folder, "play"))
        target.wait()
        guests = Guests(target.url)
        load = Load()
        runner.run(guests.open_many(load, TABLES))
        plays = runner.run(throughput(target, load, SECONDS))
        yield f"{TABLES} tables: cards/s, committed and sent to four seats", plays.a_second
        yield f"{TABLES} tables: cards a second of processor time", plays.a_processor_second
        yield "share of the echo, by the clock (target 0.20)", plays.a_second / echoes.a_second
        yield "share of the echo, by processor time", plays.a_processor_second / echoes.a_processor_second
        load.paced, load.running = True, True
        load.latencies.clear()
        runner.run(load.pace(plays.a_second / 2, SECONDS))
        times = sorted(1000 * value for value in load.latencies)
        yield "at half of that: cards/s", len(times) / SECONDS
        yield "from the click to all four seats: median, ms", statistics.median(times)
        yield "from the click to all four seats: 99 %, ms (target 50)", times[int(len(times) * 0.99)]
        target.stop()

        target = Target(at(folder, "growth"))
        target.wait()
        yield from growth(target, runner)
        target.stop()

        starts = []
        for _ in range(3):
            begun = time.perf_counter()
            target = Target(Path(folder) / "play")
            target.wait()
            starts.append(time.perf_counter() - begun)
            target.stop()
        yield "start to first page, s (target 3)", statistics.median(starts)
