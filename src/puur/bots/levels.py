"""The levels that players choose from: which bot, how much it may think, how long it seems to think. Data only.

The delay is the table's business: it waits between ``pause[0]`` and ``pause[1]`` seconds, whatever the bot needed and
whatever it holds. docs/strength.md has the measured order of the levels in every variant.
"""

from __future__ import annotations

from dataclasses import dataclass

from puur.bots.base import Budget


@dataclass(frozen=True, slots=True)
class Level:
    """A level of play."""

    bot: str
    budget: Budget
    pause: tuple[float, float]
    """Seconds from the least to the most that a decision seems to take."""
    patience: float = 10.0
    """Seconds after which something must have gone wrong."""


LEVELS: dict[str, Level] = {
    "club": Level("heuristic", Budget(iterations=1), (0.7, 1.6)),
    "beginner": Level("beginner", Budget(iterations=1), (0.9, 2.4)),
    "master": Level("master", Budget(seconds=0.5), (0.9, 1.9)),
}
"""The first one is the default."""
