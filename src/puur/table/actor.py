"""Table: one live table with one queue and one writer. Decide, append, then tell: what was told is safe.

Everything here runs in one event loop. For puur.table.house.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

from puur.client import table_messages as t
from puur.engine import messages as m
from puur.table import events as e
from puur.table.audience import Audience, Listener
from puur.table.clock import due
from puur.table.decide import Arrive, BotDo, Command, Do, Tick, decide
from puur.table.draft import Draft
from puur.table.fanout import here, watchers
from puur.table.live import Live, evolve, open_table, same_list_entry
from puur.table.minds import in_a_hurry
from puur.table.opening import opening, replay_key
from puur.table.queue import Queue
from puur.table.services import Services, listed, row_of, seats_of
from puur.table.store.log import Append, Conflict, Entry

log = logging.getLogger("puur.table")

ANSWERS = 128
"""First answers kept in memory; older ones are in the database."""
TRIES = 8
"""How often a command is decided anew because another process was quicker."""
RETRY = 1.0
"""Seconds until something is tried again that failed, as when the database is away."""
NEVER_CAME = 15.0
"""Seconds for somebody who has just sat down to listen, before he counts as away."""
LATE = 0.02
"""Seconds by which a timer is late on purpose, so that what is due is due."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a command: no reason means that it was carried out."""

    reason: t.AnyReason | None = None
    told: bool = False
    """Whether the author has been told by an update."""


