"""Measure networks and sparring heuristics: mean |difference| a player and round, ± standard error."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from puur.cards import DECK_36
from puur.lab.train import heuristics
from puur.lab.train.batch import deal
from puur.lab.train.nets import PolicyNet, Weights
from puur.lab.train.selfplay import HEURISTIC, LEARNER, RIVAL, Aids, Parts, play_deals

Pair = tuple[Weights, Weights]
Figure = tuple[float, float]


def figure(values: Tensor) -> Figure:
    """Mean and standard error over deals; several seats of one deal count as one observation."""
    v = values.double()
    return round(float(v.mean()), 3), round(float(v.std()) / math.sqrt(len(v)), 3)


@torch.no_grad()  # type: ignore[untyped-decorator]
def measure(
    aids: Aids, net: PolicyNet, one: Pair, others: Pair, single: int, rest: int, deals: int, wild: bool = False
) -> tuple[Figure, Figure]:
    """One seat of kind ``single`` (it rotates), three of kind ``rest``: the figures of both sides.

    LEARNER seats play ``one``, RIVAL seats ``others``, HEURISTIC seats the fixed heuristic (``wild``: random styles).
    """
    device = aids.tables.device
    lone: list[Tensor] = []
    three: list[Tensor] = []
    chunk = 16384
    for first in range(0, deals, chunk):
        n = min(chunk, deals - first)
        seats = torch.arange(4, device=device)
        alone = seats == (torch.arange(n, device=device)[:, None] & 3)
        kinds = torch.where(alone, single, rest)
        style = heuristics.random_style(n, device) if wild else heuristics.plain_style(n, device)
        uses = {single, rest}
        parts = Parts(0 if HEURISTIC in uses else n, 0 if RIVAL in uses else n, n)
        hands = deal(n, DECK_36, device)
        r = play_deals(aids, net, one, others, parts, hands, kinds, style, 0.0, True)
        miss = (r.estimates - r.points).abs().double()
        lone.append((miss * alone).sum(1))
        three.append((miss * ~alone).sum(1) / 3)
    return figure(torch.cat(lone)), figure(torch.cat(three))


def report(aids: Aids, net: PolicyNet, one: Pair, rival: Pair | None, deals: int) -> dict[str, tuple[Figure, Figure]]:
    """The standard table."""
    other = rival or one
    rows = {
        "net x4": (LEARNER, LEARNER, False),
        "1 net, 3 heuristics": (LEARNER, HEURISTIC, False),
        "1 heuristic, 3 nets": (HEURISTIC, LEARNER, False),
        "1 net, 3 wild heuristics": (LEARNER, HEURISTIC, True),
    }
    if rival is not None:
        rows |= {
            "1 net, 3 rivals": (LEARNER, RIVAL, False),
            "1 rival, 3 nets": (RIVAL, LEARNER, False),
            "rival x4": (RIVAL, RIVAL, False),
        }
    return {k: measure(aids, net, one, other, a, b, deals, w) for k, (a, b, w) in rows.items()}
