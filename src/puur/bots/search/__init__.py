"""The search bot: decides by playing on in sampled worlds. steering.py for Differenzler, teams.py for team games,
calling.py for trumps; race.py says which candidates are worth more worlds. Compiled: laying.py, rollouts.py and
solver.py. An iteration is a world.

Importing this package does not import Numba; the first decision does.
"""

from __future__ import annotations

from random import Random

from puur.bots.base import Budget
from puur.bots.heuristic import HeuristicBot
from puur.cards import CODES, INDEX
from puur.engine.messages import Declare, Estimate, Play, SeatAction
from puur.engine.view import View


class SearchBot:
    """Determinised search; melds are declared as the heuristic does, all of them."""

    def __init__(self) -> None:
        self.heuristic = HeuristicBot()

    def choose(self, view: View, rng: Random, budget: Budget) -> SeatAction:
        board, mine = view.board, view.mine
        if mine is None or not view.my_turn:
            raise ValueError("a bot is asked when it is its turn")
        if board.phase == "trump":
            from puur.bots.search import calling

            return calling.choose(view, rng, budget)
        if board.phase == "estimate":
            from puur.bots.search import steering

            return Estimate(steering.estimate(view, rng, budget))
        plain = self.heuristic.choose(view, rng, budget)
        legal = view.legal_cards()
        if isinstance(plain, Declare) or legal & (legal - 1) == 0:
            return plain
        assert isinstance(plain, Play)
        if not board.rules.teams:
            from puur.bots.search import steering

            return Play(CODES[steering.card(view, rng, budget)])
        from puur.bots.search import teams

        return Play(CODES[teams.card(view, rng, budget, INDEX[plain.card])])
