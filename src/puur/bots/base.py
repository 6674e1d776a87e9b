"""What a computer player is: ``Bot``, its ``Budget``, and the registry ``bot(name)``. For all above the engine.

A bot is a pure player: everything it knows is in the View, all its chance comes from the rng it is given, and it
keeps nothing between two decisions but what it could compute again. So a table can ask it in any process, ask it
again after a crash, and get the same answer for the same seed and iteration budget.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Protocol, cast

from puur.engine.messages import SeatAction
from puur.engine.view import View


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a bot may think about one decision: so many iterations, or so many seconds.

    What an iteration is, is the bot's own business (a world, a playout); with iterations alone the answer depends
    on the view and the seed only. Bots that do not search ignore it.
    """

    iterations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if (self.iterations is None) == (self.seconds is None):
            raise ValueError("a budget is either a number of iterations or a number of seconds")
        if (self.iterations or self.seconds or 0) <= 0:
            raise ValueError("a budget must be above zero")


DEFAULT_BUDGET = Budget(iterations=64)


class Bot(Protocol):
    """A computer player. ``view.my_turn`` holds when it is asked; it must answer with an action that is legal."""

    def choose(self, view: View, rng: Random, budget: Budget) -> SeatAction:
        """What to do now."""


class UnknownBot(ValueError):
    """A name that is no bot."""


_PLACES: dict[str, str] = {
    "random": "puur.bots.random:RandomBot",
    "heuristic": "puur.bots.heuristic:HeuristicBot",
    "search": "puur.bots.search:SearchBot",
    "beginner": "puur.bots.beginner:BeginnerBot",
    "net": "puur.bots.net:NetBot",
    "net-search": "puur.bots.net:NetSearchBot",
    "master": "puur.bots.master:MasterBot",
}
"""Name -> module:callable, so that naming a bot loads nothing and using one loads only what it needs."""
_ADDED: dict[str, Callable[[], Bot]] = {}


def register(name: str, make: Callable[[], Bot]) -> None:
    """Add a bot under a name of its own, for the arena and the command line."""
    if name in _PLACES:
        raise ValueError(f"the bot {name!r} is built in")
    _ADDED[name] = make


def bot_names() -> tuple[str, ...]:
    """All bots that ``bot`` can make by a short name."""
    return (*_PLACES, *_ADDED)


def bot(name: str) -> Bot:
    """A bot by its name, or by ``package.module:callable`` for one that lives elsewhere."""
    if name in _ADDED:
        return _ADDED[name]()
    place = _PLACES.get(name, name if ":" in name else None)
    if place is None:
        raise UnknownBot(f"unknown bot {name!r} (known: {', '.join(bot_names())}, or package.module:callable)")
    module, _, attribute = place.partition(":")
    try:
        make: object = getattr(import_module(module), attribute)
        made = make() if callable(make) else None
    except (ImportError, AttributeError, TypeError) as error:
        raise UnknownBot(f"no bot at {place!r}: {error}") from error
    if not callable(getattr(made, "choose", None)):
        raise UnknownBot(f"{place!r} makes no bot: nothing with a method choose")
    return cast(Bot, made)
