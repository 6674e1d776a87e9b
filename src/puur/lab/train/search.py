"""Search on top of the network, for many deals at once: worlds, short rollouts, the critic at the leaves, a gate.

The player to move sees only what he may see: worlds are drawn from what everybody's cards so far rule out, estimates
of the others are what the network would have announced with those hands. ``bots/net_search.py`` is the same in NumPy
for one decision; this one measures it.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from puur.cards import DECK_36
from puur.lab.train import heuristics
from puur.lab.train.batch import SEATS, Table, constant, deal
from puur.lab.train.evaluate import Figure, Pair, figure
from puur.lab.train.features import LEGAL, card_bits, critic_features, ints_of, observe, suit_features
from puur.lab.train.nets import CriticNet, PolicyNet, Weights
from puur.lab.train.ppo import SCALE
from puur.lab.train.selfplay import Aids, net_estimates, net_logits


@dataclass(frozen=True)
class Search:
    """How to search."""

    worlds: int = 64
    gate: float = 2.0
    candidates: int = 4
    floor: float = 0.01
    likelihood: float = 0.5
    """Worlds are weighed by the policy's probability of what the others have played, to this power."""
    tricks: int = 1
    """Rollouts go on for so many tricks beyond the present one, then the critic speaks."""


@dataclass
class Mind:
    """What the searcher thinks with."""

    aids: Aids
    net: PolicyNet
    own: Pair
    critic: CriticNet
    value: Weights


def sample_worlds(unseen: Tensor, possible: Tensor, counts: Tensor, worlds: int) -> tuple[Tensor, Tensor]:
    """Hands of the other three [N, worlds, 3] and log weights [N, worlds] that make them uniform; -inf: no world.

    Cards with the fewest possible holders are dealt first, to a holder with chance in proportion to free places.
    """
    n, device = unseen.shape[0], unseen.device
    may = card_bits(possible.reshape(-1), torch.float32).view(n, 3, 36)
    free = card_bits(unseen, torch.bool)
    holders = may.sum(1)
    holders = torch.where(free, holders, 9.0)
    shape = (n, worlds)
    order = (holders[:, None] + 0.5 * torch.rand((*shape, 36), device=device)).argsort(2)
    places = counts[:, None].expand(*shape, 3).float().clone()
    hands = torch.zeros((*shape, 3), dtype=torch.int64, device=device)
    weight = torch.zeros(shape, device=device)
    may = may.transpose(1, 2)
    for k in range(int(free.sum(1).max())):
        card = order[:, :, k]
        live = free.gather(1, card)
        chance = places * may.gather(1, card[..., None].expand(*shape, 3))
        total = chance.sum(2)
        pick = (chance.cumsum(2) < (torch.rand(shape, device=device) * total)[..., None]).sum(2).clamp_max(2)
        share = chance.gather(2, pick[..., None])[..., 0] / total.clamp_min(1e-9)
        weight = torch.where(live, weight - share.clamp_min(1e-30).log(), weight)
        weight = torch.where(live & (total <= 0), -torch.inf, weight)
        chosen = live[..., None] & (constant((0, 1, 2), device) == pick[..., None])
        hands = hands | torch.where(chosen, (torch.ones_like(card) << card)[..., None], 0)
        places = places - chosen.float()
    return hands, torch.where((places != 0).any(2), -torch.inf, weight)


def rows_of(t: Table, index: Tensor) -> Table:
    return Table(**{k: v[index] for k, v in vars(t).items()})


