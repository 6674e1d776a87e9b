"""The learner: PPO on whole batches of deals, with a critic that sees all cards, in a population.

One iteration deals, plays, values every position with the critic, and takes one epoch of minibatches. On a GPU the
playing and the three kinds of step are CUDA graphs (lab/train/learner.py). Figures: docs/training.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import torch
from torch import Tensor

from puur.cards import DECK_36
from puur.lab.train import heuristics
from puur.lab.train.batch import BatchTables, deal
from puur.lab.train.features import (
    BID_SUIT,
    KNOTS,
    LEGAL,
    PRIVATE,
    card_bits,
    critic_features,
    global_features,
    seat_features,
    suit_features,
)
from puur.lab.train.learner import BaseLearner, Job, Schedule
from puur.lab.train.nets import CriticNet, PolicyNet, unpack
from puur.lab.train.selfplay import HEURISTIC, LEARNER, RIVAL, Aids, Parts, play_deals

SCALE = 16.0


@dataclass(frozen=True)
class Settings(Schedule):
    """Everything that shapes a training run of Differenzler; stored with its weights."""

    net: PolicyNet = field(default_factory=PolicyNet)
    critic: CriticNet = field(default_factory=CriticNet)


def fresh_kinds(parts: Parts, device: str | torch.device) -> Tensor:
    """Who sits where [B, 4]: in the mixed parts one or two learners, at random seats."""
    rows = parts.rows
    order = torch.rand((rows, 4), device=device).argsort(1)
    learners = 1 + (torch.rand((rows, 1), device=device) < 0.35).long()
    other = torch.where(torch.rand((rows, 4), device=device) < 0.8, RIVAL, HEURISTIC)
    row = torch.arange(rows, device=device)[:, None]
    other = torch.where(row < parts.rivals, HEURISTIC, other)
    kinds = torch.where(order < learners, LEARNER, other)
    return torch.where(row < parts.mixed, LEARNER, kinds)


def probing_kinds(rows: int, device: str | torch.device) -> Tensor:
    """One learner at a random seat of every table, three frozen rivals."""
    seat = (torch.rand((rows, 1), device=device) * 4).long().clamp_max(3)
    return torch.where(torch.arange(4, device=device) == seat, LEARNER, RIVAL)


class Learner(BaseLearner):
    """PPO for cards, regression of expected differences for estimates."""

    s: Settings
    own = ("play", "bid")

    def __init__(self, s: Settings, tables: BatchTables, graphs: bool) -> None:
        specs = {"play": s.net.play_specs(), "bid": s.net.bid_specs(), "critic": s.critic.specs()}
        super().__init__(s, specs, tables.device, graphs=graphs)
        self.aids = Aids.make(tables, self.dtype)
        own = int(s.rows * s.share_own)
        self.parts = Parts(own, own + int(s.rows * s.share_heuristic), s.rows)
        if s.probe:
            self.parts = Parts(0, 0, s.rows, heuristics=False)

    def begin_weights(self) -> None:
        start = unpack(self.flat["bid"], self.specs["bid"])["bid.out"]
        start.copy_((torch.tensor(KNOTS, device=self.device) - 36.0).abs() / 10.0)

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def play(self) -> None:
        """Deal and play one batch, value it, and lay out what the steps need in ``self.data``."""
        s, aids, parts = self.s, self.aids, self.parts
        device = aids.tables.device
        own = self.weights(self.actor["play"], "play"), self.weights(self.actor["bid"], "bid")
        rival = self.weights(self.rival["play"], "play"), self.weights(self.rival["bid"], "bid")
        hands = deal(s.rows, DECK_36, device)
        kinds = probing_kinds(s.rows, device) if s.probe else fresh_kinds(parts, device)
        style = heuristics.random_style(s.rows, device)
        r = play_deals(aids, s.net, own, rival, parts, hands, kinds, style, self.heat, False)
        critic = self.weights(self.actor["critic"], "critic")
        seats = torch.arange(4, device=device)
        rel = (seats - r.mover[..., None]) & 3
        values = torch.stack([self.values(critic, r.masks[i], r.ints[i], i) for i in range(36)])
        values = values.gather(2, rel)
        final = (r.estimates - r.points).abs().float() / SCALE
        after = torch.cat([values[1:], final[None]])
        delta = after - values
        gains = [delta[35]]
        for i in range(34, -1, -1):
            gains.append(delta[i] + s.lam * gains[-1])
        adv = torch.stack(gains[::-1])
        target = values + adv
        back = (r.mover[..., None] + seats) & 3
        mine = adv.gather(2, r.mover[..., None])[..., 0]
        kind = kinds.expand(36, -1, -1).gather(2, r.mover[..., None])[..., 0]
        choices = r.masks[..., LEGAL] & (r.masks[..., LEGAL] - 1)
        use = (kind == LEARNER) & (choices != 0)
        scale = torch.where(use, mine, 0).square().sum() / use.sum().clamp_min(1)
        self.fresh = {
            "masks": r.masks.flatten(0, 1),
            "ints": r.ints.flatten(0, 1),
            "action": r.action.flatten(),
            "logp": r.logp.flatten(),
            "advantage": (-mine / scale.sqrt().clamp_min(1e-6)).flatten(),
            "target": target.gather(2, back).flatten(0, 1),
            "use": use.flatten(),
            "hand": hands.flatten(),
            "estimate": r.estimates.flatten(),
            "cost": (0.5 * SCALE * (target[0] + final)).flatten(),
            "bidder": (kinds == LEARNER).flatten().float(),
        }
        miss = (final[: max(1, parts.mixed)] * SCALE).mean()
        learner = (kinds == LEARNER).float()
        mixed = (final * SCALE * learner)[parts.mixed :].sum() / learner[parts.mixed :].sum().clamp_min(1)
        explained = 1 - (final - values[18]).var() / final.var()
        self.stats[0:3] = torch.stack([miss, mixed, explained])

    def values(self, w: dict[str, Tensor], masks: Tensor, ints: Tensor, ply: int | Tensor) -> Tensor:
        if isinstance(ply, int):
            ply = torch.full((masks.shape[0],), ply, dtype=torch.int64, device=masks.device)
        suits = suit_features(masks[:, 3:], self.aids.dtype)
        return self.s.critic.values(w, suits, critic_features(ints, ply, self.aids.needs, self.aids.eye))

    def step_play(self) -> None:
        """One PPO step on the decisions in ``self.index``."""
        d, i, s = self.data, self.index, self.s
        masks = d["masks"][i]
        ply = i // s.rows
        w = self.weights(self.flat["play"], "play")
        suits = suit_features(masks[:, :PRIVATE], self.aids.dtype)
        logits = s.net.logits(w, suits, global_features(d["ints"][i], ply, self.aids.needs, self.aids.eye))
        legal = card_bits(masks[:, LEGAL], torch.bool)
        logp = torch.where(legal, logits, -1e9).log_softmax(1)
        new = logp.gather(1, d["action"][i][:, None])[:, 0]
        ratio = (new - d["logp"][i]).exp()
        advantage = d["advantage"][i]
        gain = torch.minimum(ratio * advantage, ratio.clamp(1 - s.clip, 1 + s.clip) * advantage).mean()
        entropy = -(logp.exp() * torch.where(legal, logp, 0)).sum(1).mean()
        grad = self.descend("play", -gain - self.entropy * entropy)
        self.note(3, entropy, ((ratio - 1).abs() > s.clip).float().mean(), grad.norm())

    def step_critic(self) -> None:
        d, i = self.data, self.index
        w = self.weights(self.flat["critic"], "critic")
        values = self.values(w, d["masks"][i], d["ints"][i], i // self.s.rows)
        loss = (values - d["target"][i]).square().mean()
        self.descend("critic", loss)
        self.note(6, loss)

    def step_bid(self) -> None:
        d, i, s = self.data, self.index, self.s
        w = self.weights(self.flat["bid"], "bid")
        suits = suit_features(d["hand"][i][:, None], self.aids.dtype, BID_SUIT)
        errors = s.net.errors(w, suits, seat_features(i & 3, self.aids.eye), self.aids.knots)
        mine = errors.gather(1, d["estimate"][i][:, None])[:, 0]
        weight = d["bidder"][i]
        loss = ((mine - d["cost"][i]).square() * weight).sum() / weight.sum().clamp_min(1) / 100.0
        self.descend("bid", loss, 2.0)
        self.note(7, loss)

    def jobs(self) -> list[Job]:
        s = self.s
        useful = self.data["use"].nonzero()[:, 0]
        device = useful.device
        valued = torch.randperm(36 * s.rows, device=device)[: int(36 * s.rows * s.critic_share)]
        return [
            ("step_play", self.step_play, useful[torch.randperm(len(useful), device=device)]),
            ("step_critic", self.step_critic, valued),
            ("step_bid", self.step_bid, torch.randperm(4 * s.rows, device=device)),
        ]
