"""Many worlds of one Differenzler position at once, in NumPy: the table in lockstep, hands that may be. For bots/net.

The same steps as lab/train/batch.py and lab/train/search.py; trump is suit 0, the first leader seat 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from puur.bots.net import features
from puur.bots.net.position import TRUMPS
from puur.rules import kernel
from puur.rules.tables import Tables

Ints: TypeAlias = NDArray[np.int64]
SEATS = np.arange(4)
SUIT: Ints = np.array([511 << (c // 9 * 9) for c in range(36)] + [0])
BIT: Ints = np.array([1 << c for c in range(36)] + [0])


@dataclass(slots=True)
class Lockstep:
    """The same moment of many deals."""

    tables: Tables
    last_trick: int
    beats: Ints
    worth: Ints
    hands: Ints
    needs: Ints
    leader: Ints
    played: Ints
    on_table: Ints
    denied: Ints
    points: Ints
    led: Ints
    previous: Ints
    lead: Ints
    best: Ints
    winner: Ints
    pot: Ints

    @classmethod
    def start(cls, tables: Tables, last_trick: int, hands: Ints, needs: Ints) -> Lockstep:
        n = len(hands)
        four, one, none = np.zeros((n, 4), np.int64), np.zeros(n, np.int64), np.full(n, 36)
        beats = np.array([*tables.beats, tables.deck])
        worth = np.array([*tables.points, 0])
        return cls(
            tables,
            last_trick,
            beats,
            worth,
            hands,
            needs,
            one,
            four,
            four,
            four,
            four,
            one,
            one,
            none,
            none,
            one,
            one,
        )

    def rows(self, index: NDArray[Any]) -> Lockstep:
        """Some of the deals, or the same ones several times."""
        arrays = (
            self.hands, self.needs, self.leader, self.played, self.on_table, self.denied, self.points, self.led,
            self.previous, self.lead, self.best, self.winner, self.pot,
        )  # fmt: skip
        return Lockstep(self.tables, self.last_trick, self.beats, self.worth, *(a[index] for a in arrays))

    def mover(self, ply: int) -> Ints:
        return (self.leader + ply) & 3

    def legal(self, ply: int) -> Ints:
        """Legal cards of the players to move (P-SWISS)."""
        hand = np.take_along_axis(self.hands, self.mover(ply)[:, None], 1)[:, 0]
        if ply & 3 == 0:
            return hand
        suit = SUIT[self.lead]
        follow, trumps = hand & suit, hand & TRUMPS
        over = trumps & self.beats[self.best]
        plain = np.where(follow != 0, follow | over, hand)
        if self.tables.rule & kernel.UNDERTRUMP_ONLY_TRUMPS_LEFT:
            plain = np.where((follow == 0) & (trumps != hand), hand & ~(trumps & ~over), plain)
        led = np.where(trumps & ~self.tables.jack == 0, hand, trumps)
        return np.where(suit & TRUMPS != 0, led, plain)

    def observe(self, ply: int) -> tuple[Ints, Ints]:
        """Masks [N, 19] and numbers [N, 13] from the side of the players to move (lab/train/features.py)."""
        rel = (self.mover(ply)[:, None] + SEATS) & 3
        hands, played, table, denied, points, needs = (
            np.take_along_axis(a, rel, 1)
            for a in (self.hands, self.played, self.on_table, self.denied, self.points, self.needs - self.points)
        )
        unseen = self.tables.deck & ~hands[:, 0] & ~played.sum(1)
        first = np.stack([self.led, unseen, self.previous, hands[:, 0], self.legal(ply)], 1)
        best = BIT[self.best][:, None]
        masks = np.concatenate([first, played, table[:, 1:], best, unseen[:, None] & ~denied[:, 1:], hands[:, 1:]], 1)
        index = np.clip(needs - features.NEED_LOW, 0, features.NEEDS - 1)
        ints = np.concatenate([index, points, np.zeros_like(points), self.pot[:, None]], 1)
        return masks, ints

    def play(self, ply: int, card: Ints) -> None:
        mover = self.mover(ply)
        bit = BIT[card]
        at = mover[:, None] == SEATS
        mine = np.where(at, bit[:, None], 0)
        self.hands = self.hands & ~mine
        self.played = self.played | mine
        worth = self.worth[card]
        if ply & 3 == 0:
            self.lead, self.best, self.winner, self.pot = card, card, mover, worth
            self.on_table, self.led = mine, self.led | bit
        else:
            suit, over = SUIT[self.lead], self.beats[self.best]
            kept = (bit & (suit | (over & TRUMPS))) != 0
            shown = np.where(bit & TRUMPS != 0, 0, TRUMPS & ~self.tables.jack)
            shown = np.where(suit & TRUMPS != 0, shown, np.where(kept, 0, suit))
            self.denied = self.denied | np.where(at, shown[:, None], 0)
            takes = (over & bit) != 0
            self.best = np.where(takes, card, self.best)
            self.winner = np.where(takes, mover, self.winner)
            self.pot = self.pot + worth
            self.on_table = self.on_table | mine
        if ply & 3 == 3:
            won = self.pot + (self.last_trick if ply == 35 else 0)
            self.points = self.points + np.where(self.winner[:, None] == SEATS, won[:, None], 0)
            self.leader, self.previous = self.winner, self.on_table.sum(1)
            self.on_table = np.zeros_like(self.on_table)
            self.pot = np.zeros_like(self.pot)
            self.lead = np.full_like(self.lead, 36)
            self.best = self.lead


def sample(
    unseen: int, possible: list[int], counts: list[int], worlds: int, rng: np.random.Generator
) -> tuple[Ints, NDArray[np.float64]]:
    """Hands of the other three [worlds, 3] and log weights that make them uniform; -inf where the deal failed.

    Cards with the fewest possible holders are dealt first, to a holder with chance in proportion to free places.
    """
    cards = np.array([c for c in range(36) if unseen >> c & 1])
    may = np.array([[mask >> int(c) & 1 for mask in possible] for c in cards], dtype=np.float64).reshape(-1, 3)
    order = (may.sum(1) + 0.5 * rng.random((worlds, len(cards)))).argsort(1)
    places = np.tile(np.array(counts, dtype=np.float64), (worlds, 1))
    hands = np.zeros((worlds, 3), np.int64)
    weight = np.zeros(worlds)
    rows = np.arange(worlds)
    for k in range(len(cards)):
        here = order[:, k]
        chance = places * may[here]
        total = chance.sum(1)
        pick = np.minimum((chance.cumsum(1) <= (rng.random(worlds) * total)[:, None]).sum(1), 2)
        share = chance[rows, pick]
        failed = share <= 0
        weight -= np.where(failed, -np.inf, np.log(np.where(failed, 1.0, share / np.maximum(total, 1e-9))))
        weight[failed] = -np.inf
        hands[rows, pick] |= BIT[cards[here]]
        places[rows, pick] -= 1
    weight[(places != 0).any(1)] = -np.inf
    return hands, weight
