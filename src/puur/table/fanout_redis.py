"""Fan-out through Redis or Valkey, for several server processes. For puur.server.app, imported only if needed."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Any, cast

import msgspec
from redis.asyncio import Redis
from redis.exceptions import RedisError

from puur.client.table_messages import Phrase
from puur.engine.messages import Seat
from puur.table.fanout import News

log = logging.getLogger("puur.fanout")
CHANNEL = "puur"
ALIVE = 20
"""Seconds after which a process that says nothing counts as dead, and what it had counted as gone."""
BEAT = 5.0
KEPT = 7 * 86_400
PATIENCE = 2.0


class ThroughRedis:
    """Several processes that share a Redis or Valkey server."""

    alone = False

    def __init__(self, url: str) -> None:
        self._redis: Redis = Redis.from_url(url)
        self._me = secrets.token_hex(6)
        self._tasks: set[asyncio.Task[None]] = set()
        self._outbox: asyncio.Queue[bytes] = asyncio.Queue(10_000)

    async def start(self, hear: Callable[[News], None]) -> None:
        await self._redis.set(alive(self._me), 1, ex=ALIVE)
        listening = asyncio.Event()
        for run in (self._listen(hear, listening), self._send(), self._live()):
            task = asyncio.create_task(run)
            self._tasks.add(task)
        await listening.wait()

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(RedisError, OSError):
            await self._redis.delete(alive(self._me))
        await self._redis.aclose()

    async def check(self) -> None:
        try:
            await asyncio.wait_for(self._redis.ping(), PATIENCE)
        except RedisError as error:
            raise OSError(f"Redis: {error}") from error

    def publish(
        self,
        table: str | None = None,
        seq: int = 0,
        lobby: bool = False,
        *,
        seat: Seat | None = None,
        phrase: Phrase | None = None,
        watching: bool = False,
        mutes: str | None = None,
    ) -> None:
        news = News(self._me, table, seq, lobby, seat, phrase, watching, mutes)
        with suppress(asyncio.QueueFull):  # who misses news reads them in the log with the next ones
            self._outbox.put_nowait(msgspec.json.encode(news))

    async def _send(self) -> None:
        while True:
            message = await self._outbox.get()
            try:
                await self._redis.publish(CHANNEL, message)
            except (RedisError, OSError):
                log.exception("could not publish")
                await asyncio.sleep(0.5)

    async def _listen(self, hear: Callable[[News], None], listening: asyncio.Event) -> None:
        decoder = msgspec.json.Decoder(News)
        while True:
            try:
                async with self._redis.pubsub() as pubsub:
                    await pubsub.subscribe(CHANNEL)
                    async for message in pubsub.listen():
                        listening.set()
                        if message["type"] == "message":
                            news = decoder.decode(message["data"])
                            if news.sender != self._me:
                                hear(news)
            except (RedisError, OSError, msgspec.DecodeError):
                log.exception("lost the connection to Redis")
                await asyncio.sleep(0.5)

    async def _live(self) -> None:
        """Say again and again that this process is alive."""
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self._redis.set(alive(self._me), 1, ex=ALIVE)
            except (RedisError, OSError):
                log.exception("could not say that this process is alive")

    async def tally(self, what: str, here: int) -> int:
        """Each process has its own number under its own name; those of processes that have died are removed."""
        try:
            async with asyncio.timeout(PATIENCE):
                return here + await self._elsewhere(f"puur:{what}", here)
        except (RedisError, OSError):
            log.exception("could not count together with the other processes")
            return here

    async def _elsewhere(self, key: str, here: int) -> int:
        async with self._redis.pipeline() as pipe:
            if here:
                pipe.hset(key, self._me, str(here))
                pipe.expire(key, KEPT)
            else:
                pipe.hdel(key, self._me)
            pipe.hgetall(key)
            found = cast(dict[bytes, bytes], (await pipe.execute())[-1])
        others = {name.decode(): int(number) for name, number in found.items() if name.decode() != self._me}
        if not others:
            return 0
        living: list[Any] = await self._redis.mget([alive(name) for name in others])
        dead = [name for name, life in zip(others, living, strict=True) if life is None]
        if dead:
            await cast(Any, self._redis.hdel(key, *dead))
        return sum(number for name, number in others.items() if name not in dead)


def alive(process: str) -> str:
    return f"puur:alive:{process}"
