"""Before and after the match: who sits where, readiness, the start, the rematch. For puur.table.decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puur.bots.levels import LEVELS
from puur.client import table_messages as t
from puur.engine import messages as m
from puur.table import clock
from puur.table import events as e
from puur.table.live import SEATS, Live

if TYPE_CHECKING:
    from puur.table.draft import Draft


def sit(draft: Draft, user: str, player: t.PlayerInfo, wanted: m.Seat | None) -> t.AnyReason | None:
    live = draft.live
    if live.stage != "open":
        return "wrong-stage"
    if user in live.kicked:
        return "banned"
    if player.kind == "bot" and not live.settings.bots_welcome and live.creator != user:
        return "bots-not-welcome"
    free = [seat for seat in SEATS if live.seats[seat].player is None]
    old = live.seat_of(user)
    if wanted is not None and wanted not in free:
        return "already-seated" if wanted == old else "seat-taken"
    if wanted is None and old is not None:
        return "already-seated"
    if not free:
        return "table-full"
    seat = free[0] if wanted is None else wanted
    was_host = old is not None and live.host == old
    if old is not None:
        draft.add(t.SeatFreed(old, "left"))
    draft.add(e.Sat(seat, player, user, host=live.host is None or was_host))
    if live.quick:
        draft.add(t.ReadyChanged(seat, True))
        _start_if_full(draft)
    return None


def leave(draft: Draft, seat: m.Seat) -> t.AnyReason | None:
    live = draft.live
    if live.stage == "open":
        _free(draft, seat, "left")
        return None
    if live.stage == "playing":
        if live.seats[seat].left:
            return "wrong-stage"
        draft.add(t.Substituted(seat, "left"))
        return None
    if live.stage == "ceremony":
        draft.add(t.TableCancelled("nonce", seat))
        return None
    if live.game is None or live.next_table is not None or not live.seats[seat].here:
        return "wrong-stage"
    draft.add(t.PresenceChanged(seat, False))
    rematch_if_wished(draft)
    return None


def before_the_match(draft: Draft, seat: m.Seat, action: t.Kick | t.Fill | t.Ready | t.Start) -> t.AnyReason | None:
    live = draft.live
    if live.stage != "open":
        return "wrong-stage"
    if isinstance(action, t.Ready):
        if live.seats[seat].ready != action.ready:
            draft.add(t.ReadyChanged(seat, action.ready))
        return None
    if live.host != seat:
        return "not-the-host"
    if isinstance(action, t.Kick):
        if live.quick:
            return "not-the-host"  # nobody's guests: who came first is no master over the others
        if live.seats[action.seat].player is None or action.seat == seat:
            return "no-such-seat"
        _free(draft, action.seat, "kicked")
        return None
    if isinstance(action, t.Fill):
        return _fill(draft, action)
    # The host is ready when he starts.
    if not live.seats[seat].ready:
        draft.add(t.ReadyChanged(seat, True))
    if not all(state.player is not None and state.ready for state in draft.live.seats):
        return "not-ready"
    draft.publish_chain(0)
    draft.begin_if_fair()
    return None


def _fill(draft: Draft, action: t.Fill) -> t.AnyReason | None:
    if action.level is not None and action.level not in LEVELS:
        return "unknown-level"
    free = [seat for seat in SEATS if draft.live.seats[seat].player is None]
    chosen = free if action.seat is None else [seat for seat in free if seat == action.seat]
    if not chosen:
        return "seat-taken" if action.seat is not None else "table-full"
    for seat in chosen:
        draft.add(e.Sat(seat, bot_player(draft.live, action.level)))
    return None


def bot_player(live: Live, level: str | None = None) -> t.PlayerInfo:
    """A bot of the house, under a name that nobody at the table has."""
    taken = {state.player.name for state in live.seats if state.player is not None}
    name = next(name for name in BOT_NAMES if name not in taken)
    return t.PlayerInfo(name, "bot", level or live.settings.level)


BOT_NAMES = ("Nell", "Puur", "Stöck", "Ass", "Bock")


def _free(draft: Draft, seat: m.Seat, reason: str) -> None:
    live = draft.live
    assert reason in ("left", "kicked", "away")
    draft.add(t.SeatFreed(seat, reason))  # type: ignore[arg-type]
    if live.host == seat:
        draft.add(t.HostChanged(next(iter(draft.live.people), None)))
    if live.quick and not draft.live.people:
        draft.add(t.TableCancelled("empty"))


def _start_if_full(draft: Draft) -> None:
    """A table of quick play starts by itself, once everybody is there: who is away could give no nonce."""
    if all(state.player is not None and state.here for state in draft.live.seats):
        draft.publish_chain(0)
        draft.begin_if_fair()


def tick(draft: Draft) -> None:
    """At an open table: fill quick play with bots, free seats of those who are gone, close what nobody uses."""
    live, at = draft.live, draft.at
    start_at = clock.start_at(live)
    if start_at is not None and at >= start_at:
        for seat in live.people:
            if not live.seats[seat].here:
                _free(draft, seat, "away")
        if draft.live.stage == "over":
            return
        for seat in SEATS:
            if draft.live.seats[seat].player is None:
                draft.add(e.Sat(seat, bot_player(draft.live)))
        _start_if_full(draft)
        return
    for seat in live.taken:
        if not live.seats[seat].here and at >= live.seats[seat].gone_at + clock.SEAT_KEPT:
            _free(draft, seat, "away")
    if draft.live.stage == "open" and not draft.live.here and at >= live.changed_at + clock.OPEN_UNUSED:
        draft.add(t.TableCancelled("empty"))


def rematch(draft: Draft, seat: m.Seat) -> t.AnyReason | None:
    """Wish for another match; when everybody who is there wishes it, open the table with the same players."""
    live = draft.live
    if live.stage != "over" or live.next_table is not None or live.game is None:
        return "wrong-stage"
    if not live.seats[seat].here:
        draft.add(t.PresenceChanged(seat, True))
    if not live.seats[seat].rematch:
        draft.add(t.RematchWanted(seat))
    rematch_if_wished(draft)
    return None


def rematch_if_wished(draft: Draft) -> None:
    """Open the next table if somebody who is there wishes it, and nobody who is there does not."""
    wishing = draft.live
    present = [s for s in SEATS if wishing.seats[s].rematch and wishing.seats[s].here]
    if not present or not all(wishing.seats[s].rematch for s in wishing.here):
        return
    table = draft.chance.table_id()
    opened: list[e.LogEvent] = [e.Opened(wishing.settings, wishing.creator, draft.chance.invitation())]
    host = next((s for s in present if wishing.seats[s].person), present[0])
    for s in SEATS:
        state = wishing.seats[s]
        assert state.player is not None
        if state.user is None:
            opened.append(e.Sat(s, state.player))
        elif s in present:
            opened.append(e.Sat(s, state.player, state.user, host=s == host))
            opened.append(t.ReadyChanged(s, True))
    draft.opens = (table, opened)
    draft.add(t.RematchOpened(table))
