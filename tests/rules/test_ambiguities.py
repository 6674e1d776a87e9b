"""Every ambiguity of the sources (docs/rules.md, section 12) has a test that carries its number, but for two."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
UNTESTED = {
    27: "damage to the text of a source: none of it is used",
    70: "misprints of a source, ignored",
}


def numbers_in(name: str) -> set[int]:
    """``test_amb_42_and_43_...`` is about 42 and 43, ``test_amb_55_to_59_...`` about five."""
    spans = re.match(r"test_amb_(\d+)_to_(\d+)_", name)
    if spans:
        return set(range(int(spans[1]), int(spans[2]) + 1))
    found = re.match(r"test_amb_((?:\d+_(?:and_)?)+)", name)
    return {int(number) for number in re.findall(r"\d+", found[1])} if found else set()


def test_each_of_the_72_ambiguities_is_tested_under_its_number() -> None:
    named: set[int] = set()
    for path in TESTS.rglob("test_*.py"):
        for name in re.findall(r"def (test_amb_\w+)", path.read_text(encoding="utf-8")):
            named |= numbers_in(name)
    assert set(range(1, 73)) - named == set(UNTESTED)


def test_numbers_are_read_off_the_names_of_tests() -> None:
    assert numbers_in("test_amb_4_a_trump_is_measured") == {4}
    assert numbers_in("test_amb_42_and_43_no_card_twice") == {42, 43}
    assert numbers_in("test_amb_29_48_and_60_directions") == {29, 48, 60}
    assert numbers_in("test_amb_55_to_59_the_french_preset") == {55, 56, 57, 58, 59}
    assert numbers_in("test_a_bid_of_80_needs_82") == set()
