"""puur replay FILE: print a recorded match, trick by trick, all four hands open."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from puur.cards import INDEX, SUIT_CODES, CardCode
from puur.cli.record_file import Forged, load
from puur.cli.suits import COLOURS, SIGNS
from puur.engine import messages as m
from puur.engine.notation import action_line, groups_text
from puur.engine.record import Record, Taken, check, unfold
from puur.rules.variants import ruleset


def replay(path: Path) -> None:
    """Print the match; raises ValueError for a file that is no record, Forged for one with forged deals."""
    record = load(path)
    wrong = next((step for step in check(record) if not step.ok), None)
    if wrong is not None:
        at = "" if wrong.number is None else f" {wrong.number}"
        raise Forged(f"{path}: forged: {wrong.name}{at}: {wrong.detail}")
    _Printer(record, Console(highlight=False)).match()


class _Printer:
    """Walks through the match; a trick is printed when it is complete."""

    def __init__(self, record: Record, console: Console) -> None:
        self.record = record
        self.console = console
        self.names = [escape(_printable(player.name)) for player in record.players]
        self.width = max(len(player.name) for player in record.players)
        self.rules = ruleset(record.variant, record.options)
        self.trick: list[tuple[m.Seat, CardCode]] = []
        self.tricks = 0

    def match(self) -> None:
        title = f"{self.record.variant}: " + ", ".join(
            f"{seat} {name}{' (bot)' if player.kind == 'bot' else ''}"
            for seat, (name, player) in enumerate(zip(self.names, self.record.players, strict=True))
        )
        self.console.print(f"[bold]{title}[/]", soft_wrap=True)
        for turn in unfold(self.record):
            if turn.taken is not None and not isinstance(turn.taken.action, m.Play):
                self.said(turn.taken)
            for event in turn.events:
                self.event(event)
        self.open_trick()
        if self.record.status != "finished":
            self.console.print(f"[italic]The match is {self.record.status.replace('-', ' ')}.[/]")

    def said(self, taken: Taken) -> None:
        action = taken.action
        if taken.seat is None:
            self.console.print("The melds that score are shown.")
        elif isinstance(action, m.Estimate):
            self.console.print(f"{self.names[taken.seat]} estimates {action.points}")
        elif isinstance(action, m.Declare):
            if action.melds:
                self.console.print(f"{self.names[taken.seat]} declares {groups_text(action.melds)}")
        else:
            words = action_line(taken).split(" ", 2)[2]
            self.console.print(f"{self.names[taken.seat]}: {words}")

    def event(self, event: m.Event) -> None:
        match event:
            case m.DealStarted(number, dealer):
                self.trick, self.tricks = [], 0
                self.console.print(Rule(f"Deal {number}, dealt by {self.names[dealer]}"))
            case m.CardsDealt(hands) | m.HandsCompleted(hands):
                for player, hand in zip(self.record.players, hands, strict=True):
                    name = _printable(player.name).rjust(self.width)
                    self.console.print(Text.assemble(name, "  ", *_cards(hand)), soft_wrap=True)
            case m.UpCardTurned(card):
                self.console.print(Text.assemble("Turned up: ", *_cards((card,))))
            case m.TrumpDrawn(suit):
                self.console.print(f"Trumps drawn: [bold]{SIGNS[suit]} {suit}[/]")
            case m.SuitProposed(suit):
                self.console.print(f"Proposed: {SIGNS[suit]} {suit}")
            case m.ContractMade(declarer, contract, bid, multiplier):
                promised = f" for {bid}" if bid is not None else ""
                times = f", times {multiplier}" if multiplier != 1 else ""
                sign = f"{SIGNS[contract]} " if contract in SIGNS else ""
                self.console.print(f"[bold]{self.names[declarer]} plays {sign}{contract}{promised}{times}[/]")
            case m.ThrownIn():
                self.console.print("Nobody takes: thrown in.")
            case m.CardPlayed(seat, card):
                self.trick.append((seat, card))
            case m.MarriageCalled(seat):
                self.console.print(f"{self.names[seat]} calls the marriage.")
            case m.TrickTaken(seat, points, roem):
                self.taken(seat, points, roem)
            case m.EstimatesScored() | m.DealScored():
                self.console.print(self.score(event))
            case m.MatchEnded(places, totals):
                self.ending(places, totals)
            case _:
                pass

    def taken(self, winner: m.Seat, points: int, roem: int) -> None:
        self.tricks += 1
        line = Text(f"{self.tricks:>2}. ")
        for seat, card in self.trick:
            line.append_text(Text.from_markup(f"{self.names[seat]} ", style="bold" if seat == winner else ""))
            line.append_text(Text.assemble(*_cards((card,))))
            line.append("* " if seat == winner else "  ")
        line.append(f"({points} points{f', roem {roem}' if roem else ''})")
        self.console.print(line, soft_wrap=True)
        self.trick = []

    def open_trick(self) -> None:
        if self.trick:
            cards = Text("  ").join(Text.assemble(*_cards((card,))) for _, card in self.trick)
            self.console.print(Text.assemble("On the table: ", cards))

    def score(self, event: m.EstimatesScored | m.DealScored) -> Table:
        table = Table("", *self.sides())
        rows: dict[str, tuple[int, ...]]
        if isinstance(event, m.EstimatesScored):
            rows = {"estimate": event.estimates, "points": event.points, "difference": event.diffs}
        else:
            rows = {"cards": event.cards, "melds": event.melds, "marriage": event.marriage, "roem": event.roem}
            rows = {name: values for name, values in rows.items() if any(values)} | {"score": event.scores}
        rows["total"] = event.totals
        for name, values in rows.items():
            table.add_row(name, *map(str, values))
        return table

    def sides(self) -> list[str]:
        if self.rules.teams:
            return [f"{self.names[team]} + {self.names[team + 2]}" for team in (0, 1)]
        return self.names

    def ending(self, places: tuple[int, ...], totals: tuple[int, ...]) -> None:
        self.console.print(Rule("End of the match"))
        for place, side, total in sorted(zip(places, self.sides(), totals, strict=True)):
            self.console.print(f"{place}. {side}: {total}")


def _printable(name: str) -> str:
    """A name that cannot play tricks with the terminal."""
    return "".join(c if c.isprintable() else "?" for c in name)


def _cards(codes: tuple[CardCode, ...]) -> Iterator[Text | str]:
    """Cards with their suit signs, coloured; the letters stay, so that nothing rests on colour or font."""
    for i, code in enumerate(codes):
        if i:
            yield " "
        suit = SUIT_CODES[INDEX[code] // 9]
        yield Text(f"{code[0]}{SIGNS[suit]}", style=COLOURS[suit])
