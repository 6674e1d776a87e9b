"""Ship a checkpoint: ``python -m puur.lab.train.export VARIANT --own DIR [--critic DIR] [--out FILE]``, with its card.

Large matrices become int8 with one scale a column, the rest float16 (lab/train/weights.py). The critic goes along in
Differenzler only, where search asks it.
"""

from __future__ import annotations

import argparse
import json
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from puur.lab.train import checkpoints
from puur.lab.train.nets import unpack
from puur.lab.train.weights import FOLDER, folded
from puur.rules.variants import VARIANTS, ruleset

LIMIT = 4 * 2**20
"""Bytes that the weights of one game may take."""


def tensors_of(variant: str, own: Path, critic: Path | None) -> dict[str, Any]:
    """All tensors to be shipped, by name."""
    if ruleset(variant).teams:
        team, flat = checkpoints.load_team(own, "cpu")
        return unpack(flat["play"], team.play_specs()) | unpack(flat["call"], team.call_specs())
    net, flat = checkpoints.load_policy(own, "cpu")
    tensors = unpack(flat["play"], net.play_specs()) | unpack(flat["bid"], net.bid_specs())
    value_net, value = checkpoints.load_critic(critic or own, "cpu")
    return tensors | unpack(value, value_net.specs())


def export(variant: str, own: Path, critic: Path | None, out: Path, facts: dict[str, Any]) -> dict[str, Any]:
    """Write the weights and their card; returns the card."""
    tensors = tensors_of(variant, own, critic)
    stored: dict[str, np.ndarray[Any, Any]] = {}
    for name, tensor in tensors.items():
        stored |= folded(name, tensor.numpy())
    np.savez_compressed(out, **stored)  # type: ignore[arg-type]
    size = out.stat().st_size
    if size > LIMIT:
        out.unlink()
        raise SystemExit(f"puur: {size} bytes are more than {LIMIT}")
    state = checkpoints.stored_state(own)
    card = {k: state[k] for k in ("settings", "seconds", "deals", "iterations")}
    card |= {"variant": variant, "date": date.today().isoformat()}  # noqa: DTZ011
    card |= {"weights": sum(t.numel() for t in tensors.values()), "bytes": size}
    table = own / "table.json"
    if table.is_file():
        card["figures"] = json.loads(table.read_text())
    card |= facts
    out.with_suffix(".json").write_text(json.dumps(card, indent=1) + "\n")
    return card


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m puur.lab.train.export", description=__doc__)
    parser.add_argument("variant", choices=sorted(VARIANTS))
    parser.add_argument("--own", type=Path, required=True)
    parser.add_argument("--critic", type=Path)
    parser.add_argument("--card", type=Path, help="JSON of further facts and figures for the card")
    parser.add_argument("--out", type=Path, help="the package's own place if none is named")
    args = parser.parse_args(argv)
    facts = json.loads(args.card.read_text()) if args.card else {}
    export(args.variant, args.own, args.critic, args.out or FOLDER / f"{args.variant}.npz", facts)


if __name__ == "__main__":
    main()
