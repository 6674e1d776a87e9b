"""Memory: a process with all bots of the levels loaded, compiled and used."""

from __future__ import annotations

import importlib
import resource
from collections.abc import Iterator

from puur.bots.levels import LEVELS
from puur.bots.warm import warm_up


def peak() -> float:
    """The most memory this process has held so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def run() -> Iterator[tuple[str, object]]:
    yield "MB before any bot is loaded", peak()
    for name, level in sorted(LEVELS.items()):
        warm_up([level.bot])
        yield f"MB at most, with {name} loaded too", peak()
    importlib.import_module("puur.server.app")
    yield "MB at most, with the server's code loaded too", peak()
