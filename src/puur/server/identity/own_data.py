"""One's own data: all of it as JSON, and its deletion. Used by the routes. A banned player may do both."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import delete, insert, select, update

from puur.server.identity import schema
from puur.server.identity.bots import BotInfo, list_bots
from puur.server.identity.context import Identity
from puur.server.identity.moderation import Ban, list_bans, order
from puur.server.identity.passkeys import PasskeyInfo, list_passkeys
from puur.server.identity.player_settings import PlayerSettings
from puur.server.identity.principal import Principal
from puur.server.identity.reports import Muted, list_mutes
from puur.server.identity.sessions import SessionInfo, list_sessions


class OwnReport(msgspec.Struct, frozen=True):
    """A report that one has made."""

    id: str
    reason: str
    table: str | None
    text: str
    created_at: int
    resolved_at: int | None


class Export(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the server keeps about a player. Hashes of passwords, codes and tokens are left out."""

    format: str = "puur-export-1"
    exported_at: int
    id: str
    name: str
    kind: str
    created_at: int | None
    renamed_at: int | None
    settings: PlayerSettings
    sessions: list[SessionInfo]
    passkeys: list[PasskeyInfo]
    bots: list[BotInfo]
    matches: list[dict[str, Any]]
    reports: list[OwnReport]
    mutes: list[Muted]
    bans: list[Ban]


async def export(identity: Identity, principal: Principal) -> Export:
    """All that there is about a player."""
    reports = schema.reports.c
    async with identity.database.reader.connect() as db:
        account = (await db.execute(select(schema.accounts).where(schema.accounts.c.id == principal.id))).first()
        query = select(schema.reports).where(reports.reporter == principal.id).order_by(reports.created_at)
        made = [
            OwnReport(row.id, row.reason, row.table_id, row.text, row.created_at, row.resolved_at)
            for row in await db.execute(query)
        ]
    return Export(
        exported_at=identity.now(),
        id=principal.id,
        name=principal.name,
        kind=principal.kind,
        created_at=None if account is None else account.created_at,
        renamed_at=None if account is None else account.renamed_at,
        settings=PlayerSettings.read(None if account is None else account.settings),
        sessions=await list_sessions(identity, principal),
        passkeys=await list_passkeys(identity, principal),
        bots=await list_bots(identity, principal),
        matches=list(await identity.tables.matches_of(principal.id)),
        reports=made,
        mutes=await list_mutes(identity, principal),
        bans=await list_bans(identity, principal.id, limit=1000),
    )


async def delete_player(identity: Identity, principal: Principal) -> Export:
    """Delete a player with his bots; returns what there was.

    What stays: an empty row, so that his id never means somebody else; the name, reserved for a while; reports
    about him and bans; his reports without his name. Records of matches are the tables' business (Tables.forget).
    """
    kept = await export(identity, principal)
    bots, names, now = schema.bots.c, schema.names.c, identity.now()
    async with identity.database.writer.begin() as db:
        own_bots = (await db.scalars(select(bots.id).where(bots.owner == principal.id))).all()
        everyone = [principal.id, *own_bots]
        await db.execute(
            update(schema.names)
            .where(names.player.in_(everyone), names.free_at.is_(None))
            .values(free_at=now + identity.settings.name_reserved)
        )
        await db.execute(
            update(schema.bots).where(bots.owner == principal.id, bots.revoked_at.is_(None)).values(revoked_at=now)
        )
        await db.execute(update(schema.bots).where(bots.owner == principal.id).values(name=""))
        await db.execute(delete(schema.accounts).where(schema.accounts.c.id == principal.id))
        await db.execute(insert(schema.accounts).values(id=principal.id, name="", created_at=now, deleted_at=now))
        await db.execute(delete(schema.sessions).where(schema.sessions.c.account == principal.id))
        await db.execute(delete(schema.passkeys).where(schema.passkeys.c.account == principal.id))
        await db.execute(delete(schema.recovery_codes).where(schema.recovery_codes.c.account == principal.id))
        await db.execute(delete(schema.mutes).where(schema.mutes.c.player == principal.id))
        await db.execute(
            update(schema.reports).where(schema.reports.c.reporter == principal.id).values(reporter=None, text="")
        )
        for player in everyone:
            await order(identity, db, "drop-player", player)
            await order(identity, db, "forget-player", player)
    return kept
