"""``puur play``: a whole match in the terminal against three computer players, in five languages.

The human sits at seat 0 and sees what his View holds, nothing else.
"""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from random import Random
from typing import cast

from rich.console import Console
from rich.table import Table

from puur.bots.base import DEFAULT_BUDGET, Bot, bot
from puur.bots.warm import one_core
from puur.cards import INDEX, SUIT_CODES, CardCode, SuitCode
from puur.cli.bots_here import find_bots_here
from puur.cli.options import parse_options
from puur.cli.reasons import REASONS
from puur.cli.suits import COLOURS, SIGNS
from puur.cli.texts import Texts, texts
from puur.engine import messages as m
from puur.engine.fairness import SeededDeals
from puur.engine.local import LocalMatch
from puur.faces import DECKS, LANGUAGES, Deck, Language, card_name, suit_name
from puur.rules.ruleset import CONTRACT_CODES
from puur.rules.variants import ruleset

HUMAN = 0


def language_of(given: str | None) -> Language:
    """The language asked for, or that of the environment, or English."""
    for text in (given, os.environ.get("LC_ALL"), os.environ.get("LANG")):
        if text and text[:2].lower() in LANGUAGES:
            return cast(Language, text[:2].lower())
        if text and text == given:
            raise ValueError(f"no such language: {given!r} (one of {', '.join(LANGUAGES)})")
    return "en"


def run(
    variant: str, options: Sequence[str], bot_name: str, language: str | None, deck: str, seed: int | None
) -> int:
    """Play a match; the exit code: 0 when it ended, 130 when it was left."""
    if deck not in DECKS:
        raise ValueError(f"no such deck: {deck!r} (one of {', '.join(DECKS)})")
    rules = ruleset(variant, parse_options(options))
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # what cannot be read is a wrong answer, not the end of the match
    number = secrets.randbits(48) if seed is None else seed
    source = SeededDeals(number, rules.deck, rules.second_suit)
    console = Console(highlight=False)
    one_core()
    find_bots_here()
    game = LocalMatch(variant, parse_options(options), source)
    table = TerminalTable(game, bot(bot_name), Random(number), console, language_of(language), deck)  # noqa: S311
    try:
        table.play()
    except (KeyboardInterrupt, EOFError):
        console.print(f"\n[italic]{table.t.quit}[/]")
        return 130
    return 0


