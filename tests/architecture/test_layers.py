"""The layers: import-linter's contracts, and what the client SDK may import, stated positively."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CLIENT_MAY_IMPORT = (
    "puur.client",
    "puur.engine.messages",
    "puur.engine.view",
    "puur.cards",
    "puur.rules",
)
"""The client SDK stands beside the layers: a bot on another machine has messages and nothing else."""


def imports_of_ours(path: Path) -> Iterator[str]:
    """The modules of puur that a file names in its import statements, wherever they stand."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] == "puur")
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "puur":
            yield from (
                f"{node.module}.{alias.name}" if module_exists(f"{node.module}.{alias.name}") else node.module
                for alias in node.names
            )


def module_exists(name: str) -> bool:
    path = ROOT / "src" / Path(*name.split("."))
    return path.with_suffix(".py").is_file() or path.is_dir()


def test_every_import_contract_is_kept() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "import_contracts.py")],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


def test_the_client_imports_messages_views_cards_and_rules_only() -> None:
    files = sorted((ROOT / "src" / "puur").glob("client/**/*.py")) + sorted((ROOT / "src" / "puur").glob("client.py"))
    if not files:
        pytest.skip("puur.client is not written yet")
    strangers = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in files
        for name in imports_of_ours(path)
        if not any(name == allowed or name.startswith(allowed + ".") for allowed in CLIENT_MAY_IMPORT)
    ]
    assert strangers == []
