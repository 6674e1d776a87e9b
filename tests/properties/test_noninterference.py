"""Hidden cards stay hidden: two deals that look the same from a seat stay the same to that seat, byte for byte.

A match is played to some moment. Then a second truth is made for one seat, or for a spectator: all that this viewer
has not been told is dealt differently among the others and the stock, covered estimates are other numbers, the
suit not yet proposed is another one. What the rules do make public is worked out here, from the rules and not
from the engine's events: cards played, the seven of hearts where its holder chooses, the up-card, the bottom card,
melds declared, king and queen of trumps where the marriage is called. The same actions are then repeated in the
second truth. Cards that are not legal there are what the viewer could have ruled out, such an example says nothing.
In all others, the streams must be equal to the byte, and so must all that the viewer may do, and every refusal.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

import msgspec
import pytest

from puur.cards import CODES, INDEX, SUIT_CODES, Card, CardCode, Mask, cards_of, mask_of, suit_of
from puur.engine import messages as m
from puur.engine.decide import decide
from puur.engine.evolve import begin, evolve
from puur.engine.legality import choices
from puur.engine.phases.deal import complete_hands, deal_hands
from puur.engine.project import project
from puur.engine.state import State
from puur.engine.view import View, watch
from puur.rules.melds import marriage_mask
from puur.rules.ruleset import Ruleset
from puur.rules.variants import VARIANTS
from tests.properties.strategies import Options, Played, Step, play_at_random, probes

SEVEN_OF_HEARTS = INDEX["7H"]

GAMES: list[tuple[str, Options]] = [
    *((name, {}) for name in VARIANTS),
    ("differenzler", {"announcement": "open", "zero_sum_hint": True}),
    ("differenzler", {"trump_source": "bottom-card", "tie": "extra-round", "rounds": 1}),
    ("jass", {"deck": 36, "marriage": "separate", "meld_scope": "all"}),
    ("belote", {"preset": "french"}),
    ("belote", {"packets": [3, 2, "up", 2, 1], "round2_suits": "any"}),
    ("klaverjassen", {"second_suit": "any"}),
    ("klaverjassen-amsterdam", {"trump_selection": "forehand-must-choose"}),
    ("schieber-swiss", {"profile": "tournament", "first_forehand": "random"}),
    ("schieber-swiss", {"weis": "small", "end": {"target": 300}}),
    ("coinche", {"announcements": True}),
]


def last_deal(played: Played) -> int:
    """Where the deal of this moment, or the one just finished, began."""
    return max((i for i, step in enumerate(played.steps) if isinstance(step.action, m.Deal)), default=-1)


def places_of_deck(rules: Ruleset, first: m.Seat, declarer: m.Seat | None) -> list[int | str]:
    """For each card of the deck the seat that gets it, ``stock`` if nobody has got it yet, ``up`` for the up-card."""
    positions: list[Card] = [Card(i) for i in range(rules.deck)]
    hands, stock = deal_hands(rules, first, positions)
    places: list[int | str] = ["stock"] * rules.deck
    for seat in range(4):
        for position in hands[seat]:
            places[position] = seat
    if stock:
        if declarer is not None:
            for seat, cards in enumerate(complete_hands(rules, declarer, stock)):
                for position in cards:
                    places[position] = seat
        places[stock[0]] = "up"
    return places


def told_to_all(start: State, steps: Iterable[Step], end: State) -> Mask:
    """The cards of this deal whose place the rules have made public."""
    rules = start.board.rules
    known: Mask = 0
    for step in steps:
        if isinstance(step.action, m.Play):
            known |= 1 << INDEX[step.action.card]
        if isinstance(step.action, m.Declare):
            for group in step.action.melds:
                known |= mask_of(INDEX[code] for code in group)
    if rules.trump_selection == "seven-of-hearts" or rules.first_forehand == "seven-of-hearts":
        known |= 1 << SEVEN_OF_HEARTS
    if rules.marriage == "separate" and end.board.mode is not None:
        known |= marriage_mask(end.board.mode)
    return known


def another_truth(played: Played, viewer: m.Seat | None, rng: random.Random) -> tuple[list[Step], Step] | None:
    """The steps before the last deal, and its first step with what the viewer cannot know dealt anew."""
    at = last_deal(played)
    if at < 0:
        return None
    deal = played.steps[at]
    assert isinstance(deal.action, m.Deal)
    end = played.state
    rules = end.board.rules
    draw = deal.action.draw
    before = deal.before.board
    first = ((draw.lot if before.next_dealer is None else before.next_dealer) + 1) % 4
    declarer = end.board.declarer if rules.trump_selection == "up-card" else None
    places = places_of_deck(rules, first, declarer)
    known = told_to_all(deal.before, played.steps[at:], end)
    bottom = rules.trump_source == "bottom-card"
    free = [
        position
        for position, place in enumerate(places)
        if place not in (viewer, "up")
        and not known >> INDEX[draw.deck[position]] & 1
        and not (bottom and position == rules.deck - 1)
    ]
    cards = [draw.deck[position] for position in free]
    rng.shuffle(cards)
    deck: list[CardCode] = list(draw.deck)
    for position, card in zip(free, cards, strict=True):
        deck[position] = card
    proposed = draw.proposed
    if len(end.board.proposed) < 2:
        others = [s for s in SUIT_CODES if s != proposed[0]]
        proposed = (proposed[0], rng.choice(others))
    suit = draw.trump if rules.trump_source == "random" else suit_of(INDEX[deck[-1]]).code
    changed = m.Deal(m.Draw(draw.lot, tuple(deck), suit, proposed))
    return played.steps[:at], Step(deal.before, None, changed, [])


def repeat(played: Played, viewer: m.Seat | None, rng: random.Random) -> tuple[list[m.Event], State] | None:
    """The match once more, in another truth. None where the others could not have acted as they did."""
    truth = another_truth(played, viewer, rng)
    if truth is None:
        return None
    earlier, deal = truth
    log: list[m.Event] = [played.started]
    state = begin(played.started)
    for number, step in enumerate([*earlier, deal, *played.steps[len(earlier) + 1 :]]):
        action = step.action
        in_this_deal = number > len(earlier)
        covered = state.board.rules.announcement == "covered"
        scored = played.state.board.phase not in ("estimate", "play")
        if isinstance(action, m.Estimate) and covered and in_this_deal and step.seat != viewer and not scored:
            action = m.Estimate(rng.randrange(158))  # a number that nobody has been told
        answer = decide(state, step.seat, action)
        if isinstance(answer, m.Refusal):
            assert in_this_deal, "the same deal, the same answer"
            return None
        for event in answer:
            state = evolve(state, event)
        log += answer
    return log, state


def stream(log: Iterable[m.Event], viewer: m.Seat | None) -> bytes:
    return msgspec.json.encode([project(event, viewer) for event in log])


def differs(a: State, b: State) -> bool:
    return a.mine != b.mine or a.stock != b.stock or a.suits != b.suits


def compare(played: Played, viewer: m.Seat | None, seed: int) -> bool:
    """Whether the two truths differed; asserts that the viewer cannot tell."""
    rng = random.Random(seed)
    repeated = repeat(played, viewer, rng)
    if repeated is None:
        return False
    log, state = repeated
    mine, other = stream(played.log, viewer), stream(log, viewer)
    assert mine == other
    here = watch(viewer, msgspec.json.decode(mine, type=list[m.Seen]))
    there = watch(viewer, msgspec.json.decode(other, type=list[m.Seen]))
    assert here == there
    assert msgspec.json.encode(here.actions()) == msgspec.json.encode(there.actions())
    if viewer is None:
        return differs(played.state, state)
    offered = here.actions()
    # The engine knows both truths, and must answer the viewer alike in them.
    assert offered == choices(state.board, state.mine[viewer])
    assert offered == choices(played.state.board, played.state.mine[viewer])
    for action in [*probes(here.board, rng), *offered]:
        answers = [decide(s, viewer, action) for s in (played.state, state)]
        first, second = (a if isinstance(a, m.Refusal) else None for a in answers)
        assert first == second
        assert here.refusal(action) == (None if first is None else first.reason)
    return differs(played.state, state)


def moments(variant: str, options: Options, seed: int) -> Iterable[Played]:
    """Matches that stop in every phase: at each step of the first two deals, some steps apart."""
    for steps in range(1, 88, 3 if VARIANTS[variant].rules.estimates else 4):
        yield play_at_random(variant, options, seed + steps, steps)


@pytest.mark.parametrize(("variant", "options"), GAMES)
def test_nobody_can_tell_two_deals_apart_that_look_the_same_to_him(variant: str, options: Options) -> None:
    """Every phase that the game has is reached with truths that do differ, for every seat and for a spectator."""
    told_apart: dict[str, set[int | None]] = {}
    for played in moments(variant, options, seed=7):
        for viewer in (None, 0, 1, 2, 3):
            for attempt in range(2):
                if compare(played, viewer, seed=attempt):
                    told_apart.setdefault(played.state.board.phase, set()).add(viewer)
                    break
    rules = played.state.board.rules
    phases = {"play"} | ({"estimate"} if rules.estimates else {"trump"})
    if rules.melds != "none" and rules.meld_timing == "before-lead":
        phases.add("melds")
    for phase in phases:
        assert told_apart[phase] == {None, 0, 1, 2, 3}, phase


def test_the_test_itself_would_find_a_leak() -> None:
    """If projecting gave a seat its neighbour's cards, the streams would differ."""
    played = play_at_random("differenzler", {}, seed=3, steps=2)
    repeated = repeat(played, 0, random.Random(1))
    assert repeated is not None
    log, _ = repeated
    assert stream(played.log, 0) == stream(log, 0)
    assert stream(played.log, 1) != stream(log, 1)


