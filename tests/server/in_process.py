"""A server in the test's own event loop, with its chance and its clock in the test's hand. For tests/server.

What is injected here - the secrets, the deals, the time, the bots - exists for tests alone: a server that is
started in any other way takes them from the operating system and from the protocol of docs/fairness.md.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import sqlalchemy as sa
import uvicorn

from puur.bots.base import Budget
from puur.bots.random import RandomBot
from puur.engine import messages as m
from puur.engine.view import View
from puur.server.app import Server
from puur.server.patience import Patient
from puur.server.settings import ServerSettings
from puur.table.live import Live
from puur.table.services import RealChance
from tests.server.running import FAST, free_port

NOON = 1_800_000_000_000
"""What the clock shows, where it stands still."""


class GivenChance(RealChance):
    """Names that count up, one seed for all, and the deals that a test gives."""

    def __init__(self) -> None:
        self.number = 0
        self.draws: list[m.Draw] = []

    def seed(self) -> bytes:
        return bytes(range(32))

    def table_id(self) -> str:
        self.number += 1
        return f"table-{self.number:08d}"

    def invitation(self) -> str:
        return f"invitation-{self.number:08d}-for-tests"

    def draw(self, live: Live, number: int) -> m.Draw:
        return self.draws[number - 1] if self.draws else super().draw(live, number)


class RandomMinds:
    """Bots without processes of their own."""

    def __init__(self) -> None:
        self._bot, self._chance = RandomBot(), Random(1)

    async def choose(self, view: View, level: str) -> m.SeatAction:  # noqa: ARG002
        return self._bot.choose(view, self._chance, Budget(iterations=1))

    def pause(self, level: str) -> float:  # noqa: ARG002
        return 0.0


def in_haste(connection: Any, _record: object) -> None:
    """Nothing here needs to survive a power cut."""
    connection.execute("PRAGMA synchronous=OFF")


@asynccontextmanager
async def serving(folder: Path, **settings: Any) -> AsyncIterator[tuple[Server, str]]:
    """The server, and its address."""
    port = free_port()
    values = {"database": str(folder / "puur.sqlite3"), "port": port, **FAST, **settings}
    server = Server(ServerSettings(**values), RandomMinds())
    if server.database.sqlite:
        sa.event.listen(server.database.writer.sync_engine, "connect", in_haste)
    config = uvicorn.Config(
        server,
        host="127.0.0.1",
        port=port,
        http=Patient,
        ws="websockets-sansio",
        ws_max_size=64 * 1024,
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    runner = uvicorn.Server(config)
    task = asyncio.create_task(runner.serve())
    while not runner.started:
        if task.done():
            task.result()
        await asyncio.sleep(0.01)
    try:
        yield server, f"http://127.0.0.1:{port}"
    finally:
        runner.should_exit = True
        await task
