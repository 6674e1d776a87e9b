"""Arbitrary frames: whatever comes over a WebSocket, the server lives and the tables stay as they are."""

from __future__ import annotations

import asyncio
import random
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from random import Random

import httpx
import msgspec
import pytest

from puur.cards import CODES
from puur.client import protocol as p
from puur.client import table_messages as t
from puur.client.seat import Seat
from puur.engine import messages as m
from puur.engine.notation_reader import read
from puur.rules.variants import VARIANTS
from tests.server.people import four_people, quick_settings
from tests.server.players import at_random
from tests.server.running import FAST, RunningServer
from tests.server.tap import HungUp, guest, tap

BATCH = 200

ACTIONS: tuple[t.AnyAction, ...] = (
    t.Sit(), t.Sit(2), t.Leave(), t.Kick(1), t.Fill(), t.Fill(3, "medium"), t.Ready(), t.Ready(False), t.Start(),
    t.CommitNonce("0" * 64), t.OpenNonce("f" * 64), t.GoOn(), t.TakeBack(), t.AutoPlay(True), t.Claim(), t.Rematch(),
    t.React("hello"), t.Mute(0), m.Estimate(40), m.Estimate(-1), m.Pass(), m.Name("obenabe"), m.Accept(),
    m.Bid(80, "C"), m.Bid("capot", "H"), m.Coinche(), m.Surcoinche(), m.Declare(()), m.Declare((("KH", "QH"),)),
    m.AskMelds(), *(m.Play(code) for code in CODES),
)  # fmt: skip
ODD = ("", "\0", "🂡", "../../x", "' OR 1=1 --", "${jndi:x}", "A" * 300, "null", "0", "\ud7ff", "%00")
LEAVES: tuple[object, ...] = (*ODD, None, True, False, 0, -1, 3, 2**31, 2**63, -(2**70), 1.5, 1e308, [], {}, [[]])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    running = RunningServer(tmp_path_factory.mktemp("frames"), FAST).start()
    yield running
    assert running.stop() == 0


class Frames:
    """Makes frames: noise, broken JSON, JSON of any shape, messages of the protocol with something odd in them."""

    def __init__(self, seed: int, table: str) -> None:
        self.chance = Random(seed)
        self.table = table

    def one(self) -> str | bytes:
        kind = self.chance.randrange(10)
        if kind == 0:
            return self.chance.randbytes(self.chance.choice((0, 1, 7, 100, 3000)))
        if kind == 1:
            return "".join(
                chr(self.chance.choice((34, 44, 58, 91, 93, 123, 125, 48, 92, 0x1F0A1, 9))) for _ in range(40)
            )
        if kind == 2:
            return self.chance.choice(("[" * 5000, '{"a":' * 2000, '"' + "x" * 20_000 + '"', "9" * 4000, "1e99999"))
        if kind == 3:
            return msgspec.json.encode(self.anything(4)).decode()
        text = self.message()
        if kind <= 6:
            return text
        return self.spoilt(text)

    def message(self) -> str:
        """A message as a client might send it, with fields that are right, odd or missing."""
        table = self.chance.choice((self.table, self.table, self.table[:-1] + "0", self.chance.choice(ODD)))
        frames: tuple[p.FromClient, ...] = (
            p.Act(table, self.chance.choice(("a", "b", *ODD)), self.chance.choice(ACTIONS), self.odd_text()),
            p.Act(self.table, str(self.chance.random()), self.chance.choice(ACTIONS)),
            p.Subscribe(
                table, self.chance.choice((0, 1, 10**9)), self.chance.choice((None, 0, 3, 4, -1)), self.odd_text()
            ),
            p.Unsubscribe(table),
            p.WatchLobby(),
            p.UnwatchLobby(),
            p.Ping(),
            p.QuickPlay(self.chance.choice((*ODD, self.chance.choice(tuple(VARIANTS)) if self.rarely() else "none"))),
        )
        data = msgspec.to_builtins(self.chance.choice(frames))
        for _ in range(self.chance.choice((0, 0, 1, 3))):
            place = data
            while isinstance(place.get("action"), dict) and self.chance.random() < 0.7:
                place = place["action"]
            name = self.chance.choice((*place, "seat", "extra"))
            place[name] = self.anything(2)
        return msgspec.json.encode(data).decode()

    def spoilt(self, text: str) -> str:
        at = self.chance.randrange(len(text))
        if self.chance.random() < 0.4:
            return text[:at]
        return text[:at] + chr(self.chance.randrange(32, 0x3000)) + text[at + self.chance.randrange(3) :]

    def anything(self, depth: int) -> object:
        if depth == 0 or self.chance.random() < 0.4:
            return deepcopy(self.chance.choice(LEAVES))
        if self.chance.random() < 0.5:
            return [self.anything(depth - 1) for _ in range(self.chance.randrange(4))]
        names = ("type", "table", "id", "action", "k", "seat", *ODD)
        return {self.chance.choice(names): self.anything(depth - 1) for _ in range(self.chance.randrange(5))}

    def odd_text(self) -> str | None:
        return self.chance.choice((None, *ODD))

    def rarely(self) -> bool:
        return self.chance.random() < 0.002


