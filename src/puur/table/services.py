"""What a live table needs from around it, and what the lists say of it. For puur.table.actor and puur.table.house."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, cast

import msgspec

from puur.client import protocol as p
from puur.engine import messages as m
from puur.table.fanout import Fanout
from puur.table.live import Live
from puur.table.minds import Minds
from puur.table.store.log import Log


class RealChance:
    """Secrets from the operating system; deals from the protocol of docs/fairness.md."""

    def seed(self) -> bytes:
        return secrets.token_bytes(32)

    def table_id(self) -> str:
        return secrets.token_hex(8)

    def invitation(self) -> str:
        return secrets.token_urlsafe(24)

    def draw(self, live: Live, number: int) -> m.Draw:
        assert live.deals is not None
        return live.deals.draw(number)


def clock_now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@dataclass(slots=True)
class Services:
    """Handed to every table."""

    log: Log
    minds: Minds
    fanout: Fanout
    chance: RealChance = field(default_factory=RealChance)
    now: Callable[[], int] = clock_now
    away: float = 5.0
    """Seconds without a connection until a player counts as away."""
    most_tables: int = 0
    """Tables that one user may have open or running at a time; 0 is without limit."""
    opened: Callable[[str], None] = lambda _table: None
    """Told of a table that a rematch has opened."""
    mutes_changed: Callable[[str], None] = lambda _user: None
    """Told of a user who has muted somebody, in whatever process."""
    lobby_changed: Callable[[str, p.LobbyTable | None], None] = lambda _table, _row: None


def row_of(live: Live) -> dict[str, Any]:
    """The row of a table in the lists; everything in it follows from the log."""
    return {
        "variant": live.settings.variant,
        "stage": live.stage,
        "public": live.settings.visibility == "public",
        "quick": live.quick,
        "creator": live.creator,
        "invitation_hash": invitation_hash(live.invitation),
        "replay": live.settings.replay,
        "created_at": live.opened_at,
        "finished_at": live.stage_at if live.stage == "over" else None,
        "summary": msgspec.json.encode(lobby_table(live)),
    }


def seats_of(live: Live) -> tuple[str | None, ...]:
    return tuple(seat.user for seat in live.seats)


def invitation_hash(invitation: str) -> str:
    """What the database keeps of an invitation, to find its table by."""
    return hashlib.sha256(b"puur invitation " + invitation.encode()).hexdigest()


def lobby_table(live: Live) -> p.LobbyTable:
    first, second, third, fourth = (p.LobbySeat(seat.player) for seat in live.seats)
    return p.LobbyTable(
        id=live.id,
        variant=live.settings.variant,
        options=live.settings.options,
        settings=live.settings,
        stage=cast(Any, live.stage if live.stage != "over" else "playing"),
        seats=(first, second, third, fourth),
        created=live.opened_at,
        quick=live.quick,
    )


def listed(live: Live) -> p.LobbyTable | None:
    """The table as the lobby lists it; None if it does not."""
    return lobby_table(live) if live.settings.visibility == "public" and live.stage != "over" else None
