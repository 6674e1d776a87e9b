"""/api/reports: telling the admins about somebody."""

from __future__ import annotations

from litestar import Controller, post
from litestar.params import JSONBody

from puur.server.identity import reports
from puur.server.identity.answers import PROBLEMS, granted
from puur.server.identity.routes.bodies import NewReport, ReportMade
from puur.server.identity.routes.provided import TheIdentity, ThePrincipal


class ReportsController(Controller):
    path = "/reports"

    @post(responses=PROBLEMS, operation_id="report")
    async def create(self, identity: TheIdentity, principal: ThePrincipal, data: JSONBody[NewReport]) -> ReportMade:
        """Report whoever sits at a seat."""
        made = await reports.report(identity, principal, data.table, data.seat, data.reason, data.text)
        if isinstance(made, str):
            return ReportMade(made)
        return granted(made)
