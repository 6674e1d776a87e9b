"""Bots of players: each has a name, a token and a mark at the table. Used by the routes.

A bot is a player of its own, with its account as the owner. Its token is shown once; the database keeps a hash. A new
token for the same bot voids the old one.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from sqlalchemy import Row, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from puur.server.identity import schema
from puur.server.identity.accounts import claim_name, give_up_name
from puur.server.identity.context import Identity, fresh_id, wait_for
from puur.server.identity.cookies import new_token, token_hash
from puur.server.identity.moderation import order
from puur.server.identity.names import clean_name
from puur.server.identity.principal import TOKEN_PREFIX, Principal
from puur.server.identity.refusals import Refused


class BotInfo(msgspec.Struct, frozen=True):
    """One bot in the list of one's own."""

    id: str
    name: str
    scope: Literal["bot"]
    created_at: int
    used_at: int | None


class NewToken(msgspec.Struct, frozen=True):
    """A bot with its token, which is never shown again."""

    bot: BotInfo
    token: str

    def __repr__(self) -> str:
        return f"NewToken({self.bot!r})"


async def create_bot(identity: Identity, principal: Principal, name: str) -> NewToken | Refused:
    """A new bot of an account."""
    if principal.kind != "account":
        return Refused("accounts-only")
    cleaned = clean_name(name)
    if isinstance(cleaned, Refused):
        return cleaned
    refused = await wait_for(identity.limits.change_player, principal.id)
    if refused is not None:
        return refused
    bots, token, now = schema.bots.c, TOKEN_PREFIX + new_token(), identity.now()
    bot = BotInfo(fresh_id(), cleaned, "bot", now, None)
    own = select(func.count()).select_from(schema.bots).where(bots.owner == principal.id, bots.revoked_at.is_(None))
    try:
        async with identity.database.writer.begin() as db:
            if (await db.scalar(own) or 0) >= identity.settings.most_bots:
                return Refused("too-many")
            await claim_name(identity, db, cleaned, bot.id)
            await db.execute(
                insert(schema.bots).values(
                    id=bot.id,
                    owner=principal.id,
                    name=cleaned,
                    token_hash=token_hash(token),
                    scope="bot",
                    created_at=now,
                )
            )
    except IntegrityError:
        return Refused("name-taken")
    return NewToken(bot, token)


async def list_bots(identity: Identity, principal: Principal) -> list[BotInfo]:
    """The bots that have a token."""
    bots = schema.bots.c
    query = select(schema.bots).where(bots.owner == principal.id, bots.revoked_at.is_(None)).order_by(bots.created_at)
    async with identity.database.reader.connect() as db:
        return [_info(row) for row in await db.execute(query)]


async def renew_token(identity: Identity, principal: Principal, bot: str) -> NewToken | Refused:
    """Another token for the same bot; connections with the old one are closed."""
    bots, token = schema.bots.c, TOKEN_PREFIX + new_token()
    mine = (bots.id == bot) & (bots.owner == principal.id) & bots.revoked_at.is_(None)
    async with identity.database.writer.begin() as db:
        done = await db.execute(update(schema.bots).where(mine).values(token_hash=token_hash(token)))
        if not done.rowcount:
            return Refused("not-found")
        row = (await db.execute(select(schema.bots).where(mine))).one()
        await order(identity, db, "drop-player", bot)
    return NewToken(_info(row), token)


async def revoke_bot(identity: Identity, principal: Principal, bot: str) -> Refused | None:
    """End a bot: its token is void, its connections are closed."""
    bots = schema.bots.c
    mine = (bots.id == bot) & (bots.owner == principal.id) & bots.revoked_at.is_(None)
    async with identity.database.writer.begin() as db:
        row = (await db.execute(select(bots.name).where(mine))).first()
        if row is None:
            return Refused("not-found")
        await db.execute(update(schema.bots).where(mine).values(revoked_at=identity.now()))
        await give_up_name(identity, db, row.name, bot)
        await order(identity, db, "drop-player", bot)
    return None


def _info(row: Row[Any]) -> BotInfo:
    return BotInfo(row.id, row.name, "bot", row.created_at, row.used_at)
