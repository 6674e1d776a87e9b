"""What is kept: language, settings of guests and accounts, hints; what is there without a network or WebCrypto."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from e2e.conftest import settle_in
from e2e.playing import do, play_match, play_on, start, wait_for


def set_deck_and_theme(page: Page) -> None:
    """Swiss cards, dark, left-handed; through the sheet of settings."""
    page.get_by_role("button", name="Einstellungen").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_text("Deutschschweizer").click()
    sheet.get_by_label("Darstellung").select_option("dark")
    sheet.get_by_role("switch", name="Für Linkshänder").check()
    sheet.get_by_role("button", name="Fertig").click()


@pytest.mark.parametrize(("locale", "language"), [("nl-BE", "nl"), ("it-CH", "it"), ("fr-CH", "fr"), ("pl-PL", "en")])
def test_the_language_of_the_browser_is_used(browser: Browser, server: str, locale: str, language: str) -> None:
    context = browser.new_context(base_url=server, locale=locale)
    page = context.new_page()
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.get_by_role("combobox").first.select_option("de")
    expect(page.get_by_role("button", name=re.compile("Jetzt gegen den Computer"))).to_be_visible()
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    context.close()


def test_settings_of_a_guest_stay(page: Page) -> None:
    page.goto("/")
    set_deck_and_theme(page)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    start(page, "differenzler", rounds=1)
    wait_for(page, "estimate")
    expect(page.locator("main.table.left")).to_be_visible()
    assert "deck-swiss" in str(page.locator(".hand svg").first.get_attribute("class"))


def test_settings_of_an_account_follow_to_another_browser(browser: Browser, server: str) -> None:
    pages = []
    for _ in range(2):
        context = browser.new_context(base_url=server)
        settle_in(context)
        pages.append(context.new_page())
    first, second = pages
    first.goto("/account")
    first.get_by_role("button", name="Konto eröffnen").first.click()
    first.get_by_label("Name").fill("Kartenleser")
    first.get_by_label("Passwort").fill("neun und vierzehn")
    first.locator("form button.primary").click()
    first.get_by_role("button", name="Ich habe sie aufgeschrieben").click()
    first.goto("/")
    first.wait_for_timeout(2_000)  # the account is asked for its settings a while after the page stands
    with first.expect_response(lambda answer: answer.request.method == "PUT" and "/api/me/settings" in answer.url):
        set_deck_and_theme(first)
    first.wait_for_timeout(300)
    second.goto("/account")
    second.get_by_label("Name").fill("Kartenleser")
    second.get_by_label("Passwort").fill("neun und vierzehn")
    second.locator("form button.primary").click()
    expect(second.get_by_role("button", name="Abmelden")).to_be_visible()
    second.goto("/")
    expect(second.locator("html")).to_have_attribute("data-theme", "dark", timeout=10_000)
    for page in pages:
        page.context.close()


def test_hints_explain_rules_as_they_come_up_and_can_be_switched_off(browser: Browser, server: str) -> None:
    context = browser.new_context(base_url=server)
    settle_in(context, hints=True)
    page = context.new_page()
    start(page, "differenzler", rounds=2)
    wait_for(page, "estimate")
    hint = page.get_by_role("complementary", name="Tipp")
    expect(hint).to_contain_text("Zähle, was dein Blatt wert ist")
    hint.get_by_role("button", name="Verstanden").click()
    expect(hint).to_have_count(0)
    said = []
    for _ in range(9):
        play_on(page, lambda state: state == "card")
        if hint.count():
            said.append(hint.inner_text())
            hint.get_by_role("button", name="Verstanden").click()
        do(page, "card")
    assert any("Triff deine Schätzung" in text for text in said), said
    assert len(said) == len(set(said)), "each is said once"
    context.close()
    context = browser.new_context(base_url=server)
    settle_in(context, hints=True)
    page = context.new_page()
    start(page, "differenzler", rounds=1)
    page.get_by_role("button", name="Keine Tipps mehr").click()
    play_on(page, lambda state: state == "card")
    page.reload()
    wait_for(page, "card")
    assert page.get_by_role("complementary", name="Tipp").count() == 0
    context.close()


def test_the_offline_page_says_what_is_wrong_and_goes_on_by_itself(page: Page) -> None:
    page.goto("/")
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.context.set_offline(True)
    page.goto("/rules")
    expect(page.get_by_role("heading")).to_have_text("Kein Netz")
    expect(page.get_by_text("Der Server ist nicht erreichbar")).to_be_visible()
    expect(page.get_by_role("button")).to_have_css("background-color", "rgb(255, 215, 94)")
    page.context.set_offline(False)
    expect(page.get_by_role("heading", level=1)).to_have_text("Differenzler", timeout=20_000)


def test_a_deal_is_checked_where_the_browser_has_no_webcrypto(page: Page) -> None:
    """As over plain HTTP: neither crypto.subtle nor the clipboard."""
    page.add_init_script("""
      Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined });
      Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined });
    """)
    start(page, "differenzler", rounds=1)
    play_match(page)
    page.get_by_role("link", name="Nachspielen").click()
    page.get_by_role("button", name="Link zu dieser Stelle").click()
    expect(page.get_by_role("status").filter(has_text="Link kopiert")).to_be_visible()
    page.get_by_role("link", name="Verteilung prüfen").click()
    expect(page.locator(".verdict")).to_have_text(re.compile("Alles stimmt"), timeout=15_000)
