"""The heuristic's calls for many deals at once: bots/heuristic/calls.py, with a simpler auction. Training only."""

from __future__ import annotations

import math
from functools import cache
from typing import TypeAlias

import torch
from torch import Tensor

from puur.lab.train.batch import constant
from puur.lab.train.teams import calls as c
from puur.lab.train.teams.heuristics import CARELESS, CAUTION, fitted
from puur.lab.train.teams.scores import SHIFTS, declared, has_pair, lanes_of
from puur.rules.ruleset import Ruleset
from puur.rules.tables import compile_tables

F_TRUMP, F_PLAIN, F_COUNT, F_VOID, F_TURN, F_TOPS, F_LONG, F_CONSTANT = 0, 9, 18, 28, 29, 33, 34, 35
HAND_SHARE, BID_STEP = 0.75, 1.6
Device: TypeAlias = str | torch.device


@cache
def _lane_worth(rules: Ruleset, role: str, device: Device) -> Tensor:
    """[modes, 4 suits, 512] what the cards of one suit add to the worth of a hand under each contract."""
    numbers = fitted(rules.name)
    out = []
    for mode in range(len(rules.contracts)):
        w = numbers[role][mode // 4] if role == "worth" else numbers[role]
        tables = compile_tables(rules, mode)
        rows = []
        for suit in range(4):
            in_suit = 511 << (9 * suit)
            is_trump = bool(tables.trump & in_suit)
            ranks = [(tables.beats[suit * 9 + r] & in_suit) >> (9 * suit) for r in range(9)]
            rows.append([_one_lane(lane, ranks, is_trump, w) for lane in range(512)])
        out.append(rows)
    return torch.tensor(out, device=device)


def _one_lane(lane: int, over: list[int], is_trump: bool, w: list[float]) -> float:
    place = F_TRUMP if is_trump else F_PLAIN
    held = [r for r in range(9) if lane >> r & 1]
    total = sum(w[place + over[r].bit_count()] for r in held)
    if is_trump:
        return total + w[F_COUNT + len(held)]
    tops = sum(over[r] & ~lane == 0 for r in held)
    if tops:
        total += w[F_TOPS] * (tops - 1) + w[F_LONG] * (len(held) - tops)
    return total + (0.0 if held else w[F_VOID])


def lead(rules: Ruleset, hands: Tensor, role: str, turn: Tensor) -> Tensor:
    """[N, modes] points above the other team's that a hand promises; ``turn`` counts from the first leader."""
    table = _lane_worth(rules, role, hands.device)
    lanes = lanes_of(hands)
    suits = constant((0, 1, 2, 3), hands.device)
    found = table[:, suits, lanes].sum(2).transpose(0, 1)
    return found + _turn_worth(rules, role, hands.device)[:, turn].transpose(0, 1)


@cache
def _turn_worth(rules: Ruleset, role: str, device: Device) -> Tensor:
    numbers = fitted(rules.name)
    rows = [numbers[role][m // 4] if role == "worth" else numbers[role] for m in range(len(rules.contracts))]
    return torch.tensor([[w[F_TURN + t] + w[F_CONSTANT] for t in range(4)] for w in rows], device=device)


def contract_values(rules: Ruleset, dealt: c.Dealt) -> Tensor:
    """[B, 4, modes] the expected score of every seat as declarer in every contract."""
    b, device = len(dealt.up), dealt.up.device
    numbers = fitted(rules.name)
    hands = (dealt.hands | dealt.up[:, None]).view(-1)
    turn = constant((0, 1, 2, 3), device).repeat(b)
    if rules.leader == "declarer":
        turn = torch.zeros_like(turn)
    points = lead(rules, hands, "worth", turn)
    modes = torch.arange(len(rules.contracts), device=device).expand(len(hands), -1)
    every = hands[:, None].expand_as(modes)
    extra = torch.zeros_like(points)
    if rules.marriage == "separate":
        extra = extra + 20.0 * has_pair(every, modes)
    if rules.melds != "none" and "up" not in rules.packets:
        extra = extra + HAND_SHARE * declared(rules, every, modes)[0]
    if rules.contract == "none":
        factor = constant(rules.multipliers, device)[: points.shape[1]]
        return (factor * (points + extra)).view(b, 4, -1)
    spread = numbers["spread"]
    z = points / spread
    made = 0.5 * torch.erfc(-z / math.sqrt(2))
    density = torch.exp(-z * z / 2) / math.sqrt(2 * math.pi)
    value = points * made + spread * density + extra * made - rules.total * (1 - made)
    return value.view(b, 4, -1)


def choose(calls: c.Calls, values: Tensor, legal: Tensor, style: Tensor) -> Tensor:
    """The heuristic's action for every row; ``values`` as ``contract_values`` says, ``style`` [B, 4, STYLE]."""
    rules = calls.rules
    row = style.gather(1, calls.speaker[:, None, None].expand(-1, 1, style.shape[2]))[:, 0]
    mine = values.gather(1, calls.speaker[:, None, None].expand(-1, 1, values.shape[2]))[:, 0]
    if rules.trump_selection == "auction":
        action = _auction(calls, legal)
    else:
        floor = fitted(rules.name)["floor"] + row[:, CAUTION]
        worth = torch.full(legal.shape, -1e9, device=legal.device)
        worth[:, 0 : 4 * c.LEVELS : c.LEVELS] = mine[:, :4]
        if mine.shape[1] > 4:
            worth[:, c.OBEN :] = mine[:, 4:6]
        worth = torch.where(legal, worth, -1e9)
        best = worth.max(1)
        action = torch.where(legal[:, c.PASS] & (best.values < floor), c.PASS, best.indices)
    anything = torch.where(legal, torch.rand(legal.shape, device=legal.device), -1.0).argmax(1)
    careless = torch.rand_like(row[:, 0]) < row[:, CARELESS]
    usual = anything if rules.trump_selection != "auction" else torch.full_like(anything, c.PASS)
    return torch.where(careless, usual, action)


def _bid_value(spread: float, points: Tensor, belote: Tensor, bid: Tensor) -> Tensor:
    """The expected score of a bid for a side that leads by so many points on average."""
    need = 2 * bid.clamp_min(82) - 162 - belote
    z = (points - need) / spread
    made = 0.5 * torch.erfc(-z / math.sqrt(2))
    density = torch.exp(-z * z / 2) / math.sqrt(2 * math.pi)
    return points * made + spread * density + made * (bid + belote) - (1 - made) * (160 + bid - belote)


def _auction(calls: c.Calls, legal: Tensor) -> Tensor:
    """Bid what is worth most, raise the partner, double what cannot be made."""
    rules, who = calls.rules, calls.speaker
    numbers, device = fitted(rules.name), who.device
    spread, floor = numbers["spread"], numbers["floor"]
    hand = calls.dealt.hands.gather(1, who[:, None])[:, 0]
    lanes = (hand[:, None] >> constant(SHIFTS, device)) & 192
    belote = 20.0 * (lanes == 192)
    own, support, defence = (lead(rules, hand, role, who) for role in ("worth", "support", "defence"))
    partner = (who ^ 2)[:, None, None].expand(-1, 1, 4)
    said = calls.said.gather(1, partner)[:, 0]
    level = torch.where(said > 0, (said * 10).round(), 0.0)
    promised = support + BID_STEP * 10 * (level - 1)
    points = torch.where(level > 0, torch.maximum(own, promised), own)
    bids = torch.arange(1, c.CAPOT, device=device) * 10.0 + 70.0
    worth = _bid_value(spread, points[..., None], belote[..., None], bids)
    value = torch.full(legal.shape, -1e9, device=device)
    by_suit = value[:, : 4 * c.LEVELS].view(-1, 4, c.LEVELS)
    by_suit[:, :, 1 : c.CAPOT] = worth
    best = torch.where(legal, value, -1e9).max(1)
    top = torch.where(best.values > floor, best.values, floor)
    action = torch.where(best.values > floor, best.indices, c.PASS)
    standing = calls.mode.clamp_max(3)[:, None]
    points_bid = c.bid_points(calls.level).float()
    held = _bid_value(spread, promised.gather(1, standing)[:, 0], 0.0 * points_bid, points_bid)
    ours = (calls.level > 0) & ((who ^ 2) == calls.declarer)
    spoken = (calls.said.gather(1, who[:, None, None].expand(-1, 1, 4))[:, 0] > 0).any(1)
    action = torch.where(ours & (spoken | (top <= held + 5)), c.PASS, action)
    against = -defence.gather(1, standing)[:, 0] + BID_STEP * (points_bid - 80) / 2
    double = -_bid_value(spread, against, 0.0 * points_bid, points_bid)
    action = torch.where(legal[:, c.COINCHE] & (double > top.clamp_min(0.0) + 60), c.COINCHE, action)
    return torch.where(calls.doubled, c.PASS, action)
