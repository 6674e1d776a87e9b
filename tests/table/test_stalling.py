"""Nobody wins time by letting a bot take over; and what a bot chose is for the move that it was asked about."""

from __future__ import annotations

from random import Random

import pytest

from puur.bots.base import Budget, bot
from puur.client import table_messages as t
from puur.engine import messages as m
from puur.engine.view import View
from puur.table import actor
from puur.table.actor import Table
from puur.table.decide import BotDo
from tests.table.at_home import ChosenChance, Home, InlineMinds, Person, play_on, settle, substituted
from tests.table.test_comfort import clubs_for_one

CLOCK = t.TimeControl(move=10, reserve=30)


async def at_the_first_card(home: Home) -> tuple[Table, list[Person], int]:
    """All estimates are made, and bots do not answer; the seat that leads."""
    table, people = await home.four(clock=CLOCK)
    home.minds.free.clear()
    for person in people:
        await person.act(m.Estimate(40))
    (seat,) = table.live.to_act
    return table, people, seat


async def wait(home: Home, table: Table, seconds: float) -> None:
    home.clock.pass_seconds(seconds)
    await settle(table)


async def test_a_reserve_that_was_used_up_does_not_come_back_with_the_player(home: Home) -> None:
    table, people, seat = await at_the_first_card(home)
    await wait(home, table, 41)
    assert substituted(table, seat)
    assert table.live.seats[seat].reserve == 0
    assert await people[seat].act(t.TakeBack()) is None
    clocks = people[seat].turn.clocks
    assert clocks is not None
    assert clocks[seat].reserve == 0
    assert clocks[seat].deadline == home.clock.now + 10_000


async def test_who_leaves_has_used_what_he_had_used_by_then(home: Home) -> None:
    table, people, seat = await at_the_first_card(home)
    await wait(home, table, 25)
    assert await people[seat].act(t.Leave()) is None
    assert table.live.seats[seat].reserve == 15_000


@pytest.mark.parametrize("trick", [t.TakeBack(), t.Leave()])
async def test_taking_back_again_and_again_does_not_stop_the_match(home: Home, trick: t.AnyAction) -> None:
    table, people, seat = await at_the_first_card(home)
    for _ in range(30):
        if substituted(table, seat):
            assert await people[seat].act(t.TakeBack()) is None
        elif isinstance(trick, t.Leave):
            await people[seat].act(trick)
        await wait(home, table, 5)
    state = table.live.seats[seat]
    assert state.overdue
    assert await people[seat].act(t.TakeBack()) in (None, "wrong-stage")
    assert state.by_house
    home.minds.free.set()
    await settle(table)
    assert len(people[0].of(m.CardPlayed)) >= 1
    assert table.live.to_act != (seat,)
    if substituted(table, seat):
        await people[seat].act(t.TakeBack())
    assert not table.live.seats[seat].by_house


async def test_a_player_may_still_move_himself_while_the_bot_thinks_about_his_overdue_move(home: Home) -> None:
    table, people, seat = await at_the_first_card(home)
    await wait(home, table, 41)
    await people[seat].act(t.TakeBack())
    await wait(home, table, 11)
    assert table.live.seats[seat].overdue
    view = people[seat].view
    assert view is not None
    assert await people[seat].act(view.actions()[0]) is None
    assert not table.live.seats[seat].by_house
    home.minds.free.set()
    await settle(table)
    assert len(people[0].of(m.CardPlayed)) == 1


async def test_a_claim_takes_the_seat_back(home: Home) -> None:
    home.house.services.chance = ChosenChance(draws=[clubs_for_one()])
    table, people = await home.four(clock=CLOCK, options={"rounds": 1})
    chance = Random(1)
    while not (able := [person for person in people if person.turn.choices and person.turn.choices.claim]):
        await play_on(people, chance, 1)
    home.minds.free.clear()
    assert await able[0].act(t.Leave()) is None
    assert await able[0].act(t.Claim()) is None
    assert able[0].of(t.TookBack) == [t.TookBack(able[0].number)]
    assert table.live.stage == "over"


# ----------------------------------------------------------------------------------- what bots were asked about


class SlowMinds(InlineMinds):
    """Bots that choose at once, and say it when they are told to."""

    async def choose(self, view: View, level: str) -> m.SeatAction:  # noqa: ARG002
        action = bot("random").choose(view, self.chance, Budget(iterations=1))
        self.asked += 1
        await self.free.wait()
        return action


async def test_what_a_bot_chose_for_an_earlier_move_is_not_followed_by_one_in_a_hurry(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurried: list[View] = []

    def hurry(view: View) -> m.SeatAction:
        hurried.append(view)
        return view.actions()[0]

    monkeypatch.setattr(actor, "in_a_hurry", hurry)
    table, people = await home.four()
    assert table.live.game is not None
    seat = table.live.game.board.forehand
    minds = home.house.services.minds = SlowMinds()
    minds.free.clear()
    assert await people[seat].act(t.Leave()) is None
    await settle(table)
    for person in people:  # the player comes back, and is quicker than the bot that stood in for him
        assert await person.act(m.Estimate(40)) is None
    assert table.live.to_act == (seat,)
    assert await people[seat].act(t.Leave()) is None
    minds.free.set()
    await settle(table)
    assert len(people[0].of(m.CardPlayed)) == 1
    assert (minds.asked, hurried) == (2, [])


async def test_a_choice_for_another_move_is_refused(home: Home) -> None:
    table, people, seat = await at_the_first_card(home)
    await people[seat].act(t.Leave())
    view = people[seat].view
    assert view is not None
    move = table.live.seats[seat].move
    card = view.actions()[0]
    assert (await table.submit(BotDo(seat, card, move - 1))).reason == "wrong-stage"
    assert (await table.submit(BotDo(seat, card, move))).reason is None
