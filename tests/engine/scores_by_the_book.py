"""The scores of team games once more: from what was dealt, said and played, by docs/rules.md alone.

An oracle for the counting of the engine and for rules/scoring.py and rules/melds.py, none of which it uses: strings
and plain numbers, one deal at a time, melds ranked by a key of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from puur.engine import messages as m
from puur.rules.ruleset import Ruleset
from tests.rules import by_the_book

NATURAL = by_the_book.NATURAL
FULL_RUNS = {3: 20, 4: 50, 5: 100, 6: 150, 7: 200, 8: 250, 9: 300}
CONTRACT_OF_76 = ("jass", "schieber", "belote", "klaverjassen")


@dataclass
class Counted:
    """What was counted in one deal; pairs are per team."""

    rules: Ruleset
    forehand: int
    contract: m.ContractMade | None = None
    hands: list[set[str]] = field(default_factory=list)
    declared: dict[int, list[Sequence[str]]] = field(default_factory=dict)
    trick: list[str] = field(default_factory=list)
    leader: int = 0
    cards: list[int] = field(default_factory=lambda: [0, 0])
    tricks: list[int] = field(default_factory=lambda: [0, 0])
    roem: list[int] = field(default_factory=lambda: [0, 0])
    last: int = 0

    @property
    def mode(self) -> str:
        assert self.contract is not None
        return self.contract.contract

    def see(self, event: m.Event) -> None:
        if isinstance(event, m.CardsDealt):
            self.hands = [set(hand) for hand in event.hands]
        elif isinstance(event, m.HandsCompleted):
            self.hands = [hand | set(more) for hand, more in zip(self.hands, event.hands, strict=True)]
        elif isinstance(event, m.ContractMade):
            self.contract = event
            self.leader = event.declarer if self.rules.leader == "declarer" else self.forehand
        elif isinstance(event, m.MeldsDeclared):
            self.declared[event.seat] = list(event.melds)
        elif isinstance(event, m.CardPlayed):
            assert event.seat == (self.leader + len(self.trick)) % 4
            self.trick.append(event.card)
            if len(self.trick) == 4:
                self.take()

    def take(self) -> None:
        self.leader = (self.leader + by_the_book.winning(self.rules, self.trick, self.mode)) % 4
        self.last = team = self.leader % 2
        self.cards[team] += by_the_book.worth(self.trick, self.mode)
        self.tricks[team] += 1
        if self.rules.name in ("klaverjassen-amsterdam", "klaverjassen-rotterdam"):
            self.roem[team] += roem(self.rules, self.trick, self.mode)
        self.trick = []

    # melds

    def marriages(self) -> list[int]:
        """King and queen of trumps in one hand, where they count apart."""
        found = [0, 0]
        if self.rules.marriage == "separate" and self.mode in "CDHS":
            for seat, hand in enumerate(self.hands):
                if {"K" + self.mode, "Q" + self.mode} <= hand:
                    found[seat % 2] = 20
        return found

    def melds(self) -> list[int]:
        """What the melds declared bring to each team."""
        ranked = [
            (self.rank(meld, seat), seat) for seat, melds in self.declared.items() for meld in melds
        ]  # the better key wins, and an earlier seat has the better key
        points = [0, 0]
        if ranked:
            _, best = max(ranked)
            for seat, melds in self.declared.items():
                partner = self.rules.meld_scope == "best-team" and seat % 2 == best % 2
                if self.rules.meld_scope == "all" or seat == best or partner:
                    points[seat % 2] += sum(self.worth(meld) for meld in melds)
        return points

    def worth(self, meld: Sequence[str]) -> int:
        if len(meld) == 2:
            return 20
        if len({card[0] for card in meld}) == 1:
            return {"J": 200, "9": 150}.get(meld[0][0], 100)
        full = self.rules.melds == "swiss"
        return FULL_RUNS[len(meld)] if full else min(100, FULL_RUNS[len(meld)])

    def rank(self, meld: Sequence[str], seat: int) -> tuple[int, ...]:
        points = self.worth(meld)
        four = len({card[0] for card in meld}) == 1
        first = points == 100 and four and self.rules.hundred_order == "quartet-first"
        top = max(NATURAL.index(card[0]) for card in meld)
        in_trumps = not four and meld[0][1] == self.mode
        late = (seat - self.forehand) % 4
        return (points, first, len(meld), -top if self.mode == "undenufe" else top, in_trumps, -late)

    # the score

    def score(self, carry: int) -> tuple[list[int], int]:
        """The points of both teams, and what is held over, given what was held over before."""
        assert self.contract is not None
        rules, d = self.rules, self.contract.declarer % 2
        e = 1 - d
        slam = [self.tricks[1] == 0, self.tricks[0] == 0]
        melds, marriage = self.melds(), self.marriages()
        extra = [melds[t] + marriage[t] for t in (0, 1)]
        points = [0, 0]
        french = rules.name == "belote" and rules.last_trick == 10
        last = [(10 if rules.name == "coinche" or rules.roem or french else 5) * (self.last == t) for t in (0, 1)]
        if rules.name in CONTRACT_OF_76 and not french:
            points[e] = last[e] + 100 * slam[e] + extra[e]
            if self.cards[d] >= 76:
                points[e] += self.cards[e]
                points[d] = self.cards[d] + last[d] + 100 * slam[d] + extra[d]
            else:
                points[d] = marriage[d]
                points[e] += 152 + (melds[d] if rules.failed_melds == "transferred" else 0)
                points[e] += last[d] if rules.failed_last_trick == "always" else 0
        elif french:
            total = [self.cards[t] + last[t] + 90 * slam[t] + extra[t] for t in (0, 1)]
            if total[d] > total[e]:
                points[d], points[e] = total[d] + carry, total[e]
            elif total[d] == total[e] and rules.litige == "held-over":
                points[e] = total[e]
                return points, carry + total[d]
            else:
                points[d] = marriage[d]
                points[e] = 162 + 90 * slam[e] + sum(melds) + marriage[e] + carry
        elif rules.roem:
            total = [self.cards[t] + last[t] + self.roem[t] for t in (0, 1)]
            if total[d] > total[e]:
                points[d], points[e] = total[d] + 100 * slam[d], total[e]
            else:
                points[e] = 162 + sum(self.roem) + (100 if slam[e] and rules.pit_for_defenders else 0)
        elif rules.name == "schieber-swiss":
            factor = rules.multipliers["CDHS".index(self.mode)] if self.mode in "CDHS" else rules.multipliers[4]
            match = 0 if rules.melds == "none" else 100
            points = [factor * (self.cards[t] + last[t] + match * slam[t] + extra[t]) for t in (0, 1)]
        else:
            points = self.coinche(d, e, last, extra, all_tricks=slam[d])
        return points, 0

    def coinche(self, d: int, e: int, last: list[int], extra: list[int], *, all_tricks: bool) -> list[int]:
        assert self.contract is not None
        bid = self.contract.bid
        points = [0, 0]
        points[d], points[e] = extra[d], extra[e]
        if bid == "capot":
            points[d if all_tricks else e] += 500
            return points
        assert bid is not None
        stake = bid * self.contract.multiplier
        made = [self.cards[t] + last[t] + extra[t] for t in (0, 1)]
        if made[d] < bid or made[d] < 82:
            points[e] += 160 + stake
        elif all_tricks:
            points[d] += 250 + stake
        else:
            if self.rules.rounding == "nearest10":
                made = [10 * ((p + 5) // 10) for p in made]
            points[d], points[e] = made[d] + stake, made[e]
        return points

    def next_dealer(self, scores: Sequence[int]) -> int:
        following = [self.forehand, (self.forehand + 1) % 4]
        if self.rules.dealer_rule == "rotate" or scores[0] == scores[1]:
            return following[0]
        return next(seat for seat in following if scores[seat % 2] == max(scores))


def roem(rules: Ruleset, trick: Sequence[str], trump: str) -> int:
    """Runs, stuk and four of a kind in the cards of a trick."""
    points = 20 if {"K" + trump, "Q" + trump} <= set(trick) else 0
    for suit in "CDHS":
        held = "".join(rank if rank + suit in trick else " " for rank in NATURAL)
        points += sum({3: 20, 4: 50}.get(len(run), 0) for run in held.split())
    if len({card[0] for card in trick}) == 1:
        low = dict.fromkeys("987", rules.roem_low_quartets)
        points += {"J": 200, **low}.get(trick[0][0], 100)
    return points
