"""A training run in slices: begin or resume, train for some minutes, look now and then, keep checkpoints, measure.

``puur train`` and ``python -m puur.lab.train`` are its two faces; the second needs nothing but torch and NumPy.
"""

from __future__ import annotations

import dataclasses
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch

from puur.lab.train import checkpoints
from puur.lab.train import evaluate as solo
from puur.lab.train.batch import BatchTables
from puur.lab.train.nets import CriticNet, PolicyNet
from puur.lab.train.ppo import Learner, Settings
from puur.lab.train.selfplay import HEURISTIC, LEARNER, RIVAL
from puur.lab.train.teams import evaluate as teams
from puur.lab.train.teams.learner import TeamLearner, TeamSettings
from puur.lab.train.teams.nets import TeamCritic, TeamNet
from puur.lab.train.weights import FOLDER
from puur.rules.variants import ruleset

Flat = dict[str, torch.Tensor]
Figures = dict[str, Any]
Tell = Callable[[str], None]
SHIPPED = "shipped"


class BadRun(ValueError):
    """A run that cannot be begun or resumed."""


@dataclass(frozen=True)
class Job:
    """What was asked for on the command line."""

    variant: str
    out: Path
    minutes: float = 8.0
    """Length of this slice."""
    resume: bool = False
    changed: dict[str, Any] = field(default_factory=dict)
    """Settings that differ from the usual or the stored ones."""
    device: str | None = None
    graphs: bool = True
    threads: int | None = None
    look: float = 30.0
    look_deals: int | None = None
    deals: int | None = None
    """Of the last table; what suits the device if none is named."""
    rival: str | None = None
    """A checkpoint to measure against at the end, or ``shipped``."""
    against: str | None = None
    """Exploit this checkpoint, or ``shipped``: a fresh network learns against frozen copies of it alone."""
    guard: float | None = None
    """Differenzler: give up if four equal are above this after a minute."""


@dataclass
class Run:
    """A learner and how to measure it."""

    job: Job
    learner: Learner | TeamLearner
    frozen: Flat | None
    rival: Flat | None

    @property
    def teams(self) -> bool:
        return isinstance(self.learner, TeamLearner)

    def usual(self, deals: int | None, on_gpu: int, on_cpu: int) -> int:
        """How many deals to measure."""
        return deals if deals is not None else on_gpu if self.learner.cuda else on_cpu

    def look(self) -> Figures:
        """A few figures for the learning curve."""
        learner = self.learner
        n = self.usual(self.job.look_deals, 8192, 256)
        if self.frozen is not None:
            return self.probed(n)
        if isinstance(learner, TeamLearner):
            one = learner.pair(learner.flat)
            over = teams.duel(learner.aids, learner.s.net, one, one, HEURISTIC, n)
            return {"2 nets over 2 heuristics": over}
        table = solo.report(learner.aids, learner.s.net, learner.pair(learner.flat), None, n)
        return {
            "x4": table["net x4"][1],
            "among heuristics": table["1 net, 3 heuristics"][0],
            "among wild": table["1 net, 3 wild heuristics"][0],
            "heuristic": table["1 heuristic, 3 nets"][0],
        }

    def table(self) -> Figures:
        """The figures at the end of a slice."""
        learner = self.learner
        n = self.usual(self.job.deals, 65536, 2048)
        if self.frozen is not None:
            return self.probed(n)
        rival = None if self.rival is None else learner.pair(self.rival)
        if isinstance(learner, TeamLearner):
            return dict(teams.report(learner.aids, learner.s.net, learner.pair(learner.flat), rival, n))
        return dict(solo.report(learner.aids, learner.s.net, learner.pair(learner.flat), rival, n))

    def probed(self, deals: int) -> Figures:
        """What a network trained against frozen copies wins from them."""
        learner = self.learner
        assert self.frozen is not None
        fresh, frozen = learner.pair(learner.flat), learner.pair(self.frozen)
        if isinstance(learner, TeamLearner):
            over = teams.duel(learner.aids, learner.s.net, fresh, frozen, RIVAL, deals)
            return {"2 fresh nets over 2 frozen": over}
        single, three = solo.measure(learner.aids, learner.s.net, fresh, frozen, LEARNER, RIVAL, deals)
        _, equal = solo.measure(learner.aids, learner.s.net, fresh, frozen, RIVAL, RIVAL, deals)
        return {"fresh among 3 frozen": single, "the 3 frozen": three, "frozen x4": equal}


