"""Warming up: ``warm_up(names)`` makes a process ready to play, for the server's pool of bots.

What a bot loads and compiles at its first decisions is done here, on made-up deals in which every seat holds one
suit, so that no player waits for it. ``python -m puur.bots.warm`` does it for the bots of all levels. ``one_core`` and
``end_with_parent`` are for worker processes in which bots think.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Iterable
from random import Random

from puur.bots.base import Budget, bot
from puur.bots.levels import LEVELS
from puur.cards import CODES
from puur.engine import messages as m
from puur.engine.view import View, begin_view, see

BRIEFLY = Budget(iterations=2)


def one_core() -> None:
    """Keep NumPy's linear algebra to one thread in this process, unless it is told otherwise; before NumPy is loaded.

    Networks are small and cores shared: threads that wait for each other make a decision many times as long.
    """
    for library in ("OPENBLAS", "MKL", "OMP"):
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")


def end_with_parent() -> None:
    """End this worker process when the one that made it has gone, even if that was killed: it would wait for ever."""
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def warm_up(names: Iterable[str]) -> None:
    """Let every bot decide once about everything."""
    for name in names:
        player = bot(name)
        for view in positions():
            player.choose(view, Random(1), BRIEFLY)  # noqa: S311


def positions() -> list[View]:
    """An estimate, trumps to choose, and cards early, late and at the end of a deal, with partner and without."""
    alone, partners = _dealt("differenzler"), _dealt("schieber-swiss")
    estimate = see(alone, m.TrumpDrawn("C"))
    spoken = see(_dealt("differenzler", {"announcement": "open"}), m.TrumpDrawn("C"))
    covered, opened = estimate, spoken
    for seat in range(4):
        covered = see(covered, m.EstimateConfirmed(seat, 100 if seat == 0 else None))
        opened = see(opened, m.EstimateConfirmed(seat, 20))
    playing = see(partners, m.ContractMade(0, "obenabe"))
    playing = see(playing, m.MeldsAnnounced(0, ()))
    near = [_after(playing, 4), _after(playing, 6)]
    return [estimate, covered, _after(covered, 2), partners, playing, *near, spoken, opened, _after(opened, 2)]


def _dealt(variant: str, options: dict[str, m.OptionValue] | None = None) -> View:
    view = begin_view(m.MatchStarted(variant, options or {}), 0)
    view = see(view, m.DealStarted(1, 3))
    return see(view, m.HandDealt(9, CODES[:9]))


def _after(view: View, tricks: int) -> View:
    """Some tricks later: every seat has played its suit from the bottom."""
    for number in range(tricks):
        for seat in range(4):
            view = see(view, m.CardPlayed(seat, CODES[9 * seat + number]))
        view = see(view, m.TrickTaken(0, 0))
    return view


if __name__ == "__main__":
    warm_up(sorted({level.bot for level in LEVELS.values()}))
