"""Melds, roem and the contract rules for many deals at once: batched copies of rules.melds and rules.scoring.

Held to the originals on random deals of every game by tests/lab/train/test_teams.py. Training only.
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

import torch
from torch import Tensor

from puur.lab.train.batch import constant
from puur.rules.melds import MARRIAGE_POINTS, ROEM_RUN_POINTS, maximal_runs, quartet_points, run_points
from puur.rules.ruleset import OBENABE, UNDENUFE, Ruleset

SHIFTS = (0, 9, 18, 27)
PAIR = 1 << 7 | 1 << 6
"""King and queen of a suit."""
Device: TypeAlias = str | torch.device


def lanes_of(masks: Tensor) -> Tensor:
    """[...] masks to [..., 4] lanes of nine bits."""
    return (masks[..., None] >> constant(SHIFTS, masks.device)) & 511


def rank_key(points: int, quartet_first: bool, size: int, top: int) -> int:
    """melds.rank_key as one number, but for the run in trumps, which comes behind it."""
    return ((points * 2 + quartet_first) * 16 + size) * 16 + top


@cache
def meld_tables(rules: Ruleset, device: Device) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """For a lane: points of its runs, and the best of them [reversed tops?]. For ranks that are complete: likewise."""
    runs, run_keys, fours, four_keys = [0] * 512, [[0] * 512, [0] * 512], [0] * 512, [[0] * 512, [0] * 512]
    first = rules.hundred_order == "quartet-first"
    for lane in range(512):
        for run in maximal_runs(lane):
            size, top = run.bit_count(), run.bit_length() - 1
            points = run_points(rules, size)
            runs[lane] += points
            for turned in (0, 1):
                key = rank_key(points, False, size, 8 - top if turned else top)
                run_keys[turned][lane] = max(run_keys[turned][lane], key)
        for rank in range(9):
            if lane >> rank & 1 and (points := quartet_points(rules, rank)):
                fours[lane] += points
                for turned in (0, 1):
                    key = rank_key(points, first and points == 100, 4, 8 - rank if turned else rank)
                    four_keys[turned][lane] = max(four_keys[turned][lane], key)
    made = (torch.tensor(x, dtype=torch.int64, device=device) for x in (runs, run_keys, fours, four_keys))
    a, b, c, d = made
    return a, b.view(-1), c, d.view(-1)


def declared(rules: Ruleset, hands: Tensor, mode: Tensor) -> tuple[Tensor, Tensor]:
    """What each hand declares at its best: the points, and how good the best meld is (0: nothing to declare)."""
    runs, run_keys, fours, four_keys = meld_tables(rules, hands.device)
    lanes = lanes_of(hands)
    turned = (mode == UNDENUFE).long()
    in_trumps = (constant((0, 1, 2, 3), hands.device) == mode[..., None]).long()
    complete = lanes[..., 0] & lanes[..., 1] & lanes[..., 2] & lanes[..., 3]

    def value(chosen: Tensor, rest: Tensor) -> tuple[Tensor, Tensor]:
        key = (2 * run_keys[turned[..., None] * 512 + rest] + in_trumps) * (runs[rest] > 0)
        best = torch.maximum(key.amax(-1), 2 * four_keys[turned * 512 + chosen])
        return runs[rest].sum(-1) + fours[chosen], best

    if rules.meld_overlap:
        total, best = value(complete, lanes)
    else:  # a hand has at most two quartets; the choice with the highest total, then with the better best meld
        low = complete & -complete
        nothing = torch.zeros_like(complete)
        total, best = value(nothing, lanes)
        for chosen in (low, complete ^ low, complete):
            more, key = value(chosen, lanes & ~chosen[..., None])
            better = (more > total) | ((more == total) & (key > best))
            total, best = torch.where(better, more, total), torch.where(better, key, best)
    if rules.marriage == "meld":
        pair = has_pair(hands, mode)
        total = total + MARRIAGE_POINTS * pair
        best = torch.maximum(best, pair * (2 * rank_key(MARRIAGE_POINTS, False, 2, 7) + 1))
    return total, best


def has_pair(hands: Tensor, mode: Tensor) -> Tensor:
    """1 where a hand holds king and queen of trumps."""
    lane = (hands >> (9 * mode.clamp_max(3))) & 511
    return (((lane & PAIR) == PAIR) & (mode < OBENABE)).long()


def meld_points(rules: Ruleset, hands: Tensor, mode: Tensor) -> Tensor:
    """Points of melds for both teams [B, 2] after the comparison; ``hands`` [B, 4] as dealt, forehand first."""
    if rules.melds == "none":
        return torch.zeros((hands.shape[0], 2), dtype=torch.int64, device=hands.device)
    total, key = declared(rules, hands, mode[:, None].expand(-1, 4))
    seats = constant((0, 1, 2, 3), hands.device)
    best = (key * 4 + 3 - seats).argmax(1)[:, None]
    counts = {
        "best-player": seats == best,
        "best-team": ((seats ^ best) & 1) == 0,
        "all": torch.ones_like(total, dtype=torch.bool),
    }[rules.meld_scope]
    scored = total * counts
    return torch.stack([scored[:, 0] + scored[:, 2], scored[:, 1] + scored[:, 3]], 1)


@cache
def roem_tables(low_quartets: int, device: Device) -> tuple[Tensor, Tensor]:
    """Roem of a lane, its pair of trumps apart, and of four equal ranks."""
    runs = [sum(ROEM_RUN_POINTS.get(run.bit_count(), 0) for run in maximal_runs(lane)) for lane in range(512)]
    fours = [0] * 512
    for rank in range(9):
        fours[1 << rank] = 200 if rank == 5 else 100 if rank >= 4 else low_quartets
    return torch.tensor(runs, device=device), torch.tensor(fours, device=device)


def roem(rules: Ruleset, cards: Tensor) -> Tensor:
    """Roem in the cards of a trick; trump is suit 0."""
    runs, fours = roem_tables(rules.roem_low_quartets, cards.device)
    lanes = lanes_of(cards)
    complete = lanes[..., 0] & lanes[..., 1] & lanes[..., 2] & lanes[..., 3]
    pair = (lanes[..., 0] & PAIR) == PAIR
    return runs[lanes].sum(-1) + MARRIAGE_POINTS * pair + fours[complete]


def lead(
    rules: Ruleset,
    declarers: Tensor,
    cards: Tensor,
    last: Tensor,
    tricks: Tensor,
    melds: Tensor,
    marriage: Tensor,
    roems: Tensor,
    bid: Tensor,
    multiplier: Tensor,
) -> Tensor:
    """Team 0's score less team 1's [B], without the factor of the contract. Pairs are [B, 2]; ``bid`` 250 is capot."""
    d = declarers[:, None]

    def split(pair: Tensor) -> tuple[Tensor, Tensor]:
        return pair.gather(1, d)[:, 0], pair.gather(1, 1 - d)[:, 0]

    cards_d, cards_e = split(cards)
    last_d = rules.last_trick * (last == declarers)
    last_e = rules.last_trick - last_d
    tricks_d, tricks_e = split(tricks)
    all_d, all_e = tricks_e == 0, tricks_d == 0
    slam_d, slam_e = rules.slam * all_d, rules.slam * all_e
    melds_d, melds_e = split(melds)
    pair_d, pair_e = split(marriage)
    roem_d, roem_e = split(roems)
    total_d = cards_d + last_d + slam_d + melds_d + pair_d
    total_e = cards_e + last_e + slam_e + melds_e + pair_e
    if rules.contract == "none":
        out = total_d - total_e
    elif rules.contract == "cards-76":
        lost = 152 + last_e + slam_e + melds_e + pair_e
        if rules.failed_last_trick == "always":
            lost = lost + last_d
        if rules.failed_melds == "transferred":
            lost = lost + melds_d
        out = torch.where(cards_d >= 76, total_d - total_e, pair_d - lost)
    elif rules.contract == "more-than-half":
        with_d, with_e = cards_d + last_d + roem_d, cards_e + last_e + roem_e
        lost = rules.total + roem_d + roem_e + (slam_e if rules.pit_for_defenders else 0)
        out = torch.where(with_d > with_e, with_d + slam_d - with_e, -lost)
    elif rules.contract == "takers-ahead":
        lost = rules.total + slam_e + melds_d + melds_e + pair_e
        out = torch.where(total_d > total_e, total_d - total_e, pair_d - lost)
        if rules.litige == "held-over":
            out = torch.where(total_d == total_e, -total_e, out)
    else:
        out = _bid_lead(
            rules, cards_d + last_d, cards_e + last_e, pair_d + melds_d, pair_e + melds_e, all_d, bid, multiplier
        )
    return torch.where(declarers == 0, out, -out)


def _bid_lead(
    rules: Ruleset, d: Tensor, e: Tensor, extra_d: Tensor, extra_e: Tensor, all_d: Tensor, bid: Tensor, times: Tensor
) -> Tensor:
    """The declarers' lead in an auction game."""
    extra = extra_d - extra_e
    stake = bid * times
    points_d, points_e = d + extra_d, e + extra_e
    lost = extra - 160 - stake
    if rules.rounding == "nearest10":
        made = (points_d + 5) // 10 * 10 + stake - (points_e + 5) // 10 * 10
    else:
        made = points_d + stake - points_e
    out = torch.where(points_d < bid.clamp_min(82), lost, torch.where(all_d, 250 + stake + extra, made))
    return torch.where(bid == 250, torch.where(all_d, 500, -500) + extra, out)
