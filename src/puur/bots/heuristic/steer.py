"""Steering to an estimate: the heuristic's Differenzler, in the style of the kernel.

Plain functions on ints and arrays, loaded once as they stand and once through Numba (bots/playout.py), so that the
bot at a table and the players inside a playout are the same.

The idea: a card that so many unseen cards beat will win with a certain chance; what the rest of the hand will
still bring is the sum of such chances times points. Every legal card leads to a point count in the end, with and
without this trick; play the one that misses the estimate least. Ducking and dumping follow by themselves.
"""

import math
from collections.abc import MutableSequence, Sequence

from puur.rules import kernel

# Places in a style, the parameters of a player (see heuristic/constants.json).
SAME, TRUMPS, LATER, KEEP_SAME, KEEP_TRUMPS, AVERAGE, WEIGHT, HIGH, SPREAD, LENGTH, LAST = range(11)
STYLE = 11

# Places in the weights of an estimate: trump ranks, plain ranks, number of trumps, voids, position.
W_TRUMP, W_PLAIN, W_COUNT, W_VOID, W_TURN, W_GUARD, W_CONSTANT = 0, 9, 18, 28, 29, 33, 36
WEIGHTS = 37


def features(hand: int, mode: int, turn: int, out: MutableSequence[float]) -> None:
    """What an estimate is made of: cards by rank, length of trumps, voids, covered honours, one's turn."""
    for i in range(WEIGHTS):
        out[i] = 0.0
    trumps = 0
    for c in range(36):
        if (hand >> c) & 1:
            if c // 9 == mode:
                out[W_TRUMP + c % 9] += 1.0
                trumps += 1
            else:
                out[W_PLAIN + c % 9] += 1.0
    out[W_COUNT + trumps] = 1.0
    for suit in range(4):
        cards = (hand >> (9 * suit)) & 511
        if suit == mode:
            if (cards & 40) == 8 and trumps >= 2:
                out[W_GUARD] += 1.0  # the nell, guarded, without the jack
        elif cards == 0:
            out[W_VOID] += 1.0
        else:
            if (cards & 384) == 384:
                out[W_GUARD + 1] += 1.0  # ace and king
            if (cards & 384) == 128 and (cards & 127) != 0:
                out[W_GUARD + 2] += 1.0  # a guarded king
    out[W_TURN + turn] = 1.0
    out[W_CONSTANT] = 1.0


def estimate(hand: int, mode: int, turn: int, weights: Sequence[float], out: MutableSequence[float]) -> int:
    """What to announce: a linear function of the features, fitted by ``puur.lab.fit``."""
    features(hand, mode, turn, out)
    total = 0.0
    for i in range(WEIGHTS):
        total += weights[i] * out[i]
    return int(min(157.0, max(0.0, math.floor(total + 0.5))))


def choose(
    rule: int,
    hand: int,
    unseen: int,
    trick: int,
    count: int,
    need: int,
    trump: int,
    jack: int,
    last_trick: int,
    beats: Sequence[int],
    points: Sequence[int],
    style: Sequence[float],
) -> int:
    """The card to play. ``unseen`` are the cards in the other hands, ``need`` the points still missing."""
    allowed = kernel.legal(rule, hand, trick, count, trump, jack, beats)
    if (allowed & (allowed - 1)) == 0:
        return kernel.lowest(allowed)
    later = 3 - count
    pot = kernel.trick_points(trick, count, points) + later * style[LATER]
    takes = hand
    if count > 0:
        best = kernel.winner(trick, count, beats)
        takes = beats[(trick >> (6 * best)) & 63]
    cards = kernel.popcount(hand)
    if cards == 1:
        pot += last_trick
    # What the hand will bring, card by card.
    total = 0.0
    rest = hand
    while rest:
        bit = rest & -rest
        rest ^= bit
        total += future(kernel.lowest(bit), unseen, trump, beats, points, style)
    best_cost = 1e9
    best_card = 0
    rest = allowed
    width = style[SPREAD] * (cards - 1)
    while rest:
        bit = rest & -rest
        rest ^= bit
        c = kernel.lowest(bit)
        after = style[WEIGHT] * (total - future(c, unseen, trump, beats, points, style))
        if cards > 1:
            after += style[LAST]
        missed = need - after
        cost = 0.0
        if takes & bit:
            suit = 511 << (c // 9 * 9)
            over = beats[c] & unseen
            same = kernel.popcount(over & suit)
            threat = style[SAME] * same + style[TRUMPS] * kernel.popcount(over & ~suit)
            win = math.exp(-later * threat)
            gained = missed - pot - points[c]
            cost = win * math.sqrt(gained * gained + width * width)
            cost += (1.0 - win) * math.sqrt(missed * missed + width * width)
        else:
            cost = math.sqrt(missed * missed + width * width)
        cost -= style[HIGH] * points[c]
        if cost < best_cost:
            best_cost = cost
            best_card = c
    return best_card


def future(
    c: int, unseen: int, trump: int, beats: Sequence[int], points: Sequence[int], style: Sequence[float]
) -> float:
    """What a card kept in hand will bring on average."""
    suit = 511 << (c // 9 * 9)
    over = beats[c] & unseen
    threat = style[KEEP_SAME] * kernel.popcount(over & suit) + style[KEEP_TRUMPS] * kernel.popcount(over & ~suit)
    if (trump >> c) & 1 == 0:
        # A long suit of the others' is led less often through, and ruffed later.
        threat += style[LENGTH] * max(0, 3 - kernel.popcount(unseen & suit))
    return math.exp(-threat) * (points[c] + style[AVERAGE])
