"""Whole deals among compiled heuristics: for fitting, tuning and quick measurements. Numba; see playout.py."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from puur.bots.heuristic import partner, steer
from puur.bots.playout import Array, Floats, partnered, steer_estimate, steered, worth
from puur.rules import fast
from puur.rules.ruleset import Ruleset
from puur.rules.tables import play_rule

_next_random, _below = fast.next_random, fast.below
WEIGHTS, FEATURES = steer.WEIGHTS, partner.FEATURES


@dataclass(frozen=True, slots=True)
class Game:
    """A game's tables as arrays, as compiled code wants them."""

    deck: Array
    everything: int
    rule: int
    beats: Array
    points: Array
    trumps: Array
    jacks: Array
    last_trick: int
    slam: int
    roem: int
    modes: int

    @classmethod
    def of(cls, rules: Ruleset) -> Game:
        beats, points, trumps, jacks = fast.arrays(rules)
        roem = (partner.ROEM_LOW if rules.roem_low_quartets else partner.ROEM) if rules.roem else partner.NO_ROEM
        return cls(
            deck=np.array([c for c in range(36) if rules.deck_mask >> c & 1], dtype=np.int64),
            everything=rules.deck_mask,
            rule=play_rule(rules),
            beats=beats,
            points=points,
            trumps=trumps,
            jacks=jacks,
            last_trick=rules.last_trick,
            slam=rules.slam,
            roem=roem,
            modes=len(rules.contracts),
        )


@fast.jit
def _seeded(seed: int) -> np.uint64:
    state = np.uint64(seed * 2 + 1)
    for _ in range(20):
        state = _next_random(state)
    return state


