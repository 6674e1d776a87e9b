"""Who is asking, and what the app provides to HTTP handlers. For puur.server's routes."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, overload

from litestar import Request
from litestar.di import NamedDependency
from litestar.exceptions import NotAuthorizedException

from puur.server.identity.context import Identity
from puur.server.identity.principal import Principal, principal_of
from puur.table.house import House

Asking = Request[Any, Any, Any]
TheHouse: TypeAlias = NamedDependency[House]
"""What the app provides by the name of ``house``."""


@overload
async def player_of(request: Asking) -> Principal: ...
@overload
async def player_of(request: Asking, *, may_lack: Literal[True]) -> Principal | None: ...
async def player_of(request: Asking, *, may_lack: bool = False) -> Principal | None:
    """The player who asks; 401 for nobody, unless nobody will do."""
    identity: Identity = request.app.state.identity
    found = await principal_of(identity, request)
    if isinstance(found, Principal):
        return found
    if may_lack:
        return None
    raise NotAuthorizedException(found.reason)
