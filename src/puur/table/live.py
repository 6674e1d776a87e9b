"""Live: a table as it is now, folded from its log. ``evolve`` judges nothing; events are facts.

The secret state of the match is in it, so only puur.table may import this module.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from puur.client import table_messages as t
from puur.engine import ceremony as rite
from puur.engine import evolve as game
from puur.engine import messages as m
from puur.engine.ceremony import Ceremony
from puur.engine.fairness import Player, ProtocolDeals, table_of
from puur.engine.state import State
from puur.rules.variants import ruleset
from puur.table import events as e

Stage: TypeAlias = Literal["open", "ceremony", "playing", "over"]
SEATS = range(4)


class SeatState(msgspec.Struct, frozen=True, kw_only=True):
    """One seat of the table."""

    user: str | None = None
    """Whose seat it is; None for a free one and for bots of the house."""
    player: t.PlayerInfo | None = None
    ready: bool = False
    here: bool = False
    gone_at: int = 0
    """When the last connection went (milliseconds)."""
    substituted: bool = False
    left: bool = False
    auto: bool = False
    muted: frozenset[m.Seat] = frozenset()
    went_on: bool = False
    rematch: bool = False
    reserve: int = 0
    """Milliseconds of reserve left."""
    since: int | None = None
    """When its move began; None while it has nothing to do."""
    move: int = 0
    """Which move that is: the number of the event with which it began."""
    returned: bool = False
    """Whether its player has taken it back during this move: that gives time for it once, not again and again."""
    overdue: bool = False
    """Whether its time was up once more after that: a bot makes this move, whoever sits here by then."""

    @property
    def by_house(self) -> bool:
        """Whether a bot of the house decides here."""
        return self.player is not None and (self.user is None or self.substituted or self.overdue)

    @property
    def person(self) -> bool:
        return self.user is not None and self.player is not None and self.player.kind == "human"


Seats: TypeAlias = tuple[SeatState, SeatState, SeatState, SeatState]


class Live(msgspec.Struct, frozen=True, kw_only=True):
    """A table."""

    id: str
    settings: t.TableSettings
    creator: str | None
    invitation: str
    quick: bool
    opened_at: int
    stage: Stage = "open"
    stage_at: int
    changed_at: int
    seq: int = 0
    """How many events the log has."""
    host: m.Seat | None = None
    seats: Seats = (SeatState(), SeatState(), SeatState(), SeatState())
    game: State | None = None
    ceremony: Ceremony | None = None
    deals: ProtocolDeals | None = None
    revealed: int = 0
    """Deals whose seed has been revealed."""
    deal_over_at: int | None = None
    next_table: str | None = None
    kicked: frozenset[str] = frozenset()
    """The users whom the host has sent away."""

    @property
    def to_act(self) -> tuple[m.Seat, ...]:
        return () if self.game is None or self.stage != "playing" else self.game.board.to_act()

    def seat_of(self, user: str) -> m.Seat | None:
        for seat, state in enumerate(self.seats):
            if state.user == user:
                return seat
        return None

    @property
    def people(self) -> tuple[m.Seat, ...]:
        return tuple(seat for seat in SEATS if self.seats[seat].person)

    @property
    def taken(self) -> tuple[m.Seat, ...]:
        """The seats that belong to somebody: a person, or a bot from outside."""
        return tuple(seat for seat in SEATS if self.seats[seat].user is not None)

    @property
    def here(self) -> tuple[m.Seat, ...]:
        """The seats of people who are connected and have not left."""
        return tuple(s for s in self.people if self.seats[s].here and not self.seats[s].left)


def same_list_entry(before: Live, after: Live) -> bool:
    """Whether lists say the same of a table before and after: the stage, and who sits where."""
    if before.stage != after.stage:
        return False
    if before.seats is after.seats:
        return True
    for old, new in zip(before.seats, after.seats, strict=True):
        if old is not new and (old.user != new.user or old.player is not new.player):
            return False
    return True


def open_table(table: str, opened: e.Opened, at: int) -> Live:
    """A table after its first event."""
    return Live(
        id=table,
        settings=opened.settings,
        creator=opened.creator,
        invitation=opened.invitation,
        quick=opened.quick,
        opened_at=at,
        stage_at=at,
        changed_at=at,
        seq=1,
    )


def evolve(live: Live, event: e.LogEvent, at: int) -> Live:
    """The table after one more event of its log."""
    fold = FOLDS.get(type(event))
    if fold is not None:
        return replace(fold(live, event, at), seq=live.seq + 1, changed_at=at)
    return _game_event(live, event, at)


def with_seat(live: Live, seat: m.Seat, **changes: Any) -> Live:
    seats = list(live.seats)
    seats[seat] = replace(seats[seat], **changes)
    return replace(live, seats=tuple(seats))


# ------------------------------------------------------------------------------------------- seats, presence


def _sat(live: Live, event: e.Sat, at: int) -> Live:
    old = live.seats[event.seat]
    if old.player is not None and old.user == event.user and live.stage != "open":
        return with_seat(live, event.seat, player=event.player)
    bot = event.user is None
    fresh = SeatState(user=event.user, player=event.player, ready=bot, here=True, gone_at=at)
    seats = list(live.seats)
    seats[event.seat] = fresh
    return replace(live, seats=tuple(seats), host=event.seat if event.host else live.host)


def _freed(live: Live, event: t.SeatFreed, _at: int) -> Live:
    """Whoever sits there next has been muted by nobody."""
    seats = [replace(seat, muted=seat.muted - {event.seat}) if seat.muted else seat for seat in live.seats]
    user = seats[event.seat].user
    seats[event.seat] = SeatState()
    kicked = live.kicked if event.reason != "kicked" or user is None else live.kicked | {user}
    return replace(live, seats=tuple(seats), kicked=kicked)


def _host(live: Live, event: t.HostChanged, _at: int) -> Live:
    return replace(live, host=event.seat)


def _ready(live: Live, event: t.ReadyChanged, _at: int) -> Live:
    return with_seat(live, event.seat, ready=event.ready)


def _presence(live: Live, event: t.PresenceChanged, at: int) -> Live:
    return with_seat(live, event.seat, here=event.here, gone_at=at)


def _substituted(live: Live, event: t.Substituted, at: int) -> Live:
    """What was used of the reserve is gone: nobody wins time by letting a bot take over."""
    state, left = live.seats[event.seat], event.reason == "left"
    reserve, overdue = _reserve_left(live, state, at), state.returned and not left
    return with_seat(live, event.seat, substituted=True, left=left, reserve=reserve, overdue=overdue)


def _took_back(live: Live, event: t.TookBack, at: int) -> Live:
    state = live.seats[event.seat]
    due = event.seat in live.to_act
    since = None if not due else state.since if state.returned else at
    return with_seat(live, event.seat, substituted=False, left=False, since=since, returned=due)


def _went_on(live: Live, event: t.WentOn, _at: int) -> Live:
    return with_seat(live, event.seat, went_on=True)


def _auto(live: Live, event: t.AutoPlayChanged, _at: int) -> Live:
    return with_seat(live, event.seat, auto=event.on)


def _mute(live: Live, event: t.MuteChanged, _at: int) -> Live:
    muted = live.seats[event.seat].muted
    return with_seat(live, event.seat, muted=muted | {event.muted} if event.on else muted - {event.muted})


def _rematch(live: Live, event: t.RematchWanted, _at: int) -> Live:
    return with_seat(live, event.seat, rematch=True)


def _next_table(live: Live, event: t.RematchOpened, _at: int) -> Live:
    return replace(live, next_table=event.table)


def _cancelled(live: Live, _event: t.TableCancelled, at: int) -> Live:
    return replace(live, stage="over", stage_at=at, ceremony=None)


def _resumed(live: Live, _event: t.Resumed, at: int) -> Live:
    seats = tuple(seat if seat.since is None else replace(seat, since=at) for seat in live.seats)
    over = None if live.deal_over_at is None else at
    stage_at = live.stage_at if live.ceremony is None else at
    return replace(live, seats=seats, deal_over_at=over, stage_at=stage_at)


def _nothing(live: Live, _event: object, _at: int) -> Live:
    return live


# -------------------------------------------------------------------------------------------------- fairness


def _chain_drawn(live: Live, event: e.ChainDrawn, at: int) -> Live:
    last_seed = bytes.fromhex(event.last_seed)
    if event.epoch == 0:
        players = [Player(s.player.name, s.player.kind) for s in live.seats if s.player is not None]
        rules = ruleset(live.settings.variant, live.settings.options)
        ceremony = rite.begin(table_of(rules, players), last_seed)
    else:
        assert live.deals is not None
        present = [seat for seat in SEATS if live.seats[seat].here and not live.seats[seat].substituted]
        ceremony = rite.renew(live.deals, last_seed, present)
    stage: Stage = "ceremony" if event.epoch == 0 else live.stage
    return replace(_finish(live, ceremony), stage=stage, stage_at=at)


def _committed(live: Live, event: t.NonceCommitted, _at: int) -> Live:
    assert live.ceremony is not None
    after = rite.commit(live.ceremony, event.seat, bytes.fromhex(event.commitment))
    assert isinstance(after, Ceremony)
    return replace(live, ceremony=after)


def _opened_nonce(live: Live, event: t.NonceOpened, _at: int) -> Live:
    assert live.ceremony is not None
    after = rite.open_nonce(live.ceremony, event.seat, bytes.fromhex(event.nonce))
    assert isinstance(after, Ceremony)
    return _finish(live, after)


def _finish(live: Live, ceremony: Ceremony) -> Live:
    """Keep the ceremony, or the source of deals when nothing is missing any more."""
    if ceremony.waiting_for:
        return replace(live, ceremony=ceremony)
    return replace(live, ceremony=None, deals=rite.complete(ceremony))


def _revealed(live: Live, event: t.SeedRevealed, _at: int) -> Live:
    return replace(live, revealed=event.deal)


# ------------------------------------------------------------------------------------------------- the match

DEAL_OVER = (m.ThrownIn, m.EstimatesScored, m.DealScored)
MOVES = (m.EstimateMade, m.EstimateAnnounced, m.Called, m.CardPlayed)
"""Events that end a move of their seat."""


def _started(live: Live, event: m.MatchStarted, at: int) -> Live:
    control = live.settings.clock
    reserve = 0 if control is None else control.reserve * 1000
    seats = tuple(replace(seat, reserve=reserve) for seat in live.seats)
    return replace(live, game=game.begin(event), stage="playing", stage_at=at, seats=seats)


def _game_event(live: Live, event: Any, at: int) -> Live:
    if isinstance(event, m.MatchStarted):
        return replace(_started(live, event, at), seq=live.seq + 1, changed_at=at)
    assert live.game is not None
    before = live.game.board.to_act()
    after = game.evolve(live.game, event)
    acting = after.board.to_act()
    mover = event.seat if isinstance(event, MOVES) else None
    seats = live.seats
    if mover is not None or before != acting:
        seats = _clocks(live, mover, acting, at)
    changed = replace(live, game=after, seats=seats, seq=live.seq + 1, changed_at=at)
    if isinstance(event, m.MatchEnded):
        return replace(changed, stage="over", stage_at=at)
    if isinstance(event, DEAL_OVER):
        fresh = tuple(replace(seat, went_on=False) if seat.went_on else seat for seat in seats)
        return replace(changed, deal_over_at=at, seats=fresh)
    return changed


def _clocks(live: Live, mover: m.Seat | None, acting: tuple[m.Seat, ...], at: int) -> Seats:
    """Stop the clocks of those who have moved, start those of the next."""
    seats = list(live.seats)
    for seat in SEATS:
        state = seats[seat]
        due = seat in acting
        if due and (state.since is None or seat == mover):
            since, move = at, live.seq + 1
        elif not due and state.since is not None:
            since, move = None, state.move
        else:
            continue
        reserve = _reserve_left(live, state, at)
        seats[seat] = replace(state, since=since, move=move, reserve=reserve, returned=False, overdue=False)
    return (seats[0], seats[1], seats[2], seats[3])


def _reserve_left(live: Live, state: SeatState, at: int) -> int:
    control = live.settings.clock
    if control is None or state.since is None or state.by_house:
        return state.reserve
    return max(0, state.reserve - max(0, at - state.since - control.move * 1000))


FOLDS: dict[type, Callable[[Live, Any, int], Live]] = {
    e.Sat: _sat,
    e.ChainDrawn: _chain_drawn,
    t.ChainPublished: _nothing,
    t.SeatFreed: _freed,
    t.HostChanged: _host,
    t.ReadyChanged: _ready,
    t.NonceCommitted: _committed,
    t.NonceOpened: _opened_nonce,
    t.SeedRevealed: _revealed,
    t.PresenceChanged: _presence,
    t.Substituted: _substituted,
    t.TookBack: _took_back,
    t.WentOn: _went_on,
    t.Claimed: _nothing,
    t.AutoPlayChanged: _auto,
    t.MuteChanged: _mute,
    t.RematchWanted: _rematch,
    t.RematchOpened: _next_table,
    t.TableCancelled: _cancelled,
    t.Resumed: _resumed,
}
