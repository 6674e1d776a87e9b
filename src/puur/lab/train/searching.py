"""Measure search on top of a trained network: ``python -m puur.lab.train.searching --own DIR [--critic DIR] ...``."""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict, replace
from pathlib import Path

import torch

from puur.lab.train import checkpoints
from puur.lab.train.batch import BatchTables
from puur.lab.train.evaluate import Pair
from puur.lab.train.nets import PolicyNet, unpack
from puur.lab.train.search import Mind, Search, measure_search
from puur.lab.train.selfplay import Aids
from puur.rules.variants import ruleset

USUAL = Search()


def pair(net: PolicyNet, flat: dict[str, torch.Tensor], aids: Aids) -> Pair:
    play = unpack(flat["play"].detach().to(aids.dtype), net.play_specs())
    return play, unpack(flat["bid"].detach().to(aids.dtype), net.bid_specs())


PLANS: tuple[tuple[str, Search | None, str, int], ...] = (
    ("net", None, "net", 8),
    ("net", USUAL, "net", 1),
    ("net", replace(USUAL, likelihood=0.0), "net", 1),
    ("net", replace(USUAL, worlds=256), "net", 1),
    ("search", USUAL, "search", 1),
    ("heuristic", None, "heuristic", 8),
    ("heuristic", USUAL, "heuristic", 1),
    ("rival", None, "net", 8),
    ("rival", USUAL, "net", 1),
    ("net", replace(USUAL, gate=1.0), "net", 1),
    ("net", replace(USUAL, likelihood=1.0), "net", 1),
    ("net", replace(USUAL, tricks=2), "net", 1),
    ("net", replace(USUAL, worlds=192, gate=1.0), "net", 2),
    ("heuristic", replace(USUAL, likelihood=0.25), "heuristic", 1),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--own", required=True)
    parser.add_argument("--critic", help="checkpoint whose critic speaks at the leaves; default: the same as --own")
    parser.add_argument("--rival")
    parser.add_argument("--deals", type=int, default=4096)
    parser.add_argument("--seconds", type=float, default=100.0)
    parser.add_argument("--plans", help="numbers of the plans, separated by commas")
    parser.add_argument("--out")
    args = parser.parse_args()
    begun = time.perf_counter()
    torch.set_float32_matmul_precision("high")
    device = "cuda" if torch.cuda.is_available() else "cpu"
    aids = Aids.make(
        BatchTables(ruleset("differenzler"), (0,), device), torch.bfloat16 if device == "cuda" else torch.float32
    )
    net, flat = checkpoints.load_policy(Path(args.own), device)
    own = pair(net, flat, aids)
    rival = pair(*checkpoints.load_policy(Path(args.rival), device), aids) if args.rival else own
    critic, value = checkpoints.load_critic(Path(args.critic or args.own), device)
    mind = Mind(aids, net, own, critic, unpack(value.to(aids.dtype), critic.specs()))
    plans = range(len(PLANS)) if args.plans is None else [int(x) for x in args.plans.split(",")]
    lines = []
    for number in plans:
        who, search, rest, times = PLANS[number]
        if time.perf_counter() - begun > args.seconds:
            break
        torch.manual_seed(11)
        start = time.perf_counter()
        others = rival if who == "rival" else own
        one, three, left = measure_search(mind, others, search, rest, args.deals * times, args.deals)
        took = time.perf_counter() - start
        lines.append(
            {"plan": number, "others": who, "search": search and asdict(search), "single": one, "three": three,
             "left policy": round(left, 4), "seconds": round(took, 1)}
        )  # fmt: skip
        sys.stdout.write(json.dumps(lines[-1]) + "\n")
        sys.stdout.flush()
    if args.out:
        Path(args.out).write_text(json.dumps(lines, indent=1))


if __name__ == "__main__":
    main()
