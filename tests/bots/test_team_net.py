"""The network of a team game at the table, with weights drawn at random: legal in every phase, symmetric, guarded."""

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from puur.bots import net
from puur.bots.base import Budget
from puur.bots.heuristic import HeuristicBot
from puur.bots.net import NetBot, NetSearchBot, partners, teaming
from puur.bots.net.teaming import TeamPolicy, fits
from puur.cards import CODES
from puur.engine.messages import Deal, OptionValue, Play
from puur.engine.view import View
from puur.lab.arena.plan import Plan
from puur.lab.arena.table import Table
from puur.rules.variants import VARIANTS, ruleset

TEAM_GAMES = sorted(name for name in VARIANTS if name != "differenzler")
BUDGET = Budget(iterations=1)


def weights(wide: int, narrow: int, layers: int) -> dict[str, NDArray[np.float32]]:
    """Random weights of a whole network."""
    rng = np.random.default_rng(1)

    def draw(*shape: int) -> NDArray[np.float32]:
        return np.asarray(rng.standard_normal(shape) / np.sqrt(shape[0]), dtype=np.float32)

    out: dict[str, NDArray[np.float32]] = {}
    for name, suit_in, inside in (
        ("play", 152, 2 * 152 + partners.GLOBALS),
        ("call", partners.CALL_SUIT, partners.CALL_SUIT + partners.CALL_GLOBALS),
    ):
        out |= {f"{name}.in.c": draw(inside, wide + narrow), f"{name}.in.b": draw(wide + narrow)}
        out[f"{name}.in.p"] = draw(suit_in, narrow)
        for k in range(layers):
            out |= {f"{name}.{k}.c": draw(wide + narrow, wide + narrow), f"{name}.{k}.b": draw(wide + narrow)}
            out[f"{name}.{k}.p"] = draw(narrow, narrow)
    out |= {"play.trump": draw(wide, 9), "play.plain": draw(narrow, 9), "play.shared": draw(wide, 9)}
    out |= {"call.suit": draw(narrow, 11), "call.shared": draw(wide, 11), "call.level": draw(11)}
    return out | {"call.other": draw(wide, 5), "call.mean": draw(narrow, 5), "call.out": draw(5)}


@pytest.fixture(autouse=True)
def some_network(monkeypatch: pytest.MonkeyPatch) -> None:
    policy = TeamPolicy(weights(16, 8, 1))
    monkeypatch.setattr(teaming, "_load", lambda _: policy)
    monkeypatch.setattr(net, "has_weights", lambda _: True)


def decisions(variant: str, options: dict[str, OptionValue], number: int) -> list[View]:
    """One deal, played by the network in all seats: what was seen at every decision."""
    plan = Plan(variant=variant, options=options, entrants=(), deals=1)
    table, bot, found = Table(plan), NetBot(), []
    table.act(None, Deal(plan.draw(number)))
    while to_act := table.state.board.to_act():
        view = table.views[to_act[0]]
        found.append(view)
        action = bot.choose(view, Random(1), BUDGET)
        assert action == NetSearchBot().choose(view, Random(2), BUDGET)
        table.act(to_act[0], action)
    return found


@pytest.mark.parametrize("variant", TEAM_GAMES)
def test_the_network_plays_whole_deals(variant: str) -> None:
    phases = {view.board.phase for number in range(4) for view in decisions(variant, {}, number)}
    assert {"trump", "play"} <= phases


def test_the_network_sees_no_order_of_the_plain_suits() -> None:
    """Two plain suits exchanged in everything seen are two plain suits exchanged in the scores."""
    policy = TeamPolicy.load("jass")
    for view in decisions("jass", {}, 1):
        board, mine = view.board, view.mine
        if board.phase != "play" or board.tricks:
            continue
        assert mine is not None and board.mode is not None
        suits, glob = partners.card_features(board, mine)
        g, p = teaming.body(policy.w, "play", suits, glob, 1.0)
        other_g, other_p = teaming.body(policy.w, "play", suits[[0, 2, 1, 3]], glob, 1.0)
        np.testing.assert_allclose(g, other_g, atol=1e-5)
        np.testing.assert_allclose(p, other_p[[0, 2, 1, 3]], atol=1e-5)


def test_a_game_that_the_network_was_not_trained_on_is_left_to_the_heuristic() -> None:
    assert fits(ruleset("jass")) and fits(ruleset("jass", {"end": {"target": 1000}}))
    assert not fits(ruleset("jass", {"deck": 36}))
    assert not fits(ruleset("klaverjassen-rotterdam", {"trump_selection": "forehand-must-choose"}))
    plan = Plan(variant="jass", options={"deck": 36}, entrants=(), deals=1)
    table = Table(plan)
    table.act(None, Deal(plan.draw(3)))
    seat = table.state.board.to_act()[0]
    view = table.views[seat]
    assert NetBot().choose(view, Random(1), BUDGET) == HeuristicBot().choose(view, Random(1), BUDGET)


def test_the_best_legal_card_is_played() -> None:
    policy = TeamPolicy.load("schieber-swiss")
    for number in range(6):
        for view in decisions("schieber-swiss", {}, number):
            board, mine = view.board, view.mine
            legal = view.legal_cards()
            if board.phase == "play" and board.claims[view.seat or 0] is not None and legal & (legal - 1):
                assert mine is not None
                scores = policy.scores(board, mine)
                action = NetBot().choose(view, Random(1), BUDGET)
                assert isinstance(action, Play)
                held = [c for c in range(36) if legal >> c & 1]
                assert CODES.index(action.card) == max(held, key=lambda c: float(scores[c]))
