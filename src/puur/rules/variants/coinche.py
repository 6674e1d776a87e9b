"""Coinche: Belote with an auction (docs/rules.md, section 8). Suit contracts only.

Bids from 80 to 160 and capot, doubled by coinche and surcoinche; belote counts towards the contract.
"""

from puur.rules.ruleset import Ruleset, Target
from puur.rules.variant import Variant

ANNOUNCEMENTS = {
    False: {},
    True: {"melds": "seed", "meld_scope": "best-team", "hundred_order": "quartet-first"},
}

COINCHE = Variant(
    rules=Ruleset(
        name="coinche",
        packets=(3, 2, 3),
        trump_selection="auction",
        play="french",
        last_trick=10,
        slam=0,
        marriage="separate",
        marriage_call="first",
        contract="bid",
        end=Target(2000),
        tie="last-contract",
    ),
    source="Coinche as described by pagat and French clubs; suit contracts only",
    options=("end", "announcements", "rounding", "partner_cut", "redeal_dealer", "direction", "packets"),
    presets={"announcements": ANNOUNCEMENTS},
)
