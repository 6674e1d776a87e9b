"""A bot of thirty lines: connects with an API token, plays a match against three bots of the house, and leaves.

PUUR_TOKEN=puur_... python docs/examples/bot.py http://localhost:8000 differenzler
"""

import asyncio
import os
import sys

from puur.client.connection import Client
from puur.client.protocol import Choices
from puur.engine.messages import Estimate, Play, SeatAction
from puur.engine.view import View


def choose(view: View, choices: Choices) -> SeatAction:
    """Estimate 40; declare and call what comes first; play the first card that may be played."""
    if choices.estimate is not None:
        return Estimate(40)
    return choices.actions[0] if choices.actions else Play(choices.cards[0])


async def main(url: str, variant: str) -> None:
    async with Client.connect(url, token=os.environ["PUUR_TOKEN"]) as client:
        seat = await client.play(variant, options={"rounds": 2} if variant == "differenzler" else {})
        await seat.run(choose)
        assert seat.view is not None
        print(f"Match {seat.table} is over. Totals: {seat.view.board.totals}")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2]))
