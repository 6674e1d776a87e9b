"""After the match: the rematch, and who still has a say in it."""

from __future__ import annotations

from random import Random

from puur.client import table_messages as t
from puur.table.actor import Table
from puur.table.decide import By, Do
from tests.table.at_home import Home, Person, give_nonces, play_on, settle, stage


async def played(home: Home) -> tuple[Table, list[Person]]:
    """A match of one round that is over."""
    table, people = await home.four(options={"rounds": 1})
    await play_on(people, Random(1))
    assert stage(table) == "over"
    return table, people


def next_tables(person: Person) -> list[str]:
    return [event.table for event in person.of(t.RematchOpened) if isinstance(event, t.RematchOpened)]


async def test_a_rematch_seats_the_same_people_at_a_new_table(home: Home) -> None:
    table, people = await home.four(options={"rounds": 1})
    assert await people[0].act(t.Rematch()) == "wrong-stage"
    await play_on(people, Random(1))
    for person in people:
        assert await person.act(t.Rematch()) is None
    (event,) = people[0].of(t.RematchOpened)
    assert isinstance(event, t.RematchOpened)
    following = await home.house.table(event.table)
    assert following is not None
    assert [seat.user for seat in following.live.seats] == [person.user for person in people]
    again = [Person(following, number) for number in range(4)]
    for person in again:
        await person.subscribe()
    assert await again[0].act(t.Start()) is None
    await give_nonces(again)
    assert stage(following) == "playing"
    assert following.live.deals != table.live.deals


async def test_who_has_gone_does_not_keep_the_others_from_a_rematch(home: Home) -> None:
    table, people = await played(home)
    for person in people[:2]:
        assert await person.act(t.Rematch()) is None
    table.unsubscribe(people[2])
    await settle(table)
    assert next_tables(people[0]) == []
    assert await people[3].act(t.Leave()) is None
    assert await people[3].act(t.Leave()) == "wrong-stage"
    (name,) = next_tables(people[0])
    following = await home.house.table(name)
    assert following is not None
    assert [seat.user for seat in following.live.seats] == ["user0", "user1", None, None]
    assert following.live.host == 0
    again = Person(following, 1)
    await again.subscribe()
    assert await again.act(t.Kick(0)) == "not-the-host"
    assert await home.house.record(table.id, "user3", None) is not None  # what he played stays his


async def test_a_wish_of_somebody_who_went_away_opens_nothing(home: Home) -> None:
    table, people = await played(home)
    assert await people[0].act(t.Rematch()) is None
    for person in people:
        table.unsubscribe(person)
        await settle(table)
    assert table.live.next_table is None


async def test_who_comes_back_in_time_has_his_say_again(home: Home) -> None:
    table, people = await played(home)
    table.unsubscribe(people[2])
    await settle(table)
    assert not table.live.seats[2].here
    await people[2].subscribe(people[2].k, 2)
    for person in (people[0], people[1], people[3]):
        assert await person.act(t.Rematch()) is None
    assert next_tables(people[0]) == []
    assert await people[2].act(t.Rematch()) is None
    assert len(next_tables(people[0])) == 1
    assert await people[2].act(t.Rematch()) == "wrong-stage"
    assert await people[2].act(t.Leave()) == "wrong-stage"


async def test_a_rematch_is_in_the_lobby_as_soon_as_it_is_open(home: Home) -> None:
    shown: list[str] = []
    home.house.services.lobby_changed = lambda name, table: shown.append(name) if table is not None else None
    table, people = await played(home)
    shown.clear()
    for person in people:
        assert await person.act(t.Rematch()) is None
    await settle(table)
    (name,) = next_tables(people[0])
    assert name in shown
    assert name in [listed.id for listed in await home.house.lobby()]


async def test_bots_of_the_house_come_along(home: Home) -> None:
    settings = t.TableSettings(variant="differenzler", options={"rounds": 1}, clock=None, pause=0)
    table = await home.house.open(settings, By("user0", "Person 0"), bots=True)
    person = Person(table, 0)
    await person.subscribe()
    assert await person.act(t.Start()) is None
    await give_nonces([person])
    await play_on([person], Random(1))
    assert (await table.submit(Do(By("user0", "Person 0"), t.Rematch()))).reason is None
    (name,) = next_tables(person)
    following = await home.house.table(name)
    assert following is not None
    assert [seat.player for seat in following.live.seats] == [seat.player for seat in table.live.seats]
    assert all(seat.ready for seat in following.live.seats)
