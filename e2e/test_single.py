"""One person against three computers: one click to the first deal, and whole matches in every variant."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from e2e.playing import play_match, start, wait_for

SHORT: dict[str, dict[str, object]] = {
    "schieber-swiss": {"end": {"deals": 1}},
    "coinche": {"end": {"deals": 1}},
    "klaverjassen-amsterdam": {"end": {"deals": 1}},
    "klaverjassen-rotterdam": {"end": {"deals": 1}},
    "klaverjassen": {"end": {"deals": 1}},
    "jass": {"end": {"deals": 1}},
    "schieber": {"end": {"deals": 1}},
    "belote": {"end": {"deals": 1}, "preset": "french"},
}


def test_one_click_leads_to_the_first_deal(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Jetzt gegen den Computer spielen").click()
    expect(page).to_have_url(re.compile("/table/"))
    wait_for(page, "estimate")
    expect(page.locator(".hand button")).to_have_count(9)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Differenzler")


def test_a_whole_match_of_differenzler(page: Page) -> None:
    start(page, "differenzler", rounds=2)
    play_match(page)
    sheet = page.get_by_role("dialog")
    expect(sheet.locator("tbody tr")).to_have_count(4)
    expect(sheet.get_by_role("button", name="Nochmals spielen")).to_be_visible()


@pytest.mark.parametrize("variant", SHORT)
def test_a_whole_match_of(page: Page, variant: str) -> None:
    start(page, variant, **SHORT[variant])
    play_match(page)
    expect(page.get_by_role("dialog").locator("tbody tr")).to_have_count(1)
