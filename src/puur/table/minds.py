"""Minds: bots that think in processes of their own, off the event loop. For puur.table.actor.

A slow bot occupies one worker process and nobody's table. Bots that think for a time share it: where many wait, each
thinks for less, so that none waits long. A bot that fails or plays against the rules is replaced by a legal random
choice. Worker processes in which nothing is finished any more are ended, and new ones begun.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import secrets
import signal
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import suppress
from random import Random
from typing import Protocol

from puur.bots.base import Budget, bot
from puur.bots.levels import LEVELS, Level
from puur.bots.random import RandomBot
from puur.bots.warm import end_with_parent, one_core, warm_up
from puur.engine.messages import SeatAction
from puur.engine.view import View

log = logging.getLogger("puur.minds")
LEAST = 0.02
"""Seconds that a bot may think at least, however many wait."""
TRIES = 2
"""How often a decision is asked for, if the workers are gone with it."""


class Minds(Protocol):
    """Who decides for a bot of the house."""

    async def choose(self, view: View, level: str) -> SeatAction: ...

    def pause(self, level: str) -> float:
        """How long a bot seems to think, in seconds: chosen by chance, never by its cards."""
        ...


def think(view: View, name: str, budget: Budget, seed: int) -> SeatAction:
    """One decision, in a worker process."""
    return bot(name).choose(view, Random(seed), budget)  # noqa: S311


def begin(names: tuple[str, ...]) -> None:
    """In a new worker process: leave the processor to the server when it is short, and load what bots need.

    Ctrl-C reaches all processes of a terminal. It is meant for the server, which ends this one.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):
        os.nice(5)
    end_with_parent()
    one_core()
    warm_up(names)


def ready() -> None:
    """Nothing to do: asked for, so that a worker process starts."""


def level_of(name: str) -> Level:
    return LEVELS.get(name) or LEVELS[next(iter(LEVELS))]


def in_a_hurry(view: View) -> SeatAction:
    """Some legal action, at once."""
    return RandomBot().choose(view, Random(secrets.randbits(32)), Budget(iterations=1))  # noqa: S311


class Pool:
    """Bots in worker processes, with a limit of time for each decision."""

    def __init__(self, processes: int = 1, pace: float = 1.0, make: Callable[[], Executor] | None = None) -> None:
        self._pace = pace
        self._processes = max(1, processes)
        self._sharing = 0
        """How many decisions that take a given time are asked for and not made."""
        self._chance = Random(secrets.randbits(64))  # noqa: S311
        self._make = make or (
            lambda: ProcessPoolExecutor(
                processes,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=begin,
                initargs=(tuple({level.bot for level in LEVELS.values()}),),
            )
        )
        self._executor: Executor | None = None
        self._done_at: float | None = None
        """When the workers last finished something; None until they are ready."""
        self._warm = False

    def start(self) -> None:
        self._executor, self._done_at, self._warm = self._make(), None, False

    def warm(self) -> None:
        """Let a worker begin to load now, not when the first bot must think."""
        if self._executor is not None and not self._warm:
            self._warm = True
            executor = self._executor
            loading = asyncio.get_running_loop().run_in_executor(executor, ready)
            loading.add_done_callback(
                lambda done: self._finished(executor, failed=done.cancelled() or done.exception())
            )

    def stop(self) -> None:
        if self._executor is not None:
            # What does not end by itself is ended; the list of processes is gone after the shutdown.
            processes = list((getattr(self._executor, "_processes", None) or {}).values())
            self._executor.shutdown(wait=False, cancel_futures=True)
            self._executor = None
            for process in processes:
                process.kill()

    def _finished(self, executor: Executor, *, failed: object = None) -> None:
        if self._executor is executor and not failed:
            self._done_at = time.monotonic()

    def _replace(self, executor: Executor) -> None:
        """Give up on these workers, if nobody else has done so."""
        if self._executor is executor:
            self.stop()
            self.start()
            self.warm()

    def pause(self, level: str) -> float:
        low, high = level_of(level).pause
        return self._chance.uniform(low, high) * self._pace

    async def choose(self, view: View, level: str) -> SeatAction:
        found = level_of(level)
        for _ in range(TRIES):
            executor, asked_at = self._executor, time.monotonic()
            if executor is None:
                break
            self.warm()
            try:
                action = await asyncio.wait_for(self._think(executor, view, found), found.patience)
            except TimeoutError:
                if self._done_at is not None and self._done_at <= asked_at:
                    log.warning("a bot did not come to an end: new worker processes")
                    self._replace(executor)
                break
            except (BrokenExecutor, asyncio.CancelledError):
                # The workers are gone, with the decisions that waited for them. Or we are to go ourselves.
                task = asyncio.current_task()
                if task is not None and task.cancelling():
                    raise
                self._replace(executor)
                continue
            except Exception as error:  # noqa: BLE001 - what it says may name cards
                log.error("a bot failed: %s", type(error).__name__)  # noqa: TRY400
                self._finished(executor)
                break
            self._finished(executor)
            return action if view.refusal(action) is None else in_a_hurry(view)
        return in_a_hurry(view)

    async def _think(self, executor: Executor, view: View, level: Level) -> SeatAction:
        loop, seed, timed = asyncio.get_running_loop(), secrets.randbits(63), level.budget.seconds is not None
        self._sharing += timed
        try:
            return await loop.run_in_executor(executor, think, view, level.bot, self._share(level.budget), seed)
        finally:
            self._sharing -= timed

    def _share(self, budget: Budget) -> Budget:
        """What is left of a budget of time where several bots want to think."""
        if budget.seconds is None or self._sharing <= self._processes:
            return budget
        return Budget(seconds=max(LEAST, budget.seconds * self._processes / self._sharing))
