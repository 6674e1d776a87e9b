"""What a deal and a match are worth (docs/rules.md, sections 2, 3.2, 5, 6.2, 7, 8, 9)."""

from __future__ import annotations

from typing import Any

import pytest

from puur.rules.scoring import (
    Score,
    Tally,
    estimate_penalties,
    first_to_target,
    match_places,
    places,
    score_deal,
    slam_team,
    valid_estimate,
)
from puur.rules.variants import ruleset
from tests.rules.positions import mode_of


def score(
    variant: str, declarers: int, cards: int, last: int, options: dict[str, Any] | None = None, **tally: Any
) -> Score:
    """A deal in which team 0 took so many card points. Tricks are shared unless they are given."""
    rules = ruleset(variant, options)
    half = rules.tricks // 2
    tricks = tally.pop("tricks", (half, rules.tricks - half))
    return score_deal(
        rules,
        Tally(cards=(cards, 152 - cards), tricks=tricks, last_trick=last, declarers=declarers, **tally),
    )


# ------------------------------------------------------------------------------------------ the 76 rule, 3.2


def test_amb_34_the_contract_is_made_with_card_points_only() -> None:
    assert score("jass", 0, 75, last=0) == Score((0, 152), made=False), "75 and 5 for the last trick fail"
    assert score("jass", 0, 75, last=1, melds=(100, 0)) == Score((0, 157), made=False), "melds do not help"


def test_amb_35_76_of_152_is_enough() -> None:
    assert score("jass", 0, 76, last=0) == Score((81, 76), made=True)
    assert score("belote", 1, 76, last=0) == Score((81, 76), made=True)


def test_amb_36_the_five_of_failed_declarers_vanish() -> None:
    assert score("jass", 0, 75, last=0) == Score((0, 152), made=False)
    assert score("jass", 0, 75, last=1) == Score((0, 157), made=False)
    assert score("jass", 0, 75, last=0, options={"failed_last_trick": "always"}) == Score((0, 157), made=False)
    assert score("jass", 0, 75, last=1, options={"failed_last_trick": "always"}) == Score((0, 157), made=False)


def test_amb_37_the_melds_of_failed_declarers_are_lost_or_transferred() -> None:
    assert score("jass", 0, 70, last=1, melds=(100, 0)) == Score((0, 157), made=False)
    assert score("jass", 0, 70, last=1, melds=(100, 0), options={"failed_melds": "transferred"}) == Score(
        (0, 257), made=False
    )
    assert score("jass", 1, 82, last=0, melds=(20, 100)) == Score((177, 0), made=False), "defenders keep theirs"


def test_amb_44_a_marriage_that_counts_apart_stays_with_its_holder() -> None:
    options = {"marriage": "separate"}
    assert score("jass", 0, 70, last=1, marriage=(20, 0), options=options) == Score((20, 157), made=False)
    assert score("jass", 0, 80, last=1, marriage=(0, 20), options=options) == Score((80, 97), made=True)


def test_amb_68_a_slam_is_counted_in_tricks_and_pays_the_defenders_too() -> None:
    assert score("jass", 0, 152, last=0, tricks=(8, 0)) == Score((257, 0), made=True)
    assert score("jass", 0, 0, last=1, tricks=(0, 8)) == Score((0, 257), made=False)
    assert score("jass", 0, 152, last=0, tricks=(7, 1)) == Score((157, 0), made=True), "a worthless trick was lost"
    assert slam_team(Tally(cards=(152, 0), tricks=(7, 1), last_trick=0)) is None


def test_the_defenders_have_no_threshold() -> None:
    assert score("jass", 0, 100, last=0, melds=(0, 50)) == Score((105, 102), made=True)


def test_amb_63_the_seed_klaverjassen_scores_like_jass_and_the_dutch_games_do_not() -> None:
    assert score("klaverjassen", 0, 76, last=1) == Score((76, 81), made=True)
    assert score("klaverjassen-amsterdam", 0, 76, last=1) == Score((0, 162), made=False)


# ------------------------------------------------------------------------------------- Dutch klaverjassen, 6.2


DUTCH = ("klaverjassen-amsterdam", "klaverjassen-rotterdam")


