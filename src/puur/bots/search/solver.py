"""The solver: the best that both teams can reach when all cards lie open. Alpha-beta with a table, compiled.

What is maximised is the team's lead: card points, last trick, roem and the slam of its tricks less the other
team's. Positions at the beginning of a trick are remembered with bounds of what is still to come; cards of a hand
that are neighbours in strength and equal in worth are tried once. Used by puur.solve, by search, by the coach.
Importing this module imports Numba.
"""

from __future__ import annotations

import numpy as np

from puur.bots.playout import Array, partner_roem
from puur.rules import fast

RULE, TRUMP, JACK, LAST_TRICK, SLAM, ROEM = range(6)
"""Places in the constants of a game under a contract."""
CONSTANTS = 6
NONE_YET, ALL_OURS, ALL_THEIRS, MIXED = range(4)
"""Who has taken the tricks so far: for the slam."""
MOST_ROEM = 220
"""More roem than one trick can bring."""
COLUMNS = 8
TABLE_BITS = 17
NOTED = 2
"""The notes begin with the counter of nodes and the generation of the table; then what good cards were."""
(
    AT_TRICK, AT_COUNT, AT_LEADER, AT_FLAG, AT_REST, AT_ALPHA, AT_BETA, AT_LOW, AT_HIGH, AT_UNTRIED, AT_BEST,
    AT_BEST_CARD, AT_CARD, AT_GAIN, AT_SLOT, AT_KEY, AT_HINT,
) = range(17)  # fmt: skip
"""Places in a level of the stack. The search keeps a stack of its own: Numba cannot keep recursive code on disk."""
LEVELS = 37

_legal, _winner, _trick_points = fast.kernel.legal, fast.kernel.winner, fast.kernel.trick_points
_popcount, _lowest = fast.kernel.popcount, fast.kernel.lowest


def new_table(bits: int = TABLE_BITS) -> Array:
    """Memory for positions: three words of cards, one with leader, flag and generation, two bounds, a card."""
    return np.zeros((1 << bits, COLUMNS), dtype=np.int64)


def new_notes() -> Array:
    """Counter of nodes, generation of the table, and what good cards were: 36 for each seat."""
    return np.ones(2 + 4 * 36, dtype=np.int64)


@fast.jit
def _remaining(hands: Array, points: Array) -> int:
    total = 0
    for seat in range(4):
        rest = hands[seat]
        while rest:
            bit = rest & -rest
            rest ^= bit
            total += points[_lowest(bit)]
    return total


