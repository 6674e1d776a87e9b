"""Settings of a server, from the command line or the environment (PUUR_...). For puur.server and puur.cli.serve."""

from __future__ import annotations

import json
import os
from pathlib import Path

import msgspec

ENVIRONMENT = "PUUR_SERVER_SETTINGS"
"""How `puur serve` hands the settings to its worker processes."""


class ServerSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that can be set. The defaults are those of a server for oneself and friends."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = "data/puur.sqlite3"
    """A file, or postgresql://user:password@host/database."""
    key_file: str = ""
    """The key that seals secrets; beside the database file, or data/puur.key."""
    redis: str = ""
    workers: int = 1
    origin: str = ""
    """The address that browsers see, where it is not the Host they ask for: https://jass.example.org."""
    bot_processes: int = 1
    warm_bots: bool = True
    """Whether the bots' processes load at once, not when the first bot must think."""
    pace: float = 1.0
    """How long bots of the house seem to think, as a factor; 0 is at once."""
    away: float = 5.0
    """Seconds without a connection until a player counts as away."""
    frames_per_second: float = 20.0
    """What one connection may send in the long run; 0 is without limit."""
    requests_per_second: float = 20.0
    """What one address may ask in the long run; 0 is without limit."""
    connections_per_address: int = 64
    tables_per_player: int = 12
    """Tables that one player may have open or running; 0 is without limit."""
    retention_days: int = 365
    """How long records of finished tables are kept; 0 is for ever."""
    trusted_proxies: str = "127.0.0.1"
    """Addresses whose X-Forwarded-For is believed."""
    log_level: str = "info"

    @property
    def key_path(self) -> Path:
        if self.key_file:
            return Path(self.key_file)
        if "://" in self.database and not self.database.startswith("sqlite"):
            return Path("data/puur.key")
        return Path(self.database.removeprefix("sqlite:///")).with_suffix(".key")


def to_environment(settings: ServerSettings) -> None:
    os.environ[ENVIRONMENT] = json.dumps(msgspec.to_builtins(settings))


def from_environment() -> ServerSettings:
    return msgspec.json.decode(os.environ.get(ENVIRONMENT, "{}"), type=ServerSettings)
