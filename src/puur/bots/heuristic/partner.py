"""Playing with a partner: the heuristic's team games, in the style of the kernel.

For every legal card: how likely it is that one's own team takes this trick, what lies in it, and what the card
would still have brought if it had been kept. Feeding a winning partner (schmieren), not trumping his tricks, saving
the jack and nell of trumps, and cashing what would be lost follow from the balance; pulling trumps as declarer is a
weight of its own. Loaded plain and compiled, as steer.py is.
"""

import math
from collections.abc import MutableSequence, Sequence

from puur.rules import kernel

# Places in a style.
(
    SAME, TRUMPS, VOID, RESCUE, LATER, TEMPO, KEEP_SAME, KEEP_TRUMPS, AVERAGE, WEIGHT, TRUMP_KEEP, PULL, PULL_DEFENCE,
    LENGTH, RUFF_FREE, LEAD_LOW,
) = range(16)  # fmt: skip
STYLE = 16

NO_ROEM, ROEM, ROEM_LOW = 0, 1, 2
"""Whether tricks bring roem, and whether four low cards count (6.2)."""

# Places in the weights of a hand's worth: trumps and plain cards by strength, length of trumps, voids, turn, tops.
F_TRUMP, F_PLAIN, F_COUNT, F_VOID, F_TURN, F_TOPS, F_LONG, F_CONSTANT = 0, 9, 18, 28, 29, 33, 34, 35
FEATURES = 36


def features(hand: int, trump: int, turn: int, deck: int, beats: Sequence[int], out: MutableSequence[float]) -> None:
    """What the worth of a hand under a contract is made of; ``turn`` counts from the first leader."""
    for i in range(FEATURES):
        out[i] = 0.0
    for suit in range(4):
        cards = hand & (511 << (9 * suit))
        if (deck & trump & (511 << (9 * suit))) != 0:
            out[F_COUNT + kernel.popcount(cards)] = 1.0
            place = F_TRUMP
        else:
            place = F_PLAIN
            if cards == 0:
                out[F_VOID] += 1.0
        tops = 0
        rest = cards
        while rest:
            bit = rest & -rest
            rest ^= bit
            over = beats[kernel.lowest(bit)] & (511 << (9 * suit))
            out[place + kernel.popcount(over)] += 1.0
            if (over & ~cards) == 0:
                tops += 1
        if place == F_PLAIN and tops > 0:
            out[F_TOPS] += tops - 1.0
            out[F_LONG] += kernel.popcount(cards) - tops
    out[F_TURN + turn] = 1.0
    out[F_CONSTANT] = 1.0


def worth(
    hand: int,
    trump: int,
    turn: int,
    deck: int,
    beats: Sequence[int],
    weights: Sequence[float],
    out: MutableSequence[float],
) -> float:
    """The points that the team of this hand will make on average: a linear function, fitted by ``puur.lab.fit``."""
    features(hand, trump, turn, deck, beats, out)
    total = 0.0
    for i in range(FEATURES):
        total += weights[i] * out[i]
    return total


def roem(trick: int, count: int, trump: int, rule: int) -> int:
    """Roem in the cards on the table (6.2); the same as rules/melds.py says, for compiled code."""
    cards = 0
    for i in range(count):
        cards |= 1 << ((trick >> (6 * i)) & 63)
    total = 0
    for suit in range(4):
        in_suit = (cards >> (9 * suit)) & 511
        runs = in_suit & (in_suit >> 1) & (in_suit >> 2)
        if runs:
            total += 50 if runs & (runs >> 1) else 20
        if (trump >> (9 * suit)) & 2 and (in_suit & 192) == 192:
            total += 20
    if count == 4:
        rank = (trick & 63) % 9
        four = ((1 << 0) | (1 << 9) | (1 << 18) | (1 << 27)) << rank
        if cards == four:
            if rank == 5:
                total += 200
            elif rank >= 4 or rule == ROEM_LOW:
                total += 100
    return total


