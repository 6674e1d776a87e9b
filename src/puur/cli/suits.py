"""Suits in a terminal: their signs and colours, by suit code. For the commands that print cards."""

from __future__ import annotations

from puur import faces
from puur.cards import SUIT_CODES

SIGNS = dict(zip(SUIT_CODES, faces.SIGNS, strict=True))
COLOURS = dict(zip(SUIT_CODES, ("green", "yellow", "red", "blue"), strict=True))
