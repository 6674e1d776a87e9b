"""NetBot and NetSearchBot: the trained network at the table, alone and with search on top. NumPy only, one CPU core.

The weights come from lab/train and lie in bots/weights, one file a variant with a card of how they were made. A game
without weights of its own is played by the heuristic. Search goes on top in Differenzler only.
"""

from __future__ import annotations

from random import Random

import numpy as np

from puur.bots.base import Budget
from puur.bots.heuristic import HeuristicBot
from puur.bots.net.policy import NetPolicy, has_weights
from puur.bots.net.position import Position
from puur.bots.net.search import Thought, think
from puur.bots.net.teaming import TeamPolicy, fits
from puur.cards import CODES, Card
from puur.engine.messages import Declare, Estimate, Play, SeatAction
from puur.engine.phases.melds import best_declaration, groups_of
from puur.engine.view import View


def position(view: View) -> Position:
    """What the network needs of a view, seen from the first leader and with trump as the first suit."""
    board, mine = view.board, view.mine
    assert mine is not None and board.mode is not None
    actions = [c for trick in board.tricks for c in trick.cards]
    return Position.of(
        rules=board.rules,
        trump=board.mode,
        place=(mine.seat - board.first_leader) % 4,
        hand=mine.hand,
        estimate=mine.estimate or 0,
        actions=(*actions, *board.trick),
    )


def plays(view: View) -> bool:
    """Whether there is a network for this game, with these options."""
    rules = view.board.rules
    return has_weights(rules.name) and (not rules.teams or fits(rules))


def decide_in_team(policy: TeamPolicy, view: View) -> SeatAction:
    """A decision of a team game: the call with the best expected score, all melds, the card the network likes best."""
    board, mine = view.board, view.mine
    assert mine is not None
    if board.phase == "trump":
        return policy.call(board, mine)
    if board.phase == "melds" or (board.melds_pending and board.claims[mine.seat] is None):
        return Declare(groups_of(best_declaration(board, mine.dealt)))
    return Play(CODES[policy.best(board, mine, view.legal_cards())])


class NetBot:
    """Plays the card that the network likes best, and the estimate with the least expected difference."""

    def choose(self, view: View, rng: Random, budget: Budget) -> SeatAction:
        if not plays(view):
            return HeuristicBot().choose(view, rng, budget)
        if view.board.rules.teams:
            return decide_in_team(TeamPolicy.load(view.board.rules.name), view)
        policy, p = NetPolicy.load(view.board.rules.name), position(view)
        if view.board.phase == "estimate":
            return Estimate(policy.estimate(p.hand, p.place))
        return Play(CODES[p.natural(Card(policy.best(p)))])


class NetSearchBot:
    """The network, and where worlds and rollouts clearly say otherwise, their card; in team games the network."""

    def choose(self, view: View, rng: Random, budget: Budget) -> SeatAction:
        if not plays(view) or view.board.rules.teams or view.board.phase == "estimate":
            return NetBot().choose(view, rng, budget)
        policy, p = NetPolicy.load(view.board.rules.name), position(view)
        chance = np.random.default_rng(rng.getrandbits(64))
        thought = think(policy, p, chance, Thought(worlds=budget.iterations, seconds=budget.seconds))
        return Play(CODES[p.natural(Card(thought))])
