"""The open bot API: an account's token, the example of docs/examples, and what bots of others may not do."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from puur.client import protocol as p
from puur.client import table_messages as t
from puur.client.connection import Client, Refused
from tests.server.running import FAST, RunningServer

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "docs" / "examples" / "bot.py"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    running = RunningServer(tmp_path_factory.mktemp("server"), FAST).start()
    yield running
    assert running.stop() == 0


@pytest.fixture(scope="module")
def token(server: RunningServer) -> str:
    """The token of a bot that belongs to an account."""
    with httpx.Client(base_url=server.url, headers={"origin": server.url}, timeout=30) as browser:
        browser.post("/api/session").raise_for_status()
        browser.post("/api/accounts", json={"name": "Robotnik", "password": "correct horse"}).raise_for_status()
        answer = browser.post("/api/tokens", json={"name": "Robotniks Bot"}).raise_for_status()
        return str(answer.json()["token"])


async def test_the_example_plays_a_whole_match(server: RunningServer, token: str) -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").split("def choose")[1].splitlines()) <= 30
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(EXAMPLE),
        server.url,
        "differenzler",
        env={**os.environ, "PUUR_TOKEN": token},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    output, _ = await asyncio.wait_for(process.communicate(), 120)
    assert process.returncode == 0, output.decode()
    assert b"is over. Totals:" in output


async def test_who_is_not_let_in_is_told_so(server: RunningServer, token: str) -> None:
    async def connect(**who: str) -> None:
        async with Client.connect(server.url, **who):  # type: ignore[arg-type]
            pytest.fail("in without a token")

    with pytest.raises(Refused, match="4401"):
        await asyncio.wait_for(connect(token=token[:-1]), 10)
    async with Client.connect(server.url, token=token) as bot:
        for table in ("0" * 16, "nothing"):
            with pytest.raises(Refused, match="no-such-table"):
                await asyncio.wait_for(bot.join(table), 10)
        assert bot.seats == {}
        async with Client.connect(server.url) as person:
            for _ in range(16):
                await person.play("jass")
            with pytest.raises(Refused, match="too-many"):
                await asyncio.wait_for(person.play("jass"), 10)


async def test_a_bot_is_marked_as_one_and_stays_out_of_quick_play(server: RunningServer, token: str) -> None:
    async with Client.connect(server.url, token=token) as bot, Client.connect(server.url) as person:
        assert bot.me is not None
        assert bot.me.kind == "bot"
        await bot.send(p.QuickPlay("differenzler"))
        assert await bot.frames.get() == p.Trouble("not-allowed")
        closed = await person.open(t.TableSettings(variant="differenzler"))
        visitor = await bot.join(closed.table)
        with pytest.raises(Refused, match="bots-not-welcome"):
            await visitor.act(t.Sit())
        welcoming = await person.open(t.TableSettings(variant="differenzler", bots_welcome=True))
        guest = await bot.join(welcoming.table)
        await guest.act(t.Sit())
        await welcoming.wait_for(lambda seat: seat.players[1] is not None)
        assert welcoming.players[1] == t.PlayerInfo("Robotniks Bot", "bot")


async def test_quick_play_seats_people_together_and_fills_with_bots(server: RunningServer) -> None:
    async with Client.connect(server.url) as one, Client.connect(server.url) as other:
        tables = []
        for client in (one, other):
            await client.send(p.QuickPlay("jass"))
            frame = await client.frames.get()
            assert isinstance(frame, p.QuickSeat)
            tables.append(frame.table)
        assert tables[0] == tables[1]
        seats = [await client.join(tables[0]) for client in (one, other)]
        assert [seat.seat for seat in seats] == [0, 1]
        await asyncio.wait_for(seats[0].wait_for(lambda seat: all(seat.players)), 30)
        assert [player.kind for player in seats[0].players if player] == ["human", "human", "bot", "bot"]
        await asyncio.gather(*(seat.fairness() for seat in seats))


async def test_the_lobby_shows_tables_live(server: RunningServer) -> None:
    async with Client.connect(server.url) as watcher, Client.connect(server.url) as person:
        await watcher.send(p.WatchLobby())
        first = await watcher.frames.get()
        assert isinstance(first, p.Lobby)
        seat = await person.open(t.TableSettings(variant="coinche"))
        hidden = await person.open(t.TableSettings(variant="coinche", visibility="invited"))
        change = await watcher.frames.get()
        assert isinstance(change, p.LobbyChange)
        assert change.id == seat.table
        assert change.table is not None
        assert change.table.stage == "open"
        await seat.act(t.Leave())
        change = await watcher.frames.get()
        assert isinstance(change, p.LobbyChange)
        assert change.id == seat.table
        listed = (await person.get("/api/tables")).json()
        assert hidden.table not in [table["id"] for table in listed]
        assert (await person.get("/api/me/tables")).json()[0]["table"]["id"] == hidden.table
