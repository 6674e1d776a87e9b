"""Arbitrary actions: each is answered by a Refusal that changes nothing or by legal events, never by an exception."""

from __future__ import annotations

import random
from typing import cast

import pytest

from puur.cards import CODES, RANK_CODES, SUIT_CODES, CardCode, SuitCode, cards_of, codes_of
from puur.engine import messages as m
from puur.engine.board import Board
from puur.engine.decide import decide
from puur.engine.evolve import begin, evolve
from puur.engine.legality import choices
from puur.engine.state import State
from puur.rules.ruleset import CONTRACT_CODES, Ruleset
from puur.rules.variants import VARIANTS
from tests.properties.strategies import any_draw

SHORT: dict[str, dict[str, m.OptionValue]] = {"differenzler": {"rounds": 2}}
SEATS: tuple[m.Seat | None, ...] = (None, -1, 0, 1, 2, 3, 4, 99)
POINTS = (-(10**9), -1, 0, 1, 40, 156, 157, 158, 2**40)
BIDS = (-80, 0, 70, 80, 85, 90, 100, 159, 160, 170, 10**9)


def cards(rng: random.Random, most: int) -> tuple[CardCode, ...]:
    """Some cards: often neighbours or four of a rank, now and then one of them twice."""
    kind = rng.randrange(4)
    if kind == 0:
        return tuple(rng.choice(CODES) for _ in range(rng.randrange(most)))
    if kind == 1:
        rank = rng.choice(RANK_CODES)
        return tuple(cast(CardCode, rank + suit) for suit in SUIT_CODES)
    start = rng.randrange(9)
    suit = 9 * rng.randrange(4)
    return CODES[suit + start : suit + min(9, start + rng.randint(1, 6))]


def bad_draw(rules: Ruleset, rng: random.Random) -> m.Draw:
    """A draw with something wrong in it."""
    good = any_draw(rules, rng)
    deck = list(good.deck)
    fault = rng.randrange(5)
    if fault == 0:
        return m.Draw(rng.choice((-1, 4, 7)), good.deck, good.trump, good.proposed)
    if fault == 1:
        deck[rng.randrange(len(deck))] = rng.choice(CODES)
    elif fault == 2:
        del deck[rng.randrange(len(deck))]
    elif fault == 3:
        deck.append(rng.choice(CODES))
    else:
        return m.Draw(good.lot, good.deck, good.trump, (good.trump, good.trump))
    return m.Draw(good.lot, tuple(deck), good.trump, good.proposed)


def arbitrary(board: Board, rng: random.Random) -> m.Action:
    """Any action at all."""
    suit: SuitCode = rng.choice(SUIT_CODES)
    kind = rng.randrange(11)
    if kind == 0:
        return m.Deal(any_draw(board.rules, rng) if rng.random() < 0.5 else bad_draw(board.rules, rng))
    if kind == 1:
        return m.Estimate(rng.choice(POINTS))
    if kind == 2:
        return m.Name(rng.choice(CONTRACT_CODES))
    if kind == 3:
        return m.Bid(rng.choice(("capot", *BIDS)), suit)
    if kind in (4, 5):
        return m.Declare(tuple(cards(rng, 6) for _ in range(rng.randrange(4))))
    if kind in (6, 7):
        return m.Play(rng.choice(CODES))
    return rng.choice((m.Pass(), m.Accept(), m.Coinche(), m.Surcoinche(), m.AskMelds()))


def sensible(board: Board, state: State, rng: random.Random) -> tuple[m.Seat | None, m.Action]:
    """A legal action, so that the match goes on and every phase is fuzzed."""
    if board.phase == "ready":
        return None, m.Deal(any_draw(board.rules, rng))
    seat = rng.choice(board.to_act())
    return seat, rng.choice(choices(board, state.mine[seat]))


def sound(state: State) -> None:
    """Nothing about the state is broken."""
    board = state.board
    dealt = state.mine[0].dealt + state.mine[1].dealt + state.mine[2].dealt + state.mine[3].dealt
    assert dealt & ~board.rules.deck_mask == 0
    assert all(mine.dealt & ~board.played[mine.seat] == mine.hand for mine in state.mine)
    assert len(board.trick) < 4
    assert codes_of(dealt) == tuple(CODES[c] for c in cards_of(dealt))


def fuzz(variant: str, count: int, seed: int) -> tuple[int, int]:
    """So many arbitrary actions; how many were refused and how many matches were played."""
    rng = random.Random(f"{variant} {seed}")
    started = m.MatchStarted(variant, SHORT.get(variant, {"end": {"target": 600}}))
    state, refused, matches = begin(started), 0, 0
    for _ in range(count):
        if state.board.phase == "over" and rng.random() < 0.2:
            state, matches = begin(started), matches + 1
        if rng.random() < 0.3 and state.board.phase != "over":
            seat, action = sensible(state.board, state, rng)
        else:
            seat, action = rng.choice(SEATS), arbitrary(state.board, rng)
        answer = decide(state, seat, action)
        if isinstance(answer, m.Refusal):
            refused += 1
            continue
        assert answer, "an action that is not refused has a consequence"
        for event in answer:
            state = evolve(state, event)
        sound(state)
    return refused, matches


@pytest.mark.parametrize("variant", VARIANTS)
def test_ten_thousand_arbitrary_actions(variant: str) -> None:
    refused, matches = fuzz(variant, 10_000, seed=1)
    assert 3_000 < refused < 9_000, "both answers come often"
    assert matches > 3, "whole matches are played"


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_hundred_thousand_arbitrary_actions(variant: str) -> None:
    refused, matches = fuzz(variant, 100_000, seed=2)
    assert 30_000 < refused < 90_000
    assert matches > 30
