"""Export and deletion of one's own data."""

import sqlalchemy as sa

from puur.server.identity import schema
from puur.server.identity.orders import OrderWatch
from puur.server.identity.principal import resolve
from puur.server.identity.refusals import Refused
from puur.server.identity.tables import Sitter
from tests.server.identity.browser import PASSWORD, Browser, World


async def full_life(world: World, tab: Browser) -> tuple[str, str, str]:
    """An account with everything that an account can have; its id, its bot and the bot's token."""
    account = (await tab.register("Vreni"))["me"]["id"]
    world.seats.sitting["table1", 0] = Sitter(account, "Vreni")
    world.seats.sitting["table1", 1] = Sitter("somebody", "Somebody")
    made = await tab.ask("POST", "/tokens", {"name": "Robo"})
    await tab.ask("PUT", "/me/settings", {"deck": "swiss"})
    await tab.ask("POST", "/me/mutes", {"table": "table1", "seat": 1})
    await tab.ask("POST", "/reports", {"table": "table1", "seat": 1, "reason": "spam", "text": "My own words"})
    return account, made["bot"]["id"], made["token"]


async def test_the_export_holds_everything_and_no_secrets(world: World, tab: Browser) -> None:
    account, bot, token = await full_life(world, tab)
    response = await tab.send("GET", "/me/export")
    assert response.headers["content-disposition"].startswith("attachment")
    data = response.json()
    assert (data["id"], data["name"], data["kind"]) == (account, "Vreni", "account")
    assert data["settings"] == {"deck": "swiss"}
    assert [entry["id"] for entry in data["bots"]] == [bot]
    assert data["matches"] == [{"table": "table1", "seat": 0}]
    assert [entry["text"] for entry in data["reports"]] == ["My own words"]
    assert [entry["name"] for entry in data["mutes"]] == ["Somebody"]
    assert len(data["sessions"]) == 1
    assert "argon2" not in response.text and token not in response.text and PASSWORD not in response.text


async def test_a_guest_exports_his_matches_too(world: World, tab: Browser) -> None:
    me = await tab.guest()
    world.seats.sitting["table1", 3] = Sitter(me["id"], me["name"])
    data = await tab.ask("GET", "/me/export")
    assert data["matches"] == [{"table": "table1", "seat": 3}]
    assert data["created_at"] is None


async def test_a_deleted_account_is_gone_with_its_bots(world: World, tab: Browser) -> None:
    account, bot, token = await full_life(world, tab)
    cookie = tab.cookie
    data = await tab.ask("DELETE", "/me")
    assert data["name"] == "Vreni" and data["format"] == "puur-export-1"
    assert await world.browser().refusal("GET", "/me", cookie=f"puur={cookie}") == "not-signed-in"
    assert isinstance(await resolve(world.identity, bearer=token), Refused)
    body = {"name": "Vreni", "password": PASSWORD}
    assert await world.browser().refusal("POST", "/sessions", body) == "wrong-login"
    await OrderWatch(world.identity).look()
    assert world.seats.forgotten == [account, bot]
    assert world.seats.dropped == [account, bot]


async def test_nothing_personal_stays_in_the_database(world: World, tab: Browser) -> None:
    account, _, _ = await full_life(world, tab)
    await tab.ask("DELETE", "/me")
    async with world.identity.database.reader.connect() as db:
        kept = []
        for table in schema.metadata.sorted_tables:
            kept += [(table.name, str(tuple(row))) for row in await db.execute(sa.select(table))]
    everything = "\n".join(text for _, text in kept)
    for personal in ("Vreni", "Robo", "swiss", "My own words", "A browser", "argon2"):
        assert personal not in everything, personal
    assert {name for name, text in kept if account in text} == {
        "accounts",
        "account_names",
        "account_bots",
        "admin_orders",
    }


async def test_the_name_of_a_deleted_account_is_free_after_a_while(world: World, tab: Browser) -> None:
    await tab.register("Vreni")
    await tab.ask("DELETE", "/me")
    body = {"name": "Vreni", "password": PASSWORD}
    assert await world.browser().refusal("POST", "/accounts", body) == "name-taken"
    world.clock.pass_days(91)
    await world.browser().register("Vreni")
