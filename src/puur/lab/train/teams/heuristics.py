"""The heuristic of the team games for many deals at once, with styles of its own for every seat.

The cards are those of bots/heuristic/partner.py, the trumps those of bots/heuristic/calls.py but for the auction,
which is simpler here. With the plain style it is (nearly) the shipped heuristic; random styles make the sparring
partners of training, from careful to careless. Training only.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

import puur
from puur.lab.train.batch import BatchTables, Table, constant
from puur.lab.train.features import card_bits
from puur.lab.train.teams.scores import lanes_of, roem_tables
from puur.rules import kernel
from puur.rules.ruleset import Ruleset

(
    SAME, TRUMPS, VOID, RESCUE, LATER, TEMPO, KEEP_SAME, KEEP_TRUMPS, AVERAGE, WEIGHT, TRUMP_KEEP, PULL, PULL_DEFENCE,
    LENGTH, RUFF_FREE, LEAD_LOW, NOISE, CARELESS, CAUTION,
) = range(19)  # fmt: skip
"""Places in a style: those of the plain heuristic, then points of noise, share of random cards, taste for passing."""
FITTED = 16
STYLE = 19


@cache
def fitted(name: str) -> dict[str, Any]:
    """The numbers of the shipped heuristic. Read as they lie: a training machine has neither msgspec nor Numba."""
    path = Path(puur.__file__).parent / "bots" / "heuristic" / "constants.json"
    numbers: dict[str, Any] = json.loads(path.read_text())["teams"][name]
    return numbers


@cache
def _plain(name: str, device: str | torch.device) -> Tensor:
    styles = torch.tensor(fitted(name)["styles"], device=device)
    return torch.cat([styles, torch.zeros((2, STYLE - FITTED), device=device)], 1)


def plain_style(rules: Ruleset, count: int, device: str | torch.device) -> Tensor:
    """[count, 4, 2, STYLE]: the shipped heuristic in every seat, with trumps and without."""
    return _plain(rules.name, device).expand(count, 4, 2, STYLE)


def random_style(rules: Ruleset, count: int, device: str | torch.device) -> Tensor:
    """Parameters drawn anew for every seat, some of them odd, some careless."""
    shape = (count, 4, 1)
    odd = torch.rand((count, 1, 1, 1), device=device)
    spread = torch.exp(0.4 * odd * torch.randn((count, 4, 1, FITTED), device=device))
    style = _plain(rules.name, device)[:, :FITTED] * spread
    kind = torch.rand(shape, device=device)
    noise = torch.where(kind < 0.5, 0.0, 8.0 * torch.rand(shape, device=device))
    careless = torch.where(kind < 0.85, 0.0, torch.where(kind < 0.97, 0.4 * torch.rand(shape, device=device), 1.0))
    caution = 15.0 * odd[..., 0] * torch.randn(shape, device=device)
    more = torch.stack([noise, careless, caution], -1).expand(-1, -1, 2, -1)
    return torch.cat([style, more], -1)


@dataclass(frozen=True)
class Sight:
    """What every card of a mover is up against, as [N, 36] numbers of cards."""

    over: Tensor
    """[kinds, 36, 36]: x takes over from c."""
    own: Tensor
    """[36, 36]: of the same suit."""
    kind: Tensor

    def threats(self, cards: Tensor) -> tuple[Tensor, Tensor]:
        """How many of ``cards`` [N] beat each card: in its suit, and with trumps."""
        bits = card_bits(cards, torch.float32)
        same = bits @ (self.over * self.own)
        other = bits @ (self.over * (1 - self.own))
        if len(self.over) == 1:
            return same[0], other[0]
        at = self.kind[None, :, None].expand(1, -1, 36)
        return same.gather(0, at)[0], other.gather(0, at)[0]


@cache
def _own_suit(device: str | torch.device) -> Tensor:
    suits = torch.arange(36, device=device) // 9
    return (suits[:, None] == suits).float()


def _count(masks: Tensor) -> Tensor:
    """[N] how many cards."""
    return card_bits(masks, torch.float32).sum(1)


def _by_suit(masks: Tensor) -> Tensor:
    """[N, 4] how many cards of each suit."""
    return card_bits(masks, torch.float32).view(-1, 4, 9).sum(2)


def _of_own_suit(masks: Tensor) -> Tensor:
    """[N, 36] for each card how many of its suit."""
    return _by_suit(masks).repeat_interleave(9, 1)


def _beaten(
    sight: Sight, led: Tensor | None, possible: Tensor, trump: Tensor, free: bool, s: dict[int, Tensor]
) -> Tensor:
    """[N, 36] how likely somebody who may hold ``possible`` beats each card; ``led`` [N] is the suit led, if one is."""
    same, others = sight.threats(possible)
    follow = _of_own_suit(possible) if led is None else _count(possible & led)[:, None]
    void = torch.exp(-s[VOID] * follow)
    ruffs = void + (1 - void) * s[RUFF_FREE] if free else void
    above = 1 - torch.exp(-s[SAME] * same)
    keeps = (1 - above) * (1 - (1 - torch.exp(-s[TRUMPS] * others)) * ruffs * (others > 0))
    if led is None:
        return 1 - keeps
    ruffing = ((trump & ~led)[:, None] & _bits(led.device)) != 0
    return torch.where(ruffing, above * ruffs, 1 - keeps)


def _bits(device: torch.device) -> Tensor:
    return constant(tuple(1 << c for c in range(36)), device)


def choose(
    rules: Ruleset, tb: BatchTables, t: Table, turn: int, legal: Tensor, declarer: Tensor, style: Tensor
) -> Tensor:
    """A card for every row, by the player to move. ``style`` [B, 4, STYLE] is that of the contract."""
    mover = t.mover(turn)
    device = mover.device
    seats = [(mover + k) & 3 for k in range(4)]
    row = style.gather(1, mover[:, None, None].expand(-1, 1, STYLE))[:, 0]
    s = {k: row[:, k : k + 1] for k in range(STYLE)}
    hand = t.hands.gather(1, mover[:, None])[:, 0]
    trump = tb.of(tb.trump, t.mode).expand_as(hand)
    unseen = tb.beats[0, 36] & ~hand & ~t.played.sum(1)
    left, across, right = (unseen & ~t.denied.gather(1, seat[:, None])[:, 0] for seat in seats[1:])
    later, free = 3 - turn, tb.rule & kernel.FAMILY == kernel.SWISS
    led = None if turn == 0 else tb.suit[t.lead]
    sight = Sight(tb.beaten_by, _own_suit(device), t.mode)
    by_left = _beaten(sight, led, left, trump, free, s) if later else torch.zeros_like(s[0]).expand(-1, 36)
    by_across = _beaten(sight, led, across, trump, free, s) if later >= 2 else by_left
    if turn == 0:
        takes, standing = torch.ones_like(by_left), torch.zeros_like(s[0])
    else:
        takes = card_bits(tb.at(tb.beats, t.mode, t.best), torch.float32)
        master, partner = t.best[:, None], (t.winner == seats[2])[:, None]
        ours = 1 - by_left.gather(1, master) if later else torch.ones_like(s[0])
        hope = s[RESCUE] * by_across.gather(1, master) if later >= 2 else torch.zeros_like(s[0])
        standing = torch.where(partner, ours, hope)
    keeps = 1 - by_left if later else torch.ones_like(by_left)
    if later == 3:
        keeps = keeps * (1 - _beaten(sight, led, right, trump, free, s))
    if later >= 2:
        keeps = keeps + (1 - keeps) * s[RESCUE] * by_across
    chance = torch.where(takes > 0, keeps, standing)
    value = tb.points[:, :36].float()
    value = value if len(value) == 1 else value[t.mode]
    lying = t.pot[:, None] + later * s[LATER] + s[TEMPO] + value
    if rules.roem:
        lying = lying + _roem(rules, t, turn)
    kept = _future(sight, unseen, trump, value, s)
    score = (2 * chance - 1) * lying - s[WEIGHT] * kept
    if turn == 0:
        declaring = (((mover ^ declarer) & 1) == 0)[:, None]
        out = _count(trump & (left | right))[:, None]
        is_trump = (trump[:, None] & _bits(device)) != 0
        pull = out * torch.where(declaring, s[PULL], s[PULL_DEFENCE])
        score = score + torch.where(is_trump, pull, s[LEAD_LOW] * _of_own_suit(hand))
    gumbel = -torch.log(-torch.log(torch.rand_like(score).clamp(1e-9, 1 - 1e-7)))
    careless = torch.rand_like(s[0]) < s[CARELESS]
    score = torch.where(careless, gumbel, score + s[NOISE] * gumbel)
    return torch.where(card_bits(legal, torch.bool), score, -1e9).argmax(1)


def _future(sight: Sight, unseen: Tensor, trump: Tensor, value: Tensor, s: dict[int, Tensor]) -> Tensor:
    """[N, 36] what each card kept in hand is worth."""
    same, _ = sight.threats(unseen)
    is_trump = (trump[:, None] & _bits(unseen.device)) != 0
    short = (3 - _of_own_suit(unseen)).clamp_min(0)
    plain = s[KEEP_TRUMPS] * _count(unseen & trump)[:, None] + s[LENGTH] * short
    threat = s[KEEP_SAME] * same + torch.where(is_trump, 0.0, plain)
    return torch.exp(-threat) * (value + s[AVERAGE]) + torch.where(is_trump, s[TRUMP_KEEP], 0.0)


def _roem(rules: Ruleset, t: Table, turn: int) -> Tensor:
    """[N, 36] the roem that would lie in the trick with each card; trump is suit 0."""
    device = t.hands.device
    runs, fours = roem_tables(rules.roem_low_quartets, device)
    with_pair = runs + 20 * ((torch.arange(512, device=device) & 192) == 192)
    table = torch.stack([with_pair, runs, runs, runs])
    trick = t.on_table.sum(1)
    lanes = lanes_of(trick)
    suits = constant((0, 1, 2, 3), device)
    now = table[suits, lanes]
    own = constant(tuple(c // 9 for c in range(36)), device)
    new = lanes[:, own] | (1 << constant(tuple(c % 9 for c in range(36)), device))
    found = now.sum(1, keepdim=True) - now[:, own] + table[own, new]
    if turn == 3:
        full = lanes_of(trick[:, None] | _bits(device))
        found = found + fours[full[..., 0] & full[..., 1] & full[..., 2] & full[..., 3]]
    return found
