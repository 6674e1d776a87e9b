"""What happens at a table: seats, clocks, absence, substitutes, comfort. The clock passes when a test says so."""

from __future__ import annotations

from random import Random

from puur.client import table_messages as t
from puur.engine import messages as m
from puur.table.actor import Table
from puur.table.clock import CEREMONY, OPEN_UNUSED, QUICK_WAIT, SEAT_KEPT
from puur.table.decide import By, Do
from tests.table.at_home import (
    Home,
    Person,
    person_name,
    play_on,
    settle,
    stage,
    substituted,
)

CLOCK = t.TimeControl(move=10, reserve=30)


async def opened(home: Home, **settings: object) -> tuple[Table, list[Person]]:
    """An open table: the host sits, three others have come but stand."""
    values: dict[str, object] = {"variant": "differenzler", "clock": None, "pause": 0, **settings}
    table = await home.house.open(t.TableSettings(**values), person_name(0))  # type: ignore[arg-type]
    people = [Person(table, number) for number in range(4)]
    for person in people:
        await person.subscribe()
    return table, people


# ----------------------------------------------------------------------------------------- before the match


async def test_people_sit_down_stand_up_and_are_seen(home: Home) -> None:
    table, (host, second, third, _) = await opened(home)
    assert await second.act(t.Sit(2)) is None
    assert await third.act(t.Sit(2)) == "seat-taken"
    assert await second.act(t.Sit(2)) == "already-seated"
    assert await second.act(t.Sit(1)) is None
    assert await third.act(t.Sit()) is None
    assert [seat.player.name if seat.player else None for seat in table.live.seats] == [
        "Person 0",
        "Person 1",
        "Person 2",
        None,
    ]
    await settle(table)
    assert (second.seat, third.seat) == (1, 2)
    assert await third.act(t.Leave()) is None
    await settle(table)
    assert third.seat is None
    assert host.of(t.SeatFreed)[-1] == t.SeatFreed(2, "left")


async def test_only_the_host_kicks_fills_and_starts(home: Home) -> None:
    table, (host, second, third, _) = await opened(home)
    await second.act(t.Sit(1))
    for action in (t.Kick(0), t.Fill(), t.Start()):
        assert await second.act(action) == "not-the-host"
        assert await third.act(action) == "not-seated"
    assert await host.act(t.Start()) == "not-ready"
    assert await host.act(t.Kick(1)) is None
    assert await host.act(t.Fill()) is None
    assert [seat.player.kind for seat in table.live.seats if seat.player] == ["human", "bot", "bot", "bot"]
    assert len({seat.player.name for seat in table.live.seats if seat.player}) == 4
    assert await host.act(t.Start()) is None
    assert stage(table) == "ceremony"


async def test_a_refused_start_leaves_nothing_behind(home: Home) -> None:
    table, (host, *_) = await opened(home)
    seq = table.live.seq
    assert await host.act(t.Start()) == "not-ready"
    assert table.live.seq == seq


async def test_a_host_who_leaves_hands_the_table_on(home: Home) -> None:
    table, (host, second, *_) = await opened(home)
    await second.act(t.Sit(3))
    await host.act(t.Leave())
    assert table.live.host == 3


async def test_bots_of_others_need_to_be_welcome(home: Home) -> None:
    table, _ = await opened(home)
    stranger = Do(By("bot7", "Robot", "bot"), t.Sit())
    assert (await table.submit(stranger)).reason == "bots-not-welcome"
    welcoming, _ = await opened(home, bots_welcome=True)
    assert (await welcoming.submit(stranger)).reason is None
    player = welcoming.live.seats[1].player
    assert player is not None
    assert (player.kind, player.level) == ("bot", None)


async def test_a_seat_is_kept_for_a_while_and_an_unused_table_closes(home: Home) -> None:
    table, (_, second, *_) = await opened(home)
    await second.act(t.Sit(1))
    table.unsubscribe(second)
    await settle(table)
    assert not table.live.seats[1].here
    home.clock.pass_seconds(SEAT_KEPT / 1000)
    await settle(table)
    assert table.live.seats[1].player is None
    for person in list(table.audience.roles):
        table.unsubscribe(person)
    await settle(table)
    home.clock.pass_seconds(OPEN_UNUSED / 1000 + SEAT_KEPT / 1000)
    await settle(table)
    assert stage(table) == "over"


async def test_a_nonce_that_is_missing_cancels_the_table_and_the_log_names_the_seat(home: Home) -> None:
    table, people = await opened(home)
    for person in people[1:]:
        await person.act(t.Sit(person.number))
        await person.act(t.Ready())
    await people[0].act(t.Start())
    assert await people[1].act(t.CommitNonce("ab" * 32)) is None
    assert await people[1].act(t.CommitNonce("ab" * 32)) == "already-committed"
    assert await people[1].act(t.OpenNonce("cd" * 32)) == "not-yet"
    home.clock.pass_seconds(CEREMONY / 1000)
    await settle(table)
    assert people[3].of(t.TableCancelled) == [t.TableCancelled("nonce", 0)]


