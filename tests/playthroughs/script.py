"""The language of the golden playthroughs: what the players do on the left, what follows from it indented.

    game jass end={"deals":1}
    hand 0: ...                       four hands, in Belote five cards each or four and then the ``stock``
    deal lot=3 trump=H proposed=H,S   what chance brings; the lot counts in the first deal
    seat 1: name S                    an action, in the words of tests/engine/scenario.py
    seat 2 tries AS: must-follow      a refused action with its reason
    seat 2 may play AS KS             all the legal cards of a seat
    trick: 0 JH, 1 7H, 2 8H, 3 AS     four cards of four seats

A line that begins with # is a remark. ``run`` gives the text as the engine has it; a playthrough is right if that
is the text of the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from puur.cli.options import parse_options
from puur.engine import messages as m
from tests.engine.scenario import Match, action_of, stacked


class Playthrough:
    """One match, as it is told line by line."""

    def __init__(self) -> None:
        self.match: Match | None = None
        self.hands: dict[int, str] = {}
        self.stock = ""

    def tell(self, line: str) -> Iterator[str]:
        """The line as it should read, and what follows from it."""
        for pattern, told in self.COMMANDS:
            found = re.fullmatch(pattern, line)
            if found:
                yield from told(self, *found.groups())
                return
        raise ValueError(f"no such command: {line}")

    # -------------------------------------------------------------------------------------------- commands

    def game(self, variant: str, options: str) -> Iterator[str]:
        self.match = Match(variant, parse_options(options.split()))
        yield f"game {variant}{options}"

    def hand(self, seat: str, cards: str) -> Iterator[str]:
        self.hands[int(seat)] = cards
        yield f"hand {seat}: {cards}"

    def undealt(self, cards: str) -> Iterator[str]:
        self.stock = cards
        yield f"stock: {cards}"

    def deal(self, words: str) -> Iterator[str]:
        yield f"deal{words}"
        match = self.playing
        chance: dict[str, Any] = dict(word.split("=") for word in words.split())
        lot, trump, proposed = int(chance.get("lot", "0")), chance.get("trump", "H"), chance.get("proposed", "H,S")
        before = match.board.next_dealer
        first = ((lot if before is None else before) + 1) % 4
        deck = stacked(match.rules, first, [self.hands[seat] for seat in range(4)], self.stock)
        yield from self.follows(match.decide(None, m.Deal(m.Draw(lot, deck, trump, tuple(proposed.split(","))))))
        self.hands, self.stock = {}, ""

    def acts(self, seat: str, action: str) -> Iterator[str]:
        yield f"seat {seat}: {action}"
        yield from self.follows(self.playing.do(int(seat), action))

    def tries(self, seat: str, action: str) -> Iterator[str]:
        yield f"seat {seat} tries {action}: {self.playing.refused(int(seat), action_of(action))}"

    def may_play(self, seat: str) -> Iterator[str]:
        yield f"seat {seat} may play {self.playing.legal(int(seat))}"

    def trick(self, plays: str) -> Iterator[str]:
        yield f"trick: {plays}"
        for play in plays.split(", "):
            seat, card = play.split()
            yield from self.follows(self.playing.do(int(seat), card))

    COMMANDS: tuple[tuple[str, Callable[..., Iterator[str]]], ...] = (
        (r"game (\S+)(.*)", game),
        (r"hand ([0-3]): (.+)", hand),
        (r"stock: (.+)", undealt),
        (r"deal(.*)", deal),
        (r"seat ([0-3]): (.+)", acts),
        (r"seat ([0-3]) tries (.+): .*", tries),
        (r"seat ([0-3]) may play .*", may_play),
        (r"trick: (.+)", trick),
    )

    @property
    def playing(self) -> Match:
        assert self.match is not None, "a playthrough begins with its game"
        return self.match

    # ------------------------------------------------------------------------------------------ what follows

    def follows(self, events: list[m.Event]) -> Iterator[str]:
        for event in events:
            for line in told(event):
                yield f"    {line}"


def pair(values: tuple[int, ...]) -> str:
    return " and ".join(map(str, values)) if len(values) == 2 else " ".join(map(str, values))


def claimed(claim: m.MeldClaim) -> str:
    name = {"run": f"a run of {claim.size}", "four": "four of a kind", "marriage": "the marriage"}[claim.kind]
    return f"{name} ({claim.points})"


def told(event: m.Event) -> Iterator[str]:
    """An event in words; the plays and calls themselves stand on the left already."""
    match event:
        case m.DealStarted():
            yield f"deal {event.number}: seat {event.dealer} deals, seat {(event.dealer + 1) % 4} is forehand"
        case m.UpCardTurned():
            yield f"{event.card} is turned up"
        case m.HandsCompleted():
            for seat, hand in enumerate(event.hands):
                yield f"seat {seat} gets {' '.join(hand)}"
        case m.TrumpDrawn():
            yield f"trump {event.suit} is drawn" + (f" with the bottom card {event.card}" if event.card else "")
        case m.SuitProposed():
            yield f"{event.suit} is proposed"
        case m.ChooserFound():
            yield f"seat {event.seat} holds 7H"
        case m.EstimateMade():
            yield "the others see that it is made, and not the number"
        case m.EstimateAnnounced():
            yield f"everybody hears {event.points}"
        case m.ContractMade():
            bid = "" if event.bid is None else f", bid {event.bid}"
            times = "" if event.multiplier == 1 else f", times {event.multiplier}"
            yield f"contract {event.contract} by seat {event.declarer}{bid}{times}"
        case m.ThrownIn():
            yield f"thrown in, seat {event.next_dealer} deals next"
        case m.MeldsDeclared():
            yield f"the others hear {', '.join(map(claimed, event.claims)) or 'nothing'}"
        case m.MeldsCompared():
            best = "nobody has a meld" if event.best is None else f"seat {event.best} has the best meld"
            yield f"{best}, teams get {pair(event.points)}"
        case m.MeldsShown():
            yield f"seat {event.seat} shows {', '.join(' '.join(group) for group in event.melds)}"
        case m.MarriageCalled():
            yield f"seat {event.seat} calls king and queen of trumps"
        case m.TrickTaken():
            yield f"seat {event.seat} takes {event.points}" + (f" and roem {event.roem}" if event.roem else "")
        case m.EstimatesScored():
            yield f"estimates {pair(event.estimates)}"
            yield f"points    {pair(event.points)}"
            yield f"penalties {pair(event.diffs)}"
            yield f"totals    {pair(event.totals)}"
        case m.DealScored():
            yield from scored(event)
        case m.MatchEnded():
            yield f"the match is over: places {pair(event.places)}, totals {pair(event.totals)}"
            if len(event.totals) == 4:
                yield f"points made in all rounds {pair(event.points)}"


def scored(event: m.DealScored) -> Iterator[str]:
    parts = [f"cards {pair(event.cards)}", f"tricks {pair(event.tricks)}", f"last trick to team {event.last_trick}"]
    for name, values in (("melds", event.melds), ("marriage", event.marriage), ("roem", event.roem)):
        if any(values):
            parts.append(f"{name} {pair(values)}")
    yield "counted: " + ", ".join(parts)
    if event.made is not None:
        yield "the contract is " + ("made" if event.made else "lost")
    elif event.carry:
        yield f"undecided, {event.carry} are held over"
    yield f"score {pair(event.scores)}, totals {pair(event.totals)}"


def run(text: str) -> str:
    """The playthrough as the engine has it."""
    playthrough = Playthrough()
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith("    "):
            continue
        if not line or line.startswith("#"):
            lines.append(line)
        else:
            lines += playthrough.tell(line)
    assert playthrough.playing.board.phase == "over", "a playthrough tells a whole match"
    return "\n".join(lines) + "\n"
