"""What a team deal is worth, in the style of the kernel: the contract rules of rules/scoring.py for compiled code.

A test holds it to ``rules.scoring.score_deal`` on random deals of every variant. A deal is one int array and the
game's terms are another.
"""

from collections.abc import Sequence

from puur.rules.ruleset import Ruleset
from puur.rules.scoring import Bid

(
    CONTRACT, FACTOR, DECLARERS, BID, MULTIPLIER, LAST, SLAM, FAILED_LAST, FAILED_MELDS, PIT, LITIGE, ROUND, CARRY,
) = range(13)  # fmt: skip
"""Places in the terms."""
(CARDS, TRICKS, MELDS, MARRIAGE, ROEM, LAST_TEAM) = (0, 2, 4, 6, 8, 10)
"""Places in the counts of a deal; all but the last are a pair, one number a team."""
COUNTS = 11
CONTRACTS = {"none": 0, "cards-76": 1, "more-than-half": 2, "takers-ahead": 3, "bid": 4}
CAPOT = 999


def terms(rules: Ruleset, mode: int, declarers: int, bid: Bid | None, multiplier: int, carry: int) -> list[int]:
    """The terms of a deal as ints."""
    return [
        CONTRACTS[rules.contract],
        rules.multipliers[mode],
        declarers,
        CAPOT if bid == "capot" else bid or 0,
        multiplier,
        rules.last_trick,
        rules.slam,
        int(rules.failed_last_trick == "always"),
        int(rules.failed_melds == "transferred"),
        int(rules.pit_for_defenders),
        int(rules.litige == "held-over"),
        int(rules.rounding == "nearest10"),
        carry,
    ]


def lead(t: Sequence[int], n: Sequence[int]) -> int:
    """The declaring team's score less the other's, by terms and counts."""
    d = t[DECLARERS]
    e = 1 - d
    cards_d, cards_e = n[CARDS + d], n[CARDS + e]
    last_d = t[LAST] if n[LAST_TEAM] == d else 0
    last_e = t[LAST] if n[LAST_TEAM] == e else 0
    slam_d = t[SLAM] if n[TRICKS + e] == 0 else 0
    slam_e = t[SLAM] if n[TRICKS + d] == 0 else 0
    melds_d, melds_e = n[MELDS + d], n[MELDS + e]
    pair_d, pair_e = n[MARRIAGE + d], n[MARRIAGE + e]
    contract = t[CONTRACT]
    if contract == 0:
        ours = cards_d + last_d + slam_d + melds_d + pair_d
        return t[FACTOR] * (ours - (cards_e + last_e + slam_e + melds_e + pair_e))
    if contract == 1:
        bonus_e = last_e + slam_e + melds_e + pair_e
        if cards_d >= 76:
            return cards_d + last_d + slam_d + melds_d + pair_d - cards_e - bonus_e
        defenders = 152 + bonus_e
        if t[FAILED_LAST]:
            defenders += last_d
        if t[FAILED_MELDS]:
            defenders += melds_d
        return pair_d - defenders
    if contract == 2:
        roem_d, roem_e = n[ROEM + d], n[ROEM + e]
        total_d = cards_d + last_d + roem_d
        total_e = cards_e + last_e + roem_e
        if total_d > total_e:
            return total_d + slam_d - total_e
        return -(152 + t[LAST] + roem_d + roem_e + (slam_e if t[PIT] else 0))
    if contract == 3:
        total_d = cards_d + last_d + slam_d + melds_d + pair_d
        total_e = cards_e + last_e + slam_e + melds_e + pair_e
        if total_d > total_e:
            return total_d + t[CARRY] - total_e
        if total_d == total_e and t[LITIGE]:
            return -total_e
        return pair_d - (152 + t[LAST] + slam_e + melds_d + melds_e + pair_e + t[CARRY])
    extra_d, extra_e = pair_d + melds_d, pair_e + melds_e
    all_tricks = n[TRICKS + e] == 0
    if t[BID] == 999:
        return 500 + extra_d - extra_e if all_tricks else extra_d - 500 - extra_e
    stake = t[BID] * t[MULTIPLIER]
    points_d = cards_d + last_d + extra_d
    points_e = cards_e + last_e + extra_e
    if points_d < max(t[BID], 82):
        return extra_d - (160 + stake + extra_e)
    if all_tricks:
        return 250 + stake + extra_d - extra_e
    if t[ROUND]:
        points_d = (points_d + 5) // 10 * 10
        points_e = (points_e + 5) // 10 * 10
    return points_d + stake - points_e
