"""The walking skeleton: a round of Differenzler by clicks on the plain page, through every layer and back."""

from playwright.sync_api import Page, expect


def test_a_round_is_played_by_clicks(page: Page) -> None:
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto("/plain/index.html")
    page.get_by_role("button", name="Play now").click()
    page.get_by_label("Estimate").fill("40")
    page.get_by_role("button", name="Confirm").click()
    for left in range(9, 0, -1):
        cards = page.locator("#hand button")
        expect(cards).to_have_count(left)
        page.locator("#hand button:enabled").first.click()
        expect(cards).to_have_count(left - 1)
    expect(page.locator("#result")).to_contain_text("Round over.")
    expect(page.locator("#result")).to_contain_text("40")
    expect(page.get_by_role("status")).to_contain_text("The match is over")
    assert problems == []
