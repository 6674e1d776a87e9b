"""Schieber as the Italian page tells it (docs/rules.md, section 4): Jass with 36 cards.

The holder of the seven of hearts chooses trumps in every deal, or shoves the choice to his partner.
"""

from dataclasses import replace

from puur.rules.variant import Variant
from puur.rules.variants.jass import BASE_OPTIONS, JASS, MARRIAGE

SCHIEBER = Variant(
    rules=replace(JASS.rules, name="schieber", deck=36, packets=(3, 3, 3), trump_selection="seven-of-hearts"),
    source="Italian page on Jass, Schieber, Belote and Klaverjassen: the German form",
    options=(*BASE_OPTIONS, "dealer_rule"),
    choices=MARRIAGE,
)
