"""What the network sees, in NumPy: the same numbers as lab/train/features.py, held to it by a test. For bots/net."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float32]
Ints: TypeAlias = NDArray[np.int64]

PRIVATE, LEGAL = 16, 4
NEED_LOW, NEED_HIGH = -32, 157
NEEDS = NEED_HIGH - NEED_LOW + 1
THRESHOLDS = (*range(-28, 1, 4), *range(2, 64, 3), *range(64, 157, 9))
KNOTS = (*range(0, 40, 2), *range(40, 80, 4), *range(80, 157, 8), 157)
BID_SUIT, BID_GLOBALS = 16, 16

RANKS = np.arange(9)
SHIFTS = np.arange(0, 36, 9)
CARDS = np.arange(36)
EYE: Floats = np.eye(9, dtype=np.float32)


def _need_table() -> Floats:
    need = np.arange(NEED_LOW, NEED_HIGH + 1)
    steps = (need[:, None] >= np.array(THRESHOLDS)).astype(np.float32)
    numbers = np.stack([need / 40.0, np.abs(need) / 40.0], 1)
    return np.concatenate([np.eye(NEEDS), steps, numbers], 1).astype(np.float32)


def _knot_matrix() -> Floats:
    return np.stack([np.interp(np.arange(158), KNOTS, row) for row in np.eye(len(KNOTS))]).astype(np.float32)


NEED_TABLE = _need_table()
KNOT_MATRIX = _knot_matrix()


def card_bits(masks: Ints) -> NDArray[np.bool_]:
    """[N] masks to [N, 36] bits."""
    return np.asarray((masks[:, None] >> CARDS) & 1 != 0)


def suit_features(masks: Ints, width: int = 9) -> tuple[Floats, Floats]:
    """[N, K] masks to the trump suit's bits [N, K * width] and those of the plain suits [N, 3, K * width]."""
    n, k = masks.shape
    lanes = ((masks[:, None, :] >> SHIFTS[:, None]) & 511).astype(np.int16)
    out = np.zeros((n, 4, k, width), dtype=np.float32)
    out[..., :9] = (lanes[..., None] >> RANKS.astype(np.int16)) & 1
    flat = out.reshape(n, 4, k * width)
    return flat[:, 0], flat[:, 1:]


def _turn(ply: int, n: int) -> Floats:
    row = np.concatenate([EYE[ply & 3, :4], EYE[ply >> 2]])
    return np.broadcast_to(row, (n, 13))


def global_features(ints: Ints, ply: int) -> Floats:
    n = len(ints)
    numbers = np.concatenate([ints[:, 4:8] / 40.0, ints[:, 12:13] / 25.0], 1)
    parts: list[NDArray[Any]] = [NEED_TABLE[ints[:, 0]], _turn(ply, n), numbers, np.zeros((n, 6))]
    return np.concatenate(parts, 1, dtype=np.float32)


def critic_features(ints: Ints, ply: int) -> Floats:
    n = len(ints)
    kinds = EYE[ints[:, 8:12]][:, :, :3].reshape(n, 12)
    needs = NEED_TABLE[ints[:, :4]].reshape(n, -1)
    parts: list[NDArray[Any]] = [needs, _turn(ply, n), ints[:, 12:13] / 25.0, kinds, np.zeros((n, 6))]
    return np.concatenate(parts, 1, dtype=np.float32)


def seat_features(places: Ints) -> Floats:
    return np.concatenate([EYE[places], np.zeros((len(places), BID_GLOBALS - 9), np.float32)], 1)
