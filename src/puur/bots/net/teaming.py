"""TeamPolicy: the trained network of a team game in NumPy, for calls and cards. For bots/net only.

The layout is that of lab/train/teams/nets.py; weights are stored as bots/net/policy.py says.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import as_file, files
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from puur.bots.net import partners
from puur.bots.net.policy import unfold
from puur.cards import Card
from puur.engine.board import Board, Mine
from puur.engine.messages import Call
from puur.engine.phases.trump import procedure
from puur.rules.ruleset import OBENABE, UNDENUFE, Ruleset
from puur.rules.variants import ruleset

Floats: TypeAlias = NDArray[np.float32]
POINTS = 100.0
SHAPED_BY = (
    "teams",
    "deck",
    "order",
    "trump_selection",
    "play",
    "melds",
    "marriage",
    "roem",
    "contract",
    "last_trick",
)
"""Fields of the rules in which a game must not differ from the one that its network was trained on."""


def body(
    w: Mapping[str, Floats], name: str, suits: Floats, glob: Floats, trump: float | None
) -> tuple[Floats, Floats]:
    """The streams of one network body: [wide] and [4, narrow]."""
    first = w[f"{name}.in.p"]
    narrow = first.shape[1]
    lead = [] if trump is None else [suits[0] * np.float32(trump)]
    u = np.concatenate([*lead, suits.sum(0), glob]) @ w[f"{name}.in.c"] + w[f"{name}.in.b"]
    wide = len(u) - narrow
    g = np.maximum(u[:wide], 0)
    p = np.maximum(suits @ first + u[wide:], 0)
    k = 0
    while f"{name}.{k}.c" in w:
        u = np.concatenate([g, p.mean(0)]) @ w[f"{name}.{k}.c"] + w[f"{name}.{k}.b"]
        p = p + np.maximum(p @ w[f"{name}.{k}.p"] + u[wide:], 0)
        g = g + np.maximum(u[:wide], 0)
        k += 1
    return g, p


class TeamPolicy:
    """Values of calls and scores of cards of one game."""

    def __init__(self, weights: Mapping[str, Floats]) -> None:
        self.w = weights

    @classmethod
    def load(cls, variant: str) -> TeamPolicy:
        return _load(variant)

    def values(self, board: Board, mine: Mine) -> Floats:
        """[ACTIONS] the expected score above the other team's after every call, in points."""
        suits, glob = partners.call_features(board, mine)
        g, p = body(self.w, "call", suits, glob, None)
        naming = p @ self.w["call.suit"] + g @ self.w["call.shared"] + self.w["call.level"]
        other = g @ self.w["call.other"] + p.mean(0) @ self.w["call.mean"] + self.w["call.out"]
        return np.concatenate([naming.ravel(), other]) * np.float32(POINTS)

    def call(self, board: Board, mine: Mine) -> Call:
        """The call with the best expected score."""
        values = self.values(board, mine)
        offered = partners.offered_at(board, len(board.calls))
        return max(procedure(board.rules).choices(board), key=lambda c: float(values[partners.action_of(c, offered)]))

    def scores(self, board: Board, mine: Mine) -> Floats:
        """[36] scores of all cards in natural suits, legal or not."""
        mode = board.mode
        assert mode is not None
        suits, glob = partners.card_features(board, mine)
        trump = float(mode < OBENABE)
        g, p = body(self.w, "play", suits, glob, trump)
        cards = p @ self.w["play.plain"] + g @ self.w["play.shared"]
        cards[0] += np.float32(trump) * (g @ self.w["play.trump"])
        if mode == UNDENUFE:
            cards = cards[:, ::-1]
        order = [partners.exchange_card(9 * s, mode) // 9 for s in range(4)]
        return np.asarray(cards[order].ravel())

    def best(self, board: Board, mine: Mine, legal: int) -> Card:
        """The legal card that the network likes best."""
        if legal & (legal - 1) == 0:
            return Card(legal.bit_length() - 1)
        scores = self.scores(board, mine)
        return Card(max((c for c in range(36) if legal >> c & 1), key=lambda c: float(scores[c])))


def fits(rules: Ruleset) -> bool:
    """Whether a network trained on the game as it stands may play with these options."""
    plain = ruleset(rules.name)
    return all(getattr(rules, field) == getattr(plain, field) for field in SHAPED_BY)


@cache
def _load(variant: str) -> TeamPolicy:
    with as_file(files("puur.bots").joinpath("weights", f"{variant}.npz")) as path, np.load(path) as stored:
        return TeamPolicy(unfold(dict(stored)))
