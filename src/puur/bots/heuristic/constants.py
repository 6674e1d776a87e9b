"""The fitted numbers of the heuristic, from constants.json beside this file (made by ``python -m puur.lab.fit``)."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from puur.rules.ruleset import Ruleset

Row = tuple[float, ...]


class Steering(msgspec.Struct, frozen=True):
    """Differenzler: the style of play and the weights of the estimate (steer.py)."""

    style: Row
    weights: Row


class Partnering(msgspec.Struct, frozen=True):
    """A team game: styles and weights for trump contracts, and for those without trumps (partner.py, calls.py)."""

    styles: tuple[Row, Row]
    worth: tuple[Row, Row]
    """The team's points above the other's, by the declarer's hand."""
    support: Row
    """The same by the hand of the declarer's partner."""
    defence: Row
    """What the team makes above the declarers, by the hand of a defender."""
    spread: float
    """Standard deviation of the points around what the worth says."""
    floor: float
    """The least expected score for which trumps are taken rather than passed on."""


class Constants(msgspec.Struct, frozen=True):
    differenzler: Steering
    teams: dict[str, Partnering]


@cache
def constants() -> Constants:
    text = (files("puur.bots.heuristic") / "constants.json").read_bytes()
    return msgspec.json.decode(text, type=Constants)


@cache
def partnering(rules: Ruleset) -> Partnering:
    """The numbers of a game, or of its nearest relative where it is not one of those fitted."""
    teams = constants().teams
    if rules.name in teams:
        return teams[rules.name]
    relatives = {"swiss": "schieber-swiss", "amsterdam": "klaverjassen-amsterdam", "french": "coinche"}
    relative = relatives.get(rules.play, "klaverjassen-rotterdam" if rules.play == "rotterdam" else "jass")
    return teams["schieber" if relative == "jass" and rules.deck == 36 else relative]
