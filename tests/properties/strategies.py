"""Hypothesis strategies: any game with any options that hold together, and matches played at random.

A match follows from the game, its options, a seed and a number of steps, so that a failing example shrinks to a
short match of a simple game.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any, cast

from hypothesis import strategies as st

from puur.cards import CODES, SUIT_CODES, SuitCode, codes_of
from puur.engine import messages as m
from puur.engine.board import Board
from puur.engine.decide import decide
from puur.engine.evolve import begin, evolve
from puur.engine.legality import choices
from puur.engine.state import State
from puur.rules.ruleset import Ruleset
from puur.rules.variant import BadOption, Variant, allowed_values, configure
from puur.rules.variants import VARIANTS

Options = dict[str, m.OptionValue]

ENDS: tuple[dict[str, int], ...] = ({"deals": 1}, {"deals": 2}, {"target": 1}, {"target": 400}, {"target": 2500})
PACKETS: dict[tuple[int, bool], tuple[list[int | str], ...]] = {
    (32, False): ([8], [3, 2, 3], [1] * 8),
    (36, False): ([9], [4, 5], [1] * 9),
    (32, True): ([5, "up", 3], [3, 2, "up", 2, 1], [1, "up", 1, 6]),
}


def _values(variant: Variant, name: str) -> st.SearchStrategy[Any]:
    if name == "end":
        return st.sampled_from(ENDS)
    if name == "packets":
        up = variant.rules.trump_selection == "up-card"
        return st.sampled_from(PACKETS[variant.rules.deck, up])
    allowed = allowed_values(variant, name)
    assert allowed is not None
    return st.integers(1, 3) if name == "rounds" else st.sampled_from(allowed)


@st.composite
def options(draw: st.DrawFn, variant: Variant) -> Options:
    """Some of a game's options, such as hold together; often none at all."""
    chosen: Options = {}
    names = draw(st.lists(st.sampled_from(variant.options), unique=True, max_size=5))
    for name in names:
        wanted = {**chosen, name: draw(_values(variant, name))}
        try:
            configure(variant, wanted)
        except BadOption:
            continue  # contradicts what has been chosen already
        chosen = wanted
    return chosen


@st.composite
def games(draw: st.DrawFn, names: tuple[str, ...] = tuple(VARIANTS)) -> tuple[str, Options]:
    """A game and its options."""
    name = draw(st.sampled_from(names))
    return name, draw(options(VARIANTS[name]))


def any_draw(rules: Ruleset, rng: random.Random) -> m.Draw:
    """The chance of one deal."""
    deck = list(codes_of(rules.deck_mask))
    rng.shuffle(deck)
    first = rng.choice(SUIT_CODES)
    others = [s for s in SUIT_CODES if s != first or rules.second_suit == "any"]
    return m.Draw(rng.randrange(4), tuple(deck), rng.choice(SUIT_CODES), (first, rng.choice(others)))


def any_action(board: Board, state: State, rng: random.Random) -> tuple[m.Seat | None, m.Action]:
    """One of the legal actions. The kind is drawn first, so that passes are as likely as names and bids."""
    if board.phase == "ready":
        return None, m.Deal(any_draw(board.rules, rng))
    seat = rng.choice(board.to_act())
    offered = choices(board, state.mine[seat])
    kinds = sorted({type(action).__name__ for action in offered})
    kind = rng.choice(kinds)
    return seat, rng.choice([action for action in offered if type(action).__name__ == kind])


@dataclass
class Step:
    """One action and what it led to."""

    before: State
    seat: m.Seat | None
    action: m.Action
    events: list[m.Event]


@dataclass
class Played:
    """A match from its beginning to some moment."""

    started: m.MatchStarted
    state: State
    steps: list[Step] = field(default_factory=list)

    @property
    def log(self) -> list[m.Event]:
        return [self.started, *(event for step in self.steps for event in step.events)]

    def advance(self, seat: m.Seat | None, action: m.Action) -> Step:
        answer = decide(self.state, seat, action)
        assert not isinstance(answer, m.Refusal), f"seat {seat}: {action}: {answer.reason}"
        step = Step(self.state, seat, action, answer)
        self.steps.append(step)
        for event in answer:
            self.state = evolve(self.state, event)
        return step


def opened(variant: str, chosen: Options) -> Played:
    started = m.MatchStarted(variant, chosen)
    return Played(started, begin(started))


def play_at_random(variant: str, chosen: Options, seed: int, steps: int) -> Played:
    """A match of legal actions, drawn from the seed."""
    rng = random.Random(seed)
    played = opened(variant, chosen)
    for _ in range(steps):
        if played.state.board.phase == "over":
            break
        played.advance(*any_action(played.state.board, played.state, rng))
    return played


@st.composite
def matches(draw: st.DrawFn, names: tuple[str, ...] = tuple(VARIANTS), most: int = 130) -> Played:
    """A match played for some while; about 40 steps are a deal."""
    variant, chosen = draw(games(names))
    steps = draw(st.integers(0, most))
    return play_at_random(variant, chosen, draw(st.integers(0, 2**32)), steps)


def probes(board: Board, rng: random.Random) -> list[m.SeatAction]:
    """Actions of every kind, sensible here or not: what a seat might try."""
    suits = cast(list[SuitCode], rng.sample(SUIT_CODES, 2))
    some = [CODES[c] for c in range(36)]
    return [
        m.Estimate(rng.choice((-1, 0, 40, 157, 158))),
        m.Pass(),
        m.Name(rng.choice(("C", "D", "H", "S", "obenabe", "undenufe"))),
        m.Accept(),
        m.Bid(rng.choice((70, 80, 85, 120, 160, 170)), suits[0]),
        m.Bid("capot", suits[1]),
        m.Coinche(),
        m.Surcoinche(),
        m.AskMelds(),
        m.Declare(()),
        m.Declare(((),)),
        m.Declare((tuple(rng.sample(some, 3)),)),
        m.Declare((("KH", "QH"), ("KH", "QH"))),
        m.Declare((("JC", "JC", "JC"),)),
        *(m.Play(code) for code in some),
    ]
