"""Solving a position with all cards open: the public face of the solver, ``puur.solve``.

What is solved is the lead in points of the cards that are still to be played: card points, last trick, roem, and the
slam if one team takes every trick of a whole deal. Games with teams only. Loads Numba when it is called.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from puur.cards import Card, Mask, cards_of
from puur.rules import kernel
from puur.rules.ruleset import Ruleset
from puur.rules.tables import compile_tables

if TYPE_CHECKING:
    from puur.bots.playout import Array


class Unsolvable(ValueError):
    """Not a position of a game with teams."""


@dataclass(frozen=True, slots=True)
class Position:
    """All cards open: four hands in playing order, who leads, and the cards on the table."""

    rules: Ruleset
    mode: int
    """A trump suit 0..3, obenabe or undenufe."""
    hands: tuple[Mask, Mask, Mask, Mask]
    leader: int = 0
    trick: tuple[Card, ...] = ()

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return (self.leader + len(self.trick)) % 4

    def check(self) -> None:
        """Raise Unsolvable for what cannot be a position."""
        if not self.rules.teams:
            raise Unsolvable(f"{self.rules.name} has no teams")
        if not 0 <= self.mode < 6 or (self.mode >= 4 and len(self.rules.contracts) == 4):
            raise Unsolvable(f"{self.rules.name} has no such contract")
        if self.leader not in range(4):
            raise Unsolvable(f"seats are 0 to 3, not {self.leader}")
        union = count = 0
        for cards in (*self.hands, sum(1 << c for c in set(self.trick))):
            union |= cards
            count += cards.bit_count()
        if union.bit_count() != count or len(set(self.trick)) < len(self.trick):
            raise Unsolvable("a card lies in two places")
        if union & ~self.rules.deck_mask:
            raise Unsolvable("a card does not belong to the deck")
        if len(self.trick) > 3 or not union:
            raise Unsolvable("nobody has a card to play")
        played = {(self.leader + i) % 4 for i in range(len(self.trick))}
        if len({hand.bit_count() + (seat in played) for seat, hand in enumerate(self.hands)}) > 1:
            raise Unsolvable("the hands do not have the same number of cards")


@dataclass(frozen=True, slots=True)
class Solution:
    """The lead of the team of seats 0 and 2 with best play, and what it would be after every card."""

    lead: int
    best: Card
    cards: dict[Card, int]
    nodes: int

    @property
    def lead_of(self) -> tuple[int, int]:
        return (self.lead, -self.lead)


def solve(position: Position) -> Solution:
    """Solve a position: seats 0 and 2 want a large lead, seats 1 and 3 a small one."""
    position.check()
    import numpy as np

    from puur.bots.search import solver
    from puur.bots.search.teams import constants_of, game_of, workspace

    rules, mode, seat = position.rules, position.mode, position.seat
    tables = compile_tables(rules, mode)
    packed = sum(c << (6 * i) for i, c in enumerate(position.trick))
    count = len(position.trick)
    legal = kernel.legal(tables.rule, position.hands[seat], packed, count, tables.trump, tables.jack, tables.beats)
    whole = position.hands[seat].bit_count() == rules.hand_size
    flag = solver.NONE_YET if whole else solver.MIXED
    g, constants = game_of(rules), constants_of(rules, mode)
    table, notes, stack = workspace()
    hands: Array = np.array(position.hands, dtype=np.int64)
    notes[0] = 0
    notes[1] += 1
    notes[solver.NOTED :] = 0
    leads: dict[Card, int] = {}
    guess = 0
    for c in cards_of(legal):
        hands[seat] &= ~(1 << c)
        gain, lying, now, leader, after = solver.after_card(
            hands, packed, count, position.leader, flag, c, constants, g.beats[mode], g.points[mode]
        )
        guess = int(
            solver.exact(
                hands, lying, now, leader, after, guess, constants, g.beats[mode], g.points[mode], table, notes, stack
            )
        )
        leads[c] = int(gain) + guess
        hands[seat] |= 1 << c
    best = max(leads, key=lambda c: leads[c] if seat % 2 == 0 else -leads[c])
    return Solution(leads[best], best, leads, int(notes[0]))
