"""Connection: one WebSocket with a bounded queue of outgoing frames. For puur.server.sockets.

A reader that is too slow is disconnected, and resumes with ``subscribe`` from where it was.
"""

from __future__ import annotations

import asyncio
import time
import types
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator, MutableMapping
from typing import Any, cast

import msgspec

from puur.client import protocol as p
from puur.server.limits import Bucket
from puur.table.actor import Table
from puur.table.decide import By

MOST_BYTES = 4 * 1024 * 1024
"""Outgoing bytes that may wait."""
GRACE = 2.0
"""Seconds for the last frames of a connection that is being closed, which its reader may not take."""
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
_encode = msgspec.json.Encoder().encode


class Connection:
    """A connected client; to a table, a Listener."""

    __slots__ = (
        "_begun", "_closing", "_idle", "_more", "_queue", "_send", "_waiting", "_writer",
        "address", "bucket", "by", "dropped", "heard", "muted", "session", "tables",
    )  # fmt: skip

    def __init__(
        self, by: By, muted: frozenset[str], send: Send, bucket: Bucket, address: str = "", session: str | None = None
    ) -> None:
        self.by = by
        self.address = address
        self.session = session
        """Of accounts: the session that it was opened with."""
        self.muted = muted
        self.bucket = bucket
        self.dropped = 0
        self.heard = time.monotonic()
        self.tables: dict[str, Table] = {}
        self._send = send
        self._queue: deque[bytes] = deque()
        self._waiting = 0
        self._more = asyncio.Event()
        self._idle = False
        """Whether the writer has nothing to do, so that a frame may go out at once."""
        self._begun: tuple[Coroutine[Any, Any, None], Any] | None = None
        """A frame that was begun but must wait until the client reads."""
        self._closing: int | None = None
        self._writer: asyncio.Task[Any] | None = None

    @property
    def user(self) -> str:
        return self.by.user

    def deliver(self, frame: bytes) -> None:
        """Queue a frame; never waits."""
        if self._closing is not None:
            return
        if self._idle:
            self._send_now(frame)
            return
        self._queue.append(frame)
        self._waiting += len(frame)
        if self._waiting > MOST_BYTES:
            self.close(1013)
        self._more.set()

    def _send_now(self, frame: bytes) -> None:
        """Begin to send here and now, without waking the writer: mostly that is all there is to do."""
        sending = cast(Coroutine[Any, Any, None], self._send({"type": "websocket.send", "text": frame.decode()}))
        try:
            waits_for = sending.send(None)
        except StopIteration:
            return
        except (OSError, RuntimeError):  # the client is gone, as the listening side will hear
            return
        self._idle = False
        self._begun = sending, waits_for
        self._more.set()

    def tell(self, frame: p.ToClient) -> None:
        self.deliver(_encode(frame))

    def close(self, code: int) -> None:
        """Hang up, after what is queued; at once if that is too much."""
        if self._closing is None:
            self._closing = code
            if code == 1013:
                self._queue.clear()
            self._idle = False
            self._more.set()
            asyncio.get_running_loop().call_later(GRACE, self._give_up)

    def _give_up(self) -> None:
        """Nobody reads: do not wait for that any longer."""
        if self._writer is not None:
            self._writer.cancel()

    async def write(self) -> None:
        """Send what is queued until the connection is closed."""
        self._writer = asyncio.current_task()
        queue, send, more = self._queue, self._send, self._more
        while True:
            if self._begun is not None:
                await go_on(*self._begun)
                self._begun = None
            while queue:
                frame = queue.popleft()
                self._waiting -= len(frame)
                await send({"type": "websocket.send", "text": frame.decode()})
            if self._closing is not None:
                await send({"type": "websocket.close", "code": self._closing})
                return
            more.clear()
            self._idle = True
            try:
                await more.wait()
            finally:
                self._idle = False


@types.coroutine
def go_on(begun: Coroutine[Any, Any, None], waits_for: Any) -> Generator[Any, None, None]:
    """Await the rest of a coroutine that was begun outside of any task, and waits for something."""
    try:
        while True:
            yield waits_for
            waits_for = begun.send(None)
    except StopIteration:
        return
    finally:
        begun.close()
