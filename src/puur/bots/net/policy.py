"""NetPolicy: the trained network in NumPy. One decision takes a few milliseconds at most on one core.

Weights are stored as int8 with one scale a column (small tensors as float16) and unfolded to float32 when loaded.
The layout is that of lab/train/nets.py. For bots/net only.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import as_file, files
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from puur.bots.net import features
from puur.bots.net.position import Position, legal_mask, masks_of, tell

Floats: TypeAlias = NDArray[np.float32]
Ints: TypeAlias = NDArray[np.int64]
SCALE = 16.0


def has_weights(variant: str) -> bool:
    return files("puur.bots").joinpath("weights", f"{variant}.npz").is_file()


def unfold(stored: Mapping[str, NDArray[Any]]) -> dict[str, Floats]:
    """Float32 weights from a file's arrays; ``x.scale`` belongs to the int8 array ``x``."""
    out: dict[str, Floats] = {}
    for name, array in stored.items():
        if name.endswith(".scale"):
            continue
        values = array.astype(np.float32)
        if array.dtype == np.int8:
            values *= stored[name + ".scale"].astype(np.float32)
        out[name] = np.ascontiguousarray(values)
    return out


def body(w: Mapping[str, Floats], name: str, trump: Floats, plain: Floats, glob: Floats) -> tuple[Floats, Floats]:
    """The streams of one network body: [N, wide] and [N, 3, narrow]."""
    n = len(trump)
    first = w[f"{name}.in.p"]
    narrow = first.shape[1]
    c = np.concatenate([trump, plain.sum(1), glob], 1)
    u = c @ w[f"{name}.in.c"] + w[f"{name}.in.b"]
    wide = u.shape[1] - narrow
    g = np.maximum(u[:, :wide], 0)
    p = (plain.reshape(n * 3, -1) @ first).reshape(n, 3, narrow)
    p += u[:, None, wide:]
    np.maximum(p, 0, out=p)
    k = 0
    while f"{name}.{k}.c" in w:
        c = np.concatenate([g, p.mean(1)], 1)
        u = c @ w[f"{name}.{k}.c"] + w[f"{name}.{k}.b"]
        q = (p.reshape(n * 3, narrow) @ w[f"{name}.{k}.p"]).reshape(n, 3, narrow)
        q += u[:, None, wide:]
        p = p + np.maximum(q, 0, out=q)
        g = g + np.maximum(u[:, :wide], 0)
        k += 1
    return g, p


class NetPolicy:
    """Card scores, estimates and (for search) values of one variant."""

    def __init__(self, weights: Mapping[str, Floats]) -> None:
        self.w = weights

    @classmethod
    def load(cls, variant: str) -> NetPolicy:
        return _load(variant)

    def logits(self, trump: Floats, plain: Floats, glob: Floats) -> Floats:
        """Scores [N, 36] of all cards, not masked."""
        g, p = body(self.w, "play", trump, plain, glob)
        shared = g @ self.w["play.shared"]
        cards = p @ self.w["play.plain"] + shared[:, None]
        return np.concatenate([g @ self.w["play.trump"], cards.reshape(len(g), 27)], 1)

    def errors(self, hands: Ints, places: Ints) -> Floats:
        """Expected |difference| [N, 158] of every estimate with these hands at these places from the leader."""
        trump, plain = features.suit_features(hands[:, None], features.BID_SUIT)
        g, p = body(self.w, "bid", trump, plain, features.seat_features(places))
        knots = g @ self.w["bid.wide"] + p.mean(1) @ self.w["bid.narrow"] + self.w["bid.out"]
        return np.asarray((knots * np.float32(10.0)) @ features.KNOT_MATRIX)

    def values(self, masks: Ints, ints: Ints, ply: int) -> Floats:
        """Expected |difference| [N, 4] from the mover on, with all cards and estimates open."""
        trump, plain = features.suit_features(masks[:, 3:])
        g, p = body(self.w, "value", trump, plain, features.critic_features(ints, ply))
        value = g @ self.w["value.wide"] + p.mean(1) @ self.w["value.narrow"] + self.w["value.out"]
        return np.asarray(value * np.float32(SCALE))

    def masked(self, masks: Ints, ints: Ints, ply: int) -> Floats:
        """Scores of the legal cards, a very low number for the others."""
        trump, plain = features.suit_features(masks[:, : features.PRIVATE])
        scores = self.logits(trump, plain, features.global_features(ints, ply))
        return np.where(features.card_bits(masks[:, features.LEGAL]), scores, np.float32(-1e9))

    def scores(self, p: Position) -> Floats:
        """Scores [36] for the player to move, very low for cards that may not be played."""
        t = tell(p)
        masks = np.array([masks_of(p, t)], dtype=np.int64)
        rel = [(p.place + i) % 4 for i in range(4)]
        need = min(max(p.estimate - t.points[p.place] - features.NEED_LOW, 0), features.NEEDS - 1)
        ints = np.array([[need, 0, 0, 0, *(t.points[s] for s in rel), 0, 0, 0, 0, t.pot]], dtype=np.int64)
        return np.asarray(self.masked(masks, ints, len(p.actions))[0])

    def best(self, p: Position) -> int:
        """The card the network likes best, in the position's own suits."""
        allowed = legal_mask(p, tell(p))
        if allowed & (allowed - 1) == 0:
            return allowed.bit_length() - 1
        return int(self.scores(p).argmax())

    def estimate(self, hand: int, place: int) -> int:
        """The estimate with the least expected difference; ``hand`` has trump as suit 0."""
        return int(self.errors(np.array([hand]), np.array([place]))[0].argmin())


@cache
def _load(variant: str) -> NetPolicy:
    with as_file(files("puur.bots").joinpath("weights", f"{variant}.npz")) as path, np.load(path) as stored:
        return NetPolicy(unfold(dict(stored)))
