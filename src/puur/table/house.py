"""House: all tables of this process. Opens, finds, recovers and puts away. What puur.server works with."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from hmac import compare_digest

import msgspec
import sqlalchemy as sa

from puur.bots.base import UnknownBot
from puur.bots.levels import LEVELS
from puur.client import protocol as p
from puur.client import table_messages as t
from puur.engine.notation import write
from puur.engine.record import record_of
from puur.rules.variants import ruleset
from puur.table import events as e
from puur.table.actor import NEVER_CAME, Table
from puur.table.decide import By, Resume
from puur.table.fanout import News
from puur.table.live import evolve, open_table
from puur.table.opening import opening
from puur.table.services import Services, invitation_hash, listed
from puur.table.store import schema
from puur.table.store.database import Database
from puur.table.store.log import Entry

log = logging.getLogger("puur.house")

BACK_AFTER_RESTART = 15.0
"""Seconds for players to come back after a restart before they count as away."""
AT_ONCE = 32
"""Tables that are loaded at the same time at the start."""
DELETED_AT_ONCE = 1000
"""Old tables that are looked up at the same time."""


class TooMany(ValueError):
    """Somebody has too many tables that are not over."""


class Summary(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table in somebody's own list."""

    table: p.LobbyTable
    over: bool
    ended: int | None = None
    replay_key: str
    """With it, whoever has the link sees the record, if the table allows that."""


