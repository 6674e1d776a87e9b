"""The first schema: tables, their log, and identity. Run by Alembic only; there is no way back but a backup."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

REFUSES = "the audit log is append-only"
ABORT = f"BEGIN SELECT RAISE(ABORT, '{REFUSES}'); END"
SQLITE = "CREATE TRIGGER admin_audit_no_{0} BEFORE {0} ON admin_audit " + ABORT
FUNCTION = f"""CREATE FUNCTION admin_audit_append_only() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '{REFUSES}'; END $$"""
TRIGGER = """CREATE TRIGGER admin_audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON admin_audit
FOR EACH STATEMENT EXECUTE FUNCTION admin_audit_append_only()"""
APPEND_ONLY = {
    "sqlite": (SQLITE.format("update"), SQLITE.format("delete")),
    "postgresql": (FUNCTION, TRIGGER),
}
"""By dialect, what makes the database itself refuse to change or delete a line of the audit log."""


def upgrade() -> None:
    op.create_table(
        "commands",
        sa.Column("table_id", sa.String(length=24), nullable=False),
        sa.Column("author", sa.String(length=24), nullable=False),
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.String(length=40), nullable=True),
        sa.PrimaryKeyConstraint("table_id", "author", "id", name=op.f("pk_commands")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "events",
        sa.Column("table_id", sa.String(length=24), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.SmallInteger(), nullable=False),
        sa.Column("sealed", sa.Boolean(), nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name=op.f("pk_events")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("variant", sa.String(length=40), nullable=False),
        sa.Column("stage", sa.String(length=12), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("quick", sa.Boolean(), nullable=False),
        sa.Column("creator", sa.String(length=24), nullable=True),
        sa.Column("invitation_hash", sa.String(length=64), nullable=False),
        sa.Column("replay", sa.String(length=8), nullable=False),
        sa.Column("replay_key", sa.String(length=32), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.Column("finished_at", sa.BigInteger(), nullable=True),
        sa.Column("summary", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
        sa.UniqueConstraint("invitation_hash", name=op.f("uq_tables_invitation_hash")),
    )
    op.create_index("ix_tables_creator", "tables", ["creator"])
    op.create_index("ix_tables_finished_at", "tables", ["finished_at"])
    op.create_index("ix_tables_stage_public", "tables", ["stage", "public"])

    op.create_table(
        "players",
        sa.Column("table_id", sa.String(length=24), nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.String(length=24), nullable=True),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_players_table_id_tables"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_players")),
    )
    op.create_index("ix_players_user_id", "players", ["user_id"])

    op.create_table(
        "account_bots",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("owner", sa.String(length=24), nullable=False),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(length=32), nullable=False),
        sa.Column("scope", sa.String(length=12), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=True),
        sa.Column("revoked_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account_bots")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_account_bots_token_hash")),
    )
    op.create_index("ix_account_bots_owner", "account_bots", ["owner"])

    op.create_table(
        "account_names",
        sa.Column("key", sa.String(length=48), nullable=False),
        sa.Column("player", sa.String(length=24), nullable=False),
        sa.Column("free_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_account_names")),
    )
    op.create_table(
        "account_passkeys",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("credential_id", sa.LargeBinary(), nullable=False),
        sa.Column("account", sa.String(length=24), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("label", sa.String(length=40), nullable=False),
        sa.Column("synced", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account_passkeys")),
        sa.UniqueConstraint("credential_id", name=op.f("uq_account_passkeys_credential_id")),
    )
    op.create_index("ix_account_passkeys_account", "account_passkeys", ["account"])

    op.create_table(
        "account_recovery_codes",
        sa.Column("code_hash", sa.LargeBinary(length=32), nullable=False),
        sa.Column("account", sa.String(length=24), nullable=False),
        sa.PrimaryKeyConstraint("code_hash", name=op.f("pk_account_recovery_codes")),
    )
    op.create_index("ix_account_recovery_codes_account", "account_recovery_codes", ["account"])

    op.create_table(
        "account_sessions",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(length=32), nullable=False),
        sa.Column("account", sa.String(length=24), nullable=False),
        sa.Column("agent", sa.String(length=200), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.Column("confirmed_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account_sessions")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_account_sessions_token_hash")),
    )
    op.create_index("ix_account_sessions_account", "account_sessions", ["account"])

    op.create_table(
        "accounts",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column("name_key", sa.String(length=48), nullable=True),
        sa.Column("password_hash", sa.String(length=200), nullable=True),
        sa.Column("is_admin", sa.Boolean(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("renamed_at", sa.BigInteger(), nullable=True),
        sa.Column("deleted_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_accounts")),
        sa.UniqueConstraint("name_key", name=op.f("uq_accounts_name_key")),
    )
    op.create_table(
        "admin_audit",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.String(length=24), nullable=False),
        sa.Column("act", sa.String(length=24), nullable=False),
        sa.Column("target", sa.String(length=40), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_admin_audit")),
    )
    op.create_table(
        "admin_orders",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("target", sa.String(length=24), nullable=False),
        sa.Column("reason", sa.String(length=24), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("done_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_admin_orders")),
    )
    op.create_index("ix_admin_orders_done_at_created_at", "admin_orders", ["done_at", "created_at"])

    op.create_table(
        "passkey_ceremonies",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("purpose", sa.String(length=12), nullable=False),
        sa.Column("session", sa.String(length=24), nullable=True),
        sa.Column("challenge", sa.LargeBinary(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_passkey_ceremonies")),
    )
    op.create_index("ix_passkey_ceremonies_expires_at", "passkey_ceremonies", ["expires_at"])

    op.create_table(
        "player_bans",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("player", sa.String(length=24), nullable=False),
        sa.Column("reason", sa.String(length=24), nullable=False),
        sa.Column("note", sa.String(length=500), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("until_at", sa.BigInteger(), nullable=True),
        sa.Column("lifted_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player_bans")),
    )
    op.create_index("ix_player_bans_player", "player_bans", ["player"])

    op.create_table(
        "player_mutes",
        sa.Column("player", sa.String(length=24), nullable=False),
        sa.Column("muted", sa.String(length=24), nullable=False),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player", "muted", name=op.f("pk_player_mutes")),
    )
    op.create_table(
        "player_reports",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("reporter", sa.String(length=24), nullable=True),
        sa.Column("player", sa.String(length=24), nullable=False),
        sa.Column("reason", sa.String(length=24), nullable=False),
        sa.Column("table_id", sa.String(length=24), nullable=True),
        sa.Column("text", sa.String(length=500), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("resolved_at", sa.BigInteger(), nullable=True),
        sa.Column("resolution", sa.String(length=24), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player_reports")),
    )
    op.create_index("ix_player_reports_player", "player_reports", ["player"])
    op.create_index("ix_player_reports_reporter", "player_reports", ["reporter"])

    for statement in APPEND_ONLY[op.get_bind().dialect.name]:
        op.execute(statement)
