"""Deals that anyone can check: hashes, the stream of chance, and the sources that deals come from.

The byte-exact protocol is docs/fairness.md; ``ceremony`` runs it at a table, ``verification`` checks it
afterwards. Nothing here draws chance of its own: secrets come in as bytes. Tables, the arena, the command
line and tests may use this module; bots and clients have no business with it.
"""

from __future__ import annotations

import functools
import hashlib
import hmac
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import Literal, Protocol, TypeAlias

import msgspec

from puur.cards import DECK_32, DECK_36, SUIT_CODES, CardCode, codes_of
from puur.engine.messages import Draw, OptionValue, Seat
from puur.rules.ruleset import Deals, Ruleset, Target

VERSION = 1
CHAIN_LENGTH = 1024
"""Deals that one chain of seeds is good for; then a new one is begun, with new nonces."""
SIZE = 32
"""Bytes of every hash, seed and nonce."""
SAFE_INTEGER = 2**53 - 1
"""The largest integer that every reader of JSON reads alike."""

DeckSize: TypeAlias = Literal[32, 36]
SecondSuit: TypeAlias = Literal["distinct", "any"]
SourceKind: TypeAlias = Literal["protocol", "seeded", "fixed"]

_DECKS: dict[DeckSize, tuple[CardCode, ...]] = {32: codes_of(DECK_32), 36: codes_of(DECK_36)}
_STREAM = b"puur fair 1 stream\0"


class FairnessError(ValueError):
    """Input that the protocol cannot work with: bytes of the wrong size, a table that cannot be hashed."""


class NoMoreDeals(Exception):
    """The source is used up: a chain needs its successor, or the fixed deals are all played."""


# --------------------------------------------------------------------------------------------------- hashes


def tagged(tag: str, *parts: bytes) -> bytes:
    """SHA-256 with the purpose of the hash in front, so that no hash can be taken for another (section 2)."""
    return hashlib.sha256(b"puur fair 1 " + tag.encode("ascii") + b"\0" + b"".join(parts)).digest()


def u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def checked(value: bytes, what: str) -> bytes:
    """The value, if it is as long as a hash."""
    if len(value) != SIZE:
        raise FairnessError(f"{what} must have {SIZE} bytes, got {len(value)}")
    return value


def parse_hex(text: str, what: str) -> bytes:
    """A hash, seed or nonce written as 64 lower-case hexadecimal digits, and no other way."""
    if len(text) != 2 * SIZE or not set(text) <= set("0123456789abcdef"):
        raise FairnessError(f"{what} must be {2 * SIZE} lower-case hexadecimal digits, got {text[:80]!r}")
    return bytes.fromhex(text)


# ------------------------------------------------------------------------------------------------ the table


class Player(msgspec.Struct, frozen=True):
    """Who sits at a seat when the table is fixed. A substitute later changes nothing here."""

    name: str
    kind: Literal["human", "bot"]


class Table(msgspec.Struct, frozen=True):
    """All that is fixed, and hashed together, before any chance is drawn (section 3)."""

    variant: str
    rules: dict[str, OptionValue]
    """Every other field of the Ruleset, defaults too, so that a later change of one changes nothing here."""
    deck: DeckSize
    second_suit: SecondSuit
    players: tuple[Player, Player, Player, Player]

    @property
    def humans(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, player in enumerate(self.players) if player.kind == "human")


def table_of(rules: Ruleset, players: Sequence[Player]) -> Table:
    """The table of a game with the four players in seat order."""
    if len(players) != 4:
        raise FairnessError(f"a table has four seats, got {len(players)}")
    first, second, third, fourth = players
    return Table(rules.name, resolved(rules), rules.deck, rules.second_suit, (first, second, third, fourth))


def resolved(rules: Ruleset) -> dict[str, OptionValue]:
    """Every field of a ruleset as plain data, without those that a Table names itself."""
    plain: dict[str, OptionValue] = {}
    for each in fields(rules):
        value = getattr(rules, each.name)
        if isinstance(value, Target | Deals):
            plain[each.name] = {"target": value.points} if isinstance(value, Target) else {"deals": value.count}
        elif each.name not in ("name", "deck", "second_suit"):
            plain[each.name] = list(value) if isinstance(value, tuple) else value
    return plain


