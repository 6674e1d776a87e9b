"""Training without the rest of Puur: ``python -m puur.lab.train VARIANT --minutes 8 --resume``.

The same as ``puur train``, for machines that have torch and NumPy and nothing else; prints lines instead of a bar.
Every setting has an option of its own here.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
from pathlib import Path

from puur.lab.train.run import BadRun, Job, throughput, train
from puur.lab.train.teams.learner import TeamSettings
from puur.rules.variants import VARIANTS

NOT_OPTIONS = ("net", "critic", "freeze", "probe")


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m puur.lab.train", description=__doc__)
    made.add_argument("variant", choices=sorted(VARIANTS))
    made.add_argument("--minutes", type=float, default=8.0, help="length of this slice")
    made.add_argument("--out", type=Path, help="folder of the run; training/VARIANT if none is named")
    made.add_argument("--resume", action="store_true", help="go on with the run in the folder, if there is one")
    made.add_argument("--rival", help="a checkpoint, or 'shipped', to measure against at the end")
    made.add_argument("--against", help="exploit a checkpoint, or 'shipped': learn against frozen copies alone")
    made.add_argument("--device", help="cuda or cpu; what there is if none is named")
    made.add_argument("--no-graphs", action="store_true", help="no CUDA graphs")
    made.add_argument("--threads", type=int, help="threads on the CPU")
    made.add_argument("--look", type=float, default=30.0, help="seconds between figures and checkpoints")
    made.add_argument("--look-deals", type=int, help="deals of each of these figures")
    made.add_argument("--deals", type=int, help="deals of the last table; 0 for none")
    made.add_argument("--guard", type=float, help="give up if four equal are above this after a minute")
    made.add_argument("--profile", action="store_true", help="print what each part of an iteration costs, and stop")
    made.add_argument("--freeze", action="store_true", help="train the critic only")
    made.add_argument("--net", type=int, nargs=6, help="widths and layers of the networks: 512 256 3 256 128 2")
    made.add_argument("--critic", type=int, nargs=3, metavar=("WIDE", "NARROW", "LAYERS"))
    for f in dataclasses.fields(TeamSettings):
        if f.name not in NOT_OPTIONS:
            kind = int if f.type == "int" else float
            made.add_argument("--" + f.name.replace("_", "-"), dest=f.name, type=kind)
    return made


def main(argv: list[str] | None = None) -> None:
    args = parser().parse_args(argv)
    names = [f.name for f in dataclasses.fields(TeamSettings) if f.name not in ("freeze", "probe")]
    changed = {name: value for name in names if (value := getattr(args, name)) is not None}
    if args.freeze:
        changed["freeze"] = True
    job = Job(
        variant=args.variant,
        out=args.out or Path("training") / (args.variant + ("-probe" if args.against else "")),
        minutes=args.minutes,
        resume=args.resume,
        changed=changed,
        device=args.device,
        graphs=not args.no_graphs,
        threads=args.threads,
        look=args.look,
        look_deals=args.look_deals,
        deals=args.deals,
        rival=args.rival,
        against=args.against,
        guard=args.guard,
    )
    try:
        if args.profile:
            throughput(job, say)
        else:
            train(job, say)
    except (BadRun, OSError) as error:
        sys.exit(f"puur: {error}")


if __name__ == "__main__":
    main()
