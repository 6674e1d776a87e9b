"""What git tracks: no package registry by name, no path of a machine, hashed pins, no uv.lock."""

import os
import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# Written in pieces, so that this file does not name them either.
REGISTRIES = tuple(
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("yarnpkg", "com"),
        ("npmmirror", "com"),
        ("anaconda", "org"),
        ("jfrog", "io"),
    )
)
HOMES = re.compile(r"(?<![\w.])/(?:home|Users)/\w+/|(?<![\w.])/(?:root|work)/\w|\b[A-Z]:\\+Users\\")
PINNED = re.compile(r"[\w.\[\],-]+==\S+ .*--hash=sha256:[0-9a-f]{64}")
TRAINING = re.compile(r"^(torch|triton|nvidia-|tensorflow|jax)", re.MULTILINE)


@cache
def tracked() -> tuple[tuple[str, str], ...]:
    """Every text file that git tracks, as it stands in the working tree: its name and its content."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    files = []
    for name in listed.decode().split("\0"):
        path = ROOT / name
        if not name or not path.is_file():
            continue
        content = path.read_bytes()
        if b"\0" not in content[:8192]:
            files.append((name, content.decode("utf-8", errors="replace")))
    return tuple(files)


def lines_with(pattern: re.Pattern[str]) -> list[str]:
    return [
        f"{name}:{number}: {line.strip()[:120]}"
        for name, content in tracked()
        if pattern.search(content)
        for number, line in enumerate(content.splitlines(), start=1)
        if pattern.search(line)
    ]


def test_no_file_names_a_package_registry() -> None:
    assert lines_with(re.compile("|".join(map(re.escape, REGISTRIES)))) == []


def test_no_file_names_a_path_of_a_machine() -> None:
    assert lines_with(HOMES) == []


def test_no_file_names_this_checkout_or_this_home() -> None:
    here = {f"{ROOT}/", f"{Path.home()}/", os.environ.get("HOME", "").rstrip("/") + "/"} - {"/"}
    assert lines_with(re.compile("|".join(re.escape(path) for path in sorted(here)))) == []


def test_requirements_are_pinned_with_hashes() -> None:
    for path in sorted((ROOT / "requirements").glob("*.txt")):
        for requirement in re.sub(r"\\\n", " ", path.read_text(encoding="utf-8")).splitlines():
            assert PINNED.match(requirement), f"{path.name}: {requirement}"


def test_training_libraries_stay_out_of_what_is_installed_to_run_and_to_test() -> None:
    for name in ("run.txt", "dev.txt"):
        assert not TRAINING.search((ROOT / "requirements" / name).read_text(encoding="utf-8"))


def test_no_lock_file_of_uv_is_committed() -> None:
    assert [name for name, _ in tracked() if name.endswith("uv.lock")] == []
