"""Notation: the record of a match as text, one line a fact, that a person can read and a program reads back.

``write`` and ``read`` are each other's inverse, byte for byte. Lines that begin with ``=`` are results: the reader
plays the match again and compares, so that a record that was damaged or invented is found at its line. The format
is described in docs/record.md. Tables, the arena, the command line and tests may use this module.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from puur.engine import messages as m
from puur.engine.fairness import canonical
from puur.engine.record import Fixed, Protocol, Record, Refused, Seeded, Taken, Turn, unfold

HEADLINE = "puur record 1"
NOTHING = "-"
"""Stands where a list or a value is empty."""


def write(record: Record) -> bytes:
    """The text of a record; raises Refused if the match cannot have been played."""
    return "".join(f"{line}\n" for line in lines_of(record)).encode("utf-8")


def lines_of(record: Record) -> Iterator[str]:
    """The text, line by line: as far as the match can be played, if it cannot to the end."""
    yield from _header(record)
    pages = [_Page(record, number) for number in range(len(record.deals) + 1)]
    turns = unfold(record)
    next(turns)
    current = 0
    try:
        for turn in turns:
            if turn.deal != current:
                yield from pages[current].flush()
                current = turn.deal
            yield from pages[current].turn(turn)
    except Refused:
        yield from pages[current].flush()
        raise
    yield from pages[current].flush()
    yield ""
    yield record.status


# -------------------------------------------------------------------------------------------------- header


def _header(record: Record) -> Iterator[str]:
    yield HEADLINE
    yield f"variant {record.variant}"
    for name, value in sorted(record.options.items()):
        yield f"option {name} {_json(value)}"
    for seat, player in enumerate(record.players):
        yield f"seat {seat} {player.kind} {_json(player.name)}"
    source = record.source
    if isinstance(source, Fixed):
        yield "source fixed"
    elif isinstance(source, Seeded):
        yield f"source seeded {source.seed}"
    else:
        yield from _protocol(source)


def _protocol(source: Protocol) -> Iterator[str]:
    yield f"source protocol {source.version}"
    yield f"table {canonical(source.table).decode('utf-8')}"
    yield f"table-hash {source.table_hash}"
    for number, chain in enumerate(source.chains, start=1):
        yield f"chain {number} {chain.head}"
        yield from _nonces("commitment", chain.commitments)
        yield from _nonces("nonce", chain.nonces)


def _nonces(word: str, values: tuple[str | None, ...]) -> Iterator[str]:
    for seat, value in enumerate(values):
        if value is not None:
            yield f"{word} {seat} {value}"


def _json(value: object) -> str:
    """One line of JSON, and only one way to write it."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


# --------------------------------------------------------------------------------------------------- deals


class _Page:
    """The lines of one deal; holds plays back until their trick is over, so that a trick is a line."""

    def __init__(self, record: Record, number: int) -> None:
        self.record = record
        self.number = number
        self.tricks = 0
        self.plays: list[tuple[m.Seat, str]] = []
        self.in_trick = 0
        self.results: list[str] = []

    def flush(self) -> Iterator[str]:
        if self.plays:
            cards = " ".join(card for _, card in self.plays)
            begun = self.in_trick == len(self.plays)
            yield f"trick {self.tricks + 1} {self.plays[0][0]} {cards}" if begun else f"+ {self.plays[0][0]} {cards}"
            self.plays = []
        yield from self.results
        self.results = []

    def turn(self, turn: Turn) -> Iterator[str]:
        if turn.taken is None:
            yield from self._opening()
        elif isinstance(turn.taken.action, m.Play):
            assert turn.taken.seat is not None
            self.plays.append((turn.taken.seat, turn.taken.action.card))
            self.in_trick += 1
        else:
            yield from self.flush()
            yield action_line(turn.taken)
        self.results += [f"= {line}" for event in turn.events for line in result_lines(event)]
        if any(isinstance(event, m.TrickTaken) for event in turn.events):
            yield from self.flush()
            self.tricks += 1
            self.in_trick = 0
        elif not self.plays:
            yield from self.flush()

    def _opening(self) -> Iterator[str]:
        deal = self.record.deals[self.number - 1]
        yield ""
        yield f"deal {self.number}"
        yield f"lot {deal.draw.lot}"
        yield f"deck {' '.join(deal.draw.deck)}"
        yield f"trump {deal.draw.trump}"
        yield f"proposed {' '.join(deal.draw.proposed)}"
        if deal.seed is not None:
            yield f"seed {deal.seed}"


