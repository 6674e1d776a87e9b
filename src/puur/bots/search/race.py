"""A race between candidates that are valued in the same worlds: those that are clearly worse drop out, and it is over
when the rest cannot matter. So a budget is spent on close decisions. Used by search alone.
"""

from __future__ import annotations

import numpy as np

from puur.bots.playout import Array, Floats

LEAST = 64
"""Worlds before anything is concluded."""
CLEAR = 4.0
"""Standard errors of the paired difference by which a candidate must be behind to drop out."""
LIKELY = 2.0
"""Standard errors that a candidate which is behind may still gain; the race is over if that is less than ``margin``."""


class Race:
    """Sums over worlds for the candidates still in the running. Larger values are better."""

    def __init__(self, candidates: int, margin: float) -> None:
        self.alive: Array = np.arange(candidates)
        self.margin = margin
        self.worlds = 0
        self._weight = self._weight2 = 0.0
        self._sums = np.zeros(candidates)
        self._sums2 = np.zeros(candidates)
        self._squares2 = np.zeros((candidates, candidates))

    def add(self, values: Floats | Array, weights: Floats | None = None) -> None:
        """Values [world, candidate still alive], and how much each world weighs."""
        x = values.astype(np.float64)
        w = np.ones(len(x)) if weights is None else weights
        self.worlds += len(x)
        self._weight += float(w.sum())
        self._weight2 += float((w * w).sum())
        self._sums += w @ x
        weighed = x * (w * w)[:, None]
        self._sums2 += weighed.sum(0)
        self._squares2 += weighed.T @ x
        if self.worlds >= LEAST:
            self._drop()

    @property
    def best(self) -> int:
        """Which candidate is ahead."""
        return int(self.alive[int(np.argmax(self._sums))])

    @property
    def over(self) -> bool:
        """Whether more worlds would hardly change anything."""
        if self.worlds < LEAST:
            return False
        behind, error = self.behind(self.best)
        return bool((LIKELY * error - behind <= self.margin).all())

    def behind(self, candidate: int) -> tuple[Floats, Floats]:
        """How far every living candidate is behind this one on average, and the standard errors of that."""
        at = int(np.flatnonzero(self.alive == candidate)[0])
        total = max(self._weight, 1e-12)
        mean = (self._sums[at] - self._sums) / total
        squares = self._squares2[at, at] - 2 * self._squares2[at] + np.diag(self._squares2)
        spread = squares - 2 * mean * (self._sums2[at] - self._sums2) + mean * mean * self._weight2
        return mean, np.sqrt(np.maximum(spread, 0.0)) / total

    def _drop(self) -> None:
        behind, error = self.behind(self.best)
        stay = np.flatnonzero((behind <= CLEAR * error) | (self.alive == self.best))
        if len(stay) < len(self.alive):
            self.alive = self.alive[stay]
            self._sums, self._sums2 = self._sums[stay], self._sums2[stay]
            self._squares2 = self._squares2[np.ix_(stay, stay)]
