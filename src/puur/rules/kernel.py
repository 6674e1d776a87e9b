"""THE rules of play: legal cards, trick winner, points, and why a card is refused. Written once.

Plain functions on ints and on the arrays of ``tables.Tables``. The engine calls them as they stand; ``fast``
loads this same file a second time through Numba, and a batched copy in lab/train is held to it by a test. So
they use only what both understand: no int.bit_count, no classes, no keyword arguments.

A trick is packed into one int, six bits a card, the lead lowest: ``lead | second << 6 | third << 12``; ``count``
says how many cards lie on the table. Sections are those of docs/rules.md.
"""

from collections.abc import Sequence

SWISS, BASE, AMSTERDAM, ROTTERDAM, FRENCH = 0, 1, 2, 3, 4
FAMILY = 7
UNDERTRUMP_ONLY_TRUMPS_LEFT = 8
JACK_EXEMPT = 16
PARTNER_EXEMPT = 32
HEAD_TRUMPS = 64
HEAD_ALWAYS = 128
UNDERTRUMP_FORBIDDEN = 256
NO_UNDERCUT = 512

ALLOWED = 0
NOT_IN_HAND = 1
MUST_FOLLOW = 2
MUST_TRUMP = 3
MUST_OVERTRUMP = 4
MAY_NOT_UNDERTRUMP = 5
MUST_BEAT = 6


def popcount(mask: int) -> int:
    """Number of cards in a mask."""
    mask = mask - ((mask >> 1) & 0x5555555555555555)
    mask = (mask & 0x3333333333333333) + ((mask >> 2) & 0x3333333333333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((mask * 0x0101010101010101) >> 56) & 127


def lowest(mask: int) -> int:
    """Index of the lowest card of a mask that is not empty."""
    return popcount((mask & -mask) - 1)


def winner(trick: int, count: int, beats: Sequence[int]) -> int:
    """Which card of the trick is winning it: its position, 0 for the lead (0.5)."""
    best = 0
    over = beats[trick & 63]
    for i in range(1, count):
        c = (trick >> (6 * i)) & 63
        if (over >> c) & 1:
            best = i
            over = beats[c]
    return best


def trick_points(trick: int, count: int, points: Sequence[int]) -> int:
    """Sum of the card values on the table, without the last-trick bonus."""
    total = 0
    for i in range(count):
        total += points[(trick >> (6 * i)) & 63]
    return total


def legal(rule: int, hand: int, trick: int, count: int, trump: int, jack: int, beats: Sequence[int]) -> int:
    """The cards of ``hand`` that may be played now (section 1). Never empty for a hand that is not."""
    if count == 0:
        return hand
    best = winner(trick, count, beats)
    partner_wins = count >= 2 and best == count - 2
    return legal_after(rule, hand, trick & 63, (trick >> (6 * best)) & 63, partner_wins, trump, jack, beats)


def legal_after(
    rule: int, hand: int, lead: int, best: int, partner_wins: bool, trump: int, jack: int, beats: Sequence[int]
) -> int:
    """The same, where the card led and the card that is winning the trick are known already (playouts)."""
    suit = 511 << (lead // 9 * 9)
    follow = hand & suit
    trumps = hand & trump
    over = trumps & beats[best]  # all trumps, if no trump lies in a plain trick
    under = trumps & ~over
    trump_led = (suit & trump) != 0
    family = rule & 7

    if family == 0:  # SWISS, 1.1
        if trump == 0:
            return follow if follow else hand
        if trump_led:
            if (trumps & ~jack) == 0:
                return hand  # no trump, or only the jack, which need not be given up
            return trumps
        if follow:
            return follow | over
        if (rule & 8) != 0 and trumps != hand:
            return hand & ~under
        return hand

    if family == 1:  # BASE, 1.2
        allowed = hand
        if follow:
            allowed = follow
        elif trumps:
            allowed = trumps
        if (rule & 16) != 0 and trump_led and trumps != 0 and trumps == jack:
            allowed = hand
        if (rule & 32) != 0 and follow == 0 and not trump_led and partner_wins:
            allowed = hand
        heading = 0
        if (rule & 64) != 0 and (allowed & ~trump) == 0:
            heading = allowed & over
        elif (rule & 128) != 0:
            heading = allowed & beats[best]
        return heading if heading else allowed

    # The three families that must beat a led trump, and follow a plain suit as they like: 1.3, 1.4, 1.5
    if trump_led:
        if over:
            return over
        return trumps if trumps else hand
    if follow:
        return follow
    if trumps == 0:
        return hand

    if family == 2:  # AMSTERDAM
        if partner_wins:
            free = hand & ~under
            return free if free else hand
        if over:
            return over
        discards = hand & ~trumps
        return discards if discards else hand

    if family == 3:  # ROTTERDAM
        if over:
            return over
        if (rule & 256) != 0:
            discards = hand & ~trumps
            return discards if discards else hand
        return trumps

    # FRENCH
    if partner_wins:
        if (rule & 512) != 0 and over:
            return hand & ~under
        return hand
    return over if over else trumps


def refusal(
    rule: int, hand: int, trick: int, count: int, trump: int, jack: int, beats: Sequence[int], card: int
) -> int:
    """Why ``card`` may not be played, or ALLOWED."""
    bit = 1 << card
    if (hand & bit) == 0:
        return 1
    allowed = legal(rule, hand, trick, count, trump, jack, beats)
    if allowed & bit:
        return 0
    suit = 511 << ((trick & 63) // 9 * 9)
    follow = hand & suit
    if bit & trump:
        if (allowed & ~trump) == 0:
            return 4  # only higher trumps are allowed
        if follow and (rule & 7) != 0:
            return 2  # these games do not let you trump while you can follow
        return 5
    if bit & suit:
        return 6  # another card of the suit takes the trick, and must
    return 2 if follow else 3
