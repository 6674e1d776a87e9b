"""A server for tests: a real process on a free port, with its own database. For tests/server and e2e."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from puur.server.settings import ServerSettings

FAST: dict[str, Any] = {
    "pace": 0.0,
    "frames_per_second": 0.0,
    "requests_per_second": 0.0,
    "connections_per_address": 5000,
    "tables_per_player": 0,
    "warm_bots": False,
}
"""For tests that play: bots at once, no limits."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class RunningServer:
    """A `puur serve` that tests can kill and start again."""

    folder: Path
    settings: Mapping[str, Any] = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        return self.folder / "server.log"

    def start(self) -> RunningServer:
        values = {
            "database": str(self.folder / "puur.sqlite3"),
            "port": self.port,
            "log_level": "info",
            **self.settings,
        }
        settings = ServerSettings(**values)
        code = f"from puur.cli.serve import run; from puur.server.settings import *; run({settings!r})"
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", code], stdout=log, stderr=log, env={**os.environ}, start_new_session=True
            )
        for _ in range(600):
            try:
                if httpx.get(f"{self.url}/api/health", timeout=2).status_code == 200:
                    return self
            except httpx.TransportError:
                pass
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        raise RuntimeError(f"the server did not start:\n{self.log.read_text()[-4000:]}")

    def kill(self) -> None:
        """As a power cut would: the process and those that it started."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """Gracefully."""
        assert self.process is not None
        self.process.terminate()
        try:
            return self.process.wait(15)
        finally:
            if self.process.poll() is None:
                self.kill()
