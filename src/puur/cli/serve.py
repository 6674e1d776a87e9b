"""puur serve: the server. Settings come from options, or from the environment (PUUR_HOST, PUUR_PORT, ...)."""

from __future__ import annotations

import asyncio
import resource
import signal
import socket
import sys
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import sqlalchemy as sa
import uvicorn

from puur.server.logs import log_config
from puur.server.migrate import is_present
from puur.server.settings import ServerSettings, to_environment
from puur.table.store.database import Database, full_url
from puur.table.store.log import a_sealed_event
from puur.table.store.sealing import KeyProblem, Seal, load_key


def run(settings: ServerSettings) -> None:
    """Serve until told to stop. Raises ValueError for settings that cannot work, OSError for a port in use."""
    if settings.workers > 1 and not settings.redis:
        raise ValueError("several workers need a way to tell each other the news: give --redis, or --workers 1")
    _check(settings)
    full_url(settings.database)
    _probe(settings)
    try_key(settings.key_path, asyncio.run(_reach(settings)))
    to_environment(settings)
    _open_files()
    print(f"Puur is at http://{_shown(settings.host)}:{settings.port}/ (Ctrl-C ends it)", flush=True)
    # uvicorn shuts down gracefully and then hands the signal on: here that is the end.
    signal.signal(signal.SIGTERM, _end)
    signal.signal(signal.SIGINT, _end)
    uvicorn.run(
        "puur.server.app:create_app",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        loop="auto",
        http="puur.server.patience:Patient",
        ws="websockets-sansio",
        ws_max_size=64 * 1024,
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        timeout_graceful_shutdown=5,
        log_config=log_config(settings.log_level),
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.trusted_proxies,
    )


def _open_files() -> None:
    """Every connection is an open file, of which a process may have few unless it asks for more."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # "without limit" is more than some systems take
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


LEVELS = ("debug", "info", "warning", "error", "critical")


def _check(settings: ServerSettings) -> None:
    """What can be seen to be wrong before anything is started."""
    if settings.log_level.lower() not in LEVELS:
        raise ValueError(f"--log-level is {', '.join(LEVELS)}; not {settings.log_level!r}")
    origin = urlsplit(settings.origin)
    if settings.origin and (origin.scheme not in ("http", "https") or not origin.netloc or origin.path.strip("/")):
        raise ValueError(f"--origin is like https://jass.example.org, without a path; not {settings.origin!r}")
    if settings.redis and urlsplit(settings.redis).scheme not in ("redis", "rediss", "unix"):
        raise ValueError(f"--redis is like redis://host:6379; not {settings.redis!r}")


async def _reach(settings: ServerSettings) -> tuple[bytes, str] | None:
    """Whether the servers that this one needs are there: said in one line, too. Something to try the key on."""
    database = Database(settings.database)
    try:
        await is_present(database)
        sealed = await a_sealed_event(database)
    except (OSError, sa.exc.SQLAlchemyError) as error:
        raise ValueError(f"cannot reach the database: {_in_short(error)}") from None
    finally:
        await database.close()
    if settings.redis:
        from puur.table.fanout_redis import ThroughRedis

        through = ThroughRedis(settings.redis)
        try:
            await through.check()
        except OSError as error:
            raise ValueError(f"cannot reach Redis: {_in_short(error)}") from None
        finally:
            await through.stop()
    return sealed


def try_key(path: Path, sealed: tuple[bytes, str] | None) -> None:
    """Whether the key is that of the database: with another one, no record could be read and nobody recover."""
    if sealed is not None and not path.exists():
        raise ValueError(f"the database is sealed with a key, which is not in {path}: put it there, or --key-file")
    key = load_key(path)
    if sealed is not None:
        try:
            Seal(key).open(*sealed)
        except KeyProblem:
            raise ValueError(f"the key in {path} is not the one that the database is sealed with") from None


def _in_short(error: Exception) -> str:
    return str(error).splitlines()[0][:200] if str(error) else type(error).__name__


def _end(_signal: int, _frame: object) -> None:
    sys.exit(0)


def _probe(settings: ServerSettings) -> None:
    """Whether the address is free: said in one line, before anything is started."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            raise ValueError(f"cannot listen at {settings.host}:{settings.port}: {error.strerror}") from None


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else "localhost" if host in ("127.0.0.1", "0.0.0.0") else host  # noqa: S104