def learn(
    lacks: int, rule: int, card: int, trick: int, count: int, trump: int, jack: int, beats: Sequence[int]
) -> int:
    """Cards that a seat cannot hold, after it has played this card as number ``count`` of the trick."""
    if count == 0:
        return lacks
    lead = trick & 63
    suit = 511 << (lead // 9 * 9)
    bit = 1 << card
    best = kernel.winner(trick, count, beats)
    over = beats[(trick >> (6 * best)) & 63]
    family = rule & 7
    if bit & suit:
        if family >= 2 and (suit & trump) != 0 and (bit & over) == 0:
            return lacks | (over & suit)
        return lacks
    if family == 0:
        if (suit & trump) != 0:
            return lacks | (suit & ~jack)
        if bit & trump:
            return lacks
        return lacks | suit
    lacks |= suit
    if trump == 0 or (suit & trump) != 0:
        return lacks
    partner_wins = count >= 2 and best == count - 2
    if bit & trump:
        if family >= 3 and (bit & over) == 0 and not partner_wins:
            lacks |= over & trump
        return lacks
    if family == 1:
        return lacks if (rule & 32) != 0 and partner_wins else lacks | trump
    if family == 3:
        return lacks | (over & trump) if (rule & 256) != 0 else lacks | trump
    if partner_wins:
        return lacks
    if family == 2:
        return lacks | (over & trump)
    return lacks | trump


def beaten(
    card: int,
    suit: int,
    unseen: int,
    lacking: int,
    free: bool,
    beats: Sequence[int],
    style: Sequence[float],
) -> float:
    """How likely it is that a player who comes later beats a card in a trick where this suit was led."""
    own = 511 << (card // 9 * 9)
    possible = unseen & ~lacking
    over = beats[card] & possible
    same = kernel.popcount(over & own)
    others = kernel.popcount(over & ~own)
    void = math.exp(-style[VOID] * kernel.popcount(possible & suit))
    if own != suit:  # the card is a trump in a plain trick: only who may trump can beat it
        chance = 1.0 - math.exp(-style[SAME] * same)
        return chance * (void + (1.0 - void) * style[RUFF_FREE] if free else void)
    keeps = math.exp(-style[SAME] * same)
    if others:
        ruffs = 1.0 - math.exp(-style[TRUMPS] * others)
        keeps *= 1.0 - ruffs * (void + (1.0 - void) * style[RUFF_FREE] if free else void)
    return 1.0 - keeps


def future(
    c: int, unseen: int, trump: int, beats: Sequence[int], points: Sequence[int], style: Sequence[float]
) -> float:
    """What a card kept in hand is worth."""
    suit = 511 << (c // 9 * 9)
    over = beats[c] & unseen
    threat = style[KEEP_SAME] * kernel.popcount(over & suit)
    bonus = style[TRUMP_KEEP]
    if (trump >> c) & 1 == 0:
        bonus = 0.0
        threat += style[KEEP_TRUMPS] * kernel.popcount(unseen & trump)
        threat += style[LENGTH] * max(0, 3 - kernel.popcount(unseen & suit))
    return math.exp(-threat) * (points[c] + style[AVERAGE]) + bonus


def choose(
    rule: int,
    hand: int,
    unseen: int,
    trick: int,
    count: int,
    seat: int,
    declaring: bool,
    lacks: Sequence[int],
    trump: int,
    jack: int,
    last_trick: int,
    roem_rule: int,
    beats: Sequence[int],
    points: Sequence[int],
    style: Sequence[float],
) -> int:
    """The card to play. ``lacks`` says per seat which cards it cannot hold."""
    allowed = kernel.legal(rule, hand, trick, count, trump, jack, beats)
    if (allowed & (allowed - 1)) == 0:
        return kernel.lowest(allowed)
    later = 3 - count
    pot = kernel.trick_points(trick, count, points) + later * style[LATER] + style[TEMPO]
    if (hand & (hand - 1)) == 0:
        pot += last_trick
    free = (rule & 7) == 0
    suit = 0
    out = 0
    takes = hand
    standing = 0.0  # the chance of the team, if this card does not take the trick over
    left, right = lacks[(seat + 1) & 3], lacks[(seat + 3) & 3]
    across = lacks[(seat + 2) & 3]
    if count > 0:
        suit = 511 << ((trick & 63) // 9 * 9)
        best = kernel.winner(trick, count, beats)
        master = (trick >> (6 * best)) & 63
        takes = beats[master]
        if best == count - 2:
            standing = 1.0
            if later >= 1:
                standing = 1.0 - beaten(master, suit, unseen, left, free, beats, style)
        elif later >= 2:
            standing = style[RESCUE] * beaten(master, suit, unseen, across, free, beats, style)
    elif trump:
        out = kernel.popcount(unseen & trump & ~(left & right))
    best_value = -1e9
    best_card = 0
    rest = allowed
    while rest:
        bit = rest & -rest
        rest ^= bit
        c = kernel.lowest(bit)
        led = suit if count > 0 else 511 << (c // 9 * 9)
        chance = standing
        if takes & bit:
            keeps = 1.0
            if later >= 1:
                keeps = 1.0 - beaten(c, led, unseen, left, free, beats, style)
            if later == 3:
                keeps *= 1.0 - beaten(c, led, unseen, right, free, beats, style)
            chance = keeps
            if later >= 2 and keeps < 1.0:
                chance += (1.0 - keeps) * style[RESCUE] * beaten(c, led, unseen, across, free, beats, style)
        lying = pot + points[c]
        if roem_rule:
            lying += roem(trick | (c << (6 * count)), count + 1, trump, roem_rule)
        value = (2.0 * chance - 1.0) * lying
        value -= style[WEIGHT] * future(c, unseen, trump, beats, points, style)
        if count == 0:
            if trump & bit:
                value += out * (style[PULL] if declaring else style[PULL_DEFENCE])
            else:
                value += style[LEAD_LOW] * kernel.popcount(hand & led)
        if value > best_value:
            best_value = value
            best_card = c
    return best_card
