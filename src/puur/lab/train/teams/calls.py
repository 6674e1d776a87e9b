"""Dealing and choosing trumps for many deals at once: a batched copy of engine/phases/trump. Training only.

Every game's calls are actions of one list: a suit at a level (0 names or accepts it, 1..9 bid 80..160, 10 is capot),
then pass, coinche, surcoinche, obenabe, undenufe. A deal that nobody wants is ``void``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import torch
from torch import Tensor

from puur.lab.train.batch import SEATS, constant
from puur.rules.ruleset import OBENABE, UNDENUFE, Ruleset

LEVELS = 11
PASS, COINCHE, SURCOINCHE, OBEN, UNDEN = 44, 45, 46, 47, 48
ACTIONS = 49
CAPOT = 10
SEVEN_OF_HEARTS = 19
STEPS = {
    "turn-order": 4,
    "seven-of-hearts": 2,
    "up-card": 8,
    "random-suit": 8,
    "forehand-must-choose": 1,
    "forehand-partner": 2,
    "auction": 18,
}
LAST_BIDS = 14
"""From this step of an auction on there are only passes, so that every deal comes to its end in lockstep."""
PASSED, DOUBLED = -1.0, -2.0


@dataclass(frozen=True)
class Dealt:
    """The cards of many deals as they lie before the calls."""

    hands: Tensor
    """[B, 4], forehand first."""
    up: Tensor
    """[B]: the up-card as a mask, or 0."""
    stock: Tensor
    """[B, K]: bits of the cards that are dealt after the calls."""
    proposed: Tensor
    """[B, 2]: suits that are offered one after the other."""


def deal(rules: Ruleset, count: int, device: str | torch.device) -> Dealt:
    """Uniform deals."""
    cards = constant(tuple(c for c in range(36) if rules.deck_mask >> c & 1), device)
    order = torch.rand((count, len(cards)), device=device).argsort(1)
    bits = torch.ones_like(order) << cards[order]
    suits = torch.rand((count, 4), device=device).argsort(1)[:, :2]
    if rules.trump_selection != "up-card":
        hands = bits.view(count, 4, rules.hand_size).sum(2)
        return Dealt(hands, torch.zeros_like(hands[:, 0]), bits[:, :0], suits)
    first = first_cards(rules)
    hands = bits[:, : 4 * first].view(count, 4, first).sum(2)
    return Dealt(hands, bits[:, 4 * first], bits[:, 4 * first + 1 :], suits)


def first_cards(rules: Ruleset) -> int:
    """Cards of a hand before the up-card is turned."""
    if "up" not in rules.packets:
        return rules.hand_size
    return sum(p for p in rules.packets[: rules.packets.index("up")] if p != "up")


def completed(rules: Ruleset, dealt: Dealt, declarer: Tensor) -> Tensor:
    """All hands [B, 4] once the declarer is known: he gets the up-card and one card fewer."""
    if rules.trump_selection != "up-card":
        return dealt.hands
    more = rules.hand_size - first_cards(rules)
    turns = constant((*(0,) * (more - 1), *(t for t in (1, 2, 3) for _ in range(more))), declarer.device)
    owner = (declarer[:, None] + turns) & 3
    seats = constant(SEATS, declarer.device)
    rest = torch.where(owner[:, None, :] == seats[:, None], dealt.stock[:, None, :], 0).sum(2)
    return dealt.hands | rest | torch.where(seats == declarer[:, None], dealt.up[:, None], 0)


@dataclass(frozen=True)
class Calls:
    """The calls of many deals in lockstep. Everything [B] but ``said`` [B, seat, suit]."""

    rules: Ruleset
    dealt: Dealt
    said: Tensor
    """What a seat has said of a suit: -1 passed on it, 1 named, a tenth a level of a bid, -2 doubled."""
    step: int
    speaker: Tensor
    done: Tensor
    void: Tensor
    declarer: Tensor
    mode: Tensor
    level: Tensor
    """Of the standing bid; 0 where there is none."""
    multiplier: Tensor
    passes: Tensor
    doubled: Tensor

    @classmethod
    def begin(cls, rules: Ruleset, dealt: Dealt) -> Calls:
        zero = torch.zeros_like(dealt.up)
        no = zero != 0
        said = torch.zeros((len(zero), 4, 4), device=zero.device)
        speaker = zero
        if rules.trump_selection == "seven-of-hearts":
            speaker = (dealt.hands & (1 << SEVEN_OF_HEARTS)).argmax(1)
        return cls(rules, dealt, said, 0, speaker, no, no, zero, zero, zero, zero + 1, zero, no)

    def offered(self) -> Tensor:
        """The suit that is offered to be accepted, or 4."""
        kind = self.rules.trump_selection
        if kind == "random-suit":
            return self.dealt.proposed[:, self.step // 4]
        if kind == "up-card" and self.step < 4:
            return suit_of(self.dealt.up)
        return torch.full_like(self.speaker, 4)

    def legal(self) -> Tensor:
        """Which actions the speaker has [B, ACTIONS]."""
        kind, device = self.rules.trump_selection, self.speaker.device
        if kind == "auction":
            return self._legal_bids()
        action = torch.arange(ACTIONS, device=device)
        naming = (action < 44) & (action % LEVELS == 0)
        suit = action // LEVELS
        suits = (suit >= 0)[None].expand(len(self.speaker), -1)
        if kind == "random-suit" or (kind == "up-card" and self.step < 4):
            suits = suit == self.offered()[:, None]
        elif kind == "up-card" and self.rules.round2_suits == "other":
            suits = suit != suit_of(self.dealt.up)[:, None]
        out = naming & suits
        if kind == "forehand-partner":
            out = out | (action == OBEN) | (action == UNDEN)
        may_pass = kind != "forehand-must-choose" and not (
            kind in ("seven-of-hearts", "forehand-partner") and self.step == 1
        )
        return out | (action == PASS) if may_pass else out

    def _legal_bids(self) -> Tensor:
        action = torch.arange(ACTIONS, device=self.speaker.device)
        bid = (action < 44) & (action % LEVELS > self.level[:, None])
        theirs = (self.level > 0) & (((self.speaker - self.declarer) & 1) == 1)
        usual = bid | (theirs[:, None] & (action == COINCHE))
        if self.step >= LAST_BIDS:
            usual = usual & False
        doubled = self.doubled[:, None]
        return torch.where(doubled, action == SURCOINCHE, usual) | (action == PASS)

    def after(self, action: Tensor) -> Calls:
        """The calls after everybody's action; deals that are settled stay as they are."""
        rules, live = self.rules, ~self.done
        bids = live & (action < 44)
        suit, level = (action // LEVELS).clamp_max(3), action % LEVELS
        named = bids | (live & (action >= OBEN))
        mode = torch.where(action >= OBEN, action - OBEN + OBENABE, suit)
        said = self._said(action, live, suit, level)
        declarer = torch.where(named, self.speaker, self.declarer)
        new = replace(
            self, said=said, declarer=declarer, mode=torch.where(named, mode, self.mode), step=self.step + 1
        )
        passed = live & (action == PASS)
        if rules.trump_selection != "auction":
            over = passed & (self.step + 1 == STEPS[rules.trump_selection])
            partner = rules.trump_selection in ("seven-of-hearts", "forehand-partner")
            speaker = (self.speaker + (2 if partner else 1)) & 3
            return replace(new, done=self.done | named | over, void=self.void | over, speaker=speaker)
        coinche, surcoinche = live & (action == COINCHE), live & (action == SURCOINCHE)
        passes = torch.where(bids | coinche, 0, self.passes + passed)
        standing = torch.where(bids, level, self.level)
        void = passed & (standing == 0) & (passes >= 4)
        doubled = self.doubled | coinche
        over = passed & (standing > 0) & (passes >= torch.where(doubled, 2, 3))
        done = self.done | void | over | surcoinche | (bids & (level == CAPOT))
        multiplier = torch.where(surcoinche, 4, torch.where(coinche, 2, self.multiplier))
        ahead = torch.where(self.doubled, 2, 1)
        return replace(
            new,
            level=standing,
            passes=passes,
            doubled=doubled,
            done=done,
            void=self.void | void,
            multiplier=multiplier,
            speaker=(self.speaker + ahead) & 3,
        )

    def _said(self, action: Tensor, live: Tensor, suit: Tensor, level: Tensor) -> Tensor:
        """``said`` with one more word of the speaker."""
        device = action.device
        seats = (constant(SEATS, device) == self.speaker[:, None]) & live[:, None]
        suits = constant(SEATS, device)
        offered = self.offered()[:, None]
        here = self.said.gather(1, self.speaker[:, None, None].expand(-1, 1, 4))[:, 0]
        about = (offered == 4) | (suits == offered)
        passing = torch.where(about & (here == 0), PASSED, here)
        value = torch.where(level > 0, level.float() / 10.0, 1.0)[:, None]
        naming = torch.where(suits == suit[:, None], value, here)
        doubling = torch.where(suits == self.mode[:, None], DOUBLED, here)
        is_pass, is_coinche, is_name = (x[:, None] for x in (action == PASS, action == COINCHE, action < 44))
        word = torch.where(is_pass, passing, torch.where(is_coinche, doubling, torch.where(is_name, naming, here)))
        return torch.where(seats[..., None], word[:, None], self.said)


def suit_of(bit: Tensor) -> Tensor:
    """The suit of a one-card mask; 4 where it is empty."""
    inside = (bit[:, None] & constant(tuple(511 << (9 * s) for s in range(4)), bit.device)) != 0
    return torch.where(bit != 0, inside.long().argmax(1), 4)


def settled(calls: Calls) -> Calls:
    """Void deals get a contract by chance, so that their cards can be played for practice."""
    n, device = len(calls.speaker), calls.speaker.device
    seat = (torch.rand(n, device=device) * 4).long().clamp_max(3)
    suit = (torch.rand(n, device=device) * 4).long().clamp_max(3)
    if calls.rules.trump_selection in ("up-card", "random-suit"):
        suit = calls.dealt.proposed[:, 1] if calls.rules.trump_selection == "random-suit" else suit_of(calls.dealt.up)
    v = calls.void
    return replace(
        calls,
        declarer=torch.where(v, seat, calls.declarer),
        mode=torch.where(v, suit, calls.mode),
        level=torch.where(v & (calls.rules.trump_selection == "auction"), 1, calls.level),
        multiplier=torch.where(v, 1, calls.multiplier),
    )


def bid_points(level: Tensor) -> Tensor:
    """80 to 160, 250 for capot, 0 where nothing was bid."""
    return torch.where(level == CAPOT, 250, torch.where(level > 0, 70 + 10 * level, 0))


def kind_of(mode: Tensor) -> Tensor:
    """0 with trumps, 1 obenabe, 2 undenufe: the row of the tables in canonical suits."""
    return torch.where(mode == OBENABE, 1, torch.where(mode == UNDENUFE, 2, 0))


def swapped(masks: Tensor, mode: Tensor) -> Tensor:
    """Masks [B, ...] with the trump suit exchanged with suit 0; its own inverse. Unchanged where there is no trump."""
    shift = torch.where(mode < OBENABE, mode, 0).view(-1, *(1,) * (masks.dim() - 1)) * 9
    first, other = masks & 511, (masks >> shift) & 511
    rest = masks & ~(torch.full_like(shift, 511) << shift) & ~511
    return torch.where(shift == 0, masks, rest | other | (first << shift))
