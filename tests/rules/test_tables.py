"""Order and value of the cards, and who takes the trick (docs/rules.md, sections 0.3 to 0.5)."""

from __future__ import annotations

import pytest

from puur.cards import CODES, cards_of
from puur.rules.tables import compile_tables
from puur.rules.variants import VARIANTS, ruleset
from tests.rules.positions import mode_of, tables, taker, worth


def order(variant: str, trump: str, suit: str) -> str:
    """The ranks of a suit from high to low, read off what beats what."""
    t = tables(variant, trump)
    cards = [c for c in cards_of(t.deck) if CODES[c][1] == suit]
    return "".join(CODES[c][0] for c in sorted(cards, key=lambda c: sum(t.beats[c] >> o & 1 for o in cards)))


def test_amb_10_the_jack_and_the_nine_are_the_highest_trumps_and_the_ten_ranks_below_the_queen() -> None:
    assert order("differenzler", "H", "H") == "J9AKQT876"
    assert order("differenzler", "H", "S") == "AKQJT9876"


def test_amb_11_plain_suits_are_equal() -> None:
    for trump in "CDHS":
        assert {order("differenzler", trump, suit) for suit in "CDHS" if suit != trump} == {"AKQJT9876"}
    assert taker("differenzler", "H", "6S AD AC KD") == "6S"


def test_amb_49_the_ten_ranks_above_the_king_in_seed_schieber_and_not_in_the_swiss_one() -> None:
    assert order("schieber", "H", "C") == "ATKQJ9876"
    assert order("schieber", "H", "H") == "J9ATKQ876"
    assert order("schieber-swiss", "H", "C") == "AKQJT9876"
    assert taker("schieber", "H", "KC TC QC 6C") == "TC"
    assert taker("schieber-swiss", "H", "KC TC QC 6C") == "KC"


def test_obenabe_and_undenufe_turn_the_order_and_their_values() -> None:
    assert order("schieber-swiss", "obenabe", "D") == "AKQJT9876"
    assert order("schieber-swiss", "undenufe", "D") == "6789TJQKA"
    assert worth("schieber-swiss", "obenabe", "AD 8D 6D JD") == 21
    assert worth("schieber-swiss", "undenufe", "AD 8D 6D JD") == 21
    assert taker("schieber-swiss", "undenufe", "8S 7S AS 6D") == "7S"


def test_the_values_of_trumps_and_plain_cards() -> None:
    assert worth("jass", "S", "JS 9S AS TS") == 55
    assert worth("jass", "S", "KS QS 8S 7S") == 7
    assert worth("jass", "S", "JH 9H AH TH") == 23
    assert worth("jass", "S", "KH QH 8H 7H") == 7


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_cards_of_a_game_are_worth_152_under_every_contract(variant: str) -> None:
    rules = ruleset(variant)
    for contract in rules.contracts:
        t = compile_tables(rules, mode_of(contract))
        assert sum(t.points[c] for c in cards_of(t.deck)) == 152


def test_amb_15_and_69_the_decks() -> None:
    assert ruleset("differenzler").deck == 36
    assert ruleset("jass").deck == 32
    assert ruleset("jass", {"deck": 36}).packets == (3, 3, 3)
    assert order("jass", "H", "C") == "ATKQJ987"


def test_the_strongest_trump_takes_the_trick_else_the_strongest_card_of_the_suit_led() -> None:
    assert taker("differenzler", "H", "7S AS 6H KS") == "6H"
    assert taker("differenzler", "H", "AH 9H JH KH") == "JH"
    assert taker("jass", "H", "8H TH QH 7H") == "TH"
    assert taker("differenzler", "H", "8H TH QH 6H") == "QH"
    assert taker("jass", "S", "9D JD 8D AC") == "JD", "a discard never takes a trick"
