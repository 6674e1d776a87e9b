"""What identity may ask of the live tables (puur.server.identity.tables), and the other way round. For server.app."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from puur.client import protocol as p
from puur.client import table_messages as t
from puur.server.entering import may_enter
from puur.server.identity.tables import Sitter
from puur.table.decide import By, Close, Do
from puur.table.house import House
from puur.table.store import schema

Disconnect = Callable[[str, int], None]
EndSessions = Callable[[str, frozenset[str]], None]


class LiveTables:
    """The tables of this process, as identity sees them."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.disconnect: Disconnect = lambda _user, _code: None
        self.end_sessions: EndSessions = lambda _user, _left: None

    async def sitter(self, table: str, seat: int, viewer: str) -> Sitter | None:
        """The person at a seat, if ``viewer`` may see this table."""
        found = await self._house.table(table)
        if found is None or not may_enter(found, viewer, None):
            return None
        state = found.live.seats[seat]
        return None if state.user is None or state.player is None else Sitter(state.user, state.player.name)

    async def matches_of(self, player: str) -> Sequence[dict[str, Any]]:
        """A player's tables, the newest first, with the records of those that are over."""
        found = []
        for row in await self._rows(player):
            summary = msgspec.json.decode(row.summary, type=p.LobbyTable)
            record = await self._house.record(row.id, player, None)
            found.append(
                {
                    "table": row.id,
                    "variant": row.variant,
                    "stage": row.stage,
                    "began": row.created_at,
                    "ended": row.finished_at,
                    "seats": [None if s.player is None else s.player.name for s in summary.seats],
                    "record": None if record is None else record.decode(),
                }
            )
        return found

    async def close_table(self, table: str, reason: str) -> None:  # noqa: ARG002 - the reason is in the audit log
        found = await self._house.table(table)
        if found is not None:
            await found.submit(Close())

    async def drop_player(self, player: str) -> None:
        """Hang up; bots take his seats."""
        self.disconnect(player, 4403)
        await self._leave_all(player)

    async def sessions_ended(self, account: str, left: frozenset[str]) -> None:
        self.end_sessions(account, left)

    async def mutes_changed(self, player: str) -> None:
        self._house.services.mutes_changed(player)
        self._house.services.fanout.publish(mutes=player)

    async def forget(self, player: str) -> None:
        """Leave the tables; delete what is kept of matches that he alone played against bots.

        A record that others have a share in keeps the name: it stands in the text that was hashed before the deal.
        """
        self.disconnect(player, 4401)
        await self._leave_all(player)
        for row in await self._rows(player):
            c = schema.players.c
            async with self._house.database.reader.connect() as connection:
                query = sa.select(c.user_id).where(c.table_id == row.id, c.user_id.is_not(None))
                users = set((await connection.execute(query)).scalars())
            if users == {player}:
                await self._house.delete(row.id)

    async def _leave_all(self, player: str) -> None:
        for row in await self._rows(player):
            if row.stage != "over":
                table = await self._house.table(row.id)
                if table is not None:
                    await table.submit(Do(By(player, ""), t.Leave()))

    async def _rows(self, player: str) -> Sequence[Any]:
        c = schema.tables.c
        query = (
            sa.select(schema.tables)
            .join(schema.players, schema.players.c.table_id == c.id)
            .where(schema.players.c.user_id == player)
            .order_by(c.created_at.desc())
        )
        async with self._house.database.reader.connect() as connection:
            return (await connection.execute(query)).all()
