"""The heuristic compiled: kernel-style modules of bots/ with the compiled kernel in place of the plain one.

Importing this module imports Numba. For search, the arena's quick measurements, and fitting; a bot imports it when
it is first asked, never when it is named.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from puur.bots.heuristic import partner as plain_partner
from puur.bots.heuristic import steer as plain_steer
from puur.rules import fast

Array = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


def compiled(module: ModuleType) -> Any:
    """A compiled copy that calls the compiled kernel: Numba resolves globals when a function is first called."""
    copy = fast.compiled(module)
    copy.kernel = fast.kernel
    return copy


_steer: Any = compiled(plain_steer)
_partner: Any = compiled(plain_partner)
steer_choose, steer_estimate = _steer.choose, _steer.estimate
partner_choose, partner_learn, partner_roem, worth = _partner.choose, _partner.learn, _partner.roem, _partner.worth
_winner, _trick_points = fast.kernel.winner, fast.kernel.trick_points


@fast.jit
def steered(
    hands: Array,
    estimates: Array,
    taken: Array,
    gone: int,
    trick: int,
    count: int,
    leader: int,
    rule: int,
    trump: int,
    jack: int,
    last_trick: int,
    deck: int,
    beats: Array,
    points: Array,
    styles: Floats,
) -> None:
    """Play four hands to their end, every seat steering to its estimate; adds to ``taken``."""
    while True:
        while count < 4:
            seat = (leader + count) & 3
            hand = hands[seat]
            unseen = deck & ~gone & ~hand
            card = steer_choose(
                rule, hand, unseen, trick, count, estimates[seat] - taken[seat], trump, jack, last_trick,
                beats, points, styles[seat],
            )  # fmt: skip
            hands[seat] = hand & ~(1 << card)
            gone |= 1 << card
            trick |= card << (6 * count)
            count += 1
        leader = (leader + _winner(trick, 4, beats)) & 3
        taken[leader] += _trick_points(trick, 4, points)
        trick = 0
        count = 0
        if hands[leader] == 0:
            taken[leader] += last_trick
            return


@fast.jit
def partnered(
    hands: Array,
    taken: Array,
    tricks: Array,
    roems: Array,
    lacks: Array,
    gone: int,
    trick: int,
    count: int,
    leader: int,
    declarer: int,
    rule: int,
    trump: int,
    jack: int,
    last_trick: int,
    roem: int,
    deck: int,
    beats: Array,
    points: Array,
    styles: Floats,
) -> int:
    """Play four hands of two teams to their end; adds points (with the last trick's), tricks and roem per seat.

    Returns who won the last trick."""
    while True:
        while count < 4:
            seat = (leader + count) & 3
            hand = hands[seat]
            unseen = deck & ~gone & ~hand
            card = partner_choose(
                rule, hand, unseen, trick, count, seat, ((seat ^ declarer) & 1) == 0, lacks, trump, jack, last_trick,
                roem, beats, points, styles[seat],
            )  # fmt: skip
            lacks[seat] = partner_learn(lacks[seat], rule, card, trick, count, trump, jack, beats)
            hands[seat] = hand & ~(1 << card)
            gone |= 1 << card
            trick |= card << (6 * count)
            count += 1
        leader = (leader + _winner(trick, 4, beats)) & 3
        taken[leader] += _trick_points(trick, 4, points)
        tricks[leader] += 1
        if roem:
            roems[leader] += partner_roem(trick, 4, trump, roem)
        trick = 0
        count = 0
        if hands[leader] == 0:
            taken[leader] += last_trick
            return leader
