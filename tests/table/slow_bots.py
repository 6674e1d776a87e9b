"""Bots that no table would want. For tests/table/test_minds.py; worker processes import it."""

from __future__ import annotations

import os
import time
from random import Random

from puur.bots.base import Budget
from puur.bots.random import RandomBot
from puur.bots.warm import BRIEFLY
from puur.engine.messages import Play, SeatAction
from puur.engine.view import View


class _Odd(RandomBot):
    """Plays at random while it is being warmed up."""

    def choose(self, view: View, rng: Random, budget: Budget) -> SeatAction:
        if budget == BRIEFLY:
            return super().choose(view, rng, budget)
        return self.badly()

    def badly(self) -> SeatAction:
        raise NotImplementedError


class Endless(_Odd):
    def badly(self) -> SeatAction:
        while True:
            time.sleep(1)


class Thinker(RandomBot):
    """Uses the time that it is given, to the last."""

    def choose(self, view: View, rng: Random, budget: Budget) -> SeatAction:
        time.sleep(budget.seconds or 0)
        return super().choose(view, rng, budget)


class Cheat(_Odd):
    def badly(self) -> SeatAction:
        return Play("6C")


class Failing(_Odd):
    def badly(self) -> SeatAction:
        raise OSError("no file of weights")


class Crashing(_Odd):
    def badly(self) -> SeatAction:
        os._exit(3)