def decide(
    mind: Mind, s: Search, t: Table, ply: int, estimate: Tensor, logits: Tensor, actions: Tensor
) -> tuple[Tensor, Tensor]:
    """The searcher's card in every row, and where it left the policy. ``estimate`` [N] is the mover's own.

    ``actions`` [ply, N] are the cards played so far; forehand was seat 0.
    """
    aids, tb, turn = mind.aids, mind.aids.tables, ply & 3
    n, device, width = logits.shape[0], logits.device, s.worlds
    seats = constant(SEATS, device)
    me = t.mover(turn)
    rel = (me[:, None] + seats) & 3
    legal = t.legal(tb, turn)
    masks = observe(tb, t, turn, legal)
    unseen, possible = masks[:, 1], masks[:, 13:16]
    played = card_bits(t.played.reshape(-1), torch.float32).sum(1).view(n, 4).long()
    counts = (9 - played).gather(1, rel)[:, 1:]
    others, weight = sample_worlds(unseen, possible, counts, width)
    now = torch.cat([masks[:, 3][:, None, None].expand(n, width, 1), others], 2)
    start = now | t.played.gather(1, rel)[:, None]
    back = (seats - me[:, None]) & 3
    start = start.gather(2, back[:, None].expand(n, width, 4)).view(-1, 4)
    row = torch.arange(n, device=device).repeat_interleave(width)
    mine = seats == me[row][:, None]
    needs = torch.where(mine, estimate[row][:, None], net_estimates(mind.net, mind.own[1], aids, start, 0.0))

    zero = torch.zeros_like(row)
    world = Table.start(start, zero, zero)
    told = torch.zeros(n * width, device=device)
    for past in range(ply):
        here, card = past & 3, actions[past][row]
        if s.likelihood > 0:
            m = observe(tb, world, here, world.legal(tb, here))
            who = world.mover(here)
            ints = ints_of(needs - world.points, world.points, world.pot, torch.zeros_like(needs), who)
            guess = net_logits(mind.net, mind.own[0], aids, m, ints, torch.full_like(zero, past)).log_softmax(1)
            said = guess.gather(1, card[:, None])[:, 0].clamp_min(-7.0)
            told = torch.where(who == me[row], told, told + said)
        world.play(tb, here, card, 0)
    weight = weight + s.likelihood * told.view(n, width)
    sound = torch.isfinite(weight)
    weight = torch.where(sound, weight, -torch.inf).softmax(1)
    weight = torch.nan_to_num(weight)

    chance = logits.softmax(1)
    top, card = chance.topk(s.candidates, 1)
    keep = top >= s.floor
    keep[:, 0] = True
    usable = keep.sum(1) > 1
    usable &= sound.sum(1) > width // 8
    pairs = (keep & usable[:, None]).nonzero()
    choice = card[:, 0].clone()
    if len(pairs) == 0:
        return choice, torch.zeros_like(usable)
    source = (pairs[:, :1] * width + torch.arange(width, device=device)).view(-1)
    first = card[pairs[:, 0], pairs[:, 1]].repeat_interleave(width)
    cost = roll_out(mind, s, rows_of(world, source), ply, needs[source], first, me[row][source]).view(-1, width)
    table = torch.full((n, s.candidates, width), torch.nan, device=device)
    table[pairs[:, 0], pairs[:, 1]] = cost
    gain = table[:, :1] - table
    mean = (gain * weight[:, None]).sum(2)
    error = ((gain - mean[..., None]).square() * weight.square()[:, None]).sum(2).sqrt()
    surplus = torch.where(keep & usable[:, None], mean - s.gate * error, -torch.inf)
    surplus[:, 0] = 0.0
    surplus = torch.where(surplus > 0, torch.nan_to_num(mean, nan=-1e9), surplus)
    best = surplus.argmax(1)
    return card.gather(1, best[:, None])[:, 0], best > 0