class Table:
    """A table, while it is in memory."""

    def __init__(self, table: str, services: Services, entries: Sequence[Entry]) -> None:
        first = entries[0]
        assert isinstance(first.event, e.Opened)
        self.id = table
        self.live: Live = open_table(table, first.event, first.at)
        self.audience = Audience(table)
        self._services = services
        self._queue: Queue[Answer] = Queue(table)
        self._unsure = False
        self._answers: OrderedDict[tuple[str, str], Answer] = OrderedDict()
        self._timer: asyncio.TimerHandle | None = None
        self._thinking: dict[m.Seat, asyncio.Task[None]] = {}
        self._leaving: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[Answer]] = set()
        self._watching = self._spectators = 0
        self._put_away = False
        self.audience.fold([first.event])
        for entry in entries[1:]:
            self.live = evolve(self.live, entry.event, entry.at)
            self.audience.fold([entry.event])

    # -------------------------------------------------------------------------------------------- from outside

    async def submit(self, command: Command, author: Listener | None = None, id_: str | None = None) -> Answer:
        """Carry out a command, after those that came before it."""
        return await self._queue.run(lambda: self._carry_out(command, author, id_))

    async def subscribe(self, listener: Listener, seat: m.Seat | None, k: int) -> Answer:
        """Send a listener everything from its k-th thing on, and what happens from now."""
        return await self._queue.run(lambda: self._subscribe(listener, seat, k))

    async def catch_up(self) -> Answer:
        """Another process has appended: read it."""
        return await self._queue.run(self._refresh_all)

    def unsubscribe(self, listener: Listener) -> None:
        """Forget a listener; if it was a player's last, he is away after a while."""
        self.audience.roles.pop(listener, None)
        self._show_spectators()
        user = listener.user
        if user not in self.audience.users() and self.live.seat_of(user) is not None:
            self._expect(user, self._services.away)

    def wake(self) -> None:
        """Set the timer and let bots think: after loading, and after every change."""
        self._set_timer()
        self._ask_bots()

    def expect_everybody(self, grace: float) -> None:
        """Whoever sits here and is not connected after a while is away: after a restart, or if he never came."""
        listening = self.audience.users()
        for seat in self.live.taken:
            user = self.live.seats[seat].user
            if user is not None and self.live.seats[seat].here and user not in listening:
                self._expect(user, grace)

    def _expect(self, user: str, grace: float) -> None:
        if user not in self._leaving:
            loop = asyncio.get_running_loop()
            self._leaving[user] = loop.call_later(grace, lambda: self._background(self._gone(user)))

    @property
    def idle(self) -> bool:
        """Whether it may be put away: over, and nobody listens."""
        return self.live.stage == "over" and not self.audience.roles and not self._queue.busy

    def put_away(self) -> None:
        """Stop timers and bots."""
        self._put_away = True
        if self._timer is not None:
            self._timer.cancel()
        for handle in self._leaving.values():
            handle.cancel()
        for task in (*self._thinking.values(), *self._tasks):
            task.cancel()

    async def finish(self) -> None:
        """Put the table away when what is queued is done."""
        self.put_away()
        while self._queue.busy:  # noqa: ASYNC110 - once, at the end
            await asyncio.sleep(0.001)

    def _background(self, work: Coroutine[Any, Any, Answer]) -> None:
        if self._put_away:
            work.close()
            return
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --------------------------------------------------------------------------------------------- commanding

    async def _carry_out(self, command: Command, author: Listener | None, id_: str | None) -> Answer:
        user = command.by.user if isinstance(command, Do) else None
        if id_ is not None and user is not None and (user, id_) in self._answers:
            return self._answers[user, id_]
        if self._unsure:
            await self._refresh()
        asked = self._services.fanout.alone
        for _ in range(TRIES):
            seat = None if user is None else self.live.seat_of(user)
            view = None if seat is None else self.audience.view(seat)
            outcome = decide(self.live, command, self._services.now(), self._services.chance, view)
            try:
                if not isinstance(outcome, Draft):
                    if not asked:  # another process may know more: a refusal must not be yesterday's
                        asked = True
                        if await self._refresh():
                            continue
                    return await self._refuse(outcome, user, id_)
                if outcome.reaction is not None and seat is not None:
                    answer = self._react(seat, outcome.reaction)
                    return answer if user is None or id_ is None else self._remember(user, id_, answer)
                if not outcome.events:
                    return Answer()
                return await self._append(outcome, user, author, id_)
            except Conflict:
                if user is not None and id_ is not None:
                    first = await self._services.log.answer(self.id, user, id_)
                    if first is not None:
                        return self._remember(user, id_, Answer(first[0]))  # type: ignore[arg-type]
                await self._refresh()
        raise RuntimeError(f"table {self.id}: somebody else was quicker {TRIES} times")

    async def _refuse(self, reason: t.AnyReason, user: str | None, id_: str | None) -> Answer:
        if user is None or id_ is None:
            return Answer(reason)
        now = self._services.now()
        await self._services.log.append(Append(self.id, now, 0, (), user, id_, reason))
        return self._remember(user, id_, Answer(reason))

    async def _append(self, draft: Draft, user: str | None, author: Listener | None, id_: str | None) -> Answer:
        same = same_list_entry(self.live, draft.live)
        append = Append(self.id, draft.at, self.live.seq + 1, draft.events, None if id_ is None else user, id_)
        if not same:
            append.row = {**row_of(draft.live), "changed_at": draft.at, "replay_key": replay_key(draft.live)}
            append.seats = seats_of(draft.live)
        if draft.opens is not None:
            append.also = opening(*draft.opens, draft.at)
        try:
            await self._services.log.append(append)
        except Conflict:
            raise
        except BaseException:
            self._unsure = True  # it may be in the log, or not
            self._background(self._make_sure())
            raise
        before = self.live
        self.live = draft.live
        told = self._tell(before, draft.events, author, id_)
        self._services.fanout.publish(self.id, self.live.seq, not same)
        if not same and self.live.settings.visibility == "public":
            self._services.lobby_changed(self.id, listed(self.live))
        if draft.opens is not None:
            self._services.opened(draft.opens[0])
        self._expect_the_seated(draft.events)
        self.wake()
        answer = Answer(None, told)
        if user is not None and id_ is not None:
            self._remember(user, id_, Answer())
        return answer

    def _remember(self, user: str, id_: str, answer: Answer) -> Answer:
        self._answers[user, id_] = answer
        if len(self._answers) > ANSWERS:
            self._answers.popitem(last=False)
        return answer

    def _react(self, seat: m.Seat, reaction: t.React) -> Answer:
        if self.audience.may_react(seat, self._services.now()):
            self.react(seat, reaction.phrase)
            self._services.fanout.publish(self.id, seat=seat, phrase=reaction.phrase)
        return Answer()

    def react(self, seat: m.Seat, phrase: t.Phrase) -> None:
        """Somebody reacted, here or in another process."""
        self.audience.react(self.live, seat, phrase)

    # ------------------------------------------------------------------------------------------------- telling

    def _tell(self, before: Live, events: Sequence[e.LogEvent], author: Listener | None, id_: str | None) -> bool:
        told = self.audience.tell(self.live, events, author, id_)
        if not same_list_entry(before, self.live):
            moved = [
                listener for listener, role in self.audience.roles.items() if self.live.seat_of(listener.user) != role
            ]
            for listener in moved:
                self._background(self.subscribe(listener, None, 0))
            if before.stage == "open" and self.live.stage != "open" and not self.live.settings.spectators:
                self.audience.dismiss_spectators()
        return told

    def _expect_the_seated(self, events: Sequence[e.LogEvent]) -> None:
        """Who sits down is there if he listens, too, within a while."""
        if any(isinstance(event, e.Sat) for event in events):
            self.expect_everybody(NEVER_CAME)

    async def _subscribe(self, listener: Listener, seat: m.Seat | None, k: int) -> Answer:
        if not self._services.fanout.alone:
            await self._refresh()
            self._background(self.count_spectators())
        role = self.live.seat_of(listener.user)
        if role is None and not self.live.settings.spectators and self.live.stage != "open":
            return Answer("not-seated")
        fresh = listener not in self.audience.roles
        start = k if role == seat and k <= self.audience.counts[role] else 0
        if start == self.audience.counts[role]:
            self.audience.roles[listener] = role
            self.audience.greet(self.live, listener, role, (), start)
        else:
            entries = [entry for entry in await self._services.log.read(self.id) if entry.seq <= self.live.seq]
            self.audience.welcome(self.live, listener, role, [entry.event for entry in entries], start)
        self._show_spectators()
        if role is not None:
            if self._spectators:
                self.audience.tell_spectators(self._spectators, [listener])
            await self._arrived(listener.user, fresh=fresh)
        return Answer()

    async def _arrived(self, user: str, *, fresh: bool) -> None:
        handle = self._leaving.pop(user, None)
        if handle is not None:
            handle.cancel()
        await self._services.fanout.tally(here(self.id, user), 1)
        seat = self.live.seat_of(user)
        if seat is not None and (not self.live.seats[seat].here or (fresh and self.live.seats[seat].left)):
            await self._carry_out(Arrive(user, True), None, None)

    async def _gone(self, user: str) -> Answer:
        self._leaving.pop(user, None)
        if user in self.audience.users() or await self._services.fanout.tally(here(self.id, user), 0):
            return Answer()
        return await self.submit(Arrive(user, False))

    def _show_spectators(self) -> None:
        watching = self.audience.spectators
        if watching == self._watching:
            return
        self._watching = watching
        if self._services.fanout.alone:
            self._spectators = watching
            self.audience.tell_spectators(watching)
        else:
            self._background(self.count_spectators(tell_others=True))

    async def count_spectators(self, *, tell_others: bool = False) -> Answer:
        """Count those in all processes, and tell if the number is another one."""
        total = await self._services.fanout.tally(watchers(self.id), self._watching)
        if tell_others:
            self._services.fanout.publish(self.id, watching=True)
        if total != self._spectators:
            self._spectators = total
            self.audience.tell_spectators(total)
        return Answer()

    # ---------------------------------------------------------------------------------------- other processes

    async def _refresh_all(self) -> Answer:
        await self._refresh()
        return Answer()

    async def _make_sure(self) -> Answer:
        """After an append of which nobody knows whether it was made: go on from what the log says."""
        while self._unsure:
            try:
                await self.catch_up()
            except Exception:
                log.exception("table %s: the log cannot be read", self.id)
                await asyncio.sleep(RETRY)
        self.wake()
        return Answer()

    async def _refresh(self) -> bool:
        """Read what others have appended, and tell it; whether there was anything."""
        entries = await self._services.log.read(self.id, self.live.seq)
        self._unsure = False
        if not entries:
            return False
        before = self.live
        for entry in entries:
            self.live = evolve(self.live, entry.event, entry.at)
        self._tell(before, [entry.event for entry in entries], None, None)
        self.wake()
        return True

    # ------------------------------------------------------------------------------------------ time and bots

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        moment = due(self.live)
        if moment is not None:
            delay = max(0.0, (moment - self._services.now()) / 1000 + LATE)
            self._timer = asyncio.get_running_loop().call_later(delay, self._tick)

    def _tick(self) -> None:
        self._timer = None
        self._background(self._look())

    async def _look(self) -> Answer:
        try:
            answer = await self.submit(Tick())
        except Exception:
            log.exception("table %s: what is due could not be done", self.id)
            await asyncio.sleep(RETRY)
            answer = Answer()
        if self._timer is None:
            self._set_timer()
        return answer

    def _ask_bots(self) -> None:
        for seat in self.live.to_act:
            if self.live.seats[seat].by_house and seat not in self._thinking:
                view = self.audience.view(seat)
                player = self.live.seats[seat].player
                assert view is not None
                assert player is not None
                level = player.level or self.live.settings.level
                self._thinking[seat] = asyncio.create_task(self._think(seat, level))

    async def _think(self, seat: m.Seat, level: str) -> None:
        """Let a bot choose, and wait as long as it seems to think."""
        try:
            minds, view = self._services.minds, self.audience.view(seat)
            assert view is not None
            move = self.live.seats[seat].move
            pause = minds.pause(level)
            if pause:
                action, _ = await asyncio.gather(minds.choose(view, level), asyncio.sleep(pause))
            else:
                action = await minds.choose(view, level)
            answer = await self.submit(BotDo(seat, action, move))
            if answer.reason not in (None, "wrong-stage") and seat in self.live.to_act:
                view = self.audience.view(seat)
                assert view is not None
                await self.submit(BotDo(seat, in_a_hurry(view), move))
        except Exception:
            log.exception("table %s: a bot could not move", self.id)
            await asyncio.sleep(RETRY)
        finally:
            self._thinking.pop(seat, None)
        self._ask_bots()
