"""What operators see of the server: health, metrics, logs. Nothing secret and no hidden card is in any of it."""

from __future__ import annotations

import json
import logging
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from puur.engine import messages as m
from puur.engine.notation_reader import read
from puur.engine.record import events_of
from puur.server.logs import JsonLines
from tests.server.in_process import serving
from tests.server.people import four_people, play_match, quick_settings
from tests.server.players import at_random
from tests.server.running import FAST, RunningServer

CARD = re.compile(r"(?<![0-9A-Za-z])[6-9TJQKA][CDHS](?![0-9A-Za-z])")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    running = RunningServer(tmp_path_factory.mktemp("observing"), {**FAST, "log_level": "debug"}).start()
    yield running
    assert running.stop() == 0


async def test_neither_logs_nor_metrics_tell_a_secret(server: RunningServer) -> None:
    """A whole match with the most talkative log there is."""
    async with four_people(server.url, quick_settings("differenzler", options={"rounds": 2})) as seats:
        await play_match(seats, at_random)
        record = read((await seats[0].client.get(f"/api/tables/{seats[0].table}/record")).content)
        secrets = {seat.invitation for seat in seats}
        secrets |= {value for seat in seats for value in seat.client.cookies.values()}
        secrets |= {deal.seed for deal in record.deals}
        secrets |= {seat.witness[2] for seat in seats if seat.witness is not None}
        names = {seat.client.me.name for seat in seats if seat.client.me is not None}
        users = {seat.client.me.id for seat in seats if seat.client.me is not None}
        metrics = (await seats[0].client.get("/metrics")).text
    log = server.log.read_text(encoding="utf-8")
    for text in (metrics, log):
        assert CARD.findall(text) == []
        for secret in secrets:
            assert secret is None or secret not in text
        for name in names | users:
            assert name not in text
    assert seats[0].table not in metrics
    plays = sum(isinstance(event, m.CardPlayed) for event in events_of(record))
    assert f'puur_actions_total{{action="Play",answer="accepted"}} {plays}.0' in metrics


async def test_metrics_count_connections_tables_commits_and_requests(server: RunningServer) -> None:
    async with four_people(server.url, quick_settings("jass")) as seats:
        text = (await seats[0].client.get("/metrics")).text
    found = dict(line.rsplit(" ", 1) for line in text.splitlines() if line and not line.startswith("#"))
    assert float(found["puur_connections"]) == 4
    assert float(found["puur_tables"]) >= 1
    assert 0 < float(found["puur_commits_total"]) <= float(found["puur_appends_total"])
    assert float(found['puur_http_requests_total{status="200"}']) > 0
    assert float(found["puur_http_seconds_count"]) > 0


def test_health_says_that_the_database_works(server: RunningServer) -> None:
    answer = httpx.get(f"{server.url}/api/health")
    assert answer.status_code == 200
    assert answer.json()["status"] == "ok"


def test_every_line_of_the_log_is_an_object_with_time_level_and_message(server: RunningServer) -> None:
    httpx.get(f"{server.url}/api/info")
    first, *lines = server.log.read_text(encoding="utf-8").splitlines()
    assert first.startswith("Puur is at http://")
    for line in lines:
        assert {"at", "level", "logger", "message"} <= json.loads(line).keys()


def test_cards_that_an_error_quotes_are_struck_out() -> None:
    try:
        raise ValueError("no such card in ['KH', '6C'] of table TD-9")
    except ValueError:
        record = logging.getLogger("x").makeRecord("x", 40, "f", 1, "failed", (), sys.exc_info())
    line = json.loads(JsonLines().format(record))
    assert line["message"] == "failed"
    assert line["error"].endswith("no such card in ['??', '??'] of table ??-9")


async def test_what_fails_inside_is_logged_and_not_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with serving(tmp_path) as (server, url), httpx.AsyncClient(base_url=url) as http:
        async with server.database.writer.begin() as connection:
            await connection.execute(sa.text("ALTER TABLE tables RENAME TO elsewhere"))
        answer = await http.get("/api/tables")
        assert answer.status_code == 500
        assert answer.json()["detail"] == "Internal Server Error"
        assert [record for record in caplog.records if record.levelname == "ERROR" and record.exc_info]
        assert (await http.get("/api/ready")).json()["database"] == "away"
