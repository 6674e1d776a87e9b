"""Whole matches over real WebSockets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from puur.client.connection import Client
from puur.engine.messages import EstimatesScored
from tests.server.players import at_random
from tests.server.running import FAST, RunningServer


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    running = RunningServer(tmp_path_factory.mktemp("server"), FAST).start()
    yield running
    assert running.stop() == 0


async def test_one_person_plays_a_round_against_three_bots(server: RunningServer, tmp_path: Path) -> None:
    async with Client.connect(server.url) as client:
        seat = await client.play("differenzler", options={"rounds": 1})
        await seat.run(at_random)
        assert seat.view is not None
        assert seat.view.board.ended is not None
        (result,) = seat.view.board.results
        assert isinstance(result, EstimatesScored)
        assert sum(result.points) == 157
        assert [player.kind for player in seat.players if player] == ["human", "bot", "bot", "bot"]
        record = await client.get(f"/api/tables/{seat.table}/record")
        assert record.status_code == 200
        assert record.content.startswith(b"puur record 1\n")
