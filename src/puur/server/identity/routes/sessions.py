"""/api/session: guests at once. /api/sessions: login, logout, the list."""

from __future__ import annotations

from litestar import Controller, Response, delete, get, post
from litestar.params import JSONBody

from puur.server.identity import sessions
from puur.server.identity.answers import NOTHING, PROBLEMS, granted
from puur.server.identity.context import Identity, fresh_id, wait_for_address
from puur.server.identity.cookies import Guest, clear_cookie, guest_cookie, read_guest, session_cookie, set_cookie
from puur.server.identity.names import guest_name
from puur.server.identity.principal import Principal, bearer_of, cookie_of, is_secure, resolve
from puur.server.identity.refusals import Refused
from puur.server.identity.routes.bodies import Confirmation, Id, Login, Me
from puur.server.identity.routes.me import describe
from puur.server.identity.routes.provided import Asking, TheDataOwner, TheIdentity, TheVisitor
from puur.server.identity.settings import DAY

RENEWED_AFTER = 30 * DAY


class SessionController(Controller):
    path = "/session"

    @post(status_code=200, responses=PROBLEMS, operation_id="beginSession")
    async def begin(self, request: Asking, identity: TheIdentity, visitor: TheVisitor) -> Response[Me]:
        """Who one is; somebody without a session becomes a guest."""
        cookie, bearer = cookie_of(identity, request), bearer_of(request)
        principal = await resolve(identity, cookie=cookie, bearer=bearer)
        fresh: Guest | None = None
        if isinstance(principal, Refused):
            if principal.reason != "not-signed-in" or bearer is not None:
                granted(principal)
            granted(await wait_for_address(identity.limits.guest, visitor.address))
            fresh = Guest(fresh_id(), guest_name(), identity.now())
            principal = Principal(id=fresh.id, name=fresh.name, kind="guest")
        elif principal.kind == "guest" and cookie is not None:
            known = read_guest(identity, cookie)
            if known is not None and known.issued + RENEWED_AFTER < identity.now():
                fresh = Guest(known.id, known.name, identity.now())
        response = Response(await describe(identity, request, principal))
        if fresh is not None:
            response.set_cookie(set_cookie(guest_cookie(identity, fresh), is_secure(identity, request)))
        return response


class SessionsController(Controller):
    path = "/sessions"

    @post(responses=PROBLEMS, operation_id="login")
    async def login(
        self, request: Asking, identity: TheIdentity, visitor: TheVisitor, data: JSONBody[Login]
    ) -> Response[Me]:
        """Log in with name and password. Whether the name exists cannot be told from the answer."""
        signed_in = granted(await sessions.login(identity, data.name, data.password, visitor))
        response = Response(await describe(identity, request, signed_in.principal))
        response.set_cookie(set_cookie(session_cookie(signed_in.token), is_secure(identity, request)))
        return response

    @post("/confirm", status_code=204, responses=PROBLEMS, operation_id="confirm")
    async def confirm(self, identity: TheIdentity, data_owner: TheDataOwner, data: JSONBody[Confirmation]) -> None:
        """Give the password again; for ten minutes delicate changes are possible."""
        granted(await sessions.confirm(identity, data_owner, data.password))

    @get(responses=PROBLEMS, operation_id="listSessions")
    async def list(self, identity: TheIdentity, data_owner: TheDataOwner) -> list[sessions.SessionInfo]:
        """Where one is logged in."""
        return await sessions.list_sessions(identity, data_owner)

    @delete("/current", responses=PROBLEMS | NOTHING, operation_id="logout")
    async def logout(self, request: Asking, identity: TheIdentity, data_owner: TheDataOwner) -> Response[None]:
        """Log out here."""
        if data_owner.session is not None:
            granted(await sessions.end_session(identity, data_owner, data_owner.session))
        return _gone(request, identity)

    @delete(responses=PROBLEMS | NOTHING, operation_id="logoutEverywhere")
    async def logout_everywhere(
        self, request: Asking, identity: TheIdentity, data_owner: TheDataOwner
    ) -> Response[None]:
        """Log out everywhere; connections to tables are closed too."""
        await sessions.logout_everywhere(identity, data_owner)
        return _gone(request, identity)

    @delete("/{session:str}", responses=PROBLEMS, operation_id="endSession")
    async def end(self, identity: TheIdentity, data_owner: TheDataOwner, session: Id) -> None:
        """Log out one of one's sessions."""
        granted(await sessions.end_session(identity, data_owner, session))


def _gone(request: Asking, identity: Identity) -> Response[None]:
    response: Response[None] = Response(None, status_code=204)
    response.set_cookie(clear_cookie(is_secure(identity, request)))
    return response
