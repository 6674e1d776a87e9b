"""Fan-out between server processes: 'this table has got longer', 'the lobby has changed'. For puur.table.

The news carry no content of a log; who wants that reads the log. One process alone needs none of this.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import msgspec

from puur.client.table_messages import Phrase
from puur.engine.messages import Seat


class News(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one process tells the others. Which of the fields are set says what it is about."""

    sender: str
    table: str | None = None
    seq: int = 0
    """The table has at least so many events now."""
    lobby: bool = False
    """The lists say something else of the table."""
    seat: Seat | None = None
    phrase: Phrase | None = None
    """A reaction of this seat: in no log, so it is here."""
    watching: bool = False
    """Another number of spectators."""
    mutes: str | None = None
    """A user who has muted somebody, or no longer."""


class Fanout(Protocol):
    """Tells the other processes."""

    alone: bool
    """Whether there are none: then what is in memory is all there is."""

    async def start(self, hear: Callable[[News], None]) -> None: ...

    async def stop(self) -> None: ...

    def publish(
        self,
        table: str | None = None,
        seq: int = 0,
        lobby: bool = False,
        *,
        seat: Seat | None = None,
        phrase: Phrase | None = None,
        watching: bool = False,
        mutes: str | None = None,
    ) -> None: ...

    async def tally(self, what: str, here: int) -> int:
        """How many there are of something in all processes together, with so many of them here."""
        ...

    async def check(self) -> None:
        """Whether the others can be reached; raises OSError if not."""
        ...


class Alone:
    """The only process."""

    alone = True

    async def start(self, hear: Callable[[News], None]) -> None:
        pass

    async def stop(self) -> None:
        pass

    def publish(
        self,
        table: str | None = None,
        seq: int = 0,
        lobby: bool = False,
        *,
        seat: Seat | None = None,
        phrase: Phrase | None = None,
        watching: bool = False,
        mutes: str | None = None,
    ) -> None:
        pass

    async def tally(self, what: str, here: int) -> int:  # noqa: ARG002
        return here

    async def check(self) -> None:
        pass


def here(table: str, user: str) -> str:
    """What is tallied of a user's connections to a table."""
    return f"here:{table}:{user}"


def watchers(table: str) -> str:
    """What is tallied of a table's spectators."""
    return f"watching:{table}"
