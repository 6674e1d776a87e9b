"""The parts of search: worlds laid many at a time are the engine's, and a race drops what is clearly worse."""

import time
from collections import Counter
from random import Random

import numpy as np
import pytest

from puur.bots.base import Budget, bot
from puur.bots.search.laying import PLACES, Layer, Plan, lay
from puur.bots.search.race import LEAST, Race
from puur.cards import Card
from puur.engine.completions import Completions
from puur.engine.worlds import NoWorld, Sampler
from tests.bots.positions import views


def cards(*numbers: int) -> tuple[Card, ...]:
    return tuple(Card(n) for n in numbers)


def laid(completions: Completions, count: int, seed: int) -> list[tuple[int, ...]]:
    p = Plan(completions)
    out = np.zeros((count, PLACES), dtype=np.int64)
    lay(p.first, p.until, p.shares, p.following, p.classes, p.begin, p.cards, p.places, seed, out)
    return [tuple(row) for row in out.tolist()]


def test_every_completion_is_laid_equally_often() -> None:
    classes = (((1, 2, 3), cards(0, 1, 2)), ((1, 2), cards(9, 10)), ((2, 3), cards(18)))
    completions = Completions(classes, (0, 2, 2, 2, 0))
    ways = completions.count()
    found = Counter(laid(completions, 400 * ways, 7))
    assert len(found) == ways
    assert sum((n - 400) ** 2 / 400 for n in found.values()) < ways + 6 * (2 * ways) ** 0.5  # chi-square
    for row in found:
        assert [mask.bit_count() for mask in row] == [0, 2, 2, 2, 0]


def test_the_same_seed_lays_the_same_worlds() -> None:
    completions = Completions((((1, 2, 3), cards(*range(27))),), (0, 9, 9, 9, 0))
    assert laid(completions, 20, 3) == laid(completions, 20, 3) != laid(completions, 20, 4)


def test_impossible_completions_are_refused() -> None:
    with pytest.raises(NoWorld):
        Plan(Completions((((1,), cards(0, 1)),), (0, 1, 1, 0, 0)))


@pytest.mark.parametrize("variant", ["differenzler", "schieber-swiss", "klaverjassen", "coinche"])
def test_hands_agree_with_what_the_engine_allows(variant: str) -> None:
    """Same cards, same sizes, and nothing where the engine's sampler excludes it."""
    for view in views(variant, seed=4):
        if view.board.phase != "play" or not view.board.tricks:
            continue
        sampler = Sampler(view)
        one = sampler.sample(Random(1)).hands
        for row in Layer(sampler).hands(Random(2), 12).tolist():
            assert [mask.bit_count() for mask in row] == [mask.bit_count() for mask in one]
            assert row[0] | row[1] | row[2] | row[3] == one[0] | one[1] | one[2] | one[3]
            assert row[sampler.me] == sampler.mine
            assert not any(row[seat] & sampler.excluded[seat] for seat in range(4) if seat != sampler.me)


def test_worlds_that_melds_make_rare_cost_no_more_than_the_time_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where four have claimed, thousands may be refused for one; without any the heuristic's card is played."""
    known = (view for seed in range(9) for view in views("jass", seed) if view.board.phase == "play")
    view = next(view for view in known if any(view.board.claims) and view.legal_cards().bit_count() > 1)
    assert len(Layer(Sampler(view)).hands(Random(1), 5, time.perf_counter() - 1)) == 0
    assert len(Layer(Sampler(view)).hands(Random(1), 5)) == 5
    bot("search").choose(view, Random(1), Budget(iterations=2))
    monkeypatch.setattr(Sampler, "attempt", lambda *_: None)
    before = time.perf_counter()
    found = bot("search").choose(view, Random(1), Budget(seconds=0.1))
    assert time.perf_counter() - before < 1
    assert found == bot("heuristic").choose(view, Random(1), Budget(iterations=1))


def test_a_race_drops_the_clearly_worse_and_ends_when_the_rest_cannot_matter() -> None:
    chance = np.random.default_rng(1)
    race = Race(3, margin=0.2)
    while not race.over:
        luck = chance.normal(0, 30, (32, 1))  # shared by all candidates of a world
        values = luck + chance.normal(0, 3, (32, 3)) + np.array([1.0, 0.0, -20.0])
        race.add(values[:, race.alive])
        assert race.worlds < 4000
    assert race.worlds >= LEAST
    assert race.best == 0
    assert 2 not in race.alive


def test_a_race_between_equals_is_over_at_once() -> None:
    race = Race(2, margin=0.2)
    race.add(np.repeat(np.random.default_rng(2).normal(0, 50, (LEAST, 1)), 2, axis=1))
    assert race.over


def test_weights_of_worlds_count_in_a_race() -> None:
    race = Race(2, margin=0.0)
    values = np.array([[1.0, 0.0], [0.0, 3.0]])
    race.add(values, np.array([1.0, 0.1]))
    assert race.best == 0
    mean, error = race.behind(0)
    assert mean.tolist() == pytest.approx([0.0, 0.7 / 1.1])
    assert error[1] > 0
