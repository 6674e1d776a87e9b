"""App: one server process, put together. ``create_app`` is what uvicorn runs. For puur.cli.serve and tests."""

from __future__ import annotations

import asyncio
import gc
import itertools
import logging
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from litestar import Litestar
from litestar.di import Provide
from litestar.exceptions import HTTPException, NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from puur import __version__
from puur.server.guard import Guard
from puur.server.identity.buckets import Rate
from puur.server.identity.context import Identity
from puur.server.identity.orders import OrderWatch
from puur.server.identity.routes import identity_router
from puur.server.identity.settings import IdentitySettings, Rates
from puur.server.limits import Addresses
from puur.server.live_tables import LiveTables
from puur.server.metrics import Metrics
from puur.server.migrate import upgrade
from puur.server.pages import missing_page, page_routes, root_of
from puur.server.settings import ServerSettings, from_environment
from puur.server.sockets import Receive, Sockets
from puur.server.status_api import ROUTES as STATUS_ROUTES
from puur.server.tables_api import table_router
from puur.table.fanout import Alone, Fanout
from puur.table.house import House
from puur.table.minds import Minds, Pool
from puur.table.services import Services
from puur.table.store.database import Database
from puur.table.store.log import Log
from puur.table.store.sealing import Seal, load_key

if TYPE_CHECKING:
    from puur.server.shared_limits import RedisBuckets

log = logging.getLogger("puur.server")
MINUTE = 60.0
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class Server:
    """An ASGI application: WebSockets go straight to ``Sockets``, everything else to Litestar."""

    def __init__(self, settings: ServerSettings, minds: Minds | None = None) -> None:
        self.settings = settings
        self.key = load_key(settings.key_path)
        self.database = Database(settings.database)
        self.metrics = Metrics()
        self.pool = Pool(settings.bot_processes, settings.pace) if minds is None else None
        fanout = fanout_of(settings)
        self.shared = shared_of(settings)
        self.services = Services(
            log=Log(self.database, Seal(self.key)),
            minds=self.pool or minds or Pool(0),
            fanout=fanout,
            away=settings.away,
            most_tables=settings.tables_per_player,
        )
        self.house = House(self.database, self.services)
        self.live_tables = LiveTables(self.house)
        origin = settings.origin.rstrip("/") or None
        self.identity = Identity.open(
            self.database,
            self.key,
            IdentitySettings(public_origin=origin, rates=rates_of(settings)),
            self.live_tables,
            shared=self.shared,
        )
        rate = settings.requests_per_second
        self.addresses = Addresses(rate, rate * 10, settings.connections_per_address, fanout, self.shared)
        self.sockets = Sockets(settings, self.house, self.identity, self.addresses, self.metrics)
        self.live_tables.disconnect = self.sockets.disconnect
        self.live_tables.end_sessions = self.sockets.end_sessions
        self.guard = Guard(self.addresses, self.metrics, https=self.identity.settings.secure)
        self.litestar = self._litestar()

    def _litestar(self) -> Litestar:
        app = Litestar(
            route_handlers=[identity_router(), table_router(), *STATUS_ROUTES, *page_routes()],
            lifespan=[self._lifespan],
            dependencies={"house": Provide(lambda: self.house, sync_to_thread=False)},
            openapi_config=OpenAPIConfig(
                title="Puur",
                version=__version__,
                path="/api/schema",
                use_handler_docstrings=True,
                render_plugins=[JsonRenderPlugin()],
            ),
            exception_handlers={NotFoundException: missing_page(root_of())},
            request_max_body_size=64 * 1024,
            logging_config=None,
            after_exception=[tell_the_log],
        )
        app.state.identity = self.identity
        app.state.server = self
        return app

    @asynccontextmanager
    async def _lifespan(self, _app: Litestar) -> AsyncIterator[None]:
        # What is loaded now stays; tables are trees of values, of which reference counting frees nearly all.
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 20, 50)
        # The thread that writes the log must not wait long for its turn while the event loop is busy.
        sys.setswitchinterval(0.0005)
        await upgrade(self.database)
        if self.pool is not None:
            self.pool.start()
            if self.settings.warm_bots:  # when the first page is out
                asyncio.get_running_loop().call_later(2.0, self.pool.warm)
        await self.house.start()
        tasks = [
            asyncio.create_task(OrderWatch(self.identity).run()),
            asyncio.create_task(self._tidy()),
            asyncio.create_task(self.sockets.watch()),
        ]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self.sockets.close_all()
            await self.house.stop()
            if self.pool is not None:
                self.pool.stop()
            self.identity.close()
            if self.shared is not None:
                await self.shared.close()
            await self.database.close()

    async def _tidy(self) -> None:
        """Put away tables that nobody looks at any more, and delete those that were kept long enough."""
        for minute in itertools.count():
            await asyncio.sleep(MINUTE)
            for table in list(self.house.tables.values()):
                self.house.release(table)
            if minute % 60 == 0 and self.settings.retention_days:
                try:
                    deleted = await self.house.delete_old(self.settings.retention_days)
                except (sa.exc.SQLAlchemyError, OSError):
                    log.exception("old tables could not be deleted: again in an hour")
                else:
                    log.info("old tables deleted", extra={"tables": deleted})

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and scope["path"] == "/ws":
            await self.sockets.serve(scope, receive, send)
        elif scope["type"] == "http":
            await self.guard(self.litestar, scope, receive, send)
        else:
            await self.litestar(scope, receive, send)  # type: ignore[arg-type]


def rates_of(settings: ServerSettings) -> Rates:
    """The limits of identity; guests without limit where there is no limit at all (tests, measurements)."""
    return Rates() if settings.requests_per_second else Rates(guest=Rate(burst=1_000_000, every=0.001))


def tell_the_log(error: Exception, _scope: object) -> None:
    """What went wrong in here, which the caller is not told. Not the address: it may hold an invitation."""
    if not isinstance(error, HTTPException) or error.status_code >= 500:
        log.error("a request failed", exc_info=error)


def fanout_of(settings: ServerSettings) -> Fanout:
    if not settings.redis:
        return Alone()
    from puur.table.fanout_redis import ThroughRedis

    return ThroughRedis(settings.redis)


def shared_of(settings: ServerSettings) -> RedisBuckets | None:
    if not settings.redis:
        return None
    from puur.server.shared_limits import RedisBuckets

    return RedisBuckets(settings.redis)


def create_app() -> Server:
    """For uvicorn, which may run this in several processes: settings come from the environment."""
    return Server(from_environment())
