"""Accounts: from guest to account, names, passwords, settings. Used by the routes.

An account that grows out of a guest keeps the guest's id, and with it his seat and his matches.
"""

from __future__ import annotations

import msgspec
from sqlalchemy import delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from puur.server.identity import schema
from puur.server.identity.context import Identity, fresh_id, wait_for, wait_for_address
from puur.server.identity.names import clean_name, name_key
from puur.server.identity.passwords import clean_password
from puur.server.identity.player_settings import PlayerSettings
from puur.server.identity.principal import Principal
from puur.server.identity.recovery import new_codes
from puur.server.identity.refusals import Refused
from puur.server.identity.sessions import SignedIn, Visitor, end_sessions, open_session


class Registered(msgspec.Struct, frozen=True):
    """A new account, with the codes that are shown once."""

    signed_in: SignedIn
    recovery_codes: tuple[str, ...]

    def __repr__(self) -> str:
        return f"Registered({self.signed_in!r})"


async def claim_name(identity: Identity, db: AsyncConnection, name: str, player: str) -> None:
    """Make a name one's own; IntegrityError if it is somebody else's."""
    names = schema.names.c
    key = name_key(name)
    free = or_(names.free_at <= identity.now(), (names.player == player) & names.free_at.is_not(None))
    await db.execute(delete(schema.names).where(names.key == key, free))
    await db.execute(insert(schema.names).values(key=key, player=player))


async def give_up_name(identity: Identity, db: AsyncConnection, name: str, player: str) -> None:
    """Nobody else may take the name for a while, so that nobody slips into somebody's shoes."""
    names = schema.names.c
    await db.execute(
        update(schema.names)
        .where(names.key == name_key(name), names.player == player)
        .values(free_at=identity.now() + identity.settings.name_reserved)
    )


async def name_is_free(identity: Identity, name: str) -> bool:
    """Whether no account or bot has this name or one that looks like it."""
    names = schema.names.c
    async with identity.database.reader.connect() as db:
        row = (await db.execute(select(names.free_at).where(names.key == name_key(name)))).first()
    return row is None or (row.free_at is not None and row.free_at <= identity.now())


async def register(
    identity: Identity, guest: Principal | None, name: str, password: str, visitor: Visitor
) -> Registered | Refused:
    """Make an account, out of the guest who asks if there is one."""
    if guest is not None and guest.kind != "guest":
        return Refused("already-account")
    cleaned = clean_name(name)
    if isinstance(cleaned, Refused):
        return cleaned
    good = clean_password(password, cleaned)
    if isinstance(good, Refused):
        return good
    refused = await wait_for_address(identity.limits.register, visitor.address)
    if refused is not None:
        return refused
    if not await name_is_free(identity, cleaned):
        await identity.limits.register.give_back(visitor.bucket)
        return Refused("name-taken")
    hashed = await identity.passwords.hash(good)
    if isinstance(hashed, Refused):
        return hashed
    account = fresh_id() if guest is None else guest.id
    codes, rows = new_codes(identity, account)
    try:
        async with identity.database.writer.begin() as db:
            await claim_name(identity, db, cleaned, account)
            await db.execute(
                insert(schema.accounts).values(
                    id=account,
                    name=cleaned,
                    name_key=name_key(cleaned),
                    password_hash=hashed,
                    created_at=identity.now(),
                )
            )
            await db.execute(insert(schema.recovery_codes), rows)
            signed_in = await open_session(identity, db, account, cleaned, False, visitor)
    except IntegrityError:
        return Refused("name-taken")
    return Registered(signed_in, codes)


async def rename(identity: Identity, principal: Principal, name: str) -> Principal | Refused:
    """Take another name. Accounts wait between two changes; a guest's new name is only in his cookie."""
    cleaned = clean_name(name)
    if isinstance(cleaned, Refused):
        return cleaned
    if principal.kind == "guest":
        free = await name_is_free(identity, cleaned)
        return msgspec.structs.replace(principal, name=cleaned) if free else Refused("name-taken")
    if principal.kind != "account":
        return Refused("accounts-only")
    accounts, now = schema.accounts.c, identity.now()
    try:
        async with identity.database.writer.begin() as db:
            row = (
                await db.execute(select(accounts.name, accounts.renamed_at).where(accounts.id == principal.id))
            ).one()
            values: dict[str, object] = {"name": cleaned, "name_key": name_key(cleaned)}
            if name_key(row.name) != values["name_key"]:
                if row.renamed_at is not None and row.renamed_at + identity.settings.rename_pause > now:
                    return Refused("rename-too-soon", until=row.renamed_at + identity.settings.rename_pause)
                await claim_name(identity, db, cleaned, principal.id)
                await give_up_name(identity, db, row.name, principal.id)
                values |= {"renamed_at": now}
            await db.execute(update(schema.accounts).where(accounts.id == principal.id).values(values))
    except IntegrityError:
        return Refused("name-taken")
    return msgspec.structs.replace(principal, name=cleaned)


async def change_password(identity: Identity, principal: Principal, password: str) -> Refused | None:
    """A new password, given by somebody who has just confirmed the old one; all other sessions end."""
    good = clean_password(password, principal.name)
    if isinstance(good, Refused):
        return good
    hashed = await identity.passwords.hash(good)
    if isinstance(hashed, Refused):
        return hashed
    async with identity.database.writer.begin() as db:
        await db.execute(
            update(schema.accounts).where(schema.accounts.c.id == principal.id).values(password_hash=hashed)
        )
        await end_sessions(identity, db, principal.id, but=principal.session)
    return None


async def read_settings(identity: Identity, principal: Principal) -> PlayerSettings | Refused:
    """What an account has stored; a guest's settings are in his browser."""
    if principal.kind != "account":
        return Refused("accounts-only")
    async with identity.database.reader.connect() as db:
        text = await db.scalar(select(schema.accounts.c.settings).where(schema.accounts.c.id == principal.id))
    return PlayerSettings.read(text)


async def write_settings(identity: Identity, principal: Principal, settings: PlayerSettings) -> Refused | None:
    """Replace them all."""
    if principal.kind != "account":
        return Refused("accounts-only")
    refused = await wait_for(identity.limits.change_player, principal.id)
    if refused is not None:
        return refused
    text = msgspec.json.encode(settings).decode()
    async with identity.database.writer.begin() as db:
        await db.execute(update(schema.accounts).where(schema.accounts.c.id == principal.id).values(settings=text))
    return None
