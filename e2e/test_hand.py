"""The own hand: played by tap, two taps, drag and keyboard; no card hides the corner of another; nothing jumps."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from e2e.conftest import QUICK, settle_in
from e2e.playing import CORNER, click_card, do, play_on, start

TWO_TAPS = f"localStorage.setItem('puur.settings', '{json.dumps({**QUICK, 'twoTaps': True})}')"
PLAYABLE = ".hand button.playable"
HIDDEN_CORNERS = """async () => {
  const cards = [...document.querySelectorAll('.hand button')];
  await Promise.all(cards.flatMap((card) => card.getAnimations({ subtree: true })).map((motion) => motion.finished));
  return cards.filter((card) => {
    const place = card.querySelector('.face svg').getScreenCTM();
    return [[6, 20], [12, 40], [12, 120]].some(([x, y]) => {
      const point = new DOMPoint(x, y).matrixTransform(place);
      return document.elementFromPoint(point.x, point.y)?.closest('button') !== card;
    });
  }).map((card) => card.textContent);
}"""


def deal(page: Page) -> None:
    """A round of Differenzler, until a card is to be played."""
    start(page, "differenzler", rounds=1)
    play_on(page, lambda state: state == "card")


def cards(page: Page) -> list[str]:
    """The names of the cards in the hand."""
    return [text.split(",")[0] for text in page.locator(".hand button").all_inner_texts()]


def middle_of_corner(page: Page) -> tuple[float, float]:
    """Where on the page the first card that may be played shows its rank."""
    card = page.locator(PLAYABLE).first
    point, box = card.evaluate(CORNER), card.bounding_box()
    assert box is not None
    return box["x"] + point["x"], box["y"] + point["y"]


def drag(page: Page, dx: float, dy: float, during: Callable[[], None] = lambda: None) -> None:
    """Drag the first card that may be played."""
    x, y = middle_of_corner(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx / 2, y + dy / 2, steps=4)
    page.mouse.move(x + dx, y + dy, steps=4)
    during()
    page.mouse.up()


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390), (1440, 900)])
def test_no_card_hides_the_corner_of_another(page: Page, size: tuple[int, int]) -> None:
    page.add_init_script(TWO_TAPS)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    deal(page)
    assert page.evaluate(HIDDEN_CORNERS) == []
    click_card(page)
    assert page.locator(".hand .picked").count() == 1
    assert page.evaluate(HIDDEN_CORNERS) == [], "with a card picked"
    for _ in range(9):
        page.keyboard.press("ArrowRight")
        assert page.locator(".hand button:focus-visible").count() == 1
        assert page.evaluate(HIDDEN_CORNERS) == [], "with a card focused"


def test_the_two_tap_guard(page: Page) -> None:
    page.add_init_script(TWO_TAPS)
    deal(page)
    held = cards(page)
    click_card(page)
    expect(page.locator(".hand .again")).to_be_visible()
    assert cards(page) == held, "one tap plays nothing"
    if page.locator(PLAYABLE).count() > 1:
        click_card(page, 1)
        assert cards(page) == held, "a tap on another card picks that one"
    click_card(page, ".hand .picked")
    expect(page.locator(".hand button")).to_have_count(8)
    expect(page.locator(".hand .again")).to_have_count(0)


def test_a_card_is_played_by_dragging_it_up(page: Page) -> None:
    deal(page)
    name = cards(page)[
        page.locator(".hand button").evaluate_all("(all) => all.findIndex((c) => c.matches('.playable'))")
    ]

    def follows() -> None:
        assert page.locator(".hand .dragging").count() == 1

    drag(page, 30, -160, follows)
    expect(page.locator(".hand button")).to_have_count(8)
    assert name not in cards(page)


@pytest.mark.parametrize("way", [(0, -30), (120, 0), (0, 40)])
def test_a_card_dragged_elsewhere_comes_back(page: Page, way: tuple[int, int]) -> None:
    deal(page)
    held = cards(page)
    drag(page, *way)
    page.wait_for_timeout(300)
    assert cards(page) == held
    assert page.locator(".hand .dragging").count() == 0
    click_card(page)
    expect(page.locator(".hand button")).to_have_count(8)


def test_a_card_is_dragged_with_a_finger(browser: Browser, server: str) -> None:
    context = browser.new_context(
        base_url=server, has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844}
    )
    settle_in(context)
    page = context.new_page()
    deal(page)
    x, y = middle_of_corner(page)
    finger = context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for way in range(0, 200, 20):
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y - way}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".hand button")).to_have_count(8)
    context.close()


def test_a_card_is_played_by_keyboard(page: Page) -> None:
    deal(page)
    for _ in range(40):
        if page.evaluate("document.activeElement?.closest('.hand') !== null"):
            break
        page.keyboard.press("Tab")
    focused = "document.activeElement.textContent"
    page.keyboard.press("End")
    last = page.evaluate(focused)
    page.keyboard.press("ArrowRight")
    first = page.evaluate(focused)
    page.keyboard.press("Home")
    assert page.evaluate(focused) == first != last, "the hand is a ring"
    for _ in range(9):
        if page.evaluate("document.activeElement.matches('.playable')"):
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".hand button")).to_have_count(8)
    assert page.evaluate("document.activeElement?.closest('.hand') !== null"), "the hand keeps the focus"


SHIFTS = """
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const each of list.getEntries()) if (!each.hadRecentInput) window.shifts.push(
      each.sources.map(({ node }) => `${each.value} ${node?.className ?? ''} ${node?.textContent ?? ''}`));
  }).observe({ type: 'layout-shift', buffered: true });
"""


@pytest.mark.parametrize(
    ("variant", "size"),
    [
        ("differenzler", (390, 844)),
        ("schieber-swiss", (320, 568)),
        ("coinche", (844, 390)),
        ("schieber", (1440, 900)),
    ],
)
def test_nothing_jumps_at_the_table(page: Page, variant: str, size: tuple[int, int]) -> None:
    """The browser's layout shift is nought over a deal: panels, bids, melds, points and marks come and go."""
    page.add_init_script(SHIFTS)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    length: dict[str, object] = {"rounds": 2} if variant == "differenzler" else {"end": {"deals": 2}}
    start(page, variant, **length)
    play_on(page, lambda state: state == "next")
    do(page, "next")
    play_on(page, lambda state: state == "card")
    assert page.evaluate("window.shifts") == []
