"""The settings that an account keeps are those that the browser knows."""

from __future__ import annotations

import re
from pathlib import Path
from types import UnionType
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest

from puur.server.identity.player_settings import PlayerSettings

WEB = Path(__file__).resolve().parents[3] / "web" / "src"


def of_the_browser() -> dict[str, set[str]]:
    """Each setting of the browser with its values."""
    source = (WEB / "settings" / "settings.svelte.ts").read_text(encoding="utf-8")
    body = re.search(r"export interface Settings \{(.*?)\n\}", source, re.DOTALL)
    assert body is not None
    decks = re.search(r"export type Deck = ([^;]+);", (WEB / "cards" / "card.ts").read_text(encoding="utf-8"))
    assert decks is not None
    found = {}
    for name, kind in re.findall(r"^\s*(\w+): ([^;]+);", body[1], re.MULTILINE):
        values = decks[1] if kind == "Deck" else kind
        found[name] = set(re.findall(r"'(\w+)'", values)) or {values}
    return found


def of_the_server() -> dict[str, set[str]]:
    def values(kind: Any) -> set[str]:
        if isinstance(kind, UnionType) or str(get_origin(kind)) == "typing.Union":
            return set().union(*(values(part) for part in get_args(kind) if part is not msgspec.UnsetType))
        if get_origin(kind) is Literal:
            return set(get_args(kind))
        assert kind is bool
        return {"boolean"}

    return {field.encode_name: values(field.type) for field in msgspec.structs.fields(PlayerSettings)}


def test_the_server_keeps_every_setting_of_the_browser_with_the_same_values() -> None:
    if not WEB.is_dir():
        pytest.skip("the source of the browser client is not here")
    server = of_the_server()
    assert server.pop("language") == {"de", "fr", "it", "en", "nl"}
    assert server == of_the_browser()


def test_the_settings_of_an_account_are_small() -> None:
    largest = {name: max(values, key=len) for name, values in of_the_server().items()}
    text = msgspec.json.encode({name: value if value != "boolean" else False for name, value in largest.items()})
    assert len(msgspec.json.encode(PlayerSettings.read(text.decode()))) < 500
