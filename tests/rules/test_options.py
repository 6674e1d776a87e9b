"""The games at a glance, and what may be changed about them (docs/rules.md, sections 9, 10 and 12)."""

from __future__ import annotations

from typing import Any

import pytest

from puur.rules.ruleset import Deals, Target
from puur.rules.variant import BadOption, allowed_values, configure, default_of
from puur.rules.variants import VARIANTS, UnknownVariant, ruleset, variant

GLANCE: dict[str, tuple[Any, ...]] = {
    # cards, order, direction, packets, trump by, leader, play, last trick, slam, contract, melds, end
    "differenzler": (
        36, "swiss", "ccw", (3, 3, 3), "random", "forehand", "swiss", 5, 0, "none", "none", Deals(8)
    ),
    "jass": (
        32, "ten", "ccw", (4, 4), "turn-order", "forehand", "base", 5, 100, "cards-76", "seed", Target(2500)
    ),
    "schieber": (
        36, "ten", "ccw", (3, 3, 3), "seven-of-hearts", "forehand", "base", 5, 100, "cards-76", "seed", Target(2500)
    ),
    "belote": (
        32, "ten", "cw", (4, "up", 4), "up-card", "forehand", "base", 5, 100, "cards-76", "seed", Target(2500)
    ),
    "klaverjassen": (
        32, "ten", "cw", (4, 4), "random-suit", "declarer", "base", 5, 100, "cards-76", "seed", Target(2500)
    ),
    "klaverjassen-amsterdam": (
        32, "ten", "cw", (3, 2, 3), "random-suit", "declarer", "amsterdam", 10, 100, "more-than-half", "none",
        Deals(16),
    ),
    "klaverjassen-rotterdam": (
        32, "ten", "cw", (3, 2, 3), "random-suit", "declarer", "rotterdam", 10, 100, "more-than-half", "none",
        Deals(16),
    ),
    "schieber-swiss": (
        36, "swiss", "ccw", (3, 3, 3), "forehand-partner", "forehand", "swiss", 5, 100, "none", "swiss", Target(2500)
    ),
    "coinche": (
        32, "ten", "ccw", (3, 2, 3), "auction", "forehand", "french", 10, 0, "bid", "none", Target(2000)
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", GLANCE)
def test_the_games_at_a_glance(name: str) -> None:
    r = ruleset(name)
    assert GLANCE[name] == (
        r.deck, r.order, r.direction, r.packets, r.trump_selection, r.leader, r.play, r.last_trick, r.slam,
        r.contract, r.melds, r.end,
    )  # fmt: skip


def test_every_game_has_its_line_and_names_its_source() -> None:
    assert set(GLANCE) == set(VARIANTS)
    for name, game in VARIANTS.items():
        assert game.name == name
        assert game.source


DEFAULTS: dict[str, dict[str, Any]] = {
    "differenzler": {
        "rounds": 8, "announcement": "covered", "exact_bonus": 0, "exact_bonus_zero": "never", "undertrump":
        "if-void", "trump_source": "random", "missing_estimate": 0, "tie": "shared", "zero_sum_hint": False,
        "direction": "ccw",
    },
    "jass": {
        "end": {"target": 2500}, "direction": "ccw", "deck": 32, "packets": [4, 4], "redeal_dealer": "next",
        "head_obligation": "none", "trump_jack_exempt": False, "partner_exempt": False, "meld_scope": "best-player",
        "meld_overlap": False, "hundred_order": "run-first", "marriage": "meld", "failed_last_trick": "only-if-won",
        "failed_melds": "lost",
    },
    "schieber": {"dealer_rule": "rotate", "direction": "ccw", "marriage": "meld"},
    "belote": {"preset": "seed", "round2_suits": "other", "direction": "cw", "redeal_dealer": "next"},
    "klaverjassen": {"second_suit": "distinct", "leader": "declarer", "direction": "cw"},
    "klaverjassen-amsterdam": {
        "trump_selection": "random-suit", "leader": "declarer", "second_suit": "distinct", "pit_for_defenders": True,
        "roem_low_quartets": 100, "end": {"deals": 16},
    },
    "klaverjassen-rotterdam": {"rotterdam_undertrump": "forced", "pit_for_defenders": True},
    "schieber-swiss": {
        "profile": 2500, "weis": "full", "first_forehand": "seven-of-hearts", "finish_order": "stoeck-wys-stich",
    },
    "coinche": {"announcements": False, "rounding": "nearest10", "partner_cut": "free", "end": {"target": 2000}},
}  # fmt: skip


@pytest.mark.parametrize("name", DEFAULTS)
def test_options_and_their_defaults(name: str) -> None:
    game = variant(name)
    for option, default in DEFAULTS[name].items():
        assert option in game.options
        assert default_of(game, option) == default


@pytest.mark.parametrize("name", VARIANTS)
def test_every_value_offered_for_an_option_is_accepted_or_contradicts_another_rule(name: str) -> None:
    game = variant(name)
    refused: list[str] = []
    for option in game.options:
        values = allowed_values(game, option)
        for value in values or [default_of(game, option)]:
            try:
                configure(game, {option: value})
            except BadOption as error:
                refused.append(str(error))
    assert not [problem for problem in refused if "must be" in problem]


@pytest.mark.parametrize("name", VARIANTS)
def test_the_default_of_every_option_changes_nothing_where_it_may_be_given(name: str) -> None:
    game = variant(name)
    for option in game.options:
        try:
            rules = configure(game, {option: default_of(game, option)})
        except BadOption:
            continue  # an option of a preset that is not chosen
        assert rules == game.rules


def test_options_change_the_rules() -> None:
    assert ruleset("differenzler", {"rounds": 12}).end == Deals(12)
    assert ruleset("jass", {"end": {"deals": 16}}).end == Deals(16)
    assert ruleset("jass", {"end": {"target": 1000}}).end == Target(1000)
    assert ruleset("jass", {"packets": [3, 2, 3]}).packets == (3, 2, 3)
    assert ruleset("jass", {"deck": 36}).packets == (3, 3, 3)
    assert ruleset("jass", {"deck": 36, "packets": [9]}).packets == (9,)
    assert ruleset("coinche", {"announcements": "on"}).melds == "seed"
    assert ruleset("coinche", {"announcements": True}).hundred_order == "quartet-first"
    assert ruleset("coinche", {"announcements": "off"}) == ruleset("coinche")
    assert ruleset("schieber-swiss", {"profile": 1000}).end == Target(1000)
    assert ruleset("schieber-swiss", {"profile": 1000, "end": {"target": 1500}}).end == Target(1500)
    assert ruleset("schieber-swiss", {"profile": "tournament"}).end == Deals(12)
    assert ruleset("differenzler", {"announcement": "open", "zero_sum_hint": "on"}).zero_sum_hint is True


def test_amb_55_to_59_the_french_preset() -> None:
    french = ruleset("belote", {"preset": "french"})
    assert french.packets == (3, 2, "up", 3)
    assert french.direction == "ccw"
    assert french.play == "french"
    assert french.last_trick == 10
    assert french.marriage == "separate"
    assert french.contract == "takers-ahead"
    assert french.meld_scope == "best-team"
    assert french.hundred_order == "quartet-first"


def test_amb_29_48_and_60_directions() -> None:
    assert ruleset("jass").direction == "ccw"
    assert ruleset("jass", {"direction": "cw"}).direction == "cw"
    assert ruleset("schieber").direction == "ccw"
    assert ruleset("belote").direction == "cw"
    assert ruleset("klaverjassen").direction == "cw"


@pytest.mark.parametrize(
    ("name", "options", "problem"),
    [
        ("jass", {"colour": "red"}, "jass has no option 'colour' (it has: end, direction,"),
        ("differenzler", {"deck": 32}, "differenzler has no option 'deck'"),
        ("schieber", {"undertrump": "if-void"}, "schieber has no option 'undertrump'"),
        ("jass", {"direction": "left"}, "direction must be one of ccw, cw, not 'left'"),
        ("jass", {"deck": 40}, "deck must be one of 32, 36, not 40"),
        ("jass", {"deck": "32"}, "deck must be one of 32, 36, not '32'"),
        ("jass", {"partner_exempt": 1}, "partner_exempt must be one of False, True, not 1"),
        ("jass", {"marriage": "none"}, "marriage must be one of meld, separate, not 'none'"),
        ("differenzler", {"rounds": 0}, "rounds must be a whole number from 1 to 64, not 0"),
        ("differenzler", {"rounds": 65}, "rounds must be a whole number from 1 to 64, not 65"),
        ("differenzler", {"rounds": "8"}, "rounds must be a whole number from 1 to 64, not '8'"),
        ("differenzler", {"rounds": True}, "rounds must be a whole number from 1 to 64, not True"),
        ("differenzler", {"missing_estimate": 158}, "missing_estimate must be a whole number from 0 to 157"),
        ("differenzler", {"exact_bonus": -1}, "exact_bonus must be a whole number from 0 to 50"),
        ("jass", {"end": 2500}, "end must be {'target': points} or {'deals': count}, not 2500"),
        ("jass", {"end": {"target": 0}}, "end must be"),
        ("jass", {"end": {"target": True}}, "end must be"),
        ("jass", {"end": {"deals": 1001}}, "end must be"),
        ("jass", {"end": {"points": 10}}, "end must be"),
        ("jass", {"end": {"target": 10, "deals": 3}}, "end must be"),
        ("jass", {"packets": "4,4"}, "packets must be a list of packet sizes, not '4,4'"),
        ("jass", {"packets": [4, 0, 4]}, "packets must be a list"),
        ("jass", {"packets": [True] * 8}, "packets must be a list"),
        ("schieber-swiss", {"profile": 1500}, "profile must be one of 2500, 1000, tournament, not 1500"),
        ("belote", {"preset": "italian"}, "preset must be one of seed, french, not 'italian'"),
        ("klaverjassen", {"trump_selection": "auction"}, "trump_selection must be one of"),
        ("klaverjassen-amsterdam", {"roem_low_quartets": 50}, "roem_low_quartets must be one of 0, 100, not 50"),
        ("coinche", {"announcements": "yes"}, "announcements must be one of False, True, not 'yes'"),
    ],
)
def test_an_unknown_option_or_value_is_named(name: str, options: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadOption) as error:
        ruleset(name, options)
    assert problem in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "options", "problem"),
    [
        ("jass", {"packets": [4, 5]}, "packets [4, 5] deal 9 cards to a hand of 8"),
        ("jass", {"packets": [4, "up", 4]}, "do not fit this game's up-card"),
        ("belote", {"packets": [4, 4]}, "do not fit this game's up-card"),
        ("belote", {"packets": [4, 4, "up"]}, "do not fit this game's up-card"),
        ("belote", {"packets": ["up", 4, 4]}, "packets must deal cards before the up-card"),
        ("belote", {"packets": [4, "up", "up", 4]}, "do not fit this game's up-card"),
        ("differenzler", {"exact_bonus_zero": "needs-zero-trick"}, "exact_bonus_zero needs an exact_bonus above 0"),
        ("differenzler", {"zero_sum_hint": True}, "it needs announcement open"),
        (
            "differenzler",
            {"announcement": "open", "missing_estimate": 40},
            "missing_estimate is for covered estimates",
        ),
        ("belote", {"litige": "lost"}, "litige belongs to the french preset"),
        ("belote", {"preset": "french", "failed_melds": "transferred"}, "failed_melds belongs to the contract"),
        ("belote", {"preset": "french", "failed_last_trick": "always"}, "failed_last_trick belongs to the contract"),
        ("belote", {"preset": "french", "head_obligation": "trumps"}, "belong to the base rule of play"),
        ("belote", {"partner_cut": "no-undercut"}, "partner_cut belongs to the french rule of play"),
        (
            "klaverjassen",
            {"trump_selection": "forehand-must-choose", "second_suit": "any"},
            "second_suit needs trump_selection random-suit",
        ),
        ("schieber-swiss", {"profile": "tournament", "weis": "small"}, "these rules have no melds"),
        (
            "schieber-swiss",
            {"profile": "tournament", "finish_order": "stoeck-stich-wys"},
            "these rules have no melds",
        ),
    ],
)
def test_options_that_contradict_each_other_are_refused(name: str, options: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadOption) as error:
        ruleset(name, options)
    assert problem in str(error.value)


def test_an_unknown_game_is_named_with_those_that_are_known() -> None:
    with pytest.raises(UnknownVariant, match=r"unknown variant 'poker' .known: differenzler, jass, "):
        ruleset("poker")


def test_contracts_and_sides() -> None:
    assert ruleset("schieber-swiss").contracts == ("C", "D", "H", "S", "obenabe", "undenufe")
    assert ruleset("coinche").contracts == ("C", "D", "H", "S")
    assert ruleset("differenzler").sides == 4
    assert [ruleset("differenzler").side_of(seat) for seat in range(4)] == [0, 1, 2, 3]
    assert [ruleset("jass").side_of(seat) for seat in range(4)] == [0, 1, 0, 1]
