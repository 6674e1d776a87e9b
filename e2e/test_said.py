"""What is said at the table: by live regions, the title, sounds and vibration; refusals of the server; keys alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from e2e.conftest import settle_in
from e2e.playing import click_card, do, play_on, start, wait_for

SENSES = """
  window.tones = 0; window.buzzes = 0; window.heard = [];
  const made = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () { window.tones += 1; return made.call(this); };
  Object.defineProperty(navigator, 'vibrate', { value: () => (window.buzzes += 1) });
  addEventListener('DOMContentLoaded', () => new MutationObserver((changes) => {
    for (const change of changes) for (const node of change.addedNodes)
      if (node.nodeType === 1 && node.closest('[role=log]')) window.heard.push(node.textContent);
  }).observe(document.documentElement, { childList: true, subtree: true }));
"""


@pytest.fixture
def listener(browser: Browser, server: str) -> Iterator[Page]:
    """A page that counts what can be heard and felt, with sounds on."""
    context = browser.new_context(base_url=server)
    settle_in(context, sounds=True)
    context.add_init_script(SENSES)
    yield context.new_page()
    context.close()


def test_a_round_can_be_followed_without_seeing_it(listener: Page) -> None:
    start(listener, "differenzler", rounds=1)
    play_on(listener, lambda state: state == "next")
    heard = listener.evaluate("window.heard")

    def times(pattern: str) -> int:
        return sum(bool(re.search(pattern, line)) for line in heard)

    assert times(r"^Du hast 9 Karten: .*(Herz|Schaufel|Ecken|Kreuz)") == 1, heard
    assert times(r"^Trumpf ist (Herz|Schaufel|Ecken|Kreuz)") == 1
    assert times(r"^Wie viele Punkte machst du") == 1, "not again whenever somebody else has estimated"
    assert times(r"^Du bist dran\. (Eine Karte ist|\d Karten sind) spielbar") == 9
    assert times(r"^Du spielst ") == 9
    assert times(r"^\S+ spielt (Herz|Schaufel|Ecken|Kreuz)") == 27
    assert times(r"Stich.* \d+ Punkte?$") == 9
    assert times(r"^Runde zu Ende\. Deine Differenz: \d+\.$") == 1


def test_ones_turn_is_told_by_title_sound_and_vibration(listener: Page) -> None:
    start(listener, "differenzler", rounds=1)
    wait_for(listener, "estimate")
    expect(listener).to_have_title("● Du bist dran – Puur")
    do(listener, "estimate")
    wait_for(listener, "card")
    expect(listener).to_have_title("● Du bist dran – Puur")
    play_on(listener, lambda state: state == "next")
    buzzes, tones = listener.evaluate("[window.buzzes, window.tones]")
    assert 9 <= buzzes <= 10, "once a card; who leads to the first trick has just been told to estimate"
    assert tones >= 2 * buzzes
    expect(listener).not_to_have_title(re.compile("Du bist dran"))


def test_sounds_are_off_unless_wished(browser: Browser, server: str) -> None:
    context = browser.new_context(base_url=server)
    settle_in(context, vibrate=False)
    context.add_init_script(SENSES)
    page = context.new_page()
    start(page, "differenzler", rounds=1)
    play_on(page, lambda state: state == "card")
    do(page, "card")
    assert page.evaluate("[window.tones, window.buzzes]") == [0, 0]
    context.close()


def listen_in(page: Page, keeps: Callable[[WebSocketRoute, str], bool]) -> None:
    """Stand between page and server: what ``keeps`` takes of the page's frames does not get through."""

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def out(text: str | bytes) -> None:
            if not keeps(socket, str(text)):
                server.send(text)

        socket.on_message(out)

    page.route_web_socket(re.compile("/ws"), between)


def test_a_card_that_the_server_refuses_comes_back(page: Page) -> None:
    """The card lies on the table at once, before any answer; a refusal puts it back and says why."""
    refusals: list[Callable[[], None]] = []

    def first_card(socket: WebSocketRoute, text: str) -> bool:
        found = re.search(r'"id":"(\w+)","action":\{"type":"play"', text)
        if refusals or not found:
            return False
        answer = f'{{"type":"refused","table":"{table}","id":"{found[1]}","reason":"must-follow"}}'
        refusals.append(lambda: socket.send(answer))
        return True

    listen_in(page, first_card)
    table = start(page, "differenzler", rounds=1)
    play_on(page, lambda state: state == "card")
    held = page.locator(".hand button").count()
    click_card(page)
    expect(page.locator(".hand button")).to_have_count(held - 1)
    expect(page.get_by_role("alert")).to_have_count(0)
    [refuse] = refusals
    refuse()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator(".hand button")).to_have_count(held)
    click_card(page)
    expect(page.locator(".hand button")).to_have_count(held - 1)


def test_what_the_server_threw_away_is_sent_again(page: Page) -> None:
    """A server that is sent too much says so, and not what it did not read: the page connects anew and says it again."""
    thrown = 0

    def first_card(socket: WebSocketRoute, text: str) -> bool:
        nonlocal thrown
        if thrown or '"type":"play"' not in text:
            return False
        thrown += 1
        socket.send('{"type":"trouble","reason":"too-fast"}')
        return True

    listen_in(page, first_card)
    start(page, "differenzler", rounds=1)
    play_on(page, lambda state: state == "card")
    held = page.locator(".hand button").count()
    click_card(page)
    expect(page.locator(".hand button")).to_have_count(held - 1)
    wait_for(page, "card")  # the next trick: the card has been played
    assert thrown == 1
    assert page.locator(".hand button").count() == held - 1


def test_a_match_by_keyboard_alone(page: Page) -> None:
    start(page, "schieber-swiss", end={"deals": 1})

    def focus(target: str) -> None:
        for _ in range(60):
            if page.evaluate("(target) => document.activeElement?.matches(target) ?? false", target):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"no way to {target} with the tabulator")

    for _ in range(60):
        state = wait_for(page, "choose", "meld", "card", "next", "over")
        if state == "over":
            break
        if state == "choose":
            focus(".choose button")
        elif state == "meld":
            focus(".melds .primary")
        elif state == "next":
            assert page.evaluate("document.activeElement.matches('dialog .next')"), "the way on has the focus"
        else:
            focus(".hand button")
            for _ in range(9):
                if page.evaluate("document.activeElement.matches('.playable')"):
                    break
                page.keyboard.press("ArrowRight")
        left = page.locator(".hand button").count()
        page.keyboard.press("Enter")
        if state == "card":
            page.wait_for_function("(n) => document.querySelectorAll('.hand button').length < n", arg=left)
        else:
            page.wait_for_timeout(150)
    expect(page.get_by_role("button", name="Nochmals spielen")).to_be_focused()
