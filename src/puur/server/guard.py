"""Guard: around every HTTP request, the rate limit of its address and the headers that keep browsers safe.

Plain ASGI, in front of Litestar. For puur.server.app.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from puur.server.identity.buckets import whole_seconds
from puur.server.limits import Addresses
from puur.server.metrics import Metrics
from puur.server.requests import address_of

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]

SOURCES = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "style-src-attr": "'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "media-src": "'self' data: blob:",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
POLICY = "; ".join(f"{what} {where}" for what, where in SOURCES.items())
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
TRANSPORT = (b"strict-transport-security", b"max-age=31536000")
TOO_FAST = b'{"status_code":429,"detail":"too-fast"}'
EXPENSIVE = 10.0
"""What opening a table costs, in requests: it writes, and lives on."""
FILE = 0.05
"""What a file of the client costs. A page is dozens of them and is dead if one is refused; many may share an address."""
REQUESTS = ("/api/", "/metrics")
"""Where more than files is asked for."""


class Guard:
    """Answers too fast callers itself, and adds headers to what the application answers."""

    def __init__(self, addresses: Addresses, metrics: Metrics, *, https: bool) -> None:
        self._addresses = addresses
        self._metrics = metrics
        self._headers = (*HEADERS, TRANSPORT) if https else HEADERS

    async def __call__(self, app: Any, scope: Message, receive: Any, send: Send) -> None:
        began = time.perf_counter()

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name.lower() for name, _ in message.get("headers", ())}
                missing = [header for header in self._headers if header[0] not in given]
                message["headers"] = [*message.get("headers", ()), *missing]
                self._metrics.requests[message["status"]] += 1
                self._metrics.request_seconds.observe(time.perf_counter() - began)
            await send(message)

        wait = await self._addresses.ask(address_of(scope), cost_of(scope))
        if not wait:
            await app(scope, receive, answer)
            return
        headers = [
            (b"content-type", b"application/json"),
            (b"retry-after", str(whole_seconds(wait)).encode()),
        ]
        await answer({"type": "http.response.start", "status": 429, "headers": headers})
        await answer({"type": "http.response.body", "body": TOO_FAST})


def cost_of(scope: Message) -> float:
    """What a request takes from the bucket of its address."""
    path: str = scope["path"]
    if not path.startswith(REQUESTS):
        return FILE
    return EXPENSIVE if scope["method"] == "POST" and path in ("/api/tables", "/api/play") else 1.0
