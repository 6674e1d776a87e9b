"""Which cards may be played (docs/rules.md, section 1), and how its ambiguities are resolved."""

from __future__ import annotations

import pytest

from tests.rules.positions import legal, reason


def among(text: str) -> set[str]:
    return set(text.split())


@pytest.mark.parametrize(
    "variant", ["differenzler", "jass", "klaverjassen-amsterdam", "klaverjassen-rotterdam", "coinche"]
)
def test_whoever_leads_may_play_any_card(variant: str) -> None:
    assert legal(variant, "H", "", "AS JH 7D 9C") == among("AS JH 7D 9C")


# ------------------------------------------------------------------------------------- differenzler, 1.1


def test_amb_1_a_void_player_may_over_trump_and_discard_too() -> None:
    assert legal("differenzler", "H", "7S QH", "KH TH 6D") == among("KH TH 6D")
    assert legal("differenzler", "H", "7S QH", "KH 6D") == among("KH 6D")


def test_amb_2_a_void_player_with_plain_cards_may_under_trump() -> None:
    assert "TH" in legal("differenzler", "H", "7S QH", "TH 6D 7C")
    assert legal("differenzler", "H", "7S QH", "TH 6D 7C", undertrump="only-trumps-left") == among("6D 7C")
    assert reason("differenzler", "H", "7S QH", "TH 6D", "TH", undertrump="only-trumps-left") == "may-not-undertrump"


def test_amb_3_who_can_follow_and_holds_only_lower_trumps_must_follow() -> None:
    assert legal("differenzler", "H", "7S QH", "AS TH 8H") == among("AS")
    assert legal("differenzler", "H", "7S QH", "AS KH TH") == among("AS KH")
    assert reason("differenzler", "H", "7S QH", "AS TH", "TH") == "may-not-undertrump"


def test_amb_4_a_trump_is_measured_against_the_strongest_one_in_the_trick() -> None:
    assert legal("differenzler", "H", "7S KH 8H", "QS AH QH") == among("QS AH")
    assert legal("schieber-swiss", "H", "7S KH 8H", "AH QH 9D") == among("AH 9D")


def test_amb_5_on_a_trump_lead_any_trump_may_be_played() -> None:
    assert legal("differenzler", "H", "AH", "KH 6H 7D") == among("KH 6H")
    assert legal("differenzler", "H", "AH 9H", "KH 6H") == among("KH 6H")


def test_amb_6_the_jack_of_trumps_need_not_be_given_up_but_may_be() -> None:
    assert legal("differenzler", "H", "9H", "JH AS 7D") == among("JH AS 7D")
    assert legal("schieber-swiss", "H", "9H", "JH AS 7D") == among("JH AS 7D")


def test_amb_7_with_another_trump_in_hand_a_trump_must_be_played() -> None:
    assert legal("differenzler", "H", "9H", "JH 6H AS") == among("JH 6H")
    assert legal("differenzler", "H", "JH", "9H AS KD") == among("9H")
    assert reason("differenzler", "H", "9H", "JH 6H AS", "AS") == "must-follow"


def test_amb_8_ruffing_is_allowed_although_one_could_follow() -> None:
    assert legal("differenzler", "H", "7S", "AS 8S KH 6D") == among("AS 8S KH")
    assert reason("differenzler", "H", "7S", "AS KH 6D", "6D") == "must-follow"


def test_amb_9_a_ruff_need_only_not_be_an_under_trump() -> None:
    assert legal("differenzler", "H", "7S 8S", "AS 6H JH") == among("AS 6H JH")


def test_amb_10_higher_means_rank_and_not_points() -> None:
    """The ten of trumps counts 10 and the queen 3, but the queen ranks above the ten."""
    assert legal("differenzler", "H", "7S QH", "AS TH") == among("AS")
    assert legal("differenzler", "H", "7S TH", "AS QH") == among("AS QH")


def test_amb_72_with_nothing_but_trumps_the_lower_one_is_allowed_in_swiss_schieber() -> None:
    assert legal("schieber-swiss", "H", "7S QH", "TH 8H KH") == among("TH 8H KH")
    assert legal("schieber-swiss", "H", "7S QH", "TH KH 6D") == among("KH 6D")