async def test_quick_play_fills_with_bots_after_a_short_wait(home: Home) -> None:
    settings = t.TableSettings(variant="differenzler", options={"rounds": 1}, pause=0)
    table = await home.house.open(settings, person_name(0), quick=True)
    person = Person(table, 0)
    await person.subscribe()
    assert await home.house.quick_tables("differenzler") == [table.id]
    assert (await table.submit(Do(person_name(1), t.Sit()))).reason is None
    home.clock.pass_seconds(QUICK_WAIT / 1000)
    await settle(table)
    assert stage(table) == "ceremony"
    assert [seat.player.kind for seat in table.live.seats if seat.player] == ["human", "human", "bot", "bot"]
    assert await home.house.quick_tables("differenzler") == []


# ---------------------------------------------------------------------------------------- clocks, absence


async def test_an_estimate_that_is_missing_at_the_deadline_is_0_for_who_is_there(home: Home) -> None:
    table, people = await home.four(clock=CLOCK)
    for person in people[:2]:
        await person.act(m.Estimate(40))
    table.unsubscribe(people[3])
    await settle(table)
    home.clock.pass_seconds(40)
    await settle(table)
    assert table.live.game is not None
    estimates = [mine.estimate for mine in table.live.game.mine]
    assert estimates[:3] == [40, 40, 0]
    assert [seat.substituted for seat in table.live.seats] == [False, False, False, True]
    assert people[0].of(t.Substituted) == [t.Substituted(3, "away")]


async def test_a_bot_plays_when_time_and_reserve_are_used_up(home: Home) -> None:
    table, people = await home.four(clock=CLOCK)
    for person in people:
        await person.act(m.Estimate(40))
    (seat,) = table.live.to_act
    slow = people[seat]
    home.clock.pass_seconds(15)
    view = slow.view
    assert view is not None
    assert await slow.act(view.actions()[0]) is None  # 5 of the 30 seconds of reserve are gone
    assert table.live.seats[seat].reserve == 25_000
    (seat,) = table.live.to_act
    home.clock.pass_seconds(39.9)
    await settle(table)
    assert not substituted(table, seat)
    home.clock.pass_seconds(0.2)
    await settle(table)
    assert substituted(table, seat)
    assert table.live.to_act != (seat,)
    assert people[0].of(t.Substituted)[-1] == t.Substituted(seat, "time")


async def test_a_player_takes_his_seat_back_by_playing(home: Home) -> None:
    table, people = await home.four(clock=CLOCK)
    home.minds.free.clear()
    for person in people:
        await person.act(m.Estimate(40))
    (seat,) = table.live.to_act
    home.clock.pass_seconds(41)
    await settle(table)
    assert substituted(table, seat)
    view = people[seat].view
    assert view is not None
    assert await people[seat].act(view.actions()[0]) is None
    assert not substituted(table, seat)
    home.minds.free.set()
    await settle(table)
    assert len(people[0].of(m.CardPlayed)) == 1


async def test_who_leaves_is_replaced_until_he_comes_back(home: Home) -> None:
    table, people = await home.four(options={"rounds": 1})
    assert await people[2].act(t.Leave()) is None
    assert await people[2].act(t.Leave()) == "wrong-stage"
    assert substituted(table, 2)
    for person in (people[0], people[1], people[3]):
        await person.act(m.Estimate(30))
    await settle(table)
    assert table.live.game is not None
    assert table.live.game.board.phase == "play"
    assert await people[2].act(t.TakeBack()) is None
    assert not substituted(table, 2)
    await play_on(people, Random(1))
    assert stage(table) == "over"


async def test_who_was_away_and_comes_back_plays_again_at_once(home: Home) -> None:
    table, people = await home.four(clock=CLOCK)
    table.unsubscribe(people[1])
    await settle(table)
    home.clock.pass_seconds(41)
    await settle(table)
    assert substituted(table, 1)
    await people[1].subscribe(people[1].k, people[1].seat)
    assert not substituted(table, 1)
    assert people[1].of(t.PresenceChanged)[-1] == t.PresenceChanged(1, True)


async def test_several_tabs_of_one_player_see_the_same(home: Home) -> None:
    table, people = await home.four()
    tab = Person(table, 0)
    await tab.subscribe()
    await people[0].act(m.Estimate(12))
    assert tab.seen == people[0].seen
    table.unsubscribe(tab)
    await settle(table)
    assert table.live.seats[0].here


async def test_the_next_deal_waits_for_its_pause_or_for_everybody(home: Home) -> None:
    table, people = await home.four(pause=10, options={"rounds": 3})
    await play_until_scored(people, 1)
    assert table.live.game is not None
    assert table.live.game.board.phase == "ready"
    assert people[0].turn.deal_at == home.clock.now + 10_000
    for person in people[:3]:
        assert await person.act(t.GoOn()) is None
    assert table.live.game.board.deals == 1
    assert await people[3].act(t.GoOn()) is None
    assert table.live.game.board.deals == 2
    await play_until_scored(people, 2)
    home.clock.pass_seconds(10)
    await settle(table)
    assert table.live.game.board.deals == 3


async def play_until_scored(people: list[Person], rounds: int) -> None:
    chance = Random(4)
    table = people[0].table
    while table.live.game is not None and len(table.live.game.board.results) < rounds:
        await play_on(people, chance, 1)
