"""What an arena plays: the game, the bots, and the seating of every deal. Everything follows from the plan's seed."""

from __future__ import annotations

from random import Random

import msgspec

from puur.bots.base import Budget
from puur.cards import SUIT_CODES, codes_of
from puur.engine.messages import Draw, OptionValue
from puur.rules.ruleset import Ruleset
from puur.rules.variants import ruleset


class BadPlan(ValueError):
    """An arena that cannot be played."""


class Entrant(msgspec.Struct, frozen=True):
    """A bot with its budget; ``search@64`` means 64 iterations a decision, ``search@0.5s`` half a second."""

    bot: str
    iterations: int | None = None
    seconds: float | None = None

    @property
    def budget(self) -> Budget:
        return Budget(iterations=self.iterations, seconds=self.seconds)

    @property
    def label(self) -> str:
        return f"{self.bot}@{self.iterations}" if self.seconds is None else f"{self.bot}@{self.seconds:g}s"


def entrant(text: str, default: Budget) -> Entrant:
    """An entrant from the command line."""
    name, at, budget = text.partition("@")
    if not at:
        return Entrant(name, default.iterations, default.seconds)
    try:
        if budget.endswith("s"):
            return Entrant(name, None, Budget(seconds=float(budget[:-1])).seconds)
        return Entrant(name, Budget(iterations=int(budget)).iterations)
    except ValueError:
        raise BadPlan(f"not a budget: {budget!r} (so many iterations as in search@64, or time as in @0.5s)") from None


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that determines the result, but for time budgets."""

    variant: str
    options: dict[str, OptionValue]
    entrants: tuple[Entrant, ...]
    deals: int
    seed: int = 1

    @property
    def rules(self) -> Ruleset:
        return ruleset(self.variant, self.options)

    @property
    def teams(self) -> bool:
        return self.rules.teams

    def seatings(self, number: int) -> list[tuple[int, int, int, int]]:
        """For every table of a deal, which entrant sits where.

        Each for himself: one table, seats rotate from deal to deal. Teams: the same cards twice, with the teams in
        each other's seats.
        """
        if not self.teams:
            a, b, c, d = ((seat + number) % 4 for seat in range(4))
            return [(a, b, c, d)]
        if len(self.entrants) == 2:
            return [(0, 1, 0, 1), (1, 0, 1, 0)]
        return [(0, 1, 2, 3), (1, 2, 3, 0)]

    def side(self, entrant: int) -> int:
        """What an entrant is counted as: itself, or its team where four were named for two teams."""
        return entrant % 2 if self.teams else entrant

    @property
    def sides(self) -> tuple[str, ...]:
        labels = [entrant.label for entrant in self.entrants]
        if self.teams and len(labels) == 4:
            return tuple(a if a == b else f"{a} + {b}" for a, b in ((labels[0], labels[2]), (labels[1], labels[3])))
        return tuple(labels)

    def draw(self, number: int) -> Draw:
        """The cards of a deal."""
        rng = Random(f"{self.seed}/{number}")  # noqa: S311
        deck = list(codes_of(self.rules.deck_mask))
        rng.shuffle(deck)
        first, second = rng.sample(SUIT_CODES, 2)
        return Draw(rng.randrange(4), tuple(deck), rng.choice(SUIT_CODES), (first, second))


def plan(
    variant: str, names: list[str], *, deals: int, seed: int, options: dict[str, OptionValue], default: Budget
) -> Plan:
    """A plan, checked: two or four bots for a game of teams, four for the others."""
    made = Plan(
        variant=variant,
        options=options,
        entrants=tuple(entrant(name, default) for name in names),
        deals=deals,
        seed=seed,
    )
    wanted = (2, 4) if made.teams else (4,)
    if len(names) not in wanted:
        kinds = "two bots, one a team, or four" if made.teams else "four bots"
        raise BadPlan(f"{variant} needs {kinds}, not {len(names)}")
    if deals < 1:
        raise BadPlan("an arena needs at least one deal")
    return made
