"""How strong the bots are, as far as the project promises it. Slow: minutes each; pytest runs them side by side."""

from itertools import pairwise

import pytest

from puur.bots.base import Budget
from puur.bots.levels import LEVELS
from puur.lab.arena.plan import plan
from puur.lab.arena.run import run
from puur.rules.variants import VARIANTS

pytestmark = [pytest.mark.slow, pytest.mark.timeout(7200)]

TEAM_GAMES = [name for name in VARIANTS if name != "differenzler"]
ONE = Budget(iterations=1)


def test_four_heuristics_in_the_real_engine_miss_by_at_most_ten_and_a_half() -> None:
    found = run(plan("differenzler", ["heuristic"] * 4, deals=20_000, seed=11, options={}, default=ONE), jobs=1)
    assert max(bot.mean for bot in found.bots) <= 10.5


def test_four_searching_bots_miss_by_at_most_seven() -> None:
    found = run(plan("differenzler", ["search@128"] * 4, deals=1500, seed=12, options={}, default=ONE), jobs=1)
    assert sum(bot.mean for bot in found.bots) / 4 <= 7.0


@pytest.mark.parametrize("variant", TEAM_GAMES)
def test_search_beats_the_heuristic_by_five_standard_errors(variant: str) -> None:
    found = run(plan(variant, ["search@0.5s", "heuristic"], deals=1000, seed=13, options={}, default=ONE), jobs=1)
    assert found.lead is not None
    assert found.lead.error
    assert found.lead.mean >= 5 * found.lead.error


@pytest.mark.parametrize("variant", TEAM_GAMES)
def test_the_heuristic_makes_more_than_sixty_percent_of_the_points_against_random(variant: str) -> None:
    found = run(plan(variant, ["heuristic", "random"], deals=1000, seed=14, options={}, default=ONE), jobs=1)
    assert found.share is not None
    assert found.share > 0.6


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_levels_are_ordered(variant: str) -> None:
    """Each level among those below it, with a budget of iterations in place of time."""
    order = ["beginner", "club", "master"]
    for weaker, stronger in pairwise(order):
        strong, weak = (
            f"{LEVELS[name].bot}@{64 if LEVELS[name].budget.seconds else 1}" for name in (stronger, weaker)
        )
        deals = 600 if stronger == "master" else 3000
        names = [strong, weak] if variant != "differenzler" else [strong, weak, weak, weak]
        found = run(plan(variant, names, deals=deals, seed=15, options={}, default=ONE), jobs=1)
        if found.lead is not None:
            assert found.lead.error
            assert found.lead.mean > 3 * found.lead.error, (weaker, stronger)
            continue
        best, others = found.bots[0], found.bots[1:]
        assert best.high is not None
        assert best.high < min(bot.low or 0 for bot in others), (weaker, stronger)
