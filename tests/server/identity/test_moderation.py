"""Reports, mutes, bans, closing tables, admins, the audit log, and the orders that reach the live tables."""

from typing import Any

import pytest
import sqlalchemy as sa

from puur.server.identity import moderation, schema
from puur.server.identity.orders import OrderWatch
from puur.server.identity.principal import resolve
from puur.server.identity.refusals import Refused
from puur.server.identity.reports import muted_by
from puur.server.identity.tables import Sitter
from tests.server.identity.browser import PASSWORD, Browser, World

REPORT = {"table": "table1", "seat": 2, "reason": "insults", "text": "He said\x07 something"}


async def admin_of(world: World, name: str = "Chief") -> Browser:
    browser = world.browser(address="203.0.113.1")
    account = (await browser.register(name))["me"]["id"]
    assert await moderation.set_admin(world.identity, moderation.CONSOLE, account, True) is None
    return browser


async def sit_down(world: World, name: str, seat: int = 2) -> tuple[Browser, str]:
    browser = world.browser()
    player = (await browser.register(name))["me"]["id"]
    world.seats.sitting["table1", seat] = Sitter(player, name)
    return browser, player


# ---- reports and mutes ---------------------------------------------------------------------------


async def test_a_player_at_the_table_is_reported_and_an_admin_closes_the_report(world: World, tab: Browser) -> None:
    await tab.guest()
    _, bully = await sit_down(world, "Bully")
    admin = await admin_of(world)
    made = await tab.ask("POST", "/reports", REPORT)
    (listed,) = await admin.ask("GET", "/admin/reports")
    assert listed["id"] == made["id"]
    assert (listed["player"], listed["table"], listed["text"]) == (bully, "table1", "He said something")
    path = f"/admin/reports/{made['id']}/resolution"
    await admin.ask("POST", path, {"resolution": "warned"})
    assert await admin.refusal("POST", path, {"resolution": "warned"}) == "not-found"
    assert await admin.ask("GET", "/admin/reports") == []
    (done,) = await admin.ask("GET", "/admin/reports?resolved=true")
    assert done["resolution"] == "warned"


async def test_a_report_needs_somebody_else_at_a_seat_and_a_reason_of_the_list(world: World, tab: Browser) -> None:
    me = await tab.guest()
    assert await tab.refusal("POST", "/reports", REPORT) == "not-found"
    world.seats.sitting["table1", 2] = Sitter(me["id"], me["name"])
    assert await tab.refusal("POST", "/reports", REPORT) == "not-allowed"
    assert await tab.refusal("POST", "/reports", REPORT | {"reason": "ugly"}) == "bad-request"
    assert await tab.refusal("POST", "/reports", REPORT | {"text": "x" * 501}) == "bad-request"
    assert await tab.refusal("POST", "/reports", REPORT | {"seat": 4}) == "bad-request"


async def test_reports_are_limited(world: World, tab: Browser) -> None:
    await tab.guest()
    await sit_down(world, "Bully")
    for _ in range(world.identity.settings.rates.report_player.burst):
        await tab.ask("POST", "/reports", REPORT)
    assert await tab.refusal("POST", "/reports", REPORT) == "too-fast"


async def test_a_muted_player_stays_muted_until_unmuted(world: World, tab: Browser) -> None:
    me = await tab.guest()
    _, bully = await sit_down(world, "Bully")
    for _ in range(2):
        muted = await tab.ask("POST", "/me/mutes", {"table": "table1", "seat": 2})
        assert (muted["player"], muted["name"]) == (bully, "Bully")
    assert [entry["name"] for entry in await tab.ask("GET", "/me/mutes")] == ["Bully"]
    assert await muted_by(world.identity, me["id"]) == {bully}
    await tab.ask("DELETE", f"/me/mutes/{bully}")
    assert await tab.ask("GET", "/me/mutes") == []
    assert await tab.refusal("DELETE", f"/me/mutes/{bully}") == "not-found"


# ---- admins --------------------------------------------------------------------------------------


async def test_for_others_the_pages_of_admins_are_not_there(world: World, tab: Browser) -> None:
    paths: list[tuple[str, str, Any]] = [
        ("GET", "/admin/reports", None),
        ("POST", "/admin/reports/abc/resolution", {"resolution": "warned"}),
        ("GET", "/admin/bans", None),
        ("POST", "/admin/bans", {"player": "abc", "reason": "spam"}),
        ("DELETE", "/admin/bans/abc", None),
        ("POST", "/admin/tables/abc/close", {"reason": "spam"}),
        ("GET", "/admin/audit", None),
    ]
    for method, path, body in paths:
        assert await tab.refusal(method, path, body) == "not-signed-in"
    await tab.register("Vreni")
    token = (await tab.ask("POST", "/tokens", {"name": "Robo"}))["token"]
    for method, path, body in paths:
        assert await tab.refusal(method, path, body) == "not-found", path
        assert await tab.refusal(method, path, body, authorization=f"Bearer {token}") == "not-found", path


