"""The database or Redis goes away while people play: the server says so, and goes on when it is back."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from puur.client.connection import Client, Refused
from puur.client.seat import Seat
from puur.engine.notation_reader import read
from puur.engine.record import check
from puur.table import actor
from tests import postgres as pg
from tests.server.databases import logs_in
from tests.server.in_process import serving
from tests.server.players import at_random
from tests.server.redis_server import redis_server


async def readiness(url: str) -> tuple[int, Any]:
    async with httpx.AsyncClient(base_url=url, timeout=20) as http:
        assert (await http.get("/api/health")).status_code == 200  # the process itself is well
        answer = await http.get("/api/ready")
        return answer.status_code, answer.json()


async def play_stubbornly(seat: Seat) -> int:
    """Play to the end; how often something could not be done at once."""
    failed = 0
    while not seat.over:
        try:
            await seat.run(at_random)
        except Refused as refused:
            if refused.reason != "not-allowed":
                raise
            failed += 1
            await asyncio.sleep(0.05)
    return failed


@pytest.mark.postgres
async def test_a_match_goes_on_when_its_database_is_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actor, "RETRY", 0.1)
    with pg.postgres_server() as address:
        settings = {"database": address, "key_file": str(tmp_path / "puur.key")}
        async with serving(tmp_path, **settings) as (_, url), Client.connect(url) as client:
            assert await readiness(url) == (200, {"ready": True, "database": "ok", "processes": "ok"})
            seat = await client.play("differenzler", options={"rounds": 3})
            playing = asyncio.create_task(play_stubbornly(seat))
            await asyncio.wait_for(seat.wait_for(lambda s: len(s.seen) > 40), 60)
            await asyncio.to_thread(pg.stop, address)
            assert await readiness(url) == (503, {"ready": False, "database": "away", "processes": "ok"})
            assert not playing.done()
            await asyncio.to_thread(pg.start, address)
            await asyncio.wait_for(playing, 120)
            record = (await client.get(f"/api/tables/{seat.table}/record")).raise_for_status().content
            assert all(step.ok for step in check(read(record)))
            assert (await readiness(url))[0] == 200
        assert all(count == last and first == 1 for _, count, first, last in await logs_in(address))


async def test_a_match_goes_on_without_redis(tmp_path: Path) -> None:
    redis = await asyncio.to_thread(redis_server, tmp_path)
    try:
        async with serving(tmp_path, redis=redis.url) as (_, url), Client.connect(url) as client:
            assert await readiness(url) == (200, {"ready": True, "database": "ok", "processes": "ok"})
            seat = await client.play("differenzler", options={"rounds": 1})
            await asyncio.to_thread(redis.stop)
            assert await readiness(url) == (503, {"ready": False, "database": "ok", "processes": "away"})
            await asyncio.wait_for(seat.run(at_random), 60)
            await asyncio.to_thread(redis.start)
            async with asyncio.timeout(20):
                while (await readiness(url))[0] != 200:  # noqa: ASYNC110
                    await asyncio.sleep(0.1)
    finally:
        await asyncio.to_thread(redis.stop)
