"""``puur legal``: which cards of a hand may be played, and why the others may not."""

from __future__ import annotations

from collections.abc import Sequence

from puur.cards import BadCard, cards_of, code_of, mask_of, parse_cards
from puur.cli.options import parse_mode, parse_options
from puur.engine.phases.play import REASONS
from puur.rules import kernel
from puur.rules.ruleset import CONTRACT_CODES, Ruleset
from puur.rules.tables import Tables, compile_tables
from puur.rules.variants import ruleset


def position(rules: Ruleset, trump: str, trick: Sequence[str], hand: Sequence[str]) -> tuple[Tables, int, int, int]:
    """Tables, hand mask, packed trick and number of cards on the table; raises ValueError for what cannot be."""
    mode = parse_mode(trump)
    if CONTRACT_CODES[mode] not in rules.contracts:
        raise BadCard(f"{rules.name} is not played {CONTRACT_CODES[mode]}")
    on_table, in_hand = parse_cards(trick), parse_cards(hand)
    if len(on_table) > 3:
        raise BadCard(f"{len(on_table)} cards on the table: a seat plays to at most 3")
    if not in_hand:
        raise BadCard("the hand is empty")
    if len(in_hand) > rules.hand_size:
        raise BadCard(f"{len(in_hand)} cards in hand: a hand of {rules.name} has {rules.hand_size}")
    both = set(on_table) & set(in_hand)
    if both:
        raise BadCard(f"card both in the hand and on the table: {code_of(min(both))}")
    missing = mask_of((*on_table, *in_hand)) & ~rules.deck_mask
    if missing:
        raise BadCard(f"{code_of(cards_of(missing)[0])} is not in the deck of {rules.name}")
    packed = 0
    for i, card in enumerate(on_table):
        packed |= card << (6 * i)
    return compile_tables(rules, mode), mask_of(in_hand), packed, len(on_table)


def run(variant: str, options: Sequence[str], trump: str, trick: str, hand: str) -> None:
    """Print the legal cards on one line, then a line for every card that is refused."""
    rules = ruleset(variant, parse_options(options))
    cards = hand.split()
    t, mask, packed, count = position(rules, trump, trick.split(), cards)
    reasons = {
        code: kernel.refusal(t.rule, mask, packed, count, t.trump, t.jack, t.beats, card)
        for code, card in zip(cards, parse_cards(cards), strict=True)
    }
    print("legal:", " ".join(code.upper() for code, reason in reasons.items() if not reason))
    for code, reason in reasons.items():
        if reason:
            print(f"{code.upper()}: {REASONS[reason]}")
