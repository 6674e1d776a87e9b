"""When something is due at a table: deadlines and pauses, all computed from the log and the time control.

Because nothing else goes in, any process may find out that a deadline has passed. For puur.table.
"""

from __future__ import annotations

from collections.abc import Iterator

from puur.client.protocol import SeatClock, Turn
from puur.engine import messages as m
from puur.table.live import SEATS, Live

QUICK_WAIT = 10_000
"""Milliseconds until bots fill a table of quick play."""
CEREMONY = 20_000
"""For all commitments and openings."""
SEAT_KEPT = 45_000
"""How long a seat at an open table is kept for somebody whose connection is gone."""
OPEN_UNUSED = 30 * 60_000
"""An open table where nobody is connected and nothing happens is closed."""
FORSAKEN = 24 * 3_600_000
"""A match that all people have forsaken, and where nothing happens any more, is broken off."""
LAST_CARD = 700
"""After this pause the last card is played for those who wish it."""


def deadline(live: Live, seat: m.Seat) -> int | None:
    """When a bot takes over from a player who must act now; None without a clock, or where a bot plays anyway."""
    state, control = live.seats[seat], live.settings.clock
    if control is None or state.since is None or state.by_house or seat not in live.to_act:
        return None
    return state.since + control.move * 1000 + state.reserve


def last_card_due(live: Live, seat: m.Seat) -> int | None:
    """When a player's last card is played for him. Everybody can count it: it tells nothing about the hand."""
    state = live.seats[seat]
    if not state.auto or state.by_house or state.since is None or live.game is None:
        return None
    board = live.game.board
    if board.phase != "play" or board.turn != seat or board.cards_left(seat) != 1:
        return None
    return state.since + LAST_CARD


def next_deal(live: Live) -> int | None:
    """When the next deal begins by itself."""
    if live.stage != "playing" or live.game is None or live.game.board.phase != "ready" or live.ceremony is not None:
        return None
    if live.deal_over_at is None or all(live.seats[seat].went_on for seat in live.here):
        return live.changed_at
    return live.deal_over_at + live.settings.pause * 1000


def start_at(live: Live) -> int | None:
    """When bots fill a table of quick play."""
    return live.opened_at + QUICK_WAIT if live.quick and live.stage == "open" and live.people else None


def nonce_at(live: Live) -> int | None:
    """When the table is cancelled because a nonce is missing."""
    return None if live.ceremony is None else live.stage_at + CEREMONY


def due(live: Live) -> int | None:
    """When the table must next be looked at; None if nothing is to happen by itself."""
    if live.stage == "playing" and live.settings.clock is None and live.to_act and live.here:
        last = [moment for seat in live.to_act if (moment := last_card_due(live, seat)) is not None]
        return min(last) if last else None
    return min(_dues(live), default=None)


def _dues(live: Live) -> Iterator[int]:
    if live.stage == "over":
        return
    for moment in (start_at(live), nonce_at(live), next_deal(live)):
        if moment is not None:
            yield moment
    if live.stage == "open":
        for seat in live.taken:
            if not live.seats[seat].here:
                yield live.seats[seat].gone_at + SEAT_KEPT
        if not live.here:
            yield live.changed_at + OPEN_UNUSED
    if live.stage == "playing":
        for seat in SEATS:
            for moment in (deadline(live, seat), last_card_due(live, seat)):
                if moment is not None:
                    yield moment
        if not live.here:
            yield live.changed_at + FORSAKEN


def turn_of(live: Live) -> Turn:
    """Who must act, and the clocks, as everybody sees them."""
    clocks = None
    if live.settings.clock is not None and live.stage == "playing":
        move = live.settings.clock.move * 1000
        first, second, third, fourth = (
            SeatClock(
                reserve=state.reserve,
                deadline=deadline(live, seat),
                move_ends=None if state.since is None or state.by_house else state.since + move,
            )
            for seat, state in enumerate(live.seats)
        )
        clocks = (first, second, third, fourth)
    return Turn(
        to_act=live.to_act,
        clocks=clocks,
        deal_at=next_deal(live),
        start_at=start_at(live),
        nonce_at=nonce_at(live),
    )