def weights_of(name: str, variant: str, net: PolicyNet | TeamNet, device: str) -> Flat:
    """The flat vectors of a checkpoint folder, or of the weights in the package."""
    if name == SHIPPED:
        return checkpoints.shipped(variant, net, device)
    folder = Path(name)
    if not checkpoints.exists(folder):
        raise BadRun(f"no checkpoint in {folder}")
    load = checkpoints.load_policy if isinstance(net, PolicyNet) else checkpoints.load_team
    other, flat = load(folder, device)
    if other != net:
        raise BadRun(f"the network in {folder} has other sizes")
    return flat


def net_of(name: str, variant: str) -> PolicyNet | TeamNet:
    """The sizes of the network of a checkpoint folder, or of the weights in the package."""
    path = FOLDER / f"{variant}.json" if name == SHIPPED else Path(name) / "state.json"
    if not path.is_file():
        raise BadRun(f"no network in {name}" if name != SHIPPED else f"no network is shipped for {variant}")
    sizes = json.loads(path.read_text())["settings"]["net"]
    return TeamNet(**sizes) if ruleset(variant).teams else PolicyNet(**sizes)


ON_CPU = {"rows": 512, "batch": 512}
"""Sizes that suit a CPU, where none are named."""


def settings_for(job: Job, device: str) -> tuple[Settings | TeamSettings, bool]:
    """The settings of this slice, and whether there is a checkpoint to go on from."""
    is_team = ruleset(job.variant).teams
    resuming = job.resume and checkpoints.exists(job.out)
    if not job.resume and checkpoints.exists(job.out):
        raise BadRun(f"{job.out} holds a run already: --resume goes on with it, --out names another folder")
    changed = dict(job.changed)
    for name, kinds in (("net", (TeamNet, PolicyNet)), ("critic", (TeamCritic, CriticNet))):
        if isinstance(changed.get(name), (tuple, list)):
            changed[name] = kinds[0 if is_team else 1](*changed[name])
    if resuming:
        state = checkpoints.stored_state(job.out)
        if state.get("variant", job.variant) != job.variant:
            raise BadRun(f"{job.out} holds a run of {state['variant']}")
        base = checkpoints.settings_from(state["settings"], is_team)
        if state["seconds"] >= 60 * base.total_minutes - 1 and "total_minutes" not in changed:
            changed["total_minutes"] = state["seconds"] / 60 + job.minutes
        if changed.get("net", base.net) != base.net:
            raise BadRun("a run cannot be resumed with another size of its network")
    else:
        base = TeamSettings() if is_team else Settings()
        changed = changed if device.startswith("cuda") else ON_CPU | changed
        changed.setdefault("total_minutes", job.minutes)
    if job.against is not None:
        changed |= {"net": net_of(job.against, job.variant), "probe": True}
    made = dataclasses.replace(base, freeze=bool(changed.pop("freeze", False)), **changed)
    if not 1 <= made.batch <= made.rows * ruleset(job.variant).deck * made.critic_share:
        raise BadRun(f"minibatches of {made.batch} do not fit batches of {made.rows} deals")
    return made, resuming


def prepare(job: Job) -> tuple[Run, checkpoints.Curve]:
    """The run as it stands before its next iteration."""
    if job.threads:
        torch.set_num_threads(job.threads)
    torch.set_float32_matmul_precision("high")
    device = job.device or ("cuda" if torch.cuda.is_available() else "cpu")
    settings, resuming = settings_for(job, device)
    rules = ruleset(job.variant)
    learner: Learner | TeamLearner
    if isinstance(settings, TeamSettings):
        learner = TeamLearner(settings, rules, device, job.graphs)
    else:
        learner = Learner(settings, BatchTables(rules, (0,), device), job.graphs)
    curve = checkpoints.resume(learner, job.out) if resuming else []
    net = settings.net
    frozen = None if job.against is None else weights_of(job.against, job.variant, net, device)
    if frozen is not None:
        learner.pool = [frozen]
    rival = None if job.rival is None else weights_of(job.rival, job.variant, net, device)
    return Run(job, learner, frozen, rival), curve


