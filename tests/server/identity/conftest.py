"""Identity on both databases, with a clock that tests turn, cheap password hashes, and browsers to click with."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from litestar import Litestar
from litestar.openapi import OpenAPIConfig

from puur.server.identity import schema
from puur.server.identity.context import Identity
from puur.server.identity.routes import identity_router
from puur.server.identity.settings import IdentitySettings
from puur.table.store.database import Database
from puur.table.store.sealing import MasterKey
from tests.postgres import shared_database
from tests.server.identity.browser import CHEAP, Browser, Clock, Seats, World


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    """An empty database with the tables of identity."""
    if request.param == "sqlite":
        database = Database(str(tmp_path / "puur.sqlite3"))
    else:
        database = Database(shared_database(request.getfixturevalue("postgres"), "identity"))
    async with database.writer.begin() as db:
        if not database.sqlite:
            await db.run_sync(schema.metadata.drop_all)
            await db.execute(sa.text("DROP FUNCTION IF EXISTS admin_audit_append_only()"))
        await db.run_sync(schema.metadata.create_all)
    yield database
    await database.close()


@pytest.fixture
def settings() -> IdentitySettings:
    """What a test file may replace."""
    return CHEAP


@pytest.fixture(scope="session")
def app() -> Litestar:
    """One app for all tests; each gives it an identity of its own."""
    described = OpenAPIConfig(title="Puur", version="0", use_handler_docstrings=True)
    return Litestar([identity_router()], logging_config=None, openapi_config=described)


@pytest.fixture
async def world(database: Database, settings: IdentitySettings, app: Litestar) -> AsyncIterator[World]:
    clock, seats = Clock(), Seats()
    identity = Identity.open(database, MasterKey(bytes(32)), settings, seats, clock)
    app.state.identity = identity
    world = World(identity, app, clock, seats)
    yield world
    await world.close()
    identity.close()


@pytest.fixture
def tab(world: World) -> Browser:
    return world.browser()
