"""Measure the networks of a team game: points a deal above the other team, the same cards with the seats exchanged."""

from __future__ import annotations

import torch

from puur.lab.train.evaluate import Figure, figure
from puur.lab.train.selfplay import HEURISTIC, LEARNER, RIVAL, Parts
from puur.lab.train.teams import calls, heuristics
from puur.lab.train.teams.nets import TeamNet
from puur.lab.train.teams.play import Pair, TeamAids, play_deals


@torch.no_grad()  # type: ignore[untyped-decorator]
def duel(
    aids: TeamAids,
    net: TeamNet,
    one: Pair,
    other: Pair,
    kind: int,
    deals: int,
    wild: bool = False,
    chunk: int = 32768,
) -> Figure:
    """The lead of two learners with ``one`` over two players of ``kind``: heuristics, or rivals with ``other``."""
    device, leads = aids.eye.device, []
    for begun in range(0, deals, chunk):
        n = min(chunk, deals - begun)
        dealt = calls.deal(aids.rules, n, device)
        style = (heuristics.random_style if wild else heuristics.plain_style)(aids.rules, n, device)
        parts = Parts(0 if kind == HEURISTIC else n, 0 if kind == RIVAL else n, n)
        both = []
        for team in (0, 1):
            seats = torch.arange(4, device=device) & 1
            kinds = torch.where(seats == team, LEARNER, kind).expand(n, 4)
            r = play_deals(aids, net, one, other, parts, dealt, kinds, style, 0.0, True)
            score = torch.where(r.void, 0, r.lead * r.factor)
            both.append(score if team == 0 else -score)
        leads.append((both[0] + both[1]).double() / 2)
    return figure(torch.cat(leads))


@torch.no_grad()  # type: ignore[untyped-decorator]
def stranger(
    aids: TeamAids, net: TeamNet, one: Pair, other: Pair, single: int, rest: int, deals: int, chunk: int = 32768
) -> Figure:
    """One player of kind ``single`` among three of kind ``rest``: his team's lead, which is what he alone changes."""
    device, leads = aids.eye.device, []
    for begun in range(0, deals, chunk):
        n = min(chunk, deals - begun)
        dealt = calls.deal(aids.rules, n, device)
        style = heuristics.plain_style(aids.rules, n, device)
        kinds_here = {single, rest}
        parts = Parts(0 if HEURISTIC in kinds_here else n, 0 if RIVAL in kinds_here else n, n)
        seats = torch.arange(4, device=device)
        total = torch.zeros(n, dtype=torch.float64, device=device)
        for seat in range(4):
            kinds = torch.where(seats == seat, single, rest).expand(n, 4)
            r = play_deals(aids, net, one, other, parts, dealt, kinds, style, 0.0, True)
            total += torch.where(r.void, 0, r.lead * r.factor).double() * (1 - 2 * (seat & 1))
        leads.append(total / 4)
    return figure(torch.cat(leads))


def report(aids: TeamAids, net: TeamNet, one: Pair, rival: Pair | None, deals: int) -> dict[str, Figure]:
    """The standard table."""
    rows = {
        "2 nets over 2 heuristics": duel(aids, net, one, one, HEURISTIC, deals),
        "2 nets over 2 wild heuristics": duel(aids, net, one, one, HEURISTIC, deals, wild=True),
        "1 net among 3 heuristics": stranger(aids, net, one, one, LEARNER, HEURISTIC, deals),
    }
    if rival is not None:
        rows["2 nets over 2 rivals"] = duel(aids, net, one, rival, RIVAL, deals)
        rows["1 net among 3 rivals"] = stranger(aids, net, one, rival, LEARNER, RIVAL, deals)
    return rows
