"""Cross-site request forgery: a request that changes something must come from our own pages. A guard of Litestar.

The cookie is SameSite=Lax as well; this holds where a browser does not keep to that, and against other ports and
subdomains of the same site. Browsers send at least one of the two headers with every such request. Requests with
a bearer token, and requests without any cookie, carry nothing that another site could borrow.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from litestar.handlers import BaseRouteHandler

from puur.server.identity.answers import RefusedHTTP
from puur.server.identity.context import Identity
from puur.server.identity.principal import Connection, bearer_of
from puur.server.identity.refusals import Refused

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


def from_our_pages(headers: Any, public_origin: str | None = None) -> bool:
    """By the headers of a request with a cookie, whether one of our own pages sent it."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return bool(site == "same-origin")
    origin = headers.get("origin")
    if origin is None:
        return False
    if public_origin is not None and origin == public_origin:
        return True
    host = headers.get("host")
    # The scheme is left out: behind a proxy we may not know it.
    return bool(host) and bool(urlsplit(origin).netloc == host)


def same_origin(connection: Connection, _handler: BaseRouteHandler) -> None:
    """The guard for routers with state-changing routes."""
    headers = connection.headers
    if connection.scope.get("method", "GET") in SAFE or bearer_of(connection) is not None:
        return
    silent = "sec-fetch-site" not in headers and "origin" not in headers
    if silent and "cookie" not in headers:
        return
    identity: Identity = connection.app.state.identity
    if not from_our_pages(headers, identity.settings.public_origin):
        raise RefusedHTTP(Refused("cross-site"))
