"""People at one table: an invitation link, four browsers, a reload, a cut of the network, watching."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, WebSocketRoute, expect

from e2e.conftest import settle_in
from e2e.playing import STATE, do, play_on, post, start, wait_for


@pytest.fixture
def people(browser: Browser, server: str) -> Iterator[list[Page]]:
    """Four browsers that share nothing."""
    contexts: list[BrowserContext] = []
    for _ in range(4):
        context = browser.new_context(base_url=server, locale="de-CH")
        settle_in(context)
        contexts.append(context)
    yield [context.new_page() for context in contexts]
    for context in contexts:
        context.close()


def open_for_friends(page: Page) -> str:
    """Open a table of one round through the form; the invitation link that the waiting room shows."""
    page.goto("/")
    page.get_by_role("button", name="Tisch eröffnen").click()
    form = page.get_by_role("dialog")
    form.get_by_role("radio", name="1", exact=True).check()
    form.get_by_role("button", name="Tisch eröffnen").click()
    expect(page.get_by_role("img", name="QR-Code")).to_be_visible()
    return page.get_by_label("Link zum Tisch").input_value()


def play_together(people: list[Page], limit: int = 400) -> None:
    """Everybody does what is offered, until all see the end."""
    states: list[str] = []
    for _ in range(limit):
        states = [str(page.evaluate(STATE)) for page in people]
        if all(state == "over" for state in states):
            return
        for page, state in zip(people, states, strict=True):
            if state not in ("", "over", "dialog"):
                do(page, state)
        people[0].wait_for_timeout(20)
    raise AssertionError(states)


def test_four_browsers_play_through_an_invitation_link(people: list[Page]) -> None:
    host, *guests = people
    link = open_for_friends(host)
    for page in guests:
        page.goto(link)
        expect(page).to_have_url(re.compile("/table/"))
        expect(page.get_by_role("button", name="Doch noch nicht bereit")).to_be_visible()
    host.get_by_role("button", name="Spiel beginnen").click()
    for page in people:
        wait_for(page, "estimate")
    play_together(people)
    names = [page.get_by_role("dialog").locator("tbody tr.me th").inner_text() for page in people]
    assert len(set(names)) == 4


def test_a_reload_in_the_middle_loses_nothing(page: Page) -> None:
    start(page, "differenzler", rounds=1)
    play_on(page, lambda state: state == "card")
    do(page, "card")
    wait_for(page, "card", "next")
    hand = page.locator(".hand button").all_inner_texts()
    page.reload()
    wait_for(page, "card", "next")
    assert [text.split(",")[0] for text in page.locator(".hand button").all_inner_texts()] == [
        text.split(",")[0] for text in hand
    ]
    assert play_on(page, lambda state: state == "over") == "over"


def test_a_cut_of_the_network_is_said_and_the_match_goes_on(page: Page) -> None:
    page.clock.install()  # so that the test need not wait for the pauses between tries
    page.clock.resume()
    start(page, "differenzler", rounds=1)
    play_on(page, lambda state: state == "card")
    page.context.set_offline(True)
    page.evaluate("() => window.dispatchEvent(new Event('offline'))")
    page.clock.fast_forward(15_000)
    expect(page.get_by_role("alert")).to_contain_text("Keine Verbindung")
    page.get_by_role("button", name="Jetzt versuchen").click()
    expect(page.get_by_role("alert")).to_contain_text("Keine Verbindung")
    page.context.set_offline(False)
    page.clock.fast_forward(15_000)
    expect(page.get_by_text("Keine Verbindung")).to_have_count(0, timeout=20_000)
    assert play_on(page, lambda state: state == "over") == "over"


def test_watching_a_public_table(people: list[Page]) -> None:
    host, guest = people[:2]
    settings = {"variant": "differenzler", "options": {"rounds": 1}, "visibility": "public"}
    table = post(host, "/api/tables", {"settings": settings, "bots": True})["table"]
    host.goto(f"/table/{table}")
    host.get_by_role("button", name="Spiel beginnen").click()
    wait_for(host, "estimate")
    guest.goto("/")
    guest.locator(f'a[href="/table/{table}"]').click()
    expect(guest.get_by_text("Du schaust zu")).to_be_visible()
    assert guest.locator(".hand button").count() == 0
    play_on(host, lambda state: state == "over")
    expect(guest.get_by_role("dialog")).to_be_visible()


def test_quick_play_can_be_left_again(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Tisch suchen").click()
    expect(page.get_by_text(re.compile("Los geht es in"))).to_be_visible()
    page.get_by_role("button", name="Wieder gehen").click()
    expect(page.get_by_role("button", name="Tisch suchen")).to_be_visible()


def test_quick_play_waits_for_the_connection(page: Page) -> None:
    """Who is quicker than the connection, or without one, is not forgotten."""
    tries = 0

    def late(socket: WebSocketRoute) -> None:
        nonlocal tries
        tries += 1
        if tries > 3:
            socket.connect_to_server()
        else:
            socket.close()

    page.route_web_socket(re.compile("/ws"), late)
    page.goto("/")
    page.get_by_role("button", name="Tisch suchen").click()
    expect(page.get_by_role("button", name="Tisch suchen")).to_be_disabled()
    expect(page.get_by_role("alert")).to_contain_text("Keine Verbindung")
    expect(page.get_by_text(re.compile("Los geht es in"))).to_be_visible(timeout=15_000)


def test_leaving_asks_first(page: Page) -> None:
    start(page, "jass")
    wait_for(page, "choose", "card", "meld")
    page.get_by_role("button", name="Menü").click()
    page.get_by_role("button", name="Tisch verlassen").click()
    page.get_by_role("button", name="Bleiben").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Menü").click()
    page.get_by_role("button", name="Tisch verlassen").click()
    page.get_by_role("dialog").get_by_role("button", name="Tisch verlassen").click()
    expect(page.get_by_role("button", name="Jetzt gegen den Computer spielen")).to_be_visible()
