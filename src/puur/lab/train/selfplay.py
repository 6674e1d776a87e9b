"""Play many Differenzler deals at once with a mixture of networks and heuristics, and keep what was seen and done.

Rows come in three parts: all four seats learner; learner and heuristics; learner, heuristics and a rival network.
Forehand is seat 0 and trump is suit 0 in every row.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from puur.lab.train import heuristics
from puur.lab.train.batch import BatchTables, Table
from puur.lab.train.features import (
    BID_SUIT,
    LEGAL,
    PRIVATE,
    card_bits,
    global_features,
    ints_of,
    knot_matrix,
    need_table,
    observe,
    seat_features,
    suit_features,
)
from puur.lab.train.nets import PolicyNet, Weights

LEARNER, HEURISTIC, RIVAL = 0, 1, 2


@dataclass(frozen=True)
class Parts:
    """Where the parts of a batch begin."""

    mixed: int
    rivals: int
    rows: int
    heuristics: bool = True
    """Whether any sit in the mixed rows."""


@dataclass
class Aids:
    """Constant tensors of one device and dtype."""

    tables: BatchTables
    needs: Tensor
    eye: Tensor
    knots: Tensor
    dtype: torch.dtype

    @classmethod
    def make(cls, tables: BatchTables, dtype: torch.dtype) -> Aids:
        device = tables.device
        eye = torch.eye(9, device=device, dtype=dtype)
        return cls(tables, need_table(device).to(dtype), eye, knot_matrix(device), dtype)


@dataclass
class Record:
    """What one batch of deals leaves behind: [36, B, ...] a decision, [B, 4] a deal."""

    masks: Tensor
    ints: Tensor
    action: Tensor
    logp: Tensor
    mover: Tensor
    hands: Tensor
    kinds: Tensor
    estimates: Tensor
    points: Tensor


def gumbel(like: Tensor) -> Tensor:
    return -torch.log(-torch.log(torch.rand_like(like).clamp(1e-9, 1 - 1e-7)))


def net_estimates(net: PolicyNet, w: Weights, aids: Aids, hands: Tensor, heat: Tensor | float) -> Tensor:
    """Estimates [B, 4]: the best expected difference, or Boltzmann exploration at temperature ``heat``."""
    b = hands.shape[0]
    suits = suit_features(hands.reshape(-1, 1), aids.dtype, BID_SUIT)
    seat = seat_features(torch.arange(4, device=hands.device).repeat(b), aids.eye)
    errors = net.errors(w, suits, seat, aids.knots)
    if not isinstance(heat, float) or heat > 0:
        errors = errors / heat - gumbel(errors)
    return errors.argmin(1).view(b, 4)


def net_logits(net: PolicyNet, w: Weights, aids: Aids, masks: Tensor, ints: Tensor, ply: Tensor) -> Tensor:
    suits = suit_features(masks[:, :PRIVATE], aids.dtype)
    logits = net.logits(w, suits, global_features(ints, ply, aids.needs, aids.eye))
    legal = card_bits(masks[:, LEGAL], torch.bool)
    return torch.where(legal, logits, -1e9)


def play_deals(
    aids: Aids,
    net: PolicyNet,
    learner: tuple[Weights, Weights],
    rival: tuple[Weights, Weights],
    parts: Parts,
    hands: Tensor,
    kinds: Tensor,
    style: Tensor,
    heat: Tensor | float,
    greedy: bool,
) -> Record:
    """Estimate and play every deal. ``learner`` and ``rival`` are (card weights, estimate weights)."""
    tb, rows, device = aids.tables, parts.rows, hands.device
    estimates = net_estimates(net, learner[1], aids, hands, heat)
    if parts.mixed < rows and parts.heuristics:
        guess = heuristics.estimates(tb, hands[parts.mixed :], style[parts.mixed :])
        mixed = torch.where(kinds[parts.mixed :] == HEURISTIC, guess, estimates[parts.mixed :])
        estimates = torch.cat([estimates[: parts.mixed], mixed])
    if parts.rivals < rows:
        other = net_estimates(net, rival[1], aids, hands[parts.rivals :], 0.0 if greedy else 0.3)
        mixed = torch.where(kinds[parts.rivals :] == RIVAL, other, estimates[parts.rivals :])
        estimates = torch.cat([estimates[: parts.rivals], mixed])

    zero = torch.zeros(rows, dtype=torch.int64, device=device)
    t = Table.start(hands, zero, zero)
    seen: dict[str, list[Tensor]] = {k: [] for k in ("masks", "ints", "action", "logp", "mover")}
    for ply in range(36):
        turn, trick = ply & 3, ply >> 2
        legal = t.legal(tb, turn)
        masks = observe(tb, t, turn, legal)
        mover = t.mover(turn)
        ints = ints_of(estimates - t.points, t.points, t.pot, kinds, mover)
        now = torch.full_like(zero, ply)
        logits = net_logits(net, learner[0], aids, masks, ints, now)
        action = (logits if greedy else logits + gumbel(logits)).argmax(1)
        kind = kinds.gather(1, mover[:, None])[:, 0]
        if parts.mixed < rows and parts.heuristics:
            m = parts.mixed
            part = Table(**{k: v[m:] for k, v in vars(t).items()})
            card = heuristics.choose(tb, part, turn, trick == 8, legal[m:], estimates[m:], style[m:])
            action = torch.cat([action[:m], torch.where(kind[m:] == HEURISTIC, card, action[m:])])
        if parts.rivals < rows:
            r = parts.rivals
            other = net_logits(net, rival[0], aids, masks[r:], ints[r:], now[r:])
            card = (other if greedy else other + gumbel(other)).argmax(1)
            action = torch.cat([action[:r], torch.where(kind[r:] == RIVAL, card, action[r:])])
        if not greedy:
            logp = logits.log_softmax(1).gather(1, action[:, None])[:, 0]
            for k, v in (("masks", masks), ("ints", ints), ("action", action), ("logp", logp), ("mover", mover)):
                seen[k].append(v)
        t.play(tb, turn, action, 5 if trick == 8 else 0)
    stacked = {k: torch.stack(v) if v else zero for k, v in seen.items()}
    return Record(**stacked, hands=hands, kinds=kinds, estimates=estimates, points=t.points)
