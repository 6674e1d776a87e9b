"""The PettingZoo environment: passes its api_test in every variant, and says what it is documented to say."""

import warnings
from random import Random

import numpy as np
import pytest

from puur.cards import INDEX
from puur.rules.variants import VARIANTS

pytest.importorskip("pettingzoo")

from puur.lab.env import ACTIONS, NUMBERS, SIZE, JassEnv, env


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_environment_passes_the_api_test(variant: str) -> None:
    from pettingzoo.test import api_test

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(variant), num_cycles=100)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_environment_passes_the_seed_test(variant: str) -> None:
    from pettingzoo.test import seed_test

    seed_test(lambda: env(variant), num_cycles=100)


def test_observations_stay_in_their_space_when_one_seat_takes_everything() -> None:
    from msgspec.structs import replace

    game = JassEnv("coinche")
    game.reset(seed=1)
    view = game.views[0]
    everything = replace(view, board=replace(view.board, points=(0, 162, 0, 0), won=(0, 8, 0, 0)))
    game.views = [everything] * 4
    assert game.observation_space("seat_0").contains(game.observe("seat_0"))


def play(game: JassEnv, seed: int) -> dict[str, float]:
    rng = Random(seed)
    game.reset(seed=seed)
    totals = dict.fromkeys(game.possible_agents, 0.0)
    for agent in game.agent_iter():
        observation, reward, ended, cut, _ = game.last()
        totals[agent] += reward
        legal = np.flatnonzero(observation["action_mask"])
        game.step(None if ended or cut else int(rng.choice(list(legal))))
    return totals


@pytest.mark.parametrize("variant", VARIANTS)
def test_episodes_are_repeatable_and_rewards_follow_the_score(variant: str) -> None:
    game = JassEnv(variant, deals=2)
    totals = play(game, 5)
    assert totals == play(game, 5)
    if game.rules.teams:
        assert totals["seat_0"] == totals["seat_2"] == -totals["seat_1"] == -totals["seat_3"]
    else:
        assert all(total <= 0 for total in totals.values())


def test_observations_begin_with_ones_own_hand_and_masks_are_the_legal_actions() -> None:
    game = JassEnv("differenzler")
    game.reset(seed=1)
    agent = game.agent_selection
    seen = game.observe(agent)
    view = game.views[int(agent[-1])]
    assert seen["observation"].shape == (SIZE,)
    assert {c for c in range(36) if seen["observation"][c]} == {INDEX[code] for code in view.hand}
    assert {ACTIONS[i] for i in np.flatnonzero(seen["action_mask"])} == set(view.actions())
    assert all(ACTIONS[number] == action for action, number in NUMBERS.items())


def test_nothing_in_an_observation_depends_on_hidden_cards() -> None:
    """Two deals that look the same to a seat look the same in numbers: the encoding reads the view alone."""
    game = JassEnv("schieber-swiss")
    game.reset(seed=2)
    from puur.lab.env import encode

    assert np.array_equal(encode(game.views[0]), game.observe("seat_0")["observation"])
    with pytest.raises(ValueError, match="refused"):
        game.step(0 if not game.observe(game.agent_selection)["action_mask"][0] else 1)


def test_an_illegal_action_ends_the_episode_at_a_loss() -> None:
    game = env("jass")
    game.reset(seed=3)
    agent = game.agent_selection
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        game.step(0)
    assert game.terminations[agent]
    assert game.rewards[agent] < 0
