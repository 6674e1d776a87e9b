"""The files of the client; addresses that there are not: a page for people, a plain refusal for programs."""

from __future__ import annotations

from pathlib import Path

import httpx
from litestar import Litestar
from litestar.testing import AsyncTestClient

from puur.server.pages import page_routes
from tests.server.in_process import serving

BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


async def test_an_unknown_address_shows_people_the_client_which_says_so(tmp_path: Path) -> None:
    async with serving(tmp_path) as (_, url), httpx.AsyncClient(base_url=url) as http:
        front = await http.get("/", headers=BROWSER)
        for path in ("/nowhere", "/nowhere/at/all", "/table", "/rules/a/b"):
            answer = await http.get(path, headers=BROWSER)
            assert answer.status_code == 404, path
            assert answer.headers["content-type"].startswith("text/html")
            assert answer.content == front.content


async def test_programs_get_no_page_for_what_is_not_there(tmp_path: Path) -> None:
    async with serving(tmp_path) as (_, url), httpx.AsyncClient(base_url=url) as http:
        for path, headers in (("/nowhere", {}), ("/api/nowhere", BROWSER), ("/assets/gone.js", BROWSER)):
            answer = await http.get(path, headers=headers)
            assert answer.status_code == 404, path
            assert not answer.headers["content-type"].startswith("text/html"), path


async def test_a_refusal_with_status_404_keeps_its_reason(tmp_path: Path) -> None:
    async with serving(tmp_path) as (_, url), httpx.AsyncClient(base_url=url, headers={"origin": url}) as http:
        (await http.post("/api/session")).raise_for_status()
        answer = await http.post("/api/me/mutes", json={"table": "0", "seat": 0})
        assert (answer.status_code, answer.json()["reason"]) == (404, "not-found")


async def test_hashed_files_are_kept_for_ever_and_sent_compressed(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>")
    (tmp_path / "secret.txt").write_text("not an asset")
    script = "let puur = 20;\n" * 500
    (tmp_path / "assets" / "table-1a2b.js").write_text(script)
    (tmp_path / "assets" / "table-1a2b.css").write_text("main { color: green; }")
    async with AsyncTestClient(Litestar(page_routes(tmp_path))) as http:
        packed = await http.get("/assets/table-1a2b.js", headers={"accept-encoding": "gzip, br"})
        plain = await http.get("/assets/table-1a2b.js", headers={"accept-encoding": "identity"})
        assert packed.text == plain.text == script
        assert int(packed.headers["content-length"]) < len(script) / 10
        assert packed.headers["content-encoding"] == "gzip"
        assert "content-encoding" not in plain.headers
        for answer in (packed, plain):
            assert answer.headers["content-type"].startswith("text/javascript")
            assert "immutable" in answer.headers["cache-control"]
            assert answer.headers["vary"] == "accept-encoding"
        assert (await http.get("/assets/table-1a2b.css")).headers["content-type"].startswith("text/css")
        for path in ("/assets/gone.js", "/assets/%2e%2e%2fsecret.txt", "/assets/..%2fsecret.txt"):
            assert (await http.get(path)).status_code == 404, path
