"""A house of tables without a server: for tests of what happens at a table. Time passes when a test says so."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

import msgspec

from puur.bots.base import Budget, bot
from puur.client import protocol as p
from puur.client import table_messages as t
from puur.engine import messages as m
from puur.engine.fairness import SeededDeals
from puur.engine.view import View, begin_view, see
from puur.table.actor import Table
from puur.table.decide import By, Do, Tick
from puur.table.fanout import Alone
from puur.table.house import House
from puur.table.live import Live
from puur.table.services import RealChance, Services
from puur.table.store.database import Database
from puur.table.store.log import Log
from puur.table.store.sealing import MasterKey, Seal

START = 1_700_000_000_000
KEY = MasterKey(bytes(range(32)))
_decoder: msgspec.json.Decoder[p.ToClient] = msgspec.json.Decoder(p.ToClient)


class Clock:
    """Milliseconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> int:
        return self.now

    def pass_seconds(self, seconds: float) -> None:
        self.now += round(seconds * 1000)


class InlineMinds:
    """Bots that answer at once, in this process, always alike."""

    def __init__(self) -> None:
        self.chance = Random(7)
        self.asked = 0
        self.free = asyncio.Event()
        self.free.set()

    def pause(self, level: str) -> float:  # noqa: ARG002
        return 0.0

    async def choose(self, view: View, level: str) -> m.SeatAction:  # noqa: ARG002
        self.asked += 1
        await self.free.wait()
        return bot("random").choose(view, self.chance, Budget(iterations=1))


class ChosenChance(RealChance):
    """Deals that a test has chosen, whatever the nonces are."""

    def __init__(self, seed: int | None = None, draws: Sequence[m.Draw] = ()) -> None:
        self.number, self.draws = seed, draws

    def draw(self, live: Live, number: int) -> m.Draw:
        if number <= len(self.draws):
            return self.draws[number - 1]
        if self.number is not None:
            assert live.deals is not None
            return SeededDeals(self.number, live.deals.table.deck, live.deals.table.second_suit).draw(number)
        return super().draw(live, number)


@dataclass
class Home:
    """A house with its clock and bots."""

    database: Database
    clock: Clock = field(default_factory=Clock)
    minds: InlineMinds = field(default_factory=InlineMinds)
    chance: RealChance = field(default_factory=RealChance)
    key: MasterKey = KEY
    house: House = field(init=False)

    async def start(self) -> Home:
        log = Log(self.database, Seal(self.key))
        self.house = House(
            self.database, Services(log, self.minds, Alone(), chance=self.chance, now=self.clock, away=0.0)
        )
        await self.house.start()
        return self

    async def stop(self) -> None:
        await self.house.stop()

    async def again(self) -> Home:
        """As after a crash: everything that was in memory is gone."""
        await self.stop()
        return await Home(self.database, self.clock, self.minds, self.chance, self.key).start()

    async def four(self, variant: str = "differenzler", **settings: object) -> tuple[Table, list[Person]]:
        """A table with four people, started; everybody has given his nonce."""
        values: dict[str, object] = {"clock": None, "pause": 0, **settings}
        table = await self.house.open(t.TableSettings(variant=variant, **values), person_name(0))  # type: ignore[arg-type]
        people = [Person(table, number) for number in range(4)]
        for person in people:
            if person.number:
                assert await person.act(t.Sit(person.number)) is None
            await person.subscribe()
            assert await person.act(t.Ready()) is None
        assert await people[0].act(t.Start()) is None
        await give_nonces(people)
        return table, people


def person_name(number: int) -> By:
    return By(f"user{number}", f"Person {number}", "human", True)


@dataclass(eq=False)
class Person:
    """Somebody with a connection to one table; a Listener."""

    table: Table
    number: int
    frames: list[p.ToClient] = field(default_factory=list)
    raw: list[bytes] = field(default_factory=list)
    seen: list[t.AnySeen] = field(default_factory=list)
    seat: int | None = None
    view: View | None = None
    turn: p.Turn = field(default_factory=lambda: p.Turn(()))
    k: int = 0
    sent: int = 0
    muted: frozenset[str] = frozenset()

    @property
    def user(self) -> str:
        return f"user{self.number}"

    @property
    def nonce(self) -> bytes:
        return hashlib.sha256(self.user.encode()).digest()

    def deliver(self, frame: bytes) -> None:
        self.raw.append(frame)
        decoded = _decoder.decode(frame)
        self.frames.append(decoded)
        if isinstance(decoded, p.Subscribed):
            self.seat = decoded.seat
            if decoded.k != self.k:
                self.seen, self.view, self.k = [], None, decoded.k
        elif isinstance(decoded, p.Update):
            for event in decoded.events:
                self.seen.append(event)
                if isinstance(event, m.MatchStarted):
                    self.view = begin_view(event, self.seat)
                elif self.view is not None and not isinstance(event, t.TableSeen):
                    self.view = see(self.view, event)
            self.k, self.turn = decoded.k, decoded.turn
            assert len(self.seen) == self.k

    async def subscribe(self, k: int = 0, seat: int | None = None) -> None:
        await self.table.subscribe(self, seat, k)

    async def act(self, action: t.AnyAction, id_: str | None = None) -> t.AnyReason | None:
        """Do something; returns the reason of a refusal."""
        self.sent += 1
        command = Do(person_name(self.number), action)
        return (await self.table.submit(command, self, id_ or f"c{self.sent}")).reason

    def of(self, kind: type[m.Seen | t.TableSeen]) -> list[t.AnySeen]:
        return [event for event in self.seen if isinstance(event, kind)]


async def give_nonces(people: Sequence[Person]) -> None:
    """Every seat that is to give a nonce commits to it, then opens it."""
    published = next(event for event in people[0].seen if isinstance(event, t.ChainPublished))
    parts = [person for person in people if person.seat in published.parts]
    for person in parts:
        assert person.seat is not None
        data = bytes.fromhex(published.table_hash) + bytes.fromhex(published.head) + bytes([person.seat])
        shown = hashlib.sha256(b"puur fair 1 nonce\0" + data + person.nonce).hexdigest()
        assert await person.act(t.CommitNonce(shown)) is None
    for person in parts:
        assert await person.act(t.OpenNonce(person.nonce.hex())) is None


async def settle(table: Table) -> None:
    """Let bots and timers do what they have to do at this moment."""
    for _ in range(200):
        await asyncio.sleep(0)
    await table.submit(Tick())
    await asyncio.sleep(0.02)


async def play_on(people: Sequence[Person], chance: Random, until: int | None = None) -> None:
    """Everybody plays at random, until the match is over or so many actions are done."""
    done = 0
    table = people[0].table
    while table.live.stage == "playing" and (until is None or done < until):
        acted = False
        for person in people:
            view = person.view
            if view is not None and view.my_turn and table.live.stage == "playing":
                action = bot("random").choose(view, chance, Budget(iterations=1))
                assert await person.act(action) is None
                acted = True
                done += 1
                if until is not None and done >= until:
                    return
        if not acted:
            await settle(table)


async def play_until(people: Sequence[Person], chance: Random, true: object) -> None:
    """Play until a condition on the table holds."""
    table = people[0].table
    while not true(table.live):  # type: ignore[operator]
        await play_on(people, chance, 1)


def stage(table: Table) -> str:
    """The stage of a table, asked anew each time."""
    return table.live.stage


def substituted(table: Table, seat: int) -> bool:
    """Whether a bot plays for a seat now."""
    return table.live.seats[seat].substituted
