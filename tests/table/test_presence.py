"""Who is there: people who never came, who were sent away, who leave and return; outsiders at a closed table."""

from __future__ import annotations

import asyncio

import pytest

from puur.client import protocol as p
from puur.client import table_messages as t
from puur.engine import messages as m
from puur.table import actor
from puur.table.clock import FORSAKEN, OPEN_UNUSED, QUICK_WAIT, SEAT_KEPT
from puur.table.decide import By, Do
from tests.table.at_home import Home, Person, person_name, settle, stage, substituted
from tests.table.test_table import opened


async def test_who_sat_down_and_never_listened_does_not_hold_the_table(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(actor, "NEVER_CAME", 0.0)
    table, (host, *_) = await opened(home)
    assert (await table.submit(Do(By("ghost", "Ghost"), t.Sit(1)))).reason is None
    await settle(table)
    assert not table.live.seats[1].here
    home.clock.pass_seconds(SEAT_KEPT / 1000)
    await settle(table)
    assert host.of(t.SeatFreed) == [t.SeatFreed(1, "away")]
    assert stage(table) == "open"


async def test_a_bot_of_somebody_keeps_no_seat_either_when_it_is_gone(home: Home) -> None:
    table, _ = await opened(home, bots_welcome=True)
    robot = Person(table, 7)
    assert (await table.submit(Do(By(robot.user, "Robot", "bot"), t.Sit(1)))).reason is None
    await robot.subscribe()
    table.unsubscribe(robot)
    await settle(table)
    home.clock.pass_seconds(SEAT_KEPT / 1000)
    await settle(table)
    assert table.live.seats[1].player is None


async def test_quick_play_does_not_wait_for_who_has_gone(home: Home) -> None:
    settings = t.TableSettings(variant="differenzler", options={"rounds": 1}, pause=0)
    table = await home.house.open(settings, person_name(0), quick=True)
    people = [Person(table, number) for number in range(4)]
    await people[0].subscribe()
    for person in people[1:3]:
        assert await person.act(t.Sit()) is None
        await person.subscribe()
    table.unsubscribe(people[2])
    await settle(table)
    assert await people[3].act(t.Sit()) is None  # full, but one is away: no nonce could come from there
    await people[3].subscribe()
    assert stage(table) == "open"
    home.clock.pass_seconds(QUICK_WAIT / 1000)
    await settle(table)
    assert stage(table) == "ceremony"
    kinds = [seat.player.kind for seat in table.live.seats if seat.player]
    assert kinds == ["human", "human", "bot", "human"]


async def test_nobody_is_host_over_the_others_of_quick_play(home: Home) -> None:
    settings = t.TableSettings(variant="differenzler")
    table = await home.house.open(settings, person_name(0), quick=True)
    host, other = Person(table, 0), Person(table, 1)
    await host.subscribe()
    assert await other.act(t.Sit()) is None
    assert await host.act(t.Kick(1)) == "not-the-host"


async def test_who_was_sent_away_may_not_sit_down_again(home: Home) -> None:
    table, (host, second, third, _) = await opened(home)
    assert await second.act(t.Sit(1)) is None
    assert await host.act(t.Kick(1)) is None
    assert await second.act(t.Sit(1)) == "banned"
    assert await third.act(t.Sit(1)) is None
    again = await home.again()
    found = await again.house.table(table.id)
    assert found is not None
    assert (await found.submit(Do(By(second.user, "Person 1"), t.Sit()))).reason == "banned"
    await again.stop()


async def test_bots_have_a_level_that_there_is(home: Home) -> None:
    table, (host, *_) = await opened(home)
    assert await host.act(t.Fill(1, "wizard")) == "unknown-level"
    assert await host.act(t.Fill(1, "beginner")) is None
    player = table.live.seats[1].player
    assert player is not None
    assert player.level == "beginner"


async def test_who_left_and_returns_plays_again_at_once(home: Home) -> None:
    table, people = await home.four(clock=t.TimeControl(move=10, reserve=30))
    assert await people[2].act(t.Leave()) is None
    assert substituted(table, 2)
    await people[2].subscribe(people[2].k, 2)  # the same connection asks again: he has not returned
    assert substituted(table, 2)
    table.unsubscribe(people[2])
    await people[2].subscribe(people[2].k, 2)
    assert not substituted(table, 2)
    assert people[0].of(t.TookBack) == [t.TookBack(2)]
    table.unsubscribe(people[1])
    await settle(table)
    assert await people[1].act(t.Leave()) is None
    assert substituted(table, 1)
    await people[1].subscribe(people[1].k, 1)
    assert not substituted(table, 1)


async def test_onlookers_go_when_a_table_without_spectators_begins(home: Home) -> None:
    table, people = await opened(home, spectators=False)
    watcher = Person(table, 8)
    await watcher.subscribe()
    for person in people[1:]:
        assert await person.act(t.Sit(person.number)) is None
        assert await person.act(t.Ready()) is None
    await settle(table)
    assert await people[0].act(t.Start()) is None
    assert p.Trouble("not-allowed", table.id) in watcher.frames
    heard = len(watcher.frames)
    await people[0].act(t.CommitNonce("ab" * 32))
    assert len(watcher.frames) == heard
    assert (await table.subscribe(watcher, None, 0)).reason == "not-seated"


async def test_a_table_of_bots_that_have_gone_is_broken_off_one_day(home: Home) -> None:
    settings = t.TableSettings(variant="differenzler", clock=None, bots_welcome=True)
    robot = By("robot", "Robot", "bot")
    table = await home.house.open(settings, robot, bots=True)
    assert (await table.submit(Do(robot, t.Start()))).reason is None
    await settle(table)
    assert stage(table) == "playing"
    home.clock.pass_seconds(FORSAKEN / 1000 + 1)
    await settle(table)
    assert stage(table) == "over"


async def test_settings_that_change_nothing_leave_nothing_in_the_log(home: Home) -> None:
    table, people = await home.four()
    assert await people[0].act(t.Mute(1)) is None
    assert await people[0].act(t.AutoPlay(True)) is None
    seq = table.live.seq
    for _ in range(3):
        assert await people[0].act(t.Mute(1)) is None
        assert await people[0].act(t.AutoPlay(True)) is None
    assert table.live.seq == seq


async def test_a_reaction_sent_again_is_one_reaction(home: Home) -> None:
    _, people = await home.four()
    for _ in range(2):
        assert await people[0].act(t.React("hello"), "same") is None
        home.clock.pass_seconds(5)
    assert sum(isinstance(frame, p.Reacted) for frame in people[1].frames) == 1


async def test_a_bot_that_cannot_write_tries_again(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database is away for a moment: nobody has to do anything for the table to go on."""
    monkeypatch.setattr(actor, "RETRY", 0.01)
    table, people = await home.four(clock=t.TimeControl(move=10, reserve=0))
    home.minds.free.clear()
    for person in people[:3]:
        assert await person.act(m.Estimate(40)) is None
    assert await people[3].act(t.Leave()) is None
    log = home.house.services.log
    real, failures = log.append, 0

    async def failing(append: object) -> None:
        nonlocal failures
        if failures < 3:
            failures += 1
            raise OSError("the database is away")
        await real(append)  # type: ignore[arg-type]

    monkeypatch.setattr(log, "append", failing)
    home.minds.free.set()
    for _ in range(20):
        await settle(table)
    assert failures == 3
    assert table.live.game is not None
    assert table.live.game.board.phase == "play"
    (seat,) = table.live.to_act
    failures = 0
    home.clock.pass_seconds(11)
    table._tick()
    async with asyncio.timeout(10):
        while not substituted(table, seat):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert failures == 3


async def test_an_append_of_which_nobody_knows_is_looked_up(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commit went through, but its answer was lost."""
    table, people = await home.four()
    log = home.house.services.log
    real = log.append

    async def losing(append: object) -> None:
        await real(append)  # type: ignore[arg-type]
        monkeypatch.setattr(log, "append", real)
        raise OSError("the answer was lost")

    monkeypatch.setattr(log, "append", losing)
    with pytest.raises(OSError, match="lost"):
        await people[0].act(m.Estimate(40), "mine")
    await settle(table)
    assert people[1].of(m.EstimateConfirmed) == [m.EstimateConfirmed(0)]
    assert await people[0].act(m.Estimate(40), "mine") is None
    assert len(people[1].of(m.EstimateConfirmed)) == 1


async def test_an_open_table_that_its_creator_never_saw_closes(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    from puur.table import house

    monkeypatch.setattr(house, "NEVER_CAME", 0.0)
    table = await home.house.open(t.TableSettings(variant="differenzler"), person_name(0))
    await settle(table)
    assert not table.live.seats[0].here
    home.clock.pass_seconds(OPEN_UNUSED / 1000 + SEAT_KEPT / 1000)
    await settle(table)
    home.clock.pass_seconds(OPEN_UNUSED / 1000)
    await settle(table)
    assert stage(table) == "over"
