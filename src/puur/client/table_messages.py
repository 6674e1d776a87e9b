"""What is done and seen at a table beyond the engine's own messages: seats, readiness, fairness, comfort.

Closed unions of tagged structs, like puur.engine.messages, whose actions and events travel beside these. The
table, the server, the SDK and (generated) the browser share them. Anybody may import this module.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from puur.cards import CardCode
from puur.engine.messages import Draw, OptionValue, Reason, Seat, SeatAction, Seen

SeatIndex: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=3)]
Hex32: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]

Phrase: TypeAlias = Literal[
    "hello", "good-luck", "well-played", "nice-card", "oops", "thinking", "hurry", "thanks", "good-game", "bye"
]
"""Quick reactions: a fixed set that the browser translates. There is no free chat."""

Visibility: TypeAlias = Literal["public", "invited"]
ReplayVisibility: TypeAlias = Literal["public", "link", "private"]


class _Message(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """Base: immutable, tagged with a kebab-case name."""


# ------------------------------------------------------------------------------------------------ settings


class TimeControl(msgspec.Struct, frozen=True):
    """Seconds for each move, and a reserve for the whole match that is used up beyond them."""

    move: Annotated[int, msgspec.Meta(ge=1, le=600)] = 30
    reserve: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 120


class TableSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the creator of a table chooses. Rounds or target are options of the variant."""

    variant: Annotated[str, msgspec.Meta(max_length=40)]
    options: dict[str, OptionValue] = {}
    clock: TimeControl | None = TimeControl()
    """None: nobody is hurried, and an absent player is waited for until he leaves."""
    visibility: Visibility = "public"
    level: Annotated[str, msgspec.Meta(max_length=40)] = "club"
    """The level of bots that fill seats or stand in for players."""
    bots_welcome: bool = False
    """Whether other people's bots may sit down."""
    spectators: bool = True
    replay: ReplayVisibility = "link"
    """Who may see the record afterwards: everybody, who knows its link, or the players alone."""
    pause: Annotated[int, msgspec.Meta(ge=0, le=60)] = 12
    """Seconds to look at the result of a deal; shorter if everybody is ready to go on."""


class PlayerInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits at a seat, as everybody sees it. A bot is always marked as one."""

    name: str
    kind: Literal["human", "bot"]
    level: str | None = None
    """The level of a bot of the house; none for a bot of somebody else."""
    guest: bool = False


# ------------------------------------------------------------------------------------------------- actions


class Sit(_Message, frozen=True, tag="sit"):
    """Take a seat, or any free one."""

    seat: SeatIndex | None = None


class Leave(_Message, frozen=True, tag="leave"):
    """Free the seat before the match; during it, hand the seat to a bot until one comes back; after it, go away."""


class Kick(_Message, frozen=True, tag="kick"):
    """The host, before the match: free somebody's seat. Whoever sat there may not sit at this table again."""

    seat: SeatIndex


class Fill(_Message, frozen=True, tag="fill"):
    """The host: put bots on all free seats, or one bot on one seat."""

    seat: SeatIndex | None = None
    level: Annotated[str, msgspec.Meta(max_length=40)] | None = None


class Ready(_Message, frozen=True, tag="ready"):
    """Ready to start, or not yet."""

    ready: bool = True


class Start(_Message, frozen=True, tag="start"):
    """The host: fix the table and start, once every seat is taken and ready."""


class CommitNonce(_Message, frozen=True, tag="commit-nonce"):
    """Show the commitment to one's own nonce (docs/fairness.md, section 5)."""

    commitment: Hex32


class OpenNonce(_Message, frozen=True, tag="open-nonce"):
    """Open it, when everybody has committed."""

    nonce: Hex32


class GoOn(_Message, frozen=True, tag="go-on"):
    """Enough of the result: deal again."""


class TakeBack(_Message, frozen=True, tag="take-back"):
    """Take one's seat back from the bot that stands in. Playing a card does it too.

    It gives time for the present move once; if that is up as well, the bot makes this move.
    """


class AutoPlay(_Message, frozen=True, tag="auto-play"):
    """Whether one's last card of a deal is played automatically."""

    on: bool


class Claim(_Message, frozen=True, tag="claim"):
    """Claim all remaining tricks. Legal only if one's own view proves it."""


class Rematch(_Message, frozen=True, tag="rematch"):
    """After the match: wish to play again. When everybody who is still there wishes it, a new table opens."""


class React(_Message, frozen=True, tag="react"):
    """A quick reaction to all at the table."""

    phrase: Phrase


class Mute(_Message, frozen=True, tag="mute"):
    """Do not show me the reactions of this seat, or show them again."""

    seat: SeatIndex
    on: bool = True


