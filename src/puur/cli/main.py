"""The ``puur`` command. Every command lives in its own file and is imported only when it is called."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, NoReturn, cast

import typer

from puur.cli import admin_commands

app = typer.Typer(
    name="puur",
    help="Puur, the open Jass table.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Variant = Annotated[str, typer.Option("--variant", "-v", help="The game, for example differenzler.")]
Options = Annotated[
    list[str] | None, typer.Option("--option", "-o", help="An option of the game as NAME=VALUE; may be repeated.")
]


LONGEST = 500
"""Characters of a message: what was typed may be in it, and may be a file by mistake."""


def fail(message: object) -> NoReturn:
    """Bad input: one line that names the problem, exit code 2."""
    if isinstance(message, BrokenPipeError):  # whoever read the output has seen enough of it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(1)
    text = " ".join(str(message).split())
    print(f"puur: {text if len(text) <= LONGEST else text[:LONGEST] + '...'}", file=sys.stderr)
    raise typer.Exit(2)


@app.command()
def legal(
    variant: Variant,
    hand: Annotated[str, typer.Option(help='The cards in hand, "KH 7D".')],
    trump: Annotated[str, typer.Option(help="C, D, H, S, obenabe or undenufe.")],
    trick: Annotated[str, typer.Option(help='The cards on the table in order, "KS AS TH".')] = "",
    option: Options = None,
) -> None:
    """Say which cards of a hand may be played, and why the others may not."""
    from puur.cli import legal as command

    try:
        command.run(variant, option or [], trump, trick, hand)
    except (ValueError, OSError) as error:
        fail(error)


@app.command()
def check(file: Annotated[Path, typer.Argument(help="A JSON file of examples.")]) -> None:
    """Run worked examples through the engine; exit code 1 if one fails."""
    from puur.cli import check as command

    try:
        failed = command.run(file)
    except (ValueError, OSError) as error:
        fail(error)
    raise typer.Exit(1 if failed else 0)


@app.command()
def play(
    variant: Annotated[str, typer.Argument(help="The game, for example differenzler.")],
    option: Options = None,
    bots: Annotated[str, typer.Option(help="The three computer players.")] = "heuristic",
    language: Annotated[str | None, typer.Option("--language", "-l", help="de, fr, it, en or nl.")] = None,
    deck: Annotated[str, typer.Option(help="Names of the cards: french or swiss.")] = "french",
    seed: Annotated[int | None, typer.Option(help="Deal the same cards again.")] = None,
) -> None:
    """Play in the terminal against three computer players."""
    from puur.cli import play as command

    try:
        code = command.run(variant, option or [], bots, language, deck, seed)
    except (ValueError, OSError) as error:
        fail(error)
    raise typer.Exit(code)


@app.command()
def replay(file: Annotated[Path, typer.Argument(help="The record of a match.")]) -> None:
    """Print a recorded match trick by trick."""
    from puur.cli import replay as command

    try:
        command.replay(file)
    except (ValueError, OSError) as error:
        fail(error)


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(help="The record of a match.")],
    witness: Annotated[str | None, typer.Option(help="What you kept yourself of the deals: HEAD:SEAT:NONCE.")] = None,
) -> None:
    """Check that nobody could choose the deals of a recorded match; exit code 2 for a forged one."""
    from puur.cli import verify as command

    try:
        command.verify(file, witness)
    except (ValueError, OSError) as error:
        fail(error)


@app.command()
def perft(
    file: Annotated[Path | None, typer.Argument(help="A file of endgames, as in tests/perft.")] = None,
    variant: Annotated[str | None, typer.Option("--variant", "-v", help="Deal an endgame of this game.")] = None,
    option: Options = None,
    cards: Annotated[int, typer.Option(help="Cards in each hand of the endgame that is dealt.")] = 4,
    seed: Annotated[int, typer.Option(help="The endgame that is dealt follows from this number.")] = 1,
) -> None:
    """Count the different sequences of legal cards of an endgame; exit code 1 if a file expects other counts."""
    from puur.cli import perft as command

    try:
        differing = command.run(file, variant, option or [], cards, seed)
    except (ValueError, OSError) as error:
        fail(error)
    raise typer.Exit(1 if differing else 0)


@app.command()
def serve(
    host: Annotated[str, typer.Option(envvar="PUUR_HOST", help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(envvar="PUUR_PORT", min=1, max=65535, help="The port to listen at.")] = 8000,
    database: Annotated[
        str, typer.Option(envvar="PUUR_DATABASE", help="A file for SQLite, or postgresql://user:password@host/name.")
    ] = "data/puur.sqlite3",
    key_file: Annotated[
        str, typer.Option(envvar="PUUR_KEY_FILE", help="The key that seals secrets; made if it is missing.")
    ] = "",
    redis: Annotated[str, typer.Option(envvar="PUUR_REDIS", help="redis://..., for several workers.")] = "",
    workers: Annotated[int, typer.Option(envvar="PUUR_WORKERS", min=1, help="Server processes.")] = 1,
    origin: Annotated[
        str, typer.Option(envvar="PUUR_ORIGIN", help="The address that browsers see, behind a proxy.")
    ] = "",
    bot_processes: Annotated[
        int, typer.Option(envvar="PUUR_BOT_PROCESSES", min=1, help="Processes for bots, for each worker.")
    ] = 1,
    pace: Annotated[
        float, typer.Option(envvar="PUUR_PACE", min=0, help="How long bots seem to think: 0 is at once.")
    ] = 1,
    retention_days: Annotated[
        int, typer.Option(envvar="PUUR_RETENTION_DAYS", min=0, help="How long records are kept; 0 is for ever.")
    ] = 365,
    tables_per_player: Annotated[
        int,
        typer.Option(envvar="PUUR_TABLES_PER_PLAYER", min=0, help="Tables of one player not over; 0 is no limit."),
    ] = 12,
    connections_per_address: Annotated[
        int, typer.Option(envvar="PUUR_CONNECTIONS_PER_ADDRESS", min=1, help="WebSockets of one address at a time.")
    ] = 64,
    requests_per_second: Annotated[
        float,
        typer.Option(envvar="PUUR_REQUESTS_PER_SECOND", min=0, help="HTTP requests of one address; 0 is no limit."),
    ] = 20,
    frames_per_second: Annotated[
        float,
        typer.Option(envvar="PUUR_FRAMES_PER_SECOND", min=0, help="Frames of one WebSocket; 0 is no limit."),
    ] = 20,
    trusted_proxies: Annotated[
        str, typer.Option(envvar="PUUR_TRUSTED_PROXIES", help="Addresses whose X-Forwarded-For is believed.")
    ] = "127.0.0.1",
    log_level: Annotated[
        str, typer.Option(envvar="PUUR_LOG_LEVEL", help="debug, info, warning or error.")
    ] = "warning",
) -> None:
    """Serve the tables and the browser client."""
    from puur.cli import serve as command
    from puur.server.settings import ServerSettings

    settings = ServerSettings(
        host=host, port=port, database=database, key_file=key_file, redis=redis, workers=workers, origin=origin,
        bot_processes=bot_processes, pace=pace, retention_days=retention_days, tables_per_player=tables_per_player,
        connections_per_address=connections_per_address, requests_per_second=requests_per_second,
        frames_per_second=frames_per_second, trusted_proxies=trusted_proxies, log_level=log_level,
    )  # fmt: skip
    try:
        command.run(settings)
    except (ValueError, OSError) as error:
        fail(error)


@app.command()
def arena(
    variant: Annotated[str, typer.Argument(help="The game, for example differenzler.")],
    bots: Annotated[
        list[str], typer.Argument(help="Four bots, or two for teams; NAME@64 or NAME@0.5s sets a budget.")
    ],
    deals: Annotated[int, typer.Option(help="How many deals.")] = 1000,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="Processes.")] = 1,
    seed: Annotated[int, typer.Option(help="Cards and chance follow from this number.")] = 1,
    option: Options = None,
    iterations: Annotated[int | None, typer.Option(help="Iterations a decision, where a bot names none.")] = None,
    seconds: Annotated[float | None, typer.Option(help="Seconds a decision instead.")] = None,
    error: Annotated[float | None, typer.Option(help="Stop at this standard error.")] = None,
    out: Annotated[
        Path | None, typer.Option(help="Write the figures as JSON; the deals beside it, to resume.")
    ] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the figures, .svg or .png.")] = None,
    cluster: Annotated[str | None, typer.Option(help="The address of a Dask scheduler.")] = None,
) -> None:
    """Measure bots against each other."""
    from puur.cli import arena as command

    try:
        command.run(
            variant, bots, deals=deals, jobs=jobs, seed=seed, options=option or [], iterations=iterations,
            seconds=seconds, error=error, out=out, image=plot, cluster=cluster,
        )  # fmt: skip
    except (ValueError, OSError) as problem:
        fail(problem)


@app.command()
def train(
    variant: Annotated[str, typer.Argument(help="The game, for example differenzler.")],
    minutes: Annotated[float, typer.Option(min=0.001, help="Length of this slice.")] = 8.0,
    total_minutes: Annotated[
        float | None, typer.Option(help="Length of the whole run, on which the learning rate falls.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Folder of the run; training/VARIANT if none is named.")] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the run in the folder, if there is one.")
    ] = False,
    seed: Annotated[int | None, typer.Option(help="Weights and cards follow from this number.")] = None,
    rows: Annotated[int | None, typer.Option(min=1, help="Deals of a batch: 24,576 on a GPU, 512 on a CPU.")] = None,
    batch: Annotated[
        int | None, typer.Option(min=1, help="Decisions of a step: 8,192 on a GPU, 512 on a CPU.")
    ] = None,
    device: Annotated[str | None, typer.Option(help="cuda or cpu; what there is if none is named.")] = None,
    threads: Annotated[int | None, typer.Option(min=1, help="Threads on the CPU.")] = None,
    deals: Annotated[
        int | None, typer.Option(min=0, help="Deals of the table at the end: 65,536 on a GPU, 2,048 on a CPU.")
    ] = None,
    look: Annotated[float, typer.Option(help="Seconds between figures and checkpoints.")] = 30.0,
    rival: Annotated[
        str | None, typer.Option(help="A run's folder, or 'shipped', to measure against at the end.")
    ] = None,
    against: Annotated[
        str | None, typer.Option(help="Exploit a run, or 'shipped': learn against frozen copies of it alone.")
    ] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the learning curve, .svg or .png.")] = None,
) -> None:
    """Train a network by self-play, in slices that can be resumed."""
    from puur.cli import train as command

    try:
        command.run(
            variant, minutes=minutes, total_minutes=total_minutes, out=out, resume=resume, seed=seed, rows=rows,
            batch=batch, device=device, threads=threads, deals=deals, look=look, rival=rival, against=against, image=plot,
        )  # fmt: skip
    except (ValueError, OSError) as problem:
        fail(problem)


@app.command()
def solve(
    variant: Variant,
    hands: Annotated[list[str], typer.Argument(help='Four hands in playing order, "JH 9H AC" each.')],
    trump: Annotated[str, typer.Option(help="C, D, H, S, obenabe or undenufe.")],
    leader: Annotated[int, typer.Option(min=0, max=3, help="Who leads to this trick.")] = 0,
    trick: Annotated[str, typer.Option(help='The cards on the table in order, "KS AS".')] = "",
    option: Options = None,
) -> None:
    """The best result of both teams with all cards open, and what every card would bring."""
    from puur.cli import solve as command

    try:
        command.run(variant, option or [], hands, trump, leader, trick)
    except (ValueError, OSError) as error:
        fail(error)


app.add_typer(admin_commands.app, name="admin")

db_app = typer.Typer(help="The database of a server.", no_args_is_help=True)
app.add_typer(db_app, name="db")


@db_app.callback()
def _database() -> None:
    """Commands on the database."""


@db_app.command()
def upgrade(
    database: Annotated[
        str, typer.Option(envvar="PUUR_DATABASE", help="A file for SQLite, or postgresql://user:password@host/name.")
    ] = "data/puur.sqlite3",
) -> None:
    """Bring the database to the schema of this version. Make a backup first."""
    from puur.cli import db as command

    try:
        print(command.run_upgrade(database))
    except (ValueError, OSError) as error:
        fail(error)


WRONG_WORDS = cast("type[typer.BadParameter]", typer.BadParameter.__mro__[1])
"""What Typer raises for a command line that it cannot read: unknown options, missing or superfluous words."""


def main() -> None:
    """The command line: what is wrong with it is said in one line, as other bad input is."""
    try:
        sys.exit(app(prog_name="puur", standalone_mode=False))
    except typer.Abort:
        sys.exit(1)
    except WRONG_WORDS as error:
        said = " ".join(str(error.format_message()).split())
        if said:  # not if nothing was said at all: the help has been printed
            print(f"puur: {said}", file=sys.stderr)
        sys.exit(2)