def roll_out(mind: Mind, s: Search, t: Table, ply: int, needs: Tensor, first: Tensor, me: Tensor) -> Tensor:
    """Expected |difference| of seat ``me`` after playing ``first``, by greedy policies and the critic's word."""
    aids, tb = mind.aids, mind.aids.tables
    end = min(36, (ply // 4 + 1 + s.tricks) * 4)
    kinds = torch.zeros_like(needs)
    zero = torch.zeros_like(first)
    for p in range(ply, end):
        turn = p & 3
        card = first
        if p > ply:
            m = observe(tb, t, turn, t.legal(tb, turn))
            ints = ints_of(needs - t.points, t.points, t.pot, kinds, t.mover(turn))
            card = net_logits(mind.net, mind.own[0], aids, m, ints, torch.full_like(zero, p)).argmax(1)
        t.play(tb, turn, card, 5 if p >= 32 else 0)
    if end == 36:
        return (needs - t.points).gather(1, me[:, None])[:, 0].abs().float()
    m = observe(tb, t, 0, t.legal(tb, 0))
    who = t.mover(0)
    ints = ints_of(needs - t.points, t.points, t.pot, kinds, who)
    glob = critic_features(ints, torch.full_like(zero, end), aids.needs, aids.eye)
    values = mind.critic.values(mind.value, suit_features(m[:, 3:], aids.dtype), glob) * SCALE
    return values.gather(1, ((me - who) & 3)[:, None])[:, 0]


@torch.no_grad()  # type: ignore[untyped-decorator]
def measure_search(
    mind: Mind, rivals: Pair, s: Search | None, rest: str, deals: int, chunk: int
) -> tuple[Figure, Figure, float]:
    """A searcher (seat rotates) and three others: ``net`` (``rivals``), ``heuristic``, or ``search`` for four equal.

    Returns his figure, theirs, and the share of decisions in which he left the policy. ``s`` None: the net alone.
    """
    aids, tb = mind.aids, mind.aids.tables
    device = tb.device
    lone, three, left, asked = [], [], 0.0, 0.0
    for _ in range(0, deals, chunk):
        seats = constant(SEATS, device)
        seeker = torch.arange(chunk, device=device) & 3
        hands = deal(chunk, DECK_36, device)
        style = heuristics.plain_style(chunk, device)
        own = net_estimates(mind.net, mind.own[1], aids, hands, 0.0)
        alone = seats == seeker[:, None]
        if rest == "heuristic":
            own = torch.where(alone, own, heuristics.estimates(tb, hands, style))
        elif rest == "net":
            own = torch.where(alone, own, net_estimates(mind.net, rivals[1], aids, hands, 0.0))
        zero = torch.zeros(chunk, dtype=torch.int64, device=device)
        kinds = torch.zeros_like(own)
        t = Table.start(hands, zero, zero)
        actions = torch.zeros((36, chunk), dtype=torch.int64, device=device)
        for ply in range(36):
            turn = ply & 3
            legal = t.legal(tb, turn)
            mover = t.mover(turn)
            m = observe(tb, t, turn, legal)
            ints = ints_of(own - t.points, t.points, t.pot, kinds, mover)
            logits = net_logits(mind.net, mind.own[0], aids, m, ints, torch.full_like(zero, ply))
            action = logits.argmax(1)
            if rest == "heuristic":
                other = heuristics.choose(tb, t, turn, ply >= 32, legal, own, style)
                action = torch.where(mover == seeker, action, other)
            elif rest == "net":
                other = net_logits(mind.net, rivals[0], aids, m, ints, torch.full_like(zero, ply)).argmax(1)
                action = torch.where(mover == seeker, action, other)
            if s is not None:
                mine = (mover == seeker) | (rest == "search")
                open_choice = mine & ((m[:, LEGAL] & (m[:, LEGAL] - 1)) != 0)
                index = open_choice.nonzero()[:, 0]
                for part in index.split(max(1, 2**19 // (s.worlds * s.candidates))):
                    if len(part):
                        estimate = own[part].gather(1, mover[part][:, None])[:, 0]
                        card, departed = decide(
                            mind, s, rows_of(t, part), ply, estimate, logits[part], actions[:ply, part]
                        )
                        action[part] = card
                        left += float(departed.sum())
                        asked += len(part)
            actions[ply] = action
            t.play(tb, turn, action, 5 if ply >= 32 else 0)
        miss = (own - t.points).abs().double()
        lone.append((miss * alone).sum(1))
        three.append((miss * ~alone).sum(1) / 3)
    return figure(torch.cat(lone)), figure(torch.cat(three)), left / max(asked, 1.0)
