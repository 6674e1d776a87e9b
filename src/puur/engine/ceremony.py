"""What happens before the first deal: head, commitments, nonces (docs/fairness.md, sections 4, 5 and 8).

A ``Ceremony`` is a value; each step gives the next one, or a Fault that changed nothing. A table runs it and
keeps it in its log; the last seed comes in from outside and is the table's secret. For puur.table and tests.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

import msgspec

from puur.engine.fairness import (
    SIZE,
    Epoch,
    FairnessError,
    ProtocolDeals,
    Table,
    commitment,
    renewal,
    seed_at,
    table_hash,
)
from puur.engine.messages import Seat

FaultReason: TypeAlias = Literal[
    "no-part",  # a bot, an absent seat of a later chain, or no seat at all
    "bad-size",  # not 32 bytes
    "already-committed",
    "already-opened",
    "not-yet",  # a nonce may be opened only when every commitment is there
    "does-not-open",  # the nonce is not the one that was committed to
]


class Fault(msgspec.Struct, frozen=True):
    """Why a step of a seat changed nothing."""

    reason: FaultReason


@dataclass(frozen=True, slots=True)
class Ceremony:
    """A table on its way to its first deal, or to the next chain."""

    table: Table
    binding: bytes
    head: bytes
    last_seed: bytes = field(repr=False)
    parts: tuple[Seat, ...]
    """The seats that give a nonce."""
    commitments: tuple[bytes | None, ...] = (None, None, None, None)
    nonces: tuple[bytes | None, ...] = (None, None, None, None)
    earlier: tuple[Epoch, ...] = ()

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        """The seats that owe the next step: a commitment each, then its opening. Empty when all is done."""
        to_commit = tuple(seat for seat in self.parts if self.commitments[seat] is None)
        return to_commit or tuple(seat for seat in self.parts if self.nonces[seat] is None)

    @property
    def all_committed(self) -> bool:
        return all(self.commitments[seat] is not None for seat in self.parts)


def begin(table: Table, last_seed: bytes) -> Ceremony:
    """Fix the table and the head of its chain: ``.binding`` (the table hash) and ``.head`` are public."""
    binding = table_hash(table)
    return Ceremony(table, binding, seed_at(last_seed, binding, 0), last_seed, table.humans)


def renew(deals: ProtocolDeals, last_seed: bytes, present: Collection[Seat]) -> Ceremony:
    """Begin the next chain of a match that used one up. Human seats whose human is away give no nonce."""
    previous = deals.epochs[-1]
    binding = renewal(table_hash(deals.table), len(deals.epochs), previous.head)
    return Ceremony(
        deals.table,
        binding,
        seed_at(last_seed, binding, 0),
        last_seed,
        tuple(seat for seat in deals.table.humans if seat in present),
        earlier=deals.epochs,
    )


def commit(ceremony: Ceremony, seat: Seat, value: bytes) -> Ceremony | Fault:
    """A seat's commitment to its nonce."""
    if seat not in ceremony.parts:
        return Fault("no-part")
    if len(value) != SIZE:
        return Fault("bad-size")
    if ceremony.commitments[seat] is not None:
        return Fault("already-committed")
    return replace(ceremony, commitments=_with(ceremony.commitments, seat, value))


def open_nonce(ceremony: Ceremony, seat: Seat, nonce: bytes) -> Ceremony | Fault:
    """A seat opens its commitment, not before all have committed: the last could choose knowing the rest."""
    if seat not in ceremony.parts:
        return Fault("no-part")
    if len(nonce) != SIZE:
        return Fault("bad-size")
    if not ceremony.all_committed:
        return Fault("not-yet")
    if ceremony.nonces[seat] is not None:
        return Fault("already-opened")
    if commitment(ceremony.binding, ceremony.head, seat, nonce) != ceremony.commitments[seat]:
        return Fault("does-not-open")
    return replace(ceremony, nonces=_with(ceremony.nonces, seat, nonce))


def complete(ceremony: Ceremony) -> ProtocolDeals:
    """The source of deals, once every seat has opened. A table that never gets here is cancelled."""
    if ceremony.waiting_for:
        raise FairnessError(f"still waiting for the seats {list(ceremony.waiting_for)}")
    epoch = Epoch(ceremony.binding, ceremony.head, ceremony.last_seed, ceremony.commitments, ceremony.nonces)
    return ProtocolDeals(ceremony.table, (*ceremony.earlier, epoch))


def _with(values: tuple[bytes | None, ...], seat: Seat, value: bytes) -> tuple[bytes | None, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
