"""Play many deals of a team game at once with a mixture of networks and heuristics, and keep what was seen and done.

Rows come in three parts, as in lab/train/selfplay.py: all four seats learner; learner and heuristics; learner,
heuristics and a rival network.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from puur.lab.train.batch import SEATS, BatchTables, Table, constant
from puur.lab.train.features import LEGAL, PRIVATE, card_bits, observe
from puur.lab.train.nets import Weights
from puur.lab.train.selfplay import HEURISTIC, RIVAL, Parts, gumbel
from puur.lab.train.teams import calling, heuristics, scores
from puur.lab.train.teams import calls as c
from puur.lab.train.teams.features import Context, Counts, call_features, observe_context, pairs, suit_bits
from puur.lab.train.teams.nets import TeamNet
from puur.rules.ruleset import OBENABE, Ruleset

Pair = tuple[Weights, Weights]
"""Weights for cards and for calls."""


@dataclass
class TeamAids:
    """Constant things of one game, device and dtype."""

    rules: Ruleset
    tables: BatchTables
    """In canonical suits: with trumps, obenabe, undenufe."""
    eye: Tensor
    dtype: torch.dtype

    @property
    def turns(self) -> bool:
        """Whether there is a contract with the ranks reversed."""
        return len(self.rules.contracts) > 4

    @classmethod
    def make(cls, rules: Ruleset, device: str | torch.device, dtype: torch.dtype) -> TeamAids:
        modes = (0, 4, 5) if len(rules.contracts) > 4 else (0,)
        return cls(rules, BatchTables(rules, modes, device), torch.eye(12, device=device, dtype=dtype), dtype)


@dataclass
class CallRecord:
    """The calls: [K, B, ...] a step."""

    suits: Tensor
    glob: Tensor
    action: Tensor
    live: Tensor
    """A decision that was somebody's to take."""
    speaker: Tensor


@dataclass
class TeamRecord:
    """What one batch of deals leaves behind: [P, B, ...] a card."""

    calls: CallRecord
    masks: Tensor
    suits: Tensor
    glob: Tensor
    hidden: Tensor
    action: Tensor
    logp: Tensor
    mover: Tensor
    turned: Tensor
    """[B]: undenufe."""
    trump: Tensor
    """[B, 1]: 1 with trumps, 0 without."""
    lead: Tensor
    """[B]: team 0's score less team 1's, without the factor of the contract."""
    factor: Tensor
    void: Tensor


def net_values(net: TeamNet, w: Pair, suits: Tensor, glob: Tensor, legal: Tensor) -> Tensor:
    return torch.where(legal, net.calls(w[1], suits, glob), -1e9)


def call_all(
    aids: TeamAids,
    net: TeamNet,
    learner: Pair,
    rival: Pair,
    parts: Parts,
    dealt: c.Dealt,
    kinds: Tensor,
    style: Tensor,
    heat: Tensor | float,
) -> tuple[c.Calls, CallRecord]:
    """Everybody's calls until every deal is settled. ``heat``: points of noise in the learner's choice."""
    rules, m, r = aids.rules, parts.mixed, parts.rivals
    calls = c.Calls.begin(rules, dealt)
    worth = calling.contract_values(rules, dealt) if m < parts.rows and parts.heuristics else None
    seen: dict[str, list[Tensor]] = {k: [] for k in ("suits", "glob", "action", "live", "speaker")}
    exploring = not isinstance(heat, float) or heat > 0
    for _ in range(c.STEPS[rules.trump_selection]):
        suits, glob = call_features(calls, aids.eye)
        legal = calls.legal()
        values = net_values(net, learner, suits, glob, legal)
        action = (values + gumbel(values) * heat if exploring else values).argmax(1)
        kind = kinds.gather(1, calls.speaker[:, None])[:, 0]
        if worth is not None:
            action = torch.where(kind == HEURISTIC, calling.choose(calls, worth, legal, style), action)
        if r < parts.rows:
            other = net_values(net, rival, suits, glob, legal).argmax(1)
            action = torch.where(kind == RIVAL, other, action)
        for k, v in (("suits", suits), ("glob", glob), ("action", action), ("speaker", calls.speaker)):
            seen[k].append(v)
        seen["live"].append(~calls.done)
        calls = calls.after(action)
    return c.settled(calls), CallRecord(**{k: torch.stack(v) for k, v in seen.items()})


def context_of(rules: Ruleset, calls: c.Calls, hands: Tensor, kinds: Tensor) -> Context:
    """What stays the same during the play; ``hands`` as dealt, in natural suits."""
    mode = calls.mode
    holder = torch.zeros_like(hands)
    if rules.marriage == "separate":
        holder = scores.has_pair(hands, mode[:, None].expand(-1, 4))
    said = c_swap(calls.said, mode)
    return Context(
        rules, c.kind_of(mode), calls.declarer, calls.level, c.bid_points(calls.level), calls.multiplier, said,
        scores.meld_points(rules, hands, mode), holder, kinds,
    )  # fmt: skip


def c_swap(said: Tensor, mode: Tensor) -> Tensor:
    """What was said [B, seat, suit], in canonical suits."""
    suit = torch.where(mode < OBENABE, mode, 0)[:, None]
    order = constant(SEATS, said.device).expand(len(mode), -1)
    order = torch.where(order == suit, 0, torch.where(order == 0, suit, order))
    return said.gather(2, order[:, None].expand(-1, 4, -1))


def known_cards(rules: Ruleset, calls: c.Calls) -> Tensor:
    """Cards [B, 4] that all know a seat to hold before the first card is played."""
    seats = constant(SEATS, calls.speaker.device)
    if rules.trump_selection == "up-card":
        return torch.where(seats == calls.declarer[:, None], calls.dealt.up[:, None], 0)
    if rules.trump_selection == "seven-of-hearts":
        return calls.dealt.hands & (1 << c.SEVEN_OF_HEARTS)
    return torch.zeros_like(calls.dealt.hands)