def action_line(taken: Taken) -> str:
    """An action of a seat, a play excepted."""
    action = taken.action
    if isinstance(action, m.AskMelds):
        return "ask-melds"
    if isinstance(action, m.Estimate):
        return f"estimate {taken.seat} {action.points}"
    if isinstance(action, m.Declare):
        return f"melds {taken.seat} {groups_text(action.melds)}"
    call = f"call {taken.seat} {action.__struct_config__.tag}"
    if isinstance(action, m.Name):
        return f"{call} {action.contract}"
    if isinstance(action, m.Bid):
        return f"{call} {action.points} {action.suit}"
    return call


def groups_text(groups: tuple[tuple[str, ...], ...]) -> str:
    return " / ".join(" ".join(group) for group in groups) or NOTHING


# ------------------------------------------------------------------------------------------------- results


def result_lines(event: m.Event) -> list[str]:
    """What an event tells that no action line does."""
    if isinstance(event, m.CardsDealt):
        hands = [f"hand {seat} {' '.join(hand)}" for seat, hand in enumerate(event.hands)]
        return [*hands, f"stock {' '.join(event.stock)}"] if event.stock else hands
    if isinstance(event, m.HandsCompleted):
        return [f"more {seat} {' '.join(hand)}" for seat, hand in enumerate(event.hands)]
    line = _result(event)
    return [] if line is None else [line]


def _result(event: m.Event) -> str | None:
    match event:
        case m.DealStarted(_, dealer):
            return f"dealer {dealer}"
        case m.UpCardTurned(card):
            return f"up-card {card}"
        case m.TrumpDrawn(suit, card):
            return f"trump {suit}" if card is None else f"trump {suit} by {card}"
        case m.SuitProposed(suit):
            return f"proposed {suit}"
        case m.ChooserFound(seat):
            return f"seven-of-hearts {seat}"
        case m.ContractMade(declarer, contract, bid, multiplier):
            return f"contract {declarer} {contract} bid {_or_nothing(bid)} times {multiplier}"
        case m.ThrownIn(next_dealer):
            return f"thrown-in, next dealer {next_dealer}"
        case m.MeldsCompared(best, points):
            return f"best melds {_or_nothing(best)} points {_numbers(points)}"
        case m.MeldsShown(seat, melds):
            return f"shown {seat} {groups_text(melds)}"
        case m.MarriageCalled(seat):
            return f"marriage {seat}"
        case m.TrickTaken(seat, points, roem):
            return f"won {seat} points {points}" + (f" roem {roem}" if roem else "")
        case m.EstimatesScored(estimates, points, diffs, totals):
            parts = {"estimates": estimates, "points": points, "differences": diffs, "totals": totals}
            return "score " + " ".join(f"{name} {_numbers(values)}" for name, values in parts.items())
        case m.DealScored():
            return "score " + _deal_score(event)
        case m.MatchEnded(places, totals, points):
            return f"end places {_numbers(places)} totals {_numbers(totals)} points {_numbers(points)}"
        case _:
            return None


def _deal_score(event: m.DealScored) -> str:
    made = {True: "yes", False: "no", None: NOTHING}[event.made]
    pairs = {"cards": event.cards, "tricks": event.tricks, "melds": event.melds}
    pairs |= {"marriage": event.marriage, "roem": event.roem}
    counted = " ".join(f"{name} {_numbers(values)}" for name, values in pairs.items())
    scores = f"scores {_numbers(event.scores)} totals {_numbers(event.totals)}"
    return f"{counted} last-trick {event.last_trick} made {made} {scores} carry {event.carry}"


def _numbers(values: tuple[int, ...]) -> str:
    return " ".join(map(str, values))


def _or_nothing(value: object) -> str:
    return NOTHING if value is None else str(value)
