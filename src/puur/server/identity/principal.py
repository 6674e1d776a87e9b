"""Who sends a request or opens a WebSocket. `principal_of` is what the rest of the server calls.

match await principal_of(identity, connection):
    case Principal() as player: ...
    case Refused(reason=reason): ...    # "not-signed-in" or "banned"
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec
from litestar.connection import ASGIConnection
from sqlalchemy import Row, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from puur.server.identity import schema
from puur.server.identity.context import Identity
from puur.server.identity.cookies import cookie_name, read_guest, read_session, token_hash
from puur.server.identity.refusals import Refused

Connection: TypeAlias = ASGIConnection[Any, Any, Any, Any]
Kind: TypeAlias = Literal["guest", "account", "bot"]

SEEN_EVERY = 10 * 60_000
"""A session's last use is written down no more often than this (milliseconds)."""
TOKEN_PREFIX = "puur_"  # noqa: S105 - what every token begins with, so that leaks can be searched for


class Principal(msgspec.Struct, frozen=True, kw_only=True):
    """A player, as far as the rest of the server needs to know him."""

    id: str
    name: str
    kind: Kind
    is_admin: bool = False
    session: str | None = None
    """Of accounts: the id of the session."""
    owner: str | None = None
    """Of bots: the account."""


def is_secure(identity: Identity, connection: Connection) -> bool:
    """Whether the browser speaks HTTPS."""
    return identity.settings.secure or connection.url.scheme in ("https", "wss")


def bearer_of(connection: Connection) -> str | None:
    """The token of the Authorization header."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def cookie_of(identity: Identity, connection: Connection) -> str | None:
    """Our cookie, under the name that it has over this kind of connection."""
    return connection.cookies.get(cookie_name(is_secure(identity, connection)))


async def principal_of(identity: Identity, connection: Connection) -> Principal | Refused:
    """Who this is: by bearer token if there is one, else by cookie."""
    return await resolve(identity, cookie=cookie_of(identity, connection), bearer=bearer_of(connection))


async def resolve(
    identity: Identity, *, cookie: str | None = None, bearer: str | None = None, even_banned: bool = False
) -> Principal | Refused:
    """The same from the bare values. A banned player is let in only where he gets at his own data."""
    async with identity.database.reader.connect() as db:
        found: tuple[Principal, int | None] | None = None
        if bearer is not None:
            found = await _bot(db, bearer)
        elif cookie is not None:
            token = read_session(cookie)
            found = await (_guest(identity, db, cookie) if token is None else _account(identity, db, token))
        if found is None:
            return Refused("not-signed-in")
        principal, seen_at = found
        if not even_banned:
            ban = await ban_of(identity, db, principal.id, principal.owner)
            if ban is not None:
                return Refused("banned", until=ban.until_at)
    if seen_at is not None and seen_at + SEEN_EVERY < identity.now():
        await _seen(identity, principal)
    return principal


async def ban_of(identity: Identity, db: AsyncConnection, *players: str | None) -> Row[Any] | None:
    """The ban that holds now and ends last, of a player or of a bot's owner."""
    bans = schema.bans.c
    query = (
        select(bans.until_at)
        .where(
            bans.player.in_([player for player in players if player is not None]),
            bans.lifted_at.is_(None),
            or_(bans.until_at.is_(None), bans.until_at > identity.now()),
        )
        .order_by(bans.until_at.is_(None).desc(), bans.until_at.desc())
        .limit(1)
    )
    return (await db.execute(query)).first()


async def _guest(identity: Identity, db: AsyncConnection, cookie: str) -> tuple[Principal, None] | None:
    guest = read_guest(identity, cookie)
    if guest is None:
        return None
    # The cookie of a guest who has become an account must not open the account.
    grown = await db.scalar(select(schema.accounts.c.id).where(schema.accounts.c.id == guest.id))
    return None if grown is not None else (Principal(id=guest.id, name=guest.name, kind="guest"), None)


async def _account(identity: Identity, db: AsyncConnection, token: str) -> tuple[Principal, int] | None:
    sessions, accounts = schema.sessions.c, schema.accounts.c
    query = (
        select(sessions.id.label("session"), sessions.seen_at, accounts.id, accounts.name, accounts.is_admin)
        .join_from(schema.sessions, schema.accounts, sessions.account == accounts.id)
        .where(
            sessions.token_hash == token_hash(token),
            sessions.seen_at > identity.now() - identity.settings.session_idle,
            accounts.deleted_at.is_(None),
        )
    )
    row = (await db.execute(query)).first()
    if row is None:
        return None
    principal = Principal(id=row.id, name=row.name, kind="account", is_admin=row.is_admin, session=row.session)
    return principal, row.seen_at


async def _bot(db: AsyncConnection, bearer: str) -> tuple[Principal, int] | None:
    if not bearer.startswith(TOKEN_PREFIX) or len(bearer) > 100 or not bearer.isascii():
        return None
    bots = schema.bots.c
    query = select(bots.id, bots.name, bots.owner, bots.used_at).where(
        bots.token_hash == token_hash(bearer), bots.revoked_at.is_(None), bots.scope == "bot"
    )
    row = (await db.execute(query)).first()
    return (
        None if row is None else (Principal(id=row.id, name=row.name, kind="bot", owner=row.owner), row.used_at or 0)
    )


async def _seen(identity: Identity, principal: Principal) -> None:
    table = schema.bots if principal.kind == "bot" else schema.sessions
    column = "used_at" if principal.kind == "bot" else "seen_at"
    row = principal.id if principal.kind == "bot" else principal.session
    async with identity.database.writer.begin() as db:
        await db.execute(update(table).where(table.c.id == row).values({column: identity.now()}))
