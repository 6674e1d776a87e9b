"""Reading the text of a record back: the grammar, and the line where something is wrong.

First the facts are read, line by line; then the match is played again and every line of the text is compared with
what ``notation`` would write. Nothing that differs by a single byte gets through. Used like ``notation``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Literal, TypeVar

import msgspec

from puur.cards import SUIT_CODES, CardCode, SuitCode, code_of, parse_cards
from puur.engine import messages as m
from puur.engine.fairness import Player, Table, canonical, deck_problem, resolved
from puur.engine.notation import HEADLINE, NOTHING, lines_of
from puur.engine.record import STATUSES, DealRecord, Fixed, Protocol, Record, Refused, Seeded, Source, Taken
from puur.engine.verification import ChainEvidence, FourHexes
from puur.rules.ruleset import CONTRACT_CODES, Ruleset
from puur.rules.variants import ruleset

T = TypeVar("T")
NUMBER = re.compile(r"-?[0-9]{1,80}")


class RecordError(ValueError):
    """A text that is no record: ``line`` says where (from 1), ``reason`` why, in one line."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


def read(data: bytes) -> Record:
    """The record that this text tells of; raises RecordError if it is not exactly what ``write`` would give."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError(data.count(b"\n", 0, error.start) + 1, "not UTF-8 text") from None
    lines = text.split("\n")
    reader = _Reader(lines)
    record = reader.record()
    _compare(lines, record, reader.places)
    return record


def _compare(lines: list[str], record: Record, places: dict[tuple[int, int | None], int]) -> None:
    """Play the match again and hold every line against what it ought to be."""
    number, ended = 0, False
    try:
        for number, expected in enumerate(lines_of(record), start=1):
            found = lines[number - 1] if number <= len(lines) else ""
            if found != expected:
                raise RecordError(number, f"should be {_short(expected)}, is {_short(found)}")
            ended = ended or expected.startswith("= end ")
    except Refused as refused:
        raise RecordError(places[refused.deal, refused.index], str(refused)) from None
    if ended != (record.status == "finished"):
        raise RecordError(number, "'finished' must stand here exactly when the match came to its end")
    if lines[number:] != [""]:
        without = len(lines) == number
        raise RecordError(number, "the record should end with a newline" if without else "the record should end here")


def _short(line: str) -> str:
    return repr(line if len(line) <= 100 else line[:97] + "...")


# ------------------------------------------------------------------------------------------------- grammar


class _Reader:
    """Goes through the facts of a text: all lines but the blank ones and the results."""

    def __init__(self, lines: list[str]) -> None:
        self.facts = [(n, line) for n, line in enumerate(lines, 1) if line and not line.startswith("=")]
        self.facts.append((len(lines), ""))
        self.at = 0
        self.places: dict[tuple[int, int | None], int] = {}

    @property
    def word(self) -> str:
        """The first word of the line to be read; empty at the end."""
        return self.facts[self.at][1].split(" ", 1)[0]

    @property
    def line(self) -> int:
        """The number of the line that was read last."""
        return self.facts[self.at - 1][0]

    def unexpected(self, expected: str) -> RecordError:
        """The line to be read is none that could come here."""
        line, text = self.facts[self.at]
        found = _short(text) if text else "the end of the file"
        return RecordError(line, f"expected {expected}, found {found}")

    def error(self, reason: str) -> RecordError:
        """Something is wrong in the line that was read last."""
        return RecordError(self.line, reason)

    def take(self, word: str, count: int | None = None, at_least: int = 0) -> list[str]:
        """Read a line that begins with this word; what comes after it, split at blanks."""
        if self.word != word:
            raise self.unexpected(repr(word))
        parts = self.facts[self.at][1].split(" ")[1:]
        self.at += 1
        if len(parts) < at_least or (count is not None and len(parts) != count):
            raise self.error(f"{word!r} has {len(parts)} values instead of {at_least if count is None else count}")
        return parts

    def take_json(self, word: str, before: int) -> list[str]:
        """The same for a line whose last value is JSON, which may hold blanks."""
        parts = self.take(word, at_least=before + 1)
        return [*parts[:before], " ".join(parts[before:])]

    def decode(self, text: str, kind: Any) -> Any:
        return self.attempt(lambda: msgspec.json.decode(text, type=kind))

    def attempt(self, work: Callable[[], T]) -> T:
        """What this gives; an error of it is an error of the line."""
        try:
            return work()
        except (ValueError, msgspec.MsgspecError) as error:
            raise self.error(str(error).replace("\n", " ")) from None

    def number(self, text: str, what: str, values: range | None = None) -> int:
        if not NUMBER.fullmatch(text):
            raise self.error(f"{what} must be a whole number, not {_short(text)}")
        value = int(text)
        if values is not None and value not in values:
            raise self.error(f"{what} must be from {values[0]} to {values[-1]}, not {value}")
        return value

    def seat(self, text: str) -> m.Seat:
        return self.number(text, "a seat", range(4))

    def cards(self, codes: list[str]) -> tuple[CardCode, ...]:
        return tuple(code_of(card) for card in self.attempt(lambda: parse_cards(codes)))

    def one_of(self, text: str, values: tuple[T, ...], what: str) -> T:
        for value in values:
            if value == text:
                return value
        raise self.error(f"{what} must be one of {', '.join(map(str, values))}, not {_short(text)}")

    def suit(self, text: str) -> SuitCode:
        return self.one_of(text, SUIT_CODES, "a suit")

    # the parts of the text, in their order

    def record(self) -> Record:
        if self.facts[0][1] != HEADLINE:
            raise self.unexpected(f"{HEADLINE!r}, as the first line of a record")
        self.at = 1
        (variant,) = self.take("variant", 1)
        self.attempt(lambda: ruleset(variant))
        options = self.options()
        rules = self.attempt(lambda: ruleset(variant, options))
        players = (self.player(0), self.player(1), self.player(2), self.player(3))
        source = self.source(rules, players)
        deals: list[DealRecord] = []
        while self.word == "deal":
            deals.append(self.deal(rules, len(deals) + 1))
        if self.word not in STATUSES:
            raise self.unexpected(f"one of 'deal', {', '.join(map(repr, STATUSES))}")
        status = self.one_of(self.word, STATUSES, "the end")
        self.take(status, 0)
        if self.at + 1 < len(self.facts):
            raise self.unexpected(f"nothing more after {status!r}")
        return Record(
            variant=variant, options=options, players=players, source=source, deals=tuple(deals), status=status
        )

    def options(self) -> dict[str, m.OptionValue]:
        options: dict[str, m.OptionValue] = {}
        while self.word == "option":
            name, text = self.take_json("option", 1)
            if name in options:
                raise self.error(f"the option {name!r} comes twice")
            options[name] = self.decode(text, m.OptionValue)
        return options

    def player(self, seat: m.Seat) -> Player:
        number, kind, name = self.take_json("seat", 2)
        if self.seat(number) != seat:
            raise self.error(f"seat {seat} must come here")
        kinds: tuple[Literal["human", "bot"], ...] = ("human", "bot")
        return Player(self.decode(name, str), self.one_of(kind, kinds, "who sits there"))

    def source(self, rules: Ruleset, players: tuple[Player, Player, Player, Player]) -> Source:
        kind, *values = self.take("source", at_least=1)
        if kind == "fixed" and not values:
            return Fixed()
        if kind in ("seeded", "protocol") and len(values) == 1:
            value = self.number(values[0], "the number after 'source'")
            return Seeded(value) if kind == "seeded" else self.protocol(value, rules, players)
        raise self.error("the source must be 'fixed', 'seeded NUMBER' or 'protocol VERSION'")

    def protocol(self, version: int, rules: Ruleset, players: tuple[Player, Player, Player, Player]) -> Protocol:
        (text,) = self.take_json("table", 0)
        table = self.decode(text, Table)
        self.attempt(lambda: canonical(table))
        if (table.variant, table.deck, table.second_suit) != (rules.name, rules.deck, rules.second_suit):
            raise self.error("the table is not one of this game")
        if table.players != players:
            raise self.error("the table has other players than the seats above")
        for name, value in resolved(rules).items():
            if table.rules.get(name, value) != value:
                raise self.error(f"the table has another rule than the options above: {name}")
        (table_hash,) = self.take("table-hash", 1)
        chains: list[ChainEvidence] = []
        while self.word == "chain":
            number, head = self.take("chain", 2)
            if self.number(number, "a chain") != len(chains) + 1:
                raise self.error(f"chain {len(chains) + 1} must come here")
            chains.append(ChainEvidence(head, self.nonces("commitment"), self.nonces("nonce")))
        return Protocol(version, table, table_hash, tuple(chains))

    def nonces(self, word: str) -> FourHexes:
        found: list[str | None] = [None] * 4
        while self.word == word:
            seat, value = self.take(word, 2)
            found[self.seat(seat)] = value
        return (found[0], found[1], found[2], found[3])

    def deal(self, rules: Ruleset, number: int) -> DealRecord:
        (text,) = self.take("deal", 1)
        if self.number(text, "a deal") != number:
            raise self.error(f"deal {number} must come here")
        self.places[number, None] = self.line
        (lot,) = self.take("lot", 1)
        dealer = self.seat(lot)
        deck = self.cards(self.take("deck"))
        problem = deck_problem(deck, rules.deck)
        if problem is not None:
            raise self.error(problem)
        trump = self.suit(self.take("trump", 1)[0])
        first, second = self.take("proposed", 2)
        draw = m.Draw(dealer, deck, trump, (self.suit(first), self.suit(second)))
        seed = self.take("seed", 1)[0] if self.word == "seed" else None
        actions: list[Taken] = []
        while self.word in ACTIONS:
            for taken in ACTIONS[self.word](self):
                self.places[number, len(actions)] = self.line
                actions.append(taken)
        return DealRecord(draw, tuple(actions), seed)

    # actions

    def estimate(self) -> list[Taken]:
        seat, points = self.take("estimate", 2)
        return [Taken(self.seat(seat), m.Estimate(self.number(points, "an estimate")))]

    def melds(self) -> list[Taken]:
        seat, *codes = self.take("melds", at_least=2)
        groups = [] if codes == [NOTHING] else " ".join(codes).split(" / ")
        melds = tuple(self.cards(group.split(" ")) for group in groups)
        return [Taken(self.seat(seat), m.Declare(melds))]

    def ask_melds(self) -> list[Taken]:
        self.take("ask-melds", 0)
        return [Taken(None, m.AskMelds())]

    def call(self) -> list[Taken]:
        seat, kind, *values = self.take("call", at_least=2)
        return [Taken(self.seat(seat), self.call_of(kind, values))]

    def call_of(self, kind: str, values: list[str]) -> m.Call:
        if kind in PLAIN_CALLS and not values:
            return PLAIN_CALLS[kind]
        if kind == "name" and len(values) == 1:
            return m.Name(self.one_of(values[0], CONTRACT_CODES, "a contract"))
        if kind == "bid" and len(values) == 2:
            points, suit = values
            return m.Bid("capot" if points == "capot" else self.number(points, "a bid"), self.suit(suit))
        raise self.error(f"no such call: {_short(' '.join([kind, *values]))}")

    def trick(self) -> list[Taken]:
        number, seat, *codes = self.take("trick", at_least=3)
        self.number(number, "a trick")
        return self.plays(seat, codes)

    def more(self) -> list[Taken]:
        seat, *codes = self.take("+", at_least=2)
        return self.plays(seat, codes)

    def plays(self, seat: str, codes: list[str]) -> list[Taken]:
        first = self.seat(seat)
        return [Taken((first + i) % 4, m.Play(card)) for i, card in enumerate(self.cards(codes))]


ACTIONS: dict[str, Callable[[_Reader], list[Taken]]] = {
    "estimate": _Reader.estimate,
    "call": _Reader.call,
    "melds": _Reader.melds,
    "ask-melds": _Reader.ask_melds,
    "trick": _Reader.trick,
    "+": _Reader.more,
}
PLAIN_CALLS: dict[str, m.Call] = {
    "pass": m.Pass(),
    "accept": m.Accept(),
    "coinche": m.Coinche(),
    "surcoinche": m.Surcoinche(),
}
