"""Jass, the base game of the Italian page on the family (docs/rules.md, section 3).

32 cards, tens high, a duty to follow and to trump, 76 card points to make the contract.
"""

from puur.rules.ruleset import Ruleset
from puur.rules.variant import Variant

PLAY_OPTIONS = ("head_obligation", "trump_jack_exempt", "partner_exempt")
MELD_OPTIONS = ("meld_scope", "meld_overlap", "hundred_order", "marriage")
CONTRACT_OPTIONS = ("failed_last_trick", "failed_melds")
BASE_OPTIONS = (
    "end",
    "direction",
    "packets",
    *PLAY_OPTIONS,
    *MELD_OPTIONS,
    *CONTRACT_OPTIONS,
)
MARRIAGE = {"marriage": ("meld", "separate")}

JASS = Variant(
    rules=Ruleset(
        name="jass",
        trump_selection="turn-order",
        play="base",
        contract="cards-76",
        melds="seed",
        marriage="meld",
    ),
    source="Italian page on Jass, Schieber, Belote and Klaverjassen: the base game",
    options=(*BASE_OPTIONS, "deck", "redeal_dealer"),
    choices=MARRIAGE,
)
