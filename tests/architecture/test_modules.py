"""House rules for modules: each says what it is for, stays short, and has a name that means something."""

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted((ROOT / "src" / "puur").rglob("*.py"))
LONGEST = 400
MEANINGLESS = ("util", "utils", "helper", "helpers", "manager", "managers", "common", "misc")


def test_there_is_source_to_check() -> None:
    assert ROOT / "src" / "puur" / "cards.py" in SOURCES


def test_every_module_opens_with_a_docstring() -> None:
    silent = [
        str(path.relative_to(ROOT))
        for path in SOURCES
        if not (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").strip()
    ]
    assert silent == []


def test_no_module_is_longer_than_400_lines() -> None:
    lengths = {str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines()) for path in SOURCES}
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}


def test_no_module_is_a_drawer_for_odds_and_ends() -> None:
    drawers = [
        str(path.relative_to(ROOT)) for path in SOURCES if any(word in MEANINGLESS for word in path.stem.split("_"))
    ]
    assert drawers == []


def test_every_benchmark_says_what_it_measures_and_has_a_run_function() -> None:
    for path in sorted((ROOT / "bench").glob("bench_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        assert ast.get_docstring(tree), path.name
        assert "run" in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}, path.name
