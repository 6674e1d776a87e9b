"""Playing through the page as a person would: whatever is offered is done. For the tests of e2e/."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page, expect

STATE = """() => {
  const q = (s) => document.querySelector(s);
  const t = q('dialog[open] table');
  if (q('dialog[open] .ways a[href^="/replay/"]')) return 'over';
  if (q('dialog[open] .next')) return 'next';
  if (q('dialog[open]')) return 'dialog';
  if (q('.estimate .go:not(:disabled)')) return 'estimate';
  if (q('.melds .primary')) return 'meld';
  if (q('.bid')) return 'bid';
  if (q('.choose')) return 'choose';
  if (q('.hand button.playable')) return 'card';
  return '';
}"""


POST = """async ([path, body]) => {
  const headers = { 'content-type': 'application/json' };
  await fetch('/api/session', { method: 'POST' });
  const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}"""


def post(page: Page, path: str, body: object) -> dict[str, Any]:
    """A request from within the server's pages, as it refuses others; from one that makes no guest of its own."""
    page.goto("/icon.svg")
    answer: dict[str, Any] = page.evaluate(POST, [path, body])
    return answer


def start(page: Page, variant: str, **options: object) -> str:
    """Open a table against three computers and go there; the name of the table."""
    table = str(post(page, "/api/play", {"variant": variant, "options": options})["table"])
    page.goto(f"/table/{table}")
    return table


def wait_for(page: Page, *wanted: str, timeout: float = 30) -> str:
    """Wait until one of these is to be done."""
    page.wait_for_function(f"(wanted) => wanted.includes(({STATE})())", arg=list(wanted), timeout=timeout * 1000)
    return str(page.evaluate(STATE))


CORNER = """async (card) => {
  await Promise.all(card.getAnimations({ subtree: true }).map((motion) => motion.finished.catch(() => null)));
  const box = card.getBoundingClientRect();
  const corner = new DOMPoint(12, 40).matrixTransform(card.querySelector('.face svg').getScreenCTM());
  return { x: corner.x - box.left, y: corner.y - box.top };
}"""
"""Where a card of the fan shows its rank, once it lies still, from the corner of its button: the next card hides the
rest, and the fan is turned."""


def click_card(page: Page, which: str | int = 0, **how: Any) -> None:
    """Click a card of the hand where a person would: on its rank. By default the first that may be played."""
    cards = page.locator(".hand button.playable" if isinstance(which, int) else which)
    card = cards.nth(which if isinstance(which, int) else 0)
    card.click(position=card.evaluate(CORNER), timeout=10_000, **how)


def do(page: Page, state: str) -> None:
    """One decision."""
    if state == "estimate":
        page.keyboard.type("40")
        page.locator(".estimate .go").click()
        expect(page.locator(".estimate")).to_have_count(0)
    elif state == "meld":
        page.locator(".melds .primary").click()
        expect(page.locator(".melds")).to_have_count(0)
    elif state == "bid":
        bid(page)
    elif state == "choose":
        with answered(page, ".choose"):
            page.locator(".choose button").first.click()
    elif state == "card":
        before = page.locator(".hand button").count()
        click_card(page)
        page.wait_for_function(
            "(n) => document.querySelectorAll('.hand button').length < n", arg=before, timeout=30_000
        )
    elif state == "next":
        page.locator("dialog[open] .next").click()
        page.wait_for_timeout(30)


@contextmanager
def answered(page: Page, panel: str) -> Iterator[None]:
    """Wait until a panel in which something was said has gone. The next question may come up in the same moment."""
    page.locator(panel).evaluate("(panel) => { panel.dataset.answered = '' }")
    yield
    page.wait_for_function("(old) => !document.querySelector(old)", arg=f"{panel}[data-answered]", timeout=30_000)


def bid(page: Page) -> None:
    """Bid as little as possible while a bid is possible, else pass."""
    panel = page.locator(".bid")
    suits = panel.locator(".suits button")
    with answered(page, ".bid"):
        if suits.count() and "80" in panel.locator("output").inner_text():
            suits.first.click()
            panel.locator(".primary").click()
        else:
            panel.locator(".words button").first.click()


def play_on(page: Page, until: Callable[[str], bool], limit: float = 240) -> str:
    """Do whatever is to be done until something comes up; the state that ended it."""
    end = time.monotonic() + limit
    while time.monotonic() < end:
        page.wait_for_function(f"() => ({STATE})() !== ''", timeout=60_000)
        state = str(page.evaluate(STATE))
        if until(state) or state == "over":
            return state
        do(page, state)
    raise AssertionError("it took too long")


def play_match(page: Page, limit: float = 240) -> None:
    """To the end of the match."""
    assert play_on(page, lambda state: state == "over", limit) == "over"
