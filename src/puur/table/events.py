"""What the log of a table is made of: the engine's events, what everybody sees of the table, and its secrets.

``project`` is the only place where something of a table's log is hidden from a seat. For puur.table alone.
"""

from __future__ import annotations

from typing import TypeAlias, cast, get_args

import msgspec

from puur.client import table_messages as t
from puur.engine import messages as m
from puur.engine.project import project as project_game

VERSION = 1
"""The version of the events written today; a log may hold older ones."""


class Opened(msgspec.Struct, frozen=True, tag_field="type", tag="opened", omit_defaults=True):
    """SECRET but for the settings. The first event of every table."""

    settings: t.TableSettings
    creator: str | None
    invitation: str
    quick: bool = False


class Sat(msgspec.Struct, frozen=True, tag_field="type", tag="sat", omit_defaults=True):
    """SECRET but for the player. Somebody, or a bot of the house, sits down or is renamed."""

    seat: m.Seat
    player: t.PlayerInfo
    user: str | None = None
    host: bool = False


class ChainDrawn(msgspec.Struct, frozen=True, tag_field="type", tag="chain-drawn"):
    """SECRET. The last seed of a chain, from which all others follow."""

    epoch: int
    last_seed: str


PublicTableEvent: TypeAlias = (
    t.SeatFreed
    | t.HostChanged
    | t.ReadyChanged
    | t.ChainPublished
    | t.NonceCommitted
    | t.NonceOpened
    | t.SeedRevealed
    | t.PresenceChanged
    | t.Substituted
    | t.TookBack
    | t.WentOn
    | t.Claimed
    | t.RematchWanted
    | t.RematchOpened
    | t.TableCancelled
    | t.Resumed
)
OwnTableEvent: TypeAlias = t.AutoPlayChanged | t.MuteChanged
"""Seen by their own seat only."""
TableEvent: TypeAlias = Opened | Sat | ChainDrawn | PublicTableEvent | OwnTableEvent
LogEvent: TypeAlias = m.Event | TableEvent

SECRET = (Opened, Sat, ChainDrawn, m.CardsDealt, m.HandsCompleted, m.EstimateMade, m.MeldsDeclared)
"""Written encrypted."""
PROJECTED: frozenset[type] = frozenset((*SECRET, t.AutoPlayChanged, t.MuteChanged))
"""Every other event is seen by everybody as it stands."""

ENGINE_EVENTS: frozenset[type] = frozenset(get_args(m.Event))


def project(event: LogEvent, seat: m.Seat | None) -> t.AnySeen | None:
    """What a seat, or a spectator (None), sees of an event; None where it sees nothing."""
    if isinstance(event, Opened):
        return t.TableOpened(event.settings, event.quick)
    if isinstance(event, Sat):
        return t.SeatTaken(event.seat, event.player, event.host)
    if isinstance(event, ChainDrawn):
        return None
    if isinstance(event, t.AutoPlayChanged | t.MuteChanged):
        return event if event.seat == seat else None
    if type(event) in ENGINE_EVENTS:
        return project_game(cast(m.Event, event), seat)
    return cast(PublicTableEvent, event)
