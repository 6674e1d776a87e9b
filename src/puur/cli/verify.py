"""puur verify FILE: check the deals of a recorded match, step by step (docs/fairness.md, section 9).

Reading the record has already played the match again by the rules; here its chance is checked.
"""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.markup import escape

from puur.cli.record_file import Forged, load
from puur.engine.fairness import parse_hex
from puur.engine.record import Fixed, Record, Seeded, check
from puur.engine.verification import Step, Witness

TITLES = {
    "table": "Table",
    "witness": "Your own notes",
    "nonces": "Nonces, chain",
    "seed": "Seed of deal",
    "deal": "Deal",
}


def verify(path: Path, witness: str | None = None) -> None:
    """Print every step of the check; raises Forged if one fails. ``witness`` is HEAD:SEAT:NONCE, as noted."""
    notes = None if witness is None else _witness(witness)
    record = load(path)
    console = Console(highlight=False, soft_wrap=True)
    console.print("[green]ok[/]  Rules: the match follows from its deals, every score is right")
    steps = check(record, notes)
    for step in steps:
        console.print(_line(step))
    wrong = [step for step in steps if not step.ok]
    if wrong:
        raise Forged(f"{path}: forged: {_title(wrong[0])}: {wrong[0].detail}")
    console.print(_verdict(record))


def _witness(text: str) -> Witness:
    parts = text.split(":")
    if len(parts) != 3 or parts[1] not in ("0", "1", "2", "3"):
        raise ValueError(f"a witness is HEAD:SEAT:NONCE, not {text!r}")
    head, seat, nonce = parts
    parse_hex(head, "the head")
    parse_hex(nonce, "the nonce")
    return Witness(head, int(seat), nonce)


def _title(step: Step) -> str:
    title = TITLES[step.name]
    return title if step.number is None else f"{title} {step.number}"


def _line(step: Step) -> str:
    mark = "[green]ok[/] " if step.ok else "[red]BAD[/]"
    return f"{mark} {_title(step)}: {escape(step.detail)}"


def _verdict(record: Record) -> str:
    count = len(record.deals)
    deals = "1 deal" if count == 1 else f"{count} deals"
    if isinstance(record.source, Fixed):
        return f"{deals}, given beforehand: there is no chance to verify."
    if isinstance(record.source, Seeded):
        return f"{deals}, all as they follow from the number {record.source.seed}; who knew it knew them."
    if all(player.kind == "bot" for player in record.players):
        return f"{deals}, all as drawn from the committed seeds; no human gave a nonce."
    return f"{deals}, all as fixed before anybody could know them."
