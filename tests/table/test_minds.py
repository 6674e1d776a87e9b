"""Bots in processes of their own: whatever one of them does, every table gets a legal action, and soon."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Iterator

import pytest

from puur.bots.base import Budget
from puur.bots.levels import Level
from puur.bots.warm import positions
from puur.table import minds
from puur.table.minds import Pool

HERE = "tests.table.slow_bots"
LEVELS = {
    "good": Level("random", Budget(iterations=1), (0.0, 0.0), patience=30.0),
    "endless": Level(f"{HERE}:Endless", Budget(iterations=1), (0.0, 0.0), patience=0.5),
    "cheat": Level(f"{HERE}:Cheat", Budget(iterations=1), (0.0, 0.0), patience=30.0),
    "failing": Level(f"{HERE}:Failing", Budget(iterations=1), (0.0, 0.0), patience=30.0),
    "thinker": Level(f"{HERE}:Thinker", Budget(seconds=0.5), (0.0, 0.0), patience=30.0),
    "crashing": Level(f"{HERE}:Crashing", Budget(iterations=1), (0.0, 0.0), patience=30.0),
}
ESTIMATE, CARD = positions()[1:3]


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pool]:
    """One worker process."""
    monkeypatch.setattr(minds, "LEVELS", LEVELS)
    found = Pool(1)
    found.start()
    yield found
    found.stop()


async def legal(pool: Pool, level: str) -> float:
    """Ask for a card; returns how long it took."""
    began = time.monotonic()
    action = await pool.choose(CARD, level)
    assert CARD.refusal(action) is None
    return time.monotonic() - began


async def beats(stop: asyncio.Event) -> float:
    """The longest time that the event loop did not come round."""
    longest, last = 0.0, time.monotonic()
    while not stop.is_set():
        await asyncio.sleep(0.005)
        now = time.monotonic()
        longest, last = max(longest, now - last), now
    return longest


async def test_a_bot_that_never_ends_holds_up_nobody_else(pool: Pool) -> None:
    await legal(pool, "good")
    worker = pool._executor
    stop = asyncio.Event()
    beating = asyncio.create_task(beats(stop))
    endless = asyncio.create_task(legal(pool, "endless"))
    await asyncio.sleep(0.1)  # it thinks now, in the only process that there is
    others = await asyncio.gather(*(legal(pool, "good") for _ in range(5)))
    stop.set()
    assert 0.5 <= await endless < 5  # its own patience, and no longer
    assert max(others) < 25  # they waited for a new process, not for their own patience to end
    assert pool._executor is not worker
    assert await beating < 0.5
    assert await legal(pool, "good") < 5


async def test_bots_that_think_share_the_time_and_nobody_waits_for_all_of_them(pool: Pool) -> None:
    await legal(pool, "good")
    assert await legal(pool, "thinker") >= 0.5
    thinkers = [asyncio.create_task(legal(pool, "thinker")) for _ in range(20)]
    await asyncio.sleep(0)
    assert await legal(pool, "good") < 5  # 20 times half a second are 10
    assert max(await asyncio.gather(*thinkers)) < 5
    assert await legal(pool, "thinker") >= 0.5


async def test_a_bot_that_fails_or_breaks_the_rules_is_replaced_for_this_decision(pool: Pool) -> None:
    await legal(pool, "good")
    worker = pool._executor
    for level in ("cheat", "failing"):
        assert await legal(pool, level) < 20
    assert pool._executor is worker


async def test_a_worker_that_dies_is_replaced(pool: Pool) -> None:
    await legal(pool, "good")
    await legal(pool, "crashing")
    assert await legal(pool, "good") < 20


async def test_an_interrupt_from_the_terminal_is_left_to_the_server(pool: Pool) -> None:
    await legal(pool, "good")
    executor = pool._executor
    await asyncio.get_running_loop().run_in_executor(executor, signal.raise_signal, signal.SIGINT)
    await legal(pool, "good")
    assert pool._executor is executor


async def test_a_pool_that_has_been_stopped_still_answers(pool: Pool) -> None:
    pool.stop()
    assert ESTIMATE.refusal(await pool.choose(ESTIMATE, "good")) is None


async def test_who_waits_may_be_called_off(pool: Pool) -> None:
    await legal(pool, "good")
    asking = asyncio.create_task(pool.choose(CARD, "good"))
    await asyncio.sleep(0)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert await legal(pool, "good") < 20
