"""The page of the account in a real browser: registration, recovery, passkeys of a virtual authenticator, data."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from e2e.conftest import settle_in

PASSWORD = "correct horse battery"


@pytest.fixture
def page(browser: Browser, server: str) -> Iterator[Page]:
    context = browser.new_context(base_url=server)
    settle_in(context, "en")
    yield context.new_page()
    context.close()


def fill(page: Page, way: str, name: str, password: str, code: str | None = None) -> None:
    """One of the three forms of somebody who is not logged in."""
    page.get_by_role("group", name="Account").get_by_role("button", name=way).click()
    page.get_by_label("Name", exact=True).fill(name)
    if code is not None:
        page.get_by_label("A recovery code").fill(code)
    page.get_by_label("New password" if code is not None else "Password", exact=True).fill(password)
    page.locator("form").get_by_role("button", name=way).click()


def register(page: Page, name: str) -> list[str]:
    """A new account; the recovery codes that were shown."""
    page.goto("/account")
    fill(page, "Create an account", name, PASSWORD)
    codes = page.locator(".codes code")
    expect(codes).to_have_count(10)
    shown = codes.all_inner_texts()
    page.get_by_role("button", name="I have written them down").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    return shown


def log_out(page: Page) -> None:
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("group", name="Account")).to_be_visible()


def test_a_passkey_opens_the_account_without_a_password(page: Page) -> None:
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    chip = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    authenticator = devtools.send("WebAuthn.addVirtualAuthenticator", {"options": {**chip, "isUserVerified": True}})[
        "authenticatorId"
    ]
    register(page, "Passkey Vreni")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.locator("section", has_text="Passkeys").get_by_role("listitem")).to_have_count(1)
    log_out(page)
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.get_by_role("heading", name="Passkey Vreni")).to_be_visible()

    page.locator("section", has_text="Passkeys").get_by_role("button", name="Remove").click()
    expect(page.locator("section", has_text="Passkeys").get_by_role("listitem")).to_have_count(0)
    log_out(page)
    page.get_by_role("button", name="Log in with a passkey").click()  # the device has it still, the server has not
    expect(page.get_by_role("alert")).to_have_text("The passkey was not accepted.")

    devtools.send("WebAuthn.setUserVerified", {"authenticatorId": authenticator, "isUserVerified": False})
    page.get_by_role("button", name="Log in with a passkey").click()  # somebody else's finger
    expect(page.get_by_role("alert")).to_have_text("The passkey was not accepted.")


def test_a_lost_password_is_recovered_with_a_code_once(page: Page) -> None:
    codes = register(page, "Vergesslich")
    log_out(page)
    fill(page, "Log in", "vergesslich", "a wrong guess")
    expect(page.get_by_role("alert")).to_have_text("Name or password is wrong.")
    fill(page, "Forgotten password", "Vergesslich", "another horse", codes[3].upper().replace("-", " "))
    expect(page.get_by_role("heading", name="Vergesslich")).to_be_visible()
    expect(page.get_by_role("button", name="New recovery codes (9 left)")).to_be_visible()
    log_out(page)
    fill(page, "Forgotten password", "Vergesslich", "a third horse", codes[3])
    expect(page.get_by_role("alert")).to_have_text("Name or code is wrong.")
    fill(page, "Log in", "Vergesslich", "another horse")
    expect(page.get_by_role("heading", name="Vergesslich")).to_be_visible()


def test_somebody_makes_a_bot_takes_his_data_and_goes(page: Page) -> None:
    register(page, "Auf Wiedersehen")
    page.get_by_label("Name of the bot").fill("Wiedersehens Bot")
    page.get_by_role("button", name="Make the bot").click()
    expect(page.get_by_role("status")).to_contain_text("puur_")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download my data").click()
    data = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert (data["name"], data["kind"]) == ("Auf Wiedersehen", "account")
    assert [bot["name"] for bot in data["bots"]] == ["Wiedersehens Bot"]
    page.get_by_role("button", name="Delete the account").click()
    page.get_by_role("button", name="Really delete for good").click()
    expect(page.get_by_role("button", name="Create an account").first).to_be_visible()
    fill(page, "Log in", "Auf Wiedersehen", PASSWORD)
    expect(page.get_by_role("alert")).to_have_text("Name or password is wrong.")
