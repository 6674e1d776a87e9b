"""Perft: the files of this folder hold endgames of every game with the number of their legal sequences.

The counts are compared with what the kernel gives and with what a slow enumeration by the book gives.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from puur.cards import codes_of
from puur.cli.perft import Endgame, count_sequences, random_endgame, read, run
from puur.rules.ruleset import CONTRACT_CODES
from puur.rules.variants import VARIANTS
from tests.rules import by_the_book

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*.txt"))
ENDGAMES = [(path.stem, endgame) for path in FILES for endgame in read(path.read_text(encoding="utf-8"))]

POSITION = """\
[A position]
variant: jass
trump: H
leader: 0
hand 0: AS 7H
hand 1: KS 8H
hand 2: QS 9H
hand 3: JS TH
"""
COUNTS = (2, 2, 2, 2, 2, 2, 2, 2)


def test_every_game_has_its_file() -> None:
    assert {path.stem for path in FILES} == set(VARIANTS)


@pytest.mark.parametrize(("game", "endgame"), ENDGAMES, ids=lambda value: getattr(value, "title", value))
def test_the_kernel_finds_as_many_sequences_as_the_file_says(game: str, endgame: Endgame) -> None:
    assert endgame.rules.name == game
    assert endgame.counts is not None
    assert count_sequences(endgame) == endgame.counts


@pytest.mark.parametrize(("game", "endgame"), ENDGAMES, ids=lambda value: getattr(value, "title", value))
def test_the_slow_enumeration_by_the_book_finds_as_many(game: str, endgame: Endgame) -> None:
    hands = [codes_of(hand) for hand in endgame.hands]
    counts = by_the_book.sequences(endgame.rules, hands, CONTRACT_CODES[endgame.mode], endgame.leader)
    assert tuple(counts) == endgame.counts


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_endgames_agree_with_the_book(variant: str) -> None:
    for seed in range(6):
        endgame = random_endgame(variant, [], 3, seed)
        hands = [codes_of(hand) for hand in endgame.hands]
        counts = by_the_book.sequences(endgame.rules, hands, CONTRACT_CODES[endgame.mode], endgame.leader)
        assert tuple(counts) == count_sequences(endgame)


def test_the_command_prints_the_counts_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "positions.txt"
    file.write_text(POSITION + f"counts: {' '.join(map(str, COUNTS))}\n", encoding="utf-8")
    assert run(file, None, [], 4, 1) == 0
    printed = capsys.readouterr().out
    assert "A position: jass, trump H, seat 0 leads" in printed
    assert "  hand 1: 8H KS" in printed
    assert "  counts: 2 2 2 2 2 2 2 2" in printed
    assert "expected" not in printed


def test_the_command_says_which_counts_differ(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "positions.txt"
    file.write_text(POSITION + "counts: 2 2 2 2 2 2 2 3\n", encoding="utf-8")
    assert run(file, None, [], 4, 1) == 1
    assert "  expected: 2 2 2 2 2 2 2 3" in capsys.readouterr().out


def test_the_command_deals_an_endgame_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(None, "coinche", ["partner_cut=no-undercut"], 2, 7) == 0
    assert "coinche, 2 cards each, seed 7" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no position"),
        ("variant: jass\n", "line 1: expected"),
        (POSITION + "colour: red\n", "line 9: expected"),
        (POSITION + "trump: S\n", "line 9: trump is given twice"),
        (POSITION.replace("leader: 0\n", ""), "line 1: leader is missing"),
        (POSITION.replace("leader: 0", "leader: 4"), "line 1: leader must be a seat"),
        (POSITION.replace("leader: 0", "leader: x"), "line 1: leader: 'x' is no whole number"),
        (POSITION.replace("jass", "poker"), "line 1: unknown variant 'poker'"),
        (POSITION.replace("trump: H", "trump: obenabe"), "jass is not played obenabe"),
        (POSITION.replace("trump: H", "trump: X"), "no such trump"),
        (POSITION.replace("AS", "AX"), "no such card: 'AX'"),
        (POSITION.replace("AS", "KS"), "card given twice: KS"),
        (POSITION.replace("7H", "6H"), "6H is not in the deck of jass"),
        (POSITION.replace(" 7H", ""), "the same number of cards"),
        (POSITION + "options: deck=40\n", "deck must be one of"),
        (POSITION + "counts: 1 two\n", "counts: 'two' is no whole number"),
    ],
)
def test_a_mistake_in_a_file_is_named_with_its_line(text: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        read(text)


def test_a_file_or_a_game_must_be_given_and_not_both(tmp_path: Path) -> None:
    file = tmp_path / "empty.txt"
    file.write_text("", encoding="utf-8")
    with pytest.raises(ValueError, match="either a file"):
        run(None, None, [], 4, 1)
    with pytest.raises(ValueError, match="either a file"):
        run(file, "jass", [], 4, 1)
    with pytest.raises(ValueError, match="options belong into the file"):
        run(file, None, ["deck=36"], 4, 1)
    with pytest.raises(ValueError, match="no position"):
        run(file, None, [], 4, 1)
    with pytest.raises(ValueError, match="from 1 to 8"):
        run(None, "jass", [], 9, 1)
