"""What the server needs around it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.databases import settings_on
from tests.server.redis_server import RunningRedis, redis_server
from tests.server.running import FAST, RunningServer


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server that plays fast, on the database that the test asks for with ``on``; without that, on SQLite."""
    folder = tmp_path_factory.mktemp("server")
    settings = {**FAST, **settings_on(request, getattr(request, "param", "sqlite"), folder)}
    running = RunningServer(folder, settings).start()
    yield running
    assert running.stop() == 0


@pytest.fixture(scope="module")
def running_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningRedis]:
    running = redis_server(tmp_path_factory.mktemp("redis"))
    yield running
    running.stop()


@pytest.fixture(scope="module")
def redis(running_redis: RunningRedis) -> str:
    """The address of a Redis of the tests' own."""
    return running_redis.url
