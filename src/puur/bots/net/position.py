"""Position: a decision of Differenzler as plain ints, as the network sees it. For bots/net only.

Trump becomes the first suit and the first leader seat 0, so that one network serves every trump and seat. The masks
and numbers are those of lab/train/features.py; tests/lab/train/test_net.py holds the two together.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from puur.cards import Card, Mask
from puur.rules import kernel
from puur.rules.ruleset import Ruleset
from puur.rules.tables import Tables, compile_tables

TRUMPS = 0x1FF


def relabel(mask: Mask, trump: int) -> Mask:
    """The same cards with trump as the first suit; the others keep their order."""
    order = (trump, *(s for s in range(4) if s != trump))
    return sum((mask >> (9 * s) & 0x1FF) << (9 * i) for i, s in enumerate(order))


def relabel_card(card: int, trump: int) -> Card:
    suit, rank = divmod(card, 9)
    new = 0 if suit == trump else suit + (suit < trump)
    return Card(new * 9 + rank)


@dataclass(frozen=True, slots=True)
class Position:
    """Somebody's turn: ``place`` counts from the first leader; cards have trump as suit 0."""

    tables: Tables
    last_trick: int
    trump: int
    place: int
    hand: Mask
    estimate: int
    actions: tuple[int, ...]
    """All cards played so far, in order."""

    @classmethod
    def of(
        cls, rules: Ruleset, trump: int, place: int, hand: Mask, estimate: int, actions: Iterable[int]
    ) -> Position:
        """From natural suits."""
        cards = tuple(relabel_card(c, trump) for c in actions)
        return cls(compile_tables(rules, 0), rules.last_trick, trump, place, relabel(hand, trump), estimate, cards)

    def natural(self, card: Card) -> Card:
        """A card of this position in natural suits."""
        suit, rank = divmod(card, 9)
        return Card((self.trump if suit == 0 else suit - (suit <= self.trump)) * 9 + rank)


@dataclass(slots=True)
class Tale:
    """What everybody knows after some cards; seats from the first leader on."""

    played: list[Mask]
    denied: list[Mask]
    points: list[int]
    leader: int = 0
    led: Mask = 0
    previous: Mask = 0
    table: Mask = 0
    by_seat: tuple[Mask, ...] = (0, 0, 0, 0)
    packed: int = 0
    count: int = 0
    best: int = 36
    pot: int = 0
    winner: int = 0


def tell(p: Position) -> Tale:
    """Play the cards again."""
    t = Tale([0] * 4, [0] * 4, [0] * 4)
    tab = p.tables
    for n, card in enumerate(p.actions):
        bit, seat = 1 << card, (t.leader + t.count) % 4
        if t.count == 0:
            t.led |= bit
            t.best, t.winner, t.pot, t.table, t.packed = card, seat, 0, 0, 0
            on = [0, 0, 0, 0]
        else:
            on = list(t.by_seat)
            t.denied[seat] |= shown(tab, bit, 511 << ((t.packed & 63) // 9 * 9), t.best)
            if tab.beats[t.best] & bit:
                t.best, t.winner = card, seat
        on[seat] = bit
        t.by_seat = tuple(on)
        t.played[seat] |= bit
        t.table |= bit
        t.packed |= card << (6 * t.count)
        t.pot += tab.points[card]
        t.count += 1
        if t.count == 4:
            t.points[t.winner] += t.pot + (p.last_trick if n == 35 else 0)
            t.leader, t.previous = t.winner, t.table
            t.by_seat, t.packed, t.count, t.best, t.pot, t.table = (0, 0, 0, 0), 0, 0, 36, 0, 0
    return t


def shown(tab: Tables, bit: Mask, suit: Mask, best: int) -> Mask:
    """Cards that a player shows not to hold by playing ``bit`` on a trick with this suit led."""
    if suit & TRUMPS:
        return 0 if bit & TRUMPS else TRUMPS & ~tab.jack
    return 0 if bit & suit or bit & TRUMPS & tab.beats[best] else suit


def legal_mask(p: Position, t: Tale) -> Mask:
    tab = p.tables
    return int(kernel.legal(tab.rule, p.hand, t.packed, t.count, tab.trump, tab.jack, tab.beats))


def masks_of(p: Position, t: Tale) -> list[Mask]:
    """The sixteen private masks of lab/train/features.py."""
    rel = [(p.place + i) % 4 for i in range(4)]
    gone = t.played[0] | t.played[1] | t.played[2] | t.played[3]
    unseen = p.tables.deck & ~p.hand & ~gone
    return [
        t.led,
        unseen,
        t.previous,
        p.hand,
        legal_mask(p, t),
        *(t.played[s] for s in rel),
        *(t.by_seat[s] for s in rel[1:]),
        0 if t.best == 36 else 1 << t.best,
        *(unseen & ~t.denied[s] for s in rel[1:]),
    ]
