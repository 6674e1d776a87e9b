"""docs/bots.md: the bot that it shows passes the check that it shows, and its tables are those of the code."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

from puur.bots import base
from puur.bots.base import Budget
from puur.engine.messages import Accept, Bid, Coinche, Estimate, Name, Pass, Play, Surcoinche
from puur.lab.arena.plan import plan
from puur.lab.arena.run import run
from puur.lab.env import ACTIONS, NUMBERS, SIZE

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")


def example(mark: str) -> str:
    found = re.search(rf"<!-- {mark} -->\n```python\n(.*?)```", TEXT, re.DOTALL)
    assert found is not None
    return found[1]


def test_the_bot_of_the_documentation_is_short_and_passes_its_check(monkeypatch: Any) -> None:
    source = example("the bot of the tests")
    body = source[source.index("class ") :].strip().splitlines()
    assert len(body) <= 20
    assert max(map(len, source.splitlines())) <= 118
    space: dict[str, Any] = {}
    exec(source, space)
    exec(example("the check of the tests"), space)
    monkeypatch.setattr(base, "_ADDED", {"thrifty": space["Thrifty"]})
    from puur.lab.arena.figures import figures
    from puur.lab.arena.table import play_deals

    duel = plan("klaverjassen", ["thrifty", "random"], deals=60, seed=1, options={}, default=Budget(iterations=1))
    found = figures(duel, play_deals(duel, 0, 60))
    assert found.lead is not None
    assert found.lead.mean > 0
    assert run is not None


def test_every_bot_of_the_house_is_in_the_table() -> None:
    documented = set(re.findall(r"^\| `([a-z-]+)` \|", TEXT, re.MULTILINE))
    assert set(base._PLACES) <= documented


def test_the_commands_of_the_documentation_find_a_module_in_the_current_folder(tmp_path: Path) -> None:
    (tmp_path / "my_module.py").write_text(example("the bot of the tests"), encoding="utf-8")
    (command,) = re.findall(r"^    puur (arena jass my_module:Thrifty .*) --deals 500$", TEXT, re.MULTILINE)
    puur = [sys.executable, "-c", "from puur.cli.main import main; main()"]
    arguments = [*command.split(), "--deals", "2"]
    done = subprocess.run([*puur, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "my_module:Thrifty" in done.stdout


def test_the_numbers_of_the_actions_are_those_documented() -> None:
    assert f"*Actions*, {len(ACTIONS)} in all" in TEXT
    assert NUMBERS[Play("6C")] == 0
    assert NUMBERS[Play("AS")] == 35
    assert NUMBERS[Estimate(0)] == 36
    assert NUMBERS[Estimate(157)] == 193
    assert (NUMBERS[Pass()], NUMBERS[Accept()]) == (194, 195)
    assert (NUMBERS[Name("C")], NUMBERS[Name("undenufe")]) == (196, 201)
    assert (NUMBERS[Coinche()], NUMBERS[Surcoinche()]) == (202, 203)
    assert (NUMBERS[Bid(80, "C")], NUMBERS[Bid(160, "S")]) == (204, 239)
    assert (NUMBERS[Bid("capot", "C")], NUMBERS[Bid("capot", "S")]) == (240, 243)
    assert ACTIONS[244:] == ("declare all melds", "declare nothing")


def test_the_table_of_observations_adds_up() -> None:
    rows = re.findall(r"^\| (\d+) \| (\d+)(?: x (\d+))? \|", TEXT, re.MULTILINE)
    at = 0
    for start, size, times in rows:
        assert int(start) == at
        at += int(np.prod([int(size), int(times or 1)]))
    assert at == SIZE
    assert f"float32, {SIZE} numbers" in TEXT
