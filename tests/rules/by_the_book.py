"""The rules of play once more, slowly and differently: sets of strings, one card at a time.

An oracle for the kernel, written from the sections on order, values, winner and legal cards of docs/rules.md,
not from the kernel: no masks, no tables, and a card is judged by the duties that it would break.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from puur.rules.ruleset import Ruleset

NATURAL = "6789TJQKA"


def order(rules: Ruleset, suit: str, trump: str) -> str:
    """The ranks of a suit from low to high."""
    if trump == "obenabe":
        return "6789TJQKA"
    if trump == "undenufe":
        return "AKQJT9876"
    if rules.order == "swiss":
        return "678TQKA9J" if suit == trump else "6789TJQKA"
    return "678QKTA9J" if suit == trump else "6789JQKTA"


def value(card: str, trump: str) -> int:
    """What a card counts."""
    rank, suit = card[0], card[1]
    if trump in ("obenabe", "undenufe"):
        high = {"A": 11} if trump == "obenabe" else {"6": 11}
        return (high | {"T": 10, "8": 8, "K": 4, "Q": 3, "J": 2}).get(rank, 0)
    if suit == trump and rank in "J9":
        return 20 if rank == "J" else 14
    return {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}.get(rank, 0)


def stronger(rules: Ruleset, a: str, b: str, led: str, trump: str) -> bool:
    """Whether card a beats card b in a trick in which this suit was led."""
    if a[1] == b[1]:
        ranks = order(rules, a[1], trump)
        return (a[1] in (led, trump)) and ranks.index(a[0]) > ranks.index(b[0])
    if a[1] == trump:
        return True
    return a[1] == led and b[1] != trump


def winning(rules: Ruleset, trick: Sequence[str], trump: str) -> int:
    """The position of the card that wins."""
    led = trick[0][1]
    return next(i for i, a in enumerate(trick) if not any(stronger(rules, b, a, led, trump) for b in trick if b != a))


def worth(trick: Sequence[str], trump: str) -> int:
    return sum(value(card, trump) for card in trick)


def legal(rules: Ruleset, hand: Collection[str], trick: Sequence[str], trump: str) -> set[str]:
    """The cards of a hand that may be played."""
    if not trick:
        return set(hand)
    return {card for card in hand if _allowed(rules, card, set(hand), trick, trump)}


def _allowed(rules: Ruleset, card: str, hand: set[str], trick: Sequence[str], trump: str) -> bool:
    led = trick[0][1]
    if rules.play == "swiss":
        return _swiss(rules, card, hand, trick, trump, led)
    if rules.play == "base":
        return card in _base(rules, hand, trick, trump, led)
    return _strict(rules, card, hand, trick, trump, led)


def _beats_all_trumps(rules: Ruleset, card: str, trick: Sequence[str], trump: str) -> bool:
    """Whether a trump is stronger than every trump on the table."""
    ranks = order(rules, trump, trump)
    return all(ranks.index(card[0]) > ranks.index(other[0]) for other in trick if other[1] == trump)


def _swiss(rules: Ruleset, card: str, hand: set[str], trick: Sequence[str], trump: str, led: str) -> bool:
    has_led_suit = any(other[1] == led for other in hand)
    if trump not in "CDHS":
        return card[1] == led or not has_led_suit
    if led == trump:
        bound = any(other[1] == trump and other[0] != "J" for other in hand)
        return card[1] == trump or not bound
    if card[1] != trump:
        return card[1] == led or not has_led_suit
    if _beats_all_trumps(rules, card, trick, trump):
        return True
    # an under-trump
    if has_led_suit:
        return False
    return rules.undertrump == "if-void" or all(other[1] == trump for other in hand)


def _base(rules: Ruleset, hand: set[str], trick: Sequence[str], trump: str, led: str) -> set[str]:
    suit_led = {c for c in hand if c[1] == led}
    trumps = {c for c in hand if c[1] == trump}
    partner_ahead = len(trick) >= 2 and winning(rules, trick, trump) == len(trick) - 2
    candidates = suit_led or trumps or hand
    only_the_jack = trumps == {"J" + trump}
    freed_jack = rules.trump_jack_exempt and led == trump and only_the_jack
    freed_by_partner = rules.partner_exempt and not suit_led and led != trump and partner_ahead
    if freed_jack or freed_by_partner:
        candidates = hand
    if rules.head_obligation == "trumps" and candidates <= trumps:
        return {c for c in candidates if _beats_all_trumps(rules, c, trick, trump)} or candidates
    if rules.head_obligation == "always":
        return {c for c in candidates if winning(rules, [*trick, c], trump) == len(trick)} or candidates
    return candidates


def _strict(rules: Ruleset, card: str, hand: set[str], trick: Sequence[str], trump: str, led: str) -> bool:
    """Amsterdam, Rotterdam and France."""
    trumps = {c for c in hand if c[1] == trump}
    higher = {c for c in trumps if _beats_all_trumps(rules, c, trick, trump)}
    lower = trumps - higher
    if led == trump:
        return card in (higher or trumps or hand)
    if any(c[1] == led for c in hand):
        return card[1] == led
    if not trumps:
        return True
    partner_ahead = len(trick) >= 2 and winning(rules, trick, trump) == len(trick) - 2
    if rules.play == "amsterdam":
        if partner_ahead:
            return card not in lower or hand == lower
        if higher:
            return card in higher
        return card not in trumps or hand == trumps
    if rules.play == "rotterdam":
        if higher:
            return card in higher
        if rules.rotterdam_undertrump == "forbidden":
            return card not in trumps or hand == trumps
        return card in trumps
    if partner_ahead:
        return not (rules.partner_cut == "no-undercut" and higher and card in lower)
    return card in (higher or trumps)


Position = tuple[tuple[frozenset[str], ...], tuple[str, ...], int]
"""The four hands, the trick on the table, who led it."""


def sequences(rules: Ruleset, hands: Sequence[Collection[str]], trump: str, leader: int) -> list[int]:
    """How many different sequences of legal cards there are, after one card, two cards, and so on to the end.

    Level by level; of each position it is kept in how many ways it can be reached.
    """
    counts: list[int] = []
    positions: dict[Position, int] = {(tuple(frozenset(hand) for hand in hands), (), leader): 1}
    while positions:
        following: Counter[Position] = Counter()
        for (held, trick, first), ways in positions.items():
            seat = (first + len(trick)) % 4
            for card in legal(rules, held[seat], trick, trump):
                rest = tuple(h - {card} if s == seat else h for s, h in enumerate(held))
                table = (*trick, card)
                if len(table) == 4:
                    following[rest, (), (first + winning(rules, table, trump)) % 4] += ways
                else:
                    following[rest, table, first] += ways
        if following:
            counts.append(following.total())
        positions = following
    return counts
