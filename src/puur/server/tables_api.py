"""Tables over HTTP: open one, play alone, the list, records. For puur.server.app."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import ClientException, NotFoundException, TooManyRequestsException
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec.structs import replace

from puur.client import protocol as p
from puur.client import table_messages as t
from puur.engine.messages import OptionValue
from puur.server.asking import TheHouse, player_of
from puur.server.identity.answers import RefusedHTTP, answer_refusal
from puur.server.identity.same_origin import same_origin
from puur.server.requests import by_of
from puur.table.actor import Table
from puur.table.decide import By, Do
from puur.table.house import House, Summary, TooMany


class OpenTable(msgspec.Struct, frozen=True, kw_only=True):
    """A request for a table of one's own."""

    settings: t.TableSettings
    bots: bool = False
    """Put bots on the other seats at once."""


class Play(msgspec.Struct, frozen=True, kw_only=True):
    """A request to play alone against three bots, at once."""

    variant: Annotated[str, msgspec.Meta(max_length=40)]
    options: dict[str, OptionValue] = {}
    level: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    clock: t.TimeControl | None = None
    replay: t.ReplayVisibility = "link"


class Opened(msgspec.Struct, frozen=True):
    """A table that was opened."""

    table: str
    invitation: str


class Invited(msgspec.Struct, frozen=True):
    """The table that an invitation is for."""

    table: str


Asking = Request[Any, Any, Any]
Name = Annotated[str, PathParameter(max_length=64, pattern="^[A-Za-z0-9_-]+$")]
Key = Annotated[str | None, QueryParameter(max_length=64)]


@post("/api/tables", summary="Open a table")
async def open_table(data: JSONBody[OpenTable], request: Asking, house: TheHouse) -> Opened:
    player = await player_of(request)
    table = await opened(house, data.settings, by_of(player), bots=data.bots)
    return Opened(table.id, table.live.invitation)


async def opened(house: House, settings: t.TableSettings, by: By, *, bots: bool) -> Table:
    """The new table; 400 for a game, an option or a level that there is not, 429 for too many tables."""
    try:
        return await house.open(settings, by, bots=bots)
    except TooMany as error:
        raise TooManyRequestsException(str(error)) from None
    except ValueError as error:
        raise ClientException(str(error)) from None


@post("/api/play", summary="Play alone against three bots")
async def play(data: JSONBody[Play], request: Asking, house: TheHouse) -> Opened:
    by = by_of(await player_of(request))
    settings = t.TableSettings(
        variant=data.variant,
        options=data.options,
        clock=data.clock,
        visibility="invited",
        replay=data.replay,
    )
    if data.level is not None:
        settings = replace(settings, level=data.level)
    table = await opened(house, settings, by, bots=True)
    await table.submit(Do(by, t.Start()))
    return Opened(table.id, table.live.invitation)


@get("/api/tables", summary="The public tables")
async def list_tables(house: TheHouse) -> list[p.LobbyTable]:
    return await house.lobby()


@get("/api/me/tables", summary="One's own tables, the newest first")
async def own_tables(request: Asking, house: TheHouse) -> list[Summary]:
    return await house.tables_of((await player_of(request)).id)


@get("/api/invitations/{secret:str}", summary="The table that an invitation is for")
async def invitation(secret: Name, house: TheHouse) -> Invited:
    name = await house.by_invitation(secret)
    if name is None:
        raise NotFoundException("no such invitation")
    return Invited(name)


@get("/api/tables/{name:str}/record", summary="The record of a match that is over", media_type="text/plain")
async def record(name: Name, request: Asking, house: TheHouse, key: Key = None) -> Response[bytes]:
    player = await player_of(request, may_lack=True)
    text = await house.record(name, None if player is None else player.id, key)
    if text is None:
        raise NotFoundException("no such record, or it is not for you")
    disposition = f'attachment; filename="puur-{name}.txt"'
    return Response(text, media_type="text/plain; charset=utf-8", headers={"content-disposition": disposition})


def table_router() -> Router:
    """All routes about tables, for an app that provides ``house``."""
    return Router(
        path="",
        route_handlers=[open_table, play, list_tables, own_tables, invitation, record],
        guards=[same_origin],
        exception_handlers={RefusedHTTP: answer_refusal},
        cache_control=CacheControlHeader(no_store=True),
        tags=["tables"],
    )
