"""Decide: (Live, command, time, chance) -> Draft | the reason of a refusal. The judge of everything at a table.

What concerns the game is left to the engine; seats before the match are in ``seating``. For puur.table.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from puur.cards import CODES, cards_of
from puur.client import table_messages as t
from puur.engine import ceremony as rite
from puur.engine import messages as m
from puur.engine.ceremony import Fault
from puur.engine.phases.play import legal_cards
from puur.engine.view import View
from puur.table import clock, seating
from puur.table.claim import proof
from puur.table.draft import Chance, Draft
from puur.table.live import SEATS, Live


class By(msgspec.Struct, frozen=True):
    """Who gives a command: a person, or somebody's bot."""

    user: str
    name: str
    kind: Literal["human", "bot"] = "human"
    guest: bool = False


class Do(msgspec.Struct, frozen=True):
    """An action of a user."""

    by: By
    action: t.AnyAction


class BotDo(msgspec.Struct, frozen=True):
    """What a bot of the house chose, and for which move of its seat."""

    seat: m.Seat
    action: m.SeatAction
    move: int


class Arrive(msgspec.Struct, frozen=True):
    """A user's first connection came, or one after he had left; or the last one went."""

    user: str
    here: bool


class Tick(msgspec.Struct, frozen=True):
    """Time has passed."""


class Resume(msgspec.Struct, frozen=True):
    """The server is back after a while in which nobody could do anything."""


class Close(msgspec.Struct, frozen=True):
    """An administrator closes the table."""


Command: TypeAlias = Do | BotDo | Arrive | Tick | Resume | Close


def decide(live: Live, command: Command, at: int, chance: Chance, view: View | None) -> Draft | t.AnyReason:
    """What a command leads to. ``view`` is what the seat of its author may know, where it has one."""
    draft = Draft(live, max(at, live.changed_at), chance)
    reason = _judge(draft, command, view)
    return draft if reason is None else reason


def _judge(draft: Draft, command: Command, view: View | None) -> t.AnyReason | None:
    live = draft.live
    if isinstance(command, Do):
        return _do(draft, command.by, command.action, view)
    if isinstance(command, BotDo):
        state = live.seats[command.seat]
        if live.stage != "playing" or live.game is None or not state.by_house or state.move != command.move:
            return "wrong-stage"
        return draft.play(command.seat, command.action)
    if isinstance(command, Tick):
        _tick(draft)
        return None
    if isinstance(command, Arrive):
        return _arrive(draft, command)
    if live.stage == "over":
        return "wrong-stage"
    if isinstance(command, Resume):
        if (clock.due(live) or draft.at) < draft.at:
            draft.add(t.Resumed())
        return None
    draft.add(t.TableCancelled("closed"))
    return None


# ---------------------------------------------------------------------------------------------- what users do


def _do(draft: Draft, by: By, action: t.AnyAction, view: View | None) -> t.AnyReason | None:
    live = draft.live
    if isinstance(action, t.Sit):
        return seating.sit(draft, by.user, t.PlayerInfo(by.name, by.kind, None, by.guest), action.seat)
    seat = live.seat_of(by.user)
    if seat is None:
        return "not-seated"
    if isinstance(action, t.Leave):
        return seating.leave(draft, seat)
    if isinstance(action, t.Kick | t.Fill | t.Ready | t.Start):
        return seating.before_the_match(draft, seat, action)
    if isinstance(action, t.CommitNonce | t.OpenNonce):
        return _nonce(draft, seat, action)
    if isinstance(action, t.AutoPlay):
        if live.seats[seat].auto != action.on:
            draft.add(t.AutoPlayChanged(seat, action.on))
        return None
    if isinstance(action, t.React):
        draft.reaction = action
        return None
    if isinstance(action, t.Mute):
        if (action.seat in live.seats[seat].muted) != action.on:
            draft.add(t.MuteChanged(seat, action.seat, action.on))
        return None
    if isinstance(action, t.Rematch):
        return seating.rematch(draft, seat)
    return _in_the_match(draft, seat, action, view)


def _in_the_match(
    draft: Draft, seat: m.Seat, action: m.SeatAction | t.GoOn | t.TakeBack | t.Claim, view: View | None
) -> t.AnyReason | None:
    live = draft.live
    if live.stage != "playing" or live.game is None:
        return "wrong-stage"
    state = live.seats[seat]
    if isinstance(action, t.TakeBack):
        if not state.substituted:
            return "wrong-stage"
        draft.add(t.TookBack(seat))
        return None
    if isinstance(action, t.GoOn):
        return _go_on(draft, seat)
    if isinstance(action, t.Claim):
        return _claim(draft, seat, view)
    if state.substituted:
        draft.add(t.TookBack(seat))
    return draft.play(seat, action)


