"""Completions: all ways to lay unknown cards into places with room for so many, counted and drawn exactly.

Cards that may lie in the same places form a class; the number of completions follows by dynamic programming over the
classes. Used by worlds, and by search, which draws many at a time.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import comb
from typing import NamedTuple, Protocol, TypeVar

from puur.cards import Card, Mask

T = TypeVar("T")


class Chance(Protocol):
    """What is needed of a random.Random; the engine draws no randomness of its own."""

    def random(self) -> float: ...
    def randrange(self, stop: int, /) -> int: ...
    def sample(self, population: Sequence[T], k: int, /) -> list[T]: ...


class _Split(NamedTuple):
    """One way to share the cards of a class out: the weights summed up to it, how many where, what room is left."""

    until: int
    shares: tuple[int, ...]
    rest: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Completions:
    """The ways to lay cards of several classes into places of given capacity."""

    classes: tuple[tuple[tuple[int, ...], tuple[Card, ...]], ...]
    """(places where these cards may lie, the cards)"""
    capacity: tuple[int, ...]
    known: dict[tuple[int, tuple[int, ...]], list[_Split]] = field(default_factory=dict)

    def count(self) -> int:
        return self._ways(0, self.capacity)

    def _ways(self, index: int, capacity: tuple[int, ...]) -> int:
        """In how many ways the cards from this class on can be laid."""
        if index == len(self.classes):
            return int(not any(capacity))
        splits = self.splits(index, capacity)
        return splits[-1].until if splits else 0

    def splits(self, index: int, capacity: tuple[int, ...]) -> list[_Split]:
        """How the cards of a class may be shared out, each way weighed by the completions that it leaves."""
        key = (index, capacity)
        if key in self.known:
            return self.known[key]
        places, cards = self.classes[index]
        found: list[_Split] = []
        total = 0

        def share(position: int, left: int, ways: int, shares: tuple[int, ...]) -> None:
            nonlocal total
            if position < len(places):
                for size in range(min(left, capacity[places[position]]) + 1):
                    share(position + 1, left - size, ways * comb(left, size), (*shares, size))
            elif left == 0:
                room = list(capacity)
                for place, size in zip(places, shares, strict=True):
                    room[place] -= size
                rest = tuple(room)
                weight = ways * self._ways(index + 1, rest)
                if weight:
                    total += weight
                    found.append(_Split(total, shares, rest))

        share(0, len(cards), 1, ())
        self.known[key] = found
        return found

    def draw(self, rng: Chance) -> list[Mask]:
        """One completion, uniform: the cards laid into each place."""
        laid = [0] * len(self.capacity)
        capacity = self.capacity
        for index, (places, cards) in enumerate(self.classes):
            splits = self.splits(index, capacity)
            split = splits[bisect_right(splits, rng.randrange(splits[-1].until), key=_until)]
            shuffled = rng.sample(cards, len(cards))
            position = 0
            for place, size in zip(places, split.shares, strict=True):
                for c in shuffled[position : position + size]:
                    laid[place] |= 1 << c
                position += size
            capacity = split.rest
        return laid


def _until(split: _Split) -> int:
    return split.until
