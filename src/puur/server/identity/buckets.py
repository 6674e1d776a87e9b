"""Token buckets: how often something may be done. Used by identity and open to the rest of the server.

``Buckets`` live in the memory of one process. A ``Limit`` counts in them, or together with other processes where
there is a place for that (puur.server.shared_limits).
"""

from __future__ import annotations

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Rate:
    """So many at once, then one in so many seconds."""

    burst: int
    every: float


class Buckets:
    """One bucket for each key, for example an address; full ones are forgotten, oldest first."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic, capacity: int = 50_000) -> None:
        self.rate = rate
        self._clock = clock
        self._capacity = capacity
        # By key, when the bucket will be full again: the one number that a bucket is.
        self._full_at: OrderedDict[str, float] = OrderedDict()

    def take(self, key: str, cost: float = 1.0) -> float:
        """Take so many tokens: 0.0 if there were enough, else the seconds until there are."""
        now = self._clock()
        full_at = max(self._full_at.get(key, now), now)
        allowed_at = full_at - self.rate.every * max(0.0, self.rate.burst - cost)
        if allowed_at > now:
            return allowed_at - now
        self._full_at[key] = full_at + self.rate.every * cost
        self._full_at.move_to_end(key)
        while len(self._full_at) > self._capacity or next(iter(self._full_at.values())) <= now:
            self._full_at.popitem(last=False)
        return 0.0

    def give_back(self, key: str) -> None:
        """Undo one take, for what turned out to be harmless, as a login that succeeded."""
        if key in self._full_at:
            self._full_at[key] -= self.rate.every

    def __len__(self) -> int:
        return len(self._full_at)


class CannotShare(Exception):
    """The place where processes count together is away."""


class Shared(Protocol):
    """A place where several processes count together; raises CannotShare where it is away."""

    async def take(self, key: str, rate: Rate, cost: float) -> float: ...

    async def give_back(self, key: str, rate: Rate) -> None: ...


class Limit:
    """The buckets of one limit. While the shared place is away, this process counts by itself."""

    def __init__(
        self, name: str, rate: Rate, clock: Callable[[], float] = time.monotonic, shared: Shared | None = None
    ) -> None:
        self.rate = rate
        self._name = name
        self._here = Buckets(rate, clock)
        self._shared = shared

    async def take(self, key: str, cost: float = 1.0) -> float:
        """As in Buckets."""
        if self._shared is not None:
            with suppress(CannotShare):
                return await self._shared.take(f"{self._name}:{key}", self.rate, cost)
        return self._here.take(key, cost)

    async def give_back(self, key: str) -> None:
        if self._shared is not None:
            with suppress(CannotShare):
                return await self._shared.give_back(f"{self._name}:{key}", self.rate)
        self._here.give_back(key)
        return None


def whole_seconds(wait: float) -> int:
    """A wait as the header Retry-After says it."""
    return max(1, math.ceil(wait))


def network_of(address: str | None) -> str:
    """What counts as one address: an IPv4 address, or the /64 of an IPv6 address, of which everybody has plenty."""
    if address is None:
        return "unknown"
    try:
        parsed = ipaddress.ip_address(address.split("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)
