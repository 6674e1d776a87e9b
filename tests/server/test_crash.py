"""The power goes in the middle of fifty running tables. Nothing that anybody has seen is lost, and all finish."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import WebSocketException

from puur.client.connection import Client
from puur.client.table_messages import AnySeen
from puur.engine.notation_reader import read
from puur.engine.record import check
from tests.server.databases import KINDS, Kind, logs_in, on, settings_on, stages_in
from tests.server.players import at_random
from tests.server.running import FAST, RunningServer

TABLES = 50
LOST = (ConnectionError, OSError, WebSocketException, httpx.TransportError)


class Persistent:
    """Somebody who plays alone against three bots, and comes back whenever the connection is lost."""

    def __init__(self, server: RunningServer, rounds: int) -> None:
        self.server = server
        self.rounds = rounds
        self.cookies: dict[str, str] = {}
        self.nonces: dict[str, str] = {}
        self.table: str | None = None
        self.seen: list[AnySeen] = []
        self.connections = 0
        self.over = False
        self.record = b""

    async def play(self) -> None:
        while not self.over:
            try:
                await self._once()
            except LOST:
                await asyncio.sleep(0.2)

    async def _once(self) -> None:
        async with Client.connect(self.server.url, cookies=self.cookies) as client:
            self.cookies = client.cookies
            client.nonces = self.nonces
            self.connections += 1
            if self.table is None:
                seat = await client.play("differenzler", options={"rounds": self.rounds})
                self.table = seat.table
            else:
                seat = await client.join(self.table)
            assert seat.seen[: len(self.seen)] == self.seen, "something that was shown has not happened"
            self.seen = seat.seen
            await seat.run(at_random)
            self.over = seat.over
            self.record = (await client.get(f"/api/tables/{seat.table}/record")).raise_for_status().content


CRASHES = [on("sqlite", 1, 1), *(on(kind, 4, 3, slow=True) for kind in KINDS)]


@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("kind", "crashes", "rounds"), CRASHES)
async def test_fifty_tables_survive_crashes(
    request: pytest.FixtureRequest, tmp_path: Path, kind: Kind, crashes: int, rounds: int
) -> None:
    settings = {**FAST, **await asyncio.to_thread(settings_on, request, kind, tmp_path)}
    server = await asyncio.to_thread(RunningServer(tmp_path, settings).start)
    people = [Persistent(server, rounds) for _ in range(TABLES)]
    playing = [asyncio.create_task(person.play()) for person in people]
    try:
        for _ in range(crashes):
            before = sum(len(person.seen) for person in people)
            while sum(len(person.seen) for person in people) < before + TABLES * 15:
                await asyncio.sleep(0.05)
                for task in playing:
                    assert not task.done() or task.exception() is None, task.exception()
                assert not all(task.done() for task in playing), "too late to pull the plug"
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
        await asyncio.gather(*playing)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        code = await asyncio.to_thread(server.stop)
    assert code == 0
    assert all(person.over for person in people)
    assert max(person.connections for person in people) > crashes
    for person in people:
        steps = check(read(person.record))  # reading plays the match again: every score is right
        assert all(step.ok for step in steps)
    logs = await logs_in(settings["database"])
    assert len(logs) == TABLES
    assert all(count == last and first == 1 for _, count, first, last in logs)
    assert await stages_in(settings["database"]) == {"over"}
