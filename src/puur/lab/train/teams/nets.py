"""The networks of the team games: one stream for globals and trumps, one a suit with shared weights for all four.

Exactly symmetric in the plain suits, and in all four where there is no trump. Weights lie in one flat vector, as in
lab/train/nets.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
import torch.nn.functional as F  # noqa: N812
from torch import Tensor

from puur.lab.train.nets import Specs, Weights
from puur.lab.train.teams.calls import ACTIONS, LEVELS
from puur.lab.train.teams.features import CALL_GLOBALS, CALL_SUIT, CRITIC_GLOBALS, GLOBALS, SUIT_IN

POINTS = 100.0
"""Values come out of the networks in hundreds of points."""
OTHER = ACTIONS - 4 * LEVELS
"""Actions that name no suit."""


@dataclass(frozen=True)
class TeamBody:
    """Sizes of one network body."""

    name: str
    suit_in: int
    global_in: int
    wide: int
    narrow: int
    layers: int
    trump: bool
    """Whether suit 0 may be trumps, which the wide stream then sees by itself."""

    def specs(self) -> Specs:
        w, n = self.wide, self.narrow
        inside = self.suit_in * (2 if self.trump else 1) + self.global_in
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

    def forward(self, w: Weights, suits: Tensor, glob: Tensor, trump: Tensor | None) -> tuple[Tensor, Tensor]:
        """suits [N, 4, suit_in], glob [N, global_in], trump [N, 1] 1 or 0 -> [N, wide], [N, 4, narrow]."""
        first = [] if trump is None else [suits[:, 0] * trump]
        c = torch.cat([*first, suits.sum(1), glob], 1)
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
class TeamNet:
    """Card policy, and the values of all calls, of one player."""

    wide: int = 512
    narrow: int = 256
    layers: int = 3
    call_wide: int = 256
    call_narrow: int = 128
    call_layers: int = 2

    @property
    def play(self) -> TeamBody:
        return TeamBody("play", SUIT_IN, GLOBALS, self.wide, self.narrow, self.layers, True)

    @property
    def call(self) -> TeamBody:
        return TeamBody("call", CALL_SUIT, CALL_GLOBALS, self.call_wide, self.call_narrow, self.call_layers, False)

    def play_specs(self) -> Specs:
        return [
            *self.play.specs(),
            ("play.trump", (self.wide, 9), 0.005),
            ("play.plain", (self.narrow, 9), 0.005),
            ("play.shared", (self.wide, 9), 0.005),
        ]

    def call_specs(self) -> Specs:
        return [
            *self.call.specs(),
            ("call.suit", (self.call_narrow, LEVELS), 0.01),
            ("call.shared", (self.call_wide, LEVELS), 0.01),
            ("call.level", (LEVELS,), 0.0),
            ("call.other", (self.call_wide, OTHER), 0.01),
            ("call.mean", (self.call_narrow, OTHER), 0.01),
            ("call.out", (OTHER,), 0.0),
        ]

    def logits(self, w: Weights, suits: Tensor, glob: Tensor, trump: Tensor, turned: Tensor | None) -> Tensor:
        """[N, 36] scores of the cards in canonical suits, not yet masked; ``turned`` [N] says undenufe."""
        g, p = self.play.forward(w, suits, glob, trump)
        g, p = g.float(), p.float()
        cards = p @ w["play.plain"].float() + (g @ w["play.shared"].float())[:, None]
        first = (g @ w["play.trump"].float()) * trump.float()
        cards = torch.cat([cards[:, :1] + first[:, None], cards[:, 1:]], 1)
        if turned is not None:
            cards = torch.where(turned[:, None, None], cards.flip(-1), cards)
        return cards.flatten(1)

    def calls(self, w: Weights, suits: Tensor, glob: Tensor) -> Tensor:
        """[N, ACTIONS] expected score above the other team's after every call, in points."""
        g, p = self.call.forward(w, suits, glob, None)
        g, p = g.float(), p.float()
        shared = g @ w["call.shared"].float() + w["call.level"].float()
        naming = p @ w["call.suit"].float() + shared[:, None]
        other = g @ w["call.other"].float() + p.mean(1) @ w["call.mean"].float() + w["call.out"].float()
        return torch.cat([naming.flatten(1), other], 1) * POINTS


@dataclass(frozen=True)
class TeamCritic:
    """What the mover's team will make above the other, in hundreds of points, with all cards open. Training only."""

    wide: int = 512
    narrow: int = 256
    layers: int = 3

    @property
    def body(self) -> TeamBody:
        return TeamBody("value", SUIT_IN, CRITIC_GLOBALS, self.wide, self.narrow, self.layers, True)

    def specs(self) -> Specs:
        return [
            *self.body.specs(),
            ("value.wide", (self.wide, 1), 0.02),
            ("value.narrow", (self.narrow, 1), 0.02),
            ("value.out", (1,), 0.0),
        ]

    def values(self, w: Weights, suits: Tensor, glob: Tensor, trump: Tensor) -> Tensor:
        g, p = self.body.forward(w, suits, glob, trump)
        out = g.float() @ w["value.wide"].float() + p.float().mean(1) @ w["value.narrow"].float()
        return (out + w["value.out"].float())[:, 0]
