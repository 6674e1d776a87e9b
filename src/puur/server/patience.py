"""Patience: whoever connects and asks for nothing is hung up on. For puur.cli.serve, which gives this to uvicorn.

The limits of an address begin with its first request; without this, connections that never make one could use up all
that a process may have open.
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

FIRST_REQUEST = 10.0
"""Seconds in which the headers of the first request must have come."""


class Patient(H11Protocol):
    """HTTP, as uvicorn speaks it."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.loop.call_later(FIRST_REQUEST, self._enough)

    def _enough(self) -> None:
        asked = getattr(self, "cycle", None) is not None
        if not asked and self.transport.get_protocol() is self:  # and no WebSocket by now
            self.transport.close()
