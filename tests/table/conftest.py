"""Tables on both databases."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from puur.server.migrate import upgrade
from puur.table.store import schema
from puur.table.store.database import Database
from tests.postgres import shared_database
from tests.table.at_home import Home


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    """A database of the newest schema, empty."""
    sqlite = request.param == "sqlite"
    if sqlite:
        found = Database(str(tmp_path / "puur.sqlite3"))
    else:
        found = Database(shared_database(request.getfixturevalue("postgres"), "table"))
    await upgrade(found)
    if not sqlite:
        async with found.writer.begin() as connection:
            for table in (schema.events, schema.commands, schema.players, schema.tables):
                await connection.execute(sa.delete(table))
    yield found
    await found.close()


@pytest.fixture
async def home(database: Database) -> AsyncIterator[Home]:
    found = await Home(database).start()
    yield found
    await found.stop()


@pytest.fixture
async def sqlite_home(tmp_path: Path) -> AsyncIterator[Home]:
    """Where it does not matter which database it is."""
    found = Database(str(tmp_path / "puur.sqlite3"))
    await upgrade(found)
    home = await Home(found).start()
    yield home
    await home.stop()
    await found.close()
