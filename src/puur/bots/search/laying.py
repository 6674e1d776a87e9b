"""Worlds of a view many at a time, compiled: the completions of engine.worlds, drawn by the same exact counts.

Where melds have been claimed, or a play was legal only beside the rest of a hand, worlds are drawn one by one by the
engine's sampler. Imports Numba. Used by search alone.
"""

from __future__ import annotations

import time
from random import Random

import numpy as np

from puur.bots.playout import Array
from puur.engine.completions import Completions
from puur.engine.worlds import NoWorld, Sampler
from puur.rules import fast

PLACES = 5
END = -1
_next_random = fast.next_random


class Layer:
    """Draws the hands of many worlds of one view."""

    def __init__(self, sampler: Sampler) -> None:
        self.sampler = sampler
        self.plan: Plan | None = None
        if sampler.plain is not None and not sampler.doubtful:
            self.plan = Plan(sampler.plain)

    def hands(self, rng: Random, count: int, deadline: float | None = None) -> Array:
        """So many worlds: the cards that each seat still holds, as masks [world, seat].

        Fewer, even none, where they are drawn one by one and few are accepted before the deadline."""
        if self.plan is None:
            return self._one_by_one(rng, count, deadline)
        laid = np.zeros((count, PLACES), dtype=np.int64)
        p = self.plan
        lay(p.first, p.until, p.shares, p.following, p.classes, p.begin, p.cards, p.places, rng.getrandbits(62), laid)
        hands: Array = laid[:, :4] | np.array(self.sampler.held, dtype=np.int64)
        if self.sampler.me is not None:
            hands[:, self.sampler.me] = self.sampler.mine
        return hands

    def _one_by_one(self, rng: Random, count: int, deadline: float | None) -> Array:
        found: list[tuple[int, ...]] = []
        while len(found) < count and (deadline is None or time.perf_counter() < deadline):
            world = self.sampler.attempt(rng)
            if world is not None:
                found.append(world.hands)
        return np.array(found, dtype=np.int64).reshape(-1, 4)


class Plan:
    """Completions as arrays: a node for every class with the room that is left, and the splits of each node."""

    def __init__(self, completions: Completions) -> None:
        if completions.count() == 0:
            raise NoWorld("no deal agrees with this view")
        self.completions = completions
        begin, cards = [0], list[int]()
        places = np.zeros((len(completions.classes) + 1, PLACES), dtype=np.int64)
        for index, (where, members) in enumerate(completions.classes):
            cards += members
            begin.append(len(cards))
            places[index, : len(where)] = where
        self.begin, self.cards, self.places = _ints(begin), _ints(cards), places
        numbers: dict[tuple[int, tuple[int, ...]], int] = {(0, completions.capacity): 0}
        first, until, following, classes = [0], [], [], []
        shares: list[tuple[int, ...]] = []
        waiting = [(0, completions.capacity)] if completions.classes else []
        for index, capacity in waiting:  # grows while it is walked
            classes.append(index)
            for split in completions.splits(index, capacity):
                until.append(split.until)
                shares.append((*split.shares, *(0,) * (PLACES - len(split.shares))))
                key = (index + 1, split.rest)
                if index + 1 == len(completions.classes):
                    following.append(END)
                    continue
                if key not in numbers:
                    numbers[key] = len(numbers)
                    waiting.append(key)
                following.append(numbers[key])
            first.append(len(until))
        self.first, self.until, self.following, self.classes = (
            _ints(first),
            _ints(until),
            _ints(following),
            _ints(classes),
        )
        self.shares: Array = np.array(shares, dtype=np.int64).reshape(-1, PLACES)


def _ints(values: list[int]) -> Array:
    return np.array(values, dtype=np.int64)


@fast.jit
def lay(
    first: Array,
    until: Array,
    shares: Array,
    following: Array,
    classes: Array,
    begin: Array,
    cards: Array,
    places: Array,
    seed: int,
    out: Array,
) -> None:
    """Lay the cards of every class into their places, for each row of ``out``."""
    state = np.uint64(2 * seed + 1)
    for _ in range(10):
        state = _next_random(state)
    mixed = cards.copy()
    if len(classes) == 0:
        return
    for row in range(len(out)):
        node = 0
        while node >= 0:
            low, high = first[node], first[node + 1]
            state = _next_random(state)
            drawn = np.int64((state >> np.uint64(1)) % np.uint64(until[high - 1]))
            while until[low] <= drawn:
                low += 1
            index = classes[node]
            start, end = begin[index], begin[index + 1]
            for place in range(PLACES):
                for _ in range(shares[low, place]):
                    state = _next_random(state)
                    other = start + np.int64(((state >> np.uint64(32)) * np.uint64(end - start)) >> np.uint64(32))
                    card = mixed[other]
                    mixed[other] = mixed[start]
                    mixed[start] = card
                    out[row, places[index, place]] |= 1 << card
                    start += 1
            node = following[low]
