"""Whole matches of every game: four people on four WebSockets, and a record that says the same as they saw."""

from __future__ import annotations

import pytest

from puur.client.connection import Client
from puur.client.seat import GAME_SEEN, Seat
from puur.engine import messages as m
from puur.engine.notation_reader import read
from puur.engine.project import project
from puur.engine.record import Record, check, events_of
from puur.engine.verification import Witness
from puur.rules.variants import VARIANTS
from tests.server.databases import KINDS, on
from tests.server.people import four_people, play_match, quick_settings
from tests.server.players import at_random
from tests.server.running import RunningServer

Options = dict[str, m.OptionValue]

SHORT: dict[str, Options] = {
    "differenzler": {"rounds": 2},
    "jass": {"end": {"target": 200}},
    "schieber": {"end": {"target": 200}},
    "belote": {"end": {"target": 200}},
    "klaverjassen": {"end": {"target": 200}},
    "klaverjassen-amsterdam": {"end": {"deals": 2}},
    "klaverjassen-rotterdam": {"end": {"deals": 2}},
    "schieber-swiss": {"end": {"target": 400}},
    "coinche": {"end": {"target": 200}},
}
OTHER_FORMS: list[tuple[str, Options]] = [
    ("differenzler", {"announcement": "open", "rounds": 2}),
    ("belote", {"preset": "french", "end": {"deals": 2}}),
    ("klaverjassen-amsterdam", {"trump_selection": "forehand-must-choose", "end": {"deals": 2}}),
]
QUICK = ("differenzler", "coinche")
"""What is played on PostgreSQL too when there is little time: the other games need nothing else of a database."""
MATCHES = [
    *(on("sqlite", variant, options) for variant, options in (*SHORT.items(), *OTHER_FORMS)),
    *(
        on("postgresql", variant, options, slow=variant not in QUICK or options != SHORT[variant])
        for variant, options in (*SHORT.items(), *OTHER_FORMS)
    ),
]


def game_seen(seat: Seat) -> list[m.Seen]:
    return [seen for seen in seat.seen if isinstance(seen, GAME_SEEN)]


async def record_of(seat: Seat) -> Record:
    answer = await seat.client.get(f"/api/tables/{seat.table}/record")
    assert answer.status_code == 200
    return read(answer.content)


def test_every_game_is_played() -> None:
    assert set(SHORT) == set(VARIANTS)


@pytest.mark.parametrize(("server", "variant", "options"), MATCHES, indirect=["server"], scope="module")
async def test_four_people_play_a_whole_match(server: RunningServer, variant: str, options: Options) -> None:
    async with four_people(server.url, quick_settings(variant, options=options)) as seats:
        await play_match(seats, at_random)
        record = await record_of(seats[0])
        events = events_of(record)  # the engine plays the record again
        ended = events[-1]
        assert isinstance(ended, m.MatchEnded)
        assert record.status == "finished"
        assert [player.kind for player in record.players] == ["human"] * 4
        for number, seat in enumerate(seats):
            assert seat.seat == number
            assert seat.view is not None
            assert seat.view.board.ended == ended
            assert game_seen(seat) == [project(event, number) for event in events]
            assert seat.witness is not None
            head, place, nonce = seat.witness
            steps = check(record, Witness(head, place, nonce))
            assert all(step.ok for step in steps), [step for step in steps if not step.ok]


@pytest.mark.parametrize("server", [on(kind) for kind in KINDS], indirect=True, scope="module")
async def test_what_happened_before_is_seen_by_those_who_come_late(server: RunningServer) -> None:
    """A seat's second tab and a spectator get everything from the beginning; the counts agree."""
    settings = quick_settings("jass", options={"end": {"deals": 1}}, visibility="public")
    async with four_people(server.url, settings) as seats:
        await play_match(seats, at_random)
        async with Client.connect(server.url, cookies=seats[2].client.cookies) as second:
            tab = await second.join(seats[2].table)
            assert (tab.seat, tab.k, tab.over) == (2, seats[2].k, True)
            assert tab.seen == seats[2].seen
        async with Client.connect(server.url) as watcher:
            view = await watcher.join(seats[0].table)
            assert view.seat is None
            assert view.over
            record = await record_of(seats[0])
            assert game_seen(view) == [project(event, None) for event in events_of(record)]
