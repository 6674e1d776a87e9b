"""Check the deals of a match, from nothing but what was published (docs/fairness.md, section 9).

``Evidence`` is what the record of a match carries; ``verify`` goes through it step by step and names what is
wrong. The browser has its own implementation (web/src/lib/fairness.ts), held to the same test vectors.
Anybody may import this module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import takewhile
from typing import Literal, TypeAlias

import msgspec

from puur.engine.fairness import (
    CHAIN_LENGTH,
    VERSION,
    FairnessError,
    ProtocolDeals,
    Table,
    commitment,
    deal_key,
    draw_from,
    link,
    parse_hex,
    renewal,
    table_hash,
)
from puur.engine.messages import Draw, Seat

StepName: TypeAlias = Literal["table", "witness", "nonces", "seed", "deal"]
Problem: TypeAlias = Literal[
    "version-unknown",
    "table-unreadable",
    "table-changed",
    "chain-missing",
    "chain-unreadable",
    "head-changed",
    "own-nonce-changed",
    "bot-nonce",
    "commitment-missing",
    "nonce-missing",
    "nonce-changed",
    "seed-unreadable",
    "seed-withheld",
    "seed-wrong",
    "lot-forged",
    "deck-forged",
    "trump-forged",
    "proposed-forged",
]


FourHexes: TypeAlias = tuple[str | None, str | None, str | None, str | None]


class ChainEvidence(msgspec.Struct, frozen=True, omit_defaults=True):
    """A published head with what the seats committed to and opened, in seat order; null where nothing was."""

    head: str
    commitments: FourHexes = (None, None, None, None)
    nonces: FourHexes = (None, None, None, None)


class DealEvidence(msgspec.Struct, frozen=True, omit_defaults=True):
    """A deal as it was played, and its seed once that is revealed."""

    draw: Draw
    seed: str | None = None


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a verifier needs. Hashes, seeds and nonces are 64 lower-case hexadecimal digits."""

    version: int = VERSION
    table: Table
    table_hash: str
    chains: tuple[ChainEvidence, ...]
    deals: tuple[DealEvidence, ...]
    finished: bool = True
    """False for a match that is running or was broken off: then the last seed may be missing."""


class Witness(msgspec.Struct, frozen=True):
    """What a player's own browser wrote down before the first deal: only this ties a record to the table."""

    head: str
    seat: Seat
    nonce: str


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """One step of the check. ``number`` is the chain or the deal, from 1."""

    name: StepName
    ok: bool
    detail: str
    number: int | None = None
    problem: Problem | None = None


class _Bad(Exception):
    def __init__(self, problem: Problem, detail: str) -> None:
        super().__init__(detail)
        self.problem: Problem = problem
        self.detail = detail


def evidence_of(deals: ProtocolDeals, played: Sequence[Draw], revealed: int, finished: bool) -> Evidence:
    """The evidence of a match: the draws that were played, the first ``revealed`` of them with their seed."""
    return Evidence(
        table=deals.table,
        table_hash=table_hash(deals.table).hex(),
        chains=tuple(
            ChainEvidence(epoch.head.hex(), _hexes(epoch.commitments), _hexes(epoch.nonces)) for epoch in deals.epochs
        ),
        deals=tuple(
            DealEvidence(draw, deals.seed(number).hex() if number <= revealed else None)
            for number, draw in enumerate(played, start=1)
        ),
        finished=finished,
    )


def _hexes(values: Sequence[bytes | None]) -> FourHexes:
    first, second, third, fourth = (None if value is None else value.hex() for value in values)
    return (first, second, third, fourth)


