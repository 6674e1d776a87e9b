"""Ruleset: one game of the family as frozen data, every option of docs/rules.md a typed field.

Variants (rules/variants) are instances; relatives are made with ``dataclasses.replace``. Nothing here decides a
rule: the kernel, melds, scoring and the engine's phases read these fields. Anybody may import this module.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from puur.cards import DECK_32, DECK_36, Mask

ContractCode: TypeAlias = Literal["C", "D", "H", "S", "obenabe", "undenufe"]
CONTRACT_CODES: tuple[ContractCode, ...] = ("C", "D", "H", "S", "obenabe", "undenufe")
OBENABE, UNDENUFE = 4, 5
"""A mode is an index into CONTRACT_CODES: 0..3 for a trump suit, then the two contracts without trumps."""


@dataclass(frozen=True, slots=True)
class Target:
    """The match ends when a total reaches so many points."""

    points: int


@dataclass(frozen=True, slots=True)
class Deals:
    """The match ends after so many deals."""

    count: int


End: TypeAlias = Target | Deals

TrumpSelection: TypeAlias = Literal[
    "random",  # drawn, shown to all (differenzler)
    "turn-order",  # each in turn names a suit or passes, one round (jass)
    "seven-of-hearts",  # its holder names or shoves to his partner (schieber)
    "up-card",  # take the turned card, then name another suit (belote)
    "random-suit",  # a drawn suit is accepted or passed, twice (klaverjassen)
    "forehand-must-choose",  # forehand names a suit
    "forehand-partner",  # forehand names a contract or shoves to his partner (schieber-swiss)
    "auction",  # bids, coinche, surcoinche (coinche)
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """Everything that makes one game differ from another. Section numbers are those of docs/rules.md."""

    name: str
    teams: bool = True

    # 0.2-0.6 deck, order, direction, dealing
    deck: Literal[32, 36] = 32
    order: Literal["swiss", "ten"] = "ten"
    direction: Literal["ccw", "cw"] = "ccw"
    packets: tuple[int | Literal["up"], ...] = (4, 4)
    first_forehand: Literal["random", "seven-of-hearts"] = "random"
    dealer_rule: Literal["rotate", "winners-deal"] = "rotate"
    redeal_dealer: Literal["next", "same"] = "next"

    # trump and lead
    trump_selection: TrumpSelection = "turn-order"
    trump_source: Literal["random", "bottom-card"] = "random"
    round2_suits: Literal["other", "any"] = "other"
    second_suit: Literal["distinct", "any"] = "distinct"
    leader: Literal["forehand", "declarer"] = "forehand"

    # 1 legal cards
    play: Literal["swiss", "base", "amsterdam", "rotterdam", "french"] = "base"
    undertrump: Literal["if-void", "only-trumps-left"] = "if-void"
    trump_jack_exempt: bool = False
    partner_exempt: bool = False
    head_obligation: Literal["none", "trumps", "always"] = "none"
    rotterdam_undertrump: Literal["forced", "forbidden"] = "forced"
    partner_cut: Literal["free", "no-undercut"] = "free"

    # 3.1 melds, 6.2 roem, 7 Weis
    melds: Literal["none", "seed", "swiss"] = "none"
    meld_timing: Literal["before-lead", "with-first-card"] = "before-lead"
    meld_overlap: bool = False
    meld_scope: Literal["best-player", "best-team", "all"] = "best-player"
    hundred_order: Literal["run-first", "quartet-first"] = "run-first"
    marriage: Literal["none", "meld", "separate"] = "none"
    marriage_call: Literal["first", "second"] = "second"
    roem: bool = False
    roem_low_quartets: int = 100

    # 3.2, 5, 6.2, 7, 8 scoring
    last_trick: Literal[5, 10] = 5
    slam: int = 100
    pit_for_defenders: bool = True
    contract: Literal["none", "cards-76", "more-than-half", "takers-ahead", "bid"] = "none"
    failed_last_trick: Literal["only-if-won", "always"] = "only-if-won"
    failed_melds: Literal["lost", "transferred"] = "lost"
    litige: Literal["held-over", "lost"] = "held-over"
    rounding: Literal["nearest10", "none"] = "nearest10"
    multipliers: tuple[int, int, int, int, int, int] = (1, 1, 1, 1, 1, 1)

    # 2, 9 differenzler
    estimates: bool = False
    announcement: Literal["covered", "open"] = "covered"
    exact_bonus: int = 0
    exact_bonus_zero: Literal["never", "needs-zero-trick"] = "never"
    missing_estimate: int = 0
    zero_sum_hint: bool = False

    # end of the match
    end: End = Target(2500)
    finish: Literal["after-deal", "at-once"] = "after-deal"
    finish_order: Literal["stoeck-wys-stich", "stoeck-stich-wys"] = "stoeck-wys-stich"
    tie: Literal["another-deal", "last-contract", "draw", "shared", "extra-round"] = "another-deal"

    @property
    def deck_mask(self) -> Mask:
        return DECK_36 if self.deck == 36 else DECK_32

    @property
    def hand_size(self) -> int:
        return self.deck // 4

    @property
    def tricks(self) -> int:
        return self.deck // 4

    @property
    def total(self) -> int:
        """Card points and last trick together."""
        return 152 + self.last_trick

    @property
    def sides(self) -> int:
        """How many parties score: two teams, or four players each for himself."""
        return 2 if self.teams else 4

    @property
    def contracts(self) -> tuple[ContractCode, ...]:
        """What may be made trump, or played without one."""
        if self.trump_selection == "forehand-partner":
            return CONTRACT_CODES
        return CONTRACT_CODES[:4]

    def side_of(self, seat: int) -> int:
        return seat % 2 if self.teams else seat
