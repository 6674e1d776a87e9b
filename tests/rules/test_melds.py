"""Melds, Weis, marriage and roem: what they are, what they count, which is better (docs/rules.md, 3.1, 6.2, 7)."""

from __future__ import annotations

from typing import Any

import pytest

from puur.cards import codes_of
from puur.rules.melds import Meld, classify, compare, competes, find_melds, roem
from puur.rules.variants import ruleset
from tests.rules.positions import cards, mode_of


def found(variant: str, trump: str, hand: str, **options: Any) -> list[tuple[str, int, str]]:
    """The melds of a hand, best first."""
    melds = find_melds(ruleset(variant, options), mode_of(trump), cards(hand))
    return [(meld.kind, meld.points, " ".join(codes_of(meld.cards))) for meld in melds]


def contest(
    variant: str, trump: str, forehand: int, declared: dict[int, list[str]], **options: Any
) -> tuple[int | None, tuple[int, int]]:
    """Who holds the best meld, and what each team gets."""
    rules, mode = ruleset(variant, options), mode_of(trump)
    melds: dict[int, list[Meld]] = {}
    for seat, groups in declared.items():
        melds[seat] = []
        for group in groups:
            meld = classify(rules, mode, cards(group))
            assert meld is not None
            melds[seat].append(meld)
    result = compare(rules, mode, forehand, melds)
    return result.best, result.points


def test_amb_40_runs_follow_the_natural_order() -> None:
    assert found("jass", "S", "AC TC KC 7D 8H 9S JS QH") == []
    assert found("jass", "S", "AC QC KC 7D 8H 9S JS QH") == [("run", 20, "QC KC AC")]


def test_runs_by_length_in_the_seed_games() -> None:
    assert found("jass", "S", "7D 8D 9D TD QC KH AS JC") == [("run", 50, "7D 8D 9D TD")]
    assert found("jass", "S", "7D 8D 9D TD JD KH AS JC") == [("run", 100, "7D 8D 9D TD JD")]
    assert found("schieber", "S", "6D 7D 8D KH AS JC TC AC 9H") == [("run", 20, "6D 7D 8D")]


def test_amb_43_a_run_is_not_split() -> None:
    assert found("jass", "S", "7H 8H 9H TH JH QH KH AH") == [("run", 100, "7H 8H 9H TH JH QH KH AH")]


def test_four_of_a_rank_in_the_seed_games() -> None:
    assert found("jass", "H", "JC JD JH JS 7C 8D 9C AH") == [("four", 200, "JC JD JH JS")]
    assert found("jass", "H", "9C 9D 9H 9S AC KD 7H JS") == [("four", 150, "9C 9D 9H 9S")]
    for rank in "AKQT":
        four = " ".join(rank + suit for suit in "CDHS")
        assert ("four", 100, four) in found("jass", "H", four)
    for rank in "87":
        assert found("jass", "H", " ".join(rank + suit for suit in "CDHS")) == []
    assert found("schieber", "D", "6C 6D 6H 6S AC KD 9H JS TC") == []


def test_amb_42_a_card_serves_in_one_meld_only_but_for_the_marriage() -> None:
    hand = "JC JD JH JS TC 9C QD KD"
    assert found("jass", "H", hand) == [("four", 200, "JC JD JH JS")]
    assert found("jass", "D", hand) == [("four", 200, "JC JD JH JS"), ("marriage", 20, "QD KD")]
    assert found("jass", "H", hand, meld_overlap=True) == [
        ("four", 200, "JC JD JH JS"),
        ("run", 20, "JD QD KD"),
        ("run", 20, "9C TC JC"),
    ]


def test_amb_42_of_several_ways_to_use_the_cards_the_dearest_counts() -> None:
    """Four queens break the run of five; at 100 each, the better meld is kept. Four tens leave a run of four."""
    assert found("jass", "S", "QC QD QH QS TH JH KH AH") == [("run", 100, "TH JH QH KH AH")]
    assert found("jass", "S", "QC QD QH QS TH JH KH AH", hundred_order="quartet-first") == [
        ("four", 100, "QC QD QH QS")
    ]
    assert found("jass", "S", "TC TD TH TS JH QH KH AH") == [("four", 100, "TC TD TH TS"), ("run", 50, "JH QH KH AH")]
    assert found("jass", "S", "AC AD AH AS KC KD KH KS") == [
        ("four", 100, "AC AD AH AS"),
        ("four", 100, "KC KD KH KS"),
    ]


