"""puur db upgrade: bring a database to the present schema before a server uses it."""

from __future__ import annotations

import asyncio

import sqlalchemy as sa

from puur.server.migrate import current, head, is_present, upgrade
from puur.table.store.database import Database


def run_upgrade(address: str) -> str:
    """Upgrade; returns one line that says what was done. Raises ValueError or OSError."""
    return asyncio.run(_upgrade(address))


async def _upgrade(address: str) -> str:
    database = Database(address)
    try:
        if await is_present(database):
            return f"already at revision {head()}"
        before = await current(database)
        await upgrade(database)
        return f"from {before or 'an empty database'} to revision {head()}"
    except sa.exc.SQLAlchemyError as error:
        raise ValueError(f"cannot upgrade the database: {str(error).splitlines()[0]}") from None
    finally:
        await database.close()