def start(aids: TeamAids, calls: c.Calls) -> tuple[Table, Tensor]:
    """The table before the first card in canonical suits, and all hands in natural ones."""
    rules = aids.rules
    hands = c.completed(rules, calls.dealt, calls.declarer)
    leader = calls.declarer if rules.leader == "declarer" else torch.zeros_like(calls.declarer)
    t = Table.start(c.swapped(hands, calls.mode), leader, c.kind_of(calls.mode))
    known = c.swapped(known_cards(rules, calls), calls.mode)
    t.denied = known.sum(1, keepdim=True) & ~known
    return t, hands


def net_cards(
    aids: TeamAids, net: TeamNet, w: Weights, masks: Tensor, suits: Tensor, glob: Tensor, c_: Context
) -> Tensor:
    """Scores of the cards, very low for those that may not be played."""
    turned = c_.kind == 2 if aids.turns else None
    trump = (c_.kind == 0)[:, None].to(aids.dtype)
    seen = torch.cat([suit_bits(masks[:, :PRIVATE], turned, aids.dtype), suits], 2)
    logits = net.logits(w, seen, glob, trump, turned)
    return torch.where(card_bits(masks[:, LEGAL], torch.bool), logits, -1e9)


def part_of(x: object, first: int) -> dict[str, Tensor]:
    return {k: v[first:] if isinstance(v, Tensor) else v for k, v in vars(x).items()}


def play_deals(
    aids: TeamAids,
    net: TeamNet,
    learner: Pair,
    rival: Pair,
    parts: Parts,
    dealt: c.Dealt,
    kinds: Tensor,
    style: Tensor,
    heat: Tensor | float,
    greedy: bool,
) -> TeamRecord:
    """Call and play every deal. ``style`` [B, 4, 2, STYLE] holds the heuristics with trumps and without."""
    rules, tb, m, r = aids.rules, aids.tables, parts.mixed, parts.rivals
    calls, said = call_all(aids, net, learner, rival, parts, dealt, kinds, style[:, :, 0], heat)
    t, hands = start(aids, calls)
    ctx = context_of(rules, calls, hands, kinds)
    without = (ctx.kind > 0).long()[:, None, None, None].expand(-1, 4, 1, style.shape[3])
    manner = style.gather(2, without)[:, :, 0]
    counts = Counts(torch.zeros_like(t.hands), torch.zeros_like(ctx.melds))
    seats = constant(SEATS, t.hands.device)
    seen: dict[str, list[Tensor]] = {k: [] for k in ("masks", "suits", "glob", "hidden", "action", "logp", "mover")}
    for ply in range(4 * rules.tricks):
        turn, last = ply & 3, ply >= 4 * (rules.tricks - 1)
        legal = t.legal(tb, turn)
        masks = observe(tb, t, turn, legal)
        suits, glob, hidden = observe_context(ctx, t, counts, ply, aids.eye)
        logits = net_cards(aids, net, learner[0], masks, suits, glob, ctx)
        action = (logits if greedy else logits + gumbel(logits)).argmax(1)
        mover = t.mover(turn)
        kind = kinds.gather(1, mover[:, None])[:, 0]
        if m < parts.rows and parts.heuristics:
            some = Table(**part_of(t, m))
            card = heuristics.choose(rules, tb, some, turn, legal[m:], ctx.declarer[m:], manner[m:])
            action = torch.cat([action[:m], torch.where(kind[m:] == HEURISTIC, card, action[m:])])
        if r < parts.rows:
            some_ctx = Context(**part_of(ctx, r))
            other = net_cards(aids, net, rival[0], masks[r:], suits[r:], glob[r:], some_ctx)
            card = (other if greedy else other + gumbel(other)).argmax(1)
            action = torch.cat([action[:r], torch.where(kind[r:] == RIVAL, card, action[r:])])
        if not greedy:
            logp = logits.log_softmax(1).gather(1, action[:, None])[:, 0]
            values = (masks, suits, glob, hidden, action, logp, mover)
            for k, v in zip(seen, values, strict=True):
                seen[k].append(v)
        t.play(tb, turn, action, rules.last_trick if last else 0)
        if turn == 3:
            won = (seats == t.leader[:, None]).long()
            more = pairs(won) * scores.roem(rules, t.previous)[:, None] if rules.roem else 0
            counts = Counts(counts.tricks + won, counts.roem + more)
    empty = torch.zeros_like(t.leader)
    stacked = {k: torch.stack(v) if v else empty for k, v in seen.items()}
    factor = constant(rules.multipliers, t.hands.device)[calls.mode]
    return TeamRecord(
        calls=said,
        **stacked,
        turned=ctx.kind == 2,
        trump=(ctx.kind == 0)[:, None].to(aids.dtype),
        lead=final_lead(rules, t, ctx, counts),
        factor=factor,
        void=calls.void,
    )


def final_lead(rules: Ruleset, t: Table, ctx: Context, counts: Counts) -> Tensor:
    """Team 0's score less team 1's [B] after the last trick, without the factor of the contract."""
    last = t.leader & 1
    points = pairs(t.points)
    bonus = torch.stack([1 - last, last], 1) * rules.last_trick
    marriage = 20 * pairs(ctx.holder)
    return scores.lead(
        rules, ctx.declarer & 1, points - bonus, last, pairs(counts.tricks), ctx.melds, marriage, counts.roem, ctx.bid,
        ctx.multiplier,
    )  # fmt: skip
