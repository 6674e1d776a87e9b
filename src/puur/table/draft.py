"""Draft: the events of one command as they are decided, with the table after each. For puur.table's deciders."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from puur.client import table_messages as t
from puur.engine import messages as m
from puur.engine.decide import decide as decide_game
from puur.engine.fairness import canonical, place, table_hash
from puur.table import events as e
from puur.table.live import Live, evolve


class Chance(Protocol):
    """Where a table's secrets come from."""

    def seed(self) -> bytes:
        """32 bytes that nobody can guess."""
        ...

    def table_id(self) -> str:
        """A name for a new table."""
        ...

    def invitation(self) -> str:
        """The secret of an invitation link."""
        ...

    def draw(self, live: Live, number: int) -> m.Draw:
        """The chance of a deal."""
        ...


@dataclass(slots=True)
class Draft:
    """Grows event by event; nothing is real before the log has it."""

    live: Live
    at: int
    chance: Chance
    events: list[e.LogEvent] = field(default_factory=list)
    opens: tuple[str, list[e.LogEvent]] | None = None
    """A further table that this command opens, with its first events."""
    reaction: t.React | None = None

    def add(self, *events: e.LogEvent) -> None:
        for event in events:
            self.live = evolve(self.live, event, self.at)
            self.events.append(event)

    # -------------------------------------------------------------------------------------------- the match

    def play(self, seat: m.Seat | None, action: m.Action) -> m.Reason | None:
        """Let the engine decide; add its events and what follows from them, or say why not."""
        assert self.live.game is not None
        answer = decide_game(self.live.game, seat, action)
        if isinstance(answer, m.Refusal):
            return answer.reason
        self.add(*answer)
        self.reveal()
        return None

    def reveal(self) -> None:
        """After a deal, its seed and what was drawn from it."""
        live = self.live
        if live.game is None or live.game.board.phase not in ("ready", "over"):
            return
        number = live.game.board.deals
        if number > live.revealed and live.deals is not None:
            self.add(t.SeedRevealed(number, live.deals.seed(number).hex(), self.chance.draw(live, number)))

    def deal(self) -> None:
        """The next deal, or a new chain of seeds if this one is used up."""
        live = self.live
        assert live.game is not None
        assert live.deals is not None
        number = live.game.board.deals + 1
        if place(number)[0] >= len(live.deals.epochs):
            self.publish_chain(len(live.deals.epochs))
            if self.live.ceremony is not None:
                return
        problem = self.play(None, m.Deal(self.chance.draw(self.live, number)))
        assert problem is None, problem

    # ------------------------------------------------------------------------------------------- fairness

    def publish_chain(self, epoch: int) -> None:
        """Draw a secret chain of seeds and publish its head."""
        self.add(e.ChainDrawn(epoch, self.chance.seed().hex()))
        ceremony, deals = self.live.ceremony, self.live.deals
        if ceremony is not None:
            table, head, parts = ceremony.table, ceremony.head, ceremony.parts
        else:
            assert deals is not None
            table, head, parts = deals.table, deals.epochs[-1].head, ()
        self.add(
            t.ChainPublished(epoch, canonical(table).decode(), table_hash(table).hex(), head.hex(), tuple(parts))
        )

    def begin_if_fair(self) -> None:
        """Once every nonce is open: start the match, or go on with it."""
        if self.live.ceremony is not None or self.live.deals is None:
            return
        if self.live.game is None:
            settings = self.live.settings
            self.add(m.MatchStarted(settings.variant, settings.options))
        self.deal()
