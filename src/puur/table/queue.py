"""Queue: jobs one after the other, at once in the caller's own task if nothing is going on. For puur.table.actor."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

log = logging.getLogger("puur.table")
T = TypeVar("T")


class Queue(Generic[T]):
    """The queue of one table."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._jobs: deque[tuple[Callable[[], Awaitable[T]], asyncio.Future[T]]] = deque()
        self._runner: asyncio.Task[None] | None = None
        self._running = False

    @property
    def busy(self) -> bool:
        return bool(self._jobs) or self._runner is not None or self._running

    async def run(self, job: Callable[[], Awaitable[T]]) -> T:
        """Run a job after those that came before it."""
        if self._runner is None and not self._running:
            self._running = True
            try:
                return await job()
            finally:
                self._running = False
                if self._jobs:
                    self._runner = asyncio.create_task(self._run())
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.append((job, done))
        return await done

    async def _run(self) -> None:
        try:
            while self._jobs:
                job, done = self._jobs.popleft()
                try:
                    answer = await job()
                except Exception as error:
                    log.exception("table %s: a command failed", self._name)
                    if not done.done():
                        done.set_exception(error)
                else:
                    if not done.done():
                        done.set_result(answer)
        finally:
            self._runner = None
