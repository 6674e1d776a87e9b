"""Matches set up by hand: hands, calls and cards as text, for tests that state what the engine does.

Actions are written as a person would say them: ``pass``, ``take``, ``accept``, ``name H``, ``bid 90 S``,
``bid capot D``, ``coinche``, ``estimate 40``, ``declare AH KH QH, KS QS``, ``declare nothing``, ``show``, and for a
play the card alone, ``JH``.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, TypeVar, cast

from puur.cards import CODES, CardCode, SuitCode, cards_of, parse_cards
from puur.engine import messages as m
from puur.engine.board import Board
from puur.engine.decide import decide
from puur.engine.evolve import begin, evolve
from puur.engine.phases.deal import deal_hands
from puur.engine.project import project
from puur.engine.state import State
from puur.engine.view import View, watch
from puur.rules.ruleset import ContractCode, Ruleset

Options = dict[str, m.OptionValue]
E = TypeVar("E")

PLAIN_WORDS: dict[str, m.SeatAction] = {
    "pass": m.Pass(),
    "take": m.Accept(),
    "accept": m.Accept(),
    "coinche": m.Coinche(),
    "surcoinche": m.Surcoinche(),
    "show": m.AskMelds(),
}


def action_of(text: str) -> m.SeatAction:
    """The action that these words mean."""
    if text in PLAIN_WORDS:
        return PLAIN_WORDS[text]
    word, _, rest = text.partition(" ")
    if word == "estimate":
        return m.Estimate(int(rest))
    if word == "name":
        return m.Name(cast(ContractCode, rest))
    if word == "bid":
        points, suit = rest.split()
        return m.Bid("capot" if points == "capot" else int(points), cast(SuitCode, suit))
    if word == "declare":
        groups = [] if rest == "nothing" else rest.split(",")
        return m.Declare(tuple(tuple(cast(list[CardCode], group.split())) for group in groups))
    assert text in CODES, f"no such action: {text}"
    return m.Play(text)


def stacked(rules: Ruleset, first: m.Seat, hands: Sequence[str], stock: str = "") -> tuple[CardCode, ...]:
    """The deck that deals these hands when the first packet goes to ``first``, with this stock beneath."""
    places, rest = deal_hands(rules, first, cast(Any, range(rules.deck)))
    deck: list[CardCode | None] = [None] * rules.deck
    for seat in range(4):
        for place, card in zip(places[seat], hands[seat].split(), strict=True):
            deck[place] = CODES[parse_cards([card])[0]]
    for place, card in zip(rest, stock.split(), strict=True):
        deck[place] = CODES[parse_cards([card])[0]]
    assert None not in deck
    return tuple(cast(list[CardCode], deck))


def filled(rules: Ruleset, *wanted: str, size: int | None = None, without: str = "", seed: int = 0) -> list[str]:
    """Four hands that hold the cards wanted; the rest is dealt at random. ``without`` stays undealt."""
    size = size or rules.hand_size
    fixed = [text.split() for text in (*wanted, *[""] * (4 - len(wanted)))]
    used = {card for hand in fixed for card in hand} | set(without.split())
    rest = [CODES[c] for c in cards_of(rules.deck_mask) if CODES[c] not in used]
    random.Random(seed).shuffle(rest)
    hands = []
    for hand in fixed:
        missing = size - len(hand)
        hands.append(" ".join([*hand, *rest[:missing]]))
        rest = rest[missing:]
    return hands


class Match:
    """A match in the making, and everything that happened in it."""

    def __init__(self, variant: str, options: Options | None = None) -> None:
        started = m.MatchStarted(variant, options or {})
        self.state: State = begin(started)
        self.log: list[m.Event] = [started]

    @property
    def board(self) -> Board:
        return self.state.board

    @property
    def rules(self) -> Ruleset:
        return self.state.board.rules

    def deal(
        self,
        *hands: str,
        dealer: m.Seat = 3,
        trump: SuitCode = "H",
        proposed: tuple[SuitCode, SuitCode] = ("H", "S"),
        stock: str = "",
        deck: Sequence[CardCode] | None = None,
    ) -> list[m.Event]:
        """Deal these hands; ``dealer`` is the lot, which counts in the first deal only. Seat 0 leads by default."""
        before = self.board.next_dealer
        first = ((dealer if before is None else before) + 1) % 4
        if deck is None:
            size = sum(self.first_packets())
            known = filled(self.rules, *hands, size=size, without=stock)
            dealt = " ".join(known).split()
            rest = [CODES[c] for c in cards_of(self.rules.deck_mask) if CODES[c] not in dealt]
            deck = stacked(self.rules, first, known, stock or " ".join(rest))
        return self.decide(None, m.Deal(m.Draw(dealer, tuple(deck), trump, proposed)))

    def first_packets(self) -> list[int]:
        """What is dealt before trumps are chosen: the packets before an up-card, else all."""
        packets = self.rules.packets
        until = packets.index("up") if "up" in packets else len(packets)
        return [packet for packet in packets[:until] if packet != "up"]

    def decide(self, seat: m.Seat | None, action: m.Action) -> list[m.Event]:
        answer = decide(self.state, seat, action)
        assert not isinstance(answer, m.Refusal), f"seat {seat}: {action} is refused: {answer.reason}"
        for event in answer:
            self.state = evolve(self.state, event)
        self.log += answer
        return answer

    def do(self, seat: m.Seat, *texts: str) -> list[m.Event]:
        """This seat acts; the events of its last action."""
        events: list[m.Event] = []
        for text in texts:
            events = self.decide(seat, action_of(text))
        return events

    def say(self, *texts: str) -> list[m.Event]:
        """Whoever is in turn acts, one after another; the events of the last action."""
        events: list[m.Event] = []
        for text in texts:
            assert self.board.turn is not None
            events = self.do(self.board.turn, text)
        return events

    def play(self, cards: str) -> list[m.Event]:
        """Cards in the order in which they are played."""
        return self.say(*cards.split())

    def play_out(self) -> list[m.Event]:
        """The rest of the deal, every seat with its first legal card; the events of the last action."""
        events: list[m.Event] = []
        while self.board.phase == "play":
            assert self.board.turn is not None
            cards = [a for a in self.view(self.board.turn).actions() if isinstance(a, m.Play)]
            events = self.decide(self.board.turn, cards[0])
        return events

    def refused(self, seat: m.Seat | None, action: str | m.Action) -> str:
        """Why the engine refuses this."""
        wanted = action_of(action) if isinstance(action, str) else action
        answer = decide(self.state, seat, wanted)
        assert isinstance(answer, m.Refusal), f"seat {seat}: {action} is allowed"
        if seat is not None and 0 <= seat <= 3 and not isinstance(wanted, m.Deal):
            assert self.view(seat).refusal(wanted) == answer.reason
        return answer.reason

    def stream(self, seat: m.Seat | None) -> list[m.Seen]:
        return [project(event, seat) for event in self.log]

    def view(self, seat: m.Seat | None) -> View:
        return watch(seat, self.stream(seat))

    def legal(self, seat: m.Seat) -> str:
        """The cards that this seat may play now, as text."""
        return " ".join(CODES[c] for c in cards_of(self.view(seat).legal_cards()))


def only(events: Sequence[m.Event], kind: type[E]) -> E:
    """The one event of this kind."""
    found = [event for event in events if isinstance(event, kind)]
    assert len(found) == 1, f"{len(found)} events of kind {kind.__name__}"
    return found[0]
