"""Login, logout, and the list of sessions. Used by the routes, accounts, recovery and passkeys.

A name that does not exist is answered like a wrong password, and takes the same work.
"""

from __future__ import annotations

import msgspec
from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from puur.server.identity import schema
from puur.server.identity.buckets import network_of
from puur.server.identity.context import Identity, fresh_id, wait_for, wait_for_address
from puur.server.identity.cookies import new_token, token_hash
from puur.server.identity.moderation import order
from puur.server.identity.names import looked_up
from puur.server.identity.principal import Principal
from puur.server.identity.refusals import Refused


class Visitor(msgspec.Struct, frozen=True):
    """Where a request comes from."""

    address: str | None = None
    agent: str = ""

    @property
    def bucket(self) -> str:
        """The key of its address in the rate limits."""
        return network_of(self.address)


class SignedIn(msgspec.Struct, frozen=True):
    """A new session: the token goes into the cookie and nowhere else."""

    principal: Principal
    token: str

    def __repr__(self) -> str:
        return f"SignedIn({self.principal!r})"


class SessionInfo(msgspec.Struct, frozen=True):
    """One session in the list of one's own."""

    id: str
    agent: str
    """What the browser called itself."""
    created_at: int
    seen_at: int
    current: bool


async def open_session(
    identity: Identity, db: AsyncConnection, account: str, name: str, is_admin: bool, visitor: Visitor
) -> SignedIn:
    """A new session of an account whose owner has just proved that he is one; the oldest go if there are too many."""
    sessions, now = schema.sessions.c, identity.now()
    own = select(sessions.id).where(sessions.account == account).order_by(sessions.seen_at.desc())
    surplus = (await db.scalars(own.offset(identity.settings.most_sessions - 1))).all()
    idle = sessions.seen_at <= now - identity.settings.session_idle
    await db.execute(delete(schema.sessions).where(sessions.account == account, sessions.id.in_(surplus) | idle))
    token, session = new_token(), fresh_id()
    agent = "".join(char for char in visitor.agent if char.isprintable())[:200]
    await db.execute(
        schema.sessions.insert().values(
            id=session,
            token_hash=token_hash(token),
            account=account,
            agent=agent,
            created_at=now,
            seen_at=now,
            confirmed_at=now,
        )
    )
    return SignedIn(Principal(id=account, name=name, kind="account", is_admin=is_admin, session=session), token)


async def login(identity: Identity, name: str, password: str, visitor: Visitor) -> SignedIn | Refused:
    """Open a session with name and password."""
    key = looked_up(name)
    limits = identity.limits
    # The bucket of an account that does not exist fills like that of one that does.
    account_bucket = key or name.casefold()[:64]
    refused = await wait_for_address(limits.login, visitor.address)
    refused = refused or await wait_for(limits.login_account, account_bucket)
    if refused is not None:
        return refused
    accounts = schema.accounts.c
    columns = (accounts.id, accounts.name, accounts.is_admin, accounts.password_hash)
    async with identity.database.reader.connect() as db:
        row = (await db.execute(select(*columns).where(accounts.name_key == (key or "")))).first()
    same = await identity.passwords.matches(None if row is None else row.password_hash, password)
    if isinstance(same, Refused):
        return same
    if not same or row is None:
        return Refused("wrong-login")
    await limits.login_account.give_back(account_bucket)
    newer = await identity.passwords.hash(password) if identity.passwords.outdated(row.password_hash) else None
    async with identity.database.writer.begin() as db:
        # The password may have been changed while we compared.
        kept = await db.scalar(select(accounts.password_hash).where(accounts.id == row.id))
        if kept != row.password_hash:
            return Refused("wrong-login")
        if isinstance(newer, str):
            await db.execute(update(schema.accounts).where(accounts.id == row.id).values(password_hash=newer))
        return await open_session(identity, db, row.id, row.name, row.is_admin, visitor)


async def confirm(identity: Identity, principal: Principal, password: str) -> Refused | None:
    """Give the password again, to be allowed what is delicate for some minutes."""
    if principal.kind != "account" or principal.session is None:
        return Refused("accounts-only")
    refused = await wait_for(identity.limits.confirm_account, principal.id)
    if refused is not None:
        return refused
    accounts = schema.accounts.c
    async with identity.database.reader.connect() as db:
        kept = await db.scalar(select(accounts.password_hash).where(accounts.id == principal.id))
    same = await identity.passwords.matches(kept, password)
    if isinstance(same, Refused):
        return same
    if not same:
        return Refused("wrong-login")
    async with identity.database.writer.begin() as db:
        await db.execute(
            update(schema.sessions)
            .where(schema.sessions.c.id == principal.session)
            .values(confirmed_at=identity.now())
        )
    return None


async def unconfirmed(identity: Identity, principal: Principal) -> Refused | None:
    """None if a password or passkey was given in this session a short time ago."""
    if principal.kind != "account":
        return Refused("accounts-only")
    sessions = schema.sessions.c
    async with identity.database.reader.connect() as db:
        at = await db.scalar(select(sessions.confirmed_at).where(sessions.id == principal.session))
    recent = at is not None and at + identity.settings.confirmed_for > identity.now()
    return None if recent else Refused("confirm-first")


async def list_sessions(identity: Identity, principal: Principal) -> list[SessionInfo]:
    """The sessions that still count, the last used one first."""
    sessions = schema.sessions.c
    query = (
        select(schema.sessions)
        .where(sessions.account == principal.id, sessions.seen_at > identity.now() - identity.settings.session_idle)
        .order_by(sessions.seen_at.desc(), sessions.id)
    )
    async with identity.database.reader.connect() as db:
        rows = (await db.execute(query)).all()
    return [SessionInfo(row.id, row.agent, row.created_at, row.seen_at, row.id == principal.session) for row in rows]


async def end_session(identity: Identity, principal: Principal, session: str) -> Refused | None:
    """Log out one of one's own sessions; its connections to tables are closed too."""
    sessions = schema.sessions.c
    async with identity.database.writer.begin() as db:
        done = await db.execute(
            delete(schema.sessions).where(sessions.id == session, sessions.account == principal.id)
        )
        if not done.rowcount:
            return Refused("not-found")
        await order(identity, db, "end-sessions", principal.id)
    return None


async def end_sessions(identity: Identity, db: AsyncConnection, account: str, but: str | None = None) -> None:
    """Log out everywhere, or everywhere else; whoever had got in there is hung up on."""
    sessions = schema.sessions.c
    await db.execute(delete(schema.sessions).where(sessions.account == account, sessions.id != (but or "")))
    await order(identity, db, "end-sessions", account)


async def logout_everywhere(identity: Identity, principal: Principal) -> None:
    """End all sessions, and the connections to tables that were opened with them."""
    async with identity.database.writer.begin() as db:
        await db.execute(delete(schema.sessions).where(schema.sessions.c.account == principal.id))
        await order(identity, db, "drop-player", principal.id)
