"""Browser tests drive the Chromium of the system; none is downloaded. Fixtures for all of e2e/."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
STATIC = Path(__file__).resolve().parent.parent / "src" / "puur" / "server" / "static"
expect.set_options(timeout=20_000)  # how long something takes on a busy machine is not what these tests are about
QUICK = {"speed": "instant", "hints": False}
"""Settings under which a match is over soon."""


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """pytest-playwright's launch options, with the system's Chromium (PUUR_CHROMIUM names another)."""
    found = os.environ.get("PUUR_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM)), None)
    if found is None:
        pytest.fail("no Chromium on this machine: run scripts/system-packages")
    as_root = ["--no-sandbox"] if os.geteuid() == 0 else []
    return {
        **browser_type_launch_args,
        "executable_path": found,
        "args": [*as_root, "--disable-dev-shm-usage"],
    }


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The real server with the built client, on a free port, with a database of its own. Gives its address."""
    assert (STATIC / "index.html").is_file(), "the client is not built: run make web"
    folder = tmp_path_factory.mktemp("server")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = (folder / "log").open("wb")
    command = [sys.executable, "-m", "puur", "serve", "--port", str(port), "--pace", "0"]
    command += ["--database", str(folder / "puur.sqlite3")]
    process = subprocess.Popen(
        command,
        stdout=log,
        stderr=log,
    )
    address = f"http://localhost:{port}"
    try:
        for _ in range(600):
            if process.poll() is not None:
                pytest.fail(f"the server did not start: {(folder / 'log').read_text()[-2000:]}")
            try:
                with urllib.request.urlopen(f"{address}/", timeout=1):
                    break
            except OSError:
                time.sleep(0.1)
        yield address
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
        log.close()


@pytest.fixture(scope="session")
def base_url(server: str) -> str:
    """Where pages are."""
    return server


def settle_in(context: BrowserContext, language: str = "de", **settings: object) -> None:
    """Give every page of a context its language and settings before it starts."""
    import json

    chosen = json.dumps({**QUICK, **settings})
    context.add_init_script(
        f"if (!localStorage.getItem('puur.settings')) localStorage.setItem('puur.settings', {json.dumps(chosen)});"
        f"if (!localStorage.getItem('puur.language')) localStorage.setItem('puur.language', '{language}');"
    )


@pytest.fixture
def context(context: BrowserContext) -> BrowserContext:
    """pytest-playwright's context, quick and in German."""
    settle_in(context)
    return context
