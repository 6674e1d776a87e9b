"""Passkeys, with an authenticator made of software."""

from typing import Any

import pytest

from puur.server.identity.passkeys import site_of
from puur.server.identity.settings import IdentitySettings
from tests.server.identity.authenticator import PRESENT, VERIFIED, Authenticator
from tests.server.identity.browser import CHEAP, Browser, World


async def registered(tab: Browser, authenticator: Authenticator, label: str = "Phone") -> Any:
    begun = await tab.ask("POST", "/passkeys/registration")
    body = {"ceremony": begun["ceremony"], "credential": authenticator.create(begun["options"]), "label": label}
    return await tab.ask("POST", "/passkeys", body)


async def login_body(tab: Browser, authenticator: Authenticator) -> dict[str, Any]:
    begun = await tab.ask("POST", "/passkeys/login")
    return {"ceremony": begun["ceremony"], "credential": authenticator.get(begun["options"])}


async def test_a_passkey_is_registered_and_opens_the_account(world: World, tab: Browser) -> None:
    account = (await tab.register("Vreni"))["me"]["id"]
    assert (await tab.who())["passkeys"] is True
    phone = Authenticator()
    made = await registered(tab, phone)
    assert (made["label"], made["used_at"]) == ("Phone", None)
    other = world.browser()
    me = await other.ask("POST", "/passkeys/session", await login_body(other, phone))
    assert me["id"] == account and me["confirmed"] is True
    assert (await other.who())["name"] == "Vreni"
    listed = await other.ask("GET", "/passkeys")
    assert [entry["used_at"] for entry in listed] == [world.clock()]


async def test_a_login_names_no_account(world: World, tab: Browser) -> None:
    await tab.register("Vreni")
    await registered(tab, Authenticator())
    begun = await world.browser().ask("POST", "/passkeys/login")
    assert not begun["options"].get("allowCredentials")
    assert begun["options"]["userVerification"] == "required"


async def test_a_passkey_that_the_server_does_not_know_opens_nothing(tab: Browser) -> None:
    stranger = Authenticator(user="AAAA")
    assert await tab.refusal("POST", "/passkeys/session", await login_body(tab, stranger)) == "passkey-refused"


async def test_a_challenge_is_good_once_and_for_five_minutes(world: World, tab: Browser) -> None:
    await tab.register("Vreni")
    phone, other = Authenticator(), world.browser()
    await registered(tab, phone)
    body = await login_body(other, phone)
    await other.ask("POST", "/passkeys/session", body)
    assert await other.refusal("POST", "/passkeys/session", body) == "passkey-refused"
    late = await login_body(other, phone)
    world.clock.pass_seconds(301)
    assert await other.refusal("POST", "/passkeys/session", late) == "passkey-refused"


@pytest.mark.parametrize(
    "fault",
    [
        {"origin": "https://evil.example"},
        {"flags": PRESENT},
        {"flags": VERIFIED},
        {"user": "AAAA"},
        {"counter": -1},
    ],
)
async def test_a_false_answer_opens_nothing(world: World, tab: Browser, fault: dict[str, Any]) -> None:
    await tab.register("Vreni")
    phone, other = Authenticator(counter=7), world.browser()
    await registered(tab, phone)
    for name, value in fault.items():
        setattr(phone, name, value)
    assert await other.refusal("POST", "/passkeys/session", await login_body(other, phone)) == "passkey-refused"


async def test_another_key_under_a_known_name_opens_nothing(world: World, tab: Browser) -> None:
    await tab.register("Vreni")
    phone, other = Authenticator(), world.browser()
    await registered(tab, phone)
    thief = Authenticator(credential_id=phone.credential_id, user=phone.user)
    assert await other.refusal("POST", "/passkeys/session", await login_body(other, thief)) == "passkey-refused"


async def test_rubbish_opens_nothing(tab: Browser) -> None:
    credentials: list[dict[str, Any]] = [
        {},
        {"rawId": 7},
        {"rawId": "ä"},
        {"rawId": "AAAA", "id": "AAAA", "type": "public-key", "response": []},
        {"rawId": "AAAA", "id": "AAAA", "type": "public-key", "response": {"clientDataJSON": "x"}},
    ]
    for credential in credentials:
        begun = await tab.ask("POST", "/passkeys/login")
        body = {"ceremony": begun["ceremony"], "credential": credential}
        assert await tab.refusal("POST", "/passkeys/session", body) == "passkey-refused"


async def test_rubbish_registers_nothing(tab: Browser) -> None:
    await tab.register("Vreni")
    phone = Authenticator()
    begun = await tab.ask("POST", "/passkeys/registration")
    good = phone.create(begun["options"])
    broken: list[dict[str, Any]] = [
        {},
        good | {"id": "AAAA"},
        good | {"response": {}},
        good | {"response": good["response"] | {"attestationObject": "AAAA"}},
        good | {"response": good["response"] | {"attestationObject": "_____w"}},
        good | {"response": good["response"] | {"clientDataJSON": "AAAA"}},
    ]
    for credential in broken:
        begun = await tab.ask("POST", "/passkeys/registration")
        body = {"ceremony": begun["ceremony"], "credential": credential}
        assert await tab.refusal("POST", "/passkeys", body) == "passkey-refused"
    assert await tab.ask("GET", "/passkeys") == []