async def test_a_bot_of_an_admin_is_no_admin(world: World) -> None:
    admin = await admin_of(world)
    token = (await admin.ask("POST", "/tokens", {"name": "Robo"}))["token"]
    assert await admin.refusal("GET", "/admin/audit", authorization=f"Bearer {token}") == "not-found"


async def test_an_admin_who_is_no_longer_one_loses_access_at_once(world: World) -> None:
    admin = await admin_of(world)
    account = (await admin.who())["id"]
    await admin.ask("GET", "/admin/audit")
    await moderation.set_admin(world.identity, moderation.CONSOLE, account, False)
    assert await admin.refusal("GET", "/admin/audit") == "not-found"


# ---- bans ----------------------------------------------------------------------------------------


async def test_a_ban_holds_for_its_days_and_for_the_bots_too(world: World) -> None:
    bully, player = await sit_down(world, "Bully")
    token = (await bully.ask("POST", "/tokens", {"name": "Robo"}))["token"]
    admin = await admin_of(world)
    ban = await admin.ask("POST", "/admin/bans", {"player": player, "reason": "insults", "days": 3, "note": "Again"})
    assert ban["until"] == world.clock() + 3 * 24 * 3600 * 1000
    for headers in ({}, {"authorization": f"Bearer {token}"}):
        refused = await bully.send("GET", "/me", **headers)
        assert refused.status_code == 403
        assert refused.json() == {"reason": "banned", "until": ban["until"]}
    assert await bully.refusal("POST", "/session") == "banned"
    assert [entry["player"] for entry in await admin.ask("GET", "/admin/bans")] == [player]
    world.clock.pass_days(3.01)
    await bully.who()
    assert await admin.ask("GET", "/admin/bans") == []


async def test_a_banned_player_gets_at_his_data_and_out(world: World) -> None:
    bully, player = await sit_down(world, "Bully")
    await moderation.ban(world.identity, moderation.CONSOLE, player, "cheating", None, "for good")
    refused = await bully.send("GET", "/me")
    assert refused.json() == {"reason": "banned"}
    exported = await bully.ask("GET", "/me/export")
    assert exported["bans"][0]["reason"] == "cheating"
    body = {"name": "Bully", "password": PASSWORD}
    assert (await world.browser().send("POST", "/sessions", body)).status_code == 201
    await bully.ask("DELETE", "/sessions/current")
    assert await bully.refusal("GET", "/me") == "not-signed-in"


async def test_a_banned_guest_does_not_become_an_account(world: World, tab: Browser) -> None:
    me = await tab.guest()
    await moderation.ban(world.identity, moderation.CONSOLE, me["id"], "spam", None)
    assert await tab.refusal("POST", "/accounts", {"name": "Fresh", "password": PASSWORD}) == "banned"


async def test_the_longest_of_several_bans_counts_and_lifting_lifts_all(world: World) -> None:
    bully, player = await sit_down(world, "Bully")
    admin = await admin_of(world)
    for days in (9, 2, 5):
        await admin.ask("POST", "/admin/bans", {"player": player, "reason": "leaving", "days": days})
    until = (await bully.send("GET", "/me")).json()["until"]
    assert until == world.clock() + 9 * 24 * 3600 * 1000
    await admin.ask("POST", "/admin/bans", {"player": player, "reason": "leaving"})
    assert "until" not in (await bully.send("GET", "/me")).json()
    await admin.ask("DELETE", f"/admin/bans/{player}")
    await bully.who()
    assert await admin.refusal("DELETE", f"/admin/bans/{player}") == "not-found"


async def test_only_the_console_bans_admins(world: World) -> None:
    admin, other = await admin_of(world), await admin_of(world, "Second")
    account = (await other.who())["id"]
    body = {"player": account, "reason": "other"}
    assert await admin.refusal("POST", "/admin/bans", body) == "not-allowed"
    assert not isinstance(await moderation.ban(world.identity, moderation.CONSOLE, account, "other", None), Refused)
    assert await other.refusal("GET", "/me") == "banned"


# ---- the audit log -------------------------------------------------------------------------------


