"""Faces of the cards: names of suits and ranks on the French and the Swiss-German deck, in five languages.

One card has one code (docs/rules.md, section 0.1); hearts are Rosen, diamonds Eicheln, spades Schilten and clubs
Schellen on the Swiss deck, as on the Swisslos site. Anybody may import this module; it knows only puur.cards.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from puur.cards import Card, rank_of, suit_of

Language: TypeAlias = Literal["de", "fr", "it", "en", "nl"]
Deck: TypeAlias = Literal["french", "swiss"]
LANGUAGES: tuple[Language, ...] = ("de", "fr", "it", "en", "nl")
DECKS: tuple[Deck, ...] = ("french", "swiss")

SUITS: dict[Deck, dict[Language, tuple[str, str, str, str]]] = {
    "french": {
        "de": ("Kreuz", "Ecken", "Herz", "Schaufel"),
        "fr": ("trèfle", "carreau", "cœur", "pique"),
        "it": ("fiori", "quadri", "cuori", "picche"),
        "en": ("clubs", "diamonds", "hearts", "spades"),
        "nl": ("klaveren", "ruiten", "harten", "schoppen"),
    },
    "swiss": {
        "de": ("Schellen", "Eicheln", "Rosen", "Schilten"),
        "fr": ("grelots", "glands", "roses", "écussons"),
        "it": ("sonagli", "ghiande", "rose", "scudi"),
        "en": ("bells", "acorns", "roses", "shields"),
        "nl": ("bellen", "eikels", "rozen", "schilden"),
    },
}
"""In the order of the suits' indexes: C, D, H, S."""

LOW_RANKS = ("6", "7", "8", "9")
HIGH_RANKS: dict[Deck, dict[Language, tuple[str, str, str, str, str]]] = {
    "french": {
        "de": ("Zehn", "Bube", "Dame", "König", "Ass"),
        "fr": ("dix", "valet", "dame", "roi", "as"),
        "it": ("dieci", "fante", "donna", "re", "asso"),
        "en": ("ten", "jack", "queen", "king", "ace"),
        "nl": ("tien", "boer", "vrouw", "heer", "aas"),
    },
    "swiss": {
        "de": ("Banner", "Under", "Ober", "König", "Ass"),
        "fr": ("bannière", "under", "ober", "roi", "as"),
        "it": ("bandiera", "under", "ober", "re", "asso"),
        "en": ("banner", "under", "ober", "king", "ace"),
        "nl": ("banier", "under", "ober", "koning", "aas"),
    },
}
"""Ten, jack, queen, king, ace."""

PATTERNS: dict[Language, str] = {
    "de": "{suit}-{rank}",
    "fr": "{rank} de {suit}",
    "it": "{rank} di {suit}",
    "en": "{rank} of {suit}",
    "nl": "{suit} {rank}",
}
SIGNS = ("♣", "♦", "♥", "♠")


def suit_name(suit: int, language: Language, deck: Deck = "french") -> str:
    return SUITS[deck][language][suit]


def rank_name(rank: int, language: Language, deck: Deck = "french") -> str:
    return LOW_RANKS[rank] if rank < 4 else HIGH_RANKS[deck][language][rank - 4]


def card_name(card: Card, language: Language, deck: Deck = "french") -> str:
    """A card's whole name: ``Rosen-Under``, ``valet de cœur``, ``jack of hearts``."""
    return PATTERNS[language].format(
        rank=rank_name(rank_of(card), language, deck), suit=suit_name(suit_of(card), language, deck)
    )
