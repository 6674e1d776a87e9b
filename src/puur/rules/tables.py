"""Tables of a game and a contract: what beats what, what a card is worth. Data for the kernel.

``compile_tables(ruleset, mode)`` turns the order families and values of docs/rules.md 0.3 and 0.4 into arrays
per card. The kernel, the compiled kernel and GPU training all read these same tables.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from puur.cards import RANK_CODES, Mask, Suit
from puur.rules import kernel
from puur.rules.ruleset import OBENABE, UNDENUFE, Ruleset

TRUMP_ORDER = {"swiss": "J9AKQT876", "ten": "J9ATKQ876"}
PLAIN_ORDER = {"swiss": "AKQJT9876", "ten": "ATKQJ9876"}
OBEN_ORDER = "AKQJT9876"
UNDEN_ORDER = "6789TJQKA"

TRUMP_VALUES = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3}
PLAIN_VALUES = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
OBEN_VALUES = {"A": 11, "T": 10, "8": 8, "K": 4, "Q": 3, "J": 2}
UNDEN_VALUES = {"6": 11, "T": 10, "8": 8, "K": 4, "Q": 3, "J": 2}

FAMILIES = {
    "swiss": kernel.SWISS,
    "base": kernel.BASE,
    "amsterdam": kernel.AMSTERDAM,
    "rotterdam": kernel.ROTTERDAM,
    "french": kernel.FRENCH,
}


@dataclass(frozen=True, slots=True)
class Tables:
    """What the kernel needs to know of one game under one contract."""

    mode: int
    deck: Mask
    trump: Mask
    """The trump suit, or 0 without trumps."""
    jack: Mask
    """The trump jack, or 0."""
    rule: int
    """Family and options of the legal-card rule, packed for the kernel."""
    beats: tuple[int, ...]
    """beats[c]: the cards that take a trick over from c, if c is winning it."""
    points: tuple[int, ...]


def play_rule(rules: Ruleset) -> int:
    """Family and options of the legal-card rule as one int (see kernel.legal)."""
    rule = FAMILIES[rules.play]
    if rules.play == "swiss" and rules.undertrump == "only-trumps-left":
        rule |= kernel.UNDERTRUMP_ONLY_TRUMPS_LEFT
    if rules.play == "base":
        rule |= kernel.JACK_EXEMPT if rules.trump_jack_exempt else 0
        rule |= kernel.PARTNER_EXEMPT if rules.partner_exempt else 0
        rule |= kernel.HEAD_TRUMPS if rules.head_obligation == "trumps" else 0
        rule |= kernel.HEAD_ALWAYS if rules.head_obligation == "always" else 0
    if rules.play == "rotterdam" and rules.rotterdam_undertrump == "forbidden":
        rule |= kernel.UNDERTRUMP_FORBIDDEN
    if rules.play == "french" and rules.partner_cut == "no-undercut":
        rule |= kernel.NO_UNDERCUT
    return rule


def suit_orders(rules: Ruleset, mode: int) -> tuple[str, ...]:
    """Per suit its ranks from high to low under this contract."""
    if mode == OBENABE:
        return (OBEN_ORDER,) * 4
    if mode == UNDENUFE:
        return (UNDEN_ORDER,) * 4
    return tuple(TRUMP_ORDER[rules.order] if s == mode else PLAIN_ORDER[rules.order] for s in range(4))


def suit_values(mode: int) -> tuple[dict[str, int], ...]:
    if mode == OBENABE:
        return (OBEN_VALUES,) * 4
    if mode == UNDENUFE:
        return (UNDEN_VALUES,) * 4
    return tuple(TRUMP_VALUES if s == mode else PLAIN_VALUES for s in range(4))


@cache
def compile_tables(rules: Ruleset, mode: int) -> Tables:
    """The tables of this game under this contract (a trump suit 0..3, obenabe or undenufe)."""
    trump = Suit(mode).mask if mode < OBENABE else 0
    beats = [0] * 36
    points = [0] * 36
    for suit, (order, values) in enumerate(zip(suit_orders(rules, mode), suit_values(mode), strict=True)):
        higher = 0
        for rank in order:
            c = suit * 9 + RANK_CODES.index(rank)
            over = higher if trump == Suit(suit).mask else higher | trump
            beats[c] = over & rules.deck_mask
            points[c] = values.get(rank, 0)
            higher |= 1 << c
    return Tables(
        mode=mode,
        deck=rules.deck_mask,
        trump=trump & rules.deck_mask,
        jack=1 << (mode * 9 + 5) if trump else 0,
        rule=play_rule(rules),
        beats=tuple(beats),
        points=tuple(points),
    )
