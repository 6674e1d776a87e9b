"""Four people at a table, over real WebSockets. For tests/server and bench."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from puur.client import table_messages as t
from puur.client.connection import Client
from puur.client.seat import Choose, Seat


def quick_settings(variant: str, **more: object) -> t.TableSettings:
    """A table without waiting: no clock, no pause between deals."""
    values: dict[str, object] = {"clock": None, "pause": 0, "visibility": "invited", **more}
    return t.TableSettings(variant=variant, **values)  # type: ignore[arg-type]


@asynccontextmanager
async def four_people(url: str, settings: t.TableSettings) -> AsyncIterator[list[Seat]]:
    """Four guests, seated and ready; the match has not been started."""
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(Client.connect(url)) for _ in range(4)]
        host = await clients[0].open(settings)
        seats = [host]
        for number, client in enumerate(clients[1:], start=1):
            guest = await client.join(host.table, host.invitation)
            guest.invitation = host.invitation
            await guest.act(t.Sit(number))
            await guest.wait_for(lambda seat: seat.seat is not None)
            await guest.act(t.Ready())
            seats.append(guest)
        yield seats


async def play_match(seats: list[Seat], choose: Choose) -> None:
    """The host starts; everybody plays until it is over."""
    await seats[0].act(t.Start())
    await asyncio.gather(*(seat.run(choose) for seat in seats))


async def deal(seats: list[Seat]) -> None:
    """The host starts, everybody does his part for fair deals, and the match begins."""
    await seats[0].act(t.Start())
    await asyncio.gather(*(_until_the_match_begins(seat) for seat in seats))


async def _until_the_match_begins(seat: Seat) -> None:
    while seat.view is None:
        await seat.fairness()
        if seat.view is None:
            await seat.next_change()