@pytest.mark.parametrize("variant", DUTCH)
def test_amb_65_equality_is_nat(variant: str) -> None:
    assert score(variant, 0, 81, last=1) == Score((0, 162), made=False)
    assert score(variant, 0, 82, last=1) == Score((82, 80), made=True)
    assert score(variant, 1, 81, last=1) == Score((162, 0), made=False)


@pytest.mark.parametrize("variant", DUTCH)
def test_roem_counts_towards_the_contract_and_goes_over_at_nat(variant: str) -> None:
    assert score(variant, 0, 90, last=0, roem=(0, 50)) == Score((0, 212), made=False)
    assert score(variant, 0, 50, last=1, roem=(20, 0)) == Score((0, 182), made=False)
    assert score(variant, 0, 70, last=0, roem=(20, 0)) == Score((100, 82), made=True)


@pytest.mark.parametrize("variant", DUTCH)
def test_amb_66_a_pit_pays_100_to_the_defenders_too_unless_the_option_says_no(variant: str) -> None:
    assert score(variant, 0, 152, last=0, tricks=(8, 0), roem=(20, 0)) == Score((282, 0), made=True)
    assert score(variant, 0, 0, last=1, tricks=(0, 8), roem=(0, 20)) == Score((0, 282), made=False)
    without = {"pit_for_defenders": False}
    assert score(variant, 0, 0, last=1, tricks=(0, 8), roem=(0, 20), options=without) == Score((0, 182), made=False)
    assert score(variant, 0, 152, last=0, tricks=(8, 0), options=without) == Score((262, 0), made=True)


# -------------------------------------------------------------------------------------------- swiss schieber, 7


@pytest.mark.parametrize(
    ("contract", "factor"), [("H", 1), ("D", 1), ("S", 2), ("C", 2), ("obenabe", 3), ("undenufe", 3)]
)
def test_everything_is_multiplied_by_the_contract(contract: str, factor: int) -> None:
    made = score("schieber-swiss", 0, 90, last=1, melds=(50, 0), marriage=(0, 20), mode=mode_of(contract))
    assert made == Score((factor * 140, factor * (62 + 5 + 20)))
    match = score("schieber-swiss", 0, 152, last=0, tricks=(9, 0), mode=mode_of(contract))
    assert match == Score((factor * 257, 0))


def test_profiles_1000_and_tournament_do_not_multiply_and_the_latter_knows_no_match_bonus() -> None:
    for profile in (1000, "tournament"):
        options = {"profile": profile}
        assert score("schieber-swiss", 0, 95, last=0, mode=3, options=options) == Score((100, 57))
    tournament = score("schieber-swiss", 0, 152, last=0, tricks=(9, 0), mode=5, options={"profile": "tournament"})
    assert tournament == Score((157, 0))


def test_melds_that_the_rules_do_not_count_are_worth_nothing() -> None:
    tournament = {"profile": "tournament"}
    told = score("schieber-swiss", 0, 95, last=0, mode=0, melds=(50, 0), marriage=(0, 20), options=tournament)
    assert told == Score((100, 57))
    assert score("klaverjassen-amsterdam", 0, 90, last=0, melds=(100, 0)) == Score((100, 62), made=True)


# ------------------------------------------------------------------------------------------- french belote, 5


FRENCH = {"preset": "french"}


def test_takers_must_be_ahead_with_everything_counted() -> None:
    assert score("belote", 0, 80, last=1, options=FRENCH) == Score((0, 162), made=False), "80 against 72 and 10"
    assert score("belote", 0, 80, last=1, marriage=(20, 0), options=FRENCH) == Score((100, 82), made=True)
    assert score("belote", 0, 100, last=0, melds=(0, 50), options=FRENCH) == Score((110, 102), made=True)


def test_failed_takers_lose_all_but_their_belote() -> None:
    failed = score("belote", 0, 50, last=1, melds=(20, 50), marriage=(20, 0), options=FRENCH)
    assert failed == Score((20, 162 + 70), made=False)
    assert score("belote", 1, 100, last=0, marriage=(20, 0), options=FRENCH) == Score((182, 0), made=False)


def test_a_french_capot_is_252() -> None:
    assert score("belote", 0, 152, last=0, tricks=(8, 0), options=FRENCH) == Score((252, 0), made=True)
    assert score("belote", 0, 0, last=1, tricks=(0, 8), options=FRENCH) == Score((0, 252), made=False)


