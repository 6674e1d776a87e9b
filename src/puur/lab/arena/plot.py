"""The picture of an arena: means with their 95 % intervals, per bot and per seat, as SVG or PNG. Needs matplotlib."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from puur.lab.arena.figures import CONFIDENCE, Figures
from puur.lab.arena.plan import BadPlan, Plan


def check(path: Path) -> None:
    """Raise BadPlan if nothing can be drawn there: before anything is played."""
    if path.suffix not in (".svg", ".png"):
        raise BadPlan(f"a plot is an .svg or a .png file, not {path.name!r}")
    if find_spec("matplotlib") is None:
        raise BadPlan("a plot needs the extra: pip install 'puur[lab]'")
    path.parent.mkdir(parents=True, exist_ok=True)


def plot(plan: Plan, figures: Figures, path: Path) -> None:
    """Draw the figures; the ending of the file says how."""
    check(path)
    import matplotlib as mpl

    mpl.use("agg")
    from matplotlib.figure import Figure as Sheet

    sheet = Sheet(figsize=(7, 0.9 + 0.8 * len(figures.bots)), layout="constrained")
    axes = sheet.subplots()
    for row, (whole, seats) in enumerate(zip(figures.bots, figures.seats, strict=True)):
        for at, seat in enumerate(seats):
            axes.errorbar(
                seat.mean,
                row + 0.12 + 0.09 * at,
                xerr=CONFIDENCE * (seat.error or 0),
                fmt=".",
                color="0.65",
                markersize=4,
                linewidth=1,
            )
        axes.errorbar(
            whole.mean, row, xerr=CONFIDENCE * (whole.error or 0), fmt="o", color="#2f5d50", capsize=4, linewidth=2
        )
        label = f"{whole.mean:.2f}" + ("" if whole.error is None else f" ± {whole.error:.2f}")
        axes.annotate(label, (whole.mean, row), xytext=(0, 8), textcoords="offset points", ha="center", fontsize=8)
    axes.set_yticks(range(len(figures.bots)), [bot.name for bot in figures.bots])
    axes.set_ylim(len(figures.bots) - 0.4, -0.6)
    less = "mean difference per round (less is better)" if plan.rules.estimates else "points per deal"
    axes.set_xlabel(f"{less}; grey: seats 0 to 3; bars: 95 %")
    axes.set_title(f"{plan.variant}: {figures.deals:,} deals", fontsize=10)
    axes.grid(axis="x", color="0.9")
    sheet.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
