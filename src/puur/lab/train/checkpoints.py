"""Weights on disk: compact checkpoints to resume from, in files small enough to carry around (16 MB each at most)."""

from __future__ import annotations

import dataclasses
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from puur.lab.train.learner import BaseLearner
from puur.lab.train.nets import CriticNet, PolicyNet
from puur.lab.train.ppo import Settings
from puur.lab.train.teams.learner import TeamSettings
from puur.lab.train.teams.nets import TeamCritic, TeamNet

Curve = list[dict[str, Any]]
KEPT_SNAPSHOTS = 2


def settings_from(data: dict[str, Any], teams: bool = False) -> Settings | TeamSettings:
    """Settings as they were stored; fields that did not exist then have their defaults."""
    kind: type[Settings | TeamSettings] = TeamSettings if teams else Settings
    names = {f.name for f in dataclasses.fields(kind)}
    values: dict[str, Any] = {k: v for k, v in data.items() if k in names}
    values["net"] = (TeamNet if teams else PolicyNet)(**values["net"])
    values["critic"] = (TeamCritic if teams else CriticNet)(**values["critic"])
    return kind(**values)


def stored_state(folder: Path) -> dict[str, Any]:
    state: dict[str, Any] = json.loads((folder / "state.json").read_text())
    return state


def exists(folder: Path) -> bool:
    return (folder / "state.json").is_file()


def _half(x: Tensor) -> np.ndarray[Any, Any]:
    return np.asarray(x.detach().to(torch.float16).cpu().numpy())


def _bf16(x: Tensor) -> np.ndarray[Any, Any]:
    return np.asarray(x.detach().to(torch.bfloat16).view(torch.int16).cpu().numpy())


def _write(path: Path, arrays: dict[str, Any]) -> None:
    """All or nothing: a slice that is cut off leaves the checkpoint before it."""
    part = path.with_name(path.name + ".part")
    with part.open("wb") as file:
        np.savez(file, **arrays)
    part.replace(path)


def save(learner: BaseLearner, variant: str, folder: Path, curve: Curve) -> None:
    """Weights (float32 for the player, float16 for the critic), optimiser state (bfloat16), newest snapshots."""
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder / "policy.npz", {k: learner.flat[k].detach().cpu().numpy() for k in learner.own})
    _write(folder / "critic.npz", {"critic": _half(learner.flat["critic"])})
    for name, adam in learner.adam.items():
        state = {"m": _bf16(adam.m), "v": _bf16(adam.v), "step": adam.step.cpu().numpy()}
        _write(folder / f"adam-{name}.npz", state)
    recent = learner.pool[-KEPT_SNAPSHOTS:]
    _write(folder / "pool.npz", {f"{k}{i}": _half(s[k]) for i, s in enumerate(recent) for k in s})
    known = {
        "variant": variant,
        "settings": dataclasses.asdict(learner.s),
        "seconds": learner.seconds,
        "deals": learner.deals,
        "iterations": learner.iterations,
        "curve": curve,
    }
    part = folder / "state.json.part"
    part.write_text(json.dumps(known, indent=1))
    part.replace(folder / "state.json")


def resume(learner: BaseLearner, folder: Path) -> Curve:
    """Fill a learner from a checkpoint; returns the learning curve so far."""
    state = stored_state(folder)
    with np.load(folder / "policy.npz") as f, np.load(folder / "critic.npz") as c:
        for k, v in (*f.items(), *c.items()):
            if learner.flat[k].numel() == v.size:  # a critic of another size starts anew
                learner.flat[k].data.copy_(torch.from_numpy(v))
    for name, adam in learner.adam.items():
        if not (folder / f"adam-{name}.npz").exists() or learner.s.freeze:
            continue
        with np.load(folder / f"adam-{name}.npz") as f:
            if f["m"].size != adam.m.numel():
                continue
            adam.m.copy_(torch.from_numpy(f["m"]).view(torch.bfloat16))
            adam.v.copy_(torch.from_numpy(f["v"]).view(torch.bfloat16))
            adam.step.copy_(torch.from_numpy(f["step"]))
    with np.load(folder / "pool.npz") as f:
        for i in range(len(f.files) // len(learner.own)):
            old = {k: torch.from_numpy(f[f"{k}{i}"]).float().to(learner.device) for k in learner.own}
            learner.pool.append(old)
    learner.pool.append({k: learner.flat[k].detach().clone() for k in learner.own})
    for k, v in learner.flat.items():
        learner.actor[k].copy_(v.detach())
    learner.seconds, learner.deals = float(state["seconds"]), int(state["deals"])
    learner.iterations = int(state["iterations"])
    torch.manual_seed(learner.s.seed + 1_000_003 * learner.iterations)
    curve: Curve = state["curve"]
    return curve


def load_critic(folder: Path, device: str | torch.device) -> tuple[CriticNet, Tensor]:
    """The critic of a checkpoint of Differenzler and its flat vector."""
    settings = settings_from(stored_state(folder)["settings"])
    assert isinstance(settings, Settings)
    with np.load(folder / "critic.npz") as f:
        return settings.critic, torch.from_numpy(f["critic"]).float().to(device)


def load_policy(folder: Path, device: str | torch.device) -> tuple[PolicyNet, dict[str, Tensor]]:
    """The network of a checkpoint of Differenzler and its flat vectors ``play`` and ``bid``."""
    settings = settings_from(stored_state(folder)["settings"])
    assert isinstance(settings, Settings)
    return settings.net, _flat(folder, device)


def load_team(folder: Path, device: str | torch.device) -> tuple[TeamNet, dict[str, Tensor]]:
    """The network of a checkpoint of a team game and its flat vectors ``play`` and ``call``."""
    settings = settings_from(stored_state(folder)["settings"], teams=True)
    assert isinstance(settings, TeamSettings)
    return settings.net, _flat(folder, device)


def _flat(folder: Path, device: str | torch.device) -> dict[str, Tensor]:
    with np.load(folder / "policy.npz") as f:
        return {k: torch.from_numpy(v).to(device) for k, v in f.items()}


def shipped(variant: str, net: PolicyNet | TeamNet, device: str | torch.device) -> dict[str, Tensor]:
    """The flat vectors of the weights in the package, for a network of the same sizes."""
    from puur.lab.train.weights import read

    specs = {"play": net.play_specs()}
    specs |= {"bid": net.bid_specs()} if isinstance(net, PolicyNet) else {"call": net.call_specs()}
    tensors = read(variant)
    flat = {}
    for name, wanted in specs.items():
        for key, shape, _ in wanted:
            if key not in tensors or tensors[key].shape != shape:
                raise ValueError(f"the shipped network of {variant} has no {key} of the size {math.prod(shape)}")
        flat[name] = torch.from_numpy(np.concatenate([tensors[key].ravel() for key, _, _ in wanted])).to(device)
    return flat
