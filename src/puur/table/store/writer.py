"""Writer: one transaction for the appends of many tables. For puur.table.store.log.

SQLite is written by a thread of its own, in as few calls as possible: every call that leaves the interpreter must
wait to come in again, which on a busy server costs more than the work itself. PostgreSQL is written asynchronously.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol, TypeAlias

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from puur.table.store import schema
from puur.table.store.database import Database, pragmas

EventRow: TypeAlias = tuple[str, int, int, int, bool, bytes]
CommandRow: TypeAlias = tuple[str, str | None, str, int, str | None]


class Listing(Protocol):
    """What changes in the lists of tables and players."""

    @property
    def table(self) -> str: ...

    @property
    def row(self) -> dict[str, Any] | None: ...

    @property
    def seats(self) -> tuple[str | None, ...] | None: ...


@dataclass(frozen=True, slots=True)
class Batch:
    """What is written together."""

    events: list[EventRow]
    commands: list[CommandRow]
    lists: Sequence[Listing]


class Writer(Protocol):
    """Writes batches, all or nothing; raises IntegrityError where something is there already."""

    async def write(self, batch: Batch) -> None: ...

    def close(self) -> None: ...


@cache
def insertion(table: sa.Table, rows: int) -> str:
    """The text that inserts so many rows at once."""
    columns = ", ".join(column.name for column in table.columns)
    one = f"({', '.join('?' * len(table.columns))})"
    return f"INSERT INTO {table.name} ({columns}) VALUES {', '.join([one] * rows)}"  # noqa: S608 - our own names


def chunks(rows: Sequence[tuple[Any, ...]], size: int = 100) -> Iterable[Sequence[tuple[Any, ...]]]:
    """Pieces that one statement can take."""
    for at in range(0, len(rows), size):
        yield rows[at : at + size]


class ThreadWriter:
    """For SQLite."""

    def __init__(self, database: Database) -> None:
        self._engine = sa.create_engine(
            database.url.set(drivername="sqlite"),
            poolclass=sa.pool.StaticPool,
            hide_parameters=True,
            connect_args={"timeout": 30, "check_same_thread": False, "cached_statements": 256},
        )
        pragmas(self._engine, "BEGIN IMMEDIATE")
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="log")

    async def write(self, batch: Batch) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._write, batch)

    def _write(self, batch: Batch) -> None:
        with self._engine.begin() as connection:
            for table, rows in ((schema.events, batch.events), (schema.commands, batch.commands)):
                for chunk in chunks(rows):
                    values = tuple(value for row in chunk for value in row)
                    connection.exec_driver_sql(insertion(table, len(chunk)), values)
            for listing in batch.lists:
                for statement, parameters in list_statements(listing, sqlite.insert):
                    connection.execute(statement, parameters)

    def close(self) -> None:
        self._thread.shutdown()
        self._engine.dispose()


class AsyncWriter:
    """For PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._engine = database.writer

    async def write(self, batch: Batch) -> None:
        async with self._engine.begin() as connection:
            for table, rows in ((schema.events, batch.events), (schema.commands, batch.commands)):
                if rows:
                    names = [column.name for column in table.columns]
                    await connection.execute(table.insert(), [dict(zip(names, row, strict=True)) for row in rows])
            for listing in batch.lists:
                for statement, parameters in list_statements(listing, postgresql.insert):
                    await connection.execute(statement, parameters)

    def close(self) -> None:
        """The engine belongs to the database."""


def list_statements(listing: Listing, insert: Any) -> Iterable[tuple[Any, list[dict[str, Any]] | None]]:
    """The statements that bring the lists up to date."""
    row = {"id": listing.table, **(listing.row or {})}
    changes = {key: value for key, value in row.items() if key not in ("id", "created_at", "replay_key")}
    yield insert(schema.tables).values(row).on_conflict_do_update(index_elements=["id"], set_=changes), None
    if listing.seats is not None:
        yield schema.players.delete().where(schema.players.c.table_id == listing.table), None
        seats = [
            {"table_id": listing.table, "seat": seat, "user_id": user} for seat, user in enumerate(listing.seats)
        ]
        yield schema.players.insert(), seats
