"""Options of a game as they are typed: NAME=VALUE, with JSON values where they are not plain words."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from puur.cards import BadCard, parse_suit
from puur.rules.ruleset import CONTRACT_CODES


def parse_options(texts: Sequence[str]) -> dict[str, Any]:
    """``["rounds=4", "tie=shared", 'end={"deals": 16}']`` as a dictionary."""
    options: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise ValueError(f"an option is NAME=VALUE, not {text!r}")
        if name in options:
            raise ValueError(f"option given twice: {name}")
        try:
            options[name] = json.loads(value)
        except (ValueError, RecursionError):  # no JSON, or more of it than any option has
            options[name] = value
    return options


def parse_mode(text: str) -> int:
    """A trump suit or a contract without trumps, as an index into CONTRACT_CODES."""
    lowered = text.lower()
    if lowered in ("obenabe", "undenufe"):
        return CONTRACT_CODES.index(lowered)
    try:
        return int(parse_suit(text))
    except BadCard:
        raise BadCard(f"no such trump: {text!r} (one of {', '.join(CONTRACT_CODES)})") from None
