"""Record: a match as data, from which everything else follows again: draws, actions, and where the deals came from.

``record_of`` makes one from a log, ``unfold`` plays it through the engine once more, ``check`` verifies its deals.
``notation`` writes it as text. Tables, the arena, the command line and tests may use this module.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias, get_args

import msgspec

from puur.engine import messages as m
from puur.engine.decide import decide
from puur.engine.evolve import begin, evolve
from puur.engine.fairness import DealSource, Player, ProtocolDeals, SeededDeals, Table
from puur.engine.verification import (
    ChainEvidence,
    DealEvidence,
    Evidence,
    Step,
    Witness,
    draw_difference,
    evidence_of,
    verify,
)
from puur.rules.variants import ruleset

Status: TypeAlias = Literal["finished", "running", "broken-off"]
STATUSES: tuple[Status, ...] = get_args(Status)


class Protocol(msgspec.Struct, frozen=True, tag="protocol"):
    """Deals of the protocol of docs/fairness.md, with its evidence but for the seeds, which stand at the deals."""

    version: int
    table: Table
    table_hash: str
    chains: tuple[ChainEvidence, ...]


class Seeded(msgspec.Struct, frozen=True, tag="seeded"):
    """Deals that follow from a number."""

    seed: int


class Fixed(msgspec.Struct, frozen=True, tag="fixed"):
    """Deals given beforehand."""


Source: TypeAlias = Protocol | Seeded | Fixed


class Taken(msgspec.Struct, frozen=True):
    """An action that was taken. Who asked to see melds is not recorded: it changes nothing."""

    seat: m.Seat | None
    action: m.SeatAction


class DealRecord(msgspec.Struct, frozen=True):
    """One deal: its chance, the seed if it has been revealed, and what the seats did."""

    draw: m.Draw
    actions: tuple[Taken, ...] = ()
    seed: str | None = None


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A whole match, or as much of it as has been played."""

    variant: str
    options: dict[str, m.OptionValue]
    players: tuple[Player, Player, Player, Player]
    source: Source
    deals: tuple[DealRecord, ...]
    status: Status


class Turn(msgspec.Struct, frozen=True):
    """One action of a record, played again: what it led to."""

    deal: int
    """Number of the deal, from 1; 0 for the start of the match."""
    index: int | None
    """Which action of the deal; None for the deal itself."""
    taken: Taken | None
    events: tuple[m.Event, ...]


class Refused(Exception):
    """The engine refuses an action of a record: this match cannot have been played."""

    def __init__(self, deal: int, index: int | None, reason: m.Reason) -> None:
        super().__init__(f"refused by the rules: {reason}")
        self.deal = deal
        self.index = index


# ------------------------------------------------------------------------------------------- log to record


def record_of(
    events: Sequence[m.Event], players: Sequence[Player], source: DealSource, *, broken_off: bool = False
) -> Record:
    """The record of a log that begins with MatchStarted. Seeds of deals that are over are in it, others not."""
    over = isinstance(events[-1], m.MatchEnded)
    first, *rest = events
    assert isinstance(first, m.MatchStarted)
    north, east, south, west = players
    taken: list[list[Taken]] = []
    revealed = 0
    for before, event in zip([first, *rest], rest, strict=False):
        if isinstance(event, m.DealStarted):
            taken.append([])
        elif isinstance(event, m.ThrownIn | m.EstimatesScored | m.DealScored):
            revealed = len(taken)
        elif not (isinstance(event, m.MeldsShown) and isinstance(before, m.MeldsShown)):
            action = action_of(event)
            if action is not None:
                taken[-1].append(action)
    draws = [source.draw(number) for number in range(1, len(taken) + 1)]
    seeds: list[str | None] = [None] * len(draws)
    kind: Source = Fixed()
    if isinstance(source, ProtocolDeals):
        proof = evidence_of(source, draws, revealed, over)
        seeds = [deal.seed for deal in proof.deals]
        kind = Protocol(proof.version, proof.table, proof.table_hash, proof.chains)
    elif isinstance(source, SeededDeals):
        kind = Seeded(source.seed)
    return Record(
        variant=first.variant,
        options=first.options,
        players=(north, east, south, west),
        source=kind,
        deals=tuple(
            DealRecord(draw, tuple(actions), seed) for draw, actions, seed in zip(draws, taken, seeds, strict=True)
        ),
        status="finished" if over else "broken-off" if broken_off else "running",
    )


def action_of(event: m.Event) -> Taken | None:
    """The action that an event tells of, if it tells of one."""
    if isinstance(event, m.CardPlayed):
        return Taken(event.seat, m.Play(event.card))
    if isinstance(event, m.Called):
        return Taken(event.seat, event.call)
    if isinstance(event, m.EstimateMade | m.EstimateAnnounced):
        return Taken(event.seat, m.Estimate(event.points))
    if isinstance(event, m.MeldsDeclared):
        return Taken(event.seat, m.Declare(event.melds))
    if isinstance(event, m.MeldsShown):
        return Taken(None, m.AskMelds())
    return None


# ------------------------------------------------------------------------------------------ record to match


def unfold(record: Record) -> Iterator[Turn]:
    """Play the match again, through the same engine; raises Refused where that will not do."""
    started = m.MatchStarted(record.variant, record.options)
    state = begin(started)
    yield Turn(0, None, None, (started,))
    for number, deal in enumerate(record.deals, start=1):
        answer = decide(state, None, m.Deal(deal.draw))
        for index, taken in enumerate((None, *deal.actions)):
            at = None if taken is None else index - 1
            if taken is not None:
                answer = decide(state, 0 if taken.seat is None else taken.seat, taken.action)
            if isinstance(answer, m.Refusal):
                raise Refused(number, at, answer.reason)
            for event in answer:
                state = evolve(state, event)
            yield Turn(number, at, taken, tuple(answer))


def events_of(record: Record) -> list[m.Event]:
    """The log of the match."""
    return [event for turn in unfold(record) for event in turn.events]


def evidence(record: Record) -> Evidence | None:
    """What ``verification.verify`` works on, where the deals came from the protocol."""
    source = record.source
    if not isinstance(source, Protocol):
        return None
    return Evidence(
        version=source.version,
        table=source.table,
        table_hash=source.table_hash,
        chains=source.chains,
        deals=tuple(DealEvidence(deal.draw, deal.seed) for deal in record.deals),
        finished=record.status == "finished",
    )


def check(record: Record, witness: Witness | None = None) -> list[Step]:
    """Verify the deals: by the protocol, or against the number they follow from. Fixed deals prove nothing."""
    proof = evidence(record)
    if proof is not None:
        return verify(proof, witness)
    source = record.source
    if not isinstance(source, Seeded):
        return []
    rules = ruleset(record.variant, record.options)
    deals = SeededDeals(source.seed, rules.deck, rules.second_suit)
    steps = []
    for number, deal in enumerate(record.deals, start=1):
        difference = draw_difference(deal.draw, deals.draw(number))
        if difference is None:
            steps.append(Step("deal", True, f"follows from the number {source.seed}", number))
        else:
            problem, detail = difference
            steps.append(Step("deal", False, detail, number, problem))
    return steps
