"""Carries out the orders of admins at the live tables. Every server process runs one watch.

Closing a table and closing connections can be done twice without harm, so all processes carry out every order: each
has connections of its own. An order stays open until one process has done it, even over a restart.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from sqlalchemy import Row, delete, or_, select, update
from sqlalchemy.exc import SQLAlchemyError

from puur.server.identity import schema
from puur.server.identity.context import Identity

EVERY = 2.0
"""Seconds between two looks."""
RECENT = 60_000
"""For so long (milliseconds) an order that another process has done is done here as well."""

logger = logging.getLogger(__name__)


class OrderWatch:
    """Looks for new orders until it is cancelled."""

    def __init__(self, identity: Identity) -> None:
        self._identity = identity
        self._seen: dict[str, int] = {}

    async def run(self) -> None:
        while True:
            try:
                await self.look()
            except (SQLAlchemyError, OSError):
                logger.exception("orders of admins could not be read")
            await asyncio.sleep(EVERY)

    async def look(self) -> int:
        """Carry out what is new; returns how many orders that was."""
        orders, now = schema.orders.c, self._identity.now()
        query = (
            select(schema.orders)
            .where(or_(orders.done_at.is_(None), orders.created_at > now - RECENT))
            .order_by(orders.created_at)
        )
        async with self._identity.database.reader.connect() as db:
            rows = [row for row in await db.execute(query) if row.id not in self._seen]
        done = [row for row in rows if await self._carry_out(row)]
        self._seen = {order: at for order, at in self._seen.items() if at > now - 2 * RECENT}
        self._seen |= {row.id: row.created_at for row in done}
        fresh = [row.id for row in done if row.done_at is None]
        if fresh:
            async with self._identity.database.writer.begin() as db:
                await db.execute(update(schema.orders).where(orders.id.in_(fresh)).values(done_at=now))
                await db.execute(delete(schema.orders).where(orders.done_at < now - 10 * RECENT))
        return len(done)

    async def _sessions(self, account: str) -> frozenset[str]:
        sessions = schema.sessions.c
        async with self._identity.database.reader.connect() as db:
            return frozenset(await db.scalars(select(sessions.id).where(sessions.account == account)))

    async def _carry_out(self, row: Row[Any]) -> bool:
        try:
            match row.kind:
                case "close-table":
                    await self._identity.tables.close_table(row.target, row.reason)
                case "forget-player":
                    await self._identity.tables.forget(row.target)
                case "end-sessions":
                    await self._identity.tables.sessions_ended(row.target, await self._sessions(row.target))
                case _:
                    await self._identity.tables.drop_player(row.target)
        except Exception:
            logger.exception("an order could not be carried out: %s %s", row.kind, row.target)
            return False
        return True
