"""The learner of the team games: PPO for cards on the score by the contract rule, regression of every call's value.

The critic sees all cards and says what the mover's team will make above the other. The first part of a run may
imitate the heuristics at the tables instead (``imitate``). Figures: docs/training.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import torch
from torch import Tensor

from puur.lab.train.features import LEGAL, PRIVATE, card_bits
from puur.lab.train.learner import BaseLearner, Job, Schedule
from puur.lab.train.selfplay import HEURISTIC, LEARNER, RIVAL, Parts
from puur.lab.train.teams import calls, heuristics
from puur.lab.train.teams.features import suit_bits
from puur.lab.train.teams.nets import POINTS, TeamCritic, TeamNet
from puur.lab.train.teams.play import TeamAids, TeamRecord, play_deals
from puur.rules.ruleset import Ruleset


@dataclass(frozen=True)
class TeamSettings(Schedule):
    """Everything that shapes a training run of a team game; stored with its weights."""

    share_own: float = 0.4
    share_heuristic: float = 0.3
    heat_first: float = 25.0
    """Points of noise in the choice of calls."""
    heat_last: float = 3.0
    imitate: float = 0.06
    """Share of the run that imitates the heuristics, before the run goes on by itself."""
    rate: float = 8e-4
    strangers: float = 0.15
    """Share of the mixed tables where one learner sits alone, with a stranger for a partner."""
    net: TeamNet = field(default_factory=TeamNet)
    critic: TeamCritic = field(default_factory=TeamCritic)


def fresh_kinds(s: TeamSettings, parts: Parts, device: str | torch.device) -> Tensor:
    """Who sits where [B, 4]: in the mixed parts a team of learners, now and then one learner with a stranger."""
    rows = parts.rows
    seats = torch.arange(4, device=device)
    team = (torch.rand((rows, 1), device=device) < 0.5).long()
    learners = (seats & 1) == team
    alone = torch.rand((rows, 1), device=device) < s.strangers
    learners = learners & ~(alone & (seats < 2))
    other = torch.where(torch.rand((rows, 1), device=device) < 0.9, RIVAL, HEURISTIC)
    row = torch.arange(rows, device=device)[:, None]
    other = torch.where(row < parts.rivals, HEURISTIC, other)
    return torch.where((row < parts.mixed) | learners, LEARNER, other)


def probing_kinds(rows: int, device: str | torch.device) -> Tensor:
    """A team of learners, and a team of frozen rivals."""
    team = (torch.rand((rows, 1), device=device) < 0.5).long()
    return torch.where((torch.arange(4, device=device) & 1) == team, LEARNER, RIVAL)


class TeamLearner(BaseLearner):
    """PPO for cards, regression for calls."""

    s: TeamSettings
    own = ("play", "call")

    def __init__(self, s: TeamSettings, rules: Ruleset, device: str | torch.device, graphs: bool) -> None:
        specs = {"play": s.net.play_specs(), "call": s.net.call_specs(), "critic": s.critic.specs()}
        super().__init__(s, specs, device, graphs=graphs)
        self.aids = TeamAids.make(rules, device, self.dtype)
        self.plies, self.steps = 4 * rules.tricks, calls.STEPS[rules.trump_selection]
        own = int(s.rows * s.share_own)
        self.parts = Parts(own, own + int(s.rows * s.share_heuristic), s.rows)
        if s.probe:
            self.parts = Parts(0, 0, s.rows, heuristics=False)
        self.imitating = torch.zeros((), device=device)

    def ease(self, done: float) -> None:
        self.imitating.fill_(float(done < self.s.imitate and not self.s.probe))

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def play(self) -> None:
        s, aids, parts, device = self.s, self.aids, self.parts, self.device
        own = self.pair({k: self.actor[k] for k in self.own})
        rival = self.pair(self.rival)
        dealt = calls.deal(aids.rules, s.rows, device)
        kinds = probing_kinds(s.rows, device) if s.probe else fresh_kinds(s, parts, device)
        in_part = (torch.arange(s.rows, device=device) >= parts.mixed)[:, None]
        imitated = in_part & (self.imitating > 0) & parts.heuristics
        kinds = torch.where(imitated, HEURISTIC, kinds)
        style = heuristics.random_style(aids.rules, s.rows, device)
        r = play_deals(aids, s.net, own, rival, parts, dealt, kinds, style, self.heat, False)
        critic = self.weights(self.actor["critic"], "critic")
        side = 1.0 - 2.0 * (r.mover & 1).float()
        values = torch.stack(
            [
                self.value_of(critic, r.masks[i], r.suits[i], r.glob[i], r.hidden[i], r.turned, r.trump)
                for i in range(self.plies)
            ]
        )
        values = values * side
        final = r.lead.float() / POINTS
        after = torch.cat([values[1:], final[None]])
        delta = after - values
        gains = [delta[-1]]
        for i in range(self.plies - 2, -1, -1):
            gains.append(delta[i] + s.lam * gains[-1])
        adv = torch.stack(gains[::-1])
        target = values + adv
        kind = kinds.expand(self.plies, -1, -1).gather(2, r.mover[..., None])[..., 0]
        choices = r.masks[..., LEGAL] & (r.masks[..., LEGAL] - 1)
        wanted = torch.where(self.imitating > 0, HEURISTIC, LEARNER)
        use = (kind == wanted) & (choices != 0)
        mine = adv * side
        scale = torch.where(use, mine, 0).square().sum() / use.sum().clamp_min(1)
        self.fresh = {
            "masks": r.masks.flatten(0, 1),
            "suits": r.suits.flatten(0, 1),
            "glob": r.glob.flatten(0, 1),
            "hidden": r.hidden.flatten(0, 1),
            "action": r.action.flatten(),
            "logp": r.logp.flatten(),
            "advantage": (mine / scale.sqrt().clamp_min(1e-6)).flatten(),
            "target": (target * side).flatten(),
            "use": use.flatten(),
            "turned": r.turned,
            "trump": r.trump,
            **self.called(r, target[0], final, kinds),
        }
        self.stats[0:3] = torch.stack(
            [self.team_gain(final, kinds), final.abs().mean() * POINTS, 1 - (final - values[18]).var() / final.var()]
        )

    def called(self, r: TeamRecord, target: Tensor, final: Tensor, kinds: Tensor) -> dict[str, Tensor]:
        """What the regression of calls needs: the score above the other team's that every call led to."""
        score = torch.where(r.void, 0.0, 0.5 * (target + final) * r.factor)
        c = r.calls
        side = 1.0 - 2.0 * (c.speaker & 1).float()
        kind = kinds.expand(len(c.speaker), -1, -1).gather(2, c.speaker[..., None])[..., 0]
        learned = (kind == LEARNER) | (self.imitating > 0)
        return {
            "call_suits": c.suits.flatten(0, 1),
            "call_glob": c.glob.flatten(0, 1),
            "call": c.action.flatten(),
            "called": (c.live & learned).flatten(),
            "score": (side * score).flatten(),
        }

    def team_gain(self, final: Tensor, kinds: Tensor) -> Tensor:
        """Points that a team of learners makes above others in the mixed rows."""
        team = (kinds == LEARNER)[:, :2].float() * (kinds == LEARNER)[:, 2:].float()
        sign = team[:, 0] - team[:, 1]
        return (final * sign).sum() / sign.abs().sum().clamp_min(1) * POINTS

    def value_of(
        self,
        w: dict[str, Tensor],
        masks: Tensor,
        suits: Tensor,
        glob: Tensor,
        hidden: Tensor,
        turned: Tensor,
        trump: Tensor,
    ) -> Tensor:
        seen = torch.cat([suit_bits(masks[:, 3:], turned if self.aids.turns else None, self.dtype), suits], 2)
        return self.s.critic.values(w, seen, torch.cat([glob, hidden], 1), trump)

    def step_play(self) -> None:
        """One step on the decisions in ``index``: PPO, or imitation of what was played."""
        d, i, s = self.data, self.index, self.s
        masks, row = d["masks"][i], i % s.rows
        w = self.weights(self.flat["play"], "play")
        turned, trump = d["turned"][row] if self.aids.turns else None, d["trump"][row]
        seen = torch.cat([suit_bits(masks[:, :PRIVATE], turned, self.dtype), d["suits"][i]], 2)
        logits = s.net.logits(w, seen, d["glob"][i], trump, turned)
        legal = card_bits(masks[:, LEGAL], torch.bool)
        logp = torch.where(legal, logits, -1e9).log_softmax(1)
        new = logp.gather(1, d["action"][i][:, None])[:, 0]
        old = torch.where(self.imitating > 0, new.detach(), d["logp"][i])
        ratio = (new - old).exp()
        advantage = d["advantage"][i]
        gain = torch.minimum(ratio * advantage, ratio.clamp(1 - s.clip, 1 + s.clip) * advantage).mean()
        entropy = -(logp.exp() * torch.where(legal, logp, 0)).sum(1).mean()
        loss = torch.where(self.imitating > 0, -new.clamp_min(-20.0).mean(), -gain - self.entropy * entropy)
        grad = self.descend("play", loss)
        self.note(3, entropy, ((ratio - 1).abs() > s.clip).float().mean(), grad.norm())

    def step_critic(self) -> None:
        d, i = self.data, self.index
        row = i % self.s.rows
        w = self.weights(self.flat["critic"], "critic")
        values = self.value_of(
            w, d["masks"][i], d["suits"][i], d["glob"][i], d["hidden"][i], d["turned"][row], d["trump"][row]
        )
        loss = (values - d["target"][i]).square().mean()
        self.descend("critic", loss)
        self.note(6, loss)

    def step_call(self) -> None:
        d, i = self.data, self.index
        w = self.weights(self.flat["call"], "call")
        values = self.s.net.calls(w, d["call_suits"][i], d["call_glob"][i])
        mine = values.gather(1, d["call"][i][:, None])[:, 0] / POINTS
        error = (mine - d["score"][i]).square()
        weight = d["called"][i].float()
        loss = (error * weight).sum() / weight.sum().clamp_min(1)
        self.descend("call", loss, 2.0)
        self.note(7, loss)

    def jobs(self) -> list[Job]:
        s = self.s
        useful = self.data["use"].nonzero()[:, 0]
        called = self.data["called"].nonzero()[:, 0]
        device = useful.device
        valued = torch.randperm(self.plies * s.rows, device=device)[: int(self.plies * s.rows * s.critic_share)]
        return [
            ("step_play", self.step_play, useful[torch.randperm(len(useful), device=device)]),
            ("step_critic", self.step_critic, valued),
            ("step_call", self.step_call, called[torch.randperm(len(called), device=device)]),
        ]
