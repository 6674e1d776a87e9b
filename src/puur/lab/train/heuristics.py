"""Randomised steering players for many deals at once: sparring partners of the networks, not the shipped heuristic.

Each seat has its own parameters (``random_style``), so that the learner meets cautious, greedy, careless and plainly
random players, and estimates from good to foolish.
"""

from __future__ import annotations

from functools import cache

import torch
from torch import Tensor

from puur.lab.train.batch import BatchTables, Table
from puur.lab.train.features import card_bits

# name: centre, spread (of a factor exp(spread * normal) unless the name ends in _add)
CENTRE = {
    "same": 0.10,  # how much each unseen higher card of the suit spoils a trick now
    "trumps": 0.02,  # likewise each unseen trump, for a plain card
    "later": 3.0,  # points still expected from each player after me
    "keep_same": 0.28,  # the same for cards kept in hand
    "keep_trumps": 0.07,
    "average": 11.0,  # points that the other three add to a trick of mine
    "weight": 1.0,  # weight of the hand's future against what is missing
    "noise": 0.4,  # temperature of the choice
    "random": 0.0,  # share of plainly random cards
    "slope": 1.0,  # estimate = slope * future of the hand + offset + spread * normal
    "offset": 0.0,
    "spread": 2.0,
    "high": 0.02,  # taste for playing high cards early
}
NAMES = tuple(CENTRE)
# Found by the cross-entropy method against a mixture of candidates and wild styles; four equal: 9.7.
TUNED: dict[str, float] = {
    "same": 0.19,
    "trumps": 0.03,
    "later": 2.5,
    "keep_same": 0.245,
    "keep_trumps": 0.36,
    "average": 12.5,
    "weight": 0.68,
    "noise": 0.12,
    "slope": 1.43,
    "offset": -9.9,
    "spread": 0.0,
    "high": 0.09,
}


@cache
def centre(device: str | torch.device) -> Tensor:
    return torch.tensor([TUNED.get(k, v) for k, v in CENTRE.items()], device=device)


def plain_style(count: int, device: str | torch.device) -> Tensor:
    """The tuned parameters for every seat [count, 4, K]: the fixed opponent of measurements."""
    return centre(device).repeat(count, 4, 1)


def random_style(count: int, device: str | torch.device) -> Tensor:
    """Parameters drawn anew for every seat [count, 4, K]."""
    odd = torch.rand((count, 1, 1), device=device)  # how far from the tuned player this table's heuristics are
    style = centre(device) * torch.exp(odd * _spread(device) * torch.randn((count, 4, len(NAMES)), device=device))
    normal = odd * torch.randn((count, 4, 4), device=device)
    uniform = torch.rand((count, 4, 4), device=device)
    sober = odd[..., 0] < 0.4
    wild = torch.where(uniform[..., 0] < 0.15, 25.0, torch.where(uniform[..., 0] < 0.5, 8.0, 2.0))
    careless = torch.where(uniform[..., 2] < 0.95, 0.4 * uniform[..., 3], 1.0)
    changed = {
        "slope": style[..., NAMES.index("slope")] * torch.exp(0.15 * normal[..., 0]),
        "offset": style[..., NAMES.index("offset")] + 5.0 * normal[..., 1],
        "spread": torch.where(sober, 4.0, wild) * uniform[..., 1],
        "random": torch.where(sober | (uniform[..., 2] < 0.5), 0.0, careless),
        "noise": style[..., NAMES.index("noise")] * (1.0 + 6.0 * (normal[..., 2] > 0.8)),
    }
    return torch.stack([changed.get(k, style[..., i]) for i, k in enumerate(NAMES)], -1)


@cache
def _spread(device: str | torch.device) -> Tensor:
    fixed = ("slope", "spread", "offset", "random")
    return torch.tensor([0.0 if k in fixed else 0.4 for k in NAMES], device=device)


def _threat(tb: BatchTables, unseen: Tensor, mode: int) -> tuple[Tensor, Tensor]:
    """Unseen cards of the same suit, and unseen trumps, that beat each card [N, 36]."""
    bits = card_bits(unseen, torch.float32)
    over = tb.beaten_by[mode]
    suits = torch.arange(36, device=unseen.device) // 9
    same = (suits[:, None] == suits).float()
    return bits @ (over * same), bits @ (over * (1 - same))


def estimates(tb: BatchTables, hands: Tensor, style: Tensor) -> Tensor:
    """Estimates [B, 4] from the hands."""
    b = hands.shape[0]
    flat = hands.reshape(-1)
    s = {k: style[..., i].reshape(-1, 1) for i, k in enumerate(NAMES)}
    same, trumps = _threat(tb, tb.beats[0, 36] & ~flat, 0)
    held = card_bits(flat, torch.float32)
    worth = tb.points[0, :36].float() + s["average"]
    future = (held * torch.exp(-s["keep_same"] * same - s["keep_trumps"] * trumps) * worth).sum(1, keepdim=True)
    guess = s["slope"] * future + s["offset"] + s["spread"] * torch.randn_like(future)
    return guess.round().clamp(0, 157).to(torch.int64).view(b, 4)


def choose(
    tb: BatchTables, t: Table, turn: int, last: bool, legal: Tensor, estimate: Tensor, style: Tensor
) -> Tensor:
    """A card for every row, by the player to move."""
    mover = t.mover(turn)
    pick = mover[:, None]
    hand = t.hands.gather(1, pick)[:, 0]
    need = (estimate.gather(1, pick) - t.points.gather(1, pick)).float()
    row = style.gather(1, pick[..., None].expand(-1, -1, len(NAMES)))[:, 0]
    s = {k: row[:, i : i + 1] for i, k in enumerate(NAMES)}
    unseen = tb.beats[0, 36] & ~hand & ~t.played.sum(1)
    same, trumps = _threat(tb, unseen, 0)
    held, allowed = card_bits(hand, torch.float32), card_bits(legal, torch.float32)
    takes = card_bits(tb.at(tb.beats, t.mode, t.best), torch.float32)
    if turn == 0:
        takes = torch.ones_like(takes)
    later = 3 - turn
    value = tb.points[0, :36].float()
    win = takes * torch.exp(-later * (s["same"] * same + s["trumps"] * trumps))
    gain = win * (t.pot[:, None] + value + later * s["later"] + (5.0 if last else 0.0))
    future = held * torch.exp(-s["keep_same"] * same - s["keep_trumps"] * trumps) * (value + s["average"])
    rest = future.sum(1, keepdim=True) - future
    score = -(need - gain - s["weight"] * rest).abs() + s["high"] * value
    gumbel = -torch.log(-torch.log(torch.rand_like(score).clamp(1e-9, 1 - 1e-7)))
    careless = torch.rand_like(need) < s["random"]
    score = torch.where(careless, torch.zeros_like(score), score / s["noise"].clamp_min(0.01)) + gumbel
    return torch.where(allowed > 0, score, -1e9).argmax(1)
