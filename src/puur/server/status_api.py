"""How the server is: health, readiness, metrics, what it offers. For puur.server.app."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, Literal

import msgspec
import sqlalchemy as sa
from litestar import Request, Response, get
from litestar.openapi.datastructures import ResponseSpec

from puur import __version__
from puur.bots.levels import LEVELS
from puur.client.protocol import PROTOCOL
from puur.rules.variant import Variant, allowed_values, default_of
from puur.rules.variants import VARIANTS
from puur.server.asking import TheHouse
from puur.server.metrics import Metrics
from puur.table.house import House
from puur.table.store import schema

log = logging.getLogger("puur.status")


PATIENCE = 2.0
"""Seconds for the database to answer when somebody asks whether the server is ready."""


class Health(msgspec.Struct, frozen=True):
    """The process is alive if this comes at all."""

    status: str
    tables: int


class Readiness(msgspec.Struct, frozen=True):
    """Whether players can be sent here, and if not, what is away."""

    ready: bool
    database: Literal["ok", "away"]
    processes: Literal["ok", "away"]
    """The way to the other server processes; always ok where there are none."""


class OptionInfo(msgspec.Struct, frozen=True):
    """An option of a game."""

    name: str
    default: Any
    values: list[Any] | None
    """All that may be chosen; null where it has a shape of its own."""


class VariantInfo(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    name: str
    source: str
    options: list[OptionInfo]


class ServerInfo(msgspec.Struct, frozen=True):
    """What this server is and offers."""

    version: str
    protocol: int
    variants: list[VariantInfo]
    levels: list[str]


@get("/api/health", summary="Whether the process is alive", sync_to_thread=False)
def health(house: TheHouse) -> Health:
    """It touches nothing else: if the database is away, to start the server again would not help."""
    return Health("ok", len(house.tables))


@get(
    "/api/ready",
    summary="Whether the server can serve: its database, and its way to the other processes",
    responses={503: ResponseSpec(Readiness, description="Something is away", generate_examples=False)},
)
async def ready(house: TheHouse) -> Response[Readiness]:
    """503 while something is away."""
    database, processes = await asyncio.gather(works(ask_database(house)), works(house.services.fanout.check()))
    found = Readiness(database == processes == "ok", database, processes)
    return Response(found, status_code=200 if found.ready else 503)


async def ask_database(house: House) -> None:
    async with house.database.reader.connect() as connection:
        await connection.execute(sa.select(schema.tables.c.id).limit(1))


async def works(trial: Coroutine[Any, Any, None]) -> Literal["ok", "away"]:
    """Whether something that is tried succeeds, in time."""
    try:
        await asyncio.wait_for(trial, PATIENCE)
    except (OSError, sa.exc.SQLAlchemyError) as error:  # TimeoutError is an OSError
        log.warning("not ready: %s", type(error).__name__)
        return "away"
    return "ok"


@get("/api/info", summary="What this server offers", sync_to_thread=False)
def info() -> ServerInfo:
    return ServerInfo(__version__, PROTOCOL, [variant_info(variant) for variant in VARIANTS.values()], list(LEVELS))


def variant_info(variant: Variant) -> VariantInfo:
    options = []
    for name in variant.options:
        allowed = allowed_values(variant, name)
        options.append(OptionInfo(name, default_of(variant, name), None if allowed is None else list(allowed)))
    return VariantInfo(variant.name, variant.source, options)


@get("/metrics", include_in_schema=False, sync_to_thread=False)
def metrics(request: Request[Any, Any, Any], house: TheHouse) -> Response[bytes]:
    found: Metrics = request.app.state.server.metrics
    found.tables = len(house.tables)
    found.commits = house.services.log.commits
    found.appends = house.services.log.appends
    return Response(found.text(), media_type="text/plain; version=0.0.4")


ROUTES = [health, ready, info, metrics]