@pytest.mark.parametrize("contract", ["obenabe", "undenufe"])
def test_without_trumps_one_follows_suit_or_plays_anything(contract: str) -> None:
    assert legal("schieber-swiss", contract, "7S", "AS 6S JH") == among("AS 6S")
    assert legal("schieber-swiss", contract, "7S", "JH JC 6D") == among("JH JC 6D")


# ------------------------------------------------------------------------------------- the base rule, 1.2


def test_amb_30_beating_the_cards_on_the_table_is_an_aim_and_no_duty() -> None:
    assert legal("jass", "S", "QS", "KS 7S AH") == among("KS 7S")
    assert legal("jass", "S", "QS", "KS 7S AH", head_obligation="trumps") == among("KS")
    assert legal("jass", "S", "QH", "KH 7H AS") == among("KH 7H")
    assert legal("jass", "S", "QH", "KH 7H AS", head_obligation="trumps") == among("KH 7H")
    assert legal("jass", "S", "QH", "KH 7H AS", head_obligation="always") == among("KH")
    assert reason("jass", "S", "QH", "KH 7H", "7H", head_obligation="always") == "must-beat"
    assert reason("jass", "S", "QS", "KS 7S", "7S", head_obligation="trumps") == "must-overtrump"
    assert legal("jass", "S", "TC", "KC 7C JS", head_obligation="always") == among("KC 7C")


def test_amb_31_among_trumps_a_void_player_is_free_but_trump_he_must() -> None:
    assert legal("jass", "S", "7C 9S", "8S JS AD") == among("8S JS")
    assert legal("jass", "S", "7C 9S", "8S 7S AD") == among("8S 7S")
    assert legal("jass", "S", "7C 9S", "8S JS AD", head_obligation="trumps") == among("JS")
    assert legal("jass", "S", "7C 9S", "8S JS AD", head_obligation="always") == among("JS")
    assert reason("jass", "S", "7C", "8S AD", "AD") == "must-trump"


def test_amb_32_the_winning_partner_is_no_exemption() -> None:
    assert legal("jass", "S", "AC 8C", "7S AD") == among("7S")
    assert legal("jass", "S", "AC 8C", "7S AD", partner_exempt=True) == among("7S AD")
    assert legal("jass", "S", "8C AC", "7S AD", partner_exempt=True) == among("7S"), "an opponent is winning"
    assert legal("jass", "S", "AC", "7S AD", partner_exempt=True) == among("7S"), (
        "the second player has no partner yet"
    )
    assert legal("jass", "S", "AS 8S", "7S AD", partner_exempt=True) == among("7S"), "trumps were led"
    assert legal("jass", "S", "AC 8C", "7C AD", partner_exempt=True) == among("7C"), "he can follow"


def test_amb_33_the_jack_of_trumps_is_not_exempt_and_following_comes_first() -> None:
    assert legal("jass", "S", "9S", "JS AH 7D") == among("JS")
    assert legal("jass", "S", "9S", "JS AH 7D", trump_jack_exempt=True) == among("JS AH 7D")
    assert legal("jass", "S", "9S", "JS 7S AH", trump_jack_exempt=True) == among("JS 7S")
    assert legal("jass", "S", "7C", "JC JS 9S AS 8S") == among("JC")
    assert reason("jass", "S", "7C", "JC JS", "JS") == "must-follow"


def test_amb_53_the_forced_ruff_applies_in_seed_schieber_and_not_in_the_swiss_one() -> None:
    assert legal("schieber", "D", "6C", "6D AH 6S") == among("6D")
    assert legal("schieber-swiss", "D", "6C", "6D AH 6S") == among("6D AH 6S")


def test_amb_59_seed_belote_knows_no_over_trumping_the_french_preset_does() -> None:
    assert legal("belote", "H", "KS TH", "9H QH AD") == among("9H QH")
    assert legal("belote", "H", "KS TH", "9H QH AD", preset="french") == among("9H")


# -------------------------------------------------------------------------------- Amsterdam and Rotterdam


AMSTERDAM, ROTTERDAM = "klaverjassen-amsterdam", "klaverjassen-rotterdam"


