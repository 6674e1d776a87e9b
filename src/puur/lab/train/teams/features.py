"""What the networks of the team games see. In NumPy for play: bots/net/partners.py; a test holds the two together.

Calls: natural suits, one stream a suit. Cards: the masks of lab/train/features.py with trump as suit 0, the ranks of
undenufe reversed so that the strongest card is on top in every contract, what was said of each suit, and a row of
numbers. The critic sees the hidden hands, who sits where, and who holds the marriage.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from puur.lab.train.batch import SEATS, Table, constant
from puur.lab.train.features import PRIVATE, bits_of
from puur.lab.train.teams.calls import Calls
from puur.lab.train.teams.scores import SHIFTS
from puur.rules.ruleset import Ruleset

CALL_SUIT, CALL_GLOBALS = 24, 32
MASKS_IN = PRIVATE * 9
EXTRA = 8
SUIT_IN = MASKS_IN + EXTRA
NEEDS = tuple(range(-40, 110, 5))
GLOBALS, HIDDEN = 80, 16
CRITIC_GLOBALS = GLOBALS + HIDDEN


@dataclass(frozen=True)
class Context:
    """What stays the same during the play of many deals: the contract, the melds, who is who."""

    rules: Ruleset
    kind: Tensor
    """[B]: 0 trumps, 1 obenabe, 2 undenufe."""
    declarer: Tensor
    level: Tensor
    bid: Tensor
    multiplier: Tensor
    said: Tensor
    """[B, seat, suit] in canonical suits."""
    melds: Tensor
    """[B, 2]."""
    holder: Tensor
    """[B, 4]: 1 for who was dealt king and queen of trumps, where they count apart."""
    kinds: Tensor
    """[B, 4]: what sort of player sits where."""


@dataclass(frozen=True)
class Counts:
    """What the play has brought so far: [B, 4] a seat, [B, 2] a team."""

    tricks: Tensor
    roem: Tensor


def rank_bits(lanes: Tensor, dtype: torch.dtype) -> Tensor:
    """[...] lanes to [..., 9] bits."""
    return ((lanes[..., None] >> torch.arange(9, device=lanes.device)) & 1).to(dtype)


def suit_bits(masks: Tensor, turned: Tensor | None, dtype: torch.dtype) -> Tensor:
    """[N, K] masks to [N, 4, K * 9] bits, ranks reversed where ``turned`` [N]; None where no contract reverses them."""
    bits = bits_of((masks[:, None, :] >> constant(SHIFTS, masks.device)[:, None]) & 511, dtype)
    if turned is None:
        return bits
    ranks = bits.unflatten(2, (-1, 9))
    return torch.where(turned[:, None, None, None], ranks.flip(-1), ranks).flatten(2)


def pairs(four: Tensor) -> Tensor:
    """[B, 4] a seat to [B, 2] a team."""
    return four[:, :2] + four[:, 2:]


def call_features(calls: Calls, eye: Tensor) -> tuple[Tensor, Tensor]:
    """[B, 4, CALL_SUIT] a suit and [B, CALL_GLOBALS], from the side of the speaker."""
    device, dtype, who = calls.speaker.device, eye.dtype, calls.speaker
    rel = (who[:, None] + constant(SEATS, device)) & 3
    hand = calls.dealt.hands.gather(1, who[:, None])[:, 0]
    shifts = constant(SHIFTS, device)
    own = rank_bits((hand[:, None] >> shifts) & 511, dtype)
    up = rank_bits((calls.dealt.up[:, None] >> shifts) & 511, dtype)
    said = calls.said.gather(1, rel[..., None].expand(-1, -1, 4)).transpose(1, 2).to(dtype)
    suits = constant(SEATS, device)
    offered = (suits == calls.offered()[:, None]).to(dtype)
    standing = ((suits == calls.mode[:, None]) & (calls.level[:, None] > 0)).to(dtype)
    suit = torch.cat([own, up, said, offered[..., None], standing[..., None]], 2)
    n = len(who)
    step = eye[min(calls.step, 8)][None, :9].expand(n, -1)
    bidder = eye[(calls.declarer - who) & 3][:, :4] * (calls.level[:, None] > 0)
    rest = torch.zeros((n, 3), dtype=dtype, device=device)
    parts = [eye[who][:, :4], step, eye[calls.level][:, :11], bidder, calls.doubled[:, None].to(dtype), rest]
    return suit, torch.cat(parts, 1)


def needed(c: Context, t: Table, counts: Counts, shown: Tensor) -> Tensor:
    """Points that the declarers still miss to make the contract, as far as all know."""
    rules = c.rules
    side = (c.declarer & 1)[:, None]
    points, roems = pairs(t.points), counts.roem
    if rules.contract == "takers-ahead":
        points = points + c.melds + 20 * shown
    elif rules.contract == "more-than-half":
        points = points + roems
    ours, theirs = points.gather(1, side)[:, 0], points.gather(1, 1 - side)[:, 0]
    left = rules.total - t.points.sum(1)
    if rules.contract in ("takers-ahead", "more-than-half"):
        return (left + theirs - ours) // 2 + 1
    if rules.contract == "bid":
        extra = (c.melds + 20 * shown).gather(1, side)[:, 0]
        return torch.where(c.bid == 250, left, c.bid.clamp_min(82) - ours - extra)
    return (76 if rules.contract == "cards-76" else rules.total // 2 + 1) - ours


def marriage_shown(c: Context, t: Table) -> Tensor:
    """[B, 2]: whether a team has called the marriage by now."""
    if c.rules.marriage != "separate":
        return torch.zeros_like(c.melds)
    pair = t.played & (3 << 6)
    known = pair != 0 if c.rules.marriage_call == "first" else pair == (3 << 6)
    return pairs(c.holder * known)


def observe_context(c: Context, t: Table, counts: Counts, ply: int, eye: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """For the player to move: per suit [B, 4, EXTRA], globals [B, GLOBALS], and what only the critic sees [B, HIDDEN]."""
    turn, trick = ply & 3, ply >> 2
    mover = t.mover(turn)
    device, dtype, n = mover.device, eye.dtype, len(mover)
    rel = (mover[:, None] + constant(SEATS, device)) & 3
    said = c.said.gather(1, rel[..., None].expand(-1, -1, 4)).transpose(1, 2).to(dtype)
    trump = ((constant(SEATS, device) == 0) & (c.kind[:, None] == 0)).to(dtype)[..., None]
    per_suit = torch.cat([said, trump, torch.zeros((n, 4, 3), dtype=dtype, device=device)], 2)

    own = (mover & 1)[:, None]
    both = torch.cat([own, 1 - own], 1)
    shown = marriage_shown(c, t)
    melds = c.melds if trick or c.rules.meld_timing == "before-lead" else torch.zeros_like(c.melds)
    points, tricks = pairs(t.points), pairs(counts.tricks)
    left = (c.rules.total - t.points.sum(1))[:, None]
    numbers = [
        points.gather(1, both) / 100.0,
        t.pot[:, None] / 25.0,
        tricks.gather(1, both) / 9.0,
        (tricks.gather(1, both) == 0).float(),
        melds.gather(1, both) / 100.0,
        shown.gather(1, both),
        counts.roem.gather(1, both) / 100.0,
        left / 157.0,
    ]
    need = needed(c, t, counts, shown)[:, None]
    steps = (need >= constant(NEEDS, device)).to(dtype)
    one_hots = [
        eye[turn][None, :4].expand(n, -1),
        eye[trick][None, :9].expand(n, -1),
        eye[(c.declarer - mover) & 3][:, :4],
        eye[c.kind][:, :3],
        eye[c.level][:, :11],
        eye[c.multiplier // 2][:, :3],
    ]
    rest = torch.zeros((n, 1), dtype=dtype, device=device)
    glob = torch.cat([*one_hots, *(x.to(dtype) for x in numbers), steps, (need / 100.0).to(dtype), rest], 1)
    kinds = eye[c.kinds.gather(1, rel)][..., :3].flatten(1)
    holds = pairs(c.holder).gather(1, both).to(dtype)
    hidden = torch.cat([kinds, holds, rest, rest], 1)
    return per_suit, glob, hidden
