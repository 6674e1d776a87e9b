#!/usr/bin/env python3
"""Generates web/src/lib/games.ts: the games, their options and the levels of bots, for the forms of the browser.

The values come from the variants themselves; of ranges and of shapes (end, packets) the form offers a few usual
ones. Which options exclude each other is found by trying: the form then shows only what can be chosen.
`--check` fails if the file is not up to date; e2e/test_generated.py runs the check.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from puur.bots.levels import LEVELS
from puur.rules.ruleset import Deals
from puur.rules.variant import Variant, allowed_values, configure, default_of
from puur.rules.variants import VARIANTS

TARGET = Path(__file__).resolve().parent.parent / "web" / "src" / "lib" / "games.ts"
ORDER = (
    "differenzler",
    "schieber-swiss",
    "coinche",
    "klaverjassen-amsterdam",
    "klaverjassen-rotterdam",
    "klaverjassen",
    "jass",
    "schieber",
    "belote",
)
USUAL: dict[str, tuple[int, ...]] = {
    "rounds": (1, 4, 8, 12, 16),
    "exact_bonus": (0, 5, 10, 20, 50),
    "missing_estimate": (0, 40, 157),
}
ENDS: tuple[dict[str, int], ...] = (
    {"target": 500},
    {"target": 1000},
    {"target": 1500},
    {"target": 2000},
    {"target": 2500},
    {"deals": 4},
    {"deals": 8},
    {"deals": 12},
    {"deals": 16},
)
PACKETS: tuple[list[int | str], ...] = ([4, 4], [3, 2, 3], [3, 3, 3], [4, "up", 4], [3, 2, "up", 3])


def values_of(variant: Variant, option: str) -> list[Any]:
    """What the form offers, the default included."""
    preset = default_of(variant, option)
    if option == "end":
        return [*ENDS] if preset in ENDS else [preset, *ENDS]
    if option == "packets":
        fitting = [packets for packets in PACKETS if fits(variant, packets)]
        return fitting if preset in fitting else [preset, *fitting]
    if option in USUAL:
        return sorted({*USUAL[option], preset})
    allowed = allowed_values(variant, option)
    assert allowed is not None
    return list(allowed)


def fits(variant: Variant, packets: list[int | str]) -> bool:
    return possible(variant, {"packets": packets})


def possible(variant: Variant, options: dict[str, Any]) -> bool:
    try:
        configure(variant, options)
    except ValueError:
        return False
    return True


def game(variant: Variant) -> dict[str, Any]:
    rules = configure(variant)
    options = [
        {"name": option, "values": values_of(variant, option), "preset": default_of(variant, option)}
        for option in variant.options
    ]
    options = [option for option in options if len(option["values"]) > 1]
    found = {option["name"]: conditions(variant, option, options) for option in options}
    first = sorted(found, key=lambda name: (name not in variant.presets, name != "deck"))
    for option in options:
        name = option["name"]
        yields = {
            other: values
            for other, values in found[name].items()
            if name not in found[other] or first.index(other) < first.index(name)
        }
        option |= {"with": yields} if yields else {}
        option |= derived(variant, option)
    return {
        "id": variant.name,
        "team": rules.teams,
        "cards": rules.deck,
        "family": rules.order,
        "rounds": rules.end.count if isinstance(rules.end, Deals) else None,
        "options": options,
    }


def conditions(variant: Variant, option: dict[str, Any], options: list[dict[str, Any]]) -> dict[str, Any]:
    """For other options, the values beside which this one can be changed at all: its `with`.

    Where two exclude each other, only the one that comes later yields (see game).
    """
    name = option["name"]
    changed = [{name: value} for value in option["values"] if value != option["preset"]]
    others = [other for other in options if other["name"] != name]

    def allowed(other: dict[str, Any], change: dict[str, Any], given: dict[str, Any]) -> list[Any]:
        fitting = []
        for value in other["values"]:
            beside = {} if value == other["preset"] else {other["name"]: value}
            if possible(variant, {**given, **beside, **change}):
                fitting.append(value)
        return fitting

    given: dict[str, Any] = {}
    if not any(possible(variant, change) for change in changed):
        needed = next(o for o in others if any(allowed(o, change, {}) for change in changed))
        given = {needed["name"]: next(v for c in changed for v in allowed(needed, c, {}))}
    found = {}
    for other in others:
        fixed = {key: value for key, value in given.items() if key != other["name"]}
        fitting = [value for value in other["values"] if any(value in allowed(other, c, fixed) for c in changed)]
        free = [v for v in other["values"] if possible(variant, {**fixed, other["name"]: v}) or v == other["preset"]]
        if any(value not in fitting for value in free):
            found[other["name"]] = fitting
    return found


def derived(variant: Variant, option: dict[str, Any]) -> dict[str, Any]:
    """`then`: what other options stand at when a preset of several rules is chosen."""
    if option["name"] not in variant.presets:
        return {}
    found = {}
    for value in option["values"]:
        rules = configure(variant, {option["name"]: value})
        chosen = replace(variant, rules=rules, presets={})
        others = [name for name in variant.options if name not in variant.presets and name != "packets"]
        found[str(value)] = {
            name: default_of(chosen, name) for name in others if default_of(chosen, name) != default_of(variant, name)
        }
    found = {value: changes for value, changes in found.items() if changes}
    return {"then": found} if found else {}


def games_ts() -> str:
    assert set(ORDER) == set(VARIANTS)
    games = [game(VARIANTS[name]) for name in ORDER]
    lines = [json.dumps(each, ensure_ascii=False) for each in games]
    return "\n".join(
        [
            "/** The games, their options, the levels of bots. Generated by scripts/web_games.py: do not edit. */",
            "import type { Game } from '../home/lobby';",
            "",
            f"export const LEVELS: readonly string[] = {json.dumps(list(LEVELS))};",
            "export const GAMES: readonly Game[] = [",
            *(f"  {line}," for line in lines),
            "];",
            "",
        ]
    )


def main() -> int:
    content = games_ts()
    if "--check" not in sys.argv:
        TARGET.write_text(content, encoding="utf-8")
        return 0
    if TARGET.read_text(encoding="utf-8") == content:
        return 0
    print(f"{TARGET.name} is not up to date: run scripts/web_games.py")
    return 1


if __name__ == "__main__":
    sys.exit(main())