class House:
    """The tables."""

    def __init__(self, database: Database, services: Services) -> None:
        self.database = database
        self.services = services
        self.tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table | None]] = {}
        self._tasks: set[asyncio.Task[object]] = set()
        services.opened = lambda name: self._spawn(self._announce(name))

    # -------------------------------------------------------------------------------------------- life

    async def start(self) -> None:
        """Load every table that is not over, so that all go on where they were."""
        self.services.log.start()
        await self.services.fanout.start(self._hear)
        ids = await self._running()
        for i in range(0, len(ids), AT_ONCE):
            await asyncio.gather(*(self._recover(name) for name in ids[i : i + AT_ONCE]))
        if ids:
            log.info("tables recovered", extra={"tables": len(self.tables)})

    async def _recover(self, name: str) -> None:
        """Go on with a table. One whose log cannot be read must not keep the others from that."""
        try:
            await self._load(name, back=True)
        except (sa.exc.SQLAlchemyError, OSError):
            raise
        except Exception:
            log.exception("table %s cannot be recovered", name)

    async def stop(self) -> None:
        await self.services.fanout.stop()
        await asyncio.gather(*self._loading.values(), *self._tasks, return_exceptions=True)
        for table in list(self.tables.values()):
            await table.finish()
        await self.services.log.stop()

    async def _running(self) -> list[str]:
        c = schema.tables.c
        async with self.database.reader.connect() as connection:
            return list((await connection.execute(sa.select(c.id).where(c.stage != "over"))).scalars())

    # ---------------------------------------------------------------------------------------------- finding

    async def table(self, name: str) -> Table | None:
        """The table of this name, loaded from its log if need be."""
        found = self.tables.get(name)
        if found is not None:
            return found
        task = self._loading.get(name)
        if task is None:
            task = self._loading[name] = asyncio.create_task(self._load(name))
            task.add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(task)

    async def _load(self, name: str, *, back: bool = False) -> Table | None:
        """Read a table; if the server is ``back`` after a while, its clocks are seen to before they strike."""
        entries = await self.services.log.read(name)
        if not entries:
            return None
        table = self.tables[name] = Table(name, self.services, entries)
        if back:
            await table.submit(Resume())
        table.wake()
        if table.live.stage != "over":
            table.expect_everybody(BACK_AFTER_RESTART)
        return table

    async def _announce(self, name: str) -> None:
        """A rematch: its players are expected, and the lobby shows it if it has a free seat."""
        table = await self.table(name)
        if table is not None:
            self.services.fanout.publish(name, table.live.seq, True)
            if table.live.settings.visibility == "public":
                self.services.lobby_changed(name, listed(table.live))

    def release(self, table: Table) -> None:
        """Put a table away if nobody needs it in memory."""
        if table.idle and self.tables.get(table.id) is table:
            table.put_away()
            del self.tables[table.id]

    async def by_invitation(self, invitation: str) -> str | None:
        """The table that an invitation is for."""
        c = schema.tables.c
        async with self.database.reader.connect() as connection:
            query = sa.select(c.id).where(c.invitation_hash == invitation_hash(invitation))
            return (await connection.execute(query)).scalar_one_or_none()

    # ---------------------------------------------------------------------------------------------- opening

    async def open(
        self, settings: t.TableSettings, by: By | None, *, bots: bool = False, quick: bool = False
    ) -> Table:
        """Open a table; its creator sits at seat 0, with bots beside him if they are wanted.

        Raises ValueError for a game, options or a level that there are not.
        """
        ruleset(settings.variant, settings.options)
        if settings.level not in LEVELS:
            raise UnknownBot(f"unknown level {settings.level!r} (known: {', '.join(LEVELS)})")
        most = self.services.most_tables
        if most and by is not None and await self._running_of(by.user) >= most:
            raise TooMany(f"nobody may have more than {most} tables at a time")
        chance = self.services.chance
        opened = e.Opened(settings, None if by is None else by.user, chance.invitation(), quick)
        at = self.services.now()
        name = chance.table_id()
        events: list[e.LogEvent] = [opened]
        live = open_table(name, opened, at)
        if by is not None:
            events.append(e.Sat(0, t.PlayerInfo(by.name, by.kind, None, by.guest), by.user, host=True))
            events.append(t.ReadyChanged(0, quick or bots))
            live = evolve(live, events[1], at)
        if bots:
            from puur.table.seating import bot_player

            for seat in range(4):
                if live.seats[seat].player is None:
                    events.append(e.Sat(seat, bot_player(live)))
                    live = evolve(live, events[-1], at)
        await self.services.log.append(opening(name, events, at))
        entries = [Entry(seq, at, event) for seq, event in enumerate(events, start=1)]
        table = self.tables[name] = Table(name, self.services, entries)
        self.services.fanout.publish(name, len(events), True)
        if settings.visibility == "public":
            self.services.lobby_changed(name, listed(table.live))
        table.wake()
        table.expect_everybody(NEVER_CAME)
        return table

    # --------------------------------------------------------------------------------------------- the lists

    async def lobby(self) -> list[p.LobbyTable]:
        """All public tables that are not over, the newest first."""
        c = schema.tables.c
        query = sa.select(c.summary).where(c.public, c.stage != "over").order_by(c.created_at.desc(), c.id).limit(200)
        async with self.database.reader.connect() as connection:
            rows = (await connection.execute(query)).scalars()
            return [msgspec.json.decode(row, type=p.LobbyTable) for row in rows]

    async def tables_of(self, user: str, limit: int = 50) -> list[Summary]:
        """The tables where a user sits or sat, the newest first."""
        c, seats = schema.tables.c, schema.players.c
        query = (
            sa.select(c.summary, c.stage, c.finished_at, c.replay_key)
            .join(schema.players, seats.table_id == c.id)
            .where(seats.user_id == user)
            .order_by(c.created_at.desc(), c.id)
            .limit(limit)
        )
        async with self.database.reader.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [
            Summary(
                table=msgspec.json.decode(row.summary, type=p.LobbyTable),
                over=row.stage == "over",
                ended=row.finished_at,
                replay_key=row.replay_key,
            )
            for row in rows
        ]

    async def _running_of(self, user: str) -> int:
        c = schema.tables.c
        async with self.database.reader.connect() as connection:
            query = sa.select(sa.func.count()).where(c.creator == user, c.stage != "over")
            return await connection.scalar(query) or 0

    async def quick_tables(self, variant: str) -> list[str]:
        """Tables of quick play of a game that are still open, the oldest first."""
        c = schema.tables.c
        query = (
            sa.select(c.id).where(c.quick, c.stage == "open", c.variant == variant).order_by(c.created_at).limit(20)
        )
        async with self.database.reader.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def record(self, name: str, user: str | None, key: str | None) -> bytes | None:
        """The record of a match that is over, for somebody who may see it; None for everybody else."""
        c, seats = schema.tables.c, schema.players.c
        async with self.database.reader.connect() as connection:
            row = (await connection.execute(sa.select(c.replay, c.replay_key, c.stage).where(c.id == name))).first()
            own = await connection.scalar(
                sa.select(sa.func.count()).where(seats.table_id == name, seats.user_id == (user or ""))
            )
        if row is None or row.stage != "over":
            return None
        linked = row.replay == "link" and key is not None and compare_digest(key.encode(), row.replay_key.encode())
        if not (own or row.replay == "public" or linked):
            return None
        return await asyncio.to_thread(record_text, name, await self.services.log.read(name))

    async def delete(self, name: str) -> None:
        """Delete everything that is kept of a table that is over."""
        table = self.tables.pop(name, None)
        if table is not None:
            table.put_away()
        async with self.database.writer.begin() as connection:
            for kept in (schema.events, schema.commands, schema.players):
                await connection.execute(kept.delete().where(kept.c.table_id == name))
            await connection.execute(schema.tables.delete().where(schema.tables.c.id == name))

    async def delete_old(self, days: int) -> int:
        """Delete tables that were over so many days ago; returns how many."""
        c, deleted = schema.tables.c, 0
        query = sa.select(c.id).where(c.finished_at < self.services.now() - days * 86_400_000).limit(DELETED_AT_ONCE)
        while True:
            async with self.database.reader.connect() as connection:
                names = list((await connection.execute(query)).scalars())
            for name in names:
                await self.delete(name)
            deleted += len(names)
            if len(names) < DELETED_AT_ONCE:
                return deleted

    # --------------------------------------------------------------------------------------- other processes

    def _hear(self, news: News) -> None:
        if news.mutes is not None:
            self.services.mutes_changed(news.mutes)
        if news.table is None:
            return
        table = self.tables.get(news.table)
        if table is not None and table.live.seq < news.seq:
            self._spawn(table.catch_up())
        if table is not None and news.watching:
            self._spawn(table.count_spectators())
        if table is not None and news.seat is not None and news.phrase is not None:
            table.react(news.seat, news.phrase)
        if news.lobby:
            self._spawn(self._lobby_news(news.table))

    async def _lobby_news(self, name: str) -> None:
        c = schema.tables.c
        async with self.database.reader.connect() as connection:
            row = (await connection.execute(sa.select(c.summary, c.public, c.stage).where(c.id == name))).first()
        if row is not None and row.public:  # of others the lobby hears nothing, not even that they are
            table = msgspec.json.decode(row.summary, type=p.LobbyTable)
            self.services.lobby_changed(name, table if row.stage != "over" else None)

    def _spawn(self, work: object) -> None:
        task: asyncio.Task[object] = asyncio.create_task(work)  # type: ignore[arg-type]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def record_text(name: str, entries: Sequence[Entry]) -> bytes | None:
    """The record of the match in a log. Only a match that is over gives its secrets away."""
    if not entries:
        return None
    first = entries[0].event
    assert isinstance(first, e.Opened)
    live = open_table(name, first, entries[0].at)
    for entry in entries[1:]:
        live = evolve(live, entry.event, entry.at)
    if live.game is None or live.deals is None or live.stage != "over":
        return None
    game = [entry.event for entry in entries if type(entry.event) in e.ENGINE_EVENTS]
    finished = live.game.board.phase == "over"
    return write(record_of(game, live.deals.table.players, live.deals, broken_off=not finished))  # type: ignore[arg-type]
