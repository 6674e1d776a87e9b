"""The games: one small file each. ``variant(name)`` finds one; to add a game, list it here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from puur.rules.ruleset import Ruleset
from puur.rules.variant import Variant, configure
from puur.rules.variants import belote as _belote
from puur.rules.variants import coinche as _coinche
from puur.rules.variants import differenzler as _differenzler
from puur.rules.variants import jass as _jass
from puur.rules.variants import klaverjassen as _klaverjassen
from puur.rules.variants import schieber as _schieber
from puur.rules.variants import schieber_swiss as _schieber_swiss

VARIANTS: dict[str, Variant] = {
    v.name: v
    for v in (
        _differenzler.DIFFERENZLER,
        _jass.JASS,
        _schieber.SCHIEBER,
        _belote.BELOTE,
        _klaverjassen.KLAVERJASSEN,
        _klaverjassen.AMSTERDAM,
        _klaverjassen.ROTTERDAM,
        _schieber_swiss.SCHIEBER_SWISS,
        _coinche.COINCHE,
    )
}


class UnknownVariant(ValueError):
    """A name that is no game of the family."""


def variant(name: str) -> Variant:
    try:
        return VARIANTS[name]
    except KeyError:
        raise UnknownVariant(f"unknown variant {name!r} (known: {', '.join(VARIANTS)})") from None


def ruleset(name: str, options: Mapping[str, Any] | None = None) -> Ruleset:
    """The rules of a game with these options; the defaults of docs/rules.md where none is given."""
    return configure(variant(name), options)
