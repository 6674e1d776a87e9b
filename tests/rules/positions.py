"""Hand-made positions for the tests of the rules: cards as text in, cards as text out."""

from __future__ import annotations

from typing import Any

from puur.cards import INDEX, Mask, codes_of, mask_of, parse_cards
from puur.engine.phases.play import REASONS
from puur.rules import kernel
from puur.rules.ruleset import CONTRACT_CODES
from puur.rules.tables import Tables, compile_tables
from puur.rules.variants import ruleset


def mode_of(contract: str) -> int:
    return list(map(str, CONTRACT_CODES)).index(contract)


def cards(text: str) -> Mask:
    return mask_of(parse_cards(text.split()))


def packed(trick: str) -> tuple[int, int]:
    """A trick as the kernel wants it, and how many cards lie on the table."""
    codes = trick.split()
    return sum(INDEX[code] << (6 * i) for i, code in enumerate(codes)), len(codes)


def tables(variant: str, trump: str, **options: Any) -> Tables:
    return compile_tables(ruleset(variant, options), mode_of(trump))


def legal(variant: str, trump: str, trick: str, hand: str, **options: Any) -> set[str]:
    """What a hand may play to a trick."""
    t = tables(variant, trump, **options)
    table, count = packed(trick)
    return set(codes_of(kernel.legal(t.rule, cards(hand), table, count, t.trump, t.jack, t.beats)))


def reason(variant: str, trump: str, trick: str, hand: str, card: str, **options: Any) -> str | None:
    """Why a card may not be played; None if it may."""
    t = tables(variant, trump, **options)
    table, count = packed(trick)
    code = kernel.refusal(t.rule, cards(hand), table, count, t.trump, t.jack, t.beats, INDEX[card])
    return REASONS[code] if code else None


def taker(variant: str, trump: str, trick: str, **options: Any) -> str:
    """The card that takes the trick."""
    t = tables(variant, trump, **options)
    table, count = packed(trick)
    return trick.split()[kernel.winner(table, count, t.beats)]


def worth(variant: str, trump: str, trick: str) -> int:
    t = tables(variant, trump)
    table, count = packed(trick)
    return kernel.trick_points(table, count, t.points)
