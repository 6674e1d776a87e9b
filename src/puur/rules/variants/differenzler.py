"""Differenzler with covered estimates: the Swisslos regulations, articles 1 to 4 (docs/rules.md, section 2).

Every player for himself: estimate one's own points, then come as near to them as one can.
"""

from puur.rules.ruleset import Deals, Ruleset
from puur.rules.variant import Variant

DIFFERENZLER = Variant(
    rules=Ruleset(
        name="differenzler",
        teams=False,
        deck=36,
        order="swiss",
        packets=(3, 3, 3),
        trump_selection="random",
        play="swiss",
        undertrump="if-void",
        slam=0,
        estimates=True,
        end=Deals(8),
        tie="shared",
    ),
    source="Swisslos, regulations of Differenzler with covered announcement (IT, DE, FR), art. 1-4",
    options=(
        "rounds",
        "announcement",
        "exact_bonus",
        "exact_bonus_zero",
        "undertrump",
        "trump_source",
        "missing_estimate",
        "tie",
        "zero_sum_hint",
        "first_forehand",
        "direction",
    ),
    choices={"tie": ("shared", "extra-round"), "first_forehand": ("random",)},
)
