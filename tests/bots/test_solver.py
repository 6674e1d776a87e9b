"""The solver is right: it agrees with exhaustive minimax, written differently, on random endgames of every game."""

from random import Random
from typing import Any

import numpy as np
import pytest

import puur
from puur.bots.search import solver
from puur.bots.search.solve import Position, Unsolvable, solve
from puur.bots.search.teams import constants_of, game_of, workspace
from puur.cards import Card, CardSet, cards_of, mask_of
from puur.rules import kernel
from puur.rules.melds import roem
from puur.rules.ruleset import Ruleset
from puur.rules.tables import Tables, compile_tables
from puur.rules.variants import VARIANTS, ruleset
from tests.bots.positions import Middle, random_position

TEAM_GAMES = [name for name in VARIANTS if name != "differenzler"]
NOBODY = -1


def minimax(rules: Ruleset, t: Tables, hands: list[int], leader: int, trick: list[Card], slammer: int | None) -> int:
    """The lead of seats 0 and 2 by trying everything. ``slammer`` is the team that has every trick so far."""
    if not trick and not hands[leader]:
        return 0 if slammer is None or slammer == NOBODY else rules.slam if slammer == 0 else -rules.slam
    seat = (leader + len(trick)) % 4
    packed = sum(c << (6 * i) for i, c in enumerate(trick))
    results = []
    for card in cards_of(kernel.legal(t.rule, hands[seat], packed, len(trick), t.trump, t.jack, t.beats)):
        left = hands.copy()
        left[seat] -= 1 << card
        table = [*trick, card]
        if len(table) < 4:
            results.append(minimax(rules, t, left, leader, table, slammer))
            continue
        taker = leader
        for i, c in enumerate(table):
            if t.beats[table[(taker - leader) % 4]] >> c & 1:
                taker = (leader + i) % 4
        gain = sum(t.points[c] for c in table) + (0 if any(left) else rules.last_trick)
        gain += roem(rules, t.mode, mask_of(table)) if rules.roem else 0
        team = taker % 2
        still = team if slammer in (NOBODY, team) else None
        results.append((-gain if team else gain) + minimax(rules, t, left, taker, [], still))
    return min(results) if seat % 2 else max(results)


def expected(rules: Ruleset, p: Middle, whole: bool) -> int:
    t = compile_tables(rules, p.mode)
    return minimax(rules, t, list(p.hands), p.leader, list(p.trick), NOBODY if whole else None)


def agree(name: str, rng: Random, cards: int) -> None:
    rules = ruleset(name)
    p = random_position(rules, rng, cards)
    found = solve(Position(rules, p.mode, p.hands, p.leader, p.trick))
    assert found.lead == expected(rules, p, whole=False), (name, p)
    assert found.lead == found.cards[found.best]


@pytest.mark.parametrize("name", TEAM_GAMES)
def test_endgames_agree_with_exhaustive_minimax(name: str) -> None:
    """1,000 in all."""
    rng = Random(f"endgames {name}")
    for number in range(125):
        agree(name, rng, 1 + number % 3)


@pytest.mark.slow
@pytest.mark.parametrize("name", TEAM_GAMES)
def test_ten_thousand_endgames_agree_with_exhaustive_minimax(name: str) -> None:
    rng = Random(f"many endgames {name}")
    for number in range(1250):
        agree(name, rng, 4 if number % 25 == 0 else 1 + number % 3)


@pytest.mark.parametrize("name", TEAM_GAMES)
def test_every_card_gets_the_lead_that_follows_it(name: str) -> None:
    rng, rules = Random(f"cards {name}"), ruleset(name)
    for _ in range(10):
        p = random_position(rules, rng, 3)
        found = solve(Position(rules, p.mode, p.hands, p.leader, p.trick))
        if len(p.trick) == 3:
            continue  # the card would end the trick: the lead of what follows lacks it
        for card, lead in found.cards.items():
            hands = list(p.hands)
            hands[p.seat] &= ~(1 << card)
            after = Position(rules, p.mode, (hands[0], hands[1], hands[2], hands[3]), p.leader, (*p.trick, card))
            assert solve(after).lead == lead


