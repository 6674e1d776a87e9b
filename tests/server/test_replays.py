"""Records afterwards: who may see them, and how long they are kept."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from puur.client.connection import Client
from puur.server import app
from puur.table import house
from tests.server.in_process import serving
from tests.server.players import at_random
from tests.server.tap import guest

DAY = 86_400_000


@pytest.mark.parametrize(
    ("choice", "expected"),
    [("public", [200, 200, 200, 200]), ("link", [200, 200, 404, 404]), ("private", [200, 404, 404, 404])],
)
async def test_a_record_is_for_whom_the_creator_chose(tmp_path: Path, choice: str, expected: list[int]) -> None:
    async with serving(tmp_path) as (_, url), Client.connect(url) as client:
        seat = await client.play("differenzler", options={"rounds": 1}, replay=choice)
        path = f"/api/tables/{seat.table}/record"
        assert (await client.get(path)).status_code == 404  # not even for its player while it runs
        await seat.run(at_random)
        (row,) = (await client.get("/api/me/tables")).json()
        assert (row["over"], row["table"]["id"]) == (True, seat.table)
        key = row["replay_key"]
        async with httpx.AsyncClient(base_url=url, cookies=await guest(url)) as stranger:
            answers = [
                await client.get(path),
                await stranger.get(path, params={"key": key}),
                await stranger.get(path, params={"key": key[:-1] + "x"}),
                await stranger.get(path),
            ]
        assert [answer.status_code for answer in answers] == expected
        assert len({answer.content for answer in answers if answer.status_code == 200}) == 1
        async with httpx.AsyncClient(base_url=url) as nobody:  # without a cookie, as from a link in a mail
            assert (await nobody.get(path, params={"key": key})).status_code == expected[1]
            assert answers[0].headers["content-disposition"].startswith("attachment")


async def test_records_are_deleted_when_they_were_kept_long_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house, "DELETED_AT_ONCE", 1)
    async with serving(tmp_path) as (server, url), Client.connect(url) as client:
        old, older = [await client.play("differenzler", options={"rounds": 1}) for _ in range(2)]
        for seat in (old, older):
            await seat.run(at_random)
        running = await client.play("differenzler", options={"rounds": 1})
        now = server.services.now
        server.services.now = lambda: now() + 30 * DAY - 60_000
        assert await server.house.delete_old(30) == 0
        server.services.now = lambda: now() + 30 * DAY + 60_000
        assert await server.house.delete_old(30) == 2
        assert (await client.get(f"/api/tables/{old.table}/record")).status_code == 404
        assert [row["table"]["id"] for row in (await client.get("/api/me/tables")).json()] == [running.table]
        assert await server.services.log.read(old.table) == []
        assert await server.services.log.read(running.table) != []


async def test_old_records_are_deleted_in_the_next_hour_if_the_database_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    again = asyncio.Event()

    async def delete_old(_house: house.House, days: int) -> int:
        asked.append(days)
        if len(asked) == 1:
            raise sa.exc.OperationalError("SELECT", {}, OSError("away"))
        again.set()
        return 0

    monkeypatch.setattr(house.House, "delete_old", delete_old)
    monkeypatch.setattr(app, "MINUTE", 0.001)
    async with serving(tmp_path):
        await asyncio.wait_for(again.wait(), 20)
    assert asked[0] == 365
