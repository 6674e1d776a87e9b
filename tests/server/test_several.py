"""Two server processes' worth of server in one event loop, with Redis between them: nobody can tell them apart."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx
import pytest

from puur.client import protocol as p
from puur.client import table_messages as t
from puur.client.connection import Client
from puur.server.app import Server
from puur.server.identity.buckets import Limit, Rate
from puur.server.shared_limits import RedisBuckets
from puur.table import fanout_redis
from puur.table.fanout import here
from puur.table.fanout_redis import ThroughRedis
from tests.server.in_process import serving
from tests.server.people import quick_settings
from tests.server.redis_server import RunningRedis
from tests.server.tap import Tap, as_browser, guest, tap
from tests.server.test_safety import close_code


@asynccontextmanager
async def two(
    folder: Path, redis: str, **settings: object
) -> AsyncIterator[tuple[tuple[Server, str], tuple[Server, str]]]:
    async with serving(folder, redis=redis, **settings) as one, serving(folder, redis=redis, **settings) as other:
        yield one, other


async def seated(stack: AsyncExitStack, url: str, other: str) -> tuple[str, list[Tap], list[dict[str, str]]]:
    """A public table: its host in one process, a second player in the other."""
    host = await stack.enter_async_context(Client.connect(url))
    table = (await host.open(quick_settings("jass", visibility="public"))).table
    cookies = [host.cookies, await guest(other)]
    taps = [await stack.enter_async_context(tap(at, own)) for at, own in zip((url, other), cookies, strict=True)]
    for connection in taps:
        await connection.send(p.Subscribe(table))
        await connection.settle()
    assert (await taps[1].act(table, t.Sit(1)))["type"] == "update"
    return table, taps, cookies


async def test_reactions_and_spectators_are_the_same_in_every_process(redis: str, tmp_path: Path) -> None:
    async with two(tmp_path, redis) as ((_, one), (_, other)), AsyncExitStack() as stack:
        table, taps, _ = await seated(stack, one, other)
        assert (await taps[0].act(table, t.React("hello")))["type"] == "accepted"
        await taps[1].until(lambda data: b'"reacted"' in data and b'"hello"' in data)
        for count, url in enumerate((one, other), start=1):
            watcher = await stack.enter_async_context(tap(url, await guest(url)))
            await watcher.send(p.Subscribe(table))
            for connection in (*taps, watcher):
                mark = f'"presence","table":"{table}","spectators":{count}'.encode()
                await connection.until(lambda data, mark=mark: mark in data)  # type: ignore[misc]
        late = await stack.enter_async_context(tap(other, await guest(other)))
        await late.send(p.Subscribe(table))
        await late.until(lambda data: b'"spectators":3' in data)


async def test_a_mute_holds_in_every_process_at_once(redis: str, tmp_path: Path) -> None:
    async with two(tmp_path, redis) as ((server, one), (_, other)), AsyncExitStack() as stack:
        table, taps, cookies = await seated(stack, one, other)
        async with httpx.AsyncClient(base_url=other, cookies=cookies[0], headers={"origin": other}) as http:
            (await http.post("/api/me/mutes", json={"table": table, "seat": 1})).raise_for_status()
        async with asyncio.timeout(10):
            while not any(connection.muted for connection in server.sockets.connections):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        assert (await taps[1].act(table, t.React("oops")))["type"] == "accepted"
        await asyncio.sleep(0.3)
        await taps[0].settle()
        assert not any(b"oops" in frame for frame in taps[0].frames)


async def test_a_refusal_is_never_yesterdays(redis: str, tmp_path: Path) -> None:
    """A process that has not heard the news yet asks the log before it says no, or who may come in."""
    async with two(tmp_path, redis) as ((first, one), (second, other)), AsyncExitStack() as stack:
        table, taps, _ = await seated(stack, one, other)
        for server in (first, second):
            server.house.services.fanout.publish = lambda *_, **__: None  # type: ignore[method-assign]
        assert (await taps[0].act(table, t.Fill()))["type"] == "update"
        assert (await taps[1].act(table, t.Ready()))["type"] == "update"
        answer = await taps[0].act(table, t.Start())  # here it is not known that the other is ready
        assert answer["type"] == "update", answer
        assert (await taps[1].act(table, t.CommitNonce("ab" * 32)))["type"] == "update"
        host = await stack.enter_async_context(Client.connect(one))
        closed = await host.open(quick_settings("jass"))
        async with tap(other, await guest(other)) as early:
            await early.send(p.Subscribe(closed.table, invitation=closed.invitation))
            await early.settle()  # now the other process has the table in memory
        friend = await guest(one)
        async with tap(one, friend) as connection:
            await connection.send(p.Act(closed.table, "sit", t.Sit(1), closed.invitation))
            await connection.settle()
        async with tap(other, friend) as back:  # he comes back without the link, elsewhere
            await back.send(p.Subscribe(closed.table))
            await back.until(lambda data: b'"subscribed"' in data and b'"seat":1' in data)


async def test_an_address_has_one_allowance_in_all_processes_together(redis: str, tmp_path: Path) -> None:
    settings = {"requests_per_second": 2.0, "connections_per_address": 3}
    async with two(tmp_path, redis, **settings) as ((_, one), (_, other)), AsyncExitStack() as stack:
        cookies = [await guest(url) for url in (one, other)]
        await stack.enter_async_context(tap(one, cookies[0]))
        await stack.enter_async_context(tap(one, cookies[0]))
        await stack.enter_async_context(tap(other, cookies[1]))
        for url, own in zip((one, other), cookies, strict=True):
            assert await close_code(url, as_browser(url, own)) == 4429
        https = [await stack.enter_async_context(httpx.AsyncClient(base_url=url)) for url in (one, other)]
        began = time.monotonic()
        answers = [await https[number % 2].get("/api/info") for number in range(60)]
        refused = [answer for answer in answers if answer.status_code == 429]
        assert len(answers) - len(refused) <= 20 + 2 * (time.monotonic() - began)  # not 20 in each process
        assert all(int(answer.headers["retry-after"]) >= 1 for answer in refused)
        assert await close_code(one, as_browser(one, cookies[0])) == 4429  # a handshake counts too


async def test_limits_are_shared_and_each_process_counts_alone_while_redis_is_away(
    running_redis: RunningRedis,
) -> None:
    buckets = [RedisBuckets(running_redis.url) for _ in range(2)]
    limits = [Limit("test", Rate(burst=3, every=3600), shared=shared) for shared in buckets]
    try:
        waits = [await limits[number % 2].take("somebody") for number in range(4)]
        assert waits[:3] == [0.0] * 3
        assert 3500 < waits[3] <= 3600
        await limits[0].give_back("somebody")
        assert await limits[1].take("somebody") == 0.0
        assert await limits[1].take("somebody else", 2) == 0.0
        assert await limits[0].take("somebody else", 2) > 0
        await asyncio.to_thread(running_redis.stop)
        waits = [await limit.take("somebody") for limit in limits for _ in range(4)]
        assert [wait > 0 for wait in waits] == [False, False, False, True] * 2
        await asyncio.to_thread(running_redis.start)
        assert await limits[0].take("somebody new") == 0.0
    finally:
        if running_redis.process is None:
            await asyncio.to_thread(running_redis.start)
        for shared in buckets:
            await shared.close()


async def test_who_was_connected_to_a_process_that_died_is_away(redis: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fanout_redis, "ALIVE", 1)
    monkeypatch.setattr(fanout_redis, "BEAT", 0.2)
    one, other = ThroughRedis(redis), ThroughRedis(redis)
    for process in (one, other):
        await process.start(lambda _news: None)
    what = here("table", "user")
    assert await one.tally(what, 1) == 1
    assert await other.tally(what, 1) == 2
    assert await other.tally(what, 0) == 1
    for task in one._tasks:  # dead, without a word
        task.cancel()
    await asyncio.sleep(1.5)
    assert await other.tally(what, 0) == 0
    await other.stop()
    await one.stop()
