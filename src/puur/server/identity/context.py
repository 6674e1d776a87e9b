"""Identity: what the functions of this package work with. The server makes one at its start.

identity = Identity.open(database, master_key, settings, tables)
"""

from __future__ import annotations

import base64
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from puur.server.identity.buckets import Limit, Rate, Shared, network_of
from puur.server.identity.passwords import Passwords
from puur.server.identity.refusals import Refused
from puur.server.identity.settings import IdentitySettings, Rates
from puur.server.identity.tables import NoTables, Tables
from puur.table.store.database import Database
from puur.table.store.sealing import MasterKey


class Limits:
    """All rate limits of identity."""

    def __init__(self, rates: Rates, clock: Callable[[], float], shared: Shared | None = None) -> None:
        def limit(name: str, rate: Rate) -> Limit:
            return Limit(name, rate, clock, shared)

        self.guest = limit("guest", rates.guest)
        self.login = limit("login", rates.login)
        self.login_account = limit("login-account", rates.login_account)
        self.register = limit("register", rates.register)
        self.recover = limit("recover", rates.recover)
        self.recover_account = limit("recover-account", rates.recover_account)
        self.ceremony = limit("ceremony", rates.ceremony)
        self.confirm_account = limit("confirm-account", rates.confirm_account)
        self.change_player = limit("change-player", rates.change_player)
        self.report_player = limit("report-player", rates.report_player)


async def wait_for(limit: Limit, key: str | None) -> Refused | None:
    """Take a token for an account or player, or say how long to wait."""
    wait = await limit.take(key or "unknown")
    return Refused("too-fast", retry_after=wait) if wait else None


async def wait_for_address(limit: Limit, address: str | None) -> Refused | None:
    """Take a token for an address, or say how long to wait."""
    return await wait_for(limit, network_of(address))


def _milliseconds() -> int:
    return time.time_ns() // 1_000_000


@dataclass(frozen=True)
class Identity:
    """One for a process."""

    database: Database
    settings: IdentitySettings
    passwords: Passwords
    limits: Limits
    tables: Tables
    now: Callable[[], int]
    guest_key: bytes
    code_key: bytes

    @classmethod
    def open(
        cls,
        database: Database,
        key: MasterKey,
        settings: IdentitySettings | None = None,
        tables: Tables | None = None,
        now: Callable[[], int] = _milliseconds,
        shared: Shared | None = None,
    ) -> Identity:
        settings = settings or IdentitySettings()
        return cls(
            database=database,
            settings=settings,
            passwords=Passwords(settings.argon2, settings.password_queue),
            limits=Limits(settings.rates, lambda: now() / 1000, shared),
            tables=tables or NoTables(),
            now=now,
            guest_key=key.derive("guest cookie"),
            code_key=key.derive("recovery codes"),
        )

    def close(self) -> None:
        """The end of the process; the database belongs to somebody else."""
        self.passwords.close()


def fresh_id() -> str:
    """An id that nobody guesses: 100 random bits as 20 small letters and digits."""
    return base64.b32encode(secrets.token_bytes(13))[:20].decode().lower()
