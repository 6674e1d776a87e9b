"""Variant: a ruleset with its source and the options that may be changed, and the checking of options.

``configure(variant, options)`` is the only way from what a user typed to a Ruleset. To add a variant, write one
file in rules/variants and list it in rules/variants/__init__.py. Anybody may import this module.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, get_args, get_origin, get_type_hints

from puur.rules.ruleset import Deals, Ruleset, Target

RANGES: dict[str, range] = {
    "rounds": range(1, 65),
    "exact_bonus": range(51),
    "missing_estimate": range(158),
}
HINTS = get_type_hints(Ruleset)
Options = Mapping[str, Any]


class BadOption(ValueError):
    """An unknown option, a value out of range, or options that contradict each other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One game: its rules, where they come from, which options it offers, and presets that set several fields."""

    rules: Ruleset
    source: str
    options: tuple[str, ...]
    presets: Mapping[str, Mapping[Any, Mapping[str, Any]]] = field(default_factory=dict)
    """Option -> value -> the fields it sets. The first value is the default; later presets win."""
    choices: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    """Where a game offers only some values of a field."""

    @property
    def name(self) -> str:
        return self.rules.name


def allowed_values(variant: Variant, option: str) -> tuple[Any, ...] | range | None:
    """The closed set of values of an option, or None where it has a shape of its own (end, packets)."""
    if option in variant.presets:
        return tuple(variant.presets[option])
    if option in variant.choices:
        return variant.choices[option]
    if option in RANGES:
        return RANGES[option]
    hint = HINTS.get(option)
    if get_origin(hint) is Literal:
        return get_args(hint)
    return (False, True) if hint is bool else None


def default_of(variant: Variant, option: str) -> Any:
    """The default of an offered option, in the shape in which it may be given."""
    if option in variant.presets:
        return next(iter(variant.presets[option]))
    end = variant.rules.end
    if option == "rounds":
        assert isinstance(end, Deals)
        return end.count
    if option == "end":
        return {"target": end.points} if isinstance(end, Target) else {"deals": end.count}
    value = getattr(variant.rules, option)
    return list(value) if option == "packets" else value


def configure(variant: Variant, options: Options | None = None) -> Ruleset:
    """The variant's rules with these options; raises BadOption with a message that names the problem."""
    given = dict(options or {})
    for name in given:
        if name not in variant.options:
            offered = ", ".join(variant.options)
            raise BadOption(f"{variant.name} has no option {name!r} (it has: {offered})")
    changes: dict[str, Any] = {}
    for name, values in variant.presets.items():
        value = given.get(name, next(iter(values)))
        changes.update(values[_choice(variant, name, value)])
    for name, value in given.items():
        if name in variant.presets:
            continue
        if name == "end":
            changes["end"] = _end(value)
        elif name == "rounds":
            changes["end"] = Deals(_choice(variant, name, value))
        elif name == "packets":
            changes["packets"] = _packets(value)
        else:
            changes[name] = _choice(variant, name, value)
    if changes.get("deck", variant.rules.deck) != variant.rules.deck and "packets" not in changes:
        changes["packets"] = (3, 3, 3) if changes["deck"] == 36 else (4, 4)
    rules = replace(variant.rules, **changes)
    _contradictions(rules, given)
    return rules


def _choice(variant: Variant, name: str, value: Any) -> Any:
    allowed = allowed_values(variant, name)
    assert allowed is not None
    if allowed == (False, True) and value in ("on", "off"):
        return value == "on"
    if isinstance(allowed, range):
        if isinstance(value, bool) or not isinstance(value, int) or value not in allowed:
            raise BadOption(f"{name} must be a whole number from {allowed[0]} to {allowed[-1]}, not {value!r}")
        return value
    for candidate in allowed:
        if candidate == value and type(candidate) is type(value):
            return candidate
    raise BadOption(f"{name} must be one of {', '.join(str(v) for v in allowed)}, not {value!r}")


def _end(value: Any) -> Target | Deals:
    if isinstance(value, Mapping) and len(value) == 1:
        ((kind, number),) = value.items()
        if isinstance(number, int) and not isinstance(number, bool):
            if kind == "target" and 1 <= number <= 100_000:
                return Target(number)
            if kind == "deals" and 1 <= number <= 1_000:
                return Deals(number)
    raise BadOption(f"end must be {{'target': points}} or {{'deals': count}}, not {value!r}")


def _packets(value: Any) -> tuple[int | Literal["up"], ...]:
    if not isinstance(value, list | tuple) or not all(
        p == "up" or (isinstance(p, int) and not isinstance(p, bool) and p > 0) for p in value
    ):
        raise BadOption(f"packets must be a list of packet sizes, not {value!r}")
    return tuple(value)


def _contradictions(rules: Ruleset, given: Options) -> None:
    """Refuse rules that cannot hold together."""
    dealt = sum(p for p in rules.packets if p != "up")
    if dealt != rules.hand_size:
        raise BadOption(f"packets {list(rules.packets)} deal {dealt} cards to a hand of {rules.hand_size}")
    up_cards = rules.packets.count("up")
    if up_cards != (1 if rules.trump_selection == "up-card" else 0) or rules.packets[-1] == "up":
        raise BadOption(f"packets {list(rules.packets)} do not fit this game's up-card")
    if rules.packets[0] == "up":
        raise BadOption("packets must deal cards before the up-card")
    if rules.exact_bonus_zero != "never" and rules.exact_bonus == 0:
        raise BadOption("exact_bonus_zero needs an exact_bonus above 0")
    if rules.zero_sum_hint and rules.announcement != "open":
        raise BadOption("zero_sum_hint shows the sum of estimates said aloud: it needs announcement open")
    if "missing_estimate" in given and rules.announcement == "open" and rules.missing_estimate:
        raise BadOption("missing_estimate is for covered estimates; an open one is said by the substitute")
    if "litige" in given and rules.contract != "takers-ahead":
        raise BadOption("litige belongs to the french preset")
    if "failed_melds" in given and rules.contract != "cards-76":
        raise BadOption("failed_melds belongs to the contract of 76 card points")
    if "failed_last_trick" in given and rules.contract != "cards-76":
        raise BadOption("failed_last_trick belongs to the contract of 76 card points")
    if "second_suit" in given and rules.trump_selection != "random-suit":
        raise BadOption("second_suit needs trump_selection random-suit")
    if rules.melds == "none" and any(
        o in given for o in ("meld_scope", "meld_overlap", "hundred_order", "weis", "finish_order")
    ):
        raise BadOption("these rules have no melds: meld options contradict them")
    if rules.play != "base" and any(o in given for o in ("head_obligation", "trump_jack_exempt", "partner_exempt")):
        raise BadOption("head_obligation, trump_jack_exempt and partner_exempt belong to the base rule of play")
    if rules.play != "french" and "partner_cut" in given:
        raise BadOption("partner_cut belongs to the french rule of play")