async def test_a_registration_belongs_to_the_session_that_began_it(world: World, tab: Browser) -> None:
    await tab.register("Vreni")
    thief = world.browser()
    await thief.register("Mallory")
    begun = await tab.ask("POST", "/passkeys/registration")
    body = {"ceremony": begun["ceremony"], "credential": Authenticator().create(begun["options"])}
    assert await thief.refusal("POST", "/passkeys", body) == "passkey-refused"


async def test_the_challenge_of_a_login_registers_nothing(world: World, tab: Browser) -> None:
    await tab.register("Vreni")
    begun = await tab.ask("POST", "/passkeys/registration")
    options = begun["options"]
    login = await tab.ask("POST", "/passkeys/login")
    options["challenge"] = login["options"]["challenge"]
    body = {"ceremony": login["ceremony"], "credential": Authenticator().create(options)}
    assert await tab.refusal("POST", "/passkeys", body) == "passkey-refused"


async def test_a_passkey_without_verification_of_its_user_is_not_registered(tab: Browser) -> None:
    await tab.register("Vreni")
    begun = await tab.ask("POST", "/passkeys/registration")
    body = {"ceremony": begun["ceremony"], "credential": Authenticator(flags=PRESENT).create(begun["options"])}
    assert await tab.refusal("POST", "/passkeys", body) == "passkey-refused"


async def test_the_same_passkey_is_not_registered_twice(world: World, tab: Browser) -> None:
    await tab.register("Vreni")
    phone = Authenticator()
    await registered(tab, phone)
    begun = await tab.ask("POST", "/passkeys/registration")
    assert len(begun["options"]["excludeCredentials"]) == 1
    body = {"ceremony": begun["ceremony"], "credential": phone.create(begun["options"])}
    assert await tab.refusal("POST", "/passkeys", body) == "passkey-refused"


async def test_a_removed_passkey_opens_nothing(world: World, tab: Browser) -> None:
    await tab.register("Vreni")
    phone, other = Authenticator(), world.browser()
    made = await registered(tab, phone)
    await other.register("Mallory")
    assert await other.refusal("DELETE", f"/passkeys/{made['id']}") == "not-found"
    await tab.ask("DELETE", f"/passkeys/{made['id']}")
    visitor = world.browser()
    assert await visitor.refusal("POST", "/passkeys/session", await login_body(visitor, phone)) == "passkey-refused"


async def test_passkeys_are_limited_in_number(tab: Browser, settings: IdentitySettings) -> None:
    await tab.register("Vreni")
    for index in range(settings.most_passkeys):
        await registered(tab, Authenticator(), f"Key {index}")
    assert await tab.refusal("POST", "/passkeys/registration") == "too-many"


async def test_over_plain_http_there_are_no_passkeys(world: World) -> None:
    tab = world.browser(origin="http://192.0.2.80")
    await tab.register("Vreni")
    assert (await tab.who())["passkeys"] is False
    assert await tab.refusal("POST", "/passkeys/registration") == "passkeys-unavailable"
    assert await tab.refusal("POST", "/passkeys/login") == "passkeys-unavailable"


class TestPublicSite:
    """With a public address in the settings, passkeys belong to it, whatever name a request came by."""

    @pytest.fixture
    def settings(self) -> IdentitySettings:
        return IdentitySettings(argon2=CHEAP.argon2, public_origin="https://jass.example")

    async def test_the_site_is_that_of_the_settings(self, world: World) -> None:
        tab = world.browser(origin="https://jass.example")
        await tab.register("Vreni")
        phone = Authenticator(origin="https://jass.example")
        begun = await tab.ask("POST", "/passkeys/registration")
        assert begun["options"]["rp"]["id"] == "jass.example"
        body = {"ceremony": begun["ceremony"], "credential": phone.create(begun["options"])}
        await tab.ask("POST", "/passkeys", body)
        await tab.ask("POST", "/passkeys/session", await login_body(tab, phone))
        phone.origin = "https://jass.example.evil.example"
        assert await tab.refusal("POST", "/passkeys/session", await login_body(tab, phone)) == "passkey-refused"


@pytest.mark.parametrize(
    ("public", "origin", "rp_id"),
    [
        (None, "http://localhost:8000", "localhost"),
        (None, "https://jass.example", None),
        (None, "http://127.0.0.1:8000", None),
        ("https://jass.example", "http://anything", "jass.example"),
        ("http://jass.example", "http://jass.example", None),
        ("https://192.0.2.1", "https://192.0.2.1", None),
    ],
)
def test_passkeys_need_a_name_and_https_or_localhost(public: str | None, origin: str, rp_id: str | None) -> None:
    class Only:
        settings = IdentitySettings(public_origin=public)

    site = site_of(Only(), origin)  # type: ignore[arg-type]
    assert (site.rp_id if site else None) == rp_id
