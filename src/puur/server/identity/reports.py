"""What players do about each other: report to the admins, or mute for themselves. Used by the routes.

Somebody is named by his seat at a table, or by his id where the browser knows it, as in the list of one's mutes.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from sqlalchemy import delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from puur.server.identity import schema
from puur.server.identity.context import Identity, fresh_id, wait_for
from puur.server.identity.principal import Principal
from puur.server.identity.refusals import Refused
from puur.server.identity.tables import Sitter

ReportReason: TypeAlias = Literal["cheating", "insults", "offensive-name", "leaving", "stalling", "spam", "other"]


class Muted(msgspec.Struct, frozen=True):
    """Somebody whose reactions one does not want to see."""

    player: str
    name: str
    created_at: int


async def report(
    identity: Identity, principal: Principal, table: str, seat: int, reason: ReportReason, text: str
) -> str | Refused:
    """Tell the admins about somebody at a table; returns the id of the report."""
    refused = await wait_for(identity.limits.report_player, principal.id)
    if refused is not None:
        return refused
    sitter = await identity.tables.sitter(table, seat, principal.id)
    if sitter is None:
        return Refused("not-found")
    if sitter.player == principal.id:
        return Refused("not-allowed")
    written = "".join(char for char in text if char.isprintable() or char == "\n").strip()
    report_id = fresh_id()
    async with identity.database.writer.begin() as db:
        await db.execute(
            insert(schema.reports).values(
                id=report_id,
                reporter=principal.id,
                player=sitter.player,
                reason=reason,
                table_id=table,
                text=written[:500],
                created_at=identity.now(),
            )
        )
    return report_id


async def mute(identity: Identity, principal: Principal, table: str, seat: int) -> Muted | Refused:
    """Mute whoever sits at a seat, now and at other tables."""
    refused = await wait_for(identity.limits.change_player, principal.id)
    if refused is not None:
        return refused
    sitter = await identity.tables.sitter(table, seat, principal.id)
    if sitter is None:
        return Refused("not-found")
    if sitter.player == principal.id:
        return Refused("not-allowed")
    return await _mute(identity, principal, sitter)


async def _mute(identity: Identity, principal: Principal, sitter: Sitter) -> Muted | Refused:
    mutes = schema.mutes.c
    muted = Muted(sitter.player, sitter.name[:24], identity.now())
    row = {"player": principal.id, "muted": muted.player, "name": muted.name, "created_at": muted.created_at}
    try:
        async with identity.database.writer.begin() as db:
            own = select(func.count()).select_from(schema.mutes).where(mutes.player == principal.id)
            if (await db.scalar(own) or 0) >= identity.settings.most_mutes:
                return Refused("too-many")
            await db.execute(delete(schema.mutes).where(mutes.player == principal.id, mutes.muted == muted.player))
            await db.execute(insert(schema.mutes).values(row))
    except IntegrityError:  # muted in two tabs at once: it is muted
        pass
    await identity.tables.mutes_changed(principal.id)
    return muted


async def unmute(identity: Identity, principal: Principal, player: str) -> Refused | None:
    """Hear somebody again."""
    mutes = schema.mutes.c
    async with identity.database.writer.begin() as db:
        done = await db.execute(delete(schema.mutes).where(mutes.player == principal.id, mutes.muted == player))
    if not done.rowcount:
        return Refused("not-found")
    await identity.tables.mutes_changed(principal.id)
    return None


async def list_mutes(identity: Identity, principal: Principal) -> list[Muted]:
    """Whom one has muted."""
    mutes = schema.mutes.c
    query = select(schema.mutes).where(mutes.player == principal.id).order_by(mutes.created_at, mutes.muted)
    async with identity.database.reader.connect() as db:
        return [Muted(row.muted, row.name, row.created_at) for row in await db.execute(query)]


async def muted_by(identity: Identity, player: str) -> frozenset[str]:
    """The ids that a player has muted, for the sockets."""
    async with identity.database.reader.connect() as db:
        return frozenset(await db.scalars(select(schema.mutes.c.muted).where(schema.mutes.c.player == player)))
