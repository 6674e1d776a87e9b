"""Comfort decided by the server, and what each seat may see: last cards, reactions, claims, spectators, records."""

from __future__ import annotations

from random import Random

import pytest

from puur.cards import CODES, INDEX, mask_of
from puur.client import protocol as p
from puur.client import table_messages as t
from puur.engine import messages as m
from puur.engine.notation_reader import read
from puur.engine.record import check
from puur.rules.tables import compile_tables
from puur.rules.variants import ruleset
from puur.table.claim import proven_order
from puur.table.decide import Close, Tick
from tests.table.at_home import ChosenChance, Home, Person, person_name, play_on, settle, stage

# ------------------------------------------------------------------------------------------------ comfort


async def test_the_last_card_is_played_for_who_wishes_it(home: Home) -> None:
    table, people = await home.four(options={"rounds": 1})
    for person in people:
        assert await person.act(t.AutoPlay(True)) is None
    assert people[0].of(t.AutoPlayChanged) == [t.AutoPlayChanged(0, True)]
    await play_on(people, Random(1), 4 + 32)
    assert stage(table) == "playing"
    for _ in range(4):
        home.clock.pass_seconds(1)
        await settle(table)
    assert stage(table) == "over"


async def test_reactions_reach_all_but_those_who_muted(home: Home) -> None:
    _, people = await home.four()
    assert await people[1].act(t.Mute(0)) is None
    assert await people[0].act(t.React("nice-card")) is None
    heard = [any(type(frame).__name__ == "Reacted" for frame in person.frames) for person in people]
    assert heard == [True, False, True, True]
    assert people[1].of(t.MuteChanged)
    assert not people[2].of(t.MuteChanged)
    assert await people[0].act(t.React("oops")) is None  # too soon: dropped
    assert sum(type(frame).__name__ == "Reacted" for frame in people[2].frames) == 1


async def test_who_sits_down_where_somebody_was_muted_is_heard(home: Home) -> None:
    settings = t.TableSettings(variant="differenzler", clock=None)
    table = await home.house.open(settings, person_name(0))
    host, rude, polite = (Person(table, number) for number in range(3))
    for person in (host, rude, polite):
        await person.subscribe()
    assert await rude.act(t.Sit(1)) is None
    assert await host.act(t.Mute(1)) is None
    assert await host.act(t.Kick(1)) is None
    assert await polite.act(t.Sit(1)) is None
    await settle(table)
    assert await polite.act(t.React("hello")) is None
    assert any(isinstance(frame, p.Reacted) for frame in host.frames)


async def test_a_claim_needs_a_proof_and_then_gives_all_tricks(home: Home) -> None:
    home.house.services.chance = ChosenChance(draws=[clubs_for_one()] * 20)
    table, people = await home.four(options={"rounds": 1})
    for person in people:
        await person.act(m.Estimate(40))
    seat = next(mine.seat for mine in table.live.game.mine if mine.hand == 0x1FF) if table.live.game else 0
    claimant = people[seat]
    assert await claimant.act(t.Claim()) == "not-proven"  # not his lead, or the first trick is not played yet
    chance = Random(1)
    while not (claimant.turn.choices and claimant.turn.choices.claim):
        await play_on(people, chance, 1)
        assert stage(table) == "playing"
    assert await people[(seat + 1) % 4].act(t.Claim()) == "not-proven"
    assert await claimant.act(t.Claim()) is None
    assert stage(table) == "over"
    assert table.live.game is not None
    assert len(people[0].of(m.CardPlayed)) == 36
    assert table.live.game.board.won[seat] >= 7


def clubs_for_one() -> m.Draw:
    """A deal in which one hand is all clubs, and clubs are trumps."""
    deck: list[str] = []
    clubs, others = list(CODES[:9]), list(CODES[9:])
    for _ in range(3):
        deck += clubs[:3] + others[:9]
        clubs, others = clubs[3:], others[9:]
    return m.Draw(0, tuple(deck), "C", ("C", "D"))  # type: ignore[arg-type]


def cards(text: str) -> int:
    return mask_of(INDEX[code] for code in text.split())


@pytest.mark.parametrize(
    ("hand", "unseen", "proven"),
    [
        ("JH 9H AS", "AH KS", True),  # one trump is out, two higher ones draw it, then the ace of spades holds
        ("JH AS", "AH 9H KS", False),  # two trumps are out: one lead does not draw both for certain
        ("AS KS", "QS JS", True),
        ("AS QS", "KS JS", False),
        ("AS QS 6S", "KS 7D", True),  # the ace draws the only other spade
        ("AS", "7H", False),  # a small trump takes it
        ("9H AS", "JH KS", False),  # the trump jack is out
        ("JH AS 6D", "KS 7D", False),
    ],
)
def test_claims_are_proven_from_ones_own_cards(hand: str, unseen: str, proven: bool) -> None:
    tables = compile_tables(ruleset("differenzler"), 2)
    order = proven_order(cards(hand), cards(unseen), tables.trump, tables.beats)
    assert (order is not None) == proven
    if order is not None:
        assert mask_of(order) == cards(hand)


# ------------------------------------------------------------------------------------------------- secrets


async def test_a_spectator_sees_played_cards_only(home: Home) -> None:
    table, people = await home.four(options={"rounds": 1})
    watcher = Person(table, 8)
    await watcher.subscribe()
    await play_on(people, Random(1), 20)
    played = {event.card for event in watcher.of(m.CardPlayed) if isinstance(event, m.CardPlayed)}
    text = b"".join(watcher.raw).decode()
    assert watcher.of(t.ChainPublished)
    for code in CODES:
        assert (f'"{code}"' in text) == (code in played)
    assert all(not isinstance(event, m.EstimateConfirmed) or event.points is None for event in watcher.seen)
    await play_on(people, Random(1))
    assert watcher.of(m.EstimatesScored)


async def test_a_table_may_do_without_spectators(home: Home) -> None:
    table, _ = await home.four(spectators=False)
    watcher = Person(table, 8)
    assert (await table.subscribe(watcher, None, 0)).reason == "not-seated"
    assert watcher.frames == []


async def test_each_seat_counts_what_it_has_seen_itself(home: Home) -> None:
    table, people = await home.four()
    await people[0].act(t.AutoPlay(True))
    await people[0].act(m.Estimate(1))
    assert people[0].k == people[1].k + 1
    for person in people:
        later = Person(table, person.number)
        later.seen = list(person.seen[:9])
        later.k = 9
        await later.subscribe(9, person.seat)
        assert later.seen == person.seen


async def test_the_record_of_a_match_verifies(home: Home) -> None:
    table, people = await home.four(options={"rounds": 2})
    await play_on(people, Random(1))
    assert await home.house.record(table.id, "somebody", None) is None
    text = await home.house.record(table.id, "user2", None)
    assert text is not None
    steps = check(read(text))
    assert steps
    assert all(step.ok for step in steps)


async def test_a_record_shows_nothing_of_a_running_match(home: Home) -> None:
    table, people = await home.four(replay="public")
    await play_on(people, Random(1), 10)
    assert await home.house.record(table.id, "user0", None) is None


async def test_a_closed_table_takes_no_more_commands(home: Home) -> None:
    table, people = await home.four()
    assert (await table.submit(Close())).reason is None
    assert people[0].of(t.TableCancelled) == [t.TableCancelled("closed")]
    assert await people[0].act(m.Estimate(1)) == "wrong-stage"
    assert (await table.submit(Tick())).reason is None
