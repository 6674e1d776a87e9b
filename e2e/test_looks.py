"""Every page: no accessibility problem that axe-core finds in three themes, no scrolling at the table, screenshots.

The screenshots are written to build/screenshots at four sizes, to be looked at.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page

from e2e.conftest import settle_in
from e2e.playing import do, play_on, start, wait_for

SHOTS = Path(os.environ.get("PUUR_SCREENSHOTS", "build/screenshots"))
SIZES = [(390, 844), (844, 390), (768, 1024), (1440, 900)]
SMALLEST = (320, 568)
THEMES = ("light", "dark", "contrast")
AXE = Axe()


@pytest.fixture
def page(browser: Browser, server: str) -> Iterator[Page]:
    """A page without motion, so that what is looked at stands still."""
    context = browser.new_context(base_url=server, reduced_motion="reduce", viewport={"width": 390, "height": 844})
    settle_in(context)
    yield context.new_page()
    context.close()


def look(page: Page, name: str) -> None:
    """Screenshots at all sizes, axe in all themes; the table never scrolls."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    for width, height in [SMALLEST, *SIZES]:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(120)
        page.screenshot(path=SHOTS / f"{name}-{width}x{height}.png")
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{name} is {wide} px wide at {width}x{height}"
        if page.locator("main.table").count():
            high = page.evaluate("document.documentElement.scrollHeight")
            assert high <= height, f"{name} scrolls at {width}x{height}"
    page.set_viewport_size({"width": 390, "height": 844})
    examine(page, name)


def examine(page: Page, name: str) -> None:
    """Axe in all themes."""
    problems = []
    for theme in THEMES:
        page.evaluate("(theme) => document.documentElement.dataset.theme = theme", theme)
        page.wait_for_timeout(250)
        found = AXE.run(page, options={"resultTypes": ["violations"]})
        for each in found.response["violations"]:
            nodes = [(node["html"][:140], node["failureSummary"][-160:]) for node in each["nodes"][:3]]
            problems.append(f"{name}, {theme}: {each['id']} {nodes}")
    page.evaluate("() => document.documentElement.dataset.theme = 'light'")
    assert not problems, "\n".join(problems)


def test_pages_without_a_match(page: Page) -> None:
    page.goto("/")
    page.wait_for_timeout(400)
    look(page, "home")
    page.get_by_role("button", name="Tisch eröffnen").click()
    page.get_by_role("dialog").get_by_role("radio").first.wait_for()
    look(page, "create")
    for path in ("rules/schieber-swiss", "account", "fair"):
        page.goto(f"/{path}")
        page.locator("h1").wait_for()
        look(page, path.replace("/", "-"))


def test_the_waiting_room_and_settings(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Einstellungen").click()
    page.get_by_role("dialog").get_by_role("switch").first.wait_for()
    look(page, "settings")
    page.reload()
    page.get_by_role("button", name="Tisch eröffnen").click()
    page.get_by_role("dialog").get_by_role("button", name="Tisch eröffnen").click()
    page.get_by_role("img", name="QR-Code").wait_for()
    look(page, "waiting")


def test_differenzler_from_estimate_to_replay(page: Page) -> None:
    start(page, "differenzler", rounds=2)
    wait_for(page, "estimate")
    look(page, "estimate")
    cards = 0

    def third(state: str) -> bool:
        nonlocal cards
        cards += state == "card"
        return cards == 3

    play_on(page, third)
    look(page, "play")
    play_on(page, lambda state: state == "next")
    look(page, "round-end")
    do(page, "next")
    play_on(page, lambda state: state == "over")
    look(page, "match-end")
    href = page.get_by_role("link", name="Nachspielen").get_attribute("href")
    page.goto(f"{href}&at=20")
    page.locator(".replay .place").first.wait_for()
    look(page, "replay")
    page.get_by_role("link", name="Verteilung prüfen").click()
    page.locator(".verdict.good").wait_for()
    look(page, "fair-checked")


def test_panels_of_team_games(page: Page) -> None:
    start(page, "coinche", end={"deals": 1})
    wait_for(page, "bid")
    look(page, "bid")
    start(page, "schieber-swiss", end={"deals": 4})  # in one of four deals in a row everybody is forehand
    assert play_on(page, lambda state: state == "choose") == "choose"
    look(page, "choose")
    play_on(page, lambda state: state == "next")
    look(page, "team-deal-end")
    do(page, "next")
    play_on(page, lambda state: state == "over")
    look(page, "team-match-end")


def test_addresses_that_lead_nowhere(page: Page) -> None:
    for path in (
        "nowhere",
        "invite/nobody",
        "table/0123456789abcdef",
        "replay/0123456789abcdef",
        "fair/0123456789abcdef",
    ):
        page.goto(f"/{path}")
        page.get_by_role("link", name="Startseite").wait_for()
        examine(page, path)
    page.goto("/offline.html")
    page.get_by_role("button").wait_for()
    examine(page, "offline")


def test_rules_of_every_game(page: Page) -> None:
    page.goto("/rules")
    page.get_by_role("heading", level=1).wait_for()
    games = page.get_by_role("combobox").locator("option").evaluate_all("(all) => all.map((one) => one.value)")
    assert len(games) == 9
    for game in games:
        page.goto(f"/rules/{game}")
        page.get_by_role("heading", name="Worum es geht").wait_for()
        assert page.locator(".order svg").count() >= 16, "the order of the cards is shown in pictures"
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390
    examine(page, "rules")


def test_what_opens_over_the_table(page: Page) -> None:
    page.add_init_script(
        """localStorage.setItem('puur.settings', '{"speed":"instant","hints":true,"deck":"swiss"}');"""
    )
    start(page, "schieber-swiss", end={"deals": 4})
    played = 0

    def fifth(state: str) -> bool:
        nonlocal played
        played += state == "card"
        return played == 5

    page.get_by_role("complementary", name="Tipp").wait_for()
    examine(page, "hint")
    page.get_by_role("button", name="Keine Tipps mehr").click()
    play_on(page, fifth)
    examine(page, "swiss cards")
    page.get_by_role("button", name="Letzter Stich").click()
    page.locator(".lastline").wait_for()
    look(page, "last-trick")
    page.keyboard.press("Escape")
    for entry in ("Spielstand", "Etwas sagen", "Mitspieler", "Tisch verlassen"):
        page.get_by_role("button", name="Menü").click()
        page.get_by_role("dialog").get_by_role("button", name=entry).click()
        page.get_by_role("dialog", name="Menü").wait_for(state="detached")
        examine(page, entry)
        page.keyboard.press("Escape")
    play_on(page, lambda state: state == "next")
    do(page, "next")
    wait_for(page, "choose", "meld", "card")
    page.get_by_role("button", name="Menü").click()
    page.get_by_role("dialog").get_by_role("button", name="Spielstand").click()
    page.get_by_role("figure", name="Jasstafel").wait_for()
    look(page, "slate")