def test_the_marriage_is_king_and_queen_of_trumps_in_one_hand() -> None:
    assert found("jass", "H", "KH QH 7D 8C TH AC 9D JS") == [("marriage", 20, "QH KH")]
    assert found("jass", "S", "KH QH 7D 8C TH AC 9D JS") == []
    assert found("schieber-swiss", "undenufe", "KH QH AH 6C 7C 9S TS 8D JD") == [("run", 20, "QH KH AH")]
    assert found("coinche", "H", "KH QH AH 8C TC 9S TS 8D") == [("marriage", 20, "QH KH")]
    assert found("klaverjassen-amsterdam", "H", "KH QH AH 8C TC 9S TS 8D") == []


def test_swiss_weis_by_length_and_rank() -> None:
    points = [
        meld.points
        for length in range(3, 10)
        if (meld := classify(ruleset("schieber-swiss"), 0, ((1 << length) - 1) << 27))
    ]
    assert points == [20, 50, 100, 150, 200, 250, 300]
    for rank, worth in zip("JTAKQ876", (200, *[100] * 7), strict=True):
        four = " ".join(rank + suit for suit in "CDHS")
        assert found("schieber-swiss", "H", four)[0] == ("four", worth, " ".join(rank + s for s in "CDHS"))
    assert found("schieber-swiss", "H", "9C 9D 9H 9S")[0][1] == 150


def test_swiss_weis_may_overlap_and_the_small_one_may_not() -> None:
    hand = "KC KD KH KS QH JH TH 6C 8D"
    assert [points for _, points, _ in found("schieber-swiss", "C", hand)] == [100, 50]
    assert [points for _, points, _ in found("schieber-swiss", "C", hand, weis="small")] == [100, 20]
    assert found("schieber-swiss", "C", "6H 7H 8H 9H TH JH 6C 6D 6S", weis="small") == [
        ("run", 100, "6H 7H 8H 9H TH JH")
    ]
    assert found("schieber-swiss", "C", "8C 8D 8H 8S", weis="small") == []


def test_what_is_no_meld() -> None:
    jass = ruleset("jass")
    for group in ("AH", "AH KH", "AH KH JH", "AH KH QS", "7C 7D 7H 7S", "7C 7D 7H", "AH KH QH 9H 8H 7H"):
        assert classify(jass, 0, cards(group)) is None
    assert classify(jass, 0, 0) is None
    assert classify(ruleset("coinche"), 0, cards("AH KH QH")) is None
    marriage = classify(ruleset("coinche"), 2, cards("KH QH"))
    assert marriage == Meld("marriage", 20, cards("KH QH"))
    assert marriage.size == 2
    assert marriage.suit == 2
    four = classify(jass, 2, cards("AC AD AH AS"))
    assert four is not None
    assert four.suit is None


# ------------------------------------------------------------------------------------------- comparison


def test_amb_47_more_points_then_more_cards_then_the_higher_top() -> None:
    assert contest("jass", "S", 0, {0: ["AC KC QC"], 1: ["KH QH JH"]}) == (0, (20, 0))
    assert contest("jass", "S", 0, {0: ["TC TD TH TS"], 1: ["KH QH JH"]}) == (0, (100, 0))
    assert contest("schieber", "S", 0, {0: ["KC KD KH KS"], 1: ["TH 9H 8H 7H 6H"]}) == (1, (0, 100))
    assert contest("schieber", "S", 0, {0: ["AH KH QH JH TH"], 1: ["JC TC 9C 8C 7C 6C"]}) == (1, (0, 100))
    assert contest("jass", "S", 0, {0: ["KC KD KH KS"], 1: ["AC AD AH AS"]}) == (1, (0, 100))


def test_amb_47_quartets_may_be_put_above_runs_of_100() -> None:
    declared = {0: ["KC KD KH KS"], 1: ["TH 9H 8H 7H 6H"]}
    assert contest("schieber", "S", 0, declared, hundred_order="quartet-first") == (0, (100, 0))
    assert contest("belote", "S", 0, {0: ["KC KD KH KS"], 1: ["AH KH QH JH TH"]}, preset="french") == (0, (100, 0))


