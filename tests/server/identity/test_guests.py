"""Guests: at once, signed, forgotten by nobody but themselves."""

from puur.server.identity.cookies import Guest, guest_cookie, read_guest
from puur.server.identity.settings import IdentitySettings
from tests.server.identity.browser import Browser, World


async def test_the_first_request_makes_a_guest_and_the_next_one_knows_him(tab: Browser) -> None:
    first = await tab.guest()
    assert first["kind"] == "guest"
    assert (await tab.guest())["id"] == first["id"]
    assert (await tab.who())["id"] == first["id"]


async def test_without_a_cookie_nobody_is_signed_in(tab: Browser) -> None:
    assert await tab.refusal("GET", "/me") == "not-signed-in"


async def test_the_cookie_is_for_http_only_and_for_our_site(tab: Browser) -> None:
    header = (await tab.send("POST", "/session")).headers["set-cookie"].lower()
    assert header.startswith("puur=g1.")
    assert "httponly" in header and "samesite=lax" in header and "path=/" in header
    assert "secure" not in header and "domain" not in header


async def test_over_https_the_cookie_is_secure_and_bound_to_the_host(world: World) -> None:
    tab = world.browser(origin="https://jass.example")
    header = (await tab.send("POST", "/session")).headers["set-cookie"]
    assert header.startswith("__Host-puur=g1.")
    assert "secure" in header.lower()
    assert (await tab.who())["kind"] == "guest"


async def test_answers_about_people_are_not_cached(tab: Browser) -> None:
    assert (await tab.send("POST", "/session")).headers["cache-control"] == "no-store"
    assert (await tab.send("GET", "/me/settings")).headers["cache-control"] == "no-store"


async def test_a_changed_cookie_is_worth_nothing(world: World, tab: Browser) -> None:
    await tab.guest()
    real = tab.cookie
    kind, player, issued, name, mac = real.split(".")
    forged = [
        f"{kind}.{'a' * 20}.{issued}.{name}.{mac}",
        f"{kind}.{player}.{int(issued) + 1}.{name}.{mac}",
        f"{kind}.{player}.{issued}.{name}.{'A' * len(mac)}",
        f"{kind}.{player}.{issued}.{name}",
        "g1....",
        "",
        "ä",
        "s1.",
        "x" * 5000,
    ]
    for value in forged:
        assert read_guest(world.identity, value) is None, value
    assert read_guest(world.identity, real) is not None
    fresh = world.browser()
    assert await fresh.refusal("GET", "/me", cookie=f"puur={forged[0]}") == "not-signed-in"


async def test_a_guests_cookie_ends_after_its_life(world: World) -> None:
    value = guest_cookie(world.identity, Guest("a" * 20, "Nell 1234", world.clock()))
    world.clock.pass_days(399)
    assert read_guest(world.identity, value) is not None
    world.clock.pass_days(2)
    assert read_guest(world.identity, value) is None


async def test_a_guest_who_comes_back_gets_a_fresh_cookie_now_and_then(world: World, tab: Browser) -> None:
    me = await tab.guest()
    before = tab.cookie
    world.clock.pass_days(31)
    assert (await tab.guest())["id"] == me["id"]
    assert tab.cookie != before


async def test_a_guest_takes_another_name_as_often_as_he_likes(tab: Browser) -> None:
    me = await tab.guest()
    for name in ("Änneli", "Sepp", "Änneli"):
        renamed = await tab.ask("PATCH", "/me", {"name": name})
        assert renamed["name"] == name and renamed["id"] == me["id"]
        assert (await tab.who())["name"] == name


async def test_a_guest_cannot_call_himself_like_an_account(world: World, tab: Browser) -> None:
    await world.browser().register("Annemarie")
    await tab.guest()
    assert await tab.refusal("PATCH", "/me", {"name": "ANNEMAR1E"}) == "name-taken"


async def test_guests_have_no_settings_sessions_or_bots(tab: Browser) -> None:
    await tab.guest()
    assert await tab.refusal("GET", "/me/settings") == "accounts-only"
    assert await tab.refusal("POST", "/tokens", {"name": "Robo"}) == "accounts-only"
    assert await tab.refusal("POST", "/accounts/recovery-codes") == "accounts-only"


async def test_a_guest_who_deletes_himself_is_gone_for_good(world: World, tab: Browser) -> None:
    me = await tab.guest()
    cookie = tab.cookie
    assert (await tab.ask("DELETE", "/me"))["id"] == me["id"]
    assert await tab.refusal("GET", "/me") == "not-signed-in"
    assert await world.browser().refusal("GET", "/me", cookie=f"puur={cookie}") == "not-signed-in"


async def test_one_address_does_not_make_guests_without_end(world: World, settings: IdentitySettings) -> None:
    for _ in range(settings.rates.guest.burst):
        await world.browser().guest()
    assert await world.browser().refusal("POST", "/session") == "too-fast"
    await world.browser(address="192.0.2.2").guest()
