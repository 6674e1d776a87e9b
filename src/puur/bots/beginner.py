"""The beginner: the heuristic with the mistakes of somebody who is new to the game. A level, not a measure."""

from __future__ import annotations

from random import Random

from puur.bots.base import Budget
from puur.bots.heuristic import HeuristicBot
from puur.cards import CODES, cards_of
from puur.engine.messages import Bid, Coinche, Estimate, Name, Pass, Play, SeatAction
from puur.engine.view import View

SLIP = 0.25
"""How often a card is played without a thought."""
HESITATION = 0.25
"""How often trumps are left to others that should have been taken."""
MISJUDGED = 14.0
"""Standard deviation of an estimate around the sensible one."""


class BeginnerBot:
    """Knows the rules, and sometimes what to do."""

    def __init__(self) -> None:
        self.teacher = HeuristicBot()

    def choose(self, view: View, rng: Random, budget: Budget) -> SeatAction:
        action = self.teacher.choose(view, rng, budget)
        if isinstance(action, Estimate):
            return Estimate(min(view.board.rules.total, max(0, round(action.points + rng.gauss(0, MISJUDGED)))))
        if isinstance(action, Play) and rng.random() < SLIP:
            return Play(CODES[rng.choice(cards_of(view.legal_cards()))])
        if isinstance(action, Coinche):
            return Pass()
        if isinstance(action, Name | Bid) and rng.random() < HESITATION:
            choices = view.actions()
            if isinstance(action, Bid) or Pass() in choices:
                return Pass()
            return rng.choice([choice for choice in choices if isinstance(choice, Name)])
        return action
