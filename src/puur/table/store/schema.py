"""The tables of live tables, one schema for SQLite and PostgreSQL. Migrations are in ``migrations``.

All times are milliseconds since 1970, UTC.
"""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# ------------------------------------------------------------------------------------------------- tables

events = sa.Table(
    "events",
    metadata,
    sa.Column("table_id", sa.String(24), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("version", sa.SmallInteger, nullable=False),
    sa.Column("sealed", sa.Boolean, nullable=False),
    sa.Column("payload", sa.LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
"""The log: append-only. The primary key settles who was first."""

commands = sa.Table(
    "commands",
    metadata,
    sa.Column("table_id", sa.String(24), primary_key=True),
    sa.Column("author", sa.String(24), primary_key=True),
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("reason", sa.String(40), nullable=True),
    sqlite_with_rowid=False,
)
"""The first answer to every command; null where it was carried out."""

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("variant", sa.String(40), nullable=False),
    sa.Column("stage", sa.String(12), nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("quick", sa.Boolean, nullable=False),
    sa.Column("creator", sa.String(24), nullable=True),
    sa.Column("invitation_hash", sa.String(64), nullable=False, unique=True),
    sa.Column("replay", sa.String(8), nullable=False),
    sa.Column("replay_key", sa.String(32), nullable=False),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    sa.Column("changed_at", sa.BigInteger, nullable=False),
    sa.Column("finished_at", sa.BigInteger, nullable=True, index=True),
    sa.Column("summary", sa.LargeBinary, nullable=False),
    sa.Index(None, "stage", "public"),
    sa.Index(None, "creator"),
)
"""What is true of a table now, for lists; everything here follows from the log."""

players = sa.Table(
    "players",
    metadata,
    sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("user_id", sa.String(24), nullable=True, index=True),
)
"""Who sits where, to find a user's tables."""
