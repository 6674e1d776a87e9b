"""Recovery codes: ten of them, each opens the account once when the password is lost. Used by accounts and routes."""

from __future__ import annotations

import base64
import hmac
import secrets
from typing import Any

from sqlalchemy import delete, func, insert, select, update

from puur.server.identity import schema
from puur.server.identity.context import Identity, wait_for, wait_for_address
from puur.server.identity.names import looked_up
from puur.server.identity.passwords import clean_password
from puur.server.identity.principal import Principal
from puur.server.identity.refusals import Refused
from puur.server.identity.sessions import SignedIn, Visitor, end_sessions, open_session

CODES = 10


def new_codes(identity: Identity, account: str) -> tuple[tuple[str, ...], list[dict[str, Any]]]:
    """Ten codes of 80 bits to be shown once, and the rows to keep."""
    codes = []
    for _ in range(CODES):
        text = base64.b32encode(secrets.token_bytes(10)).decode().lower()
        codes.append("-".join(text[i : i + 4] for i in range(0, 16, 4)))
    return tuple(codes), [{"code_hash": _code_hash(identity, account, code), "account": account} for code in codes]


async def replace_codes(identity: Identity, principal: Principal) -> tuple[str, ...]:
    """New codes; the old ones are void."""
    codes, rows = new_codes(identity, principal.id)
    async with identity.database.writer.begin() as db:
        await db.execute(delete(schema.recovery_codes).where(schema.recovery_codes.c.account == principal.id))
        await db.execute(insert(schema.recovery_codes), rows)
    return codes


async def codes_left(identity: Identity, principal: Principal) -> int:
    """How many codes have not been used."""
    codes = schema.recovery_codes
    async with identity.database.reader.connect() as db:
        query = select(func.count()).select_from(codes).where(codes.c.account == principal.id)
        return await db.scalar(query) or 0


async def recover(identity: Identity, name: str, code: str, password: str, visitor: Visitor) -> SignedIn | Refused:
    """Set a new password with a code; all sessions end and a new one begins.

    Whether the name or the code is wrong cannot be told from the answer, nor from the time that it takes.
    """
    good = clean_password(password, name)
    if isinstance(good, Refused):
        return good
    key = looked_up(name)
    limits = identity.limits
    account_bucket = key or name.casefold()[:64]
    refused = await wait_for_address(limits.recover, visitor.address)
    refused = refused or await wait_for(limits.recover_account, account_bucket)
    if refused is not None:
        return refused
    hashed = await identity.passwords.hash(good)
    if isinstance(hashed, Refused):
        return hashed
    accounts, codes = schema.accounts.c, schema.recovery_codes.c
    async with identity.database.writer.begin() as db:
        columns = (accounts.id, accounts.name, accounts.is_admin)
        row = (await db.execute(select(*columns).where(accounts.name_key == (key or "")))).first()
        account = "nobody" if row is None else row.id
        used = await db.execute(
            delete(schema.recovery_codes).where(
                codes.code_hash == _code_hash(identity, account, code), codes.account == account
            )
        )
        if row is None or not used.rowcount:
            return Refused("wrong-code")
        await db.execute(update(schema.accounts).where(accounts.id == row.id).values(password_hash=hashed))
        await end_sessions(identity, db, row.id)
        return await open_session(identity, db, row.id, row.name, row.is_admin, visitor)


def _code_hash(identity: Identity, account: str, code: str) -> bytes:
    """Keyed, and bound to the account; the code is too long to be guessed, so one round is enough."""
    # What people mistake when they copy: base32 has no 0, 1 and 8.
    plain = "".join(char for char in code.lower() if char.isalnum()).translate(str.maketrans("018", "olb"))
    return hmac.digest(identity.code_key, f"{account}/{plain}".encode(), "sha256")
