"""Players for tests: what they choose depends on their view alone."""

from __future__ import annotations

from random import Random

from puur.bots.base import Budget, bot
from puur.client.protocol import Choices
from puur.engine.messages import SeatAction
from puur.engine.view import View

_chance = Random(1)


def at_random(view: View, choices: Choices) -> SeatAction:
    """Some legal action, and one that the server offered."""
    action = bot("random").choose(view, _chance, Budget(iterations=1))
    assert view.refusal(action) is None
    return action
