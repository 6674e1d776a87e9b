"""The interface of bots: budgets, the registry, and that naming a bot loads nothing heavy."""

import subprocess
import sys

import pytest

from puur.bots import base
from puur.bots.base import Budget, UnknownBot, bot, bot_names, register
from puur.bots.levels import LEVELS
from puur.bots.random import RandomBot


def test_a_budget_is_iterations_or_seconds_and_above_zero() -> None:
    assert Budget(iterations=3).iterations == 3
    assert Budget(seconds=0.5).seconds == 0.5
    for wrong in ({}, {"iterations": 1, "seconds": 1.0}, {"iterations": 0}, {"seconds": -1.0}):
        with pytest.raises(ValueError):
            Budget(**wrong)


def test_every_registered_bot_can_be_made() -> None:
    for name in ("random", "heuristic", "search", "beginner"):
        assert name in bot_names()
        assert callable(bot(name).choose)


def test_a_bot_elsewhere_is_named_by_its_place() -> None:
    assert isinstance(bot("puur.bots.random:RandomBot"), RandomBot)


@pytest.mark.parametrize("name", ["nobody", "no.such.module:Bot", "puur.bots.random:Nobody"])
def test_an_unknown_bot_is_refused_with_its_name(name: str) -> None:
    with pytest.raises(UnknownBot, match=name.replace(".", r"\.")):
        bot(name)


@pytest.mark.parametrize("place", ["os:getcwd", "os:sep", "puur.bots.base:bot_names"])
def test_what_cannot_choose_is_no_bot(place: str) -> None:
    with pytest.raises(UnknownBot, match="no bot"):
        bot(place)


def test_a_bot_can_be_registered_but_not_over_a_built_in_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "_ADDED", {})
    register("mine", RandomBot)
    assert isinstance(bot("mine"), RandomBot)
    assert "mine" in bot_names()
    with pytest.raises(ValueError, match="built in"):
        register("search", RandomBot)


def test_levels_name_bots_that_exist_and_pauses_that_feel_human() -> None:
    assert {"beginner", "club", "master"} <= set(LEVELS)
    for level in LEVELS.values():
        assert level.bot in bot_names() or ":" in level.bot
        low, high = level.pause
        assert 0.3 <= low < high <= 5


def test_naming_and_importing_bots_does_not_load_numba() -> None:
    code = (
        "import sys, puur.bots.base as b, puur.bots.levels;"
        "[b.bot(n) for n in ('random', 'heuristic', 'beginner', 'search')];"
        "sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
