"""Who asks, from where: addresses, headers, and who that is to a table. For puur.server."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Any

from puur.client.protocol import Me
from puur.server.identity.buckets import network_of
from puur.server.identity.cookies import cookie_name
from puur.server.identity.principal import Principal
from puur.table.decide import By


@dataclass(frozen=True, slots=True)
class Caller:
    """Where a request comes from."""

    address: str
    headers: Mapping[str, str]

    @property
    def token(self) -> str | None:
        """The API token that the request carries."""
        kind, _, token = self.headers.get("authorization", "").partition(" ")
        return token.strip() if kind.lower() == "bearer" and token else None

    def cookie(self, *, secure: bool) -> str | None:
        """The value of our cookie, under the name that it has over HTTPS or without."""
        try:
            cookies = SimpleCookie(self.headers.get("cookie", ""))
        except CookieError:
            return None
        found = cookies.get(cookie_name(secure))
        return None if found is None else found.value


def by_of(player: Principal) -> By:
    """A player, as a table knows him."""
    return By(player.id, player.name, "bot" if player.kind == "bot" else "human", player.kind == "guest")


def me_of(player: Principal) -> Me:
    """A player, as he is told about himself."""
    return Me(player.id, player.name, player.kind, player.is_admin)


def headers_of(scope: MutableMapping[str, Any]) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def address_of(scope: MutableMapping[str, Any]) -> str:
    """The caller's address, or network with IPv6; behind a trusted proxy, uvicorn has put there what it says."""
    client = scope.get("client")
    return network_of(client[0] if client else None)
