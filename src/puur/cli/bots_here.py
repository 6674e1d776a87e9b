"""Bots of the current folder: ``my_module:MyBot`` on the command line. For puur arena and puur play."""

from __future__ import annotations

import sys
from pathlib import Path


def find_bots_here() -> None:
    """Look for modules in the current folder too, as ``python -m`` does; worker processes inherit it."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
