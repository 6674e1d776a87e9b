"""Rate limits that all server processes count together, in Redis or Valkey. For puur.server.app, only if needed."""

from __future__ import annotations

import hashlib
import logging
import time
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import RedisError

from puur.server.identity.buckets import CannotShare, Rate

log = logging.getLogger("puur.limits")
PATIENCE = 0.5
"""Seconds for an answer; a request does not wait longer for its limit."""
SAID_EVERY = 60.0
"""Seconds between two lines in the log that say the same."""

TAKE = """
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local every, burst, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now)
local wait = full - every * math.max(0, burst - cost) - now
if wait > 0 then return string.format('%.6f', wait) end
full = full + every * cost
redis.call('SET', KEYS[1], string.format('%.6f', full), 'PX', math.ceil((full - now) * 1000) + 1)
return '0'
"""
GIVE_BACK = """
local full = redis.call('GET', KEYS[1])
if full then
    redis.call('SET', KEYS[1], string.format('%.6f', tonumber(full) - tonumber(ARGV[1])), 'KEEPTTL')
end
"""


class RedisBuckets:
    """What Buckets are in one process, for all: by Redis' own clock, each step at once."""

    def __init__(self, url: str) -> None:
        self._redis: Redis = Redis.from_url(url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)
        self._take: Any = self._redis.register_script(TAKE)
        self._give_back: Any = self._redis.register_script(GIVE_BACK)
        self._said_at = -SAID_EVERY

    async def take(self, key: str, rate: Rate, cost: float) -> float:
        try:
            return float(await self._take(keys=[_name(key)], args=[rate.every, rate.burst, cost]))
        except (RedisError, OSError) as error:
            raise self._away() from error

    async def give_back(self, key: str, rate: Rate) -> None:
        try:
            await self._give_back(keys=[_name(key)], args=[rate.every])
        except (RedisError, OSError) as error:
            raise self._away() from error

    async def close(self) -> None:
        await self._redis.aclose()

    def _away(self) -> CannotShare:
        if time.monotonic() - self._said_at >= SAID_EVERY:
            self._said_at = time.monotonic()
            log.error("Redis is away: this process counts its rate limits by itself")
        return CannotShare()


def _name(key: str) -> str:
    """Names and addresses of people do not stand in Redis as they are."""
    return f"puur:limit:{hashlib.sha256(key.encode()).hexdigest()[:32]}"
