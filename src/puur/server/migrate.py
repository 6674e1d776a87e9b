"""Migrations: brings a database to the present schema, or says how far it is. For the server, the CLI and tests."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

from puur.server.identity import schema as identity_schema
from puur.table.store import schema
from puur.table.store.database import Database

if TYPE_CHECKING:
    from alembic.config import Config  # a tenth of the time to start, and seldom needed

METADATA = [schema.metadata, identity_schema.metadata]
FOLDER = Path(__file__).parent / "migrations"


def config(connection: sa.Connection | None = None) -> Config:
    from alembic.config import Config

    found = Config(stdout=io.StringIO())
    found.set_main_option("script_location", str(FOLDER))
    found.attributes["connection"] = connection
    return found


def head() -> str:
    """The newest revision: migrations are numbered."""
    return max(path.name.split("_")[0] for path in (FOLDER / "versions").glob("[0-9]*.py"))


async def current(database: Database) -> str | None:
    """The revision of a database; None if it is empty."""

    def revision(connection: sa.Connection) -> str | None:
        if not sa.inspect(connection).has_table("alembic_version"):
            return None
        found: str | None = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
        return found

    async with database.reader.connect() as connection:
        return await connection.run_sync(revision)


class TooNew(ValueError):
    """A database of a newer version of the program."""


async def is_present(database: Database) -> bool:
    """Whether a database has the newest revision already."""
    found = await current(database)
    if found is not None and found > head():
        raise TooNew(f"the database has revision {found}, of a newer puur; this one knows {head()}")
    return found == head()


async def upgrade(database: Database) -> None:
    """Bring a database to the newest revision. Several processes may try: one does it, the others find it done."""
    if await is_present(database):
        return
    from alembic import command

    async with database.writer.begin() as connection:
        if not database.sqlite:
            await connection.execute(sa.text("SELECT pg_advisory_xact_lock(7073)"))
        await connection.run_sync(lambda c: command.upgrade(config(c), "head"))


async def differences(database: Database) -> list[object]:
    """What the migrations leave different from the schema that the program works with: nothing, it is hoped."""

    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    def compare(connection: sa.Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        together = sa.MetaData(naming_convention=schema.metadata.naming_convention)
        for metadata in METADATA:
            for table in metadata.tables.values():
                table.to_metadata(together)
        return list(compare_metadata(context, together))

    async with database.reader.connect() as connection:
        return await connection.run_sync(compare)
