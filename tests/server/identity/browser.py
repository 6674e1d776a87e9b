"""What the tests of identity work with: a browser, a clock, tables where somebody sits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import httpx
from litestar import Litestar

from puur.server.identity.context import Identity
from puur.server.identity.settings import Argon2, IdentitySettings
from puur.server.identity.tables import Sitter

CHEAP = IdentitySettings(argon2=Argon2(memory_kib=8, passes=1))
PASSWORD = "correct horse"


class Clock:
    """Milliseconds, which pass only when told to."""

    def __init__(self) -> None:
        self.time = 1_800_000_000_000

    def __call__(self) -> int:
        return self.time

    def pass_seconds(self, seconds: float) -> None:
        self.time += int(seconds * 1000)

    def pass_days(self, days: float) -> None:
        self.pass_seconds(days * 24 * 3600)


class Seats:
    """Live tables, as identity sees them."""

    def __init__(self) -> None:
        self.sitting: dict[tuple[str, int], Sitter] = {}
        self.closed: list[tuple[str, str]] = []
        self.dropped: list[str] = []
        self.left: list[frozenset[str]] = []
        self.forgotten: list[str] = []

    async def sitter(self, table: str, seat: int, viewer: str) -> Sitter | None:  # noqa: ARG002
        return self.sitting.get((table, seat))

    async def matches_of(self, player: str) -> Sequence[dict[str, Any]]:
        return [{"table": table, "seat": seat} for (table, seat), who in self.sitting.items() if who.player == player]

    async def close_table(self, table: str, reason: str) -> None:
        self.closed.append((table, reason))

    async def drop_player(self, player: str) -> None:
        self.dropped.append(player)

    async def sessions_ended(self, account: str, left: frozenset[str]) -> None:  # noqa: ARG002
        self.left.append(left)

    async def mutes_changed(self, player: str) -> None:
        pass

    async def forget(self, player: str) -> None:
        self.forgotten.append(player)


class Browser:
    """One browser: keeps its cookie, says where its requests come from."""

    def __init__(self, app: Litestar, address: str, origin: str) -> None:
        transport = httpx.ASGITransport(cast(Any, app), client=(address, 50000))
        headers = {"Origin": origin, "User-Agent": "A browser"}
        self.http = httpx.AsyncClient(transport=transport, base_url=origin, headers=headers)

    async def send(self, method: str, path: str, body: object = None, **headers: str) -> httpx.Response:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return await self.http.request(method, f"/api{path}", json=body, headers=named)

    async def ask(self, method: str, path: str, body: object = None, **headers: str) -> Any:
        """A request that succeeds."""
        response = await self.send(method, path, body, **headers)
        assert response.is_success, (method, path, response.status_code, response.text)
        return response.json() if response.content else None

    async def refusal(self, method: str, path: str, body: object = None, **headers: str) -> str:
        """The reason code of a request that is refused."""
        response = await self.send(method, path, body, **headers)
        assert response.is_error, (method, path, response.status_code, response.text)
        return str(response.json()["reason"])

    @property
    def cookie(self) -> str:
        return next(cookie.value or "" for cookie in self.http.cookies.jar if "puur" in cookie.name)

    async def guest(self) -> Any:
        return await self.ask("POST", "/session")

    async def register(self, name: str, password: str = PASSWORD) -> Any:
        return await self.ask("POST", "/accounts", {"name": name, "password": password})

    async def login(self, name: str, password: str = PASSWORD) -> Any:
        return await self.ask("POST", "/sessions", {"name": name, "password": password})

    async def who(self) -> Any:
        return await self.ask("GET", "/me")


@dataclass
class World:
    """A server with its clock and its tables."""

    identity: Identity
    app: Litestar
    clock: Clock
    seats: Seats
    browsers: list[Browser] = field(default_factory=list)

    def browser(self, address: str = "192.0.2.1", origin: str = "http://localhost:8000") -> Browser:
        self.browsers.append(Browser(self.app, address, origin))
        return self.browsers[-1]

    async def close(self) -> None:
        for browser in self.browsers:
            await browser.http.aclose()
