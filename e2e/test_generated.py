"""Generated files of the client are up to date, and the form has a text for every option in every language."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "web" / "src" / "lib" / "games.ts"


def test_games_are_up_to_date() -> None:
    done = subprocess.run([sys.executable, str(ROOT / "scripts" / "web_games.py"), "--check"], check=False)
    assert done.returncode == 0


@pytest.mark.parametrize("language", ["de", "fr", "it", "en", "nl"])
def test_every_option_has_a_text(language: str) -> None:
    catalogue = (ROOT / "web" / "src" / "i18n" / f"{language}.ts").read_text(encoding="utf-8")
    texts = set(re.findall(r"'([\w.-]+)':", catalogue))
    missing = set()
    for line in GAMES.read_text(encoding="utf-8").splitlines():
        if not line.startswith('  {"id"'):
            continue
        for option in json.loads(line.rstrip(","))["options"]:
            if f"option.{option['name']}" not in texts:
                missing.add(option["name"])
            plain = [value for value in option["values"] if isinstance(value, str)]
            missing |= {
                f"{option['name']}.{value}" for value in plain if f"option.{option['name']}.{value}" not in texts
            }
    assert not missing