def canonical(table: Table) -> bytes:
    """The one way to write a table down: JSON, keys sorted, no blanks, UTF-8, whole numbers only."""
    _check_option(table.rules, "rules")
    plain = msgspec.to_builtins(table)
    text = json.dumps(plain, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        raise FairnessError("a name or an option is not valid Unicode text") from None


def _check_option(value: object, where: str) -> None:
    if isinstance(value, dict):
        for key, inner in value.items():
            if not (isinstance(key, str) and key.isascii()):
                raise FairnessError(f"{where}: the key {key!r} is not plain ASCII")
            _check_option(inner, f"{where}.{key}")
    elif isinstance(value, list):
        for inner in value:
            _check_option(inner, where)
    elif isinstance(value, int):
        if abs(value) > SAFE_INTEGER:
            raise FairnessError(f"{where}: {value} is too large")
    elif not isinstance(value, str):
        raise FairnessError(f"{where}: {value!r} is neither text nor a whole number")


def table_hash(table: Table) -> bytes:
    return tagged("table", canonical(table))


def renewal(table: bytes, epoch: int, previous_head: bytes) -> bytes:
    """What a later chain of a table is bound to (section 8); the first is bound to the table hash."""
    return tagged("renewal", table, u32(epoch), previous_head)


# ------------------------------------------------------------------------------------------ seeds and nonces


def link(binding: bytes, index: int, seed: bytes) -> bytes:
    """The seed before this one: seed number index - 1, made from seed number index (section 4)."""
    return tagged("chain", binding, u32(index), seed)


def seed_at(last: bytes, binding: bytes, index: int) -> bytes:
    """Seed number ``index`` of the chain that ends in ``last``; number 0 is the head, which is published."""
    if not 0 <= index <= CHAIN_LENGTH:
        raise FairnessError(f"a chain has the seeds 0 to {CHAIN_LENGTH}, not {index}")
    mark = (CHAIN_LENGTH - index) // STRIDE
    seed = _marks(checked(last, "the last seed"), binding)[mark]
    for i in range(CHAIN_LENGTH - mark * STRIDE, index, -1):
        seed = link(binding, i, seed)
    return seed


STRIDE = 32


@functools.lru_cache(maxsize=4096)
def _marks(last: bytes, binding: bytes) -> tuple[bytes, ...]:
    """Every so many seeds of a chain, the last one first: kept, as every deal would go through the chain again."""
    seed, marks = last, [last]
    for i in range(CHAIN_LENGTH, 0, -1):
        seed = link(binding, i, seed)
        if (i - 1) % STRIDE == 0:
            marks.append(seed)
    return tuple(marks)


def commitment(binding: bytes, head: bytes, seat: Seat, nonce: bytes) -> bytes:
    """What a seat shows of its nonce before anybody opens one (section 5)."""
    return tagged("nonce", binding, head, bytes([seat]), checked(nonce, "a nonce"))


# ------------------------------------------------------------------------------------------------ the stream


def deal_key(seed: bytes, binding: bytes, head: bytes, index: int, nonces: Sequence[bytes | None]) -> bytes:
    """The key of one deal, from its seed and all nonces (section 6); ``nonces`` is in seat order."""
    given = [bytes([seat]) + nonce for seat, nonce in enumerate(nonces) if nonce is not None]
    message = b"puur fair 1 deal\0" + binding + head + u32(index) + bytes([len(given)]) + b"".join(given)
    return hmac.digest(seed, message, "sha256")


def stream(key: bytes) -> Iterator[int]:
    """Bytes without end: HMAC-SHA256 of a counter."""
    block = 0
    while True:
        yield from hmac.digest(key, _STREAM + u32(block), "sha256")
        block += 1


def below(chance: Iterator[int], n: int) -> int:
    """A number from 0 to n - 1, each as likely: bytes that would favour the low ones are thrown away."""
    limit = 256 - 256 % n
    byte = next(chance)
    while byte >= limit:
        byte = next(chance)
    return byte % n


def draw_from(key: bytes, deck: DeckSize, second_suit: SecondSuit) -> Draw:
    """All the chance of a deal: lot, shuffle, trump, the two proposed suits, in this order (section 7)."""
    chance = stream(key)
    lot = below(chance, 4)
    cards = list(_DECKS[deck])
    for i in range(deck - 1, 0, -1):
        j = below(chance, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    trump = below(chance, 4)
    first = below(chance, 4)
    if second_suit == "distinct":
        second = [suit for suit in range(4) if suit != first][below(chance, 3)]
    else:
        second = below(chance, 4)
    return Draw(lot, tuple(cards), SUIT_CODES[trump], (SUIT_CODES[first], SUIT_CODES[second]))


# ----------------------------------------------------------------------------------------------- the sources


class DealSource(Protocol):
    """Where the deals of a match come from. Deals are numbered from 1, thrown-in ones too."""

    @property
    def kind(self) -> SourceKind: ...

    def draw(self, number: int) -> Draw: ...


@dataclass(frozen=True, slots=True)
class Epoch:
    """One chain of seeds with the nonces that go with it, as the server keeps it until the end."""

    binding: bytes
    head: bytes
    last_seed: bytes = field(repr=False)
    commitments: tuple[bytes | None, ...]
    nonces: tuple[bytes | None, ...]


@dataclass(frozen=True, slots=True)
class ProtocolDeals:
    """Deals of the protocol: nobody could choose them, and everybody can check them afterwards."""

    table: Table
    epochs: tuple[Epoch, ...]

    @property
    def kind(self) -> SourceKind:
        return "protocol"

    def draw(self, number: int) -> Draw:
        epoch, index = self._place(number)
        seed = seed_at(epoch.last_seed, epoch.binding, index)
        key = deal_key(seed, epoch.binding, epoch.head, index, epoch.nonces)
        return draw_from(key, self.table.deck, self.table.second_suit)

    def seed(self, number: int) -> bytes:
        """The seed of a deal: SECRET until the deal is over, then to be revealed."""
        epoch, index = self._place(number)
        return seed_at(epoch.last_seed, epoch.binding, index)

    def _place(self, number: int) -> tuple[Epoch, int]:
        chain, index = place(number)
        if chain >= len(self.epochs):
            raise NoMoreDeals(f"deal {number} needs chain {chain + 1}, with new nonces")
        return self.epochs[chain], index


def place(number: int) -> tuple[int, int]:
    """Which chain (from 0) a deal belongs to, and which of its seeds (from 1)."""
    if number < 1:
        raise FairnessError(f"deals are numbered from 1, got {number}")
    return (number - 1) // CHAIN_LENGTH, (number - 1) % CHAIN_LENGTH + 1


@dataclass(frozen=True, slots=True)
class SeededDeals:
    """Deals that follow from a number: for tests, the arena and practice, where nobody needs proof."""

    seed: int
    deck: DeckSize
    second_suit: SecondSuit = "distinct"

    @property
    def kind(self) -> SourceKind:
        return "seeded"

    def draw(self, number: int) -> Draw:
        place(number)
        key = tagged("seeded", str(self.seed).encode("ascii"), b"\0", str(number).encode("ascii"))
        return draw_from(key, self.deck, self.second_suit)


@dataclass(frozen=True, slots=True)
class FixedDeals:
    """Deals given beforehand: a problem, a golden playthrough, later the shared deals of an event."""

    draws: tuple[Draw, ...]

    @property
    def kind(self) -> SourceKind:
        return "fixed"

    def draw(self, number: int) -> Draw:
        place(number)
        if number > len(self.draws):
            raise NoMoreDeals(f"only {len(self.draws)} deals are given, deal {number} is not")
        return self.draws[number - 1]


def deck_problem(cards: Sequence[CardCode], deck: DeckSize) -> str | None:
    """Why these cards are not the whole deck, in one line; None if they are."""
    missing = [code for code in _DECKS[deck] if code not in cards]
    if missing:
        return f"{missing[0]} is missing from the deck"
    if len(cards) != deck:
        return f"the deck has {len(cards)} cards instead of {deck}"
    return None
