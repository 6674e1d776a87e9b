"""The networks of the team games: one stream for globals and trumps, one a suit with shared weights for all four.

Exactly symmetric in the plain suits, and in all four where there is no trump. Weights lie in one flat vector, as in
lab/train/nets.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from puur.lab.train.nets import Body, Specs, Weights
from puur.lab.train.teams.calls import ACTIONS, LEVELS
from puur.lab.train.teams.features import CALL_GLOBALS, CALL_SUIT, CRITIC_GLOBALS, GLOBALS, SUIT_IN

POINTS = 100.0
"""Values come out of the networks in hundreds of points."""
OTHER = ACTIONS - 4 * LEVELS
"""Actions that name no suit."""


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
    def play(self) -> Body:
        return Body("play", SUIT_IN, GLOBALS, self.wide, self.narrow, self.layers)

    @property
    def call(self) -> Body:
        return Body("call", CALL_SUIT, CALL_GLOBALS, self.call_wide, self.call_narrow, self.call_layers, lanes=1)

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
        g, p = self.play.forward(w, suits[:, 0] * trump, suits, glob)
        g, p = g.float(), p.float()
        cards = p @ w["play.plain"].float() + (g @ w["play.shared"].float())[:, None]
        first = (g @ w["play.trump"].float()) * trump.float()
        cards = torch.cat([cards[:, :1] + first[:, None], cards[:, 1:]], 1)
        if turned is not None:
            cards = torch.where(turned[:, None, None], cards.flip(-1), cards)
        return cards.flatten(1)

    def calls(self, w: Weights, suits: Tensor, glob: Tensor) -> Tensor:
        """[N, ACTIONS] expected score above the other team's after every call, in points."""
        g, p = self.call.forward(w, None, suits, glob)
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
    def body(self) -> Body:
        return Body("value", SUIT_IN, CRITIC_GLOBALS, self.wide, self.narrow, self.layers)

    def specs(self) -> Specs:
        return [
            *self.body.specs(),
            ("value.wide", (self.wide, 1), 0.02),
            ("value.narrow", (self.narrow, 1), 0.02),
            ("value.out", (1,), 0.0),
        ]

    def values(self, w: Weights, suits: Tensor, glob: Tensor, trump: Tensor) -> Tensor:
        g, p = self.body.forward(w, suits[:, 0] * trump, suits, glob)
        out = g.float() @ w["value.wide"].float() + p.float().mean(1) @ w["value.narrow"].float()
        return (out + w["value.out"].float())[:, 0]
