"""A PostgreSQL server of the tests' own: in a temporary folder, on a socket, gone afterwards."""

from __future__ import annotations

import functools
import os
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit


def programs() -> Path | None:
    """Where initdb and pg_ctl are."""
    found = shutil.which("initdb")
    places = [Path(found).resolve().parent] if found else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((place for place in places if (place / "pg_ctl").exists()), None)


def _user() -> str | None:
    return "postgres" if os.geteuid() == 0 else None


def _run(folder: Path, program: str, *arguments: str) -> None:
    bin_folder = programs()
    assert bin_folder is not None, "PostgreSQL is not installed: make system"
    subprocess.run(
        [str(bin_folder / program), *arguments],
        user=_user(),
        cwd=folder,
        check=True,
        stdout=subprocess.DEVNULL,
        timeout=120,
    )


def stop(address: str) -> None:
    """Stop a server of these tests, as a power cut would."""
    folder = _folder(address)
    _run(folder, "pg_ctl", "-D", str(folder / "data"), "-w", "-m", "immediate", "stop")


def start(address: str) -> None:
    """Start it again."""
    folder = _folder(address)
    options = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off"
    _run(folder, "pg_ctl", "-D", str(folder / "data"), "-w", "-o", options, "-l", str(folder / "log"), "start")


def _folder(address: str) -> Path:
    return Path(parse_qs(urlsplit(address).query)["host"][0])


@contextmanager
def postgres_server() -> Iterator[str]:
    """The address of a fresh server. PostgreSQL refuses to run as root, so then it runs as the user postgres."""
    user = _user()
    with tempfile.TemporaryDirectory(prefix="puur-postgres-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        if user is not None:
            shutil.chown(folder, user)
        data, port = folder / "data", "5432"

        def run(program: str, *arguments: str) -> None:
            _run(folder, program, *arguments)

        run("initdb", "-D", str(data), "-U", "puur", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C.UTF-8")
        address = f"postgresql://puur@/postgres?host={folder}&port={port}"
        start(address)
        try:
            yield address
        finally:
            stop(address)


def fresh_database(server: str) -> str:
    """The address of a new, empty database of a server."""
    name, folder = f"puur_{secrets.token_hex(6)}", _folder(server)
    _run(folder, "createdb", "-h", str(folder), "-U", "puur", name)
    return server.replace("/postgres?", f"/{name}?")


@functools.cache
def shared_database(server: str, users: str) -> str:
    """The address of one database for all tests of a kind, which clear it themselves; nobody else's tables are in it."""
    return fresh_database(server)
