"""What a deal and a match are worth: contract rules, slam, Differenzler penalties, the end of a match.

Sections 2, 3.2, 5, 6.2, 7, 8 and 9 of docs/rules.md. Pure functions on plain numbers; the engine and
``puur check`` call the same ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from puur.rules.ruleset import Deals, Ruleset, Target

Pair: TypeAlias = tuple[int, int]
Bid: TypeAlias = int | Literal["capot"]

CARD_TOTAL = 152
COINCHE_CAPOT_MADE = 250
COINCHE_CAPOT_BID = 500
COINCHE_FAILED = 160


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What was counted in a deal of a team game. Pairs are per team."""

    cards: Pair
    """Card points only; they sum to 152."""
    tricks: Pair
    last_trick: int
    declarers: int = 0
    mode: int = 0
    melds: Pair = (0, 0)
    """Melds or Weis that score."""
    marriage: Pair = (0, 0)
    """Marriage, belote or Stoeck where it counts apart."""
    roem: Pair = (0, 0)
    bid: Bid | None = None
    multiplier: int = 1
    carry: int = 0
    """Points held over from an undecided deal (litige)."""


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a deal: points per team, whether the contract was made, points held over for the next deal."""

    points: Pair
    made: bool | None = None
    carry: int = 0


def score_deal(rules: Ruleset, tally: Tally) -> Score:
    """The score of a finished deal by the game's contract rule; what the rules do not count is worth nothing."""
    if rules.melds == "none":
        tally = replace(tally, melds=(0, 0))
    if rules.marriage == "none":
        tally = replace(tally, marriage=(0, 0))
    rule = {
        "none": _score_all,
        "cards-76": _score_76,
        "more-than-half": _score_more_than_half,
        "takers-ahead": _score_takers_ahead,
        "bid": _score_bid,
    }[rules.contract]
    return rule(rules, tally)


def slam_team(tally: Tally) -> int | None:
    """The team that took every trick; counted in tricks, not in points (amb. 68)."""
    return 0 if tally.tricks[1] == 0 else 1 if tally.tricks[0] == 0 else None


def _last(rules: Ruleset, tally: Tally, team: int) -> int:
    return rules.last_trick if tally.last_trick == team else 0


def _slam(rules: Ruleset, tally: Tally, team: int) -> int:
    return rules.slam if slam_team(tally) == team else 0


def _pair(team: int, its: int, other: int) -> Pair:
    return (its, other) if team == 0 else (other, its)


def _score_all(rules: Ruleset, tally: Tally) -> Score:
    """No contract: both score what they make, times the multiplier of the contract (7)."""
    factor = rules.multipliers[tally.mode]

    def points(t: int) -> int:
        made = tally.cards[t] + _last(rules, tally, t) + _slam(rules, tally, t)
        return factor * (made + tally.melds[t] + tally.marriage[t])

    return Score((points(0), points(1)))


def _score_76(rules: Ruleset, tally: Tally) -> Score:
    """Declarers need 76 card points (3.2)."""
    d, e = tally.declarers, 1 - tally.declarers

    def bonus(t: int) -> int:
        return _last(rules, tally, t) + _slam(rules, tally, t) + tally.melds[t] + tally.marriage[t]

    if tally.cards[d] >= 76:
        return Score(_pair(d, tally.cards[d] + bonus(d), tally.cards[e] + bonus(e)), made=True)
    defenders = CARD_TOTAL + bonus(e)
    if rules.failed_last_trick == "always" and tally.last_trick == d:
        defenders += rules.last_trick
    if rules.failed_melds == "transferred":
        defenders += tally.melds[d]
    # A marriage that counts apart belongs to its holder "always" (amb. 44), even in a failed contract.
    return Score(_pair(d, tally.marriage[d], defenders), made=False)


def _score_more_than_half(rules: Ruleset, tally: Tally) -> Score:
    """Declarers need more than half, roem included; else nat (6.2, amb. 65)."""
    d, e = tally.declarers, 1 - tally.declarers
    totals = [tally.cards[t] + _last(rules, tally, t) + tally.roem[t] for t in (0, 1)]
    pit = [_slam(rules, tally, t) for t in (0, 1)]
    if totals[d] > totals[e]:
        return Score(_pair(d, totals[d] + pit[d], totals[e]), made=True)
    defenders_pit = pit[e] if rules.pit_for_defenders else 0
    return Score(_pair(d, 0, rules.total + sum(tally.roem) + defenders_pit), made=False)


