"""Melds, Weis, marriage and roem: what they are, what they are worth, and which is better.

Sections 3.1, 6.2 and 7 of docs/rules.md. Runs follow the natural order of ranks in every game, whatever the
order of capture. The engine, ``puur check`` and the bots call these functions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from puur.cards import Mask, Rank
from puur.rules.ruleset import UNDENUFE, Ruleset

RUN_POINTS = {"seed": (20, 50, 100, 100, 100, 100, 100), "swiss": (20, 50, 100, 150, 200, 250, 300)}
"""By length, from a run of three."""
QUARTETS = tuple(sum(1 << (9 * s + r) for s in range(4)) for r in range(9))
MARRIAGE = 1 << Rank.KING | 1 << Rank.QUEEN
MARRIAGE_POINTS = 20
ROEM_RUN_POINTS = {3: 20, 4: 50}
RUN_STARTS = sum(0x7F << (9 * s) for s in range(4))
"""Cards that a run of three may begin with."""

Kind = Literal["run", "four", "marriage"]


@dataclass(frozen=True, slots=True)
class Meld:
    """One meld: its kind, what it is worth, its cards."""

    kind: Kind
    points: int
    cards: Mask

    @property
    def size(self) -> int:
        return self.cards.bit_count()

    @property
    def top(self) -> int:
        """Rank of its highest card in natural order."""
        return (self.cards.bit_length() - 1) % 9

    @property
    def suit(self) -> int | None:
        """The suit of a run or marriage."""
        return None if self.kind == "four" else (self.cards.bit_length() - 1) // 9


def quartet_points(rules: Ruleset, rank: int) -> int:
    """What four of a rank are worth as a meld; 0 if nothing. Sixes to eights count in the full Swiss Weis only."""
    if rank == Rank.JACK:
        return 200
    if rank == Rank.NINE:
        return 150
    return 100 if rank >= Rank.TEN or rules.melds == "swiss" else 0


def run_points(rules: Ruleset, length: int) -> int:
    return RUN_POINTS["swiss" if rules.melds == "swiss" else "seed"][length - 3]


def marriage_mask(mode: int) -> Mask:
    """King and queen of trumps; no cards in a contract without trumps."""
    return MARRIAGE << (9 * mode) if mode < 4 else 0


def maximal_runs(cards: Mask) -> list[Mask]:
    """Every longest run of three or more neighbours in one suit; runs are not split (amb. 43)."""
    runs: list[Mask] = []
    if not cards & cards >> 1 & cards >> 2 & RUN_STARTS:
        return runs
    for suit in range(4):
        length = 0
        for rank in range(10):
            if rank < 9 and cards >> (9 * suit + rank) & 1:
                length += 1
                continue
            if length >= 3:
                runs.append(((1 << length) - 1) << (9 * suit + rank - length))
            length = 0
    return runs


def rank_key(rules: Ruleset, mode: int, meld: Meld) -> tuple[int, ...]:
    """Larger is better (3.1): points, number of cards, top card, a run in trumps. Reversed tops in undenufe."""
    quartet_first = rules.hundred_order == "quartet-first" and meld.points == 100 and meld.kind == "four"
    top = -meld.top if mode == UNDENUFE else meld.top
    return (meld.points, quartet_first, meld.size, top, meld.suit == mode)


def find_melds(rules: Ruleset, mode: int, hand: Mask) -> list[Meld]:
    """All that a hand may declare, best first; the marriage too, whether it competes or counts apart."""
    melds = _runs_and_quartets(rules, mode, hand) if rules.melds != "none" else []
    melds.sort(key=lambda m: rank_key(rules, mode, m), reverse=True)
    pair = marriage_mask(mode)
    if rules.marriage != "none" and pair and hand & pair == pair:
        melds.append(Meld("marriage", MARRIAGE_POINTS, pair))
    return melds


def _runs_and_quartets(rules: Ruleset, mode: int, hand: Mask) -> list[Meld]:
    quartets = [
        Meld("four", points, four)
        for rank, four in enumerate(QUARTETS)
        if hand & four == four and (points := quartet_points(rules, rank))
    ]
    if rules.meld_overlap or not quartets:
        return quartets + _runs(rules, hand)
    # Without overlap: the subset of quartets that leaves the highest total; ties go to the better best meld.
    candidates = []
    for size in range(len(quartets) + 1):
        for chosen in combinations(quartets, size):
            rest = hand & ~sum(m.cards for m in chosen)
            melds = [*chosen, *_runs(rules, rest)]
            best = max((rank_key(rules, mode, m) for m in melds), default=())
            candidates.append((sum(m.points for m in melds), best, melds))
    return max(candidates, key=lambda candidate: candidate[:2])[2]


def _runs(rules: Ruleset, cards: Mask) -> list[Meld]:
    return [Meld("run", run_points(rules, run.bit_count()), run) for run in maximal_runs(cards)]


def classify(rules: Ruleset, mode: int, cards: Mask) -> Meld | None:
    """The meld that exactly these cards make in this game, if they make one."""
    size = cards.bit_count()
    if rules.marriage != "none" and cards and cards == marriage_mask(mode):
        return Meld("marriage", MARRIAGE_POINTS, cards)
    if rules.melds == "none":
        return None
    if cards in QUARTETS and (points := quartet_points(rules, QUARTETS.index(cards))):
        return Meld("four", points, cards)
    if size >= 3 and maximal_runs(cards) == [cards]:
        return Meld("run", run_points(rules, size), cards)
    return None


def competes(rules: Ruleset, meld: Meld) -> bool:
    """Whether a meld takes part in the comparison (amb. 44)."""
    return meld.kind != "marriage" or rules.marriage == "meld"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Who holds the best meld, which seats score theirs, and what each team gets."""

    best: int | None
    scoring: tuple[int, ...]
    points: tuple[int, int]


def compare(rules: Ruleset, mode: int, forehand: int, declared: Mapping[int, Sequence[Meld]]) -> Comparison:
    """The comparison of 3.1: equal melds go to who comes earlier from forehand; a separate marriage always counts."""
    best: int | None = None
    best_key: tuple[int, ...] = ()
    for turn in range(4):
        seat = (forehand + turn) % 4
        keys = [rank_key(rules, mode, m) for m in declared.get(seat, ()) if competes(rules, m)]
        if keys and max(keys) > best_key:
            best, best_key = seat, max(keys)
    scoring: tuple[int, ...] = ()
    if best is not None:
        scoring = {
            "best-player": (best,),
            "best-team": (best, (best + 2) % 4),
            "all": (0, 1, 2, 3),
        }[rules.meld_scope]
    points = [0, 0]
    for seat, melds in declared.items():
        for meld in melds:
            if seat in scoring or not competes(rules, meld):
                points[seat % 2] += meld.points
    return Comparison(best, scoring, (points[0], points[1]))


def roem(rules: Ruleset, mode: int, cards: Mask) -> int:
    """Roem in the four cards of one trick (6.2): run, stuk, four of a kind."""
    points = sum(ROEM_RUN_POINTS[run.bit_count()] for run in maximal_runs(cards))
    pair = marriage_mask(mode)
    if pair and cards & pair == pair:
        points += MARRIAGE_POINTS
    if cards in QUARTETS:
        rank = QUARTETS.index(cards)
        points += 200 if rank == Rank.JACK else 100 if rank >= Rank.TEN else rules.roem_low_quartets
    return points
