"""Golden playthroughs: one match of every game as a text that a person can follow, replayed line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from puur.rules.variants import VARIANTS
from tests.playthroughs.script import run

FOLDER = Path(__file__).parent


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_engine_plays_the_match_as_it_is_told(variant: str) -> None:
    path = FOLDER / f"{variant}.txt"
    assert path.exists(), f"{variant} has no golden playthrough"
    text = path.read_text(encoding="utf-8")
    assert f"\ngame {variant}" in text
    told, played = text.splitlines(), run(text).splitlines()
    for number, (line, expected) in enumerate(zip(told, played, strict=False), start=1):
        assert line == expected, f"{path.name}, line {number}"
    assert len(told) == len(played)


def test_there_is_no_playthrough_of_an_unknown_game() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(VARIANTS)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_playthrough_shows_refused_tries_with_their_reasons(variant: str) -> None:
    text = (FOLDER / f"{variant}.txt").read_text(encoding="utf-8")
    assert " tries " in text
    assert "the match is over" in text


def test_a_wrong_line_is_found() -> None:
    text = (FOLDER / "jass.txt").read_text(encoding="utf-8")
    assert run(text.replace("seat 0 takes", "seat 1 takes")) == text
    with pytest.raises(ValueError, match="no such command: seat 9 sleeps"):
        run("game jass\nseat 9 sleeps\n")
