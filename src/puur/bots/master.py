"""MasterBot: the strongest that there is for a game: the network with search on top, or search where none is trained.

Levels name it; nothing but the registry imports it.
"""

from __future__ import annotations

from random import Random

from puur.bots.base import Budget
from puur.bots.net import NetSearchBot, plays
from puur.bots.search import SearchBot
from puur.engine.messages import SeatAction
from puur.engine.view import View


class MasterBot:
    """Asks the network where there is one for the game, else search."""

    def choose(self, view: View, rng: Random, budget: Budget) -> SeatAction:
        bot = NetSearchBot() if plays(view) and view.board.rules.announcement == "covered" else SearchBot()
        return bot.choose(view, rng, budget)
