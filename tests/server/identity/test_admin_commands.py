"""`puur admin`, as an operator types it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from typer.testing import CliRunner

from puur.cli.main import app
from puur.server.identity.accounts import register
from puur.server.identity.bots import create_bot
from puur.server.identity.context import Identity
from puur.server.identity.orders import OrderWatch
from puur.server.identity.principal import Principal, resolve
from puur.server.identity.refusals import Refused
from puur.server.identity.reports import report
from puur.server.identity.sessions import Visitor
from puur.server.identity.tables import Sitter
from puur.server.migrate import upgrade
from puur.table.store.database import Database
from puur.table.store.sealing import load_key
from tests.server.identity.browser import CHEAP, PASSWORD, Seats

GUEST = "g" * 20


class Console:
    """A server's files, and somebody at its console."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "puur.sqlite3"
        self.key = folder / "puur.key"
        self.seats = Seats()
        self.vreni: Principal
        self.token: str

    async def prepare(self) -> None:
        database = Database(str(self.file))
        await upgrade(database)
        identity = Identity.open(database, load_key(self.key), CHEAP, self.seats)
        made = await register(identity, None, "Vreni", PASSWORD, Visitor())
        assert not isinstance(made, Refused)
        self.vreni = made.signed_in.principal
        bot = await create_bot(identity, self.vreni, "Robo")
        assert not isinstance(bot, Refused)
        self.token = bot.token
        self.seats.sitting["table1", 1] = Sitter(GUEST, "Nell 1234")
        assert isinstance(await report(identity, self.vreni, "table1", 1, "stalling", "Slow.\nVery."), str)
        identity.close()
        await database.close()

    async def who(self, token: str) -> Principal | Refused:
        database = Database(str(self.file))
        identity = Identity.open(database, load_key(self.key), CHEAP, self.seats)
        await OrderWatch(identity).look()
        found = await resolve(identity, bearer=token)
        identity.close()
        await database.close()
        return found

    def type(self, *words: str) -> str:
        done = CliRunner().invoke(app, ["admin", *words, "--database", str(self.file)])
        assert done.exit_code == 0, done.output
        return done.output

    def mistype(self, *words: str) -> str:
        done = CliRunner().invoke(app, ["admin", *words, "--database", str(self.file)])
        assert done.exit_code == 2
        return done.output


@pytest.fixture
def console(tmp_path: Path) -> Console:
    console = Console(tmp_path)
    asyncio.run(console.prepare())
    return console


def test_an_operator_makes_the_first_admin(console: Console) -> None:
    assert console.type("grant", "vreni") == f"Vreni ({console.vreni.id}) is now an admin\n"
    assert "no admin any more" in console.type("revoke", console.vreni.id)
    assert "is a bot" in console.mistype("grant", "Robo")
    assert "no account and no bot: Nobody" in console.mistype("grant", "Nobody")


def test_a_ban_reaches_the_bots_and_the_tables(console: Console) -> None:
    assert "until" in console.type("ban", "Vreni", "--reason", "cheating", "--days", "3", "--note", "Signals")
    found = asyncio.run(console.who(console.token))
    assert isinstance(found, Refused) and found.reason == "banned"
    assert console.vreni.id in console.seats.dropped
    listed = console.type("bans")
    assert "Vreni" in listed and "cheating" in listed and "Signals" in listed
    console.type("unban", "Vreni")
    assert isinstance(asyncio.run(console.who(console.token)), Principal)
    assert "not banned" in console.mistype("unban", "Vreni")
    assert console.type("bans") == "no bans\n"


def test_a_guest_is_banned_by_id(console: Console) -> None:
    assert f"banned {GUEST} for good" in console.type("ban", GUEST)
    assert "not the id of a guest" in console.mistype("ban", "Some guest")
    assert "none of cheating" in console.mistype("ban", GUEST, "--reason", "ugly")


def test_reports_are_read_and_closed(console: Console) -> None:
    listed = console.type("reports")
    assert "stalling" in listed and f"{GUEST} (a guest)" in listed and "    Very." in listed
    number = listed.split()[0]
    console.type("resolve", number, "no-ground")
    assert console.type("reports") == "no reports\n"
    assert "no-ground" in console.type("reports", "--resolved")
    assert "no open report" in console.mistype("resolve", number, "warned")
    assert "none of banned" in console.mistype("resolve", number, "whatever")


def test_tokens_tables_and_sessions_end_and_everything_is_in_the_log(console: Console) -> None:
    assert console.type("tokens", "revoke", "Vreni") == "1 token revoked\n"
    console.type("close-table", "table1", "--reason", "spam")
    console.type("end-sessions", "Vreni")
    assert isinstance(asyncio.run(console.who(console.token)), Refused)
    assert console.seats.closed == [("table1", "spam")]
    lines = console.type("audit").splitlines()
    assert [line.split()[4] for line in lines] == ["end-sessions", "close-table", "revoke-tokens"]
    assert len(console.type("audit", "--limit", "1").splitlines()) == 1


def test_a_wrong_place_is_said_in_one_line(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["admin", "bans", "--database", str(tmp_path / "none.sqlite3")])
    assert done.exit_code == 2 and "there is no database" in done.output
    assert not (tmp_path / "none.sqlite3").exists()
    (tmp_path / "old.sqlite3").touch()
    done = CliRunner().invoke(app, ["admin", "bans", "--database", str(tmp_path / "old.sqlite3")])
    assert done.exit_code == 2 and "no key file" in done.output
    load_key(tmp_path / "old.key")
    done = CliRunner().invoke(app, ["admin", "bans", "--database", str(tmp_path / "old.sqlite3")])
    assert done.exit_code == 2 and "puur db upgrade" in done.output
