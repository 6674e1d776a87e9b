"""The log: what was told is safe, nothing is there twice, and secrets cannot be read without the key."""

from __future__ import annotations

import asyncio
from random import Random

import msgspec
import pytest
import sqlalchemy as sa

from puur.bots.base import Budget, bot
from puur.client import table_messages as t
from puur.table.events import Opened
from puur.table.live import evolve, open_table
from puur.table.opening import opening
from puur.table.store import schema
from puur.table.store.database import Database
from puur.table.store.log import Append, Conflict, Log
from puur.table.store.sealing import KeyProblem, MasterKey, Seal
from puur.table.store.writer import Batch, Writer
from tests.table.at_home import KEY, START, Home, Person, give_nonces, person_name, play_on, settle


async def test_the_log_has_no_gaps_and_replays_to_the_same_table(home: Home) -> None:
    table, people = await home.four(options={"rounds": 2})
    await play_on(people, Random(1))
    entries = await home.house.services.log.read(table.id)
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    first = entries[0]
    assert isinstance(first.event, Opened)
    live = open_table(table.id, first.event, first.at)
    for entry in entries[1:]:
        live = evolve(live, entry.event, entry.at)
    assert live == table.live
    assert live.game is not None
    assert live.game.board.ended is not None


async def test_a_command_sent_again_gets_the_first_answer_again(home: Home) -> None:
    table, people = await home.four()
    first = people[0]
    seq = table.live.seq
    assert await first.act(t.AutoPlay(True), "same") is None
    assert await first.act(t.Sit(), "refused") == "wrong-stage"
    after = table.live.seq
    assert after == seq + 1
    assert await first.act(t.AutoPlay(False), "same") is None
    assert await first.act(t.AutoPlay(True), "refused") == "wrong-stage"
    assert table.live.seq == after
    again = await home.again()
    found = await again.house.table(table.id)
    assert found is not None
    back = Person(found, 0)
    assert await back.act(t.AutoPlay(False), "same") is None
    assert await back.act(t.Leave(), "refused") == "wrong-stage"
    assert found.live.seq == after
    await again.stop()


async def test_the_same_id_of_two_people_is_two_commands(home: Home) -> None:
    table, people = await home.four()
    seq = table.live.seq
    assert await people[0].act(t.AutoPlay(True), "1") is None
    assert await people[1].act(t.AutoPlay(True), "1") is None
    assert table.live.seq == seq + 2


async def test_after_a_crash_tables_go_on_where_they_were(home: Home) -> None:
    table, people = await home.four(options={"rounds": 1})
    await play_on(people, Random(2), 17)
    before, seen = table.live, [list(person.seen) for person in people]
    again = await home.again()
    found = await again.house.table(table.id)
    assert found is not None
    assert found is not table
    assert found.live == before
    back = [Person(found, number) for number in range(4)]
    for person, old in zip(back, seen, strict=True):
        await person.subscribe()
        assert person.seen == old
    await play_on(back, Random(3))
    assert found.live.stage == "over"
    await again.stop()


async def test_after_an_outage_no_player_has_lost_his_time(home: Home) -> None:
    """However many tables there are to be read before the last of them."""
    clock = t.TimeControl(move=10, reserve=0)
    settings = t.TableSettings(variant="differenzler", clock=clock, pause=0)
    names = []
    for number in range(40):
        table = await home.house.open(settings, person_name(number), bots=True)
        person = Person(table, number)
        await person.subscribe()
        assert await person.act(t.Start()) is None
        await give_nonces([person])
        names.append(table.id)
    home.clock.pass_seconds(3600)
    again = await home.again()
    await asyncio.sleep(0.1)
    tables = [await again.house.table(name) for name in names]
    assert all(table is not None and not table.live.seats[0].substituted for table in tables)
    home.clock.pass_seconds(11)
    (first, *_) = tables
    assert first is not None
    await settle(first)
    assert first.live.game is not None
    assert first.live.game.mine[0].estimate == 0
    await again.stop()


async def test_a_log_that_cannot_be_read_does_not_keep_the_others_from_going_on(home: Home) -> None:
    broken, _ = await home.four()
    table, _ = await home.four()
    async with home.database.writer.begin() as connection:
        c = schema.events.c
        wrong = sa.update(schema.events).where(c.table_id == broken.id, c.seq == 3).values(payload=b"{", sealed=False)
        await connection.execute(wrong)
    again = await home.again()
    found = await again.house.table(table.id)
    assert found is not None
    assert found.live == table.live
    with pytest.raises(msgspec.DecodeError):
        await again.house.table(broken.id)
    await again.stop()


async def test_bots_that_were_thinking_think_again(home: Home) -> None:
    settings = t.TableSettings(variant="differenzler", options={"rounds": 1}, clock=None, pause=0)
    table = await home.house.open(settings, person_name(0), bots=True)
    person = Person(table, 0)
    await person.subscribe()
    home.minds.free.clear()
    assert await person.act(t.Start()) is None
    await give_nonces([person])
    await settle(table)
    assert table.live.to_act == (0, 1, 2, 3)
    again = await home.again()
    found = await again.house.table(table.id)
    assert found is not None
    again.minds.free.set()
    for _ in range(100):
        await settle(found)
        if found.live.to_act == (0,):
            break
    assert found.live.to_act == (0,)
    await again.stop()


