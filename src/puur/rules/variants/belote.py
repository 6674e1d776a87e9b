"""Belote as the Italian page tells it, and the classic French game as a preset (docs/rules.md, section 5).

The up-card's suit is taken or passed, then another suit may be named; the declarer gets the up-card.
"""

from dataclasses import replace

from puur.rules.variant import Variant
from puur.rules.variants.jass import BASE_OPTIONS, JASS, MARRIAGE

FRENCH = {
    "direction": "ccw",
    "packets": (3, 2, "up", 3),
    "round2_suits": "other",
    "play": "french",
    "last_trick": 10,
    "slam": 90,  # capot: 252 instead of 162
    "marriage": "separate",
    "marriage_call": "first",
    "contract": "takers-ahead",
    "meld_scope": "best-team",
    "hundred_order": "quartet-first",
    "redeal_dealer": "next",
}

BELOTE = Variant(
    rules=replace(JASS.rules, name="belote", direction="cw", packets=(4, "up", 4), trump_selection="up-card"),
    source="Italian page on Jass, Schieber, Belote and Klaverjassen: the French form; French club rules (preset)",
    options=(*BASE_OPTIONS, "preset", "round2_suits", "redeal_dealer", "partner_cut", "litige"),
    presets={"preset": {"seed": {}, "french": FRENCH}},
    choices=MARRIAGE,
)
