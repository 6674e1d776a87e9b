"""The WebSocket protocol, version 1: every frame that a client sends (FromClient) or gets (ToClient).

One JSON object a frame. docs/protocol.md and web/src/lib/wire.ts are generated from these types. The server, the
SDK and tests import this module.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from puur.cards import CardCode
from puur.client.table_messages import AnyAction, AnyReason, AnySeen, Phrase, PlayerInfo, TableSettings
from puur.engine.messages import OptionValue, Reason, Seat, SeatAction

PROTOCOL = 1
"""The version of the protocol. A client that asks for another one with ?protocol= is refused with close code 4400."""

TableId: TypeAlias = Annotated[str, msgspec.Meta(max_length=24)]
Secret: TypeAlias = Annotated[str, msgspec.Meta(max_length=64)]
CommandId: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class _Frame(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """Base of all frames."""


# ---------------------------------------------------------------------------------------- from the client


class Subscribe(_Frame, frozen=True, tag="subscribe"):
    """Send me what happens at this table, from the k-th thing that I may see; k is counted per seat.

    ``seat`` says whose count k is (null: a spectator's). If I sit elsewhere by now, everything comes from 0.
    When I sit down or stand up later, ``subscribed`` comes again, and everything from 0 as my new seat sees it.
    """

    table: TableId
    k: Annotated[int, msgspec.Meta(ge=0)] = 0
    seat: Seat | None = None
    invitation: Secret | None = None
    """Needed once at a table that is by invitation, unless one sits there."""


class Unsubscribe(_Frame, frozen=True, tag="unsubscribe"):
    table: TableId


class Act(_Frame, frozen=True, tag="act"):
    """Do something at a table. The id is the client's own choice; sent again, it gets the first answer again."""

    table: TableId
    id: CommandId
    action: AnyAction
    invitation: Secret | None = None


class WatchLobby(_Frame, frozen=True, tag="watch-lobby"):
    """Send me the list of public tables, and its changes."""


class UnwatchLobby(_Frame, frozen=True, tag="unwatch-lobby"):
    pass


class QuickPlay(_Frame, frozen=True, tag="quick-play"):
    """Seat me at the next table of this game; bots fill it after a short wait. Answered by quick-seat."""

    variant: Annotated[str, msgspec.Meta(max_length=40)]


class Ping(_Frame, frozen=True, tag="ping"):
    """Heartbeat; answered by pong."""


FromClient: TypeAlias = Subscribe | Unsubscribe | Act | WatchLobby | UnwatchLobby | QuickPlay | Ping


# ------------------------------------------------------------------------------------------ to the client


class Me(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who one is."""

    id: str
    name: str
    kind: Literal["guest", "account", "bot"]
    admin: bool = False


class Welcome(_Frame, frozen=True, tag="welcome"):
    """The first frame of every connection."""

    protocol: int
    me: Me
    now: int
    """The server's clock, in milliseconds since 1970, as all times here."""
    heartbeat: int
    """Send something at least this often (seconds), or the connection counts as lost."""


class Choices(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one may do now. The browser needs no rules of its own."""

    cards: tuple[CardCode, ...] = ()
    """The cards that may be played."""
    refused: dict[CardCode, Reason] = {}
    """The other cards of the hand, each with the reason why not."""
    actions: tuple[SeatAction, ...] = ()
    """Calls, bids and declarations; for melds the full and the empty one."""
    estimate: tuple[int, int] | None = None
    """The range of an estimate that is due."""
    may_correct: bool = False
    """Whether an estimate said aloud may still be corrected."""
    claim: bool = False
    """Whether one's own view proves all remaining tricks one's own."""


class SeatClock(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clock of a seat."""

    reserve: int
    """Milliseconds of reserve left when its move began."""
    deadline: int | None = None
    """When a bot takes over, reserve included; null while the seat has nothing to do."""
    move_ends: int | None = None
    """When the move's own time is over and the reserve begins to run."""


class Turn(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who must act, with the clocks; and what oneself may do."""

    to_act: tuple[Seat, ...]
    clocks: tuple[SeatClock, SeatClock, SeatClock, SeatClock] | None = None
    deal_at: int | None = None
    """Between two deals: when the next one begins by itself."""
    start_at: int | None = None
    """At a table of quick play: when bots fill it."""
    nonce_at: int | None = None
    """While nonces are due: when the table is cancelled."""
    choices: Choices | None = None


class Update(_Frame, frozen=True, tag="update"):
    """Things happened: all events of one command together, in order."""

    table: str
    k: int
    """How many things this seat has seen after these events: subscribe with this k to go on from here."""
    events: tuple[AnySeen, ...]
    at: int
    turn: Turn
    accepted: str | None = None
    """The id of one's own command that led to this."""


class Subscribed(_Frame, frozen=True, tag="subscribed"):
    """The answer to subscribe; an update with everything after k follows."""

    table: str
    seat: Seat | None
    k: int
    """Where the following update begins; 0 if the count that was sent did not fit."""
    host: bool = False
    invitation: str | None = None
    """For players: the secret of the invitation link."""


class Presence(_Frame, frozen=True, tag="presence"):
    """How many people watch."""

    table: str
    spectators: int


class Accepted(_Frame, frozen=True, tag="accepted"):
    """Answer to a command that was sent again, or that the author does not see as an update."""

    table: str
    id: str


class Refused(_Frame, frozen=True, tag="refused"):
    """A command changed nothing; only its author is told."""

    table: str
    id: str
    reason: AnyReason


class Reacted(_Frame, frozen=True, tag="reacted"):
    """A quick reaction. Not kept."""

    table: str
    seat: Seat
    phrase: Phrase


class LobbySeat(msgspec.Struct, frozen=True, omit_defaults=True):
    player: PlayerInfo | None = None


class LobbyTable(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A public table in the list."""

    id: str
    variant: str
    options: dict[str, OptionValue] = {}
    settings: TableSettings
    stage: Literal["open", "ceremony", "playing"]
    seats: tuple[LobbySeat, LobbySeat, LobbySeat, LobbySeat]
    created: int
    quick: bool = False


class Lobby(_Frame, frozen=True, tag="lobby"):
    """All public tables that are open or being played."""

    tables: tuple[LobbyTable, ...]


class LobbyChange(_Frame, frozen=True, tag="lobby-change"):
    """A table is new or changed, or gone (then ``table`` is null)."""

    id: str
    table: LobbyTable | None = None


class QuickSeat(_Frame, frozen=True, tag="quick-seat"):
    """The table of quick play where one sits now; subscribe to it."""

    table: str
    start_at: int


class Pong(_Frame, frozen=True, tag="pong"):
    now: int


class Trouble(_Frame, frozen=True, tag="trouble"):
    """A frame that could not be served, or a subscription that ended."""

    reason: Literal[
        "bad-frame",  # not JSON, not a message of this protocol, too large
        "too-fast",  # the rate limit; the frame was dropped
        "no-such-table",  # there is none, or it is not for you
        "too-many",  # subscriptions of one connection
        "unknown-variant",
        "not-allowed",
    ]
    table: str | None = None
    id: str | None = None


ToClient: TypeAlias = (
    Welcome
    | Update
    | Subscribed
    | Presence
    | Accepted
    | Refused
    | Reacted
    | Lobby
    | LobbyChange
    | QuickSeat
    | Pong
    | Trouble
)
