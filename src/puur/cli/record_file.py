"""Loading a record for a command: whatever is wrong with the file is a ValueError of one line."""

from __future__ import annotations

from pathlib import Path

from puur.engine.notation_reader import RecordError, read
from puur.engine.record import Record


def load(path: Path) -> Record:
    """The record in a file."""
    try:
        return read(path.read_bytes())
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from None
    except RecordError as error:
        raise ValueError(f"{path}, {error}") from None


class Forged(ValueError):
    """The deals of a record are not what its evidence says."""
