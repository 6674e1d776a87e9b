"""A Redis (or Valkey) server of the tests' own."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from tests.server.running import free_port


@dataclass
class RunningRedis:
    """Can be stopped and started again, on the same port."""

    folder: Path
    port: int
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def start(self) -> RunningRedis:
        program = shutil.which("redis-server") or shutil.which("valkey-server")
        assert program is not None, "Redis is not installed: make system"
        self.process = subprocess.Popen(
            [program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(self.folder)],
            stdout=subprocess.DEVNULL,
        )
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                time.sleep(0.05)
            else:
                return self
        raise RuntimeError("Redis did not start")

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(10)
            self.process = None


def redis_server(folder: Path) -> RunningRedis:
    return RunningRedis(folder, free_port()).start()