@fast.jit
def _distinct(allowed: int, others: int, beats: Array, points: Array) -> int:
    """The cards worth trying: of neighbours with equal points the lowest index only.

    ``others`` are the cards of the other hands and on the table: no card of theirs may stand between.
    """
    kept = 0
    rest = allowed
    while rest:
        bit = rest & -rest
        rest ^= bit
        c = _lowest(bit)
        over = beats[c] & others
        suit = 511 << (c // 9 * 9)
        same = kept & suit
        fresh = True
        while same:
            other = same & -same
            same ^= other
            d = _lowest(other)
            if points[d] == points[c] and (beats[d] & others) == over:
                fresh = False
                break
        if fresh:
            kept |= bit
    return kept


@fast.jit
def _promising(
    untried: int,
    seat: int,
    count: int,
    hint: int,
    hand: int,
    all_cards: int,
    takes: int,
    mate: bool,
    beats: Array,
    points: Array,
    notes: Array,
) -> int:
    """Which card to try next."""
    best = 0
    top = -1000000000
    while untried:
        bit = untried & -untried
        untried ^= bit
        c = _lowest(bit)
        merit = notes[NOTED + seat * 36 + c]
        if c == hint:
            merit = 100000000
        elif count == 0:
            if beats[c] & ~hand & all_cards == 0:
                merit += 40 * points[c] + 100
        elif takes & bit:
            merit += 300 + (20 * points[c] if count == 3 else 0)
        elif mate:
            merit += 20 * points[c]
        else:
            merit -= 20 * points[c]
        if merit > top:
            top = merit
            best = c
    return best


@fast.jit
def _slot(hands: Array, leader: int, flag: int, size: int) -> int:
    mixed = np.uint64(hands[0]) * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= np.uint64(hands[1]) * np.uint64(0xC2B2AE3D27D4EB4F)
    mixed ^= (np.uint64(hands[2]) + np.uint64(leader * 4 + flag)) * np.uint64(0x165667B19E3779F9)
    mixed ^= np.uint64(hands[3]) * np.uint64(0xD6E8FEB86659FD93)
    mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(32)
    return np.int64(mixed & np.uint64(size - 1))  # type: ignore[return-value]


@fast.jit
def search(
    hands: Array,
    trick: int,
    count: int,
    leader: int,
    flag: int,
    alpha: int,
    beta: int,
    constants: Array,
    beats: Array,
    points: Array,
    table: Array,
    notes: Array,
    stack: Array,
) -> int:
    """Team 0's lead from here on with best play: exact within the window, a bound outside it.

    Hands are changed and put back. The points that lie on the table count for who takes them.
    """
    slam = constants[SLAM]
    has_roem = constants[ROEM] != 0
    level = 0
    at = stack[0]
    at[AT_TRICK] = trick
    at[AT_COUNT] = count
    at[AT_LEADER] = leader
    at[AT_FLAG] = flag
    at[AT_REST] = _remaining(hands, points) + _trick_points(trick, count, points)
    at[AT_ALPHA] = alpha
    at[AT_BETA] = beta
    entering = True
    value = 0
    while True:
        at = stack[level]
        count = at[AT_COUNT]
        leader = at[AT_LEADER]
        seat = (leader + count) & 3
        ours = (seat & 1) == 0
        if entering:
            notes[0] += 1
            hand = hands[seat]
            flag = at[AT_FLAG]
            done = False
            at[AT_KEY] = 0
            at[AT_HINT] = 63
            if count == 0:
                if hand == 0:
                    value = slam if flag == ALL_OURS else -slam if flag == ALL_THEIRS else 0
                    done = True
                else:
                    most = at[AT_REST] + constants[LAST_TRICK]
                    if has_roem:
                        most += MOST_ROEM * _popcount(hand)
                    upper = most + (slam if flag in (NONE_YET, ALL_OURS) else 0)
                    lower = -most - (slam if flag in (NONE_YET, ALL_THEIRS) else 0)
                    if upper <= at[AT_ALPHA]:
                        value = upper
                        done = True
                    elif lower >= at[AT_BETA]:
                        value = lower
                        done = True
                    elif (hand & (hand - 1)) != 0:
                        slot = _slot(hands, leader, flag, len(table))
                        key = leader | (flag << 2) | (notes[1] << 4)
                        at[AT_SLOT] = slot
                        at[AT_KEY] = key
                        row = table[slot]
                        if (
                            row[7] == key
                            and row[0] == hands[0]
                            and row[1] == hands[1]
                            and row[2] == hands[2]
                            and row[3] == hands[3]
                        ):
                            if row[4] >= at[AT_BETA] or row[4] == row[5]:
                                value = row[4]
                                done = True
                            elif row[5] <= at[AT_ALPHA]:
                                value = row[5]
                                done = True
                            else:
                                at[AT_ALPHA] = max(at[AT_ALPHA], row[4])
                                at[AT_BETA] = min(at[AT_BETA], row[5])
                                at[AT_HINT] = row[6]
            if done:
                entering = False
                if level == 0:
                    return value
                level -= 1
                continue
            at[AT_LOW] = at[AT_ALPHA]
            at[AT_HIGH] = at[AT_BETA]
            trick = at[AT_TRICK]
            allowed = _legal(constants[RULE], hand, trick, count, constants[TRUMP], constants[JACK], beats)
            if (allowed & (allowed - 1)) != 0 and not has_roem:
                others = (hands[0] | hands[1] | hands[2] | hands[3]) & ~hand
                for i in range(count):
                    others |= 1 << ((trick >> (6 * i)) & 63)
                allowed = _distinct(allowed, others, beats, points)
            at[AT_UNTRIED] = allowed
            at[AT_BEST] = -100000 if ours else 100000
            at[AT_BEST_CARD] = 63
        else:
            # A card has been tried; ``value`` is what follows it.
            card = at[AT_CARD]
            hands[seat] |= 1 << card
            value += at[AT_GAIN]
            if ours:
                if value > at[AT_BEST]:
                    at[AT_BEST] = value
                    at[AT_BEST_CARD] = card
                    at[AT_ALPHA] = max(at[AT_ALPHA], value)
            elif value < at[AT_BEST]:
                at[AT_BEST] = value
                at[AT_BEST_CARD] = card
                at[AT_BETA] = min(at[AT_BETA], value)
            if at[AT_ALPHA] >= at[AT_BETA]:
                at[AT_UNTRIED] = 0
                notes[NOTED + seat * 36 + card] += 2
        untried = at[AT_UNTRIED]
        if untried == 0:
            value = at[AT_BEST]
            key = at[AT_KEY]
            if key:
                row = table[at[AT_SLOT]]
                if (
                    row[7] != key
                    or row[0] != hands[0]
                    or row[1] != hands[1]
                    or row[2] != hands[2]
                    or row[3] != hands[3]
                ):
                    row[0] = hands[0]
                    row[1] = hands[1]
                    row[2] = hands[2]
                    row[3] = hands[3]
                    row[7] = key
                    row[4] = -100000
                    row[5] = 100000
                if value < at[AT_HIGH]:
                    row[5] = min(row[5], value)
                if value > at[AT_LOW]:
                    row[4] = max(row[4], value)
                row[6] = at[AT_BEST_CARD]
            entering = False
            if level == 0:
                return value  # type: ignore[no-any-return]
            level -= 1
            continue
        # Play the next card.
        hand = hands[seat]
        trick = at[AT_TRICK]
        if (untried & (untried - 1)) == 0:
            card = _lowest(untried)
        else:
            takes = hand
            mate = False
            if count > 0:
                first = _winner(trick, count, beats)
                takes = beats[(trick >> (6 * first)) & 63]
                mate = first == count - 2
            everything = hands[0] | hands[1] | hands[2] | hands[3]
            card = _promising(untried, seat, count, at[AT_HINT], hand, everything, takes, mate, beats, points, notes)
        at[AT_UNTRIED] = untried & ~(1 << card)
        at[AT_CARD] = card
        hands[seat] = hand & ~(1 << card)
        played = trick | (card << (6 * count))
        below = stack[level + 1]
        gain = 0
        if count < 3:
            below[AT_TRICK] = played
            below[AT_COUNT] = count + 1
            below[AT_LEADER] = leader
            below[AT_FLAG] = at[AT_FLAG]
            below[AT_REST] = at[AT_REST]
        else:
            taker = (leader + _winner(played, 4, beats)) & 3
            gain = _trick_points(played, 4, points)
            below[AT_REST] = at[AT_REST] - gain
            if hands[seat] == 0:
                gain += constants[LAST_TRICK]
            if has_roem:
                gain += partner_roem(played, 4, constants[TRUMP], constants[ROEM])
            mine = ALL_OURS
            if taker & 1:
                gain = -gain
                mine = ALL_THEIRS
            below[AT_TRICK] = 0
            below[AT_COUNT] = 0
            below[AT_LEADER] = taker
            below[AT_FLAG] = MIXED
            if slam and (at[AT_FLAG] == NONE_YET or at[AT_FLAG] == mine):
                below[AT_FLAG] = mine
        at[AT_GAIN] = gain
        below[AT_ALPHA] = at[AT_ALPHA] - gain
        below[AT_BETA] = at[AT_BETA] - gain
        level += 1
        entering = True


@fast.jit
def exact(
    hands: Array,
    trick: int,
    count: int,
    leader: int,
    flag: int,
    guess: int,
    constants: Array,
    beats: Array,
    points: Array,
    table: Array,
    notes: Array,
    stack: Array,
) -> int:
    """The same with the whole window, by a row of narrow ones around a guess."""
    low = -100000
    high = 100000
    value = guess
    while low < high:
        beta = value + 1 if value == low else value
        value = search(
            hands, trick, count, leader, flag, beta - 1, beta, constants, beats, points, table, notes, stack
        )
        if value < beta:
            high = value
        else:
            low = value
    return value


def new_stack() -> Array:
    return np.zeros((LEVELS, 17), dtype=np.int64)


@fast.jit
def after_card(
    hands: Array,
    trick: int,
    count: int,
    leader: int,
    flag: int,
    card: int,
    constants: Array,
    beats: Array,
    points: Array,
) -> tuple[int, int, int, int, int]:
    """What a card leads to that has just left its hand: gain of team 0, trick, count, leader, flag."""
    lying = trick | (card << (6 * count))
    if count < 3:
        return 0, lying, count + 1, leader, flag
    taker = (leader + _winner(lying, 4, beats)) & 3
    gain = _trick_points(lying, 4, points)
    if hands[taker] == 0:
        gain += constants[LAST_TRICK]
    if constants[ROEM]:
        gain += partner_roem(lying, 4, constants[TRUMP], constants[ROEM])
    mine = ALL_OURS if (taker & 1) == 0 else ALL_THEIRS
    after = mine if flag in (NONE_YET, mine) else MIXED
    return (gain if mine == ALL_OURS else -gain), 0, 0, taker, after
