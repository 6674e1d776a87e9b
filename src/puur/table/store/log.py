"""The log: append-only events of tables. Appends of many tables are committed together; a conflict concerns one.

``append`` returns only when the events are safe. For puur.table's keepers of tables.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
import sqlalchemy as sa

from puur.table import events as e
from puur.table.store import schema
from puur.table.store.database import Database
from puur.table.store.sealing import Seal
from puur.table.store.writer import AsyncWriter, Batch, EventRow, ThreadWriter, Writer

GROUP = 400
"""The most appends of one commit."""

SEALED = frozenset(e.SECRET)
_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[e.LogEvent] = msgspec.json.Decoder(e.LogEvent)


class Conflict(Exception):
    """Somebody else appended to this table first, or the command has been answered already."""


class Entry(msgspec.Struct, frozen=True):
    """An event with its place in the log."""

    seq: int
    at: int
    event: e.LogEvent


@dataclass(slots=True)
class Append:
    """The events of one command, with its answer and what changes in the lists. All of it or nothing."""

    table: str
    at: int
    first: int
    events: Sequence[e.LogEvent]
    author: str | None = None
    command: str | None = None
    reason: str | None = None
    row: dict[str, Any] | None = None
    """The new row of ``tables``, if anything in it changed."""
    seats: tuple[str | None, ...] | None = None
    """The new rows of ``players``."""
    also: Append | None = None
    """A table that is opened by the same command."""
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Log:
    """Reads and appends."""

    def __init__(self, database: Database, seal: Seal) -> None:
        self._database = database
        self._seal = seal
        self._waiting: list[Append] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._writer: Writer = ThreadWriter(database) if database.sqlite else AsyncWriter(database)
        self.commits = 0
        self.appends = 0

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="log-writer")

    async def stop(self) -> None:
        """Write what is waiting, then end."""
        if self._task is not None:
            while self._waiting:  # noqa: ASYNC110 - the writer is at work
                await asyncio.sleep(0.01)
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None
        self._writer.close()

    async def append(self, append: Append) -> None:
        """Write; returns when it is safe, raises Conflict if it was not to be."""
        self._waiting.append(append)
        self._wake.set()
        await append.done

    # ------------------------------------------------------------------------------------------------ writing

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            group, self._waiting = self._waiting[:GROUP], self._waiting[GROUP:]
            if not self._waiting:
                self._wake.clear()
            if group:
                await self._commit(group)

    async def _commit(self, group: list[Append]) -> None:
        try:
            await self._write(group)
        except sa.exc.IntegrityError:
            if len(group) == 1:
                _settle(group[0], Conflict())
                return
            for append in group:  # find out whose fault it was, so that the others go through
                await self._commit([append])
        except asyncio.CancelledError:
            for append in group:
                append.done.cancel()
            raise
        except Exception as error:  # noqa: BLE001 - every waiter must hear of it
            for append in group:
                _settle(append, error)
        else:
            self.commits += 1
            self.appends += len(group)
            for append in group:
                _settle(append, None)

    async def _write(self, group: list[Append]) -> None:
        # All processes write in the same order, so that none of them waits for one that waits for it.
        group = sorted(group, key=lambda append: append.table)
        whole = [*group, *(append.also for append in group if append.also is not None)]
        batch = Batch(
            events=[row for append in whole for row in self._rows(append)],
            commands=[(a.table, a.author, a.command, a.at, a.reason) for a in group if a.command is not None],
            lists=[append for append in whole if append.row is not None],
        )
        await self._writer.write(batch)

    def _rows(self, append: Append) -> list[EventRow]:
        rows: list[EventRow] = []
        for seq, event in enumerate(append.events, start=append.first):
            plain = _encoder.encode(event)
            sealed = type(event) in SEALED
            payload = self._seal.close(plain, f"{append.table}/{seq}") if sealed else plain
            rows.append((append.table, seq, append.at, e.VERSION, sealed, payload))
        return rows

    # ------------------------------------------------------------------------------------------------ reading

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        """The events of a table beyond the first ``after``, in order."""
        query = (
            sa.select(schema.events)
            .where(schema.events.c.table_id == table, schema.events.c.seq > after)
            .order_by(schema.events.c.seq)
        )
        async with self._database.reader.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [self._entry(row) for row in rows]

    def _entry(self, row: Any) -> Entry:
        payload = self._seal.open(row.payload, f"{row.table_id}/{row.seq}") if row.sealed else row.payload
        return Entry(row.seq, row.at, decode(row.version, payload))

    async def answer(self, table: str, author: str, command: str) -> tuple[str | None] | None:
        """The first answer to a command, as a tuple with the reason of its refusal; None if there was none."""
        c = schema.commands.c
        query = sa.select(c.reason).where(c.table_id == table, c.author == author, c.id == command)
        async with self._database.reader.connect() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else (row.reason,)


async def a_sealed_event(database: Database) -> tuple[bytes, str] | None:
    """Something that is sealed in a database, and where it stands: to try a key on. None if there is nothing."""
    c = schema.events.c
    query = sa.select(c.payload, c.table_id, c.seq).where(c.seq == 1, c.sealed).limit(1)
    async with database.reader.connect() as connection:
        if not await connection.run_sync(lambda sync: sa.inspect(sync).has_table(schema.events.name)):
            return None
        row = (await connection.execute(query)).first()
    return None if row is None else (row.payload, f"{row.table_id}/{row.seq}")


def decode(version: int, payload: bytes) -> e.LogEvent:
    """An event as it was written by this or an older version."""
    if version > e.VERSION:
        raise ValueError(f"an event of version {version}: written by a newer puur")
    return _decoder.decode(payload)


def _settle(append: Append, error: Exception | None) -> None:
    if append.done.done():
        return
    if error is None:
        append.done.set_result(None)
    else:
        append.done.set_exception(error)
