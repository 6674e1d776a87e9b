"""Cards as small integers and hands as bit masks: the vocabulary that every other module shares.

A card is ``suit * 9 + rank``, in every game of the family; a set of cards is an int below 2**36 with one bit a
card. ``CardSet`` puts a friendly face on such a mask. Text codes are rank then suit: ``JH`` is the jack of
hearts (docs/rules.md, section 0.1). Anybody may import this module; it imports nothing of Puur.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Literal, NewType, TypeAlias, cast

Card = NewType("Card", int)
"""Index of a card, 0..35."""

Mask: TypeAlias = int
"""A set of cards, one bit a card."""

CardCode: TypeAlias = Literal[
    "6C", "7C", "8C", "9C", "TC", "JC", "QC", "KC", "AC",
    "6D", "7D", "8D", "9D", "TD", "JD", "QD", "KD", "AD",
    "6H", "7H", "8H", "9H", "TH", "JH", "QH", "KH", "AH",
    "6S", "7S", "8S", "9S", "TS", "JS", "QS", "KS", "AS",
]  # fmt: skip
SuitCode: TypeAlias = Literal["C", "D", "H", "S"]
RankCode: TypeAlias = Literal["6", "7", "8", "9", "T", "J", "Q", "K", "A"]


class Suit(IntEnum):
    """The four suits, in the order of their indexes."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def code(self) -> SuitCode:
        return SUIT_CODES[self]

    @property
    def mask(self) -> Mask:
        return 0x1FF << (9 * self)


class Rank(IntEnum):
    """The nine ranks in natural order, the six lowest. How they beat each other is a matter of the game."""

    SIX = 0
    SEVEN = 1
    EIGHT = 2
    NINE = 3
    TEN = 4
    JACK = 5
    QUEEN = 6
    KING = 7
    ACE = 8

    @property
    def code(self) -> RankCode:
        return RANK_CODES[self]


SUIT_CODES: tuple[SuitCode, ...] = ("C", "D", "H", "S")
RANK_CODES: tuple[RankCode, ...] = ("6", "7", "8", "9", "T", "J", "Q", "K", "A")
CODES: tuple[CardCode, ...] = tuple(cast(CardCode, r + s) for s in SUIT_CODES for r in RANK_CODES)
INDEX: dict[str, Card] = {code: Card(i) for i, code in enumerate(CODES)}

DECK_36: Mask = (1 << 36) - 1
SIXES: Mask = sum(1 << (9 * s) for s in range(4))
DECK_32: Mask = DECK_36 & ~SIXES


class BadCard(ValueError):
    """A text that names no card, or the same card twice."""


def card(suit: Suit, rank: Rank) -> Card:
    return Card(suit * 9 + rank)


def suit_of(c: Card) -> Suit:
    return Suit(c // 9)


def rank_of(c: Card) -> Rank:
    return Rank(c % 9)


def code_of(c: Card) -> CardCode:
    return CODES[c]


def parse_card(text: str) -> Card:
    """The card named by a two-character code such as ``JH``; upper or lower case."""
    try:
        return INDEX[text.upper()]
    except KeyError:
        raise BadCard(f"no such card: {text!r} (a card is a rank of 6789TJQKA and a suit of CDHS)") from None


def parse_suit(text: str) -> Suit:
    try:
        return Suit(SUIT_CODES.index(cast(SuitCode, text.upper())))
    except ValueError:
        raise BadCard(f"no such suit: {text!r} (a suit is one of C D H S)") from None


def mask_of(cards: Iterable[Card]) -> Mask:
    mask = 0
    for c in cards:
        mask |= 1 << c
    return mask


def parse_cards(codes: Iterable[str]) -> tuple[Card, ...]:
    """Several codes, in their order; a card that comes twice is refused."""
    cards = tuple(parse_card(code) for code in codes)
    if len(set(cards)) < len(cards):
        twice = next(c for i, c in enumerate(cards) if c in cards[:i])
        raise BadCard(f"card given twice: {code_of(twice)}")
    return cards


def cards_of(mask: Mask) -> tuple[Card, ...]:
    """The cards of a mask, in the order of their indexes."""
    found = []
    while mask:
        low = mask & -mask
        found.append(Card(low.bit_length() - 1))
        mask ^= low
    return tuple(found)


def codes_of(mask: Mask) -> tuple[CardCode, ...]:
    return tuple(CODES[c] for c in cards_of(mask))


@dataclass(frozen=True, slots=True)
class CardSet:
    """A set of cards: an int mask with the manners of a Python set."""

    mask: Mask = 0

    @classmethod
    def parse(cls, text: str) -> CardSet:
        return cls(mask_of(parse_cards(text.split())))

    @classmethod
    def of(cls, cards: Iterable[Card]) -> CardSet:
        return cls(mask_of(cards))

    def __iter__(self) -> Iterator[Card]:
        return iter(cards_of(self.mask))

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __contains__(self, c: object) -> bool:
        return isinstance(c, int) and bool(self.mask >> c & 1)

    def __and__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask & other.mask)

    def __or__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask | other.mask)

    def __sub__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask & ~other.mask)

    def __str__(self) -> str:
        return " ".join(codes_of(self.mask))