def test_the_slam_counts_from_a_whole_deal_only() -> None:
    """Seat 0 holds all hearts that matter: nine tricks, 157 points and the match bonus."""
    rules = ruleset("schieber-swiss")
    suits = [mask_of(Card(9 * suit + rank) for rank in range(9)) for suit in (2, 0, 1, 3)]
    hands = (suits[0], suits[1], suits[2], suits[3])
    assert solve(Position(rules, 2, hands)).lead == 157 + 100
    a, b, c, d = (mask_of(cards_of(hand)[-3:]) for hand in hands)
    three = (a, b, c, d)
    points = sum(compile_tables(rules, 2).points[c] for hand in three for c in cards_of(hand))
    assert solve(Position(rules, 2, three)).lead == points + 5


OTHERWISE: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in TEAM_GAMES),
    ("jass", {"deck": 36, "head_obligation": "trumps"}),
    ("jass", {"head_obligation": "always", "partner_exempt": True}),
    ("jass", {"trump_jack_exempt": True}),
    ("belote", {"preset": "french"}),
    ("coinche", {"partner_cut": "no-undercut"}),
    ("klaverjassen-rotterdam", {"rotterdam_undertrump": "forbidden"}),
]


@pytest.mark.parametrize(("name", "options"), OTHERWISE)
def test_endgames_with_a_slam_in_reach_and_other_options_agree_too(name: str, options: dict[str, Any]) -> None:
    """As if the few cards were a whole deal: who takes every trick has the slam."""
    rules, rng, slams = ruleset(name, options), Random(f"slams {name} {options}"), 0
    table, notes, stack = workspace()
    for number in range(30):
        p = random_position(rules, rng, 1 + number % 3)
        g, constants = game_of(rules), constants_of(rules, p.mode)
        notes[1] += 1
        lying = sum(c << (6 * i) for i, c in enumerate(p.trick))
        cards = np.array(p.hands, dtype=np.int64)
        beats, points = g.beats[p.mode], g.points[p.mode]
        found = solver.exact(
            cards, lying, len(p.trick), p.leader, solver.NONE_YET, 0, constants, beats, points, table, notes, stack
        )
        assert found == expected(rules, p, whole=True), (name, options, p)
        assert solve(Position(rules, p.mode, p.hands, p.leader, p.trick)).lead == expected(rules, p, whole=False)
        slams += found != solve(Position(rules, p.mode, p.hands, p.leader, p.trick)).lead
    assert slams > 5 or not rules.slam


def test_the_package_offers_solve() -> None:
    assert puur.solve is solve
    assert puur.Position is Position


def hands(*texts: str) -> tuple[int, int, int, int]:
    a, b, c, d = (CardSet.parse(text).mask for text in texts)
    return a, b, c, d


@pytest.mark.parametrize(
    ("position", "complaint"),
    [
        (Position(ruleset("differenzler"), 0, hands("AC", "KC", "QC", "JC")), "no teams"),
        (Position(ruleset("jass"), 4, hands("AC", "KC", "QC", "JC")), "no such contract"),
        (Position(ruleset("jass"), 0, hands("AC", "AC", "QC", "JC")), "two places"),
        (Position(ruleset("jass"), 0, hands("6C", "KC", "QC", "JC")), "deck"),
        (Position(ruleset("jass"), 0, hands("AC 7C", "KC", "QC", "JC")), "same number"),
        (Position(ruleset("jass"), 0, (0, 0, 0, 0)), "nobody"),
        (Position(ruleset("jass"), 0, hands("AC", "KC", "QC", "JC"), leader=4), "seats are 0 to 3"),
    ],
)
def test_what_is_no_position_is_refused(position: Position, complaint: str) -> None:
    with pytest.raises(Unsolvable, match=complaint):
        solve(position)
