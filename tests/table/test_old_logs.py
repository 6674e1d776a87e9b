"""Logs of all versions are read and replayed. A version's files are never changed: new versions add new ones."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from puur.engine import messages as m
from puur.table import events as e
from puur.table.audience import Audience
from puur.table.live import evolve, open_table
from puur.table.store.log import decode

LOGS = sorted((Path(__file__).parent / "logs").glob("*.jsonl"))


def test_every_version_has_logs() -> None:
    assert {int(path.name.split("-")[0][1:]) for path in LOGS} == set(range(1, e.VERSION + 1))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_an_old_log_is_replayed_to_its_end(path: Path) -> None:
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    entries = [(line["at"], decode(line["version"], msgspec.json.encode(line["event"]))) for line in lines]
    first = entries[0][1]
    assert isinstance(first, e.Opened)
    live = open_table("old", first, entries[0][0])
    audience = Audience("old")
    audience.fold([first])
    for at, event in entries[1:]:
        live = evolve(live, event, at)
        audience.fold([event])
    assert live.stage == "over"
    assert live.seq == len(lines)
    (ended,) = [event for _, event in entries if isinstance(event, m.MatchEnded)]
    for seat in range(4):
        view = audience.view(seat)
        assert view is not None
        assert view.board.ended == ended


def test_a_log_of_a_newer_version_is_refused() -> None:
    with pytest.raises(ValueError, match="newer puur"):
        decode(e.VERSION + 1, b"{}")