async def test_every_act_of_an_admin_is_in_the_audit_log(world: World, tab: Browser) -> None:
    await tab.guest()
    _, player = await sit_down(world, "Bully")
    admin = await admin_of(world)
    chief = (await admin.who())["id"]
    report = (await tab.ask("POST", "/reports", REPORT))["id"]
    await admin.ask("POST", f"/admin/reports/{report}/resolution", {"resolution": "banned"})
    await admin.ask("POST", "/admin/bans", {"player": player, "reason": "insults", "days": 1})
    await admin.ask("DELETE", f"/admin/bans/{player}")
    await admin.ask("POST", "/admin/tables/table1/close", {"reason": "insults"})
    await moderation.revoke_tokens(world.identity, moderation.CONSOLE, player)
    await moderation.end_all_sessions(world.identity, moderation.CONSOLE, player)
    lines = await admin.ask("GET", "/admin/audit")
    assert [(line["actor"], line["act"], line["target"]) for line in reversed(lines)] == [
        ("console", "grant-admin", chief),
        (chief, "resolve-report", report),
        (chief, "ban", player),
        (chief, "unban", player),
        (chief, "close-table", "table1"),
        ("console", "revoke-tokens", player),
        ("console", "end-sessions", player),
    ]
    assert [line["act"] for line in await admin.ask("GET", f"/admin/audit?before={lines[4]['id']}")] == [
        "resolve-report",
        "grant-admin",
    ]


async def test_what_was_refused_leaves_no_line(world: World) -> None:
    admin = await admin_of(world)
    assert await admin.refusal("DELETE", "/admin/bans/nobody") == "not-found"
    assert len(await moderation.read_audit(world.identity)) == 1


@pytest.mark.parametrize("statement", ["UPDATE admin_audit SET actor = 'nobody'", "DELETE FROM admin_audit"])
async def test_the_database_itself_refuses_to_change_the_audit_log(world: World, statement: str) -> None:
    await admin_of(world)
    with pytest.raises(sa.exc.DBAPIError, match="append-only"):
        async with world.identity.database.writer.begin() as db:
            await db.execute(sa.text(statement))
    assert len(await moderation.read_audit(world.identity)) == 1


# ---- orders --------------------------------------------------------------------------------------


async def test_orders_reach_the_tables_once_in_every_process(world: World) -> None:
    bully, player = await sit_down(world, "Bully")
    bot = (await bully.ask("POST", "/tokens", {"name": "Robo"}))["bot"]["id"]
    here, there = OrderWatch(world.identity), OrderWatch(world.identity)
    await moderation.close_table(world.identity, moderation.CONSOLE, "table1", "cheating")
    await moderation.ban(world.identity, moderation.CONSOLE, player, "cheating", None)
    assert [await here.look(), await here.look()] == [3, 0]
    assert world.seats.closed == [("table1", "cheating")]
    assert sorted(world.seats.dropped) == sorted([player, bot])
    assert await there.look() == 3
    world.clock.pass_seconds(600)
    assert await OrderWatch(world.identity).look() == 0
    assert [await here.look(), await there.look()] == [0, 0]


async def test_an_order_waits_for_the_server_to_start(world: World) -> None:
    await moderation.close_table(world.identity, moderation.CONSOLE, "table1", "spam")
    world.clock.pass_days(2)
    assert await OrderWatch(world.identity).look() == 1
    assert world.seats.closed == [("table1", "spam")]


async def test_orders_that_were_carried_out_long_ago_are_not_kept(world: World) -> None:
    watch = OrderWatch(world.identity)
    for table in ("table1", "table2"):
        await moderation.close_table(world.identity, moderation.CONSOLE, table, "spam")
        assert await watch.look() == 1
        world.clock.pass_seconds(3600)
    async with world.identity.database.reader.connect() as db:
        assert (await db.scalars(sa.select(schema.orders.c.target))).all() == ["table2"]


async def test_an_order_that_fails_is_tried_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(table: str, reason: str) -> None:
        raise RuntimeError(table + reason)

    watch = OrderWatch(world.identity)
    await moderation.close_table(world.identity, moderation.CONSOLE, "table1", "spam")
    with monkeypatch.context() as patch:
        patch.setattr(world.seats, "close_table", broken)
        assert await watch.look() == 0
    assert await watch.look() == 1
    assert world.seats.closed == [("table1", "spam")]


async def test_players_are_found_by_name_or_id(world: World) -> None:
    tab, player = await sit_down(world, "Bully")
    bot = (await tab.ask("POST", "/tokens", {"name": "Robo"}))["bot"]["id"]
    by_name, by_id = (
        await moderation.find_player(world.identity, "BULLY"),
        await moderation.find_player(world.identity, player),
    )
    assert by_name == by_id == moderation.FoundPlayer(player, "Bully", "account", False)
    robo = await moderation.find_player(world.identity, "robo")
    assert robo is not None and (robo.id, robo.kind) == (bot, "bot")
    assert await moderation.find_player(world.identity, "Nobody") is None


async def test_revoked_tokens_open_nothing(world: World) -> None:
    tab, player = await sit_down(world, "Bully")
    token = (await tab.ask("POST", "/tokens", {"name": "Robo"}))["token"]
    assert await moderation.revoke_tokens(world.identity, moderation.CONSOLE, player) == 1
    assert isinstance(await resolve(world.identity, bearer=token), Refused)
    async with world.identity.database.reader.connect() as db:
        kinds = (await db.scalars(sa.select(schema.orders.c.kind))).all()
    assert kinds == ["drop-player"]
