"""One deal at one table of the arena: the real engine, bots that see their Views and nothing else."""

from __future__ import annotations

from random import Random

import msgspec

from puur.bots.base import Bot, bot
from puur.engine.decide import decide
from puur.engine.evolve import begin, evolve
from puur.engine.messages import Action, Deal, DealScored, EstimatesScored, MatchStarted, Refusal, Seat
from puur.engine.project import project
from puur.engine.state import State
from puur.engine.view import View, begin_view, see
from puur.lab.arena.plan import Plan


class IllegalAction(RuntimeError):
    """A bot did what it may not."""


class Outcome(msgspec.Struct, frozen=True):
    """A deal at one table: per seat who sat there and what he got; no scores where the deal was thrown in."""

    seats: tuple[int, int, int, int]
    scores: tuple[int, ...]


class Result(msgspec.Struct, frozen=True):
    """A deal at all its tables."""

    number: int
    tables: tuple[Outcome, ...]


class Table:
    """A match of one deal."""

    def __init__(self, plan: Plan) -> None:
        started = MatchStarted(plan.variant, plan.options)
        self.state: State = begin(started)
        self.views: list[View] = [begin_view(started, seat) for seat in range(4)]

    def act(self, seat: Seat | None, action: Action) -> None:
        events = decide(self.state, seat, action)
        if isinstance(events, Refusal):
            raise IllegalAction(f"{action} by seat {seat}: {events.reason}")
        for event in events:
            self.state = evolve(self.state, event)
            self.views = [see(view, project(event, seat)) for seat, view in enumerate(self.views)]


def play_deal(plan: Plan, number: int, seating: int, bots: list[Bot]) -> Outcome:
    """Play one deal at one of its tables."""
    table = Table(plan)
    seats = plan.seatings(number)[seating]
    chances = [Random(f"{plan.seed}/{number}/{seating}/{seat}") for seat in range(4)]  # noqa: S311
    table.act(None, Deal(plan.draw(number)))
    while to_act := table.state.board.to_act():
        for seat in to_act:
            entrant = seats[seat]
            action = bots[entrant].choose(table.views[seat], chances[seat], plan.entrants[entrant].budget)
            table.act(seat, action)
    results = table.state.board.results
    if not results:
        return Outcome(seats, ())
    scored = results[0]
    if isinstance(scored, EstimatesScored):
        return Outcome(seats, scored.diffs)
    assert isinstance(scored, DealScored)
    return Outcome(seats, tuple(scored.scores[seat % 2] for seat in range(4)))


def play_deals(plan: Plan, first: int, count: int) -> list[Result]:
    """Some deals in a row: the piece of work that is sent to another process or machine."""
    bots = [bot(entrant.bot) for entrant in plan.entrants]
    return [
        Result(
            number,
            tuple(play_deal(plan, number, seating, bots) for seating in range(len(plan.seatings(number)))),
        )
        for number in range(first, first + count)
    ]
