"""The networks: the same for every order of the three plain suits, as plain functions of one flat weight vector.

A trump-and-globals stream (width ``wide``) and one stream a plain suit with shared weights (width ``narrow``).
Weights live in one flat tensor, so that the optimiser, snapshots, checkpoints and export stay trivial.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
import torch.nn.functional as F  # noqa: N812
from torch import Tensor

from puur.lab.train.features import BID_GLOBALS, BID_SUIT, CRITIC_GLOBALS, GLOBALS, KNOTS, MASKS, PRIVATE

Weights = dict[str, Tensor]


Specs = list[tuple[str, tuple[int, ...], float]]
"""Name, shape and spread at the beginning of each weight."""


@dataclass(frozen=True)
class Body:
    """A network body of two streams: a wide one for globals and trumps, and a narrow one a suit with shared weights."""

    name: str
    suit_in: int
    global_in: int
    wide: int
    narrow: int
    layers: int
    lanes: int = 2
    """What the wide stream sees of suits: the sum of all, and trumps by themselves where there may be trumps."""

    def specs(self) -> Specs:
        w, n, inside = self.wide, self.narrow, self.lanes * self.suit_in + self.global_in
        out: Specs = [
            (f"{self.name}.in.c", (inside, w + n), 0.12),
            (f"{self.name}.in.b", (w + n,), 0.0),
            (f"{self.name}.in.p", (self.suit_in, n), 0.15),
        ]
        for k in range(self.layers):
            out += [
                (f"{self.name}.{k}.c", (w + n, w + n), (1.0 / (w + n)) ** 0.5),
                (f"{self.name}.{k}.b", (w + n,), 0.0),
                (f"{self.name}.{k}.p", (n, n), (1.0 / n) ** 0.5),
            ]
        return out

    def forward(self, w: Weights, trump: Tensor | None, suits: Tensor, glob: Tensor) -> tuple[Tensor, Tensor]:
        """trump [N, suit_in], suits [N, S, suit_in], glob [N, global_in] -> [N, wide], [N, S, narrow]."""
        lanes = [] if trump is None else [trump]
        c = torch.cat([*lanes, suits.sum(1), glob], 1)
        u = torch.addmm(w[f"{self.name}.in.b"], c, w[f"{self.name}.in.c"])
        g = F.relu(u[:, : self.wide])
        p = F.relu(suits @ w[f"{self.name}.in.p"] + u[:, None, self.wide :])
        for k in range(self.layers):
            c = torch.cat([g, p.mean(1)], 1)
            u = torch.addmm(w[f"{self.name}.{k}.b"], c, w[f"{self.name}.{k}.c"])
            p = p + F.relu(p @ w[f"{self.name}.{k}.p"] + u[:, None, self.wide :])
            g = g + F.relu(u[:, : self.wide])
        return g, p


@dataclass(frozen=True)
class PolicyNet:
    """Card policy and estimate head of one player."""

    wide: int = 512
    narrow: int = 256
    layers: int = 3
    bid_wide: int = 256
    bid_narrow: int = 128
    bid_layers: int = 2

    @property
    def play(self) -> Body:
        return Body("play", PRIVATE * 9, GLOBALS, self.wide, self.narrow, self.layers)

    @property
    def bid(self) -> Body:
        return Body("bid", BID_SUIT, BID_GLOBALS, self.bid_wide, self.bid_narrow, self.bid_layers)

    def play_specs(self) -> Specs:
        return [
            *self.play.specs(),
            ("play.trump", (self.wide, 9), 0.005),
            ("play.plain", (self.narrow, 9), 0.005),
            ("play.shared", (self.wide, 9), 0.005),
        ]

    def bid_specs(self) -> Specs:
        return [
            *self.bid.specs(),
            ("bid.wide", (self.bid_wide, len(KNOTS)), 0.01),
            ("bid.narrow", (self.bid_narrow, len(KNOTS)), 0.01),
            ("bid.out", (len(KNOTS),), 0.0),
        ]

    def logits(self, w: Weights, suits: tuple[Tensor, Tensor], glob: Tensor) -> Tensor:
        """[N, 36] scores of the cards, not yet masked by what is legal."""
        g, p = self.play.forward(w, *suits, glob)
        g, p = g.float(), p.float()
        trump = g @ w["play.trump"].float()
        plain = p @ w["play.plain"].float() + (g @ w["play.shared"].float())[:, None]
        return torch.cat([trump, plain.reshape(-1, 27)], 1)

    def errors(self, w: Weights, suits: tuple[Tensor, Tensor], seat: Tensor, knots: Tensor) -> Tensor:
        """[N, 158] expected |difference| of every estimate."""
        g, p = self.bid.forward(w, *suits, seat)
        out = g.float() @ w["bid.wide"].float() + p.float().mean(1) @ w["bid.narrow"].float() + w["bid.out"].float()
        return (out * 10.0) @ knots


@dataclass(frozen=True)
class CriticNet:
    """Expected |difference| / SCALE of all four players with all cards and estimates open. Training only."""

    wide: int = 512
    narrow: int = 256
    layers: int = 3

    @property
    def body(self) -> Body:
        return Body("value", (MASKS - 3) * 9, CRITIC_GLOBALS, self.wide, self.narrow, self.layers)

    def specs(self) -> Specs:
        return [
            *self.body.specs(),
            ("value.wide", (self.wide, 4), 0.02),
            ("value.narrow", (self.narrow, 4), 0.02),
            ("value.out", (4,), 0.0),
        ]

    def values(self, w: Weights, suits: tuple[Tensor, Tensor], glob: Tensor) -> Tensor:
        g, p = self.body.forward(w, *suits, glob)
        out = g.float() @ w["value.wide"].float() + p.float().mean(1) @ w["value.narrow"].float()
        return out + w["value.out"].float()


def sizes(specs: Specs) -> list[int]:
    return [int(torch.Size(shape).numel()) for _, shape, _ in specs]


def initial(specs: Specs, device: str | torch.device) -> Tensor:
    """A fresh flat weight vector."""
    return torch.cat(
        [torch.randn(n, device=device) * scale for n, (_, _, scale) in zip(sizes(specs), specs, strict=True)]
    )


def unpack(flat: Tensor, specs: Specs) -> Weights:
    """Named views of a flat vector."""
    parts = flat.split(sizes(specs))
    return {name: part.view(shape) for part, (name, shape, _) in zip(parts, specs, strict=True)}
