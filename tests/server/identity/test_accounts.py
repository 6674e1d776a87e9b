"""Accounts: registration, login, names, passwords, sessions, settings."""

import sqlalchemy as sa

from puur.server.identity import schema
from puur.server.identity.settings import IdentitySettings
from tests.server.identity.browser import PASSWORD, Browser, World


async def test_a_guest_becomes_an_account_and_keeps_his_id(world: World, tab: Browser) -> None:
    guest = await tab.guest()
    old_cookie = tab.cookie
    new = await tab.register("Vreni")
    assert new["me"]["id"] == guest["id"]
    assert new["me"]["kind"] == "account"
    assert len(new["recovery_codes"]) == 10
    assert (await tab.who())["name"] == "Vreni"
    # The old cookie must not open the account.
    assert await world.browser().refusal("GET", "/me", cookie=f"puur={old_cookie}") == "not-signed-in"


async def test_somebody_without_a_session_can_register_too(tab: Browser) -> None:
    assert (await tab.register("Vreni"))["me"]["kind"] == "account"


async def test_an_account_does_not_register_again(tab: Browser) -> None:
    await tab.register("Vreni")
    body = {"name": "Other", "password": PASSWORD}
    assert await tab.refusal("POST", "/accounts", body) == "already-account"


async def test_names_are_unique_by_their_looks(world: World, tab: Browser) -> None:
    await tab.register("René 10")
    for name in ("RENE 10", "rene-1o", "Rene.l0"):
        body = {"name": name, "password": PASSWORD}
        assert await world.browser().refusal("POST", "/accounts", body) == "name-taken"


async def test_bad_names_and_passwords_are_told_apart(world: World) -> None:
    cases = {
        ("ab", PASSWORD): "name-too-short",
        ("a" * 25, PASSWORD): "name-too-long",
        ("Раша", PASSWORD): "name-characters",
        ("Admin", PASSWORD): "name-reserved",
        ("Vreni", "seven77"): "password-too-short",
        ("Vreni", "x" * 257): "password-too-long",
        ("Annemarie", "ANNEMARIE"): "password-is-name",
    }
    for (name, password), reason in cases.items():
        body = {"name": name, "password": password}
        assert await world.browser().refusal("POST", "/accounts", body) == reason, (name, password)


async def test_a_login_opens_a_session_and_a_logout_ends_it(world: World, tab: Browser) -> None:
    account = (await tab.register("Vreni"))["me"]["id"]
    other = world.browser()
    assert (await other.login(" vreni "))["id"] == account
    value = other.cookie
    await other.ask("DELETE", "/sessions/current")
    assert await other.refusal("GET", "/me") == "not-signed-in"
    assert await world.browser().refusal("GET", "/me", cookie=f"puur={value}") == "not-signed-in"
    assert (await tab.who())["id"] == account


async def test_the_database_keeps_neither_password_nor_token_nor_codes(world: World, tab: Browser) -> None:
    codes = (await tab.register("Vreni"))["recovery_codes"]
    async with world.identity.database.reader.connect() as db:
        kept = []
        for table in schema.metadata.sorted_tables:
            kept += [str(tuple(row)) for row in await db.execute(sa.select(table))]
    everything = "\n".join(kept)
    assert "$argon2id$" in everything
    secrets = [PASSWORD, tab.cookie.removeprefix("s1."), *codes, *(code.replace("-", "") for code in codes)]
    for secret in secrets:
        assert secret not in everything


async def test_logout_everywhere_ends_all_sessions(world: World, tab: Browser) -> None:
    account = (await tab.register("Vreni"))["me"]["id"]
    others = [world.browser() for _ in range(3)]
    for other in others:
        await other.login("Vreni")
    assert len(await tab.ask("GET", "/sessions")) == 4
    await others[0].ask("DELETE", "/sessions")
    for each in (tab, *others):
        assert await each.refusal("GET", "/me") == "not-signed-in"
    async with world.identity.database.reader.connect() as db:
        orders = (await db.execute(sa.select(schema.orders.c.kind, schema.orders.c.target))).all()
    assert [tuple(order) for order in orders] == [("drop-player", account)]


async def test_one_session_can_be_ended_from_another(world: World, tab: Browser) -> None:
    await tab.register("Vreni")
    phone = world.browser()
    await phone.login("Vreni")
    listed = await tab.ask("GET", "/sessions")
    assert [entry["agent"] for entry in listed] == ["A browser"] * 2
    theirs = next(entry["id"] for entry in listed if not entry["current"])
    stranger = world.browser()
    await stranger.register("Sepp Trütsch")
    assert await stranger.refusal("DELETE", f"/sessions/{theirs}") == "not-found"
    await tab.ask("DELETE", f"/sessions/{theirs}")
    assert await phone.refusal("GET", "/me") == "not-signed-in"


