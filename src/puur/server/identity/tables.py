"""What identity asks of the live tables, as an interface. The server implements it; identity knows no table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec


class Sitter(msgspec.Struct, frozen=True):
    """Somebody at a seat."""

    player: str
    name: str


class Tables(Protocol):
    """The live tables and their records."""

    async def sitter(self, table: str, seat: int, viewer: str) -> Sitter | None:
        """The person (or the bot of a person) at a seat, if `viewer` may see this table."""
        ...

    async def matches_of(self, player: str) -> Sequence[dict[str, Any]]:
        """What is kept of a player's matches, ready for JSON: part of the export of his data."""
        ...

    async def close_table(self, table: str, reason: str) -> None:
        """An admin ends a table. Closing one that is closed or unknown does nothing."""
        ...

    async def drop_player(self, player: str) -> None:
        """Close the connections of a player who was banned or whose token was revoked; bots take his seats."""
        ...

    async def sessions_ended(self, account: str, left: frozenset[str]) -> None:
        """Close the connections of an account that were opened with a session that is none any more."""
        ...

    async def mutes_changed(self, player: str) -> None:
        """The player has muted somebody, or no longer; his open connections want to know."""
        ...

    async def forget(self, player: str) -> None:
        """The player deletes his data: leave the tables, take his name off what is kept, as far as it can be."""
        ...


class NoTables:
    """For tests, and for the command line, where no table is live."""

    async def sitter(self, table: str, seat: int, viewer: str) -> Sitter | None:  # noqa: ARG002
        return None

    async def matches_of(self, player: str) -> Sequence[dict[str, Any]]:  # noqa: ARG002
        return []

    async def close_table(self, table: str, reason: str) -> None:
        pass

    async def drop_player(self, player: str) -> None:
        pass

    async def sessions_ended(self, account: str, left: frozenset[str]) -> None:
        pass

    async def mutes_changed(self, player: str) -> None:
        pass

    async def forget(self, player: str) -> None:
        pass
