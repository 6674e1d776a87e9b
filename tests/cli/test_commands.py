"""The commands as a person calls them: legal, check and play; bad input is one line and exit code 2."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from puur.cli.check import KINDS
from puur.cli.reasons import REASONS
from puur.cli.texts import TEXTS
from puur.faces import LANGUAGES, Language
from puur.rules.variant import allowed_values, default_of
from puur.rules.variants import VARIANTS


def puur(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "puur", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def refused(*arguments: str) -> str:
    """The one line that says what is wrong."""
    result = puur(*arguments)
    assert result.returncode == 2, result
    assert "Traceback" not in result.stderr
    assert len(result.stderr) < 600
    lines = result.stderr.strip().splitlines()
    assert len(lines) == 1, lines
    return lines[0]


def legal(*arguments: str) -> tuple[str, ...]:
    return ("legal", "--variant", "differenzler", "--trump", "H", *arguments)


def test_legal_names_the_cards_and_the_reasons() -> None:
    result = puur(*legal("--trick", "KS AS TH", "--hand", "KH 7D 6S"))
    assert result.stdout.splitlines() == ["legal: KH 6S", "7D: must-follow"]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("legal", "--variant", "skat", "--trump", "H", "--hand", "KH"), "unknown variant 'skat'"),
        (legal("--hand", "KX"), "no such card: 'KX'"),
        (legal("--hand", "KH KH"), "card given twice: KH"),
        (legal("--hand", "6C 7C 8C 9C TC JC QC KC AC 6D"), "10 cards in hand"),
        (legal("--hand", ""), "the hand is empty"),
        (legal("--trick", "6C 7C 8C 9C TC", "--hand", "KH"), "5 cards on the table"),
        (legal("--trick", "KH", "--hand", "KH"), "both in the hand and on the table: KH"),
        (legal("--hand", "KH", "-o", "tie=never"), "tie must be one of"),
        (legal("--hand", "KH", "-o", "joker=1"), "no option 'joker'"),
        (legal("--hand", "KH", "-o", "rounds"), "an option is NAME=VALUE"),
        (("legal", "--variant", "jass", "--trump", "H", "--hand", "6H"), "6H is not in the deck of jass"),
        (("legal", "--variant", "jass", "--trump", "obenabe", "--hand", "7H"), "not played obenabe"),
        (("legal", "--variant", "jass", "--trump", "X", "--hand", "7H"), "no such trump: 'X'"),
        (("play", "skat"), "unknown variant 'skat'"),
        (("play", "jass", "--language", "xx"), "no such language: 'xx'"),
        (("play", "jass", "--deck", "tarot"), "no such deck: 'tarot'"),
        (("play", "jass", "--bots", "nobody"), "unknown bot 'nobody'"),
        (("play", "jass", "--bots", "os:system"), "no bot at 'os:system'"),
        (("play", "jass", "--bots", "puur.cards:CardSet"), "makes no bot"),
        (("play", "differenzler", "-o", "rounds=abc"), "rounds must be a whole number from 1 to 64"),
        (("play", "jass", "-o", "deck=36.0"), "deck must be one of 32, 36, not 36.0"),
        (("play", "jass", "-o", "deck=" + "[" * 100_000), "deck must be one of 32, 36, not '[[["),
        (("play", "jass", "-o", "deck=" + "9" * 5000), "deck must be one of 32, 36, not '999"),
        (("check", "no/such/file.json"), "No such file"),
    ],
)
def test_bad_input_is_refused_in_one_line(arguments: tuple[str, ...], problem: str) -> None:
    assert problem in refused(*arguments)


def test_shared_examples_pass() -> None:
    examples = Path(__file__).parents[3] / "shared" / "rules" / "examples.json"
    if not examples.exists():
        pytest.skip("the shared examples are not beside this checkout")
    result = puur("check", str(examples))
    assert result.returncode == 0, result.stdout
    assert result.stdout.splitlines()[-1].endswith("passed, 0 failed")


OWN_EXAMPLES = Path(__file__).parent / "examples.json"


def test_own_examples_pass() -> None:
    """Worked out by hand from docs/rules.md, without a look at the code; the reason is beside each."""
    result = puur("check", str(OWN_EXAMPLES))
    assert result.returncode == 0, result.stdout
    assert result.stdout.splitlines() == [f"{len(json.loads(OWN_EXAMPLES.read_text()))} passed, 0 failed"]


def test_own_examples_cover_every_kind_and_every_value_of_every_option() -> None:
    examples = json.loads(OWN_EXAMPLES.read_text())
    assert len({example["id"] for example in examples}) == len(examples)
    assert all(example["reason"] for example in examples)
    assert {example["kind"] for example in examples} == set(KINDS)
    used = {(name, str(value)) for e in examples for name, value in e.get("options", {}).items()}
    # Who sits where, what is shown, and the order of dealers decide no example: tests/engine has them.
    silent = {"direction", "zero_sum_hint", "dealer_rule", "trump_source", "first_forehand"}
    for game in VARIANTS.values():
        for option in set(game.options) - silent:
            default = default_of(game, option)
            values = allowed_values(game, option)
            if values is None or isinstance(values, range):
                assert any(name == option for name, _ in used), option
            else:
                assert {(option, str(value)) for value in values if value != default} <= used
    assert {example["variant"] for example in examples} == set(VARIANTS)


def test_a_broken_example_is_a_line_of_its_own_and_stops_nothing(tmp_path: Path) -> None:
    """Every field of every kind of example taken away, or replaced by what it cannot be."""
    broken: list[Any] = []
    wrong: tuple[Any, ...] = (None, 7, "a\nb", [[]], {"a": 1}, "\ud800")
    for kind in KINDS:
        example = next(e for e in json.loads(OWN_EXAMPLES.read_text()) if e["kind"] == kind)
        for name in example:
            broken.append({key: value for key, value in example.items() if key != name})
            broken += [{**example, name: value} for value in wrong]
    file = tmp_path / "examples.json"
    file.write_text(json.dumps([*broken, {}, {"id": "?", "kind": []}]))
    result = puur("check", str(file))
    assert result.returncode == 1
    assert result.stderr == ""
    *failures, closing = result.stdout.splitlines()
    passed, failed = (int(word) for word in closing.replace(" passed,", "").replace(" failed", "").split())
    assert failed == len(failures)
    assert passed + failed == len(broken) + 2


def test_check_reports_each_failure_on_a_line(tmp_path: Path) -> None:
    legal_position = {"kind": "legal", "variant": "jass", "trump": "H", "seat": 0, "trick": [], "hand": ["7H"]}
    examples = [
        {"id": "A", **legal_position, "expect": ["7H"]},
        {"id": "B", **legal_position, "expect": []},
        {"id": "C", "kind": "estimate", "variant": "differenzler", "value": "abc", "expect": False},
        {"id": "D", "kind": "estimate", "variant": "differenzler", "value": 158, "expect": True},
        {"id": "E", "kind": "legal", "variant": "jass", "trump": "H", "expect": []},
        {"id": "F", "kind": "juggle", "variant": "jass", "expect": []},
        {"id": "G", **legal_position, "hand": ["7X"], "expect": []},
        {"id": "H", **legal_position, "expect": None},
        {"id": "I", **legal_position, "variant": "skat", "expect": ["7H"]},
        {"id": "J", **legal_position, "options": {"joker": True}, "expect": ["7H"]},
        {"id": "K", "kind": "score", "variant": "coinche", "deal": {"card_points": [1, 2]}, "expect": [1, 2]},
    ]
    file = tmp_path / "examples.json"
    file.write_text(json.dumps(examples))
    result = puur("check", str(file))
    assert result.returncode == 1
    assert result.stdout.splitlines() == [
        'B: expected [] got ["7H"]',
        "D: expected true got false",
        "E: field missing: hand",
        (
            "F: unknown kind 'juggle' (known: legal, winner, deck_total, score, diff_round, diff_match, estimate, "
            "forehand, meld_find, meld_compare, roem, auction, deal, game_end, replay)"
        ),
        "G: cannot be run: no such card: '7X' (a card is a rank of 6789TJQKA and a suit of CDHS)",
        "H: cannot be run: 'NoneType' object is not iterable",
        (
            "I: cannot be run: unknown variant 'skat' (known: differenzler, jass, schieber, belote, klaverjassen, "
            "klaverjassen-amsterdam, klaverjassen-rotterdam, schieber-swiss, coinche)"
        ),
        (
            "J: cannot be run: jass has no option 'joker' (it has: end, direction, packets, head_obligation, "
            "trump_jack_exempt, partner_exempt, meld_scope, meld_overlap, hundred_order, marriage, "
            "failed_last_trick, failed_melds, deck, redeal_dealer)"
        ),
        "K: field missing: last_trick_team",
        "2 passed, 9 failed",
    ]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"[{", "not JSON (line 1"),
        (b"", "not JSON (line 1"),
        (b"[" * 100_000, "nested too deeply"),
        (b"\x00\xff\xfe", "not a text file"),
        (b'{"id": "A"}', "expected a list of examples"),
        (b"[1]", "expected a list of examples"),
    ],
)
def test_check_of_what_is_no_list_of_examples_is_refused(tmp_path: Path, content: bytes, problem: str) -> None:
    file = tmp_path / "examples.json"
    file.write_bytes(content)
    assert problem in refused("check", str(file))


def test_a_byte_order_mark_does_not_matter(tmp_path: Path) -> None:
    file = tmp_path / "examples.json"
    file.write_bytes(b"\xef\xbb\xbf[]")
    assert puur("check", str(file)).stdout == "0 passed, 0 failed\n"


CYCLE = "\n".join(str(1 + i % 9) for i in range(3000))


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_a_match_in_the_terminal_can_be_played_to_its_end(variant: str) -> None:
    """Numbers typed in a circle: whatever is refused is asked again, until the match is over."""
    short = ("-o", "rounds=1") if variant == "differenzler" else ("-o", 'end={"deals": 1}')
    result = puur("play", variant, *short, "-l", "en", "--seed", "3", "--bots", "random", typed=CYCLE)
    assert result.returncode == 0, result.stdout[-2000:] + result.stderr
    assert "Won by:" in result.stdout


def test_at_the_end_of_differenzler_both_sums_are_published() -> None:
    """Article 4.10: penalties decide, and the points made are added up too."""
    typed = "157\n" * 3 + CYCLE  # a number with too many digits is no estimate
    options = (
        "-o",
        "rounds=2",
        "-o",
        "announcement=open",
        "-o",
        "zero_sum_hint=on",
        "-o",
        "trump_source=bottom-card",
    )
    result = puur(
        "play",
        "differenzler",
        *options,
        "-l",
        "en",
        "--seed",
        "3",
        "--bots",
        "random",
        typed="9" * 5000 + "\n" + typed,
    )
    assert result.returncode == 0, result.stdout[-2000:] + result.stderr
    assert "Estimates so far: " in result.stdout
    *_, won, first, second, third, fourth = result.stdout.strip().splitlines()
    assert won.startswith("Won by: ")
    assert first.startswith("1. ")
    made = [int(line.partition("(Points: ")[2].rstrip(")")) for line in (first, second, third, fourth)]
    assert sum(made) == 2 * 157


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_of_input_leaves_the_game_politely(language: Language) -> None:
    result = puur("play", "differenzler", "-l", language, "--deck", "swiss", "--seed", "1", typed="30\n")
    assert result.returncode == 130
    assert TEXTS[language].quit in result.stdout
    assert "Traceback" not in result.stderr


def test_what_cannot_be_read_is_asked_again() -> None:
    command = [sys.executable, "-m", "puur", "play", "differenzler", "-l", "en", "--seed", "1"]
    result = subprocess.run(command, input=b"\xff\x80\n40\n", capture_output=True, check=False, timeout=120)
    assert result.returncode == 130
    assert TEXTS["en"].estimate_bad.format(total=157) in result.stdout.decode()
    assert b"You: estimate confirmed." in result.stdout
    assert result.stderr == b""


def test_a_closed_input_leaves_the_game_politely() -> None:
    command = f"{sys.executable} -m puur play differenzler -l en --seed 1 <&-"
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, timeout=120)
    assert result.returncode == 130
    assert TEXTS["en"].quit in result.stdout
    assert result.stderr == ""


def test_a_reader_who_stops_early_is_no_error() -> None:
    command = f"{sys.executable} -m puur check {OWN_EXAMPLES} | true; exit ${{PIPESTATUS[0]}}"
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, timeout=120)
    assert result.stderr == ""
    assert result.returncode in (0, 1)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("legal", "--nonsense"), "No such option: --nonsense"),
        (("legal",), "Missing option '--variant' / '-v'."),
        (("shuffle",), "No such command 'shuffle'."),
        (("verify",), "Missing argument 'file'."),
        (("solve", "-v", "jass", "--trump", "H", "--leader", "9", "JH"), "'--leader'"),
    ],
)
def test_a_command_line_that_makes_no_sense_is_one_line(arguments: tuple[str, ...], problem: str) -> None:
    assert problem in refused(*arguments)


def test_nothing_asked_for_prints_the_help() -> None:
    result = puur()
    assert "Usage: puur" in result.stdout
    assert result.stderr == ""


def test_ctrl_c_while_the_commands_are_loaded_is_quiet() -> None:
    code = """
import sys, types
class Slow(types.ModuleType):
    def __getattr__(self, name):
        raise KeyboardInterrupt
sys.modules["puur.cli.main"] = Slow("puur.cli.main")
from puur.__main__ import main
main()
"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (130, "")


def test_every_language_has_every_reason() -> None:
    for language in LANGUAGES:
        assert REASONS[language].keys() == REASONS["en"].keys()


def test_legal_starts_without_numba() -> None:
    code = "import sys, puur.cli.main, puur.cli.legal; sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
