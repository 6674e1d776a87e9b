"""/api/tokens: the bots of an account, each with a token that is shown once."""

from __future__ import annotations

from litestar import Controller, delete, get, post
from litestar.params import JSONBody

from puur.server.identity import bots
from puur.server.identity.answers import PROBLEMS, granted
from puur.server.identity.routes.bodies import Id, NewBot
from puur.server.identity.routes.provided import TheIdentity, ThePrincipal
from puur.server.identity.sessions import unconfirmed


class TokensController(Controller):
    path = "/tokens"

    @get(responses=PROBLEMS, operation_id="listBots")
    async def list(self, identity: TheIdentity, principal: ThePrincipal) -> list[bots.BotInfo]:
        """One's own bots."""
        return await bots.list_bots(identity, principal)

    @post(responses=PROBLEMS, operation_id="createBot")
    async def create(self, identity: TheIdentity, principal: ThePrincipal, data: JSONBody[NewBot]) -> bots.NewToken:
        """A new bot, in a session that is confirmed. Its token is shown now and never again."""
        granted(await unconfirmed(identity, principal))
        return granted(await bots.create_bot(identity, principal, data.name))

    @post("/{bot:str}/renewal", responses=PROBLEMS, operation_id="renewToken")
    async def renew(self, identity: TheIdentity, principal: ThePrincipal, bot: Id) -> bots.NewToken:
        """Another token for the same bot, in a session that is confirmed; the old one is void."""
        granted(await unconfirmed(identity, principal))
        return granted(await bots.renew_token(identity, principal, bot))

    @delete("/{bot:str}", responses=PROBLEMS, operation_id="revokeBot")
    async def revoke(self, identity: TheIdentity, principal: ThePrincipal, bot: Id) -> None:
        """End a bot and void its token."""
        granted(await bots.revoke_bot(identity, principal, bot))
