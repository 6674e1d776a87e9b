"""Schieber as it is played in Switzerland (docs/rules.md, section 7).

Forehand names a suit, obenabe or undenufe, or shoves to his partner; Weis and Stoeck; the game stops the moment
a team reaches the target.
"""

from puur.rules.ruleset import Deals, Ruleset, Target
from puur.rules.variant import Variant

PLAIN = (1, 1, 1, 1, 1, 1)
DOUBLED = (2, 1, 1, 2, 3, 3)
"""Clubs and spades twice, obenabe and undenufe three times."""
PROFILES = {
    2500: {"end": Target(2500), "multipliers": DOUBLED},
    1000: {"end": Target(1000), "multipliers": PLAIN},
    "tournament": {
        "end": Deals(12),
        "multipliers": PLAIN,
        "melds": "none",
        "marriage": "none",
        "slam": 0,
        "finish": "after-deal",
        "tie": "draw",
    },
}
WEIS = {"full": {}, "small": {"melds": "seed", "meld_overlap": False}}

SCHIEBER_SWISS = Variant(
    rules=Ruleset(
        name="schieber-swiss",
        deck=36,
        order="swiss",
        packets=(3, 3, 3),
        first_forehand="seven-of-hearts",
        trump_selection="forehand-partner",
        play="swiss",
        undertrump="only-trumps-left",
        melds="swiss",
        meld_timing="with-first-card",
        meld_overlap=True,
        meld_scope="best-team",
        marriage="separate",
        multipliers=DOUBLED,
        finish="at-once",
        tie="another-deal",
    ),
    source="Swiss Schieber as described by Swisslos, jasswelt.ch, jassonkel.ch, swissjass.ch and pagat",
    options=(
        "profile",
        "weis",
        "meld_overlap",
        "undertrump",
        "first_forehand",
        "finish_order",
        "end",
        "direction",
        "packets",
    ),
    presets={"weis": WEIS, "profile": PROFILES},
)