def test_litige_holds_the_takers_points_over_for_the_next_winner() -> None:
    undecided = score("belote", 0, 81, last=1, options=FRENCH)
    assert undecided == Score((0, 81), made=None, carry=81)
    again = score("belote", 1, 81, last=1, options=FRENCH, carry=81)
    assert again == Score((81, 0), made=None, carry=162)
    assert score("belote", 0, 100, last=0, options=FRENCH, carry=81) == Score((191, 52), made=True)
    assert score("belote", 0, 50, last=1, options=FRENCH, carry=81) == Score((0, 243), made=False)
    assert score("belote", 0, 81, last=1, options={**FRENCH, "litige": "lost"}) == Score((0, 162), made=False)


# ------------------------------------------------------------------------------------------------- coinche, 8


def test_a_bid_of_80_needs_82() -> None:
    assert score("coinche", 0, 71, last=0, bid=80) == Score((0, 240), made=False)
    assert score("coinche", 0, 72, last=0, bid=80) == Score((160, 80), made=True)


def test_a_higher_bid_needs_its_points_and_belote_counts_towards_it() -> None:
    assert score("coinche", 0, 74, last=0, bid=100, marriage=(20, 0)) == Score((200, 80), made=True)
    assert score("coinche", 0, 74, last=0, bid=100) == Score((0, 260), made=False)
    assert score("coinche", 1, 74, last=0, bid=90, marriage=(0, 20)) == Score((80, 190), made=True)


def test_coinche_and_surcoinche_multiply_the_bid() -> None:
    assert score("coinche", 0, 90, last=0, bid=100, multiplier=2) == Score((300, 60), made=True)
    assert score("coinche", 0, 90, last=0, bid=110, multiplier=4, marriage=(0, 20)) == Score((0, 620), made=False)


def test_capot_bid_or_not() -> None:
    all_tricks: dict[str, Any] = {"tricks": (8, 0), "marriage": (20, 0)}
    assert score("coinche", 0, 152, last=0, bid=100, **all_tricks) == Score((370, 0), made=True)
    assert score("coinche", 0, 152, last=0, bid=160, multiplier=2, tricks=(8, 0)) == Score((570, 0), made=True)
    assert score("coinche", 0, 152, last=0, bid="capot", **all_tricks) == Score((520, 0), made=True)
    assert score("coinche", 0, 140, last=0, bid="capot", tricks=(7, 1), marriage=(20, 0)) == Score(
        (20, 500), made=False
    )


def test_points_are_rounded_to_the_nearest_ten_five_goes_up() -> None:
    assert score("coinche", 0, 95, last=0, bid=100) == Score((210, 60), made=True), "105 to 110, 57 to 60"
    assert score("coinche", 0, 94, last=0, bid=100) == Score((200, 60), made=True), "104 to 100, 58 to 60"
    assert score("coinche", 0, 112, last=0, bid=100, options={"rounding": "none"}) == Score((222, 40), made=True)


def test_announcements_count_towards_the_bid_where_they_are_on() -> None:
    on = {"announcements": True}
    assert score("coinche", 0, 80, last=0, bid=110, melds=(20, 0), options=on) == Score((220, 70), made=True)
    assert score("coinche", 0, 60, last=0, bid=110, melds=(0, 50), options=on) == Score((0, 320), made=False)


# -------------------------------------------------------------------------------------------- differenzler, 2


def test_amb_14_whole_numbers_from_0_to_157_may_be_estimated() -> None:
    rules = ruleset("differenzler")
    assert [n for n in (-1, 0, 1, 78, 156, 157, 158) if valid_estimate(rules, n)] == [0, 1, 78, 156, 157]


def test_amb_21_over_and_under_by_as_much_cost_as_much() -> None:
    rules = ruleset("differenzler")
    assert estimate_penalties(rules, (50, 40, 30, 37), (40, 50, 30, 37), (3, 3, 1, 2)) == (10, 10, 0, 0)


def test_amb_23_and_24_the_last_trick_is_part_of_the_157_and_there_is_no_match_bonus() -> None:
    rules = ruleset("differenzler")
    assert rules.total == 157
    assert rules.slam == 0
    assert estimate_penalties(rules, (157, 0, 0, 0), (157, 0, 0, 0), (9, 0, 0, 0)) == (0, 0, 0, 0)