def train(job: Job, tell: Tell, progress: Callable[[float, str], None] | None = None) -> Figures:
    """One slice: trains, keeps the run in ``job.out``, and returns what it measured at the end."""
    begun = time.perf_counter()
    run, curve = prepare(job)
    learner, device = run.learner, run.learner.device
    tell(f"{learner.s}\n{device}, torch {torch.__version__}, {sum(v.numel() for v in learner.flat.values())} weights")
    next_look = job.look
    first, deals = time.perf_counter(), learner.deals
    short, stopped = "", False
    try:
        while True:
            learner.iterate()
            spent = time.perf_counter() - begun
            if learner.iterations == 2:  # the graphs are there; throughput counts from here
                first, deals = time.perf_counter(), learner.deals
            if spent >= next_look:
                next_look = spent + job.look
                line = looked(run)
                curve.append(line)
                short = json.dumps({k: v[0] for k, v in line.items() if isinstance(v, (tuple, list)) and len(v) == 2})
                tell(json.dumps(line))
                checkpoints.save(learner, job.variant, job.out, curve)
                _guard(job, learner, line)
            if progress is not None:
                progress(min(1.0, spent / (60 * job.minutes)), short)
            if spent >= 60 * job.minutes or learner.seconds >= 60 * learner.s.total_minutes:
                break
    except KeyboardInterrupt:
        stopped = True
    rate = (learner.deals - deals) / max(1e-9, time.perf_counter() - first)
    checkpoints.save(learner, job.variant, job.out, curve)
    if stopped:
        tell(f"stopped after {learner.deals} deals; --resume goes on")
        return {}
    table = {} if job.deals == 0 else run.table()
    curve.append({"seconds": round(learner.seconds, 1), "deals": learner.deals, **_points(table)})
    checkpoints.save(learner, job.variant, job.out, curve)
    tell(f"training loop {rate:.0f} deals/s; {learner.deals} deals, {learner.seconds:.0f} s in all")
    kept = {"deals_per_second": round(rate, 1), "deals": run.usual(job.deals, 65536, 2048), "table": table}
    (job.out / "table.json").write_text(json.dumps(kept, indent=1) + "\n")
    for name, figure in table.items():
        tell(f"{name:32} {_text(figure)}")
    return table


def looked(run: Run) -> dict[str, Any]:
    """One line of the learning curve."""
    learner = run.learner
    stats = [round(float(x), 3) for x in learner.stats]
    return {"seconds": round(learner.seconds, 1), "deals": learner.deals, "stats": stats, **run.look()}


def _points(table: Figures) -> Figures:
    """The single figures of a table, as points of the learning curve."""
    return {k: v for k, v in table.items() if not isinstance(v[0], tuple)}


def _guard(job: Job, learner: Learner | TeamLearner, line: dict[str, Any]) -> None:
    if job.guard and learner.seconds > 60 and "x4" in line and line["x4"][0] > job.guard:
        raise BadRun(f"no progress: still above {job.guard} after a minute")


def _text(figure: Any) -> str:
    if isinstance(figure[0], tuple):
        return "   ".join(_text(part) for part in figure)
    return f"{figure[0]:.3f} ± {figure[1]:.3f}"


def throughput(job: Job, tell: Tell) -> None:
    """How long each part of an iteration takes, and how many deals a second rollouts and the loop make."""
    run, _ = prepare(job)
    learner = run.learner
    for _ in range(2):
        learner.iterate()
    took = _timed(learner, lambda: learner.run("play", learner.play))
    tell(f"{'play':12} {took * 1000:.2f} ms, {learner.s.rows / took:.0f} deals/s")
    for name, step, index in learner.jobs():
        learner.index.copy_(index[torch.arange(learner.s.batch, device=index.device) % len(index)])
        took = _timed(learner, lambda n=name, s=step: learner.run(n, s))  # type: ignore[misc]
        tell(f"{name:12} {took * 1000:.2f} ms")
    took = _timed(learner, learner.iterate)
    tell(f"{'iteration':12} {took * 1000:.2f} ms, {learner.s.rows / took:.0f} deals/s")


def _timed(learner: Learner | TeamLearner, work: Callable[[], None]) -> float:
    times = 10 if learner.cuda else 2
    work()
    if learner.cuda:
        torch.cuda.synchronize()
    start = time.perf_counter()
    for _ in range(times):
        work()
    if learner.cuda:
        torch.cuda.synchronize()
    return (time.perf_counter() - start) / times