async def test_one_conflict_does_not_stop_the_others_of_its_group(database: Database) -> None:
    log = Log(database, Seal(KEY))
    settings = t.TableSettings(variant="differenzler")
    names = [f"t{number}" for number in range(6)]
    appends = [opening(name, [Opened(settings, None, f"secret {name}")], START) for name in names]
    clash = opening("t3", [Opened(settings, None, "another secret")], START)
    log.start()
    answers = await asyncio.gather(
        *(log.append(append) for append in [*appends[:4], clash, *appends[4:]]), return_exceptions=True
    )
    assert [type(answer) for answer in answers].count(Conflict) == 1
    for name in names:
        assert len(await log.read(name)) == 1
    await log.stop()


async def test_groups_are_written_in_an_order_in_which_processes_cannot_block_each_other(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, batches = Log(database, Seal(KEY)), list[Batch]()

    async def write(_writer: Writer, batch: Batch) -> None:
        batches.append(batch)

    monkeypatch.setattr(type(log._writer), "write", write)
    log.start()
    settings = t.TableSettings(variant="differenzler")
    appends = [opening(name, [Opened(settings, None, name)], START) for name in ("c", "a", "b")]
    commands = [Append(name, START, 2, [t.WentOn(0), t.WentOn(1)], "user", "c1") for name in ("f", "d", "e")]
    await asyncio.gather(*(log.append(append) for append in (*commands, *appends)))
    (batch,) = batches
    assert [(table, seq) for table, seq, *_ in batch.events] == [
        ("a", 1), ("b", 1), ("c", 1), ("d", 2), ("d", 3), ("e", 2), ("e", 3), ("f", 2), ("f", 3)
    ]  # fmt: skip
    assert [table for table, *_ in batch.commands] == ["d", "e", "f"]
    assert [listing.table for listing in batch.lists] == ["a", "b", "c"]
    await log.stop()


async def test_the_events_of_a_command_are_appended_all_or_none(database: Database) -> None:
    log = Log(database, Seal(KEY))
    log.start()
    opened = Opened(t.TableSettings(variant="differenzler"), None, "secret")
    await log.append(opening("t", [opened], START))
    await log.append(Append("t", START, 3, [t.WentOn(0)]))
    with pytest.raises(Conflict):
        await log.append(Append("t", START, 2, [t.WentOn(1), t.WentOn(2)], "user", "c1", row=None))
    assert [entry.seq for entry in await log.read("t")] == [1, 3]
    assert await log.answer("t", "user", "c1") is None
    await log.stop()


async def test_two_processes_may_serve_one_table(home: Home) -> None:
    other = await Home(home.database, home.clock, home.minds).start()
    table, people = await home.four(options={"rounds": 1})
    twin = await other.house.table(table.id)
    assert twin is not None
    guests = [person if person.number < 2 else Person(twin, person.number) for person in people]
    for person in guests[2:]:
        await person.subscribe()
    chance = Random(5)
    while table.live.stage == "playing":
        for mine, theirs in ((table, twin), (twin, table)):
            for person in guests:
                if person.table is mine and person.view is not None and person.view.my_turn:
                    action = bot("random").choose(person.view, chance, Budget(iterations=1))
                    assert await person.act(action) is None
                    await theirs.catch_up()
    assert twin.live == table.live
    entries = await home.house.services.log.read(table.id)
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    await other.stop()


async def test_who_comes_second_decides_anew(home: Home) -> None:
    other = await Home(home.database, home.clock, home.minds).start()
    table, people = await home.four()
    twin = await other.house.table(table.id)
    assert twin is not None
    answers: tuple[t.AnyReason | None, ...] = await asyncio.gather(
        people[0].act(t.AutoPlay(True)), Person(twin, 1).act(t.AutoPlay(True), "new"), people[2].act(t.AutoPlay(True))
    )
    assert set(answers) == {None}
    await table.catch_up()
    await twin.catch_up()
    assert table.live == twin.live
    assert [seat.auto for seat in table.live.seats] == [True, True, True, False]
    await other.stop()


async def test_hands_and_seeds_cannot_be_read_in_the_database(home: Home) -> None:
    table, people = await home.four()
    await play_on(people, Random(1), 6)
    await settle(table)
    async with home.database.reader.connect() as connection:
        rows = (await connection.execute(sa.select(schema.events.c.payload))).scalars().all()
        sealed = (await connection.execute(sa.select(schema.events.c.payload).where(schema.events.c.sealed))).all()
    everything = b"".join(rows)
    for word in (b"cards-dealt", b"estimate-made", b"chain-drawn", b"user0", table.live.invitation.encode()):
        assert word not in everything
    assert table.live.deals is not None
    assert table.live.deals.epochs[0].last_seed.hex().encode() not in everything
    assert sealed


async def test_another_key_does_not_open_the_log(home: Home) -> None:
    table, _ = await home.four()
    with pytest.raises(KeyProblem):
        await Log(home.database, Seal(MasterKey(bytes(32)))).read(table.id)
