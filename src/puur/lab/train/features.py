"""What the networks see: masks per suit and a few global numbers, from the mover's side of the table.

Trump is suit 0 in training. Masks 0..15 are private knowledge of the mover, 16..18 the hidden hands that only the
critic may see; the critic reads masks 3..18. All widths are multiples of eight, which matrix units want.
The same layout is written in NumPy for play (bots/net); a test holds the two together.
"""

from __future__ import annotations

from functools import cache

import torch
from torch import Tensor

from puur.lab.train.batch import SEATS, BatchTables, Table, constant

MASKS = 19
PRIVATE = 16
LEGAL = 4
NEED_LOW, NEED_HIGH = -32, 157
NEEDS = NEED_HIGH - NEED_LOW + 1
THRESHOLDS = (*range(-28, 1, 4), *range(2, 64, 3), *range(64, 157, 9))
NEED_WIDTH = NEEDS + len(THRESHOLDS) + 2
GLOBALS = NEED_WIDTH + 24  # turn, trick, points, pot; padding
CRITIC_GLOBALS = 4 * NEED_WIDTH + 32
BID_SUIT, BID_GLOBALS = 16, 16
KNOTS = (*range(0, 40, 2), *range(40, 80, 4), *range(80, 157, 8), 157)


def observe(tb: BatchTables, t: Table, turn: int, legal: Tensor) -> Tensor:
    """Masks [B, MASKS] from the side of the player to move."""
    mover = t.mover(turn)
    rel = (mover[:, None] + constant(SEATS, mover.device)) & 3
    hands = t.hands.gather(1, rel)
    played = t.played.gather(1, rel)
    table = t.on_table.gather(1, rel)
    hand = hands[:, 0]
    unseen = tb.beats[0, 36] & ~hand & ~played.sum(1)
    possible = unseen[:, None] & ~t.denied.gather(1, rel)[:, 1:]
    first = torch.stack([t.led, unseen, t.previous, hand, legal], 1)
    return torch.cat([first, played, table[:, 1:], tb.bit[t.best][:, None], possible, hands[:, 1:]], 1)


def need_table(device: str | torch.device) -> Tensor:
    """Row need - NEED_LOW: one-hot, thermometer and two numbers of what is still missing to the estimate."""
    need = torch.arange(NEED_LOW, NEED_HIGH + 1, device=device)
    steps = (need[:, None] >= torch.tensor(THRESHOLDS, device=device)).float()
    numbers = torch.stack([need / 40.0, need.abs() / 40.0], 1)
    return torch.cat([torch.eye(NEEDS, device=device), steps, numbers], 1)


@cache
def _rank_bits(device: str | torch.device) -> Tensor:
    return torch.tensor([1 << r for r in range(9)], dtype=torch.int16, device=device)


def bits_of(masks: Tensor, dtype: torch.dtype, width: int = 9) -> Tensor:
    """[N, K] lanes of nine bits to [N, K * width], zeros behind the ninth."""
    lanes = masks.to(torch.int16)
    make = torch.empty if width == 9 else torch.zeros
    out = make((*masks.shape, width), dtype=dtype, device=masks.device)
    torch.ne(lanes[..., None] & _rank_bits(masks.device), 0, out=out[..., :9])
    return out.flatten(-2)


def suit_features(masks: Tensor, dtype: torch.dtype, width: int = 9) -> tuple[Tensor, Tensor]:
    """[N, K] masks to the trump suit's bits [N, K * width] and those of the plain suits [N, 3, K * width]."""
    shifts = constant((9, 18, 27), masks.device)
    trump = bits_of(masks & 511, dtype, width)
    return trump, bits_of((masks[:, None, :] >> shifts[:, None]) & 511, dtype, width)


def card_bits(mask: Tensor, dtype: torch.dtype) -> Tensor:
    """[N] masks to [N, 36] bits."""
    return bits_of((mask[:, None] >> constant((0, 9, 18, 27), mask.device)) & 511, dtype)


def ints_of(needs: Tensor, points: Tensor, pot: Tensor, kinds: Tensor, mover: Tensor) -> Tensor:
    """The small numbers of a decision [B, 13]: needs, points and kinds of the players from the mover on; the pot."""
    rel = (mover[:, None] + constant(SEATS, mover.device)) & 3
    index = (needs.gather(1, rel) - NEED_LOW).clamp(0, NEEDS - 1)
    return torch.cat([index, points.gather(1, rel), kinds.gather(1, rel), pot[:, None]], 1).to(torch.int16)


def global_features(ints: Tensor, ply: Tensor, needs: Tensor, eye: Tensor) -> Tensor:
    """Policy: [N, GLOBALS]. ``eye`` is a 9x9 identity in the dtype wanted, ``needs`` the need table."""
    i = ints.to(torch.int64)
    padding = torch.zeros((i.shape[0], 6), dtype=needs.dtype, device=needs.device)
    numbers = torch.cat([i[:, 4:8] / 40.0, i[:, 12:13] / 25.0], 1).to(needs.dtype)
    return torch.cat([needs[i[:, 0]], eye[ply & 3][:, :4], eye[ply >> 2], numbers, padding], 1)


def critic_features(ints: Tensor, ply: Tensor, needs: Tensor, eye: Tensor) -> Tensor:
    """Critic: [N, CRITIC_GLOBALS]."""
    i = ints.to(torch.int64)
    n = i.shape[0]
    padding = torch.zeros((n, 6), dtype=needs.dtype, device=needs.device)
    kinds = eye[i[:, 8:12]][:, :, :3].reshape(n, 12)
    pot = (i[:, 12:13] / 25.0).to(needs.dtype)
    return torch.cat([needs[i[:, :4]].view(n, -1), eye[ply & 3][:, :4], eye[ply >> 2], pot, kinds, padding], 1)


def seat_features(seat: Tensor, eye: Tensor) -> Tensor:
    """Estimate head: [N, BID_GLOBALS], the place in playing order."""
    padding = torch.zeros((seat.shape[0], BID_GLOBALS - 9), dtype=eye.dtype, device=eye.device)
    return torch.cat([eye[seat], padding], 1)


def knot_matrix(device: str | torch.device) -> Tensor:
    """[len(KNOTS), 158]: linear interpolation from the knots to every estimate."""
    m = torch.zeros((len(KNOTS), 158))
    for k in range(len(KNOTS) - 1):
        a, b = KNOTS[k], KNOTS[k + 1]
        for x in range(a, b + 1):
            m[k, x] = (b - x) / (b - a)
            m[k + 1, x] = (x - a) / (b - a)
    return m.to(device)