def _score_takers_ahead(rules: Ruleset, tally: Tally) -> Score:
    """Classic French Belote (5): takers must have more than the defenders; equality is litige."""
    d, e = tally.declarers, 1 - tally.declarers

    def total(t: int) -> int:
        made = tally.cards[t] + _last(rules, tally, t) + _slam(rules, tally, t)
        return made + tally.melds[t] + tally.marriage[t]

    if total(d) > total(e):
        return Score(_pair(d, total(d) + tally.carry, total(e)), made=True)
    if total(d) == total(e) and rules.litige == "held-over":
        return Score(_pair(d, 0, total(e)), carry=tally.carry + total(d))
    lost = rules.total + _slam(rules, tally, e) + sum(tally.melds) + tally.marriage[e] + tally.carry
    return Score(_pair(d, tally.marriage[d], lost), made=False)


def _score_bid(rules: Ruleset, tally: Tally) -> Score:
    """Coinche (8): declarers must reach their bid. Announcements, where they are on, count like belote."""
    d, e = tally.declarers, 1 - tally.declarers
    assert tally.bid is not None
    extra = [tally.marriage[t] + tally.melds[t] for t in (0, 1)]
    all_tricks = slam_team(tally) == d
    if tally.bid == "capot":
        if all_tricks:
            return Score(_pair(d, COINCHE_CAPOT_BID + extra[d], extra[e]), made=True)
        return Score(_pair(d, extra[d], COINCHE_CAPOT_BID + extra[e]), made=False)
    stake = tally.bid * tally.multiplier
    points = [tally.cards[t] + _last(rules, tally, t) + extra[t] for t in (0, 1)]
    if points[d] < max(tally.bid, 82):
        return Score(_pair(d, extra[d], COINCHE_FAILED + stake + extra[e]), made=False)
    if all_tricks:
        return Score(_pair(d, COINCHE_CAPOT_MADE + stake + extra[d], extra[e]), made=True)
    return Score(_pair(d, _round(rules, points[d]) + stake, _round(rules, points[e])), made=True)


def _round(rules: Ruleset, points: int) -> int:
    return (points + 5) // 10 * 10 if rules.rounding == "nearest10" else points


# ------------------------------------------------------------------------------------------- differenzler


def valid_estimate(rules: Ruleset, points: int) -> bool:
    """Whole numbers from 0 to 157; 1 and 156 cannot be made but may be said (amb. 14)."""
    return 0 <= points <= rules.total


def estimate_penalties(
    rules: Ruleset, estimates: Sequence[int], points: Sequence[int], tricks: Sequence[int]
) -> tuple[int, ...]:
    """The penalty of each seat for a round: absolute difference, less the bonus for an exact hit (2, 9)."""

    def penalty(seat: int) -> int:
        diff = abs(estimates[seat] - points[seat])
        if diff or not rules.exact_bonus:
            return diff
        if points[seat] == 0 and (rules.exact_bonus_zero == "never" or tricks[seat] == 0):
            return 0
        return -rules.exact_bonus

    return tuple(penalty(seat) for seat in range(4))


def places(totals: Sequence[int], *, lowest_wins: bool) -> tuple[int, ...]:
    """Competition numbering: equal totals share a place, the next place is skipped (amb. 18)."""
    if lowest_wins:
        return tuple(1 + sum(other < total for other in totals) for total in totals)
    return tuple(1 + sum(other > total for other in totals) for total in totals)


# ------------------------------------------------------------------------------------------ end of a match


def match_places(
    rules: Ruleset, totals: Sequence[int], deals: int, last_contract_winner: int | None = None
) -> tuple[int, ...] | None:
    """The final places after a complete deal, or None while the match goes on (amb. 18, 45)."""
    if isinstance(rules.end, Deals):
        if deals < rules.end.count:
            return None
    elif max(totals) < rules.end.points:
        return None
    standing = places(totals, lowest_wins=rules.estimates)
    if standing.count(1) == 1 or rules.tie in ("shared", "draw"):
        return standing
    if rules.tie == "last-contract" and last_contract_winner is not None:
        return (1, 2) if last_contract_winner == 0 else (2, 1)
    return None


FinishKind: TypeAlias = Literal["stoeck", "weis", "trick"]
FINISH_ORDERS: dict[str, tuple[FinishKind, ...]] = {
    "stoeck-wys-stich": ("stoeck", "weis", "trick"),
    "stoeck-stich-wys": ("stoeck", "trick", "weis"),
}


def first_to_target(
    rules: Ruleset, totals: Sequence[int], gains: Sequence[tuple[FinishKind, int, int]]
) -> int | None:
    """The team that reaches the target first when these gains (kind, team, points) are counted in order (7)."""
    assert isinstance(rules.end, Target)
    counted = list(totals)
    order = FINISH_ORDERS[rules.finish_order]
    for _, team, points in sorted(gains, key=lambda gain: order.index(gain[0])):
        counted[team] += points
        if counted[team] >= rules.end.points:
            return team
    return None
