"""/api/passkeys: registering passkeys and logging in with one."""

from __future__ import annotations

from litestar import Controller, Response, delete, get, post
from litestar.params import JSONBody

from puur.server.identity import passkeys
from puur.server.identity.answers import PROBLEMS, granted
from puur.server.identity.context import Identity
from puur.server.identity.cookies import session_cookie, set_cookie
from puur.server.identity.principal import is_secure
from puur.server.identity.refusals import Refused
from puur.server.identity.routes.bodies import FinishedLogin, FinishedRegistration, Id, Me
from puur.server.identity.routes.me import describe, request_origin
from puur.server.identity.routes.provided import Asking, TheIdentity, ThePrincipal, TheVisitor
from puur.server.identity.sessions import unconfirmed


def _site(identity: Identity, request: Asking) -> passkeys.Site:
    return granted(passkeys.site_of(identity, request_origin(request)) or Refused("passkeys-unavailable"))


class PasskeysController(Controller):
    path = "/passkeys"

    @get(responses=PROBLEMS, operation_id="listPasskeys")
    async def list(self, identity: TheIdentity, principal: ThePrincipal) -> list[passkeys.PasskeyInfo]:
        """One's own passkeys."""
        return await passkeys.list_passkeys(identity, principal)

    @post("/registration", status_code=200, responses=PROBLEMS, operation_id="beginPasskey")
    async def begin_registration(
        self, request: Asking, identity: TheIdentity, principal: ThePrincipal
    ) -> passkeys.Ceremony:
        """Options for navigator.credentials.create(), in a session that is confirmed."""
        site = _site(identity, request)
        granted(await unconfirmed(identity, principal))
        return granted(await passkeys.begin_registration(identity, principal, site))

    @post(responses=PROBLEMS, operation_id="finishPasskey")
    async def finish_registration(
        self,
        request: Asking,
        identity: TheIdentity,
        principal: ThePrincipal,
        data: JSONBody[FinishedRegistration],
    ) -> passkeys.PasskeyInfo:
        """Keep a new passkey."""
        site = _site(identity, request)
        return granted(
            await passkeys.finish_registration(identity, principal, site, data.ceremony, data.credential, data.label)
        )

    @post("/login", status_code=200, responses=PROBLEMS, operation_id="beginPasskeyLogin")
    async def begin_login(self, request: Asking, identity: TheIdentity, visitor: TheVisitor) -> passkeys.Ceremony:
        """Options for navigator.credentials.get(). They name no account."""
        return granted(await passkeys.begin_login(identity, _site(identity, request), visitor))

    @post("/session", responses=PROBLEMS, operation_id="finishPasskeyLogin")
    async def finish_login(
        self, request: Asking, identity: TheIdentity, visitor: TheVisitor, data: JSONBody[FinishedLogin]
    ) -> Response[Me]:
        """Log in with the answer of an authenticator."""
        site = _site(identity, request)
        signed_in = granted(await passkeys.finish_login(identity, site, data.ceremony, data.credential, visitor))
        response = Response(await describe(identity, request, signed_in.principal))
        response.set_cookie(set_cookie(session_cookie(signed_in.token), is_secure(identity, request)))
        return response

    @delete("/{passkey:str}", responses=PROBLEMS, operation_id="removePasskey")
    async def remove(self, identity: TheIdentity, principal: ThePrincipal, passkey: Id) -> None:
        """Forget a passkey, in a session that is confirmed."""
        granted(await unconfirmed(identity, principal))
        granted(await passkeys.remove_passkey(identity, principal, passkey))