async def test_a_session_ends_when_it_is_not_used(world: World, tab: Browser) -> None:
    await tab.register("Vreni")
    for _ in range(3):
        world.clock.pass_days(60)
        await tab.who()
    world.clock.pass_days(91)
    assert await tab.refusal("GET", "/me") == "not-signed-in"


async def test_an_account_is_renamed_once_a_month_and_nobody_slips_into_its_old_name(world: World) -> None:
    vreni, sepp = world.browser(), world.browser()
    await vreni.register("Vreni")
    await sepp.register("Sepp")
    assert (await vreni.ask("PATCH", "/me", {"name": "Verena"}))["name"] == "Verena"
    assert await sepp.refusal("PATCH", "/me", {"name": "Vreni"}) == "name-taken"
    late = await vreni.send("PATCH", "/me", {"name": "Vreneli"})
    assert late.status_code == 409
    assert late.json() == {"reason": "rename-too-soon", "until": world.clock() + 30 * 24 * 3600 * 1000}
    # Only the case: at any time.
    assert (await vreni.ask("PATCH", "/me", {"name": "VERENA"}))["name"] == "VERENA"
    assert (await world.browser().login("verena"))["name"] == "VERENA"
    world.clock.pass_days(31)
    assert (await vreni.ask("PATCH", "/me", {"name": "Vreni"}))["name"] == "Vreni"
    world.clock.pass_days(60)
    await sepp.login("Sepp")
    assert await sepp.refusal("PATCH", "/me", {"name": "Verena"}) == "name-taken"
    world.clock.pass_days(31)
    assert (await sepp.ask("PATCH", "/me", {"name": "Verena"}))["name"] == "Verena"


async def test_what_is_delicate_asks_for_the_password_again(world: World, tab: Browser) -> None:
    await tab.register("Vreni")
    world.clock.pass_seconds(601)
    delicate = [
        ("PUT", "/accounts/password", {"password": "another horse"}),
        ("POST", "/accounts/recovery-codes", None),
        ("POST", "/tokens", {"name": "Robo"}),
        ("POST", "/passkeys/registration", None),
        ("DELETE", "/me", None),
    ]
    for method, path, body in delicate:
        assert await tab.refusal(method, path, body) == "confirm-first", path
    assert await tab.refusal("POST", "/sessions/confirm", {"password": "wrong horse"}) == "wrong-login"
    assert (await tab.who())["confirmed"] is False
    await tab.ask("POST", "/sessions/confirm", {"password": PASSWORD})
    assert (await tab.who())["confirmed"] is True
    await tab.ask("POST", "/tokens", {"name": "Robo"})


async def test_a_new_password_ends_the_other_sessions(world: World, tab: Browser) -> None:
    await tab.register("Vreni")
    thief = world.browser()
    await thief.login("Vreni")
    await tab.ask("PUT", "/accounts/password", {"password": "another horse"})
    assert await thief.refusal("GET", "/me") == "not-signed-in"
    assert (await tab.who())["name"] == "Vreni"
    body = {"name": "Vreni", "password": PASSWORD}
    assert await thief.refusal("POST", "/sessions", body) == "wrong-login"
    await thief.login("Vreni", "another horse")


async def test_settings_follow_the_account(world: World, tab: Browser) -> None:
    await tab.register("Vreni")
    assert await tab.ask("GET", "/me/settings") == {}
    chosen = {"deck": "swiss", "fourColours": True, "language": "fr"}
    assert await tab.ask("PUT", "/me/settings", chosen) == chosen
    phone = world.browser()
    await phone.login("Vreni")
    assert await phone.ask("GET", "/me/settings") == chosen
    for wrong in ({"deck": "tarot"}, {"unknown": True}, {"sounds": "x" * 10}, ["deck"]):
        assert await tab.refusal("PUT", "/me/settings", wrong) == "bad-request"
    assert (await tab.send("PUT", "/me/settings", {"deck": "x" * 40_000})).status_code == 413


async def test_stored_settings_of_another_version_lose_only_what_is_unknown(world: World, tab: Browser) -> None:
    await tab.register("Vreni")
    async with world.identity.database.writer.begin() as db:
        old = '{"deck": "swiss", "speed": "lightning", "gone": 1}'
        await db.execute(sa.update(schema.accounts).values(settings=old))
    assert await tab.ask("GET", "/me/settings") == {"deck": "swiss"}


async def test_the_oldest_sessions_make_room(world: World, tab: Browser, settings: IdentitySettings) -> None:
    await tab.register("Vreni")
    for index in range(settings.most_sessions):
        world.clock.pass_seconds(60)
        await world.browser(address=f"198.51.100.{index}").login("Vreni")
    assert await tab.refusal("GET", "/me") == "not-signed-in"
