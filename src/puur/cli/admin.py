"""puur admin: what an operator does at the console. Works on the database; a running server follows within seconds.

Functions return the lines to print, and raise ValueError or OSError with a message for people.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import get_args

import msgspec

from puur.server.identity import moderation as m
from puur.server.identity.context import Identity
from puur.server.identity.refusals import Refused
from puur.server.identity.settings import DAY
from puur.server.migrate import current, head
from puur.server.settings import ServerSettings
from puur.table.store.database import Database
from puur.table.store.sealing import load_key

Work = Callable[[Identity], Awaitable[list[str]]]


def run(database: str, key_file: str, work: Work) -> list[str]:
    """Open the database of a server, which must be there and up to date, and do the work."""
    settings = ServerSettings(database=database, key_file=key_file)
    if "://" not in database and not Path(database).exists():
        raise ValueError(f"there is no database at {database}")
    if not settings.key_path.exists():
        raise ValueError(f"there is no key file at {settings.key_path}: give --key-file")
    return asyncio.run(_run(settings, work))


async def _run(settings: ServerSettings, work: Work) -> list[str]:
    database = Database(settings.database)
    try:
        if await current(database) != head():
            raise ValueError("the database has another schema than this version of puur: puur db upgrade")
        identity = Identity.open(database, load_key(settings.key_path))
        try:
            return await work(identity)
        finally:
            identity.close()
    finally:
        await database.close()


def set_admin(player: str, admin: bool) -> Work:
    async def work(identity: Identity) -> list[str]:
        found = await _found(identity, player)
        if found.kind != "account":
            raise ValueError(f"{found.name} is a bot")
        _done(await m.set_admin(identity, m.CONSOLE, found.id, admin), f"no account: {player}")
        return [f"{found.name} ({found.id}) is {'now an admin' if admin else 'no admin any more'}"]

    return work


def ban(player: str, reason: str, days: int | None, note: str) -> Work:
    async def work(identity: Identity) -> list[str]:
        until = None if days is None else identity.now() + days * DAY
        found = await _anybody(identity, player)
        why = msgspec.convert(_one_of(reason, get_args(m.BanReason)), m.BanReason)
        made = await m.ban(identity, m.CONSOLE, found, why, until, note)
        if isinstance(made, Refused):
            raise ValueError(made.reason)
        return [f"banned {found} {'for good' if until is None else 'until ' + _time(until)}"]

    return work


def unban(player: str) -> Work:
    async def work(identity: Identity) -> list[str]:
        found = await _anybody(identity, player)
        _done(await m.unban(identity, m.CONSOLE, found), f"not banned: {player}")
        return [f"{found} may play again"]

    return work


def reports(resolved: bool) -> Work:
    async def work(identity: Identity) -> list[str]:
        lines = []
        for report in await m.list_reports(identity, resolved):
            state = f"  {report.resolution}" if report.resolution else ""
            player = await _name(identity, report.player)
            lines.append(
                f"{report.id}  {_time(report.created_at)}  {report.reason}  player {player}"
                f"  table {report.table}  by {report.reporter}{state}"
            )
            lines += [f"    {line}" for line in report.text.splitlines()]
        return lines or ["no reports"]

    return work


def resolve(report: str, resolution: str) -> Work:
    async def work(identity: Identity) -> list[str]:
        what = msgspec.convert(_one_of(resolution, get_args(m.Resolution)), m.Resolution)
        _done(await m.resolve_report(identity, m.CONSOLE, report, what), f"no open report: {report}")
        return [f"report {report}: {what}"]

    return work


def bans() -> Work:
    async def work(identity: Identity) -> list[str]:
        lines = [
            f"{await _name(identity, one.player)}  {one.reason}  since {_time(one.created_at)}  "
            f"{'for good' if one.until is None else 'until ' + _time(one.until)}  {one.note}".rstrip()
            for one in await m.list_bans(identity)
        ]
        return lines or ["no bans"]

    return work


def audit(limit: int) -> Work:
    async def work(identity: Identity) -> list[str]:
        return [
            f"{line.id:>6}  {_time(line.at)}  {line.actor}  {line.act}  {line.target}  "
            f"{msgspec.json.encode(line.detail).decode() if line.detail else ''}".rstrip()
            for line in await m.read_audit(identity, limit=limit)
        ]

    return work


def close_table(table: str, reason: str) -> Work:
    async def work(identity: Identity) -> list[str]:
        why = msgspec.convert(_one_of(reason, get_args(m.BanReason)), m.BanReason)
        await m.close_table(identity, m.CONSOLE, table, why)
        return [f"table {table} is closed as soon as the server sees it"]

    return work


def revoke_tokens(player: str) -> Work:
    async def work(identity: Identity) -> list[str]:
        found = await _found(identity, player)
        count = await m.revoke_tokens(identity, m.CONSOLE, found.id)
        return [f"{count} token{'' if count == 1 else 's'} revoked"]

    return work


def end_sessions(player: str) -> Work:
    async def work(identity: Identity) -> list[str]:
        found = await _found(identity, player)
        await m.end_all_sessions(identity, m.CONSOLE, found.id)
        return [f"{found.name} is logged out everywhere"]

    return work


async def _found(identity: Identity, player: str) -> m.FoundPlayer:
    found = await m.find_player(identity, player)
    if found is None:
        raise ValueError(f"no account and no bot: {player}")
    return found


async def _anybody(identity: Identity, player: str) -> str:
    """The id of an account or bot by name or id; of a guest, whom nothing else knows, by id."""
    found = await m.find_player(identity, player)
    if found is not None:
        return found.id
    if len(player) == 20 and player.isalnum() and player == player.lower():
        return player
    raise ValueError(f"no account, no bot, and not the id of a guest: {player}")


async def _name(identity: Identity, player: str) -> str:
    found = await m.find_player(identity, player)
    return f"{player} (a guest)" if found is None else f"{found.name} ({player})"


def _done(refused: Refused | None, message: str) -> None:
    if refused is not None:
        raise ValueError(message)


def _one_of(value: str, allowed: tuple[str, ...]) -> str:
    if value not in allowed:
        raise ValueError(f"{value!r} is none of {', '.join(allowed)}")
    return value


def _time(milliseconds: int) -> str:
    moment = datetime.fromtimestamp(0, UTC) + timedelta(milliseconds=milliseconds)
    return moment.strftime("%Y-%m-%d %H:%M")
