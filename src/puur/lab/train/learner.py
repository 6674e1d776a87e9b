"""What every learner does: weights, optimisers, CUDA graphs, the pool of earlier selves, schedules, one iteration.

lab/train/ppo.py is the learner of Differenzler, lab/train/teams/learner.py that of the team games.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from puur.lab.train.nets import Specs, initial, unpack


@dataclass(frozen=True)
class Schedule:
    """What shapes a training run of any game."""

    seed: int = 1
    rows: int = 24576
    batch: int = 8192
    share_own: float = 0.15
    share_heuristic: float = 0.50
    rate: float = 5e-4
    clip: float = 0.2
    lam: float = 0.95
    entropy_first: float = 0.02
    entropy_last: float = 0.0005
    heat_first: float = 2.0
    heat_last: float = 0.3
    critic_share: float = 0.4
    pool: int = 16
    snapshot_seconds: float = 20.0
    total_minutes: float = 9.0
    freeze: bool = False
    """Train the critic only."""
    probe: bool = False
    """Exploit: the pool holds one frozen opponent for ever, and the learner plays against it alone."""


class Graphed:
    """A function without arguments, replayed as a CUDA graph where there is a GPU."""

    def __init__(self, function: Callable[[], object], use_graph: bool) -> None:
        self.function, self.graph, self.result = function, None, None
        if not use_graph:
            return
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(2):
                function()
        torch.cuda.current_stream().wait_stream(side)
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.result = function()

    def __call__(self) -> object:
        if self.graph is None:
            return self.function()
        self.graph.replay()
        return self.result


class Adam:
    """Adam on one flat vector, with gradient clipping; every step is plain tensor code, fit for a CUDA graph."""

    def __init__(self, flat: Tensor, clip: float) -> None:
        self.flat, self.clip = flat, clip
        self.m, self.v = torch.zeros_like(flat), torch.zeros_like(flat)
        self.step = torch.zeros((), device=flat.device)

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def update(self, grad: Tensor, rate: Tensor) -> None:
        norm = grad.norm()
        grad = grad * (self.clip / norm.clamp_min(self.clip))
        self.step += 1
        self.m.lerp_(grad, 0.1)
        self.v.lerp_(grad * grad, 0.001)
        m = self.m / (1 - 0.9**self.step)
        v = self.v / (1 - 0.999**self.step)
        self.flat.data.sub_(rate * m / (v.sqrt() + 1e-6))


Job = tuple[str, Callable[[], None], Tensor]
"""A kind of step: its name, itself, and the rows to take it on."""


class BaseLearner:
    """Weights, optimisers, the pool of earlier selves, and one training iteration.

    A game's learner says how a batch is played (``play`` fills ``fresh``) and what steps are taken on it (``jobs``).
    """

    own: tuple[str, ...] = ()
    """The networks that a player is made of; the others help in training only."""

    def __init__(self, s: Schedule, specs: dict[str, Specs], device: str | torch.device, *, graphs: bool) -> None:
        self.s = s
        self.device = device
        self.cuda = str(device).startswith("cuda")
        self.dtype = torch.bfloat16 if self.cuda else torch.float32
        torch.manual_seed(s.seed)
        self.specs = specs
        self.flat = {k: initial(v, device) for k, v in specs.items()}
        self.adam = {k: Adam(v, 1.0) for k, v in self.flat.items()}
        self.begin_weights()
        self.rival = {k: self.flat[k].clone() for k in self.own}
        self.actor = {k: v.clone() for k, v in self.flat.items()}
        self.pool: list[dict[str, Tensor]] = []
        for v in self.flat.values():
            v.requires_grad_(True)
        self.rate = torch.tensor(s.rate, device=device)
        self.entropy = torch.tensor(s.entropy_first, device=device)
        self.heat = torch.tensor(s.heat_first, device=device)
        self.index = torch.zeros(s.batch, dtype=torch.int64, device=device)
        self.seconds, self.deals, self.iterations = 0.0, 0, 0
        self.stats = torch.zeros(8, device=device)
        self.use_graphs = graphs and self.cuda
        self.graphs: dict[str, Graphed] = {}
        self.fresh: dict[str, Tensor] = {}
        self.data: dict[str, Tensor] = {}
        self.side = torch.cuda.Stream() if self.cuda else None

    def begin_weights(self) -> None:
        """Set what should not begin at random."""

    def play(self) -> None:
        """Deal and play one batch, value it, and lay out what the steps need in ``fresh``."""
        raise NotImplementedError

    def jobs(self) -> list[Job]:
        """The steps of one epoch on ``data``."""
        raise NotImplementedError

    def ease(self, done: float) -> None:
        """Further schedules of a game; ``done`` is the share of the run that lies behind."""

    def weights(self, flat: Tensor, name: str) -> dict[str, Tensor]:
        return unpack(flat.to(self.dtype), self.specs[name])

    def pair(self, flat: dict[str, Tensor]) -> tuple[dict[str, Tensor], dict[str, Tensor]]:
        """The weights of a player, for cards and for what comes before them."""
        first, second = (self.weights(flat[k].detach(), k) for k in self.own)
        return first, second

    def run(self, name: str, function: Callable[[], None]) -> None:
        if name not in self.graphs:
            saved = [x.clone() for a in self.adam.values() for x in (a.flat.data, a.m, a.v, a.step)]
            self.graphs[name] = Graphed(function, self.use_graphs)
            live = [x for a in self.adam.values() for x in (a.flat.data, a.m, a.v, a.step)]
            for x, old in zip(live, saved, strict=True):
                x.copy_(old)
        self.graphs[name]()

    def descend(self, name: str, loss: Tensor, factor: float = 1.0) -> Tensor:
        """One step of the optimiser of a network down its loss; the gradient."""
        (grad,) = torch.autograd.grad(loss, [self.flat[name]])
        self.adam[name].update(grad, self.rate * factor)
        return grad

    def note(self, first: int, *values: Tensor) -> None:
        """Keep figures of a step for the learning curve, from this place on."""
        with torch.no_grad():
            self.stats[first : first + len(values)] = torch.stack(values)

    def set_schedule(self) -> None:
        s = self.s
        done = min(1.0, self.seconds / (60 * s.total_minutes))
        warm = min(1.0, (self.iterations + 1) / 50)
        self.rate.fill_(s.rate * warm * max(0.01, 1 - done))
        self.entropy.fill_(s.entropy_first * (s.entropy_last / s.entropy_first) ** done)
        self.heat.fill_(s.heat_first * (s.heat_last / s.heat_first) ** min(1.0, 2 * done))
        self.ease(done)

    def prepare(self) -> None:
        """Hand the played batch to the steps, and play the next one with the present weights beside them."""
        s = self.s
        if not self.fresh:
            self.run("play", self.play)
        if self.side is not None:
            torch.cuda.current_stream().wait_stream(self.side)
        if not self.data:
            self.data = {k: v.clone() for k, v in self.fresh.items()}
        for k, v in self.fresh.items():
            self.data[k].copy_(v)
        for k, v in self.flat.items():
            self.actor[k].copy_(v.detach())
        if self.pool:
            n = len(self.pool)
            at = n - 1 - int(n * float(torch.rand(())) ** 1.5)
            for k, v in self.pool[max(0, at)].items():
                self.rival[k].copy_(v)
        if self.side is None:
            self.run("play", self.play)
        else:
            self.side.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(self.side):
                self.run("play", self.play)
        self.deals += s.rows

    def iterate(self) -> None:
        """One batch of deals and one epoch on it, while the next batch is played."""
        s, start = self.s, time.perf_counter()
        self.set_schedule()
        self.prepare()
        for name, step, index in self.jobs():
            if s.freeze and name != "step_critic":
                continue
            if 0 < len(index) < s.batch:  # fewer decisions than a minibatch: some come twice
                index = index[torch.arange(s.batch, device=index.device) % len(index)]
            for k in range(0, len(index) - s.batch + 1, s.batch):
                self.index.copy_(index[k : k + s.batch])
                self.run(name, step)
        if self.cuda:
            torch.cuda.current_stream().synchronize()
        before = self.seconds
        self.seconds += time.perf_counter() - start
        self.iterations += 1
        if int(before / s.snapshot_seconds) != int(self.seconds / s.snapshot_seconds):
            self.snapshot()

    def snapshot(self) -> None:
        """Put the present self into the pool; when it is full, an old one at random leaves."""
        if self.s.probe:
            return
        self.pool.append({k: self.flat[k].detach().clone() for k in self.own})
        if len(self.pool) > self.s.pool:
            self.pool.pop(int(torch.randint(0, self.s.pool * 3 // 4, ())))