def verify(evidence: Evidence, witness: Witness | None = None) -> list[Step]:
    """Go through the evidence; all is well if every step is ok. With a witness, also against such notes."""
    steps = [_step("table", None, partial(_check_table, evidence))]
    if not steps[0].ok:
        return steps
    if witness is not None:
        steps.append(_step("witness", None, partial(_check_witness, evidence, witness)))
    table = binding = table_hash(evidence.table)
    for epoch in range(max(1, -(-len(evidence.deals) // CHAIN_LENGTH))):
        steps.append(_step("nonces", epoch + 1, partial(_check_nonces, evidence, epoch, binding)))
        try:
            chain = _read_chain(evidence, epoch, binding)
        except _Bad:
            return steps
        steps.extend(_check_deals(evidence, epoch * CHAIN_LENGTH, chain))
        binding = renewal(table, epoch + 1, chain.head)
    return steps


def _step(name: StepName, number: int | None, check: Callable[[], str]) -> Step:
    try:
        return Step(name, True, check(), number)
    except _Bad as bad:
        return Step(name, False, bad.detail, number, bad.problem)


def _check_table(evidence: Evidence) -> str:
    if evidence.version != VERSION:
        raise _Bad("version-unknown", f"version {evidence.version} of the protocol is not known here")
    try:
        found = table_hash(evidence.table).hex()
    except FairnessError as error:
        raise _Bad("table-unreadable", str(error)) from None
    if found != evidence.table_hash:
        raise _Bad("table-changed", "rules or seats are not those that were fixed before the first deal")
    return f"rules and seats give the hash {found}"


def _check_witness(evidence: Evidence, witness: Witness) -> str:
    if not evidence.chains or evidence.chains[0].head != witness.head:
        raise _Bad("head-changed", "the head of the chain is not the one that you were shown before the first deal")
    if evidence.chains[0].nonces[witness.seat] != witness.nonce:
        raise _Bad("own-nonce-changed", f"the nonce of seat {witness.seat} is not the one that you gave")
    return f"head and the nonce of seat {witness.seat} are those that you noted yourself"


class _Chain(msgspec.Struct, frozen=True):
    binding: bytes
    head: bytes
    nonces: tuple[bytes | None, ...]


def _read(text: str, what: str, problem: Problem) -> bytes:
    try:
        return parse_hex(text, what)
    except FairnessError as error:
        raise _Bad(problem, str(error)) from None


def _read_chain(evidence: Evidence, epoch: int, binding: bytes) -> _Chain:
    if epoch >= len(evidence.chains):
        raise _Bad("chain-missing", f"chain {epoch + 1} is missing")
    chain = evidence.chains[epoch]
    head = _read(chain.head, "the head", "chain-unreadable")
    nonces = tuple(
        None if nonce is None else _read(nonce, f"the nonce of seat {seat}", "chain-unreadable")
        for seat, nonce in enumerate(chain.nonces)
    )
    return _Chain(binding, head, nonces)


def _check_nonces(evidence: Evidence, epoch: int, binding: bytes) -> str:
    chain = _read_chain(evidence, epoch, binding)
    took_part: list[Seat] = []
    for seat, player in enumerate(evidence.table.players):
        promised, nonce = evidence.chains[epoch].commitments[seat], chain.nonces[seat]
        if player.kind == "bot":
            if promised is not None or nonce is not None:
                raise _Bad("bot-nonce", f"seat {seat} is a bot and must give no nonce")
            continue
        if epoch > 0 and promised is None and nonce is None:
            continue  # away when the chain was renewed
        if promised is None:
            raise _Bad("commitment-missing", f"seat {seat} gave no commitment")
        if nonce is None:
            raise _Bad("nonce-missing", f"seat {seat} never opened its commitment: there was no match to play")
        if commitment(chain.binding, chain.head, seat, nonce).hex() != promised:
            raise _Bad(
                "nonce-changed",
                f"the nonce of seat {seat} does not open its commitment: nonce, seat, table or head changed",
            )
        took_part.append(seat)
    if not took_part:
        return "no human gave a nonce: the deals rest on the server's word alone"
    return f"opened as committed by the seats {', '.join(map(str, took_part))}"


def _check_deals(evidence: Evidence, first: int, chain: _Chain) -> Iterator[Step]:
    """The deals of one chain, after deal ``first``. A seed is held against the last one known to be right."""
    trusted, trusted_index = chain.head, 0
    for number in range(first + 1, min(len(evidence.deals), first + CHAIN_LENGTH) + 1):
        deal, index = evidence.deals[number - 1], number - first
        if deal.seed is None:
            running = number == len(evidence.deals) and not evidence.finished
            detail = "not revealed yet, as the deal is not over" if running else "was never revealed"
            yield Step("seed", running, detail, number, None if running else "seed-withheld")
            continue
        step = _step("seed", number, partial(_check_seed, deal.seed, chain, index, trusted, trusted_index))
        yield step
        if step.ok:
            seed = bytes.fromhex(deal.seed)
            trusted, trusted_index = seed, index
            yield _step("deal", number, partial(_check_draw, evidence.table, deal.draw, chain, index, seed))


def _check_seed(text: str, chain: _Chain, index: int, trusted: bytes, trusted_index: int) -> str:
    value = _read(text, "the seed", "seed-unreadable")
    for i in range(index, trusted_index, -1):
        value = link(chain.binding, i, value)
    known = f"the seed of the deal before ({trusted_index} of this chain)" if trusted_index else "the published head"
    if value != trusted:
        raise _Bad("seed-wrong", f"hashing it does not give {known}: another seed, or another order")
    return f"hashing it gives {known}"


def _check_draw(table: Table, claimed: Draw, chain: _Chain, index: int, seed: bytes) -> str:
    key = deal_key(seed, chain.binding, chain.head, index, chain.nonces)
    drawn = draw_from(key, table.deck, table.second_suit)
    difference = draw_difference(claimed, drawn)
    if difference is not None:
        raise _Bad(*difference)
    return "seed and nonces give lot, deck, trump and proposed suits as played"


def draw_difference(claimed: Draw, drawn: Draw) -> tuple[Problem, str] | None:
    """What is forged in a draw, and how it reads, given what was drawn in truth."""
    if claimed.lot != drawn.lot:
        return "lot-forged", f"the lot fell on seat {drawn.lot}, not on seat {claimed.lot}"
    if claimed.deck != drawn.deck:
        same = takewhile(lambda pair: pair[0] == pair[1], zip(claimed.deck, drawn.deck, strict=False))
        at = sum(1 for _ in same) + 1
        return "deck-forged", f"the deck is not the one that was drawn, from card {at} on"
    if claimed.trump != drawn.trump:
        return "trump-forged", f"the trump drawn was {drawn.trump}, not {claimed.trump}"
    if claimed.proposed != drawn.proposed:
        suits = f"{' '.join(drawn.proposed)}, not {' '.join(claimed.proposed)}"
        return "proposed-forged", f"the suits drawn were {suits}"
    return None
