"""A match in memory: one authority that drives decide, evolve and the views, without a table or a log on disk.

For the terminal game, the arena, environments for researchers and tests. A live table (puur.table) drives the same
three functions. Whoever plays through it sees Views only.
"""

from __future__ import annotations

from collections.abc import Mapping

from puur.engine import messages as m
from puur.engine.decide import decide
from puur.engine.evolve import begin, evolve
from puur.engine.fairness import DealSource
from puur.engine.project import project
from puur.engine.view import View, begin_view, see


class LocalMatch:
    """One match: its events, and what each seat knows."""

    def __init__(self, variant: str, options: Mapping[str, m.OptionValue], source: DealSource) -> None:
        started = m.MatchStarted(variant, dict(options))
        self._state = begin(started)
        self._source = source
        self.events: list[m.Event] = [started]
        self.views: list[View] = [begin_view(started, seat) for seat in range(4)]
        self.spectator = begin_view(started, None)

    @property
    def over(self) -> bool:
        return self.spectator.board.phase == "over"

    @property
    def waits_for_deal(self) -> bool:
        return self.spectator.board.phase == "ready"

    def deal(self) -> list[m.Event]:
        """Begin the next deal with a draw from the source."""
        result = self._do(None, m.Deal(self._source.draw(self.spectator.board.deals + 1)))
        assert isinstance(result, list)
        return result

    def act(self, seat: m.Seat, action: m.SeatAction) -> m.Refusal | list[m.Event]:
        """Let a seat act: the events, or why it is refused."""
        return self._do(seat, action)

    def _do(self, seat: m.Seat | None, action: m.Action) -> m.Refusal | list[m.Event]:
        result = decide(self._state, seat, action)
        if isinstance(result, m.Refusal):
            return result
        for event in result:
            self._state = evolve(self._state, event)
            self.views = [see(view, project(event, view.seat)) for view in self.views]
            self.spectator = see(self.spectator, project(event, None))
        self.events += result
        return result
