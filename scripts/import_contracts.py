#!/usr/bin/env python3
"""Checks the layers: the import-linter contracts of pyproject.toml, as far as the packages exist.

import-linter stops at a contract that names a missing module. Here such a name is left out and reported, so
that the contracts can be written before the packages. A module that exists is always bound. For the Makefile,
pre-commit and tests/architecture.
"""

import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from importlinter import cli

ROOT = Path(__file__).resolve().parent.parent


def exists(module: str) -> bool:
    """Whether a module of ours has been written; other packages' modules always count as existing."""
    if not module.startswith("puur"):
        return True
    path = ROOT / "src" / Path(*module.split("."))
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def bound(contract: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The contract with only the modules that exist, and the names that were left out."""
    kept, missing = dict(contract), []
    for key in ("source_modules", "forbidden_modules"):
        if key in contract:
            kept[key] = [name for name in contract[key] if exists(name)]
            missing += [name for name in contract[key] if not exists(name)]
    return kept, missing


def as_ini(settings: dict[str, Any], contracts: list[dict[str, Any]]) -> str:
    """The configuration in the form that import-linter reads from a file of its own."""

    def lines(values: dict[str, Any]) -> list[str]:
        return [
            f"{key} =\n" + "\n".join(f"    {item}" for item in value)
            if isinstance(value, list)
            else f"{key} = {value}"
            for key, value in values.items()
        ]

    out = ["[importlinter]", *lines(settings)]
    for contract in contracts:
        fields = {key: value for key, value in contract.items() if key != "id"}
        out += ["", f"[importlinter:contract:{contract['id']}]", *lines(fields)]
    return "\n".join(out) + "\n"


def main() -> int:
    """Run the contracts; 0 if all are kept."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    settings: dict[str, Any] = project["tool"]["importlinter"]
    contracts = []
    for contract in settings.pop("contracts"):
        kept, missing = bound(contract)
        if missing:
            print(f"not written yet, so not bound by '{contract['id']}': {', '.join(missing)}")
        if all(kept.get(key, True) for key in ("source_modules", "forbidden_modules")):
            contracts.append(kept)
    sys.path[:0] = [str(ROOT / "src")]
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "contracts.ini"
        config.write_text(as_ini(settings, contracts), encoding="utf-8")
        return cli.lint_imports(config_filename=str(config), cache_dir=str(ROOT / ".import_linter_cache"))


if __name__ == "__main__":
    sys.exit(main())
