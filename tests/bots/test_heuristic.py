"""What the heuristic does in positions where every player knows what to do, and that plain and compiled agree."""

from random import Random

import numpy as np
import pytest

from puur.bots.base import Budget
from puur.bots.deals import Game, differenzler_deals
from puur.bots.heuristic import calls, partner, steer
from puur.bots.heuristic.constants import constants, partnering
from puur.bots.playout import Array, partner_choose, partner_learn, partner_roem, steer_choose, steer_estimate, worth
from puur.cards import INDEX, Card, CardSet, Mask, cards_of, code_of, mask_of
from puur.engine.board import Board, Mine
from puur.engine.fold import new_board
from puur.rules import kernel
from puur.rules.melds import roem
from puur.rules.ruleset import CONTRACT_CODES
from puur.rules.tables import Tables, compile_tables
from puur.rules.variants import VARIANTS, ruleset
from tests.bots.positions import random_position

TEAM_GAMES = [name for name in VARIANTS if name != "differenzler"]


def hand(text: str) -> Mask:
    return CardSet.parse(text).mask


def team_card(
    variant: str, trump: str, mine: str, table: str = "", unseen: str = "", *, declaring: bool = True, seat: int = 0
) -> str:
    """What the heuristic plays in a team game; the unseen cards are all others unless they are named."""
    rules = ruleset(variant)
    mode = CONTRACT_CODES.index(trump)
    t = compile_tables(rules, mode)
    trick = [INDEX[code] for code in table.split()]
    packed = sum(c << (6 * i) for i, c in enumerate(trick))
    others = hand(unseen) if unseen else t.deck & ~hand(mine) & ~mask_of(trick)
    chosen = partner.choose(
        t.rule, hand(mine), others, packed, len(trick), seat, declaring, [0, 0, 0, 0], t.trump, t.jack,
        rules.last_trick, 0, t.beats, t.points, partnering(rules).styles[mode // 4],
    )  # fmt: skip
    return code_of(Card(chosen))


# ------------------------------------------------------------------------------------ play with a partner


@pytest.mark.parametrize("variant", ["jass", "schieber", "schieber-swiss", "coinche"])
def test_a_winning_partner_is_fed(variant: str) -> None:
    # The partner's ace cannot be beaten any more: the ten goes to him, not the seven.
    assert team_card(variant, "H", "TC 7C 8D", "8C AC 9C") == "TC"


@pytest.mark.parametrize("variant", ["jass", "schieber", "schieber-swiss", "coinche"])
def test_an_opponent_who_wins_gets_as_little_as_possible(variant: str) -> None:
    assert team_card(variant, "H", "TC 7C 8D", "AC 9C 8C") == "7C"


def test_a_partners_trick_is_not_trumped_where_one_may_choose() -> None:
    # Swiss Schieber lets everybody trump at any time.
    assert team_card("schieber-swiss", "H", "9H 7D 8D", "7C AC 8C")[1] != "H"


def test_the_opponents_trick_is_trumped_low() -> None:
    assert team_card("schieber-swiss", "H", "7H JH 8D 6S", "AC KC TC") == "7H"


def test_declarers_pull_trumps_from_the_top() -> None:
    assert team_card("schieber-swiss", "H", "JH 9H AH KH 8C 7D 8D TS 7S", declaring=True) == "JH"


def test_nell_is_not_led_into_the_jack() -> None:
    assert team_card("schieber-swiss", "H", "9H 6H 6C 7D 8D TD 7S 8S QS", declaring=False) != "9H"


@pytest.mark.parametrize("variant", TEAM_GAMES)
def test_the_last_player_takes_a_trick_that_is_worth_taking(variant: str) -> None:
    assert team_card(variant, "H", "AC 7C", "TC 8C 9C") == "AC"


# ------------------------------------------------------------------------------------------------- calls


def board_for(variant: str, dealer: int = 3) -> Board:
    from msgspec.structs import replace

    board = replace(new_board(variant, {}), phase="trump", dealer=dealer, turn=(dealer + 1) % 4)
    return replace(board, chooser=0) if variant == "schieber" else board


@pytest.mark.parametrize(
    ("variant", "cards"),
    [
        ("jass", "JH 9H AH KH AC AD 7S 8S"),
        ("schieber", "JH 9H AH KH AC AD 7S 8S 9S"),
        ("schieber-swiss", "JH 9H AH KH 8H 7C 7D 8S 9S"),
    ],
)
def test_a_strong_trump_hand_is_named(variant: str, cards: str) -> None:
    mine = hand(cards)
    assert str(calls.choose(board_for(variant), Mine(0, mine, mine))) == "Name(contract='H')"


def test_a_poor_hand_is_passed_or_shoved() -> None:
    poor = hand("7C 8C TC 7D 8D QD 7S 8S")
    assert str(calls.choose(board_for("jass"), Mine(0, poor, poor))) == "Pass()"
    weak = hand("8C TC QC 8D TD QD 8H TH 9S")
    assert str(calls.choose(board_for("schieber-swiss"), Mine(0, weak, weak))) == "Pass()"


def test_four_aces_and_kings_are_obenabe() -> None:
    mine = hand("AC KC AD KD AH KH AS KS QS")
    assert str(calls.choose(board_for("schieber-swiss"), Mine(0, mine, mine))) == "Name(contract='obenabe')"


def test_four_sixes_and_sevens_are_undenufe() -> None:
    mine = hand("6C 7C 6D 7D 6H 7H 6S 7S 8S")
    assert str(calls.choose(board_for("schieber-swiss"), Mine(0, mine, mine))) == "Name(contract='undenufe')"


def test_a_strong_hand_bids_higher_in_coinche_than_a_fair_one_and_a_poor_one_passes() -> None:
    from puur.engine.messages import Bid, Pass

    def bid(text: str) -> int:
        mine = hand(text)
        call = calls.choose(board_for("coinche"), Mine(0, mine, mine))
        assert isinstance(call, Bid | Pass)
        return 0 if isinstance(call, Pass) else 250 if call.points == "capot" else call.points

    poor, fair = bid("7C 8C 9C 7D 8D QD 7S 8S"), bid("JH 9H 8H AC 7D 8D 9S QS")
    strong = bid("JH 9H AH 7H AC TC AD 7S")
    assert poor == 0 < fair < strong


def test_all_eight_masters_are_a_capot() -> None:
    mine = hand("JH 9H AH TH KH AC AD AS")
    assert "capot" in str(calls.choose(board_for("coinche"), Mine(0, mine, mine)))


def test_two_pairs_that_outbid_each_other_stop_in_time() -> None:
    """What a partner bids under pressure does not raise one's own hopes."""
    from puur.bots.heuristic import HeuristicBot
    from puur.engine.messages import Bid
    from puur.testing import Game as Table

    bids = []
    for seed in range(120):
        table, chance = Table(ruleset("coinche"), "coinche", {}), Random(seed)
        table.deal(chance)
        while table.state.board.phase == "trump":
            (seat,) = table.state.board.to_act()
            table.act(seat, HeuristicBot().choose(table.views[seat], chance, Budget(iterations=1)))
        bids += [call.points for _, call in table.state.board.calls if isinstance(call, Bid)][-1:]
    high = sum(points in (150, 160) for points in bids)
    assert high <= len(bids) * 0.03, f"{high} of {len(bids)}"


# --------------------------------------------------------------------------------------------- steering


def steered(trump: str, mine: str, need: int, table: str = "") -> str:
    rules = ruleset("differenzler")
    t = compile_tables(rules, CONTRACT_CODES.index(trump))
    trick = [INDEX[code] for code in table.split()]
    packed = sum(c << (6 * i) for i, c in enumerate(trick))
    unseen = t.deck & ~hand(mine) & ~mask_of(trick)
    style = constants().differenzler.style
    common = (t.rule, hand(mine), unseen, packed, len(trick), need, t.trump, t.jack, 5)
    return code_of(Card(steer.choose(*common, t.beats, t.points, style)))


def test_who_needs_nothing_ducks_and_dumps() -> None:
    assert steered("H", "AC 7C 6D", 0, "KC TC QC") == "7C"  # stays under
    assert steered("H", "AD 7S 6S", 0, "KC 9C QC") == "AD"  # void: the ace goes where it takes nothing


def test_who_needs_points_takes_them() -> None:
    assert steered("H", "AC 7C 6D", 30, "KC TC QC") == "AC"


def test_estimates_grow_with_the_hand() -> None:
    weights, scratch = constants().differenzler.weights, [0.0] * steer.WEIGHTS
    poor = steer.estimate(hand("6C 7C 8C 6D 7D 8D 6S 7S 8S"), 2, 0, weights, scratch)
    fair = steer.estimate(hand("AC 7C 8C 9H 7H KD 6S TS QS"), 2, 0, weights, scratch)
    strong = steer.estimate(hand("JH 9H AH KH QH AC AD AS KS"), 2, 0, weights, scratch)
    assert poor < 12 < fair < 80 < strong


def test_four_heuristics_miss_by_less_than_ten_and_a_half() -> None:
    game, known = Game.of(ruleset("differenzler")), constants().differenzler
    styles, weights = np.tile(known.style, (4, 1)), np.tile(known.weights, (4, 1))
    assert differenzler_deals(game, 20_000, 4, styles, weights).mean() < 10.5


# ------------------------------------------------------------------------------------ plain and compiled


def arrays(t: Tables) -> tuple[Array, Array]:
    return np.array(t.beats, dtype=np.int64), np.array(t.points, dtype=np.int64)


def test_plain_and_compiled_heuristics_play_the_same_cards() -> None:
    rng = Random(7)
    for _ in range(400):
        rules = ruleset(rng.choice(list(VARIANTS)))
        p = random_position(rules, rng)
        t = compile_tables(rules, p.mode)
        beats, points = arrays(t)
        packed = sum(c << (6 * i) for i, c in enumerate(p.trick))
        count, seat = len(p.trick), p.seat
        mine = p.hands[seat]
        unseen = (p.hands[0] | p.hands[1] | p.hands[2] | p.hands[3]) & ~mine
        need = rng.randrange(-20, 80)
        style = constants().differenzler.style
        common = (t.rule, mine, unseen, packed, count)
        plain = steer.choose(*common, need, t.trump, t.jack, 5, t.beats, t.points, style)
        assert plain == steer_choose(*common, need, t.trump, t.jack, 5, beats, points, np.array(style))
        if not rules.teams:
            continue
        style = partnering(rules).styles[p.mode // 4]
        more = (t.trump, t.jack, rules.last_trick, 1 if rules.roem else 0)
        nothing = np.zeros(4, dtype=np.int64)
        plain = partner.choose(*common, seat, True, [0, 0, 0, 0], *more, t.beats, t.points, style)
        assert plain == partner_choose(*common, seat, True, nothing, *more, beats, points, np.array(style))
        learned = partner.learn(0, t.rule, plain, packed, count, t.trump, t.jack, t.beats)
        assert learned == partner_learn(0, t.rule, plain, packed, count, t.trump, t.jack, beats)
        weights, scratch = partnering(rules).worth[p.mode // 4], [0.0] * partner.FEATURES
        lead = partner.worth(mine, t.trump, 0, t.deck, t.beats, weights, scratch)
        assert lead == pytest.approx(
            worth(mine, t.trump, 0, t.deck, beats, np.array(weights), np.zeros(partner.FEATURES))
        )


def test_estimates_are_the_same_plain_and_compiled() -> None:
    rng, weights = Random(8), constants().differenzler.weights
    for _ in range(300):
        mine = mask_of(Card(c) for c in rng.sample(range(36), 9))
        mode, turn = rng.randrange(4), rng.randrange(4)
        plain = steer.estimate(mine, mode, turn, weights, [0.0] * steer.WEIGHTS)
        assert plain == steer_estimate(mine, mode, turn, np.array(weights), np.zeros(steer.WEIGHTS))


def test_roem_of_the_heuristic_is_the_roem_of_the_rules() -> None:
    rng = Random(9)
    for name in ("klaverjassen-amsterdam", "klaverjassen-rotterdam"):
        rules = ruleset(name)
        for number in range(3000):
            mode = rng.randrange(4)
            if number % 10 == 0:
                rank = rng.randrange(1, 9)
                cards = [Card(9 * suit + rank) for suit in range(4)]
            else:
                suit = rng.randrange(4)
                pool = [c for c in cards_of(rules.deck_mask) if c // 9 == suit or number % 3 == 0]
                cards = list(rng.sample(pool, 4))
            packed = sum(c << (6 * i) for i, c in enumerate(cards))
            trump = compile_tables(rules, mode).trump
            expected = roem(rules, mode, mask_of(cards))
            assert partner.roem(packed, 4, trump, partner.ROEM_LOW) == expected
            assert partner_roem(packed, 4, trump, partner.ROEM_LOW) == expected


def test_what_a_play_tells_is_true_of_the_hand_it_came_from() -> None:
    """Cards that a seat is said to lack are never in its hand."""
    rng = Random(10)
    for _ in range(3000):
        rules = ruleset(rng.choice(list(VARIANTS)))
        p = random_position(rules, rng)
        t = compile_tables(rules, p.mode)
        packed = sum(c << (6 * i) for i, c in enumerate(p.trick))
        mine = p.hands[p.seat]
        legal = kernel.legal(t.rule, mine, packed, len(p.trick), t.trump, t.jack, t.beats)
        card = rng.choice(cards_of(legal))
        lacks = partner.learn(0, t.rule, card, packed, len(p.trick), t.trump, t.jack, t.beats)
        assert not lacks & mine & ~(1 << card), (rules.name, p)


def test_a_heuristic_decision_ignores_the_budget() -> None:
    from puur.bots.heuristic import HeuristicBot
    from puur.testing import check_bot

    assert check_bot(HeuristicBot, games=(("jass", {}),), iterations=1).slowest < 0.5
    assert Budget(iterations=1) != Budget(iterations=2)
