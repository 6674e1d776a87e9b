"""Every bot of the house passes the check that authors are given, and the check finds what is wrong."""

import os
import subprocess
import sys
from random import Random
from typing import Any

import pytest

from puur.bots.base import Budget, bot
from puur.bots.heuristic import HeuristicBot
from puur.bots.warm import warm_up
from puur.engine.messages import Estimate, Play, SeatAction
from puur.engine.view import View
from puur.rules.variants import VARIANTS, ruleset
from puur.testing import GAMES, GRACE, check_bot, check_ruleset

DIFFERENZLER: tuple[tuple[str, dict[str, Any]], ...] = (("differenzler", {}),)


@pytest.mark.parametrize("name", ["random", "heuristic", "beginner"])
def test_quick_bots_are_legal_and_deterministic_in_every_phase_of_every_game(name: str) -> None:
    report = check_bot(lambda: bot(name), deals=4, seconds=0.1)
    assert {variant for variant, _ in report.decisions} == set(VARIANTS)
    assert {phase for _, phase in report.decisions} == {"trump", "estimate", "melds", "play"}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: "-".join([game[0], *map(str, game[1].values())]))
def test_search_is_legal_and_deterministic_in_every_phase(game: tuple[str, dict[str, object]]) -> None:
    assert check_bot(lambda: bot("search"), games=(game,), deals=1, iterations=3, seconds=None).decisions


@pytest.mark.parametrize("name", ["net", "net-search"])
@pytest.mark.parametrize("game", [("differenzler", {}), ("differenzler", {"announcement": "open", "rounds": 1})])
def test_the_network_is_legal_and_deterministic(name: str, game: tuple[str, dict[str, object]]) -> None:
    """Where there is none, it is the heuristic or search that plays."""
    assert check_bot(lambda: bot(name), games=(game,), deals=1, iterations=4, seconds=None).decisions


@pytest.mark.slow
@pytest.mark.parametrize("name", ["net", "net-search", "master"])
def test_the_network_is_legal_and_deterministic_in_every_game(name: str) -> None:
    report = check_bot(lambda: bot(name), deals=2, iterations=12, seconds=None)
    assert {variant for variant, _ in report.decisions} == set(VARIANTS)


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [0.1, 0.5])
@pytest.mark.parametrize("name", ["search", "master"])
def test_what_searches_keeps_to_its_time(name: str, seconds: float) -> None:
    warm_up([name])
    assert check_bot(lambda: bot(name), deals=2, iterations=2, seconds=seconds).slowest <= 1.2 + GRACE / seconds


DECIDE = """
import sys
from random import Random
from puur.bots.base import Budget, bot
from puur.testing import Game
from puur.rules.variants import ruleset
for variant in ("differenzler", "schieber-swiss", "coinche", "belote"):
    for name in ("random", "beginner", "heuristic", "search", "net-search"):
        game, chance = Game(ruleset(variant), variant, {}), Random(8)
        game.deal(chance)
        for _ in range(14):
            for seat in game.state.board.to_act()[:1]:
                action = bot(name).choose(game.views[seat], chance, Budget(iterations=3))
                print(variant, name, action)
                assert game.act(seat, action) is None
"""


def test_bots_decide_the_same_in_another_process() -> None:
    def decided(hashes: str) -> str:
        environment = {**os.environ, "PYTHONHASHSEED": hashes}
        done = subprocess.run(
            [sys.executable, "-c", DECIDE], capture_output=True, text=True, check=True, env=environment
        )
        return done.stdout

    first = decided("1")
    assert first.count("Play(") > 100
    assert decided("2") == first


class Cheat(HeuristicBot):
    """Plays any card of the deck."""

    def choose(self, view: View, rng: Random, budget: Budget) -> SeatAction:
        action = super().choose(view, rng, budget)
        return Play("JH") if isinstance(action, Play) else action


class Moody(HeuristicBot):
    """Remembers how often it was asked."""

    asked = 0

    def choose(self, view: View, rng: Random, budget: Budget) -> SeatAction:
        self.asked += 1
        action = super().choose(view, rng, budget)
        return Estimate(self.asked) if isinstance(action, Estimate) and type(self).asked == 0 else action


class Moodier(Moody):
    """Every object differs from the one before."""

    made = 0

    def __init__(self) -> None:
        type(self).made += 1
        self.asked = type(self).made


class Slow(HeuristicBot):
    """Thinks for a tenth of a second, whatever it is given."""

    def choose(self, view: View, rng: Random, budget: Budget) -> SeatAction:
        import time

        time.sleep(0.1)
        return super().choose(view, rng, budget)


class Broken(HeuristicBot):
    """Fails in the play."""

    def choose(self, view: View, rng: Random, budget: Budget) -> SeatAction:
        if view.board.phase == "play":
            raise LookupError("lost")
        return super().choose(view, rng, budget)


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (Cheat, "is refused"),
        (Moodier, "not deterministic"),
        (Slow, "took"),
        (Broken, "failed with LookupError"),
    ],
)
def test_the_check_says_what_is_wrong_with_a_bot(make: type[HeuristicBot], complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_bot(make, games=DIFFERENZLER, seconds=0.02)


@pytest.mark.parametrize("name", VARIANTS)
def test_every_variant_passes_the_check_for_authors(name: str) -> None:
    check_ruleset(ruleset(name), deals=6)


def test_the_check_finds_a_ruleset_that_does_not_hold_together() -> None:
    from dataclasses import replace

    from puur.rules.tables import PLAIN_VALUES

    sound = ruleset("jass")
    check_ruleset(replace(sound, name="variant of mine"), deals=2)
    values = dict(PLAIN_VALUES)
    try:
        PLAIN_VALUES["A"] = 12
        with pytest.raises(AssertionError, match="152"):
            check_ruleset(replace(sound, name="aces are twelve"), deals=1)
    finally:
        PLAIN_VALUES.update(values)
