"""Cards, sets of cards, and their names in five languages on two decks."""

from __future__ import annotations

import pytest

from puur.cards import (
    CODES,
    DECK_32,
    DECK_36,
    BadCard,
    Card,
    CardSet,
    Rank,
    Suit,
    card,
    cards_of,
    code_of,
    codes_of,
    mask_of,
    parse_card,
    parse_cards,
    parse_suit,
    rank_of,
    suit_of,
)
from puur.faces import DECKS, LANGUAGES, Deck, Language, card_name, rank_name, suit_name


def test_a_card_is_suit_times_nine_plus_rank() -> None:
    assert card(Suit.HEARTS, Rank.JACK) == 2 * 9 + 5 == parse_card("JH") == parse_card("jh")
    for index, code in enumerate(CODES):
        c = Card(index)
        assert code_of(c) == code
        assert parse_card(code) == c
        assert card(suit_of(c), rank_of(c)) == c
        assert code == rank_of(c).code + suit_of(c).code


def test_the_short_deck_leaves_the_sixes_out() -> None:
    assert DECK_36.bit_count() == 36
    assert DECK_32.bit_count() == 32
    assert not any(rank_of(c) == Rank.SIX for c in cards_of(DECK_32))


@pytest.mark.parametrize("text", ["", "J", "HJ", "1H", "10H", "JX", "JHH"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(BadCard, match="no such card"):
        parse_card(text)


def test_a_card_given_twice_and_a_wrong_suit_are_refused() -> None:
    with pytest.raises(BadCard, match="card given twice: KH"):
        parse_cards(["KH", "7D", "KH"])
    with pytest.raises(BadCard, match="no such suit: 'X'"):
        parse_suit("X")
    assert parse_suit("s") is Suit.SPADES


def test_a_card_set_behaves_like_a_set() -> None:
    hand = CardSet.parse("KH 7D AS")
    other = CardSet.of(parse_cards(["AS", "6C"]))
    assert len(hand) == 3
    assert parse_card("7D") in hand
    assert parse_card("6C") not in hand
    assert "7D" not in hand
    assert str(hand & other) == "AS"
    assert str(hand | other) == "6C 7D KH AS"
    assert str(hand - other) == "7D KH"
    assert list(hand) == list(cards_of(hand.mask))
    assert mask_of(hand) == hand.mask
    assert codes_of(Suit.CLUBS.mask)[0] == "6C"


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_a_name_of_its_own(language: Language, deck: Deck) -> None:
    assert len({card_name(Card(c), language, deck) for c in range(36)}) == 36
    assert len({rank_name(rank, language, deck) for rank in range(9)}) == 9
    assert len({suit_name(suit, language, deck) for suit in range(4)}) == 4


def test_names_that_players_know() -> None:
    jack = parse_card("JH")
    assert card_name(jack, "de", "swiss") == "Rosen-Under"
    assert card_name(jack, "de") == "Herz-Bube"
    assert card_name(jack, "fr") == "valet de cœur"
    assert card_name(jack, "it") == "fante di cuori"
    assert card_name(jack, "en") == "jack of hearts"
    assert card_name(jack, "nl") == "harten boer"
    assert card_name(parse_card("TD"), "de", "swiss") == "Eicheln-Banner"
    assert card_name(parse_card("QC"), "de", "swiss") == "Schellen-Ober"
    assert card_name(parse_card("7S"), "en", "swiss") == "7 of shields"
