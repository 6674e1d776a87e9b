"""Training in slices: runs are kept and resumed, weights are shipped small, nothing in a graph waits for the host."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from torch.utils._python_dispatch import TorchDispatchMode  # noqa: E402

from puur.bots.net.policy import unfold  # noqa: E402
from puur.lab.train import checkpoints, export, tables, weights  # noqa: E402
from puur.lab.train.batch import BatchTables  # noqa: E402
from puur.lab.train.curves import curve_of, plot  # noqa: E402
from puur.lab.train.learner import BaseLearner  # noqa: E402
from puur.lab.train.nets import CriticNet, PolicyNet, unpack  # noqa: E402
from puur.lab.train.ppo import Learner, Settings  # noqa: E402
from puur.lab.train.run import BadRun, Job, prepare, throughput, train  # noqa: E402
from puur.lab.train.teams.learner import TeamLearner, TeamSettings  # noqa: E402
from puur.lab.train.teams.nets import TeamCritic, TeamNet  # noqa: E402
from puur.rules.variants import VARIANTS, ruleset  # noqa: E402

SMALL: dict[str, Any] = {"rows": 24, "batch": 24, "net": (16, 8, 1, 16, 8, 1), "critic": (16, 8, 1)}
MEGABYTE = 2**20


def job(variant: str, out: Path, **more: Any) -> Job:
    changed = SMALL | more.pop("changed", {})
    usual: dict[str, Any] = {
        "minutes": 0.0001,
        "device": "cpu",
        "threads": 1,
        "look": 0.0,
        "look_deals": 8,
        "deals": 8,
    }
    return Job(variant, out, changed=changed, **(usual | more))


def learner_of(variant: str, **settings: Any) -> Learner | TeamLearner:
    rules = ruleset(variant)
    if rules.teams:
        s = TeamSettings(rows=24, batch=24, net=TeamNet(16, 8, 1, 16, 8, 1), critic=TeamCritic(16, 8, 1), **settings)
        return TeamLearner(s, rules, "cpu", graphs=False)
    small = Settings(rows=24, batch=24, net=PolicyNet(16, 8, 1, 16, 8, 1), critic=CriticNet(16, 8, 1), **settings)
    return Learner(small, BatchTables(rules, (0,), "cpu"), graphs=False)


@pytest.mark.parametrize("variant", ["differenzler", "schieber-swiss"])
def test_a_run_goes_on_where_it_stopped(variant: str, tmp_path: Path) -> None:
    said: list[str] = []
    train(job(variant, tmp_path / "run"), said.append)
    first, _ = prepare(job(variant, tmp_path / "run", resume=True))
    before = checkpoints.stored_state(tmp_path / "run")
    assert before["variant"] == variant and before["settings"]["seed"] == 1 and before["deals"] == 24
    for name, adam in first.learner.adam.items():
        assert float(adam.step) > 0, name
        assert adam.m.abs().sum() > 0, name
    with np.load(tmp_path / "run" / "policy.npz") as stored:
        for name in first.learner.own:
            np.testing.assert_array_equal(stored[name], first.learner.flat[name].detach().numpy())
            np.testing.assert_array_equal(stored[name], first.learner.actor[name].numpy())
    train(job(variant, tmp_path / "run", resume=True), said.append)
    after = checkpoints.stored_state(tmp_path / "run")
    assert after["deals"] == 48 and after["iterations"] == 2
    assert after["curve"][: len(before["curve"])] == before["curve"] and len(after["curve"]) > len(before["curve"])
    assert not list((tmp_path / "run").glob("*.part"))
    plot({variant: curve_of(tmp_path / "run")}, tmp_path / "curve.svg")
    assert "<svg" in (tmp_path / "curve.svg").read_text()


@pytest.mark.parametrize("variant", ["differenzler", "jass"])
def test_the_parts_of_an_iteration_are_timed(variant: str, tmp_path: Path) -> None:
    said: list[str] = []
    throughput(job(variant, tmp_path / "none"), said.append)
    assert [line.split()[0] for line in said][:3] == ["play", "step_play", "step_critic"]
    assert "deals/s" in said[-1] and not (tmp_path / "none").exists()


def test_a_run_is_not_overwritten_nor_mixed_up(tmp_path: Path) -> None:
    train(job("jass", tmp_path, deals=0), lambda _: None)
    with pytest.raises(BadRun, match="--resume"):
        prepare(job("jass", tmp_path))
    with pytest.raises(BadRun, match="holds a run of jass"):
        prepare(job("schieber", tmp_path, resume=True))
    with pytest.raises(BadRun, match="another size"):
        prepare(job("jass", tmp_path, resume=True, changed={"net": (32, 8, 1, 16, 8, 1)}))
    with pytest.raises(BadRun, match="do not fit"):
        prepare(job("jass", tmp_path / "new", changed={"batch": 100_000}))


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_every_game_learns_and_is_probed(variant: str, tmp_path: Path) -> None:
    """Two iterations of every game: imitation, then play by itself; then a fresh network against frozen copies."""
    learner = learner_of(variant)
    learner.iterate()
    before = {k: v.detach().clone() for k, v in learner.flat.items()}
    learner.seconds = 30 * learner.s.total_minutes
    learner.iterate()
    for name, old in before.items():
        assert torch.isfinite(learner.flat[name]).all() and not torch.equal(learner.flat[name], old), name
    checkpoints.save(learner, variant, tmp_path / "own", [])
    probe = job(variant, tmp_path / "probe", against=str(tmp_path / "own"))
    run, _ = prepare(probe)
    assert run.learner.s.probe and len(run.learner.pool) == 1
    table = train(probe, lambda _: None)
    assert any("frozen" in name for name in table)


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_lower_precision_of_a_gpu_is_understood_everywhere(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """bfloat16 as on a GPU: no step mixes it with float32."""
    plain = BaseLearner.__init__

    def half(self: BaseLearner, *args: Any, **more: Any) -> None:
        plain(self, *args, **more)
        self.dtype = torch.bfloat16

    monkeypatch.setattr(BaseLearner, "__init__", half)
    learner = learner_of(variant)
    learner.iterate()
    assert all(torch.isfinite(v).all() for v in learner.flat.values())


class Watch(TorchDispatchMode):  # type: ignore[misc]
    """Notes what a CUDA graph cannot hold: sizes that depend on data, numbers read by the host, constants copied in."""

    FORBIDDEN = ("_local_scalar_dense", "nonzero", "masked_select", "unique", "lift_fresh", "item", "_pin_memory")

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        name = str(func)
        if any(f".{word}." in name for word in self.FORBIDDEN):
            self.found.add(name)
        if "aten.index.Tensor" in name and any(x is not None and x.dtype == torch.bool for x in args[1]):
            self.found.add(name + " by a mask")
        return func(*args, **(kwargs or {}))


@pytest.mark.parametrize("variant", sorted(VARIANTS))
@pytest.mark.parametrize("probe", [False, True])
def test_nothing_in_a_graph_waits_for_the_host(variant: str, probe: bool) -> None:
    learner = learner_of(variant, probe=probe)
    learner.pool = [{k: learner.flat[k].detach().clone() for k in learner.own}]
    learner.iterate()
    learner.play()
    with Watch() as watch:
        learner.play()
    assert not watch.found
    for name, step, index in learner.jobs():
        learner.index.copy_(index[:1].expand(learner.s.batch))
        with Watch() as watch:
            step()
        assert not watch.found, name


@pytest.mark.parametrize("variant", ["differenzler", "coinche"])
def test_checkpoints_of_the_usual_size_are_small_enough_to_carry(variant: str, tmp_path: Path) -> None:
    rules = ruleset(variant)
    learner = (
        TeamLearner(TeamSettings(rows=8, batch=8), rules, "cpu", graphs=False)
        if rules.teams
        else Learner(Settings(rows=8, batch=8), BatchTables(rules, (0,), "cpu"), graphs=False)
    )
    for _ in range(4):
        learner.snapshot()
    checkpoints.save(learner, variant, tmp_path, [])
    assert max(path.stat().st_size for path in tmp_path.iterdir()) < 16 * MEGABYTE


@pytest.mark.parametrize("variant", ["differenzler", "coinche"])
def test_shipped_weights_are_small_and_agree_with_the_trained_network(
    variant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """int8 with a scale a column is within one part in 254 of the largest weight of the column."""
    rules = ruleset(variant)
    learner: Learner | TeamLearner
    if rules.teams:
        learner = TeamLearner(TeamSettings(rows=8, batch=8), rules, "cpu", graphs=False)
    else:
        critic = CriticNet(256, 128, 2)
        learner = Learner(Settings(rows=8, batch=8, critic=critic), BatchTables(rules, (0,), "cpu"), graphs=False)
    checkpoints.save(learner, variant, tmp_path / "own", [])
    out = tmp_path / f"{variant}.npz"
    card = export.export(variant, tmp_path / "own", None, out, {"machine": "none"})
    assert card["bytes"] == out.stat().st_size < 4 * MEGABYTE
    assert json.loads(out.with_suffix(".json").read_text())["settings"]["seed"] == 1
    with np.load(out) as stored:
        shipped = unfold(dict(stored))
    trained = export.tensors_of(variant, tmp_path / "own", None)
    assert shipped.keys() == trained.keys()
    for name, values in shipped.items():
        want = trained[name].numpy()
        assert np.abs(values - want).max() <= np.abs(want).max() / 127 + 1e-6, name
    monkeypatch.setattr(weights, "FOLDER", tmp_path)
    flat = checkpoints.shipped(variant, learner.s.net, "cpu")
    for name in learner.own:
        parts = unpack(flat[name], learner.specs[name])
        assert all(np.array_equal(parts[k].numpy(), shipped[k]) for k in parts)


@pytest.mark.parametrize("variant", ["differenzler", "belote"])
def test_mixed_tables_both_ways(variant: str, tmp_path: Path) -> None:
    checkpoints.save(learner_of(variant), variant, tmp_path, [])
    lines = tables.measure(variant, [str(tmp_path), "heuristic"], 12, "cpu")
    assert {line["one"] for line in lines} == {str(tmp_path), "heuristic"}
    assert "±" in tables.markdown(lines)


def test_training_needs_torch_and_numpy_alone() -> None:
    """A training machine has nothing else: neither msgspec nor Numba nor Rich."""
    code = (
        "import sys\n"
        "for name in ('msgspec', 'numba', 'rich', 'typer', 'matplotlib', 'sqlalchemy', 'litestar'):\n"
        "    sys.modules[name] = None\n"
        "import puur.lab.train.__main__, puur.lab.train.tables, puur.lab.train.export, puur.lab.train.searching\n"
        "from puur.lab.train.teams.heuristics import fitted\n"
        "assert fitted('jass')['spread'] > 0\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_run_that_is_stopped_is_kept(tmp_path: Path) -> None:
    said: list[str] = []

    def stop(done: float, standing: str) -> None:
        raise KeyboardInterrupt

    assert train(job("jass", tmp_path, minutes=5), said.append, stop) == {}
    assert said[-1] == "stopped after 24 deals; --resume goes on"
    assert checkpoints.stored_state(tmp_path)["deals"] == 24
