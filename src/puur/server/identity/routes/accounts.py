"""/api/accounts: registration, password, recovery."""

from __future__ import annotations

from litestar import Controller, Response, post, put
from litestar.params import JSONBody

from puur.server.identity import accounts
from puur.server.identity import recovery as recovery_codes
from puur.server.identity.answers import PROBLEMS, granted
from puur.server.identity.cookies import session_cookie, set_cookie
from puur.server.identity.principal import Principal, cookie_of, is_secure, resolve
from puur.server.identity.refusals import Refused
from puur.server.identity.routes.bodies import Me, NewAccount, NewPassword, Recovery, RecoveryCodes, Registration
from puur.server.identity.routes.me import describe
from puur.server.identity.routes.provided import Asking, TheIdentity, ThePrincipal, TheVisitor
from puur.server.identity.sessions import unconfirmed


class AccountsController(Controller):
    path = "/accounts"

    @post(responses=PROBLEMS, operation_id="register")
    async def register(
        self, request: Asking, identity: TheIdentity, visitor: TheVisitor, data: JSONBody[Registration]
    ) -> Response[NewAccount]:
        """Make an account. The guest who asks becomes it, and keeps his seat and his matches."""
        guest = await resolve(identity, cookie=cookie_of(identity, request))
        if isinstance(guest, Refused) and guest.reason == "banned":
            granted(guest)
        asking = guest if isinstance(guest, Principal) else None
        new = granted(await accounts.register(identity, asking, data.name, data.password, visitor))
        me = await describe(identity, request, new.signed_in.principal)
        response = Response(NewAccount(me, new.recovery_codes))
        response.set_cookie(set_cookie(session_cookie(new.signed_in.token), is_secure(identity, request)))
        return response

    @put("/password", status_code=204, responses=PROBLEMS, operation_id="changePassword")
    async def change_password(
        self, identity: TheIdentity, principal: ThePrincipal, data: JSONBody[NewPassword]
    ) -> None:
        """A new password, in a session that is confirmed; all other sessions end."""
        granted(await unconfirmed(identity, principal))
        granted(await accounts.change_password(identity, principal, data.password))

    @post("/recovery-codes", responses=PROBLEMS, operation_id="newRecoveryCodes")
    async def new_codes(self, identity: TheIdentity, principal: ThePrincipal) -> RecoveryCodes:
        """Ten new recovery codes, in a session that is confirmed."""
        granted(await unconfirmed(identity, principal))
        return RecoveryCodes(await recovery_codes.replace_codes(identity, principal))

    @post("/recovery", responses=PROBLEMS, operation_id="recover")
    async def recover(
        self, request: Asking, identity: TheIdentity, visitor: TheVisitor, data: JSONBody[Recovery]
    ) -> Response[Me]:
        """Set a new password with a recovery code; every other session ends."""
        signed_in = granted(await recovery_codes.recover(identity, data.name, data.code, data.password, visitor))
        response = Response(await describe(identity, request, signed_in.principal))
        response.set_cookie(set_cookie(session_cookie(signed_in.token), is_secure(identity, request)))
        return response
