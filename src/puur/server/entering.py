"""Who may enter a table. For puur.server."""

from __future__ import annotations

from hmac import compare_digest

from puur.table.actor import Table


def may_enter(table: Table, user: str, invitation: str | None) -> bool:
    """Whether a table is public, or one sits, has opened it or was invited there."""
    live = table.live
    if live.settings.visibility == "public" or live.creator == user or live.seat_of(user) is not None:
        return True
    return invitation is not None and compare_digest(invitation.encode(), live.invitation.encode())