@pytest.mark.parametrize("variant", [AMSTERDAM, ROTTERDAM, "coinche"])
def test_a_led_trump_must_be_beaten_even_if_it_is_the_partners(variant: str) -> None:
    assert legal(variant, "C", "QC 7C", "TC 8C AD") == among("TC")
    assert legal(variant, "C", "QC AC", "TC KC 8H") == among("TC KC"), "nothing higher: any trump"
    assert legal(variant, "C", "QC", "AD 8H") == among("AD 8H"), "no trumps: anything"


@pytest.mark.parametrize("variant", [AMSTERDAM, ROTTERDAM, "coinche"])
def test_who_can_follow_follows_with_any_card_of_the_suit(variant: str) -> None:
    assert legal(variant, "C", "TD", "AD 8D JC") == among("AD 8D")
    assert legal(variant, "C", "TD TC", "8D QC") == among("8D")


@pytest.mark.parametrize("variant", [AMSTERDAM, ROTTERDAM, "coinche"])
def test_an_opponents_card_must_be_trumped_and_over_trumped(variant: str) -> None:
    assert legal(variant, "C", "KD", "7C QC AH") == among("7C QC")
    assert legal(variant, "C", "AD TC", "9C 8C AH") == among("9C")
    assert legal(variant, "C", "AD TC", "AH 7S") == among("AH 7S")
    assert reason(variant, "C", "AD TC", "9C 8C AH", "8C") == "must-overtrump"
    assert reason(variant, "C", "AD TC", "9C 8C AH", "AH") == "must-trump"


def test_amb_64_amsterdam_frees_who_sees_his_partner_win_but_for_under_trumping() -> None:
    assert legal(AMSTERDAM, "C", "AD 8D", "7C QC AH") == among("7C QC AH")
    assert legal(AMSTERDAM, "C", "AD TC 8D", "9C 8C AH") == among("9C AH")
    assert legal(AMSTERDAM, "C", "AD TC 8D", "8C 7C") == among("8C 7C"), "nothing but lower trumps"
    assert legal(AMSTERDAM, "C", "AD TC 8D", "9C 8C") == among("9C")


def test_amb_64_amsterdam_under_trumps_an_opponent_only_with_nothing_else() -> None:
    assert legal(AMSTERDAM, "C", "AD TC", "8C 7C AH") == among("AH")
    assert legal(AMSTERDAM, "C", "AD TC", "8C 7C") == among("8C 7C")
    assert reason(AMSTERDAM, "C", "AD TC", "8C AH", "8C") == "may-not-undertrump"


def test_amb_64_rotterdam_forces_the_under_trump_unless_the_option_forbids_it() -> None:
    assert legal(ROTTERDAM, "C", "AD TC", "8C 7C AH") == among("8C 7C")
    assert legal(ROTTERDAM, "C", "AD TC", "8C 7C AH", rotterdam_undertrump="forbidden") == among("AH")
    assert legal(ROTTERDAM, "C", "AD TC", "8C 7C", rotterdam_undertrump="forbidden") == among("8C 7C")
    assert legal(ROTTERDAM, "C", "AD 8D", "7C QC AH") == among("7C QC"), "the partner must be trumped too"


# -------------------------------------------------------------------------------------------- France, 1.5


def test_in_france_a_winning_partner_leaves_one_free() -> None:
    assert legal("coinche", "S", "AD 8D", "7S AH") == among("7S AH")
    assert legal("coinche", "S", "AD 9S", "8S 7S AH") == among("8S 7S"), (
        "an opponent's cut: under-cut if one cannot over-cut"
    )


def test_amb_71_one_may_under_cut_the_partner_unless_the_option_forbids_it() -> None:
    assert legal("coinche", "S", "AD 9S 8D", "JS 7S AH") == among("JS 7S AH")
    assert legal("coinche", "S", "AD 9S 8D", "JS 7S AH", partner_cut="no-undercut") == among("JS AH")
    assert legal("coinche", "S", "AD 9S 8D", "8S 7S AH", partner_cut="no-undercut") == among("8S 7S AH")
    assert reason("coinche", "S", "AD 9S 8D", "JS 7S AH", "7S", partner_cut="no-undercut") == "may-not-undertrump"


def test_a_card_that_is_not_in_the_hand_is_refused_for_that() -> None:
    assert reason("jass", "S", "AD", "KD", "AH") == "not-in-hand"
    assert reason("jass", "S", "", "KD", "AH") == "not-in-hand"
