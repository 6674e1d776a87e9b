"""Database: connections to SQLite or PostgreSQL, one writer that commits for many at once.

SQLite runs in WAL mode with one writing connection, and every writing transaction begins IMMEDIATE.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}


class BadDatabase(ValueError):
    """An address of a database that cannot be used."""


def full_url(address: str) -> sa.URL:
    """``puur.sqlite3``, ``sqlite:///...`` or ``postgresql://...`` with the driver that Puur uses."""
    if "://" not in address:
        return sa.URL.create(DRIVERS["sqlite"], database=address)
    try:
        url = make_url(address)
    except sa.exc.ArgumentError:
        raise BadDatabase(f"not the address of a database: {address!r}") from None
    base = url.drivername.split("+")[0]
    if base not in DRIVERS:
        raise BadDatabase(f"puur runs on SQLite and PostgreSQL, not on {base}")
    return url.set(drivername=DRIVERS[base])


def pragmas(engine: sa.Engine, begin: str) -> None:
    """How SQLite is to work: write-ahead log, safe at every commit, transactions that begin as we say."""

    def connected(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        try:
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
                cursor.execute(f"PRAGMA {pragma}")
        except Exception:  # not a database
            connection.close()
            raise
        cursor.close()

    def begun(connection: sa.Connection) -> None:
        connection.exec_driver_sql(begin)

    sa.event.listen(engine, "connect", connected)
    sa.event.listen(engine, "begin", begun)


class Database:
    """Two engines: one to read with, one to write with."""

    def __init__(self, address: str) -> None:
        self.url = full_url(address)
        self.sqlite = self.url.get_backend_name() == "sqlite"
        if self.sqlite:
            if self.url.database in (None, "", ":memory:"):
                raise BadDatabase("the database must be a file: one in memory is lost with the process")
            path = Path(str(self.url.database)).absolute()
            path.parent.mkdir(parents=True, exist_ok=True)
            with suppress(FileExistsError):  # hashes of passwords are nothing for other users of the machine
                os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            self.reader = self._sqlite_engine("BEGIN", pool_size=4)
            self.writer = self._sqlite_engine("BEGIN IMMEDIATE", pool_size=1)
        else:
            self.reader = create_async_engine(
                self.url, pool_size=4, max_overflow=4, pool_pre_ping=True, hide_parameters=True
            )
            self.writer = create_async_engine(
                self.url, pool_size=4, max_overflow=0, pool_pre_ping=True, hide_parameters=True
            )

    def _sqlite_engine(self, begin: str, pool_size: int) -> AsyncEngine:
        engine = create_async_engine(
            self.url,
            pool_size=pool_size,
            max_overflow=0,
            pool_timeout=60,
            hide_parameters=True,
            connect_args={"timeout": 30},
        )

        pragmas(engine.sync_engine, begin)
        return engine

    async def close(self) -> None:
        await self.reader.dispose()
        await self.writer.dispose()
