"""What single pages must show: refusals, the replay, the fair deal, languages; sizes of the build."""

from __future__ import annotations

import gzip
import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from e2e.conftest import STATIC, settle_in
from e2e.playing import click_card, do, play_match, play_on, start, wait_for

PLAY_NOW = {
    "de": "Jetzt gegen den Computer spielen",
    "fr": "Jouer",
    "it": "Gioca",
    "en": "Play",
    "nl": "Speel",
}


def test_a_refused_card_says_why(page: Page) -> None:
    start(page, "differenzler")
    for _ in range(40):
        play_on(page, lambda state: state == "card")
        refused = page.locator(".hand button.blocked")
        if refused.count():
            click_card(page, ".hand button.blocked", force=True)
            expect(page.get_by_role("alert")).to_have_text(re.compile("Du musst .* bedienen|Trumpf|Untertrumpfen"))
            assert refused.first.get_attribute("aria-disabled") == "true"
            return
        do(page, "card")
    raise AssertionError("no card was ever refused")


def test_a_finished_match_is_replayed_and_checked_by_a_stranger(page: Page, browser: object, server: str) -> None:
    start(page, "differenzler", rounds=1)
    play_match(page)
    href = page.get_by_role("link", name="Nachspielen").get_attribute("href")
    assert href is not None
    page.goto(href)
    expect(page.locator(".replay .hand span")).to_have_count(36)
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".replay .place")).to_have_count(4)
    at = re.search(r"at=(\d+)", page.url)
    assert at is not None
    place = page.url
    page.context.clear_cookies()  # somebody else opens the link to this place
    page.goto(place)
    expect(page.locator(".replay .place")).to_have_count(4)
    page.get_by_role("combobox", name="Blickrichtung").select_option("2")
    expect(page).to_have_url(re.compile("seat=2"))
    page.get_by_role("link", name="Verteilung prüfen").click()
    expect(page.locator(".verdict")).to_have_text(re.compile("Alles stimmt"), timeout=15_000)
    assert page.locator("li.bad").count() == 0


def test_a_forged_record_does_not_pass(page: Page) -> None:
    start(page, "differenzler", rounds=1)
    play_match(page)
    href = page.get_by_role("link", name="Verteilung prüfen").get_attribute("href")
    assert href is not None

    def forge(route: object) -> None:
        answer = route.fetch()  # type: ignore[attr-defined]
        text = re.sub(r"^deck (\S+) (\S+)", r"deck \2 \1", answer.text(), flags=re.MULTILINE)
        route.fulfill(response=answer, body=text)  # type: ignore[attr-defined]

    page.route("**/record*", forge)
    page.goto(href)
    expect(page.locator(".verdict.bad")).to_be_visible(timeout=15_000)
    expect(page.get_by_text("deck-forged")).to_be_visible()


@pytest.mark.parametrize("language", PLAY_NOW)
def test_every_language(browser: object, server: str, language: str) -> None:
    context = browser.new_context(base_url=server)  # type: ignore[attr-defined]
    settle_in(context, language)
    page = context.new_page()
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator(".play strong")).to_contain_text(PLAY_NOW[language].split()[0])
    page.locator(".play").click()
    wait_for(page, "estimate")
    shown = page.locator("body").inner_text()
    assert not re.search(r"\b(table|estimate|result|live|wait)\.[a-z]", shown), shown
    assert "{" not in shown
    context.close()


def test_the_table_page_is_small() -> None:
    """At most 120 kB of JavaScript, gzipped, without card art and without the languages not in use."""
    assets = list((STATIC / "assets").glob("*.js"))
    first = re.findall(r"assets/([\w.-]+\.js)", (STATIC / "index.html").read_text())
    todo, needed = [*first, next(a.name for a in assets if a.name.startswith("TablePage"))], set[str]()
    while todo:
        name = todo.pop()
        if name in needed:
            continue
        needed.add(name)
        text = (STATIC / "assets" / name).read_text()
        todo += re.findall(r"(?:from|import)\s*[\"']\./([\w.-]+\.js)[\"']", text)
    catalogue = max(len(gzip.compress(a.read_bytes())) for a in assets if re.match(r"(de|fr|it|en|nl)-", a.name))
    size = catalogue + sum(len(gzip.compress((STATIC / "assets" / name).read_bytes())) for name in needed)
    assert size <= 120_000, size


def test_a_part_of_the_page_that_did_not_come_is_fetched_again(browser: Browser, server: str) -> None:
    """The page loads itself anew, at once and then after a while, and says so meanwhile; the table goes on."""
    context = browser.new_context(base_url=server, service_workers="block")
    settle_in(context)
    page = context.new_page()
    loads: list[str] = []
    page.on("request", lambda request: loads.append(request.url) if "/table/" in request.url else None)

    def busy(route: Route) -> None:
        if len(loads) < 3:
            route.fulfill(status=429, body="too-fast")
        else:
            route.continue_()

    page.route(re.compile("/assets/TablePage.*js"), busy)
    start(page, "differenzler", rounds=1)
    expect(page.get_by_role("alert")).to_contain_text("Der Server antwortet nicht")
    expect(page.get_by_role("button", name="Neu laden")).to_be_visible()
    wait_for(page, "estimate")
    context.close()
