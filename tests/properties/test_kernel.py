"""The kernel against the rules of the book: values, winner, legal cards, reasons, for every game and option."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puur.cards import CODES, INDEX, Card, cards_of, codes_of, mask_of
from puur.rules import kernel
from puur.rules.ruleset import CONTRACT_CODES, Ruleset
from puur.rules.tables import Tables, compile_tables
from puur.rules.variants import VARIANTS, ruleset
from tests.properties.strategies import games
from tests.rules import by_the_book

BASE_GAMES: list[tuple[str, dict[str, object]]] = [
    ("jass", {"deck": deck, "head_obligation": head, "trump_jack_exempt": jack, "partner_exempt": partner})
    for deck, head, jack, partner in product((32, 36), ("none", "trumps", "always"), (False, True), (False, True))
]
PLAY_RULES: list[tuple[str, dict[str, object]]] = [
    ("differenzler", {}),
    ("differenzler", {"undertrump": "only-trumps-left"}),
    ("schieber-swiss", {}),
    *BASE_GAMES,
    ("klaverjassen-amsterdam", {}),
    ("klaverjassen-rotterdam", {}),
    ("klaverjassen-rotterdam", {"rotterdam_undertrump": "forbidden"}),
    ("coinche", {}),
    ("coinche", {"partner_cut": "no-undercut"}),
]
"""Every family with every option that concerns legal cards."""


def packed(trick: Sequence[Card]) -> int:
    return sum(c << (6 * i) for i, c in enumerate(trick))


def legal(t: Tables, hand: int, trick: Sequence[Card]) -> int:
    return kernel.legal(t.rule, hand, packed(trick), len(trick), t.trump, t.jack, t.beats)


def position(rules: Ruleset, rng: random.Random, size: int) -> tuple[int, list[Card]]:
    """A hand and a trick begun. Half of them use few ranks and suits, where duties meet."""
    deck = list(cards_of(rules.deck_mask))
    if rng.random() < 0.5:
        suits = rng.sample(range(4), 2)
        deck = [c for c in deck if c // 9 in suits]
    count = rng.randrange(4)
    cards = rng.sample(deck, min(len(deck), count + size))
    return mask_of(cards[count:]), cards[:count]


modes = st.integers(0, 5)
seeds = st.integers(0, 2**32)


@pytest.mark.parametrize(("variant", "options"), PLAY_RULES)
def test_the_kernel_allows_what_the_book_allows(variant: str, options: dict[str, object]) -> None:
    rules = ruleset(variant, options)
    rng = random.Random(f"{variant}{options}")
    for _ in range(700):
        contract = rng.choice(rules.contracts)
        t = compile_tables(rules, CONTRACT_CODES.index(contract))
        hand, trick = position(rules, rng, rng.randint(1, rules.hand_size))
        table = [CODES[c] for c in trick]
        expected = by_the_book.legal(rules, codes_of(hand), table, contract)
        assert set(codes_of(legal(t, hand, trick))) == expected, (contract, table, codes_of(hand))
        assert expected, "some card may always be played"


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_kernel_gives_the_trick_to_whom_the_book_gives_it(variant: str) -> None:
    rules = ruleset(variant)
    rng = random.Random(variant)
    for _ in range(500):
        contract = rng.choice(rules.contracts)
        t = compile_tables(rules, CONTRACT_CODES.index(contract))
        count = rng.randint(1, 4)
        trick = rng.sample(cards_of(rules.deck_mask), count)
        table = [CODES[c] for c in trick]
        assert kernel.winner(packed(trick), count, t.beats) == by_the_book.winning(rules, table, contract)
        assert kernel.trick_points(packed(trick), count, t.points) == by_the_book.worth(table, contract)


@given(games(), modes)
def test_the_cards_of_every_game_are_worth_152(game: tuple[str, dict[str, object]], mode: int) -> None:
    rules = ruleset(*game)
    t = compile_tables(rules, mode % len(rules.contracts))
    assert sum(t.points[c] for c in cards_of(rules.deck_mask)) == 152


@given(games(), modes, seeds)
def test_a_hand_that_is_not_empty_always_has_a_legal_card(
    game: tuple[str, dict[str, object]], mode: int, seed: int
) -> None:
    rules = ruleset(*game)
    t = compile_tables(rules, mode % len(rules.contracts))
    rng = random.Random(seed)
    for _ in range(30):
        hand, trick = position(rules, rng, rng.randint(1, 4))
        assert legal(t, hand, trick)
        assert legal(t, hand, trick) & ~hand == 0


def pairwise(t: Tables, hand: int, trick: Sequence[Card], x: Card) -> bool:
    """Whether a card is legal beside each other card of the hand, taken alone."""
    return all(legal(t, 1 << x | 1 << c, trick) >> x & 1 for c in cards_of(hand))


def is_exception(options: dict[str, object]) -> bool:
    return options.get("partner_exempt") is True and options.get("head_obligation") == "trumps"


@pytest.mark.parametrize(("variant", "options"), [rule for rule in PLAY_RULES if not is_exception(rule[1])])
def test_a_card_is_legal_if_and_only_if_it_is_legal_beside_each_other_card(
    variant: str, options: dict[str, object]
) -> None:
    """engine/worlds.py draws its conclusions from plays card by card, and relies on this."""
    rules = ruleset(variant, options)
    rng = random.Random(f"pairs {variant}{options}")
    for _ in range(700):
        t = compile_tables(rules, rng.randrange(len(rules.contracts)))
        hand, trick = position(rules, rng, rng.randint(1, 6))
        allowed = legal(t, hand, trick)
        for x in cards_of(hand):
            assert pairwise(t, hand, trick, x) == bool(allowed >> x & 1)


@pytest.mark.parametrize(("variant", "options"), [rule for rule in PLAY_RULES if is_exception(rule[1])])
def test_the_exception_errs_to_one_side_only(variant: str, options: dict[str, object]) -> None:
    rules = ruleset(variant, options)
    rng = random.Random(f"pairs {variant}{options}")
    for _ in range(700):
        t = compile_tables(rules, rng.randrange(len(rules.contracts)))
        hand, trick = position(rules, rng, rng.randint(1, 6))
        for x in cards_of(hand):
            assert not pairwise(t, hand, trick, x) or legal(t, hand, trick) >> x & 1


def test_the_one_rule_under_which_legality_is_not_pairwise() -> None:
    """Partner exempt, and a duty to head with trumps when nothing but trumps may be played: with a plain card in
    hand an under-trump is free, although beside the higher trump alone it would be refused (1.2, amb. 30, 32)."""
    rules = ruleset("jass", {"partner_exempt": True, "head_obligation": "trumps"})
    t = compile_tables(rules, 3)
    trick = [INDEX["7H"], INDEX["KS"], INDEX["8H"]]
    hand = mask_of([INDEX["7S"], INDEX["AS"], INDEX["7D"]])
    assert codes_of(legal(t, hand, trick)) == ("7D", "7S", "AS")
    assert codes_of(legal(t, hand & ~(1 << INDEX["7D"]), trick)) == ("AS",)


@given(games(), modes, seeds)
def test_every_refused_card_has_a_reason_that_holds(
    game: tuple[str, dict[str, object]], mode: int, seed: int
) -> None:
    rules = ruleset(*game)
    t = compile_tables(rules, mode % len(rules.contracts))
    rng = random.Random(seed)
    for _ in range(30):
        hand, trick = position(rules, rng, rng.randint(1, 6))
        allowed = legal(t, hand, trick)
        for c in range(36):
            reason = kernel.refusal(t.rule, hand, packed(trick), len(trick), t.trump, t.jack, t.beats, c)
            assert (reason == kernel.ALLOWED) == bool(allowed >> c & 1)
            assert (reason == kernel.NOT_IN_HAND) == (not hand >> c & 1)
            if reason in (kernel.ALLOWED, kernel.NOT_IN_HAND):
                continue
            led = 0x1FF << (trick[0] // 9 * 9)
            if reason == kernel.MUST_FOLLOW:
                assert hand & led
                assert not 1 << c & led
            elif reason == kernel.MUST_TRUMP:
                assert not hand & led
                assert allowed & ~t.trump == 0
                assert not 1 << c & t.trump
            elif reason == kernel.MUST_OVERTRUMP:
                assert allowed & ~t.trump == 0
                assert 1 << c & t.trump
            elif reason == kernel.MAY_NOT_UNDERTRUMP:
                assert 1 << c & t.trump
                assert not t.beats[best(t, trick)] >> c & 1
            else:
                assert reason == kernel.MUST_BEAT
                assert 1 << c & led
                assert allowed & ~t.beats[best(t, trick)] == 0


def best(t: Tables, trick: Sequence[Card]) -> Card:
    return trick[kernel.winner(packed(trick), len(trick), t.beats)]


@given(st.integers(0, 2**63 - 1))
def test_popcount_counts_the_cards(mask: int) -> None:
    assert kernel.popcount(mask) == mask.bit_count()


@given(st.integers(1, 2**36 - 1))
def test_the_lowest_card_of_a_mask_is_found(mask: int) -> None:
    assert kernel.lowest(mask) == min(cards_of(mask))
