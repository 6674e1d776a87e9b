"""Chance is fair: over very many deals of the real stream, every card falls everywhere alike."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest

from puur.cards import INDEX
from puur.engine import fairness
from puur.engine.fairness import CHAIN_LENGTH
from tests.engine.fairness_vectors import DIFFERENZLER, NONCES


def keys_of(first: int, count: int) -> Iterator[bytes]:
    """Keys as the protocol makes them: fresh seeds (here from a counter, hashed) and nonces that stay."""
    binding, head = fairness.table_hash(DIFFERENZLER), bytes(32)
    nonces = [NONCES.get(seat) for seat in range(4)]
    for number in range(first, first + count):
        seed = hashlib.sha256(b"statistics" + number.to_bytes(8, "big")).digest()
        yield fairness.deal_key(seed, binding, head, number % CHAIN_LENGTH + 1, nonces)


def count_draws(first: int, count: int) -> list[list[int]]:
    """How often each card lay at each place (36 rows), then lots, trumps and pairs of proposed suits."""
    decks = np.empty((count, 36), dtype=np.int8)
    others = np.zeros((3, 16), dtype=np.int64)
    for row, key in enumerate(keys_of(first, count)):
        draw = fairness.draw_from(key, 36, "distinct")
        decks[row] = [INDEX[code] for code in draw.deck]
        one, two = ("CDHS".index(suit) for suit in draw.proposed)
        others[0, draw.lot] += 1
        others[1, "CDHS".index(draw.trump)] += 1
        others[2, 4 * one + two] += 1
    places = [np.bincount(decks[:, place], minlength=36).tolist() for place in range(36)]
    return [*places, *others.tolist()]


def chi_square(counts: np.ndarray[Any, Any]) -> float:
    expected = counts.sum() / counts.size
    return float(((counts - expected) ** 2).sum() / expected)


def assert_uniform(statistic: float, freedom: int) -> None:
    """Within five standard deviations of chi-square, on either side: keys are fixed, so this never flickers."""
    print(f"chi-square {statistic:.1f} at {freedom} degrees of freedom")
    assert abs(statistic - freedom) < 5 * sqrt(2 * freedom) + 5


def check_counts(counts: np.ndarray[Any, Any]) -> None:
    assert_uniform(chi_square(counts[:36, :36]), 35 * 35)
    assert_uniform(chi_square(counts[36, :4]), 3)
    assert_uniform(chi_square(counts[37, :4]), 3)
    pairs = counts[38, :16].reshape(4, 4)
    assert not pairs.diagonal().any()
    assert_uniform(chi_square(pairs[~np.eye(4, dtype=bool)]), 11)


def padded(rows: list[list[int]]) -> np.ndarray[Any, Any]:
    return np.array([row + [0] * (36 - len(row)) for row in rows], dtype=np.int64)


def test_cards_fall_everywhere_alike() -> None:
    check_counts(padded(count_draws(0, 20_000)))


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_cards_fall_everywhere_alike_in_a_million_deals() -> None:
    chunk = 50_000
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        parts = pool.map(count_draws, range(0, 1_000_000, chunk), [chunk] * 20)
        check_counts(sum((padded(part) for part in parts), np.zeros((39, 36), dtype=np.int64)))


def test_neighbouring_cards_are_strangers() -> None:
    """How far the card after the six of clubs lies from it says nothing: all 35 others come alike."""
    found = np.zeros(36, dtype=np.int64)
    for key in keys_of(5_000_000, 10_000):
        deck = fairness.draw_from(key, 36, "distinct").deck
        found[INDEX[deck[(deck.index("6C") + 1) % 36]]] += 1
    assert found[0] == 0
    assert_uniform(chi_square(found[1:]), 34)
