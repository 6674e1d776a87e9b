"""The settings that follow an account from browser to browser: known keys only, so their size is bounded.

The same keys as web/src/settings/settings.svelte.ts, and the language. A key that is missing has not been chosen.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType


class PlayerSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """What a player has chosen."""

    language: Literal["de", "fr", "it", "en", "nl"] | UnsetType = UNSET
    deck: Literal["french", "swiss", "salzburg"] | UnsetType = UNSET
    four_colours: bool | UnsetType = UNSET
    suit_letters: bool | UnsetType = UNSET
    theme: Literal["auto", "light", "dark", "contrast"] | UnsetType = UNSET
    speed: Literal["slow", "normal", "fast", "instant"] | UnsetType = UNSET
    trick_waits: bool | UnsetType = UNSET
    sounds: bool | UnsetType = UNSET
    vibrate: bool | UnsetType = UNSET
    auto_play: bool | UnsetType = UNSET
    """Whether the server plays forced last cards."""
    two_taps: bool | UnsetType = UNSET
    left_handed: bool | UnsetType = UNSET
    card_size: Literal["normal", "large"] | UnsetType = UNSET
    trump_first: bool | UnsetType = UNSET
    hints: bool | UnsetType = UNSET

    @classmethod
    def read(cls, text: str | None) -> PlayerSettings:
        """What was stored. A value that this version no longer knows counts as not chosen."""
        kept: dict[str, object] = msgspec.json.decode(text or "{}", type=dict[str, object])
        known = {field.encode_name: field.type for field in msgspec.structs.fields(cls)}
        valid = {name: value for name, value in kept.items() if name in known and _fits(value, known[name])}
        return msgspec.convert(valid, cls)


def _fits(value: object, kind: object) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True
