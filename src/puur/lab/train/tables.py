"""Mixed tables: one player of every kind among three of every other, both ways, many deals at once.

``python -m puur.lab.train.tables VARIANT --own RUN [--own RUN ...]`` prints them as Markdown. A kind is a run's folder,
``shipped``, ``heuristic`` (the sparring one) or ``wild`` (of random styles). Search on top: lab/train/searching.py;
the bots as they sit at the table: ``puur arena``.
"""

from __future__ import annotations

import argparse
import json
import sys
from itertools import permutations
from pathlib import Path
from typing import Any

import torch

from puur.lab.train import evaluate as solo
from puur.lab.train.batch import BatchTables
from puur.lab.train.nets import PolicyNet, Weights, unpack
from puur.lab.train.run import SHIPPED, BadRun, net_of, weights_of
from puur.lab.train.selfplay import HEURISTIC, LEARNER, RIVAL, Aids
from puur.lab.train.teams import evaluate as teams
from puur.lab.train.teams.nets import TeamNet
from puur.lab.train.teams.play import TeamAids
from puur.rules.variants import VARIANTS, ruleset

HEURISTICS = ("heuristic", "wild")
Pair = tuple[Weights, Weights]


def measure(variant: str, names: list[str], deals: int, device: str) -> list[dict[str, Any]]:
    """One line for every ordered pair of kinds, and for four equal where that means something."""
    rules = ruleset(variant)
    nets = [name for name in names if name not in HEURISTICS]
    if not nets:
        raise BadRun("name at least one network: a run's folder, or 'shipped'")
    net = net_of(nets[0], variant)
    dtype = torch.bfloat16 if device.startswith("cuda") else torch.float32
    pairs = {}
    for name in nets:
        flat = weights_of(name, variant, net, device)
        before = net.call_specs() if isinstance(net, TeamNet) else net.bid_specs()
        second = flat["call" if isinstance(net, TeamNet) else "bid"]
        pairs[name] = unpack(flat["play"].to(dtype), net.play_specs()), unpack(second.to(dtype), before)
    lines: list[dict[str, Any]] = []
    if isinstance(net, TeamNet):
        team_aids = TeamAids.make(rules, device, dtype)
        for one, other in permutations(names, 2):
            lines += _team_line(team_aids, net, pairs, one, other, deals)
    else:
        aids = Aids.make(BatchTables(rules, (0,), device), dtype)
        for one in names:
            for other in names:
                lines += _solo_line(aids, net, pairs, one, other, deals)
    return lines


def _kinds(pairs: dict[str, Pair], one: str, other: str) -> tuple[Pair, Pair, int, int]:
    """The weights for learner and rival seats, and the kinds of the single player and of the rest."""
    some = next(iter(pairs.values()))
    first, second = pairs.get(one, some), pairs.get(other, some)
    return first, second, LEARNER if one in pairs else HEURISTIC, RIVAL if other in pairs else HEURISTIC


def _solo_line(
    aids: Aids, net: PolicyNet, pairs: dict[str, Pair], one: str, other: str, deals: int
) -> list[dict[str, Any]]:
    first, second, single, rest = _kinds(pairs, one, other)
    if single == rest == HEURISTIC and one != other:
        return []
    wild = "wild" in (one, other)
    figures = solo.measure(aids, net, first, second, single, rest, deals, wild)
    return [{"one": one, "three": other, "the one": figures[0], "the three": figures[1], "deals": deals}]


def _team_line(
    aids: TeamAids, net: TeamNet, pairs: dict[str, Pair], one: str, other: str, deals: int
) -> list[dict[str, Any]]:
    first, second, single, rest = _kinds(pairs, one, other)
    if single == HEURISTIC and (rest == HEURISTIC or one == "wild"):
        return []
    line: dict[str, Any] = {"one": one, "others": other, "deals": deals}
    if single == LEARNER:
        line["two over two"] = teams.duel(aids, net, first, second, rest, deals, wild=other == "wild")
    if other != "wild":
        line["one among three"] = teams.stranger(aids, net, first, second, single, rest, deals)
    return [line]


def markdown(lines: list[dict[str, Any]]) -> str:
    """The lines as a table."""
    names = list(dict.fromkeys(name for line in lines for name in line))
    rows = [names, ["---"] * len(names)]
    rows += [[_text(line.get(name, "")) for name in names] for line in lines]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def _text(value: Any) -> str:
    if isinstance(value, tuple):
        return f"{value[0]:.2f} ± {value[1]:.2f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m puur.lab.train.tables", description=__doc__)
    parser.add_argument("variant", choices=sorted(VARIANTS))
    parser.add_argument("--own", action="append", help="a run's folder or 'shipped'; may be repeated")
    parser.add_argument("--deals", type=int, default=65536)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--device")
    parser.add_argument("--out", type=Path, help="write the lines as JSON")
    args = parser.parse_args(argv)
    torch.manual_seed(args.seed)
    device = args.device or ("cuda" if torch.cuda.is_available() else "cpu")
    try:
        lines = measure(args.variant, [*(args.own or [SHIPPED]), *HEURISTICS], args.deals, device)
    except BadRun as error:
        sys.exit(f"puur: {error}")
    sys.stdout.write(markdown(lines) + "\n")
    if args.out:
        args.out.write_text(json.dumps(lines, indent=1) + "\n")


if __name__ == "__main__":
    main()