class TerminalTable:
    """One human, three bots, and the printing of what the human sees."""

    def __init__(
        self, game: LocalMatch, bot: Bot, rng: Random, console: Console, language: Language, deck: Deck
    ) -> None:
        self.game = game
        self.bot = bot
        self.rng = rng
        self.console = console
        self.language = language
        self.deck = deck
        self.t: Texts = texts(language)

    def play(self) -> None:
        while not self.game.over:
            if self.game.waits_for_deal:
                self.show(self.game.deal())
                continue
            board = self.game.spectator.board
            seat = next((s for s in board.to_act() if s != HUMAN), HUMAN)
            view = self.game.views[seat]
            action = self.ask() if seat == HUMAN else self.bot.choose(view, self.rng, DEFAULT_BUDGET)
            result = self.game.act(seat, action)
            if isinstance(result, m.Refusal):
                self.console.print(f"[red]{self.t.refused.format(reason=REASONS[self.language][result.reason])}[/]")
            else:
                self.show(result)

    # -------------------------------------------------------------------------------------------- asking

    def ask(self) -> m.SeatAction:
        view = self.game.views[HUMAN]
        if view.board.phase == "estimate":
            self.show_hand()
            return self.ask_estimate()
        actions = view.actions()
        declarations = [a for a in actions if isinstance(a, m.Declare)]
        if declarations:
            return self.ask_one(declarations, self.t.meld_prompt) if len(declarations) > 1 else declarations[0]
        self.show_hand()
        plays = [a for a in actions if isinstance(a, m.Play)]
        if plays:
            return self.ask_card(may_ask=m.AskMelds() in actions)
        return self.ask_one(actions, self.t.call_prompt)

    def ask_estimate(self) -> m.Estimate:
        total = self.game.spectator.board.rules.total
        said = self.game.views[HUMAN].estimate_sum
        if said is not None:
            self.console.print(self.t.estimate_sum.format(sum=said, total=total))
        while True:
            text = self.read(self.t.estimate_prompt.format(total=total))
            points = _number(text, 0, total)
            if points is not None:
                return m.Estimate(points)
            self.console.print(f"[red]{self.t.estimate_bad.format(total=total)}[/]")

    def ask_one(self, actions: Sequence[m.SeatAction], prompt: str) -> m.SeatAction:
        for number, action in enumerate(actions, 1):
            self.console.print(f"  [bold]{number:2}[/]  {self.describe(action)}")
        while True:
            text = self.read(prompt)
            choice = _number(text, 1, len(actions))
            if choice is not None:
                return actions[choice - 1]
            self.console.print(f"[red]{self.t.choice_bad}[/] {self.t.help}")

    def ask_card(self, *, may_ask: bool) -> m.Play | m.AskMelds:
        """A card by its number among all of the hand, or by its code; a wrong one is refused by the engine."""
        hand = self.game.views[HUMAN].hand
        if may_ask:
            self.console.print(f"[dim]{self.t.ask_melds}[/]")
        while True:
            text = self.read(self.t.play_prompt).upper()
            if text == "M" and may_ask:
                return m.AskMelds()
            if text in INDEX:
                return m.Play(cast(CardCode, text))
            number = _number(text, 1, len(hand))
            if number is not None:
                return m.Play(hand[number - 1])
            self.console.print(self.t.help if text == "?" else f"[red]{self.t.choice_bad}[/] {self.t.help}")

    def read(self, prompt: str) -> str:
        if sys.stdin is None:  # closed before we began
            raise EOFError
        return self.console.input(f"[bold]{prompt}:[/] ").strip()

    # ------------------------------------------------------------------------------------------- showing

    def name(self, seat: m.Seat) -> str:
        return self.t.you if seat == HUMAN else self.t.seat.format(number=seat)

    def card(self, code: CardCode) -> str:
        return self.coloured(SUIT_CODES[INDEX[code] // 9], card_name(INDEX[code], self.language, self.deck))

    def contract(self, code: str) -> str:
        mode = CONTRACT_CODES.index(code)
        if mode > 3:
            return code
        return self.coloured(SUIT_CODES[mode], suit_name(mode, self.language, self.deck))

    def coloured(self, suit: SuitCode, text: str) -> str:
        return f"[{COLOURS[suit]}]{SIGNS[suit]} {text}[/]"

    def describe(self, action: m.SeatAction) -> str:
        match action:
            case m.Name(contract):
                return self.contract(contract)
            case m.Bid(points, suit):
                return f"{points} {self.contract(suit)}"
            case m.Declare(melds):
                cards = "; ".join(" ".join(self.card(code) for code in group) for group in melds)
                return self.t.declare_all.format(cards=cards) if melds else self.t.declare_none
            case m.Pass():
                rules = self.game.spectator.board.rules
                shoves = rules.trump_selection in ("seven-of-hearts", "forehand-partner")
                return self.t.shove if shoves else self.t.passing
            case m.Accept():
                return self.t.accept
            case _:
                return type(action).__name__.lower()

    def says(self, seat: m.Seat, call: m.Call) -> str:
        return self.t.says.format(name=self.name(seat), call=self.describe(call))

    def show_hand(self) -> None:
        view = self.game.views[HUMAN]
        board = view.board
        if view.missing is not None and board.phase == "play":
            assert view.mine is not None
            self.console.print(self.t.estimate_status.format(points=view.points, estimate=view.mine.estimate))
        if board.phase == "play":
            cards = [self.card(trick_card) for trick_card in self.on_table()]
            self.console.print(f"{self.t.table}: {'  '.join(cards) or self.t.led}")
        refused = view.card_reasons()
        hand = [
            f"[dim]{number} {self.card(code)}[/]" if code in refused else f"[bold]{number}[/] {self.card(code)}"
            for number, code in enumerate(view.hand, 1)
        ]
        self.console.print(f"{self.t.hand}: {'  '.join(hand)}")

    def on_table(self) -> list[CardCode]:
        codes = list(INDEX)
        return [cast(CardCode, codes[card]) for card in self.game.spectator.board.trick]

    def show(self, events: Sequence[m.Event]) -> None:
        for event in events:
            for line in self.lines(event):
                self.console.print(line)
            if isinstance(event, m.EstimatesScored):
                self.console.print(self.round_table(event))

    def lines(self, event: m.Event) -> list[str]:
        """What the human is told of an event."""
        t = self.t
        match event:
            case m.DealStarted(number, dealer):
                return ["", f"[bold]{t.deal.format(number=number, name=self.name(dealer))}[/]"]
            case m.TrumpDrawn(suit, card):
                return [t.trump.format(suit=self.contract(suit) if card is None else self.card(card))]
            case m.UpCardTurned(card):
                return [t.up_card.format(card=self.card(card))]
            case m.SuitProposed(suit):
                return [t.proposed.format(suit=self.contract(suit))]
            case m.EstimateMade(seat, _):
                return [t.estimate_confirmed.format(name=self.name(seat))]
            case m.EstimateAnnounced(seat, points):
                return [t.says.format(name=self.name(seat), call=points)]
            case m.Called(seat, call):
                return [self.says(seat, call)]
            case m.ContractMade(declarer, contract, _, _):
                return [t.declarer.format(name=self.name(declarer), contract=self.contract(contract))]
            case m.ThrownIn(_):
                return [t.thrown_in]
            case m.MeldsDeclared(seat, _, claims):
                said = ", ".join(str(claim.points) for claim in claims)
                text = t.declares if claims else t.declares_nothing
                return [text.format(name=self.name(seat), claims=said)]
            case m.MeldsCompared(best, points):
                if best is None:
                    return []
                return [t.best_meld.format(name=self.name(best), first=points[0], second=points[1])]
            case m.MeldsShown(seat, melds):
                cards = "; ".join(" ".join(self.card(code) for code in group) for group in melds)
                return [t.shows.format(name=self.name(seat), cards=cards)]
            case m.CardPlayed(seat, card):
                return [f"  {self.name(seat)}: {self.card(card)}"]
            case m.MarriageCalled(seat):
                return [f"[bold]{t.marriage.format(name=self.name(seat))}[/]"]
            case m.TrickTaken(seat, points, roem):
                number = len(self.game.spectator.board.tricks)
                line = t.trick.format(number=number or "", name=self.name(seat), points=points)
                return [f"[italic]{line}{' ' + t.roem.format(points=roem) if roem else ''}[/]", ""]
            case m.DealScored():
                first, second = event.scores
                return [
                    f"[bold]{t.score.format(number=self.game.spectator.board.counted, first=first, second=second, total_first=event.totals[0], total_second=event.totals[1])}[/]"  # noqa: E501
                ]
            case m.MatchEnded():
                return [f"[bold]{t.won.format(names=self.winners(event.places))}[/]", *self.standings(event)]
            case _:
                return []

    def winners(self, places: Sequence[int]) -> str:
        return ", ".join(self.name(seat) for seat in range(4) if places[seat % len(places)] == 1)

    def standings(self, event: m.MatchEnded) -> list[str]:
        """The totals, and in Differenzler the sums of points made (art. 4.10)."""
        lines = []
        for place, total, points, side in sorted(
            zip(event.places, event.totals, event.points, range(4), strict=False)
        ):
            name = ", ".join(self.name(seat) for seat in range(side, 4, len(event.places)))
            made = f" ({self.t.points}: {points})" if self.game.spectator.board.rules.estimates else ""
            lines.append(self.t.standing.format(place=place, name=name, total=total) + made)
        return lines

    def round_table(self, event: m.EstimatesScored) -> Table:
        t = self.t
        number = self.game.spectator.board.counted
        table = Table(title=t.round_table.format(number=number))
        for column in ("", t.estimate, t.points, t.difference, t.total):
            table.add_column(column, justify="right" if column else "left")
        rows = zip(event.estimates, event.points, event.diffs, event.totals, strict=True)
        for seat, row in enumerate(rows):
            table.add_row(self.name(seat), *(str(value) for value in row))
        return table


def _number(text: str, least: int, most: int) -> int | None:
    """The whole number that was typed, if it lies between these."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        return None
    return int(text) if least <= int(text) <= most else None