@fast.jit
def shuffle(cards: Array, hands: Array, state: np.uint64) -> np.uint64:
    """Deal all cards at random to four hands (masks)."""
    size = len(cards)
    for i in range(size - 1, 0, -1):
        state = _next_random(state)
        j = _below(state, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    hands[:] = 0
    for i in range(size):
        hands[i & 3] |= 1 << cards[i]
    return state


@fast.jit
def _differenzler(
    deals: int,
    seed: int,
    deck: Array,
    everything: int,
    rule: int,
    beats: Array,
    points: Array,
    trumps: Array,
    jacks: Array,
    styles: Floats,
    weights: Floats,
    noise: int,
    seen: Floats,
    found: Array,
) -> Floats:
    hands = np.zeros(4, dtype=np.int64)
    estimates = np.zeros(4, dtype=np.int64)
    taken = np.zeros(4, dtype=np.int64)
    scratch = np.zeros(WEIGHTS)
    missed = np.zeros(4)
    state = _seeded(seed)
    for number in range(deals):
        state = shuffle(deck, hands, state)
        mode = np.int64(state & np.uint64(3))
        leader = number & 3
        for seat in range(4):
            e = steer_estimate(hands[seat], mode, (seat - leader) & 3, weights[seat], scratch)
            if noise:
                state = _next_random(state)
                e = min(157, max(0, e + _below(state, 2 * noise + 1) - noise))
            estimates[seat] = e
            taken[seat] = 0
            if number * 4 + seat < len(seen):
                seen[number * 4 + seat] = scratch
        steered(
            hands, estimates, taken, 0, 0, 0, leader, rule, trumps[mode], jacks[mode], 5, everything,
            beats[mode], points[mode], styles,
        )  # fmt: skip
        for seat in range(4):
            missed[seat] += abs(estimates[seat] - taken[seat])
            if number * 4 + seat < len(seen):
                found[number * 4 + seat, 0] = estimates[seat]
                found[number * 4 + seat, 1] = taken[seat]
    return missed / deals


def differenzler_deals(
    game: Game,
    deals: int,
    seed: int,
    styles: Floats,
    weights: Floats,
    noise: int = 0,
    seen: Floats | None = None,
    found: Array | None = None,
) -> Floats:
    """Deals among four steering players, each with a style and weights of its own: the mean difference of each.

    ``noise`` moves every estimate by up to so much either way. The features of each hand, its estimate and its
    points are written down in ``seen`` and ``found``, as far as these have room.
    """
    seen = np.zeros((0, WEIGHTS)) if seen is None else seen
    found = np.zeros((0, 2), dtype=np.int64) if found is None else found
    g = game
    missed: Floats = _differenzler(
        deals, seed, g.deck.copy(), g.everything, g.rule, g.beats, g.points, g.trumps, g.jacks, styles, weights,
        noise, seen, found,
    )  # fmt: skip
    return missed


@fast.jit
def _team(
    deals: int,
    seed: int,
    deck: Array,
    everything: int,
    rule: int,
    beats: Array,
    points: Array,
    trumps: Array,
    jacks: Array,
    last_trick: int,
    slam: int,
    roem: int,
    modes: int,
    declarer_leads: bool,
    styles: Floats,
    weights: Floats,
    careless: int,
    fixed_mode: int,
    swap: bool,
    role: int,
    seen: Floats,
    found: Floats,
) -> Floats:
    hands = np.zeros(4, dtype=np.int64)
    taken = np.zeros(4, dtype=np.int64)
    tricks = np.zeros(4, dtype=np.int64)
    roems = np.zeros(4, dtype=np.int64)
    lacks = np.zeros(4, dtype=np.int64)
    scratch = np.zeros(FEATURES)
    sums = np.zeros(3)
    state = _seeded(seed)
    by_seat = np.zeros((4, styles.shape[2]))
    for number in range(deals):
        state = shuffle(deck, hands, state)
        declarer = _below(state, 4)
        leader = declarer if declarer_leads else number & 3
        turn = (declarer - leader) & 3
        mode = fixed_mode
        state = _next_random(state)
        if fixed_mode >= 6 or _below(state, 100) >= careless:
            best = -1e9
            for m in range(modes):
                value = worth(hands[declarer], trumps[m], turn, everything, beats[m], weights[m // 4], scratch)
                if value > best and (fixed_mode >= 6 or m // 4 == fixed_mode // 4):
                    best = value
                    mode = m
        for seat in range(4):
            taken[seat] = 0
            tricks[seat] = 0
            roems[seat] = 0
            lacks[seat] = 0
            by_seat[seat] = styles[(seat + (1 if swap else 0)) & 1, mode // 4]
        if number < len(seen):
            looker = (declarer + role) & 3
            turn = (looker - leader) & 3
            worth(hands[looker], trumps[mode], turn, everything, beats[mode], weights[mode // 4], scratch)
            seen[number] = scratch
        partnered(
            hands, taken, tricks, roems, lacks, 0, 0, 0, leader, declarer, rule, trumps[mode], jacks[mode],
            last_trick, roem, everything, beats[mode], points[mode], by_seat,
        )  # fmt: skip
        own = 1.0 * (taken[0] + taken[2] + roems[0] + roems[2])
        other = 1.0 * (taken[1] + taken[3] + roems[1] + roems[3])
        if tricks[1] + tricks[3] == 0:
            own += slam
        if tricks[0] + tricks[2] == 0:
            other += slam
        if number < len(found):
            found[number] = own - other if (declarer + role) & 1 == 0 else other - own
        gain = own - other if not swap else other - own
        sums[0] += gain
        sums[1] += gain * gain
        sums[2] += 1
    return sums


def team_deals(
    game: Game,
    deals: int,
    seed: int,
    styles: Floats,
    weights: Floats,
    *,
    declarer_leads: bool = False,
    careless: int = 0,
    mode: int = 6,
    swap: bool = False,
    role: int = 0,
    seen: Floats | None = None,
    found: Floats | None = None,
) -> tuple[float, float]:
    """Deals of two teams with styles [team, kind of contract]: what the first team makes more, per deal, and its
    standard error. A random seat names its best contract by ``weights`` [kind]; with ``mode`` one kind, or in so
    many ``careless`` cases of a hundred just that one. ``swap`` lets the teams change seats. ``seen`` and ``found``
    write down, for the player ``role`` seats after the declarer, the features of the hand and the team's lead."""
    seen = np.zeros((0, FEATURES)) if seen is None else seen
    found = np.zeros(0) if found is None else found
    g = game
    total, squares, count = _team(
        deals, seed, g.deck.copy(), g.everything, g.rule, g.beats, g.points, g.trumps, g.jacks, g.last_trick, g.slam,
        g.roem, g.modes, declarer_leads, styles, weights, careless, mode, swap, role, seen, found,
    )  # fmt: skip
    mean = total / count
    return float(mean), float(np.sqrt((squares / count - mean * mean) / count))
