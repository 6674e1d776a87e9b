"""Migrations lead to the schema that the program works with, on an empty database and on one that is there."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.script import ScriptDirectory
from typer.testing import CliRunner

from puur.cli.main import app
from puur.server.migrate import config, current, differences, head, upgrade
from puur.table.store.database import BadDatabase, Database
from tests.server.databases import Kind, on, settings_on
from tests.server.running import free_port


@pytest.mark.parametrize("kind", [on("sqlite"), on("postgresql")])
async def test_an_empty_database_is_brought_to_the_schema_of_the_program(
    request: pytest.FixtureRequest, tmp_path: Path, kind: Kind
) -> None:
    database = Database(settings_on(request, kind, tmp_path)["database"])
    assert await current(database) is None
    await upgrade(database)
    await upgrade(database)
    assert await current(database) == head()
    assert await differences(database) == []
    await database.close()


@pytest.mark.parametrize("kind", [on("sqlite"), on("postgresql")])
def test_puur_db_upgrade_says_what_it_does(request: pytest.FixtureRequest, tmp_path: Path, kind: Kind) -> None:
    address = settings_on(request, kind, tmp_path)["database"]
    command = ["db", "upgrade", "--database", address]
    said = [CliRunner().invoke(app, command).output.strip() for _ in range(2)]
    assert said == [f"from an empty database to revision {head()}", f"already at revision {head()}"]
    asyncio.run(pretend(address, "9999"))
    for refused in (command, ["serve", "--port", str(free_port()), *command[2:]]):
        done = CliRunner().invoke(app, refused)
        assert done.exit_code == 2
        assert (
            done.output.strip() == f"puur: the database has revision 9999, of a newer puur; this one knows {head()}"
        )


async def pretend(address: str, revision: str) -> None:
    """Say that a database has another revision."""
    database = Database(address)
    async with database.writer.begin() as connection:
        await connection.execute(sa.text("UPDATE alembic_version SET version_num = :it"), {"it": revision})
    await database.close()


def test_what_is_no_database_is_not_upgraded() -> None:
    done = CliRunner().invoke(app, ["db", "upgrade", "--database", __file__])
    assert done.exit_code == 2
    assert done.output.startswith("puur: cannot upgrade the database:")
    assert len(done.output.splitlines()) == 1


def test_the_newest_revision_is_that_of_alembic() -> None:
    assert ScriptDirectory.from_config(config()).get_current_head() == head()


async def test_the_audit_log_cannot_be_changed(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "puur.sqlite3"))
    await upgrade(database)
    line = "INSERT INTO admin_audit (at, actor, act, target, detail) VALUES (1, 'a', 'b', 'c', '{}')"
    async with database.writer.begin() as connection:
        await connection.execute(sa.text(line))
    for change in ("UPDATE admin_audit SET actor = 'x'", "DELETE FROM admin_audit"):
        with pytest.raises(sa.exc.IntegrityError, match="append-only"):
            async with database.writer.begin() as connection:
                await connection.execute(sa.text(change))
    await database.close()


async def test_others_on_the_machine_cannot_read_a_new_database(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "puur.sqlite3"))
    await upgrade(database)
    async with database.writer.begin() as connection:
        assert await connection.scalar(sa.text("SELECT count(*) FROM events")) == 0
        assert rights_in(tmp_path) == {0o600}
    await database.close()


def rights_in(folder: Path) -> set[int]:
    return {path.stat().st_mode & 0o777 for path in folder.iterdir()}


@pytest.mark.parametrize("address", ["mysql://localhost/puur", "sqlite://", "sqlite:///:memory:", "http://["])
def test_a_database_that_will_not_do_is_refused_by_name(address: str) -> None:
    with pytest.raises(BadDatabase):
        Database(address)
