"""What admins do: bans, reports, closing tables, admins themselves. Every act leaves a line in the audit log.

The command line does the same through this module, with the actor "console". What concerns live tables is written
down as an order, which every server process reads and carries out; so it does not matter where it was given.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec
from sqlalchemy import Row, delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from puur.server.identity import schema
from puur.server.identity.context import Identity, fresh_id
from puur.server.identity.names import looked_up
from puur.server.identity.refusals import Refused

CONSOLE = "console"

BanReason: TypeAlias = Literal["cheating", "insults", "offensive-name", "leaving", "spam", "other"]
Resolution: TypeAlias = Literal["banned", "warned", "no-ground", "duplicate"]
OrderKind: TypeAlias = Literal["drop-player", "close-table", "forget-player", "end-sessions"]


class Ban(msgspec.Struct, frozen=True):
    """A ban as admins see it."""

    id: str
    player: str
    reason: BanReason
    note: str
    created_at: int
    until: int | None
    """Null: for good."""
    lifted_at: int | None


class ReportInfo(msgspec.Struct, frozen=True):
    """A report as admins see it."""

    id: str
    reporter: str | None
    player: str
    reason: str
    table: str | None
    text: str
    created_at: int
    resolved_at: int | None
    resolution: str | None


class AuditLine(msgspec.Struct, frozen=True):
    """One act of an admin."""

    id: int
    at: int
    actor: str
    act: str
    target: str
    detail: dict[str, Any]


class FoundPlayer(msgspec.Struct, frozen=True):
    """Whom a name or an id means."""

    id: str
    name: str
    kind: Literal["account", "bot"]
    is_admin: bool


async def note(identity: Identity, db: AsyncConnection, actor: str, act: str, target: str, **detail: object) -> None:
    """A line in the audit log, in the transaction of the act itself."""
    await db.execute(
        insert(schema.audit).values(
            at=identity.now(), actor=actor, act=act, target=target, detail=msgspec.json.encode(detail).decode()
        )
    )


async def order(identity: Identity, db: AsyncConnection, kind: OrderKind, target: str, reason: str = "") -> None:
    """Tell the server processes to act on live tables (see orders.py)."""
    await db.execute(
        insert(schema.orders).values(
            id=fresh_id(), kind=kind, target=target, reason=reason, created_at=identity.now()
        )
    )


async def find_player(identity: Identity, text: str) -> FoundPlayer | None:
    """The account or bot with this id or name."""
    accounts, bots, names = schema.accounts.c, schema.bots.c, schema.names.c
    async with identity.database.reader.connect() as db:
        named = select(names.player).where(names.key == (looked_up(text) or ""), names.free_at.is_(None))
        wanted = await db.scalar(named) or text
        row = (await db.execute(select(schema.accounts).where(accounts.id == wanted))).first()
        if row is not None:
            return FoundPlayer(row.id, row.name, "account", row.is_admin)
        row = (await db.execute(select(schema.bots).where(bots.id == wanted))).first()
    return None if row is None else FoundPlayer(row.id, row.name, "bot", False)


async def set_admin(identity: Identity, actor: str, account: str, admin: bool) -> Refused | None:
    """Make an account an admin, or no longer one."""
    accounts = schema.accounts.c
    async with identity.database.writer.begin() as db:
        done = await db.execute(
            update(schema.accounts)
            .where(accounts.id == account, accounts.deleted_at.is_(None))
            .values(is_admin=admin)
        )
        if not done.rowcount:
            return Refused("not-found")
        await note(identity, db, actor, "grant-admin" if admin else "revoke-admin", account)
    return None


async def ban(
    identity: Identity, actor: str, player: str, reason: BanReason, until: int | None, text: str = ""
) -> Ban | Refused:
    """Shut a player out until a time, or for good; his connections are closed. Only the console bans admins."""
    entry = Ban(fresh_id(), player, reason, text[:500], identity.now(), until, None)
    accounts, bots = schema.accounts.c, schema.bots.c
    async with identity.database.writer.begin() as db:
        if actor != CONSOLE and await db.scalar(select(accounts.is_admin).where(accounts.id == player)):
            return Refused("not-allowed")
        await db.execute(
            insert(schema.bans).values(
                id=entry.id,
                player=player,
                reason=reason,
                note=entry.note,
                created_at=entry.created_at,
                until_at=until,
            )
        )
        await note(identity, db, actor, "ban", player, reason=reason, until=until, note=entry.note)
        for banned in (player, *await db.scalars(select(bots.id).where(bots.owner == player))):
            await order(identity, db, "drop-player", banned)
    return entry


async def unban(identity: Identity, actor: str, player: str) -> Refused | None:
    """Lift every ban of a player that still holds."""
    bans, now = schema.bans.c, identity.now()
    async with identity.database.writer.begin() as db:
        done = await db.execute(
            update(schema.bans)
            .where(bans.player == player, bans.lifted_at.is_(None), or_(bans.until_at.is_(None), bans.until_at > now))
            .values(lifted_at=now)
        )
        if not done.rowcount:
            return Refused("not-found")
        await note(identity, db, actor, "unban", player)
    return None


async def list_bans(identity: Identity, player: str | None = None, limit: int = 100) -> list[Ban]:
    """The bans that hold, or all of one player, the newest first."""
    bans = schema.bans.c
    query = select(schema.bans).order_by(bans.created_at.desc(), bans.id).limit(limit)
    if player is None:
        query = query.where(bans.lifted_at.is_(None), or_(bans.until_at.is_(None), bans.until_at > identity.now()))
    else:
        query = query.where(bans.player == player)
    async with identity.database.reader.connect() as db:
        return [_ban(row) for row in await db.execute(query)]


async def list_reports(identity: Identity, resolved: bool = False, limit: int = 100) -> list[ReportInfo]:
    """The reports that wait, the oldest first; or those that are done, the newest first."""
    reports = schema.reports.c
    query = select(schema.reports).limit(limit)
    if resolved:
        query = query.where(reports.resolved_at.is_not(None)).order_by(reports.resolved_at.desc(), reports.id)
    else:
        query = query.where(reports.resolved_at.is_(None)).order_by(reports.created_at, reports.id)
    async with identity.database.reader.connect() as db:
        return [_report(row) for row in await db.execute(query)]


async def resolve_report(identity: Identity, actor: str, report: str, resolution: Resolution) -> Refused | None:
    """Close a report."""
    reports = schema.reports.c
    async with identity.database.writer.begin() as db:
        done = await db.execute(
            update(schema.reports)
            .where(reports.id == report, reports.resolved_at.is_(None))
            .values(resolved_at=identity.now(), resolution=resolution)
        )
        if not done.rowcount:
            return Refused("not-found")
        await note(identity, db, actor, "resolve-report", report, resolution=resolution)
    return None


async def close_table(identity: Identity, actor: str, table: str, reason: BanReason) -> None:
    """End a table; carried out by the server within seconds."""
    async with identity.database.writer.begin() as db:
        await order(identity, db, "close-table", table, reason)
        await note(identity, db, actor, "close-table", table, reason=reason)


async def revoke_tokens(identity: Identity, actor: str, player: str) -> int:
    """Void the token of a bot, or of all bots of an account; returns how many."""
    bots = schema.bots.c
    async with identity.database.writer.begin() as db:
        mine = ((bots.owner == player) | (bots.id == player)) & bots.revoked_at.is_(None)
        found = (await db.scalars(select(bots.id).where(mine))).all()
        await db.execute(update(schema.bots).where(mine).values(revoked_at=identity.now()))
        await note(identity, db, actor, "revoke-tokens", player, bots=list(found))
        for bot in found:
            await order(identity, db, "drop-player", bot)
    return len(found)


async def end_all_sessions(identity: Identity, actor: str, account: str) -> None:
    """Log an account out everywhere, as when somebody else got in."""
    async with identity.database.writer.begin() as db:
        await db.execute(delete(schema.sessions).where(schema.sessions.c.account == account))
        await note(identity, db, actor, "end-sessions", account)
        await order(identity, db, "drop-player", account)


async def read_audit(identity: Identity, before: int | None = None, limit: int = 100) -> list[AuditLine]:
    """The audit log, the newest first; `before` pages on."""
    lines = schema.audit.c
    query = select(schema.audit).order_by(lines.id.desc()).limit(limit)
    if before is not None:
        query = query.where(lines.id < before)
    async with identity.database.reader.connect() as db:
        rows = (await db.execute(query)).all()
    return [
        AuditLine(row.id, row.at, row.actor, row.act, row.target, msgspec.json.decode(row.detail)) for row in rows
    ]


def _ban(row: Row[Any]) -> Ban:
    return Ban(row.id, row.player, row.reason, row.note, row.created_at, row.until_at, row.lifted_at)


def _report(row: Row[Any]) -> ReportInfo:
    return ReportInfo(
        row.id,
        row.reporter,
        row.player,
        row.reason,
        row.table_id,
        row.text,
        row.created_at,
        row.resolved_at,
        row.resolution,
    )
