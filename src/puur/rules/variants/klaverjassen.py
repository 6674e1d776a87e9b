"""Klaverjassen: the Italian page's profile, and the Dutch games of Amsterdam and Rotterdam (section 6).

A suit drawn at random is accepted or passed; the acceptor leads. The Dutch forms count roem in the tricks and
need more than half of all points.
"""

from dataclasses import replace

from puur.rules.ruleset import Deals
from puur.rules.variant import Variant
from puur.rules.variants.jass import BASE_OPTIONS, JASS, MARRIAGE

SELECTION = {"trump_selection": ("random-suit", "forehand-must-choose")}
SELECTION_OPTIONS = ("trump_selection", "second_suit", "leader", "redeal_dealer")
DUTCH_OPTIONS = ("end", "direction", "packets", "pit_for_defenders", "roem_low_quartets", *SELECTION_OPTIONS)
DUTCH_CHOICES = SELECTION | {"roem_low_quartets": (0, 100)}

KLAVERJASSEN = Variant(
    rules=replace(JASS.rules, name="klaverjassen", direction="cw", trump_selection="random-suit", leader="declarer"),
    source="Italian page on Jass, Schieber, Belote and Klaverjassen: the Dutch form",
    options=(*BASE_OPTIONS, *SELECTION_OPTIONS),
    choices=MARRIAGE | SELECTION,
)

AMSTERDAM = Variant(
    rules=replace(
        KLAVERJASSEN.rules,
        name="klaverjassen-amsterdam",
        packets=(3, 2, 3),
        play="amsterdam",
        last_trick=10,
        melds="none",
        marriage="none",
        roem=True,
        contract="more-than-half",
        end=Deals(16),
    ),
    source="Dutch rules as described by pagat and the Klaverjas Unie; trump selection of the Italian page",
    options=DUTCH_OPTIONS,
    choices=DUTCH_CHOICES,
)

ROTTERDAM = Variant(
    rules=replace(AMSTERDAM.rules, name="klaverjassen-rotterdam", play="rotterdam"),
    source="Dutch rules as in public Rotterdam programs and a Dutch portal; trump selection of the Italian page",
    options=(*DUTCH_OPTIONS, "rotterdam_undertrump"),
    choices=DUTCH_CHOICES,
)
