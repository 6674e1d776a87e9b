"""The random bot: any legal action, cards and calls alike. The floor that every other bot is measured against."""

from __future__ import annotations

from random import Random

from puur.bots.base import Budget
from puur.cards import CODES, cards_of
from puur.engine.messages import AskMelds, Bid, Coinche, Declare, Estimate, Pass, Play, SeatAction, Surcoinche
from puur.engine.view import View


class RandomBot:
    """Plays at random. In an auction it passes or names the lowest bid, so that contracts can be made at all."""

    def choose(self, view: View, rng: Random, budget: Budget) -> SeatAction:
        board = view.board
        if board.phase == "play" and board.turn == view.seat:
            pending = [a for a in view.actions() if isinstance(a, Declare)] if board.melds_pending else []
            return pending[0] if pending else Play(CODES[rng.choice(cards_of(view.legal_cards()))])
        if board.phase == "estimate":
            return Estimate(rng.randrange(80))
        actions = [a for a in view.actions() if not isinstance(a, AskMelds | Coinche | Surcoinche)]
        bids = [a for a in actions if isinstance(a, Bid)]
        if bids:
            passes: list[SeatAction] = [a for a in actions if isinstance(a, Pass)]
            return rng.choice([*passes, *passes, *passes, *bids[:4]])
        declarations = [a for a in actions if isinstance(a, Declare)]
        return declarations[0] if declarations else rng.choice(actions)