def test_a_covered_estimate_is_a_number_to_its_own_seat_only() -> None:
    event = m.EstimateMade(2, 40)
    assert project(event, 2) == m.EstimateConfirmed(2, 40)
    for other in (None, 0, 1, 3):
        assert project(event, other) == m.EstimateConfirmed(2, None)
        assert b"40" not in msgspec.json.encode(project(event, other))


def test_declared_melds_are_cards_to_their_own_seat_only() -> None:
    event = m.MeldsDeclared(1, (("AH", "KH", "QH"),), (m.MeldClaim("run", 20, 3),))
    assert project(event, 1) == m.MeldsAnnounced(1, event.claims, event.melds)
    for other in (None, 0, 2, 3):
        assert project(event, other) == m.MeldsAnnounced(1, event.claims)
        assert not any(code.encode() in msgspec.json.encode(project(event, other)) for code in CODES)


def test_a_spectator_has_no_hand_and_nothing_to_do() -> None:
    played = play_at_random("schieber", {}, seed=1, steps=6)
    view: View = watch(None, [project(event, None) for event in played.log])
    assert view.seat is None
    assert view.hand == ()
    assert view.points == 0
    assert view.missing is None
    assert not view.my_turn
    assert view.legal_cards() == 0
    assert view.card_reasons() == {}
    assert view.refusal(m.Pass()) == "not-a-seat"


def test_cards_of_the_stock_are_seen_by_nobody() -> None:
    played = play_at_random("belote", {}, seed=1, steps=1)
    hidden = [CODES[c] for c in played.state.stock[1:]]
    for viewer in (None, 0, 1, 2, 3):
        text = stream(played.log, viewer)
        assert not any(f'"{code}"'.encode() in text for code in hidden)
    assert len(cards_of(mask_of(INDEX[code] for code in hidden))) == 15
