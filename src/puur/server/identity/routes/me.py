"""/api/me: one's own name, settings, mutes and data."""

from __future__ import annotations

from litestar import Controller, Response, delete, get, patch, post, put
from litestar.params import JSONBody

from puur.server.identity import accounts, own_data, reports
from puur.server.identity.answers import PROBLEMS, granted
from puur.server.identity.context import Identity, wait_for
from puur.server.identity.cookies import Guest, clear_cookie, guest_cookie, set_cookie
from puur.server.identity.passkeys import site_of
from puur.server.identity.player_settings import PlayerSettings
from puur.server.identity.principal import Principal, is_secure
from puur.server.identity.recovery import codes_left
from puur.server.identity.routes.bodies import Id, Me, Rename, SeatReference
from puur.server.identity.routes.provided import Asking, TheDataOwner, TheIdentity, ThePrincipal
from puur.server.identity.sessions import unconfirmed


async def describe(identity: Identity, request: Asking, principal: Principal) -> Me:
    """A principal as his browser gets to see him."""
    account = principal.kind == "account"
    return Me(
        id=principal.id,
        name=principal.name,
        kind=principal.kind,
        is_admin=principal.is_admin,
        passkeys=site_of(identity, request_origin(request)) is not None,
        confirmed=account and await unconfirmed(identity, principal) is None,
        recovery_codes_left=await codes_left(identity, principal) if account else None,
        owner=principal.owner,
    )


def request_origin(request: Asking) -> str:
    """Scheme and host by which the browser found us."""
    return f"{request.url.scheme}://{request.url.netloc}"


class MeController(Controller):
    path = "/me"

    @get(responses=PROBLEMS, operation_id="getMe")
    async def read(self, request: Asking, identity: TheIdentity, principal: ThePrincipal) -> Me:
        """Who one is. Unlike POST /api/session it never makes a guest."""
        return await describe(identity, request, principal)

    @patch(responses=PROBLEMS, operation_id="rename")
    async def rename(
        self, request: Asking, identity: TheIdentity, principal: ThePrincipal, data: JSONBody[Rename]
    ) -> Response[Me]:
        """Take another name. Accounts can do this once a month; guests at any time."""
        granted(await wait_for(identity.limits.change_player, principal.id))
        renamed = granted(await accounts.rename(identity, principal, data.name))
        response = Response(await describe(identity, request, renamed))
        if renamed.kind == "guest":
            value = guest_cookie(identity, Guest(renamed.id, renamed.name, identity.now()))
            response.set_cookie(set_cookie(value, is_secure(identity, request)))
        return response

    @delete(status_code=200, responses=PROBLEMS, operation_id="deleteMe")
    async def remove(
        self, request: Asking, identity: TheIdentity, data_owner: TheDataOwner
    ) -> Response[own_data.Export]:
        """Delete oneself, with the bots that one owns. The answer is the export of what there was."""
        if data_owner.kind != "guest":
            granted(await unconfirmed(identity, data_owner))
        response = Response(await own_data.delete_player(identity, data_owner))
        response.set_cookie(clear_cookie(is_secure(identity, request)))
        return response

    @get("/export", responses=PROBLEMS, operation_id="exportMe")
    async def export(self, identity: TheIdentity, data_owner: TheDataOwner) -> Response[own_data.Export]:
        """Everything that the server keeps about one."""
        granted(await wait_for(identity.limits.change_player, data_owner.id))
        return Response(
            await own_data.export(identity, data_owner),
            headers={"Content-Disposition": 'attachment; filename="puur-export.json"'},
        )

    @get("/settings", responses=PROBLEMS, operation_id="getSettings")
    async def settings(self, identity: TheIdentity, principal: ThePrincipal) -> PlayerSettings:
        """The settings of an account; guests keep theirs in the browser."""
        return granted(await accounts.read_settings(identity, principal))

    @put("/settings", responses=PROBLEMS, operation_id="putSettings")
    async def store_settings(
        self, identity: TheIdentity, principal: ThePrincipal, data: JSONBody[PlayerSettings]
    ) -> PlayerSettings:
        """Replace the settings of an account."""
        granted(await accounts.write_settings(identity, principal, data))
        return data

    @get("/mutes", responses=PROBLEMS, operation_id="listMutes")
    async def mutes(self, identity: TheIdentity, principal: ThePrincipal) -> list[reports.Muted]:
        """Whom one has muted."""
        return await reports.list_mutes(identity, principal)

    @post("/mutes", responses=PROBLEMS, operation_id="mute")
    async def mute(
        self, identity: TheIdentity, principal: ThePrincipal, data: JSONBody[SeatReference]
    ) -> reports.Muted:
        """Mute whoever sits at a seat."""
        return granted(await reports.mute(identity, principal, data.table, data.seat))

    @delete("/mutes/{player:str}", responses=PROBLEMS, operation_id="unmute")
    async def unmute(self, identity: TheIdentity, principal: ThePrincipal, player: Id) -> None:
        """Hear somebody again."""
        granted(await reports.unmute(identity, principal, player))
