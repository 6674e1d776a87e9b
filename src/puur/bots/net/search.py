"""Search on top of the network for one decision, in NumPy: worlds, short rollouts, the critic's word, a gate.

Worlds agree with what everybody has shown; the others' estimates are what the network would have announced with
those hands, and worlds are weighed by how likely the network finds the cards that were played. The policy's card is
left only for one whose paired gain is clear of the noise. lab/train/search.py measures the same. For bots/net only.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puur.bots.net.policy import Floats, NetPolicy
from puur.bots.net.position import Position, masks_of, tell
from puur.bots.net.worlds import SEATS, Lockstep, sample

FIRST, BATCH, MOST = 12, 96, 512
"""Worlds of the first batch where the budget is time, of any batch, and in all."""


@dataclass(frozen=True, slots=True)
class Thought:
    """How to think; the measured choice of lab/train/searching.py."""

    worlds: int | None = 64
    seconds: float | None = None
    gate: float = 2.0
    candidates: int = 4
    floor: float = 0.01
    likelihood: float = 0.5
    tricks: int = 1


def softmax(x: NDArray[Any]) -> NDArray[np.float64]:
    y = np.exp(x.astype(np.float64) - x.max(-1, keepdims=True))
    return np.asarray(y / y.sum(-1, keepdims=True))


def think(policy: NetPolicy, p: Position, rng: np.random.Generator, how: Thought) -> int:
    """The card to play, in the position's own suits."""
    begun = time.perf_counter()
    scores = policy.scores(p)
    chance = softmax(scores)
    order = np.argsort(-chance, kind="stable")[: how.candidates]
    cards = np.array([int(c) for c in order if chance[c] >= how.floor] or [int(order[0])])
    if len(cards) == 1:
        return int(cards[0])
    weights: list[NDArray[np.float64]] = []
    costs: list[Floats] = []
    done = 0
    size = FIRST if how.worlds is None else min(how.worlds, BATCH)
    while size > 0:
        weight, cost = batch(policy, p, cards, size, rng, how)
        weights.append(weight)
        costs.append(cost)
        done += size
        if how.worlds is not None:
            size = min(how.worlds - done, BATCH)
        else:
            spent = time.perf_counter() - begun
            affordable = int(done * (0.9 * (how.seconds or 0.0) - spent) / spent)
            size = min(affordable, BATCH, MOST - done) if affordable >= FIRST else 0
    return int(cards[chosen(np.concatenate(weights), np.concatenate(costs, 1), how)])


def chosen(weight: NDArray[np.float64], cost: NDArray[Any], how: Thought) -> int:
    """Which candidate: the first, unless another is better by more than ``gate`` standard errors."""
    if not len(weight):
        return 0
    share = softmax(weight)
    gain = (cost[:1] - cost).astype(np.float64)
    mean = (gain * share).sum(1)
    error = np.sqrt((np.square(gain - mean[:, None]) * np.square(share)).sum(1))
    clear = mean - how.gate * error > 0
    clear[0] = False
    return int(np.where(clear, mean, 0.0).argmax()) if clear.any() else 0


def batch(
    policy: NetPolicy, p: Position, cards: NDArray[Any], size: int, rng: np.random.Generator, how: Thought
) -> tuple[NDArray[np.float64], Floats]:
    """Log weights [size] of new worlds, and the expected |difference| [cards, size] of every candidate in them.

    Worlds that could not be dealt out are left out; where most could not, all are."""
    t = tell(p)
    masks = masks_of(p, t)
    counts = [p.tables.deck.bit_count() // 4 - m.bit_count() for m in masks[6:9]]
    others, weight = sample(masks[1], masks[13:16], counts, size, rng)
    sound = np.isfinite(weight)
    if sound.sum() <= size // 8:
        return np.zeros(0), np.zeros((len(cards), 0), np.float32)
    others, weight, size = others[sound], weight[sound], int(sound.sum())
    hands = np.zeros((size, 4), np.int64)
    hands[:, p.place] = p.hand
    for i in range(3):
        hands[:, (p.place + 1 + i) % 4] = others[:, i]
    hands |= np.array(t.played)
    needs = policy.errors(hands.reshape(-1), np.tile(SEATS, size)).argmin(1).reshape(size, 4)
    needs[:, p.place] = p.estimate
    world = Lockstep.start(p.tables, p.last_trick, hands, needs)
    told = np.zeros(size)
    for ply, card in enumerate(p.actions):
        played = np.full(size, card)
        if how.likelihood > 0 and int(world.mover(ply)[0]) != p.place:
            masks_now, ints = world.observe(ply)
            legal = masks_now[:, 4]
            if (legal & (legal - 1)).any():
                told += np.maximum(np.log(softmax(policy.masked(masks_now, ints, ply))[:, card] + 1e-12), -7.0)
        world.play(ply, played)
    weight = weight + how.likelihood * told
    source = np.tile(np.arange(size), len(cards))
    cost = roll_out(policy, world.rows(source), len(p.actions), np.repeat(cards, size), p.place, how)
    return weight, cost.reshape(len(cards), size)


def roll_out(policy: NetPolicy, t: Lockstep, ply: int, first: NDArray[Any], place: int, how: Thought) -> NDArray[Any]:
    """Expected |difference| of ``place`` after ``first``, by greedy policies and the critic's word."""
    end = min(36, (ply // 4 + 1 + how.tricks) * 4)
    for now in range(ply, end):
        card = first
        if now > ply:
            masks, ints = t.observe(now)
            if now >= 32:
                card = np.log2(masks[:, 4]).astype(np.int64)
            else:
                card = policy.masked(masks, ints, now).argmax(1)
        t.play(now, card)
    if end == 36:
        return np.asarray(np.abs(t.needs - t.points)[:, place].astype(np.float32))
    masks, ints = t.observe(end)
    values = policy.values(masks, ints, end)
    return np.asarray(np.take_along_axis(values, ((place - t.mover(end)) & 3)[:, None], 1)[:, 0])
