"""/api/admin: reports, bans, tables, the audit log. For admins; to everybody else it is not there."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, delete, get, post
from litestar.handlers import BaseRouteHandler
from litestar.params import FromQuery, JSONBody, QueryParameter

from puur.server.identity import moderation
from puur.server.identity.answers import PROBLEMS, RefusedHTTP, granted
from puur.server.identity.context import Identity
from puur.server.identity.principal import Connection, principal_of
from puur.server.identity.refusals import Refused
from puur.server.identity.routes.bodies import ClosedTable, Id, NewBan, ResolvedReport
from puur.server.identity.routes.provided import TheIdentity, ThePrincipal
from puur.server.identity.settings import DAY


async def admins_only(connection: Connection, _handler: BaseRouteHandler) -> None:
    """The guard of every route here."""
    identity: Identity = connection.app.state.identity
    principal = granted(await principal_of(identity, connection))
    if not principal.is_admin:
        raise RefusedHTTP(Refused("not-found"))


class AdminController(Controller):
    path = "/admin"
    tags = ["admin"]  # noqa: RUF012 - so the base class declares it
    guards = [admins_only]  # noqa: RUF012

    @get("/reports", responses=PROBLEMS, operation_id="listReports")
    async def reports(self, identity: TheIdentity, resolved: FromQuery[bool] = False) -> list[moderation.ReportInfo]:
        """The reports that wait, or those that are done."""
        return await moderation.list_reports(identity, resolved)

    @post("/reports/{report:str}/resolution", status_code=204, responses=PROBLEMS, operation_id="resolveReport")
    async def resolve(
        self, identity: TheIdentity, principal: ThePrincipal, report: Id, data: JSONBody[ResolvedReport]
    ) -> None:
        """Close a report."""
        granted(await moderation.resolve_report(identity, principal.id, report, data.resolution))

    @get("/bans", responses=PROBLEMS, operation_id="listBans")
    async def bans(self, identity: TheIdentity) -> list[moderation.Ban]:
        """The bans that hold."""
        return await moderation.list_bans(identity)

    @post("/bans", responses=PROBLEMS, operation_id="ban")
    async def ban(self, identity: TheIdentity, principal: ThePrincipal, data: JSONBody[NewBan]) -> moderation.Ban:
        """Shut a player out; his connections are closed."""
        until = None if data.days is None else identity.now() + data.days * DAY
        return granted(await moderation.ban(identity, principal.id, data.player, data.reason, until, data.note))

    @delete("/bans/{player:str}", responses=PROBLEMS, operation_id="unban")
    async def unban(self, identity: TheIdentity, principal: ThePrincipal, player: Id) -> None:
        """Lift the bans of a player."""
        granted(await moderation.unban(identity, principal.id, player))

    @post("/tables/{table:str}/close", status_code=204, responses=PROBLEMS, operation_id="closeTable")
    async def close(
        self, identity: TheIdentity, principal: ThePrincipal, table: Id, data: JSONBody[ClosedTable]
    ) -> None:
        """End a table, within seconds."""
        await moderation.close_table(identity, principal.id, table, data.reason)

    @get("/audit", responses=PROBLEMS, operation_id="readAudit")
    async def audit(
        self,
        identity: TheIdentity,
        before: Annotated[int | None, QueryParameter(ge=0, le=2**53)] = None,
    ) -> list[moderation.AuditLine]:
        """What admins did, the newest first."""
        return await moderation.read_audit(identity, before)