def test_an_exact_hit_may_earn_a_bonus() -> None:
    bonus = ruleset("differenzler", {"exact_bonus": 10})
    hit = ((40, 50, 0, 37), (40, 80, 0, 37))
    assert estimate_penalties(bonus, *hit, (2, 4, 0, 3)) == (-10, 30, 0, -10)
    zero = ruleset("differenzler", {"exact_bonus": 10, "exact_bonus_zero": "needs-zero-trick"})
    assert estimate_penalties(zero, *hit, (2, 3, 1, 3)) == (-10, 30, -10, -10)
    assert estimate_penalties(zero, *hit, (2, 4, 0, 3)) == (-10, 30, 0, -10)


def test_amb_18_equal_totals_share_their_place() -> None:
    assert places((15, 15, 34, 15), lowest_wins=True) == (1, 1, 4, 1)
    assert places((15, 20, 20, 30), lowest_wins=True) == (1, 2, 2, 4)
    assert places((100, 200), lowest_wins=False) == (2, 1)


# ------------------------------------------------------------------------------------------- end of a match


def test_amb_13_a_match_of_differenzler_ends_after_its_rounds() -> None:
    rules = ruleset("differenzler")
    assert match_places(rules, (1, 2, 3, 4), 7) is None
    assert match_places(rules, (1, 2, 3, 4), 8) == (1, 2, 3, 4)


def test_amb_18_a_shared_first_place_stands_or_is_played_out() -> None:
    assert match_places(ruleset("differenzler"), (9, 9, 10, 11), 8) == (1, 1, 3, 4)
    extra = ruleset("differenzler", {"tie": "extra-round"})
    assert match_places(extra, (9, 9, 10, 11), 8) is None
    assert match_places(extra, (19, 12, 20, 30), 9) == (2, 1, 3, 4)
    assert match_places(extra, (8, 9, 9, 11), 8) == (1, 2, 2, 4), "the lower places may be shared"


def test_amb_45_the_target_is_checked_after_the_deal_and_the_higher_total_wins() -> None:
    rules = ruleset("jass")
    assert match_places(rules, (2499, 1200), 9) is None
    assert match_places(rules, (2510, 2400), 9) == (1, 2)
    assert match_places(rules, (2510, 2600), 9) == (2, 1)
    assert match_places(rules, (2500, 2500), 9) is None


def test_amb_45_or_the_match_ends_after_so_many_deals() -> None:
    rules = ruleset("jass", {"end": {"deals": 16}})
    assert match_places(rules, (3000, 10), 15) is None
    assert match_places(rules, (1800, 1810), 16) == (2, 1)
    assert match_places(rules, (1800, 1800), 16) is None


def test_a_tournament_may_end_in_a_draw() -> None:
    rules = ruleset("schieber-swiss", {"profile": "tournament"})
    assert match_places(rules, (900, 900), 12) == (1, 1)


def test_at_equality_coinche_goes_to_the_side_that_won_the_last_contract() -> None:
    rules = ruleset("coinche")
    assert match_places(rules, (2100, 2100), 9, last_contract_winner=0) == (1, 2)
    assert match_places(rules, (2100, 2100), 9, last_contract_winner=1) == (2, 1)
    assert match_places(rules, (2100, 2100), 9) is None
    assert match_places(rules, (2100, 2110), 9, last_contract_winner=0) == (2, 1)


def test_who_reaches_the_target_first_wins_by_the_order_of_counting() -> None:
    rules = ruleset("schieber-swiss")
    other = ruleset("schieber-swiss", {"finish_order": "stoeck-stich-wys"})
    assert first_to_target(rules, (2480, 2470), [("trick", 1, 40), ("weis", 1, 50), ("stoeck", 0, 20)]) == 0
    assert first_to_target(rules, (2480, 2470), [("trick", 0, 30), ("weis", 1, 50)]) == 1
    assert first_to_target(other, (2480, 2470), [("trick", 0, 30), ("weis", 1, 50)]) == 0
    assert first_to_target(rules, (2400, 2400), [("trick", 0, 30)]) is None
