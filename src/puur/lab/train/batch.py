"""The rules of play for many deals at once: a batched copy of ``rules.kernel`` on int64 masks.

Held to the kernel on random positions by tests/lab/train/test_batch.py. Used by training and its measurements only.
A card index of 36 (``NO_CARD``) stands for an empty table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

import torch
from torch import Tensor

from puur.rules import kernel
from puur.rules.ruleset import Ruleset
from puur.rules.tables import compile_tables

NO_CARD = 36
SEATS = (0, 1, 2, 3)


@cache
def constant(values: tuple[int, ...], device: str | torch.device) -> Tensor:
    """A constant int64 tensor, made once: nothing may be copied to the GPU while a CUDA graph is captured."""
    return torch.tensor(values, dtype=torch.int64, device=device)


@dataclass
class BatchTables:
    """The kernel's tables of one game as tensors, one row a contract (``modes``)."""

    rules: Ruleset
    modes: Sequence[int]
    device: str | torch.device = "cpu"
    rule: int = field(init=False)
    beats: Tensor = field(init=False)
    points: Tensor = field(init=False)
    trump: Tensor = field(init=False)
    jack: Tensor = field(init=False)
    suit: Tensor = field(init=False)
    bit: Tensor = field(init=False)
    beaten_by: Tensor = field(init=False)

    def __post_init__(self) -> None:
        compiled = [compile_tables(self.rules, m) for m in self.modes]
        self.rule = compiled[0].rule

        def tensor(rows: object) -> Tensor:
            return torch.tensor(rows, dtype=torch.int64, device=self.device)

        self.beats = tensor([[*t.beats, t.deck] for t in compiled])
        self.points = tensor([[*t.points, 0] for t in compiled])
        self.trump = tensor([t.trump for t in compiled])
        self.jack = tensor([t.jack for t in compiled])
        self.suit = tensor([*(511 << (c // 9 * 9) for c in range(36)), 0])
        self.bit = tensor([*(1 << c for c in range(36)), 0])
        # beaten_by[mode][x][c] = 1 if card x takes the trick over from c
        self.beaten_by = tensor(
            [[[t.beats[c] >> x & 1 for c in range(36)] for x in range(36)] for t in compiled]
        ).float()

    def at(self, table: Tensor, mode: Tensor, card: Tensor) -> Tensor:
        """Look up ``table[mode, card]`` for every row."""
        if len(self.modes) == 1:
            return table[0][card]
        return table.view(-1)[mode * table.shape[1] + card]

    def of(self, table: Tensor, mode: Tensor) -> Tensor:
        """``table[mode]``, or one number for all rows where there is only one contract."""
        return table[0] if len(self.modes) == 1 else table[mode]


def legal(tb: BatchTables, mode: Tensor, hand: Tensor, lead: Tensor, best: Tensor, partner_wins: Tensor) -> Tensor:
    """The cards of ``hand`` that may be played (docs/rules.md, section 1); all of it where ``lead`` is NO_CARD."""
    trump = tb.of(tb.trump, mode)
    beats_best = tb.at(tb.beats, mode, best)
    suit = tb.suit[lead]
    follow = hand & suit
    trumps = hand & trump
    over = trumps & beats_best
    under = trumps & ~over
    trump_led = (suit & trump) != 0
    has_follow = follow != 0
    has_over = over != 0
    has_trumps = trumps != 0
    family = tb.rule & kernel.FAMILY

    if family == kernel.SWISS:
        plain = torch.where(has_follow, follow | over, hand)
        if tb.rule & kernel.UNDERTRUMP_ONLY_TRUMPS_LEFT:
            plain = torch.where(~has_follow & (trumps != hand), hand & ~under, plain)
        spare = trumps & ~tb.of(tb.jack, mode)
        out = torch.where(trump_led, torch.where(spare == 0, hand, trumps), plain)
    elif family == kernel.BASE:
        out = torch.where(has_follow, follow, torch.where(has_trumps, trumps, hand))
        if tb.rule & kernel.JACK_EXEMPT:
            out = torch.where(trump_led & has_trumps & (trumps == tb.of(tb.jack, mode)), hand, out)
        if tb.rule & kernel.PARTNER_EXEMPT:
            out = torch.where(~has_follow & ~trump_led & partner_wins, hand, out)
        if tb.rule & (kernel.HEAD_TRUMPS | kernel.HEAD_ALWAYS):
            heading = out & (over if tb.rule & kernel.HEAD_TRUMPS else beats_best)
            if tb.rule & kernel.HEAD_TRUMPS:
                heading = torch.where((out & ~trump) == 0, heading, 0)
            out = torch.where(heading != 0, heading, out)
    else:
        led = torch.where(has_over, over, torch.where(has_trumps, trumps, hand))
        rest = hand & ~trumps
        discard = torch.where(rest != 0, rest, hand)
        if family == kernel.AMSTERDAM:
            free = hand & ~under
            void = torch.where(has_over, over, discard)
            void = torch.where(partner_wins, torch.where(free != 0, free, hand), void)
        elif family == kernel.ROTTERDAM:
            void = torch.where(has_over, over, discard if tb.rule & kernel.UNDERTRUMP_FORBIDDEN else trumps)
        else:
            with_partner = hand
            if tb.rule & kernel.NO_UNDERCUT:
                with_partner = torch.where(has_over, hand & ~under, hand)
            void = torch.where(partner_wins, with_partner, torch.where(has_over, over, trumps))
        void = torch.where(has_trumps, void, hand)
        out = torch.where(trump_led, led, torch.where(has_follow, follow, void))
    return torch.where(lead == NO_CARD, hand, out)


def denied(tb: BatchTables, mode: Tensor, card: Tensor, lead: Tensor, best: Tensor, partner_wins: Tensor) -> Tensor:
    """The cards that a player shows not to hold by playing ``card`` here: what everybody at the table may conclude.

    Sound (never a card he could hold), not complete.
    """
    trump = tb.of(tb.trump, mode)
    beats_best = tb.at(tb.beats, mode, best)
    suit = tb.suit[lead]
    bit = tb.bit[card]
    over = trump & beats_best
    trump_led = (suit & trump) != 0
    is_trump = (bit & trump) != 0
    followed = (bit & suit) != 0
    family = tb.rule & kernel.FAMILY
    none = torch.zeros_like(card)

    if family == kernel.SWISS:
        plain = torch.where(followed | ((bit & over) != 0), none, suit)
        out = torch.where(trump_led, torch.where(is_trump, none, trump & ~tb.of(tb.jack, mode)), plain)
    elif tb.rule & (kernel.JACK_EXEMPT | kernel.PARTNER_EXEMPT):
        out = torch.where(followed | trump_led, none, suit)
    elif family == kernel.BASE:
        out = torch.where(followed, none, torch.where(is_trump, suit, suit | trump))
    else:
        low = torch.where((bit & over) != 0, none, over)
        if family == kernel.ROTTERDAM:
            forced = torch.where(is_trump | bool(tb.rule & kernel.UNDERTRUMP_FORBIDDEN), low, trump)
        elif family == kernel.FRENCH:
            forced = torch.where(partner_wins, none, torch.where(is_trump, low, trump))
        else:
            forced = torch.where(partner_wins, none, low)
        plain = torch.where(followed, none, suit | forced)
        out = torch.where(trump_led, torch.where(is_trump, low, trump), plain)
    return torch.where(lead == NO_CARD, none, out)


@dataclass
class Table:
    """Many deals in lockstep: the same trick and turn everywhere, different players to move."""

    mode: Tensor
    hands: Tensor
    leader: Tensor
    played: Tensor
    on_table: Tensor
    denied: Tensor
    led: Tensor
    previous: Tensor
    lead: Tensor
    best: Tensor
    winner: Tensor
    pot: Tensor
    points: Tensor

    @classmethod
    def start(cls, hands: Tensor, leader: Tensor, mode: Tensor) -> Table:
        zero = torch.zeros_like(leader)
        four = torch.zeros_like(hands)
        none = torch.full_like(leader, NO_CARD)
        return cls(mode, hands, leader, four, four, four, zero, zero, none, none, zero, zero, four)

    def mover(self, turn: int) -> Tensor:
        return (self.leader + turn) & 3

    def legal(self, tb: BatchTables, turn: int) -> Tensor:
        mover = self.mover(turn)
        hand = self.hands.gather(1, mover[:, None])[:, 0]
        if turn == 0:
            return hand
        return legal(tb, self.mode, hand, self.lead, self.best, self.winner == ((mover + 2) & 3))

    def play(self, tb: BatchTables, turn: int, card: Tensor, bonus: int) -> None:
        """Play ``card`` in every row; ``bonus`` goes to the taker if this completes the last trick."""
        mover = self.mover(turn)
        bit = tb.bit[card]
        seats = constant(SEATS, card.device)
        mine = torch.where(seats == mover[:, None], bit[:, None], 0)
        self.hands = self.hands & ~mine
        self.played = self.played | mine
        worth = tb.at(tb.points, self.mode, card)
        if turn == 0:
            self.lead, self.best, self.winner, self.pot = card, card, mover, worth
            self.on_table = mine
            self.led = self.led | bit
        else:
            partner = self.winner == ((mover + 2) & 3)
            shown = denied(tb, self.mode, card, self.lead, self.best, partner)
            self.denied = self.denied | torch.where(seats == mover[:, None], shown[:, None], 0)
            takes = (tb.at(tb.beats, self.mode, self.best) & bit) != 0
            self.best = torch.where(takes, card, self.best)
            self.winner = torch.where(takes, mover, self.winner)
            self.pot = self.pot + worth
            self.on_table = self.on_table | mine
        if turn == 3:
            won = torch.where(seats == self.winner[:, None], (self.pot + bonus)[:, None], 0)
            self.points = self.points + won
            self.leader = self.winner
            self.previous = self.on_table.sum(1)
            self.on_table = torch.zeros_like(self.on_table)
            self.pot = torch.zeros_like(self.pot)
            self.lead = torch.full_like(self.lead, NO_CARD)
            self.best = self.lead


def deal(count: int, deck: int, device: str | torch.device) -> Tensor:
    """Hands of ``count`` uniformly dealt games: masks [count, 4]."""
    cards = constant(tuple(c for c in range(36) if deck >> c & 1), device)
    order = torch.rand((count, len(cards)), device=device).argsort(1)
    bits = torch.ones_like(order) << cards[order]
    return bits.view(count, 4, len(cards) // 4).sum(2)
