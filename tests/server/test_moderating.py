"""What players and admins do about each other, at live tables: reports, mutes, bans, closed tables, deleted accounts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from puur.cli.main import app
from puur.client import protocol as p
from puur.client import table_messages as t
from puur.client.connection import Client, Refused
from puur.client.seat import Seat
from puur.server.identity import orders
from tests.server.in_process import serving
from tests.server.people import deal, four_people, play_match, quick_settings
from tests.server.players import at_random
from tests.server.tap import as_browser, tap
from tests.server.test_safety import close_code

ONE_ROUND = quick_settings("differenzler", options={"rounds": 1}, visibility="public")


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orders, "EVERY", 0.05)


@asynccontextmanager
async def browser(url: str, cookies: dict[str, str] | None = None) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=url, cookies=cookies, headers={"origin": url}, timeout=30) as http:
        if cookies is None:
            (await http.post("/api/session")).raise_for_status()
        yield http


async def registered(http: httpx.AsyncClient, name: str) -> dict[str, Any]:
    answer = await http.post("/api/accounts", json={"name": name, "password": "correct horse battery"})
    answer.raise_for_status()
    found: dict[str, Any] = answer.json()
    return found


async def console(folder: Path, *words: str) -> str:
    """`puur admin ...` on the machine of the running server."""
    arguments = ["admin", *words, "--database", str(folder / "puur.sqlite3")]
    done = await asyncio.to_thread(CliRunner().invoke, app, arguments)
    assert done.exit_code == 0, done.output
    return done.output


async def heard(seat: Seat) -> p.Reacted:
    """The next reaction that a seat gets to see."""
    while True:
        frame = await asyncio.wait_for(seat.client.frames.get(), 10)
        if isinstance(frame, p.Reacted):
            return frame


async def over(seat: Seat) -> None:
    await asyncio.wait_for(seat.wait_for(lambda s: s.over), 20)


async def test_a_ban_hangs_up_lets_a_bot_play_and_keeps_the_player_out(tmp_path: Path) -> None:
    async with serving(tmp_path) as (_, url), four_people(url, ONE_ROUND) as seats:
        await deal(seats)
        bully = seats[2].client
        assert bully.me is not None
        report = {"table": seats[0].table, "seat": 2, "reason": "insults", "text": "He is rude"}
        await seats[0].client.post("/api/reports", report)
        with pytest.raises(Refused, match="404"):
            await seats[0].client.post("/api/reports", {**report, "table": "0" * 16})
        assert "He is rude" in await console(tmp_path, "reports")
        await console(tmp_path, "ban", bully.me.id, "--reason", "insults", "--days", "3")
        await asyncio.wait_for(bully.lost.wait(), 20)
        assert await close_code(url, as_browser(url, bully.cookies)) == 4403
        async with browser(url, bully.cookies) as http:
            assert (await http.post("/api/play", json={"variant": "jass"})).status_code in (401, 403)
        await asyncio.gather(*(seat.run(at_random) for seat in (seats[0], seats[1], seats[3])))
        assert t.Substituted(2, "left") in seats[0].seen
        await console(tmp_path, "unban", bully.me.id)
        async with tap(url, bully.cookies) as back:
            await back.settle()
        audit = await console(tmp_path, "audit")
        assert "unban" in audit and "ban" in audit and bully.me.id in audit


async def test_who_got_in_with_a_password_is_out_when_it_is_changed(tmp_path: Path) -> None:
    async with serving(tmp_path) as (_, url), browser(url) as owner, browser(url) as thief:
        await registered(owner, "Vreni")
        login = {"name": "Vreni", "password": "correct horse battery"}
        for _ in range(2):
            (await thief.post("/api/sessions", json=login)).raise_for_status()
            async with tap(url, dict(owner.cookies)) as own, tap(url, dict(thief.cookies)) as stolen:
                (await owner.put("/api/accounts/password", json={"password": "better horse"})).raise_for_status()
                assert await stolen.hung_up() == 4401
                await own.settle()
            login["password"] = "better horse"
        (await thief.post("/api/sessions", json=login)).raise_for_status()
        async with tap(url, dict(owner.cookies)) as own, tap(url, dict(thief.cookies)) as phone:
            sessions = (await owner.get("/api/sessions")).json()
            (theirs,) = [session["id"] for session in sessions if not session["current"]]
            (await owner.delete(f"/api/sessions/{theirs}")).raise_for_status()
            assert await phone.hung_up() == 4401
            await own.settle()


async def test_an_admin_closes_a_table_from_the_browser_and_the_console(tmp_path: Path) -> None:
    async with serving(tmp_path) as (_, url), browser(url) as http:
        await registered(http, "Operator")
        await console(tmp_path, "grant", "Operator")
        async with four_people(url, ONE_ROUND) as seats, Client.connect(url) as other:
            second = await other.open(ONE_ROUND)
            answer = await http.post(f"/api/admin/tables/{seats[0].table}/close", json={"reason": "spam"})
            assert answer.status_code == 204
            for seat in seats:
                await over(seat)
                assert seat.seen[-1] == t.TableCancelled("closed")
            await console(tmp_path, "close-table", second.table)
            await over(second)
            assert (await http.get("/api/tables")).json() == []
            answer = await other._http.post(f"/api/admin/tables/{seats[0].table}/close", json={"reason": "spam"})
            assert answer.status_code == 404  # to everybody else this is not there
        lines = (await http.get("/api/admin/audit")).json()
        assert [line["act"] for line in lines] == ["close-table", "close-table", "grant-admin"]


async def test_who_is_muted_is_not_heard_from_now_on_at_any_table(tmp_path: Path) -> None:
    async with serving(tmp_path) as (_, url), four_people(url, ONE_ROUND) as seats:
        await seats[1].act(t.React("hello"))
        assert await heard(seats[0]) == p.Reacted(seats[0].table, 1, "hello")
        await seats[0].client.post("/api/me/mutes", {"table": seats[0].table, "seat": 1})
        await asyncio.sleep(1.1)
        await seats[1].act(t.React("oops"))
        await seats[2].act(t.React("thanks"))
        assert await heard(seats[0]) == p.Reacted(seats[0].table, 2, "thanks")
        await seats[0].client.post("/api/me/mutes", {"table": seats[0].table, "seat": 3})
        await asyncio.sleep(0.1)
        async with browser(url, seats[0].client.cookies) as http:
            for mute in (await http.get("/api/me/mutes")).json():
                assert (await http.delete(f"/api/me/mutes/{mute['player']}")).status_code == 204
        await asyncio.sleep(0.1)
        await seats[3].act(t.React("bye"))
        assert await heard(seats[0]) == p.Reacted(seats[0].table, 3, "bye")


async def test_a_deleted_account_leaves_its_tables_and_takes_its_data_along(tmp_path: Path) -> None:
    async with serving(tmp_path) as (server, url), browser(url) as http:
        await registered(http, "Gone Soon")
        cookies = dict(http.cookies.items())
        async with Client.connect(url, cookies=cookies) as client:
            alone = await client.play("differenzler", options={"rounds": 1})
            await alone.run(at_random)
            running = await client.play("differenzler", options={"rounds": 1})
            export = (await http.get("/api/me/export")).json()
            assert {match["table"] for match in export["matches"]} == {alone.table, running.table}
            (kept,) = [match["record"] for match in export["matches"] if match["record"]]
            assert kept.startswith("puur record 1\n")
            text = str(export)
            assert "correct horse" not in text and "argon2" not in text
            gone = await http.delete("/api/me")
            assert gone.status_code == 200
            assert gone.json()["name"] == "Gone Soon"
            await asyncio.wait_for(client.lost.wait(), 20)
        assert await close_code(url, as_browser(url, cookies)) == 4401
        async with asyncio.timeout(20):
            while await server.services.log.read(alone.table):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        login = await http.post("/api/sessions", json={"name": "Gone Soon", "password": "correct horse battery"})
        assert login.status_code == 401
        found = await server.house.table(running.table)
        assert found is None or found.live.seats[0].substituted or found.live.stage == "over"


async def test_others_keep_the_record_of_a_match_with_somebody_who_has_gone(tmp_path: Path) -> None:
    async with serving(tmp_path) as (_, url), four_people(url, ONE_ROUND) as seats:
        await play_match(seats, at_random)
        async with browser(url, seats[3].client.cookies) as http:
            assert (await http.delete("/api/me")).status_code == 200
        await asyncio.sleep(0.3)
        answer = await seats[0].client.get(f"/api/tables/{seats[0].table}/record")
        assert answer.status_code == 200
