"""The learning curve of a run as a picture, SVG or PNG: ``python -m puur.lab.train.curves RUN... --plot FILE``.

A RUN is a folder of a run, its state.json, or a file of curves like docs/training-differenzler.json. Needs matplotlib
and no torch.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

Curve = list[dict[str, Any]]


class BadPlot(ValueError):
    """A picture that cannot be drawn."""


def curve_of(path: Path) -> Curve:
    """The curve of a run."""
    file = path / "state.json" if path.is_dir() else path
    if not file.is_file():
        raise BadPlot(f"no run in {path}")
    found: Curve = json.loads(file.read_text())["curve"]
    return found


def series(curve: Curve) -> dict[str, tuple[list[float], list[float], list[float]]]:
    """Per figure: seconds, values, standard errors. A figure is a pair of a value and its standard error."""
    out: dict[str, tuple[list[float], list[float], list[float]]] = {}
    for line in curve:
        for name, value in line.items():
            if isinstance(value, list | tuple) and len(value) == 2 and not isinstance(value[0], list | tuple):
                xs, ys, errors = out.setdefault(name, ([], [], []))
                xs.append(float(line["seconds"]))
                ys.append(float(value[0]))
                errors.append(float(value[1]))
    return out


def plot(runs: dict[str, Curve], path: Path) -> None:
    """Draw the curves of some runs, one colour a figure; the ending of the file says how."""
    if path.suffix not in (".svg", ".png"):
        raise BadPlot(f"a plot is an .svg or a .png file, not {path.name!r}")
    try:
        import matplotlib as mpl

        mpl.use("agg")
        from matplotlib.figure import Figure as Sheet
    except ImportError as error:
        raise BadPlot("a plot needs the extra: pip install 'puur[lab]'") from error
    if not any(series(curve) for curve in runs.values()):
        raise BadPlot("nothing has been measured yet")
    sheet = Sheet(figsize=(8, 4.5), layout="constrained")
    axes = sheet.subplots()
    for name, curve in runs.items():
        for figure, (xs, ys, errors) in series(curve).items():
            label = figure if len(runs) == 1 else f"{name}: {figure}"
            axes.errorbar([x / 60 for x in xs], ys, yerr=errors, label=label, linewidth=1.3, markersize=3, fmt="o-")
    axes.set_xlabel("minutes of training")
    axes.set_ylabel("figure ± standard error")
    axes.set_title(", ".join(runs), fontsize=10)
    axes.grid(color="0.9")
    axes.legend(fontsize=8)
    sheet.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m puur.lab.train.curves", description=__doc__)
    parser.add_argument("runs", nargs="+", type=Path)
    parser.add_argument("--plot", type=Path, required=True)
    args = parser.parse_args(argv)
    try:
        plot({path.name or str(path): curve_of(path) for path in args.runs}, args.plot)
    except BadPlot as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
