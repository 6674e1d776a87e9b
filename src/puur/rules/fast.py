"""The kernel compiled by Numba, and random playouts on it: the speed under search, arenas and statistics.

``compiled(module)`` loads a kernel-style module a second time and compiles every function in it, so that one
source serves plain Python and compiled code alike. Importing this module imports Numba; nothing that must start
quickly may import it. Compiled code is cached in a folder whose name is a hash of all sources that are compiled
together, because Numba does not notice an edited callee in another file.
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

import puur
from puur.rules import kernel as plain_kernel
from puur.rules.ruleset import Ruleset
from puur.rules.tables import compile_tables, play_rule

COMPILED_FOLDERS = ("rules", "bots")
Array = npt.NDArray[np.int64]


def _cache_folder() -> Path:
    """A folder of the user's cache, keyed by the contents of everything that may be compiled."""
    root = Path(puur.__file__).parent
    digest = hashlib.sha256()
    for folder in COMPILED_FOLDERS:
        for source in sorted((root / folder).rglob("*.py")):
            digest.update(source.read_bytes())
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "puur" / f"numba-{digest.hexdigest()[:16]}"


def _prepare_cache() -> bool:
    """Point Numba at the cache folder; False where nothing can be written, then compiled code is not kept."""
    folder = Path(os.environ.get("NUMBA_CACHE_DIR") or _cache_folder())
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    return os.access(folder, os.W_OK)


CACHED = _prepare_cache()

import numba  # noqa: E402  (reads NUMBA_CACHE_DIR when it is imported)

numba.config.CACHE_DIR = os.environ.get("NUMBA_CACHE_DIR", "")  # type: ignore[attr-defined]


def jit(function: Any) -> Any:
    """Compile one function, keeping the result on disk where that is possible."""
    return numba.njit(cache=CACHED, nogil=True)(function)


def compiled(module: ModuleType) -> Any:
    """A second copy of a kernel-style module with every function compiled."""
    assert module.__file__ is not None
    name = f"{module.__name__}_compiled"
    spec = importlib.util.spec_from_file_location(name, module.__file__)
    assert spec is not None
    assert spec.loader is not None
    copy = importlib.util.module_from_spec(spec)
    sys.modules[name] = copy  # cached code looks its module up by name
    spec.loader.exec_module(copy)
    for key, value in list(vars(copy).items()):
        if inspect.isfunction(value) and value.__module__ == name:
            setattr(copy, key, jit(value))
    return copy


kernel: Any = compiled(plain_kernel)
"""The compiled kernel: kernel.legal, kernel.winner, kernel.trick_points, kernel.refusal, kernel.popcount."""

_legal_after = kernel.legal_after
_popcount, _lowest = kernel.popcount, kernel.lowest


def arrays(rules: Ruleset) -> tuple[Array, Array, Array, Array]:
    """The tables of all six modes for compiled code: beats[mode, card], points[mode, card], trump and jack masks."""
    tables = [compile_tables(rules, mode) for mode in range(6)]
    return (
        np.array([t.beats for t in tables], dtype=np.int64),
        np.array([t.points for t in tables], dtype=np.int64),
        np.array([t.trump for t in tables], dtype=np.int64),
        np.array([t.jack for t in tables], dtype=np.int64),
    )


@jit  # pragma: compiled
def next_random(state: np.uint64) -> np.uint64:
    """One step of xorshift64: quick, good enough for playouts, never for deals that players see."""
    state ^= state << np.uint64(13)
    state ^= state >> np.uint64(7)
    state ^= state << np.uint64(17)
    return state


@jit  # pragma: compiled
def below(state: np.uint64, bound: int) -> int:
    """A number below a small bound from a random state."""
    return np.int64(((state >> np.uint64(32)) * np.uint64(bound)) >> np.uint64(32))  # type: ignore[return-value]


@jit  # pragma: compiled
def pick(mask: int, index: int) -> int:
    """The card at a position within a mask."""
    for _ in range(index):
        mask &= mask - 1
    return _lowest(mask)  # type: ignore[no-any-return]


@jit  # pragma: compiled
def play_random(
    hands: Array,
    leader: int,
    rule: int,
    trump: int,
    jack: int,
    beats: Array,
    points: Array,
    last_trick: int,
    state: np.uint64,
    taken: Array,
) -> np.uint64:
    """Play four hands (masks) to their end with uniformly random legal cards; adds the points of each seat."""
    tricks = _popcount(hands[0])
    for number in range(tricks):
        last = number == tricks - 1
        lead, best, best_seat = 0, 0, leader
        worth = last_trick if last else 0
        for count in range(4):
            seat = (leader + count) & 3
            allowed = hands[seat]
            if count and not last:
                partner_wins = best_seat == seat ^ 2
                allowed = _legal_after(rule, allowed, lead, best, partner_wins, trump, jack, beats)
            if allowed & (allowed - 1):
                state = next_random(state)
                card = pick(allowed, below(state, _popcount(allowed)))
            else:
                card = _lowest(allowed)
            hands[seat] &= ~(1 << card)
            worth += points[card]
            if count == 0:
                lead, best = card, card
            elif (beats[best] >> card) & 1:
                best, best_seat = card, seat
        leader = best_seat
        taken[leader] += worth
    return state


@jit  # pragma: compiled
def _random_deals(
    deals: int,
    seed: int,
    cards: Array,
    rule: int,
    beats: Array,
    points: Array,
    trumps: Array,
    jacks: Array,
    last_trick: int,
) -> Array:
    taken = np.zeros(4, dtype=np.int64)
    hands = np.zeros(4, dtype=np.int64)
    deck = cards.copy()
    size = len(deck)
    state = np.uint64(seed * 2 + 1)
    for _ in range(20):
        state = next_random(state)
    for number in range(deals):
        for i in range(size - 1, 0, -1):
            state = next_random(state)
            j = below(state, i + 1)
            deck[i], deck[j] = deck[j], deck[i]
        hands[:] = 0
        for i in range(size):
            hands[i & 3] |= 1 << deck[i]
        state = next_random(state)
        mode = below(state, 4)
        state = play_random(
            hands, number & 3, rule, trumps[mode], jacks[mode], beats[mode], points[mode], last_trick, state, taken
        )
    return taken


def random_deals(rules: Ruleset, deals: int, seed: int) -> tuple[int, int, int, int]:
    """Deal and play so many random deals in random trumps; the total points of each seat."""
    beats, points, trumps, jacks = arrays(rules)
    cards = np.array([c for c in range(36) if rules.deck_mask >> c & 1], dtype=np.int64)
    rule = play_rule(rules)
    a, b, c, d = _random_deals(deals, seed, cards, rule, beats, points, trumps, jacks, rules.last_trick)
    return int(a), int(b), int(c), int(d)
