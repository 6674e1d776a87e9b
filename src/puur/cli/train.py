"""``puur train``: a slice of training with a progress bar. Torch is loaded here and nowhere else of the command line."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from puur.rules.variants import variant as known_variant


class NoTorch(ValueError):
    """Training without its extra."""


def run(
    variant: str,
    *,
    minutes: float,
    total_minutes: float | None,
    out: Path | None,
    resume: bool,
    seed: int | None,
    rows: int | None,
    batch: int | None,
    device: str | None,
    threads: int | None,
    deals: int | None,
    look: float,
    rival: str | None,
    against: str | None,
    image: Path | None,
) -> dict[str, Any]:
    """Train a slice, show it, and draw the curve."""
    known_variant(variant)
    if image is not None and image.suffix not in (".svg", ".png"):
        raise ValueError(f"a plot is an .svg or a .png file, not {image.name!r}")
    if find_spec("torch") is None:
        raise NoTorch("training needs the extra: pip install 'puur[train]'")
    from puur.lab.train.run import Job, train

    usual = {"total_minutes": total_minutes, "seed": seed, "rows": rows, "batch": batch}
    folder = out or Path("training") / (variant + ("-probe" if against else ""))
    job = Job(
        variant=variant,
        out=folder,
        minutes=minutes,
        resume=resume,
        changed={k: v for k, v in usual.items() if v is not None},
        device=device,
        threads=threads,
        look=look,
        deals=deals,
        rival=rival,
        against=against,
    )
    console = Console()
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        TextColumn("[dim]{task.fields[standing]}"),
        console=console,
        disable=not console.is_terminal,
    )
    with bar:
        task = bar.add_task(variant, total=1.0, standing="")

        def progress(done: float, standing: str) -> None:
            bar.update(task, completed=done, standing=standing)

        def tell(text: str) -> None:
            bar.console.print(text, highlight=False, markup=False, soft_wrap=True)

        table = train(job, tell, progress)
    if image is not None:
        from puur.lab.train.curves import curve_of, plot

        plot({variant: curve_of(folder)}, image)
    return table
