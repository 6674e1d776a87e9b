"""The same tests on SQLite and on PostgreSQL. For tests/server."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import pytest
import sqlalchemy as sa

from puur.table.store import schema
from puur.table.store.database import Database
from tests.postgres import fresh_database

Kind = Literal["sqlite", "postgresql"]
KINDS: tuple[Kind, Kind] = ("sqlite", "postgresql")


def on(kind: Kind, *values: object, slow: bool = False) -> Any:
    """The parameters of a test that runs on this database."""
    marks = [*([pytest.mark.postgres] if kind == "postgresql" else []), *([pytest.mark.slow] if slow else [])]
    return pytest.param(kind, *values, marks=marks)


def settings_on(request: pytest.FixtureRequest, kind: Kind, folder: Path) -> dict[str, Any]:
    """The settings of a server with a new database of this kind."""
    if kind == "sqlite":
        return {"database": str(folder / "puur.sqlite3")}
    address = fresh_database(request.getfixturevalue("postgres"))
    return {"database": address, "key_file": str(folder / "puur.key")}


async def logs_in(address: str) -> list[tuple[str, int, int, int]]:
    """Of every table in a database: its name, how many events its log has, the first and the last number."""
    c = schema.events.c
    query = sa.select(c.table_id, sa.func.count(), sa.func.min(c.seq), sa.func.max(c.seq)).group_by(c.table_id)
    return [(name, count, first, last) for name, count, first, last in await _ask(address, query)]


async def stages_in(address: str) -> set[str]:
    """The stages of all tables in a database."""
    return {row.stage for row in await _ask(address, sa.select(schema.tables.c.stage))}


async def _ask(address: str, query: Any) -> list[Any]:
    database = Database(address)
    try:
        async with database.reader.connect() as connection:
            return list((await connection.execute(query)).all())
    finally:
        await database.close()
