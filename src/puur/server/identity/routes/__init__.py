"""The HTTP routes of identity: `identity_router()` is mounted by the server's app.

Answers are never cached. Errors are of the type Problem: a reason code, which the browser translates.
"""

from __future__ import annotations

from litestar import Router
from litestar.datastructures import CacheControlHeader, State
from litestar.di import Provide
from litestar.exceptions import HTTPException

from puur.server.identity.answers import RefusedHTTP, answer_http_error, answer_refusal, granted
from puur.server.identity.context import Identity
from puur.server.identity.principal import Principal, bearer_of, cookie_of, resolve
from puur.server.identity.routes.accounts import AccountsController
from puur.server.identity.routes.admin import AdminController
from puur.server.identity.routes.me import MeController
from puur.server.identity.routes.passkeys import PasskeysController
from puur.server.identity.routes.provided import Asking, TheIdentity
from puur.server.identity.routes.reports import ReportsController
from puur.server.identity.routes.sessions import SessionController, SessionsController
from puur.server.identity.routes.tokens import TokensController
from puur.server.identity.same_origin import same_origin
from puur.server.identity.sessions import Visitor

LARGEST_BODY = 32 * 1024


async def _identity(state: State) -> Identity:
    identity: Identity = state.identity
    return identity


async def _principal(request: Asking, identity: TheIdentity) -> Principal:
    cookie, bearer = cookie_of(identity, request), bearer_of(request)
    return granted(await resolve(identity, cookie=cookie, bearer=bearer))


async def _data_owner(request: Asking, identity: TheIdentity) -> Principal:
    cookie, bearer = cookie_of(identity, request), bearer_of(request)
    return granted(await resolve(identity, cookie=cookie, bearer=bearer, even_banned=True))


async def _visitor(request: Asking) -> Visitor:
    address = None if request.client is None else request.client.host
    return Visitor(address, request.headers.get("user-agent", ""))


def identity_router() -> Router:
    """All routes below /api that concern people, for an app that has an `Identity` as `state.identity`."""
    return Router(
        path="/api",
        route_handlers=[
            SessionController,
            MeController,
            AccountsController,
            SessionsController,
            PasskeysController,
            TokensController,
            ReportsController,
            AdminController,
        ],
        dependencies={
            "identity": Provide(_identity),
            "principal": Provide(_principal),
            "data_owner": Provide(_data_owner),
            "visitor": Provide(_visitor),
        },
        guards=[same_origin],
        exception_handlers={RefusedHTTP: answer_refusal, HTTPException: answer_http_error},
        cache_control=CacheControlHeader(no_store=True),
        request_max_body_size=LARGEST_BODY,
        tags=["identity"],
    )
