"""``puur arena``: bots against each other, with a progress bar, a table and a plot."""

from __future__ import annotations

from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

from puur.bots.base import DEFAULT_BUDGET, Budget, bot
from puur.cli.bots_here import find_bots_here
from puur.cli.options import parse_options
from puur.lab.arena.figures import Figure, Figures
from puur.lab.arena.plan import BadPlan, Plan, plan
from puur.lab.arena.plot import check, plot
from puur.lab.arena.run import run as play


class Rate(ProgressColumn):
    """Deals a second."""

    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:.1f} deals/s" if task.speed else "", style="cyan")


class Report(msgspec.Struct, frozen=True):
    """What is written as JSON."""

    plan: Plan
    figures: Figures


def run(
    variant: str,
    bots: list[str],
    *,
    deals: int,
    jobs: int,
    seed: int,
    options: list[str],
    iterations: int | None,
    seconds: float | None,
    error: float | None,
    out: Path | None,
    image: Path | None,
    cluster: str | None,
) -> Figures:
    """Play an arena and show it."""
    default = DEFAULT_BUDGET if iterations is None and seconds is None else Budget(iterations, seconds)
    made = plan(variant, bots, deals=deals, seed=seed, options=parse_options(options), default=default)
    find_bots_here()
    for entrant in made.entrants:
        bot(entrant.bot)  # an unknown one is refused before anything is played
    if error is not None and error <= 0:
        raise BadPlan("a standard error to stop at must be above zero")
    if out is not None and out.suffix == ".jsonl":
        raise BadPlan(f"{out.name!r} is where the deals would go: name the figures otherwise, as figures.json")
    if image is not None:
        check(image)
    console = Console()
    keep = None if out is None else out.with_suffix(".jsonl")
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        Rate(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("[dim]{task.fields[standing]}"),
        console=console,
        disable=not console.is_terminal,
    )
    with bar:
        task = bar.add_task(variant, total=deals, standing="")

        def progress(done: int, standing: Figures) -> None:
            bar.update(task, completed=done, standing=short(standing))

        found = play(made, jobs=jobs, cluster=cluster, keep=keep, error=error, progress=progress)
    show(console, made, found)
    if out is not None:
        out.write_bytes(msgspec.json.format(msgspec.json.encode(Report(made, found)), indent=1) + b"\n")
    if image is not None:
        plot(made, found, image)
    return found


def short(standing: Figures) -> str:
    figure = standing.lead or standing.bots[0]
    return f"{figure.mean:+.2f} ± {figure.error:.2f}" if figure.error is not None else ""


def text(figure: Figure) -> str:
    return f"{figure.mean:.2f}" if figure.error is None else f"{figure.mean:.2f} ± {figure.error:.2f}"


def show(console: Console, made: Plan, found: Figures) -> None:
    """The table of results: a column a bot, so that it fits a narrow terminal."""
    unit = "mean difference, less is better" if made.rules.estimates else "points a deal"
    table = Table(title=f"{made.variant}, {found.deals:,} deals, seed {made.seed}: {unit}", min_width=60)
    table.add_column("")
    for whole in found.bots:
        table.add_column(whole.name, justify="right")
    intervals = ("" if bot.low is None else f"{bot.low:.2f} to {bot.high:.2f}" for bot in found.bots)
    table.add_row("mean ± s.e.", *map(text, found.bots))
    table.add_row("95 %", *intervals, end_section=True)
    by_seat = [{figure.name: text(figure) for figure in row} for row in found.seats]
    for seat in (f"seat {number}" for number in range(4)):
        table.add_row(seat, *(row.get(seat, "") for row in by_seat))
    console.print(table)
    if found.lead is not None:
        lead = found.lead
        errors = "" if not lead.error else f" = {lead.mean / lead.error:+.1f} standard errors"
        share = "" if found.share is None else f"; share of points {found.share:.1%}"
        console.print(f"{lead.name}, same cards with seats exchanged: {text(lead)} points a deal{errors}{share}")
    if found.thrown_in:
        console.print(
            f"thrown in and counted as nothing: {found.thrown_in} of {found.deals * (2 if made.teams else 1)}"
        )