def log_of(server: RunningServer) -> list[tuple[object, ...]]:
    """Every event of every table, as it stands in the database."""
    with sqlite3.connect(server.folder / "puur.sqlite3") as database:
        return list(database.execute("SELECT table_id, seq, at, payload FROM events ORDER BY 1, 2"))


async def pour(server: RunningServer, cookies: dict[str, str], frames: Frames, count: int) -> None:
    """Send so many frames, a new connection whenever the server hangs up."""
    sent = 0
    while sent < count:
        async with tap(server.url, cookies) as connection:
            await connection.send(p.Subscribe(frames.table))
            try:
                while sent < count:
                    for _ in range(min(BATCH, count - sent)):
                        await connection.raw(frames.one())
                        sent += 1
                    await connection.settle()
                    del connection.frames[:]
            except HungUp:
                sent += 1


async def untouched(server: RunningServer, count: int) -> None:
    """A match goes on as if nothing had been, after outsiders and one of its own players have sent so many frames."""
    settings = quick_settings("differenzler", options={"rounds": 1}, visibility="public")
    async with four_people(server.url, settings) as seats:
        await play_until_cards(seats)
        before = [row for row in log_of(server) if row[0] == seats[0].table]
        outsiders = [await guest(server.url) for _ in range(2)]
        async with asyncio.TaskGroup() as group:
            for number, cookies in enumerate(outsiders):
                group.create_task(pour(server, cookies, Frames(number, seats[0].table), count // 2))
        assert [row for row in log_of(server) if row[0] == seats[0].table] == before
        assert all(not seat.over for seat in seats)
        await asyncio.gather(*(seat.run(at_random) for seat in seats))
        assert read((await seats[0].client.get(f"/api/tables/{seats[0].table}/record")).content).status == "finished"


async def play_until_cards(seats: list[Seat]) -> None:
    """Up to the first card."""
    await seats[0].act(t.Start())

    async def estimate(seat: Seat) -> None:
        while seat.view is None or seat.view.board.phase != "play":
            await seat.fairness()
            if seat.turn.choices is not None and seat.turn.choices.estimate and seat.seat in seat.turn.to_act:
                await seat.act(m.Estimate(40))
            else:
                await seat.next_change()

    await asyncio.gather(*(estimate(seat) for seat in seats))


def complaints(server: RunningServer) -> list[str]:
    """Lines of the log that tell of an error."""
    lines = server.log.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if '"level": "error"' in line or "Traceback" in line]


async def test_arbitrary_frames_touch_no_table(server: RunningServer) -> None:
    await untouched(server, 10_000)
    assert complaints(server) == []


@pytest.mark.slow
async def test_many_more_arbitrary_frames_touch_no_table(server: RunningServer) -> None:
    await untouched(server, 100_000)
    assert complaints(server) == []


async def test_a_player_who_sends_nonsense_harms_nobody_but_himself(server: RunningServer) -> None:
    """Some of his frames may be legal actions; the match goes on by the rules, and its record holds."""
    settings = quick_settings("differenzler", options={"rounds": 1}, clock=t.TimeControl(1, 0))
    async with four_people(server.url, settings) as seats:
        await play_until_cards(seats)
        async with asyncio.TaskGroup() as group:
            group.create_task(pour(server, seats[3].client.cookies, Frames(9, seats[0].table), 2_000))
            for seat in seats[:3]:
                group.create_task(seat.run(at_random))
        answer = await seats[0].client.get(f"/api/tables/{seats[0].table}/record")
        assert read(answer.content).status == "finished"
    assert complaints(server) == []


async def test_a_frame_that_is_too_large_ends_the_connection_only(server: RunningServer) -> None:
    cookies = await guest(server.url)
    async with tap(server.url, cookies) as connection:
        await connection.raw("x" * 20_000)  # more than a message may be
        assert b"bad-frame" in await connection.until(lambda data: b"trouble" in data)
        await connection.raw("x" * 70_000)  # more than is read at all
        assert await connection.hung_up() == 1009
    async with tap(server.url, cookies) as connection:
        await connection.settle()


def test_bytes_that_are_no_frames_end_the_connection_only(server: RunningServer) -> None:
    chance = random.Random(3)
    host = server.url.removeprefix("http://")
    with httpx.Client(base_url=server.url) as http:
        http.post("/api/session")
        cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
    handshake = (
        f"GET /ws?protocol=1 HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
    ).encode()
    for number in range(120):
        with socket.create_connection(("127.0.0.1", server.port), timeout=5) as raw:
            if number % 3:
                raw.sendall(handshake)
                assert raw.recv(4096).startswith(b"HTTP/1.1 101")
            with suppress(OSError):
                raw.sendall(chance.randbytes(chance.choice((1, 2, 14, 300, 5000))))
    assert httpx.get(f"{server.url}/api/health").status_code == 200
    assert complaints(server) == []
