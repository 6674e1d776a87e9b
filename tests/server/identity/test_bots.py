"""Bots: a name and a token of their own, marked as bots, ended by their owner."""

import sqlalchemy as sa

from puur.server.identity import schema
from puur.server.identity.principal import Principal, resolve
from puur.server.identity.refusals import Refused
from puur.server.identity.settings import IdentitySettings
from tests.server.identity.browser import Browser, World


async def new_bot(tab: Browser, name: str = "Robo Jass") -> tuple[str, str]:
    made = await tab.ask("POST", "/tokens", {"name": name})
    return made["bot"]["id"], made["token"]


async def test_a_token_makes_its_bearer_a_bot(world: World, tab: Browser) -> None:
    owner = (await tab.register("Vreni"))["me"]["id"]
    bot, token = await new_bot(tab)
    found = await resolve(world.identity, bearer=token)
    assert found == Principal(id=bot, name="Robo Jass", kind="bot", owner=owner)
    anywhere = world.browser(address="198.51.100.7")
    me = await anywhere.ask("GET", "/me", authorization=f"Bearer {token}")
    assert (me["kind"], me["name"], me["owner"], me["is_admin"]) == ("bot", "Robo Jass", owner, False)


async def test_a_token_wins_over_a_cookie_and_a_wrong_one_is_nobody(tab: Browser) -> None:
    await tab.register("Vreni")
    _, token = await new_bot(tab)
    assert (await tab.ask("GET", "/me", authorization=f"bearer {token}"))["kind"] == "bot"
    for wrong in (token[:-1], token + "x", "puur_", "", "x" * 1000):
        assert await tab.refusal("GET", "/me", authorization=f"Bearer {wrong}") == "not-signed-in"
        assert await tab.refusal("POST", "/session", authorization=f"Bearer {wrong}") == "not-signed-in"


async def test_a_bot_manages_no_account(tab: Browser) -> None:
    await tab.register("Vreni")
    bot, token = await new_bot(tab)
    bearer = f"Bearer {token}"
    for method, path, body in [
        ("POST", "/tokens", {"name": "Second"}),
        ("POST", f"/tokens/{bot}/renewal", None),
        ("PATCH", "/me", {"name": "Other"}),
        ("GET", "/me/settings", None),
        ("POST", "/accounts/recovery-codes", None),
        ("POST", "/passkeys/registration", None),
        ("DELETE", "/me", None),
    ]:
        assert await tab.refusal(method, path, body, authorization=bearer) == "accounts-only", path
    assert await tab.ask("GET", "/tokens", authorization=bearer) == []


async def test_a_token_is_shown_once_and_kept_as_a_hash(world: World, tab: Browser) -> None:
    await tab.register("Vreni")
    bot, token = await new_bot(tab)
    listed = await tab.ask("GET", "/tokens")
    assert [entry["id"] for entry in listed] == [bot]
    assert token not in str(listed)
    async with world.identity.database.reader.connect() as db:
        row = (await db.execute(sa.select(schema.bots))).one()
    assert token not in str(tuple(row))


async def test_a_revoked_token_is_worth_nothing_and_its_connections_are_closed(world: World, tab: Browser) -> None:
    await tab.register("Vreni")
    bot, token = await new_bot(tab)
    stranger = world.browser()
    await stranger.register("Sepp")
    assert await stranger.refusal("DELETE", f"/tokens/{bot}") == "not-found"
    assert await stranger.refusal("POST", f"/tokens/{bot}/renewal") == "not-found"
    await tab.ask("DELETE", f"/tokens/{bot}")
    assert isinstance(await resolve(world.identity, bearer=token), Refused)
    assert await tab.ask("GET", "/tokens") == []
    assert await tab.refusal("DELETE", f"/tokens/{bot}") == "not-found"


async def test_a_renewed_token_voids_the_old_one_and_means_the_same_bot(world: World, tab: Browser) -> None:
    await tab.register("Vreni")
    bot, old = await new_bot(tab)
    renewed = await tab.ask("POST", f"/tokens/{bot}/renewal")
    assert renewed["bot"]["id"] == bot
    assert isinstance(await resolve(world.identity, bearer=old), Refused)
    found = await resolve(world.identity, bearer=renewed["token"])
    assert isinstance(found, Principal) and found.id == bot


async def test_a_bot_has_a_name_that_nobody_else_has(world: World, tab: Browser) -> None:
    await tab.register("Vreni")
    await new_bot(tab)
    assert await tab.refusal("POST", "/tokens", {"name": "ROBO-JASS"}) == "name-taken"
    assert await tab.refusal("POST", "/tokens", {"name": "Vreni"}) == "name-taken"
    body = {"name": "R0bo Jass", "password": "correct horse"}
    assert await world.browser().refusal("POST", "/accounts", body) == "name-taken"


async def test_bots_are_limited_in_number(tab: Browser, settings: IdentitySettings) -> None:
    await tab.register("Vreni")
    for index in range(settings.most_bots):
        await new_bot(tab, "Robo " + "abcdefghjk"[index] * 3)
    assert await tab.refusal("POST", "/tokens", {"name": "One more"}) == "too-many"


async def test_the_last_use_of_a_token_is_noted(world: World, tab: Browser) -> None:
    await tab.register("Vreni")
    _, token = await new_bot(tab)
    assert (await tab.ask("GET", "/tokens"))[0]["used_at"] is None
    await resolve(world.identity, bearer=token)
    assert (await tab.ask("GET", "/tokens"))[0]["used_at"] == world.clock()
