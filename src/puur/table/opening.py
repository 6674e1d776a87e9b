"""What is written when a table is opened, by a person or by a rematch. For puur.table.actor and puur.table.house."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from puur.table import events as e
from puur.table.live import Live, evolve, open_table
from puur.table.services import row_of, seats_of
from puur.table.store.log import Append


def replay_key(live: Live) -> str:
    """The secret of the link to a record: cannot be guessed from the table's name."""
    return sha256(b"puur replay " + live.invitation.encode()).hexdigest()[:32]


def opening(table: str, events: Sequence[e.LogEvent], at: int) -> Append:
    """The append that opens a table with its first events."""
    first = events[0]
    assert isinstance(first, e.Opened)
    live = open_table(table, first, at)
    for event in events[1:]:
        live = evolve(live, event, at)
    row = {**row_of(live), "changed_at": at, "replay_key": replay_key(live)}
    return Append(table, at, 1, events, row=row, seats=seats_of(live))
