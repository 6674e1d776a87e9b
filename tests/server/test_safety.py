"""What keeps players and the server safe: limits, origins, headers, links that cannot be guessed, slow readers."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from puur.client import protocol as p
from puur.client import table_messages as t
from puur.client.connection import Client
from puur.server import connection as connection_module
from puur.server import patience
from puur.server import sockets as sockets_module
from tests.server.in_process import serving
from tests.server.people import four_people, play_match, quick_settings
from tests.server.players import at_random
from tests.server.tap import HungUp, Tap, as_browser, guest, tap

EXPECTED = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


async def close_code(url: str, options: dict[str, Any]) -> int | None:
    """How the server ends a connection that it does not want."""
    async with connect(**{**as_browser(url, {}), **options}) as socket:
        await asyncio.wait_for(socket.wait_closed(), 10)
        return socket.close_code


# ------------------------------------------------------------------------------------------------- headers


async def test_every_answer_carries_the_headers_that_keep_browsers_safe(tmp_path: Path) -> None:
    async with serving(tmp_path) as (_, url), httpx.AsyncClient(base_url=url) as http:
        answers = [
            await http.get("/"),
            await http.get("/table/abc"),
            await http.get("/api/info"),
            await http.get("/api/nothing-here"),
            await http.get("/api/tables/abc/record"),
            await http.post("/api/tables", json={"settings": {"variant": "jass"}}),
            await http.post("/api/tables", content=b"{"),
        ]
        for answer in answers:
            for name, value in EXPECTED.items():
                assert answer.headers[name] == value, (answer.url, name)
            policy = dict(part.strip().split(" ", 1) for part in answer.headers["content-security-policy"].split(";"))
            assert policy["default-src"] == "'none'"
            assert policy["script-src"] == "'self'"
            assert policy["frame-ancestors"] == "'none'"
            assert policy["base-uri"] == "'none'"
            assert "server" not in answer.headers
            assert "traceback" not in answer.text.lower()
        assert [answer.status_code for answer in answers[:4]] == [200, 200, 200, 404]


async def test_pages_load_nothing_that_the_policy_forbids(tmp_path: Path) -> None:
    """No inline script, no foreign address."""
    async with serving(tmp_path) as (_, url), httpx.AsyncClient(base_url=url) as http:
        page = (await http.get("/")).text
    assert "<style" not in page
    assert " onload=" not in page and " onclick=" not in page
    for script in page.split("<script")[1:]:
        assert "src=" in script.split(">")[0]
    assert "http://" not in page and "https://" not in page


# ------------------------------------------------------------------------------------------- foreign pages


async def test_only_our_own_pages_may_use_a_players_cookie(tmp_path: Path) -> None:
    async with serving(tmp_path) as (_, url):
        cookies = await guest(url)
        for origin in ("http://evil.example", "null", url + "0", url.replace("127.0.0.1", "localhost"), None):
            assert await close_code(url, {**as_browser(url, cookies), "origin": origin}) == 4403, origin
        assert await close_code(url, as_browser(url, {})) == 4401  # nobody
        async with tap(url, cookies) as own:
            await own.settle()
        body = {"settings": {"variant": "jass"}}
        async with httpx.AsyncClient(base_url=url, cookies=cookies) as http:
            for path in ("/api/tables", "/api/play", "/api/session"):
                for headers in ({"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}, {}):
                    answer = await http.post(path, json=body, headers=headers)
                    assert answer.status_code == 403, (path, headers)
            assert (await http.post("/api/tables", json=body, headers={"origin": url})).status_code == 201
        async with httpx.AsyncClient(base_url=url) as http:
            answer = await http.get("/api/info", headers={"origin": "http://evil.example"})
            assert not any(name.startswith("access-control-") for name in answer.headers)


async def test_the_cookie_is_out_of_reach_for_scripts_and_other_sites(tmp_path: Path) -> None:
    async with serving(tmp_path) as (_, url), httpx.AsyncClient(base_url=url) as http:
        cookie = (await http.post("/api/session")).headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie or "samesite=strict" in cookie


# --------------------------------------------------------------------------------------------- invitations


async def test_invitations_cannot_be_guessed_or_enumerated(tmp_path: Path) -> None:
    """To who does not know its secret, a table by invitation is like a table that there is not."""
    async with serving(tmp_path) as (_, url), AsyncExitStack() as stack:
        client = await stack.enter_async_context(Client.connect(url))
        seats = [await client.open(quick_settings("jass")) for _ in range(5)]
        secrets = [seat.invitation for seat in seats]
        assert len(set(secrets)) == 5
        assert all(secret is not None and len(secret) >= 32 for secret in secrets)  # 24 bytes of chance
        real = seats[0].table
        async with httpx.AsyncClient(base_url=url, cookies=await guest(url)) as http:
            assert (await http.get(f"/api/invitations/{secrets[0]}")).json() == {"table": real}
            wrong = [str(secrets[0])[:-1], "A" * 32, "x", real, str(secrets[0]).lower()]
            answers = [await http.get(f"/api/invitations/{secret}") for secret in wrong]
            assert {(a.status_code, a.content) for a in answers} == {(404, answers[0].content)}
            records = [await http.get(f"/api/tables/{name}/record") for name in (real, "0" * 16)]
            assert {(a.status_code, a.content) for a in records} == {(404, records[0].content)}
            assert real not in (await http.get("/api/tables")).text
        async with tap(url, await guest(url)) as stranger:
            for name in (real, "0" * 16):
                for secret in (None, "", "A" * 32):
                    await stranger.send(p.Subscribe(name, invitation=secret))
                    await stranger.send(p.Act(name, "a", t.Sit(), invitation=secret))
            await stranger.settle()
            told = [frame.replace(real.encode(), b"0" * 16) for frame in stranger.frames if b"trouble" in frame]
            assert len(told) == 12
            assert told[:6] == told[6:]
            assert len(set(told)) == 2  # to subscribe, and to act


# -------------------------------------------------------------------------------------------------- limits


async def test_a_connection_that_sends_too_fast_is_slowed_and_then_closed(tmp_path: Path) -> None:
    async with serving(tmp_path, frames_per_second=5.0) as (_, url):
        async with tap(url, await guest(url)) as flood:
            for _ in range(60):
                await flood.send(p.Ping())
            await flood.until(lambda data: b"too-fast" in data)
            with suppress(HungUp):
                for _ in range(2000):
                    await flood.send(p.Ping())
            assert await flood.hung_up() == 4429
        assert sum(b"pong" in frame for frame in flood.frames) < 40
        assert sum(b"too-fast" in frame for frame in flood.frames) < 40  # not one for each frame


async def test_an_address_that_asks_too_often_is_told_to_wait(tmp_path: Path) -> None:
    async with serving(tmp_path, requests_per_second=2.0) as (_, url), httpx.AsyncClient(base_url=url) as http:
        answers = [await http.get("/api/info") for _ in range(40)]
        assert answers[0].status_code == 200
        late = [answer for answer in answers if answer.status_code == 429]
        assert late
        assert all("retry-after" in answer.headers for answer in late)


async def test_the_files_of_a_page_cost_next_to_nothing(tmp_path: Path) -> None:
    """Many people behind one address may open the page in the same moment, and none gets half of it."""
    async with serving(tmp_path, requests_per_second=2.0) as (_, url), httpx.AsyncClient(base_url=url) as http:
        for path in ("/", "/table/0123456789abcdef", "/rules"):
            assert {(await http.get(path)).status_code for _ in range(60)} == {200}
        assert (await http.get("/api/info")).status_code == 200
        codes = {(await http.get("/")).status_code for _ in range(600)}
        assert codes == {200, 429}, "but not nothing"


async def test_what_reads_much_counts_as_a_request_of_the_address_and_waits(tmp_path: Path) -> None:
    async with serving(tmp_path, requests_per_second=20.0) as (_, url), AsyncExitStack() as stack:
        client = await stack.enter_async_context(Client.connect(url))
        seat = await client.play("jass")
        tabs = [await stack.enter_async_context(tap(url, client.cookies)) for _ in range(3)]
        begun = asyncio.get_running_loop().time()
        for tab in tabs:
            for _ in range(80):
                await tab.send(p.Subscribe(seat.table))
        await asyncio.gather(*(tab.settle() for tab in tabs))
        assert asyncio.get_running_loop().time() - begun > 1.5  # 240 requests, of which 200 may come at once
        for tab in tabs:
            assert sum(b'"type":"subscribed"' in frame for frame in tab.frames) == 80


async def test_an_address_has_so_many_connections_and_no_more(tmp_path: Path) -> None:
    async with serving(tmp_path, connections_per_address=3) as (_, url), AsyncExitStack() as stack:
        cookies = await guest(url)
        for _ in range(2):
            await stack.enter_async_context(tap(url, cookies))
        async with tap(url, cookies):
            assert await close_code(url, as_browser(url, cookies)) == 4429
        await asyncio.sleep(0.1)
        async with tap(url, cookies) as again:  # one went, one may come
            await again.settle()


async def test_a_handshake_that_breaks_off_is_not_counted_for_ever(tmp_path: Path) -> None:
    async with serving(tmp_path) as (server, url):
        cookies = await guest(url)
        host = url.removeprefix("http://")
        handshake = (
            f"GET /ws HTTP/1.1\r\nHost: {host}\r\nOrigin: {url}\r\nCookie: puur={cookies['puur']}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        ).encode()
        address, port = host.split(":")
        for number in range(40):
            with socket.create_connection((address, int(port))) as caller:
                caller.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                caller.sendall(handshake)
                await asyncio.sleep(0.0005 * (number % 10))
        async with tap(url, cookies) as after:
            await after.settle()
        while server.sockets.connections or server.addresses._connections:  # noqa: ASYNC110 - theirs to clear
            await asyncio.sleep(0.01)
        assert server.metrics.connections == 0


async def test_who_connects_and_asks_for_nothing_is_hung_up_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patience, "FIRST_REQUEST", 0.3)
    async with serving(tmp_path) as (_, url), tap(url, await guest(url)) as player:
        address, port = url.removeprefix("http://").split(":")
        for sent in (b"", b"GET / HTTP/1.1\r\nHost: x\r\n"):
            reader, writer = await asyncio.open_connection(address, int(port))
            writer.write(sent)
            assert await asyncio.wait_for(reader.read(), 10) == b""
            writer.close()
        async with httpx.AsyncClient(base_url=url) as http:
            for _ in range(3):
                assert (await http.get("/api/health")).status_code == 200
                await asyncio.sleep(0.2)
        await player.settle()


async def test_a_body_that_is_too_large_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path) as (_, url), httpx.AsyncClient(base_url=url) as http:
        await http.post("/api/session")
        body = json.dumps({"settings": {"variant": "j" * 100_000}}).encode()
        for path in ("/api/tables", "/api/play", "/api/account"):
            answer = await http.post(path, content=body, headers={"content-type": "application/json", "origin": url})
            assert answer.status_code in (404, 405, 413), path
        answer = await http.post(
            "/api/tables", content=body, headers={"content-type": "application/json", "origin": url}
        )
        assert answer.status_code == 413


async def test_a_connection_listens_to_so_many_tables_and_no_more(tmp_path: Path) -> None:
    async with serving(tmp_path) as (server, url):
        names = [(await server.house.open(quick_settings("jass", visibility="public"), None)).id for _ in range(20)]
        async with tap(url, await guest(url)) as greedy:
            for name in names:
                await greedy.send(p.Subscribe(name))
            await greedy.settle()
            assert sum(b"too-many" in frame for frame in greedy.frames) == 4


async def test_a_connection_that_is_silent_for_too_long_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets_module, "SILENCE", 6.0)
    async with (
        serving(tmp_path) as (_, url),
        tap(url, await guest(url)) as silent,
        tap(url, await guest(url)) as beating,
    ):

        async def beat() -> None:
            while True:
                await beating.send(p.Ping())
                await asyncio.sleep(0.5)

        task = asyncio.create_task(beat())
        assert await silent.hung_up() == 4408
        task.cancel()
        await beating.settle()


async def test_a_handshake_counts_as_a_request_of_its_address(tmp_path: Path) -> None:
    async with serving(tmp_path, requests_per_second=1.0) as (_, url):
        cookies = await guest(url)
        codes = [await close_code(url, as_browser(url, {})) for _ in range(15)]
        assert codes[0] == 4401
        assert codes[-1] == 4429
        assert await close_code(url, as_browser(url, cookies)) == 4429


# -------------------------------------------------------------------------------------------- slow readers


async def test_a_slow_reader_is_disconnected_and_resumes_where_he_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What waits for him is bounded; the table and everybody else do not notice."""
    monkeypatch.setattr(connection_module, "MOST_BYTES", 100_000)
    monkeypatch.setattr(connection_module, "GRACE", 0.2)
    settings = quick_settings("jass", options={"end": {"deals": 2}}, visibility="public")
    async with serving(tmp_path) as (server, url), four_people(url, settings) as seats:
        await play_match(seats, at_random)
        cookies = seats[1].client.cookies
        before = set(server.sockets.connections)
        narrow = socket.socket()
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        narrow.connect(("127.0.0.1", server.settings.port))
        async with connect(**as_browser(url, cookies), sock=narrow, max_queue=1, close_timeout=0.1) as lazy:
            ask = json.dumps({"type": "subscribe", "table": seats[0].table})
            for _ in range(2000):
                await lazy.send(ask)
                if set(server.sockets.connections) <= before:
                    break
                await asyncio.sleep(0)
            async with asyncio.timeout(20):
                while not set(server.sockets.connections) <= before:  # noqa: ASYNC110
                    await asyncio.sleep(0.05)
        half = seats[1].k // 2
        async with tap(url, cookies) as back:
            await back.send(p.Subscribe(seats[0].table, k=half, seat=1))
            await back.settle()
            rest = update_of(back)
        assert rest["k"] == seats[1].k
        assert len(rest["events"]) == seats[1].k - half
        for seat in seats:
            assert not seat.client.lost.is_set()


def update_of(tap: Tap) -> dict[str, Any]:
    frame = next(frame for frame in tap.frames if b'"type":"update"' in frame)
    found: dict[str, Any] = json.loads(frame)
    return found
