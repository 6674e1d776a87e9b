"""Several server processes: players of one table on different ones, with Redis between them."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from typer.testing import CliRunner

from puur.cli.main import app
from puur.cli.serve import try_key
from puur.client.connection import Client
from puur.engine.notation_reader import read
from puur.engine.record import check
from puur.table.store.database import Database
from puur.table.store.log import a_sealed_event
from puur.table.store.sealing import load_key
from tests.server.databases import Kind, logs_in, on, settings_on
from tests.server.in_process import serving
from tests.server.people import four_people, play_match, quick_settings
from tests.server.players import at_random
from tests.server.running import FAST, RunningServer, free_port


def test_several_workers_without_redis_are_refused() -> None:
    done = CliRunner().invoke(app, ["serve", "--workers", "2"])
    assert done.exit_code == 2
    assert "give --redis, or --workers 1" in done.output


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--log-level", "loud"], "--log-level is debug"),
        (["--origin", "jass.example.org"], "--origin is like https://"),
        (["--origin", "https://jass.example.org/jass"], "without a path"),
        (["--redis", "localhost:6379"], "--redis is like redis://"),
        (["--database", __file__], "file is not a database"),
        (["--database", "mysql://host/name"], "SQLite and PostgreSQL"),
        (["--database", "postgresql://nobody@127.0.0.1:1/name"], "cannot reach the database"),
        (["--redis", "redis://127.0.0.1:1"], "cannot reach Redis"),
    ],
)
def test_settings_that_cannot_work_are_said_in_one_line(tmp_path: Path, options: list[str], message: str) -> None:
    key = ["--key-file", str(tmp_path / "key"), "--port", str(free_port())]
    done = CliRunner().invoke(app, ["serve", *key, *options])
    assert done.exit_code == 2
    (line,) = done.output.splitlines()
    assert message in line


async def test_a_key_that_does_not_open_the_database_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path) as (server, url), Client.connect(url) as client:
        await client.play("differenzler", options={"rounds": 1})
    other = tmp_path / "other.key"
    serve = ["serve", "--database", server.settings.database, "--port", str(free_port()), "--key-file"]
    load_key(other)
    for path, message in ((other, "is not the one"), (tmp_path / "none.key", "put it there")):
        done = await asyncio.to_thread(CliRunner().invoke, app, [*serve, str(path)])
        assert done.exit_code == 2
        (line,) = done.output.splitlines()
        assert message in line
    assert not (tmp_path / "none.key").exists()
    database = Database(server.settings.database)
    try_key(server.settings.key_path, await a_sealed_event(database))
    await database.close()


@pytest.mark.parametrize("kind", [on("sqlite"), on("postgresql", slow=True)])
async def test_players_of_one_table_may_be_on_different_processes(
    request: pytest.FixtureRequest, redis: str, tmp_path: Path, kind: Kind
) -> None:
    settings = {**FAST, **await asyncio.to_thread(settings_on, request, kind, tmp_path)}
    server = RunningServer(tmp_path, {**settings, "workers": 2, "redis": redis})
    await asyncio.to_thread(server.start)
    try:
        async with AsyncExitStack() as stack:
            game = quick_settings("differenzler", options={"rounds": 1})
            tables = [await stack.enter_async_context(four_people(server.url, game)) for _ in range(3)]
            await asyncio.wait_for(asyncio.gather(*(play_match(seats, at_random) for seats in tables)), 120)
            for seats in tables:
                answer = await seats[1].client.get(f"/api/tables/{seats[0].table}/record")
                assert all(step.ok for step in check(read(answer.content)))
                public = [[type(event) for event in seat.seen] for seat in seats]
                assert all(len(seen) == len(public[0]) for seen in public)
    finally:
        await asyncio.to_thread(server.stop)
    logs = await logs_in(settings["database"])
    assert len(logs) == 3
    assert all(count == last for _, count, _, last in logs)
