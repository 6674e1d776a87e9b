"""The HTTP interface, as its own OpenAPI document describes it: whatever is sent, no route fails with a 500."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance
from typer.testing import CliRunner

from puur.cli.main import app
from tests.server.running import FAST, RunningServer

LAST = ("DELETE /api/me", "DELETE /api/sessions", "DELETE /api/sessions/current", "POST /api/accounts/recovery")
"""What ends the session that the others need."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    running = RunningServer(tmp_path_factory.mktemp("openapi"), FAST).start()
    yield running
    assert running.stop() == 0


@pytest.fixture(scope="module")
def document(server: RunningServer) -> Any:
    return schemathesis.openapi.from_url(f"{server.url}/api/schema/openapi.json")


@pytest.fixture(scope="module")
def headers(server: RunningServer) -> dict[str, dict[str, str]]:
    """A guest on our own page, an admin, and an admin's bot."""
    return {who: headers_of(server, who) for who in ("guest", "admin", "bot")}


def headers_of(server: RunningServer, who: str) -> dict[str, str]:
    with httpx.Client(base_url=server.url, headers={"origin": server.url}, timeout=30) as http:
        http.post("/api/session").raise_for_status()
        if who != "guest":
            name = f"The {who}"
            http.post("/api/accounts", json={"name": name, "password": "correct horse"}).raise_for_status()
            database = ["--database", str(server.folder / "puur.sqlite3")]
            assert CliRunner().invoke(app, ["admin", "grant", name, *database]).exit_code == 0
        if who == "bot":
            token = http.post("/api/tokens", json={"name": "The robot"}).raise_for_status().json()["token"]
            return {"authorization": f"Bearer {token}"}
        cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
    return {"cookie": cookie, "origin": server.url}


@pytest.mark.parametrize("who", ["guest", "admin", "bot"])
@pytest.mark.parametrize("examples", [4, pytest.param(100, marks=pytest.mark.slow)], ids=["few", "many"])
def test_no_request_makes_the_server_fail(
    document: Any, headers: dict[str, dict[str, str]], who: str, examples: int
) -> None:
    """Some requests for every operation, right ones and wrong ones."""
    operations = sorted(
        (found.ok() for found in document.get_all_operations()), key=lambda found: found.label in LAST
    )
    assert len(operations) >= 40
    assert {label for label in LAST if label in {found.label for found in operations}} == set(LAST)
    for operation in operations:

        @given(case=operation.as_strategy())
        @settings(max_examples=examples, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
        def answers(case: Any) -> None:
            case.call_and_validate(headers=headers[who], checks=[not_a_server_error, response_schema_conformance])

        answers()


def test_every_route_is_described(server: RunningServer) -> None:
    paths = httpx.get(f"{server.url}/api/schema/openapi.json").json()["paths"]
    for path in ("/api/tables", "/api/play", "/api/health", "/api/info", "/api/session"):
        assert path in paths
    for path, methods in paths.items():
        for method, route in methods.items():
            assert route.get("summary"), f"{method} {path}"


def test_the_log_has_no_errors(server: RunningServer) -> None:
    """After all that."""
    lines = server.log.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if '"level": "error"' in line or "Traceback" in line] == []
