"""Worlds of a view for search: in batches, as long as the budget lasts, whole or as arrays for compiled code."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random

from puur.bots.base import Budget
from puur.bots.playout import Array
from puur.bots.search.laying import Layer
from puur.engine.view import View
from puur.engine.worlds import Sampler, World

MOST_WORLDS = 2000
FIRST_BATCH, BATCH = 8, 32


class Clock:
    """Says when a budget is used up: so many worlds, or so much time, with the next batch as long as the last."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.started = time.perf_counter()
        self.worlds = 0

    @property
    def deadline(self) -> float | None:
        """When the time is over; None for a budget of worlds."""
        return None if self.budget.seconds is None else self.started + self.budget.seconds

    def next_batch(self) -> int:
        """How many worlds to try next; 0 when it is time to decide."""
        now = time.perf_counter()
        if self.budget.iterations is not None:
            size = min(BATCH, self.budget.iterations - self.worlds)
        elif self.worlds >= MOST_WORLDS:
            size = 0
        elif self.worlds == 0:
            size = FIRST_BATCH
        else:
            assert self.budget.seconds is not None
            left = self.budget.seconds - (now - self.started)
            each = max(1e-6, (now - self.started) / self.worlds)
            size = max(0, min(BATCH, int(left / each)))
        self.worlds += size
        return size


def sampled(view: View, rng: Random, clock: Clock) -> Iterator[list[World]]:
    """Batches of worlds until the clock says stop."""
    sampler = Sampler(view)
    while size := clock.next_batch():
        yield [sampler.sample(rng) for _ in range(size)]


def hands(view: View, rng: Random, clock: Clock) -> Iterator[Array]:
    """The same as masks [world, seat] of the cards that everybody still holds."""
    layer = Layer(Sampler(view))
    while size := clock.next_batch():
        yield layer.hands(rng, size, clock.deadline)
