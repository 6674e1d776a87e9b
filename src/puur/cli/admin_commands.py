"""The command group `puur admin`: options and arguments. What they do is in puur.cli.admin, imported when called."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from puur.cli.admin import Work

app = typer.Typer(help="Admins, bans, reports, the audit log; for the operator of a server.", no_args_is_help=True)
tokens = typer.Typer(help="Tokens of bots.", no_args_is_help=True)
app.add_typer(tokens, name="tokens")

Database = Annotated[
    str, typer.Option(envvar="PUUR_DATABASE", help="A file for SQLite, or postgresql://user:password@host/name.")
]
KeyFile = Annotated[str, typer.Option(envvar="PUUR_KEY_FILE", help="The key file of the server.")]
Player = Annotated[str, typer.Argument(help="The name or the id of a player.")]
Reason = Annotated[str, typer.Option(help="cheating, insults, offensive-name, leaving, spam or other.")]
DATABASE = "data/puur.sqlite3"


def _carry_out(database: str, key_file: str, work: Work) -> None:
    from puur.cli import admin

    try:
        lines = admin.run(database, key_file, work)
    except (ValueError, OSError) as error:
        print(f"puur: {error}", file=sys.stderr)
        raise typer.Exit(2) from None
    for line in lines:
        print(line)


@app.command()
def grant(player: Player, database: Database = DATABASE, key_file: KeyFile = "") -> None:
    """Make an account an admin."""
    from puur.cli import admin

    _carry_out(database, key_file, admin.set_admin(player, True))


@app.command()
def revoke(player: Player, database: Database = DATABASE, key_file: KeyFile = "") -> None:
    """Make an admin an ordinary account."""
    from puur.cli import admin

    _carry_out(database, key_file, admin.set_admin(player, False))


@app.command()
def ban(
    player: Player,
    reason: Reason = "other",
    days: Annotated[int | None, typer.Option(min=1, max=3650, help="For how long; without it, for good.")] = None,
    note: Annotated[str, typer.Option(help="For the other admins.")] = "",
    database: Database = DATABASE,
    key_file: KeyFile = "",
) -> None:
    """Shut a player out, with his bots."""
    from puur.cli import admin

    _carry_out(database, key_file, admin.ban(player, reason, days, note))


@app.command()
def unban(player: Player, database: Database = DATABASE, key_file: KeyFile = "") -> None:
    """Lift the bans of a player."""
    from puur.cli import admin

    _carry_out(database, key_file, admin.unban(player))


@app.command()
def bans(database: Database = DATABASE, key_file: KeyFile = "") -> None:
    """List the bans that hold."""
    from puur.cli import admin

    _carry_out(database, key_file, admin.bans())


@app.command()
def reports(
    resolved: Annotated[bool, typer.Option("--resolved", help="Those that are done instead.")] = False,
    database: Database = DATABASE,
    key_file: KeyFile = "",
) -> None:
    """List the reports of players."""
    from puur.cli import admin

    _carry_out(database, key_file, admin.reports(resolved))


@app.command()
def resolve(
    report: Annotated[str, typer.Argument(help="The id of a report.")],
    resolution: Annotated[str, typer.Argument(help="banned, warned, no-ground or duplicate.")],
    database: Database = DATABASE,
    key_file: KeyFile = "",
) -> None:
    """Close a report."""
    from puur.cli import admin

    _carry_out(database, key_file, admin.resolve(report, resolution))


@app.command()
def audit(
    limit: Annotated[int, typer.Option(min=1, max=10_000, help="How many lines.")] = 50,
    database: Database = DATABASE,
    key_file: KeyFile = "",
) -> None:
    """Show what admins did, the newest first."""
    from puur.cli import admin

    _carry_out(database, key_file, admin.audit(limit))


@app.command("close-table")
def close_table(
    table: Annotated[str, typer.Argument(help="The id of a table.")],
    reason: Reason = "other",
    database: Database = DATABASE,
    key_file: KeyFile = "",
) -> None:
    """End a table."""
    from puur.cli import admin

    _carry_out(database, key_file, admin.close_table(table, reason))


@app.command("end-sessions")
def end_sessions(player: Player, database: Database = DATABASE, key_file: KeyFile = "") -> None:
    """Log an account out everywhere."""
    from puur.cli import admin

    _carry_out(database, key_file, admin.end_sessions(player))


@tokens.command("revoke")
def revoke_tokens(player: Player, database: Database = DATABASE, key_file: KeyFile = "") -> None:
    """Void the token of a bot, or of all bots of an account."""
    from puur.cli import admin

    _carry_out(database, key_file, admin.revoke_tokens(player))


@tokens.callback()
def _tokens() -> None:
    """Commands on tokens."""