def test_amb_47_a_run_in_trumps_beats_its_equal_and_then_the_earlier_seat_wins() -> None:
    assert contest("jass", "H", 0, {0: ["AC KC QC"], 1: ["AH KH QH"]}) == (1, (0, 20))
    assert contest("jass", "S", 0, {0: ["AC KC QC"], 1: ["AH KH QH"]}) == (0, (20, 0))
    assert contest("jass", "S", 1, {0: ["AC KC QC"], 1: ["AH KH QH"]}) == (1, (0, 20))
    assert contest("jass", "S", 2, {0: ["AC KC QC"], 1: ["AH KH QH"]}) == (0, (20, 0))


def test_amb_38_only_the_holder_of_the_best_meld_scores() -> None:
    declared = {0: ["AC KC QC JC"], 2: ["9H 8H 7H"], 1: ["AD KD QD"]}
    assert contest("jass", "S", 0, declared) == (0, (50, 0))
    assert contest("jass", "S", 0, declared, meld_scope="best-team") == (0, (70, 0))
    assert contest("jass", "S", 0, declared, meld_scope="all") == (0, (70, 20))


def test_amb_39_the_holder_of_the_best_meld_scores_all_his_melds() -> None:
    assert contest("jass", "S", 0, {1: ["AC KC QC JC", "9H 8H 7H"], 0: ["AD KD QD"]}) == (1, (0, 70))


def test_amb_44_the_marriage_competes_as_the_lowest_meld_or_counts_apart() -> None:
    declared = {0: ["KS QS"], 1: ["9H 8H 7H"]}
    assert contest("jass", "S", 0, declared) == (1, (0, 20))
    assert contest("jass", "S", 0, {0: ["KS QS"]}) == (0, (20, 0))
    assert contest("jass", "S", 0, declared, marriage="separate") == (1, (20, 20))
    assert contest("jass", "S", 0, {0: ["KS QS"]}, marriage="separate") == (None, (20, 0))
    jass = ruleset("jass", {"marriage": "separate"})
    assert not competes(jass, Meld("marriage", 20, cards("KS QS")))


def test_nobody_declares_nobody_scores() -> None:
    assert contest("jass", "S", 0, {}) == (None, (0, 0))


def test_swiss_weis_scores_for_both_partners_and_turns_its_tops_in_undenufe() -> None:
    declared = {0: ["AH KH QH JH TH 9H"], 1: ["9C 8C 7C"], 2: ["8D 7D 6D"]}
    assert contest("schieber-swiss", "S", 0, declared) == (0, (170, 0))
    assert contest("schieber-swiss", "undenufe", 0, {0: ["AH KH QH"], 1: ["8D 7D 6D"]}) == (1, (0, 20))
    assert contest("schieber-swiss", "obenabe", 0, {0: ["AH KH QH"], 1: ["8D 7D 6D"]}) == (0, (20, 0))
    assert contest("schieber-swiss", "undenufe", 0, {0: ["AC AD AH AS"], 1: ["6C 6D 6H 6S"]}) == (1, (0, 100))


# ------------------------------------------------------------------------------------------------- roem


@pytest.mark.parametrize(
    ("trick", "points"),
    [
        ("9D TD JD 7C", 20),
        ("TH JH QH KH", 50),
        ("JC QC KC 7D", 40),
        ("TC JC QC KC", 70),
        ("JC QC KC AC", 70),
        ("KC QC 7D 8H", 20),
        ("KD QD 7C 9H", 0),
        ("AD TD KD 7S", 0),
        ("JC JD JH JS", 200),
        ("AC AD AH AS", 100),
        ("TC TD TH TS", 100),
        ("8D 9D TD KC", 20),
    ],
)
def test_roem_in_a_trick_with_clubs_for_trumps(trick: str, points: int) -> None:
    for variant in ("klaverjassen-amsterdam", "klaverjassen-rotterdam"):
        assert roem(ruleset(variant), mode_of("C"), cards(trick)) == points


def test_amb_67_four_nines_eights_or_sevens_are_roem_of_100() -> None:
    for rank in "987":
        trick = cards(" ".join(rank + suit for suit in "CDHS"))
        assert roem(ruleset("klaverjassen-amsterdam"), 0, trick) == 100
        assert roem(ruleset("klaverjassen-amsterdam", {"roem_low_quartets": 0}), 0, trick) == 0
