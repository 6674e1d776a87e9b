"""What the results of an arena mean: means, standard errors and confidence intervals per bot and per seat.

Each for himself: a deal gives one number a bot (in Differenzler its difference, less is better). Teams: the two
tables of a deal give one number, half the lead of the first team over both, since they share the luck of the cards.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import msgspec

from puur.lab.arena.plan import Plan
from puur.lab.arena.table import Result

CONFIDENCE = 1.96
"""Standard errors to either side of the mean for 95 %."""


class Mean:
    """Mean and standard error of numbers as they come (Welford)."""

    def __init__(self) -> None:
        self.count = 0
        self.mean = 0.0
        self._squares = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        delta = value - self.mean
        self.mean += delta / self.count
        self._squares += delta * (value - self.mean)

    @property
    def error(self) -> float:
        if self.count < 2:
            return math.inf
        return math.sqrt(self._squares / (self.count - 1) / self.count)


class Figure(msgspec.Struct, frozen=True):
    """One measured number."""

    name: str
    mean: float
    error: float | None
    """Standard error; none below two numbers."""
    low: float | None
    high: float | None
    count: int

    @classmethod
    def of(cls, name: str, mean: Mean) -> Figure:
        error = mean.error
        if math.isinf(error):
            return cls(name, mean.mean, None, None, None, mean.count)
        reach = CONFIDENCE * error
        return cls(name, mean.mean, error, mean.mean - reach, mean.mean + reach, mean.count)


class Figures(msgspec.Struct, frozen=True):
    """The outcome of an arena."""

    deals: int
    thrown_in: int
    bots: tuple[Figure, ...]
    """Per side: points a deal, or in Differenzler the difference."""
    seats: tuple[tuple[Figure, ...], ...]
    """Per side and seat."""
    lead: Figure | None
    """Teams: how much more the first makes than the second, per deal and team, on the same cards."""
    share: float | None
    """Teams: the first team's share of all points."""

    @property
    def worst_error(self) -> float:
        """The largest standard error of what is compared."""
        compared = [self.lead] if self.lead is not None else list(self.bots)
        return max(math.inf if figure.error is None else figure.error for figure in compared)


def figures(plan: Plan, results: Iterable[Result]) -> Figures:
    """All figures of the results so far."""
    sides = plan.sides
    means = [Mean() for _ in sides]
    seats = [[Mean() for _ in range(4)] for _ in sides]
    lead = Mean()
    sums = [0, 0]
    deals = thrown_in = 0
    for result in results:
        deals += 1
        difference = 0.0
        whole: list[list[int]] = [[] for _ in sides]
        for outcome in result.tables:
            scores = outcome.scores or (0, 0, 0, 0)
            thrown_in += not outcome.scores
            for seat, score in enumerate(scores):
                side = plan.side(outcome.seats[seat])
                seats[side][seat].add(score)
                whole[side].append(score)
                if plan.teams and seat < 2:
                    difference += score if side == 0 else -score
                    sums[side] += score
        for side, scores_of_side in enumerate(whole):
            means[side].add(sum(scores_of_side) / len(scores_of_side))
        if plan.teams:
            lead.add(difference / len(result.tables))
    return Figures(
        deals=deals,
        thrown_in=thrown_in,
        bots=tuple(Figure.of(name, mean) for name, mean in zip(sides, means, strict=True)),
        seats=tuple(
            tuple(Figure.of(f"seat {seat}", mean) for seat, mean in enumerate(row) if mean.count) for row in seats
        ),
        lead=Figure.of(f"{sides[0]} over {sides[1]}", lead) if plan.teams else None,
        share=sums[0] / (sums[0] + sums[1]) if plan.teams and any(sums) else None,
    )
