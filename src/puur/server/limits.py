"""Limits: how much a connection or an address may ask. For puur.server."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable

from puur.server.identity.buckets import Limit, Rate, Shared
from puur.table.fanout import Alone, Fanout


class Bucket:
    """A token bucket: so many a second in the long run, ``burst`` at once. A rate of 0 lets everything through."""

    __slots__ = ("_at", "_clock", "_left", "burst", "rate")

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self._clock = clock
        self._left = burst
        self._at = clock()

    def take(self, cost: float = 1.0) -> bool:
        """Whether there is enough left, which is then taken."""
        if self.rate == 0:
            return True
        now = self._clock()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < cost:
            return False
        self._left -= cost
        return True


class Addresses:
    """A bucket and a number of connections for every address, counted together with the other processes."""

    def __init__(
        self,
        rate: float,
        burst: float,
        connections: int,
        fanout: Fanout | None = None,
        shared: Shared | None = None,
    ) -> None:
        self._limit = None if rate == 0 else Limit("address", Rate(max(1, round(burst)), 1 / rate), shared=shared)
        self._most = connections
        self._fanout = fanout or Alone()
        self._connections: defaultdict[str, int] = defaultdict(int)

    async def ask(self, address: str, cost: float = 1.0) -> float:
        """0.0 if this address may ask now, else the seconds until it may."""
        return 0.0 if self._limit is None else await self._limit.take(address, cost)

    async def connect(self, address: str) -> bool:
        """Whether one more connection is allowed; it is counted then."""
        self._connections[address] += 1
        if self._connections[address] <= self._most and await self._tally(address) <= self._most:
            return True
        await self.disconnect(address)
        return False

    async def disconnect(self, address: str) -> None:
        self._connections[address] -= 1
        await self._tally(address)
        if self._connections[address] <= 0:
            del self._connections[address]

    async def _tally(self, address: str) -> int:
        return await self._fanout.tally(f"connections:{address}", self._connections[address])