TableAction: TypeAlias = (
    Sit
    | Leave
    | Kick
    | Fill
    | Ready
    | Start
    | CommitNonce
    | OpenNonce
    | GoOn
    | TakeBack
    | AutoPlay
    | Claim
    | Rematch
    | React
    | Mute
)
AnyAction: TypeAlias = SeatAction | TableAction
"""What may be sent to a table with `act`."""


# ------------------------------------------------------------------------------------------------ what is seen


class TableOpened(_Message, frozen=True, tag="table-opened"):
    """The first thing seen of every table."""

    settings: TableSettings
    quick: bool = False


class SeatTaken(_Message, frozen=True, tag="seat-taken"):
    """Somebody sits down, or is renamed there."""

    seat: Seat
    player: PlayerInfo
    host: bool = False


class SeatFreed(_Message, frozen=True, tag="seat-freed"):
    """A seat is free again."""

    seat: Seat
    reason: Literal["left", "kicked", "away"]


class HostChanged(_Message, frozen=True, tag="host-changed"):
    """Who may kick, fill and start now."""

    seat: Seat | None


class ReadyChanged(_Message, frozen=True, tag="ready-changed"):
    seat: Seat
    ready: bool


class ChainPublished(_Message, frozen=True, tag="chain-published"):
    """The table is fixed, and the head of its chain of seeds is published, before any seat commits."""

    epoch: int
    """0 for the first chain of the match."""
    table: str
    """The canonical text of the table: what is hashed."""
    table_hash: str
    head: str
    parts: tuple[Seat, ...]
    """The seats that give a nonce."""


class NonceCommitted(_Message, frozen=True, tag="nonce-committed"):
    seat: Seat
    commitment: str


class NonceOpened(_Message, frozen=True, tag="nonce-opened"):
    seat: Seat
    nonce: str


class SeedRevealed(_Message, frozen=True, tag="seed-revealed"):
    """After a deal: its seed and what was drawn from it. Everybody can check both now."""

    deal: int
    seed: str
    draw: Draw


class PresenceChanged(_Message, frozen=True, tag="presence-changed"):
    """Somebody's last connection went, or the first came back."""

    seat: Seat
    here: bool


class Substituted(_Message, frozen=True, tag="substituted"):
    """From now on a bot plays for this seat."""

    seat: Seat
    reason: Literal["time", "left", "away"]


class TookBack(_Message, frozen=True, tag="took-back"):
    """The player plays himself again."""

    seat: Seat


class WentOn(_Message, frozen=True, tag="went-on"):
    seat: Seat


class Claimed(_Message, frozen=True, tag="claimed"):
    """A seat proved that the remaining tricks are its own; they are played out at once."""

    seat: Seat
    cards: tuple[CardCode, ...]


class RematchWanted(_Message, frozen=True, tag="rematch-wanted"):
    seat: Seat


class RematchOpened(_Message, frozen=True, tag="rematch-opened"):
    """The same players' next table."""

    table: str


class TableCancelled(_Message, frozen=True, tag="table-cancelled"):
    """There will be no (more) play. A nonce that was not committed or opened in time names its seat."""

    reason: Literal["nonce", "empty", "closed"]
    seat: Seat | None = None


class Resumed(_Message, frozen=True, tag="resumed"):
    """The server was down for a while: all clocks begin their move anew."""


class AutoPlayChanged(_Message, frozen=True, tag="auto-play-changed"):
    """Seen by its own seat only."""

    seat: Seat
    on: bool


class MuteChanged(_Message, frozen=True, tag="mute-changed"):
    """Seen by the seat that muted only."""

    seat: Seat
    muted: Seat
    on: bool


TableSeen: TypeAlias = (
    TableOpened
    | SeatTaken
    | SeatFreed
    | HostChanged
    | ReadyChanged
    | ChainPublished
    | NonceCommitted
    | NonceOpened
    | SeedRevealed
    | PresenceChanged
    | Substituted
    | TookBack
    | WentOn
    | Claimed
    | RematchWanted
    | RematchOpened
    | TableCancelled
    | Resumed
    | AutoPlayChanged
    | MuteChanged
)
AnySeen: TypeAlias = Seen | TableSeen

TableReason: TypeAlias = Literal[
    "not-seated",  # only players may do this
    "already-seated",
    "seat-taken",
    "table-full",
    "not-the-host",
    "not-ready",  # seats are free, or somebody is not ready
    "wrong-stage",  # open, ceremony, playing, over: not now
    "bots-not-welcome",
    "unknown-level",
    "not-proven",  # a claim that one's own view does not prove
    "no-part",
    "already-committed",
    "already-opened",
    "not-yet",
    "does-not-open",
    "no-such-seat",
    "banned",
]
AnyReason: TypeAlias = Reason | TableReason
