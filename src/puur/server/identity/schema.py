"""The tables of identity, and how they are made. Used by this package, by the migrations and by the tests.

Times are milliseconds since 1970. A guest has no row anywhere until something must be kept about him (a ban, a
report, a mute): his name and id travel in his signed cookie. So `player` columns hold ids without a foreign key.
"""

from __future__ import annotations

from sqlalchemy import (
    DDL,
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    event,
)
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.schema import ExecutableDDLElement

from puur.table.store import schema as table_schema

metadata = MetaData(naming_convention=table_schema.metadata.naming_convention)

accounts = Table(
    "accounts",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("name", String(24), nullable=False),
    # Null once the account is deleted: the row stays, so that a guest cookie with this id never works again.
    Column("name_key", String(48), unique=True),
    Column("password_hash", String(200)),
    Column("is_admin", Boolean, nullable=False, default=False),
    Column("settings", Text, nullable=False, default="{}"),
    Column("created_at", BigInteger, nullable=False),
    Column("renamed_at", BigInteger),
    Column("deleted_at", BigInteger),
)

names = Table(
    "account_names",
    metadata,
    Column("key", String(48), primary_key=True),
    Column("player", String(24), nullable=False),
    # When somebody else may take the name; null while it is in use.
    Column("free_at", BigInteger),
)

sessions = Table(
    "account_sessions",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("token_hash", LargeBinary(32), nullable=False, unique=True),
    Column("account", String(24), nullable=False, index=True),
    Column("agent", String(200), nullable=False, default=""),
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    # When a password or a passkey was last given in this session: what is delicate asks for a recent one.
    Column("confirmed_at", BigInteger, nullable=False),
)

recovery_codes = Table(
    "account_recovery_codes",
    metadata,
    Column("code_hash", LargeBinary(32), primary_key=True),
    Column("account", String(24), nullable=False, index=True),
)

passkeys = Table(
    "account_passkeys",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("credential_id", LargeBinary, nullable=False, unique=True),
    Column("account", String(24), nullable=False, index=True),
    Column("public_key", LargeBinary, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("label", String(40), nullable=False),
    Column("synced", Boolean, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("used_at", BigInteger),
)

ceremonies = Table(
    "passkey_ceremonies",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("purpose", String(12), nullable=False),
    # The session that registers a passkey; null for a login.
    Column("session", String(24)),
    Column("challenge", LargeBinary, nullable=False),
    Column("expires_at", BigInteger, nullable=False, index=True),
)

bots = Table(
    "account_bots",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("owner", String(24), nullable=False, index=True),
    Column("name", String(24), nullable=False),
    Column("token_hash", LargeBinary(32), nullable=False, unique=True),
    Column("scope", String(12), nullable=False, default="bot"),
    Column("created_at", BigInteger, nullable=False),
    Column("used_at", BigInteger),
    Column("revoked_at", BigInteger),
)

reports = Table(
    "player_reports",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("reporter", String(24), index=True),
    Column("player", String(24), nullable=False, index=True),
    Column("reason", String(24), nullable=False),
    Column("table_id", String(24)),
    Column("text", String(500), nullable=False, default=""),
    Column("created_at", BigInteger, nullable=False),
    Column("resolved_at", BigInteger),
    Column("resolution", String(24)),
)

mutes = Table(
    "player_mutes",
    metadata,
    Column("player", String(24), primary_key=True),
    Column("muted", String(24), primary_key=True),
    Column("name", String(24), nullable=False, default=""),
    Column("created_at", BigInteger, nullable=False),
)

bans = Table(
    "player_bans",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("player", String(24), nullable=False, index=True),
    Column("reason", String(24), nullable=False),
    Column("note", String(500), nullable=False, default=""),
    Column("created_at", BigInteger, nullable=False),
    # Null: for good.
    Column("until_at", BigInteger),
    Column("lifted_at", BigInteger),
)

audit = Table(
    "admin_audit",
    metadata,
    # SQLite counts up by itself only in a column of the type INTEGER.
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("actor", String(24), nullable=False),
    Column("act", String(24), nullable=False),
    Column("target", String(40), nullable=False),
    Column("detail", Text, nullable=False, default="{}"),
)

orders = Table(
    "admin_orders",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("target", String(24), nullable=False),
    Column("reason", String(24), nullable=False, default=""),
    Column("created_at", BigInteger, nullable=False),
    Column("done_at", BigInteger),
)
Index(None, orders.c.done_at, orders.c.created_at)

_REFUSES = "the audit log is append-only"
_SQLITE = "CREATE TRIGGER admin_audit_no_{0} BEFORE {0} ON admin_audit BEGIN SELECT RAISE(ABORT, '{1}'); END"
_FUNCTION = (
    "CREATE FUNCTION admin_audit_append_only() RETURNS trigger LANGUAGE plpgsql AS "
    f"$$ BEGIN RAISE EXCEPTION '{_REFUSES}'; END $$"
)
_TRIGGER = (
    "CREATE TRIGGER admin_audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON admin_audit "
    "FOR EACH STATEMENT EXECUTE FUNCTION admin_audit_append_only()"
)
APPEND_ONLY = {
    "sqlite": (_SQLITE.format("update", _REFUSES), _SQLITE.format("delete", _REFUSES)),
    "postgresql": (_FUNCTION, _TRIGGER),
}
"""By dialect, what makes the database itself refuse to change or delete a line of the audit log."""


def _ddl(statement: str, dialect: str) -> ExecutableDDLElement:
    element: ExecutableDDLElement = DDL(statement).execute_if(dialect=dialect)  # type: ignore[no-untyped-call]
    return element


for _dialect, _statements in APPEND_ONLY.items():
    for _statement in _statements:
        event.listen(audit, "after_create", _ddl(_statement, _dialect))
event.listen(metadata, "after_drop", _ddl("DROP FUNCTION IF EXISTS admin_audit_append_only()", "postgresql"))


async def create_all(engine: AsyncEngine) -> None:
    """Make the tables that are missing. A server uses the migrations; this is for tests and tools."""
    async with engine.begin() as db:
        await db.run_sync(metadata.create_all)