def _go_on(draft: Draft, seat: m.Seat) -> t.AnyReason | None:
    live = draft.live
    assert live.game is not None
    if live.game.board.phase != "ready" or live.deal_over_at is None:
        return "wrong-phase"
    if live.seats[seat].substituted:
        draft.add(t.TookBack(seat))
    if not live.seats[seat].went_on:
        draft.add(t.WentOn(seat))
    _deal_if_due(draft)
    return None


def _claim(draft: Draft, seat: m.Seat, view: View | None) -> t.AnyReason | None:
    """Play all remaining tricks at once: the claimant in the proven order, the others as they must."""
    order = None if view is None else proof(view)
    if order is None:
        return "not-proven"
    if draft.live.seats[seat].substituted:
        draft.add(t.TookBack(seat))
    draft.add(t.Claimed(seat, tuple(CODES[card] for card in order)))
    for card in order:
        for turn in range(4):
            game = draft.live.game
            assert game is not None
            if game.board.phase != "play":
                return None  # the match ended at once
            player = (seat + turn) % 4
            choice = card if turn == 0 else cards_of(legal_cards(game.board, game.mine[player].hand))[0]
            problem = draft.play(player, m.Play(CODES[choice]))
            assert problem is None, problem
    return None


def _nonce(draft: Draft, seat: m.Seat, action: t.CommitNonce | t.OpenNonce) -> t.AnyReason | None:
    ceremony = draft.live.ceremony
    if ceremony is None:
        return "wrong-stage"
    if isinstance(action, t.CommitNonce):
        after = rite.commit(ceremony, seat, bytes.fromhex(action.commitment))
        event: t.NonceCommitted | t.NonceOpened = t.NonceCommitted(seat, action.commitment)
    else:
        after = rite.open_nonce(ceremony, seat, bytes.fromhex(action.nonce))
        event = t.NonceOpened(seat, action.nonce)
    if isinstance(after, Fault):
        assert after.reason != "bad-size"
        return after.reason
    draft.add(event)
    draft.begin_if_fair()
    return None


def _arrive(draft: Draft, command: Arrive) -> t.AnyReason | None:
    live = draft.live
    seat = live.seat_of(command.user)
    if seat is None:
        return "not-seated"
    state = live.seats[seat]
    if live.stage == "over" and (live.game is None or live.next_table is not None):
        return "wrong-stage"
    if state.here != command.here:
        draft.add(t.PresenceChanged(seat, command.here))
    elif not (command.here and state.left):
        return "not-seated"
    if live.stage == "over":
        seating.rematch_if_wished(draft)
    elif command.here and state.substituted:
        draft.add(t.TookBack(seat))
    return None


# --------------------------------------------------------------------------------------------- what time does


def _tick(draft: Draft) -> None:
    live, at = draft.live, draft.at
    if live.stage == "over":
        return
    nonce_at = clock.nonce_at(live)
    if nonce_at is not None and at >= nonce_at:
        assert live.ceremony is not None
        draft.add(t.TableCancelled("nonce", live.ceremony.waiting_for[0]))
    elif live.stage == "open":
        seating.tick(draft)
    elif live.stage == "playing":
        if not live.here and at >= live.changed_at + clock.FORSAKEN:
            draft.add(t.TableCancelled("empty"))
            return
        _deal_if_due(draft)
        for seat in SEATS:
            _overdue(draft, seat)


def _deal_if_due(draft: Draft) -> None:
    moment = clock.next_deal(draft.live)
    if moment is not None and draft.at >= moment:
        draft.deal()


def _overdue(draft: Draft, seat: m.Seat) -> None:
    """Play a last card; hand a seat whose time is up to a bot, or enter the estimate that is missing."""
    live = draft.live
    game = live.game
    last = clock.last_card_due(live, seat)
    if game is not None and last is not None and draft.at >= last:
        draft.play(seat, m.Play(CODES[cards_of(legal_cards(game.board, game.mine[seat].hand))[0]]))
        return
    end = clock.deadline(live, seat)
    if end is None or draft.at < end or game is None:
        return
    here = live.seats[seat].here
    rules = game.board.rules
    if here and game.board.phase == "estimate" and rules.announcement == "covered":
        draft.play(seat, m.Estimate(rules.missing_estimate))
        return
    draft.add(t.Substituted(seat, "time" if here else "away"))
