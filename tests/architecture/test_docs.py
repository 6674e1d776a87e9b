"""What the documents name exists: links, files, modules, commands, options, numbers of choices, words of the code."""

import ast
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer.main

from puur.cli.check import KINDS
from puur.cli.main import app
from puur.engine import messages
from puur.engine.phases.play import REASONS
from puur.rules.variant import allowed_values, default_of
from puur.rules.variants import VARIANTS

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
RULES = ROOT / "docs" / "rules.md"
GLOSSARY = ROOT / "docs" / "glossary.md"
ARCHITECTURE = ROOT / "docs" / "architecture.md"
DOCUMENTS = [*sorted((ROOT / "docs").glob("*.md")), README, ROOT / "CONTRIBUTING.md"]
FOLDERS = ("src", "web", "tests", "e2e", "bench", "docs", "scripts", "requirements")
SEARCHED = (*FOLDERS, ".ci")
NOT_IN_GIT = ("src/puur/server/static", "uv.lock")
"""Named in the documents as what is built, or as what is not used."""
ABSENT = "(not written yet)"
"""A line of a document may name what is missing, if it says so."""
LAST_CHOICE = 72
LANGUAGE_SECTIONS = range(1, 7)
GAME_WORDS = (
    "puur", "nell", "stoeck", "weis", "matsch", "roem", "nat", "pit", "stuk", "forehand", "obenabe", "undenufe",
    "shove", "capot", "coinche", "surcoinche", "litige", "belote", "marriage", "meld", "estimate", "undertrump",
    "undercut", "dealer", "declarer", "trick", "trump", "bid", "carry", "slam", "lot", "stock", "draw", "source",
    "seed", "nonce", "chain", "head", "board", "mine", "view", "seen", "state", "fold", "evolve", "decide", "project",
    "mode", "kernel", "packed", "procedure", "schmieren",
)  # fmt: skip
"""Words that a reader of the code meets and cannot look up elsewhere."""


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def spans(path: Path) -> list[str]:
    """What stands in backquotes, outside of lines that say that it is missing."""
    kept = (line for line in text_of(path).splitlines() if ABSENT not in line)
    return [found.group(1) for line in kept for found in re.finditer(r"`([^`]+)`", line)]


def anchors(path: Path) -> set[str]:
    """The names that headings can be linked by."""
    headings = re.findall(r"^#+ (.+)$", text_of(path), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@cache
def file_names() -> frozenset[str]:
    """Every file of the repository by its bare name, as documents call files of a folder named just before."""
    here = {path.name for path in ROOT.iterdir()}
    skipped = ("node_modules", "__pycache__", "static")
    for folder in SEARCHED:
        here |= {path.name for path in (ROOT / folder).rglob("*") if not any(part in skipped for part in path.parts)}
    return frozenset(here)


def is_there(name: str) -> bool:
    """Whether a path, a pattern of paths, or a bare name of a file exists."""
    name = name.rstrip("/")
    if name.startswith(NOT_IN_GIT):
        return True
    if "*" in name:
        return any(ROOT.glob(name))
    return (ROOT / name).exists() or name in file_names()


def module_is_there(name: str) -> bool:
    """Whether ``puur.a.b`` is a module, or a name of a module."""
    path = ROOT / "src" / Path(*name.split("."))
    if path.is_dir() or path.with_suffix(".py").is_file():
        return True
    parent, _, attribute = name.rpartition(".")
    home = ROOT / "src" / Path(*parent.split("."))
    for source in (home.with_suffix(".py"), home / "__init__.py"):
        if source.is_file():
            return re.search(rf"\b{re.escape(attribute)}\b", text_of(source)) is not None
    return False


def code_lines(path: Path) -> list[str]:
    """The lines of fenced and indented code blocks."""
    lines, fenced = [], False
    for line in text_of(path).splitlines():
        if line.startswith("```"):
            fenced = not fenced
        elif fenced or line.startswith("    "):
            lines.append(line.strip())
    return lines


def command_lines(path: Path, program: str) -> list[list[str]]:
    """The calls of a program in code blocks, without comments, split into words."""
    pattern = re.compile(rf"^(?:\$ )?(?:\.venv/bin/)?{program}\s+(.+)$")
    found = (pattern.match(re.split(r"\s#\s", line)[0]) for line in code_lines(path))
    return [match.group(1).split() for match in found if match]


def rows(section: str) -> list[list[str]]:
    """The cells of the rows of a Markdown table, headings and rules left out."""
    lines = [line for line in section.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]
    return [row for i, row in enumerate(cells) if not set("".join(row)) <= set("-: ") and not _is_heading(cells, i)]


def _is_heading(cells: list[list[str]], i: int) -> bool:
    return i + 1 < len(cells) and set("".join(cells[i + 1])) <= set("-: ") and "-" in "".join(cells[i + 1])


def section(path: Path, start: str) -> str:
    """The text from a heading to the next of the same or a higher level."""
    level = start.split(maxsplit=1)[0]
    rest = text_of(path).split(f"\n{start}", 1)
    assert len(rest) == 2, f"{path.name} has no heading {start!r}"
    return re.split(rf"^#{{1,{len(level)}}} ", rest[1].split("\n", 1)[1], maxsplit=1, flags=re.MULTILINE)[0]


# ------------------------------------------------------------------------------------------- links and files


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_leads_somewhere(path: Path) -> None:
    broken = []
    for target in re.findall(r"\]\(([^)\s]+)\)", text_of(path)):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        goal = path.parent / name if name else path
        if not goal.exists() or (anchor and anchor not in anchors(goal)):
            broken.append(target)
    assert broken == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_file_that_is_named_exists(path: Path) -> None:
    suffix = re.compile(r"^[\w./*-]+\.(?:py|md|ts|svelte|toml|txt|json|yaml|html)$")
    in_folder = re.compile(rf"^(?:{'|'.join(FOLDERS)})/[\w./*-]*$")
    missing = [span for span in spans(path) if (suffix.match(span) or in_folder.match(span)) and not is_there(span)]
    assert missing == []


@pytest.mark.parametrize("path", [path for path in DOCUMENTS if path.name != "CONTRIBUTING.md"], ids=lambda p: p.name)
def test_every_module_that_is_named_exists(path: Path) -> None:
    named = [span for span in spans(path) if re.match(r"^puur(\.\w+)+$", span)]
    assert [name for name in named if not module_is_there(name)] == []


# -------------------------------------------------------------------------------------------------- commands


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_make_target_that_is_shown_exists(path: Path) -> None:
    targets = set(re.findall(r"^([\w-]+):", text_of(ROOT / "Makefile"), re.MULTILINE))
    shown = [word for words in command_lines(path, "make") for word in words if re.match(r"^[a-z][\w-]*$", word)]
    assert [target for target in shown if target not in targets] == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_puur_command_that_is_shown_exists_with_its_options(path: Path) -> None:
    root = typer.main.get_command(app)
    wrong = []
    for words in command_lines(path, "puur"):
        command: Any = root
        for word in words:
            if not hasattr(command, "commands") or word.startswith("-"):
                break
            if word not in command.commands:
                wrong.append(" ".join(["puur", *words]))
                break
            command = command.commands[word]
        known = {name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)}
        known |= {"-h", "--help"}
        wrong += [
            f"puur {words[0]} {word}" for word in words if word.startswith("-") and word.split("=")[0] not in known
        ]
    assert wrong == []


def test_the_readme_shows_its_two_commands() -> None:
    assert [words[0] for words in command_lines(README, "make")][:2] == ["serve", "test"]


# ----------------------------------------------------------------------------------------------- docs/rules.md


def test_every_choice_stands_once_in_section_12() -> None:
    numbers = [int(row[0]) for row in rows(section(RULES, "## 12."))]
    assert sorted(numbers) == list(range(1, LAST_CHOICE + 1))


def test_every_choice_but_the_misprints_is_used_where_it_matters() -> None:
    games = text_of(RULES).split("\n## 12.")[0]
    used = {int(n) for group in re.findall(r"amb\. ([\d, ]+)", games) for n in re.findall(r"\d+", group)}
    assert set(range(1, LAST_CHOICE + 1)) - used == {26, 27, 70}


def test_the_further_choices_are_numbered_without_gaps() -> None:
    numbers = [int(n) for n in re.findall(r"^- \*\*S(\d+)\*\*", section(RULES, "## 15."), re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    mentioned = {int(n) for n in re.findall(r"\bS(\d+)\b", text_of(RULES))}
    assert mentioned <= set(numbers)


def test_what_the_code_cites_of_the_rules_exists() -> None:
    sections = set(re.findall(r"^#+ (\d+(?:\.\d+)?)[. ]", text_of(RULES), re.MULTILINE))
    wrong = []
    for path in sorted((ROOT / "src" / "puur").rglob("*.py")):
        source = text_of(path)
        for group in re.findall(r"\bamb\. ([\d, ]+)", source):
            wrong += [f"{path.name}: amb. {n}" for n in re.findall(r"\d+", group) if not 1 <= int(n) <= LAST_CHOICE]
        for cited in re.findall(r"docs/rules\.md,? \(?sections? (\d+(?:\.\d+)?)", source):
            wrong += [] if cited in sections else [f"{path.name}: section {cited}"]
    assert wrong == []


def shown(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def test_the_table_of_options_is_the_code_s() -> None:
    documented: dict[tuple[str, str], str] = {}
    for option, _, defaults in rows(section(RULES, "## 10.").split("### 10.1")[0]):
        for default, games in re.findall(r"`([^`]+)`: ([^;]+)", defaults):
            documented |= {(game.strip(), option.strip("`")): default for game in games.split(",")}
    assert documented == {
        (name, option): shown(default_of(variant, option))
        for name, variant in VARIANTS.items()
        for option in variant.options
    }


def test_the_table_of_options_has_their_values() -> None:
    wrong = []
    for option, values, games in rows(section(RULES, "## 10.").split("### 10.1")[0]):
        for variant in VARIANTS.values():
            name = option.strip("`")
            offered = name in variant.options and re.search(rf"[:,] {variant.name}(?=[,;]|$)", games)
            allowed = allowed_values(variant, name) if offered else None
            if isinstance(allowed, range):
                wrong += [] if values == f"{allowed[0]} to {allowed[-1]}" else [f"{variant.name}: {name}"]
            elif allowed is not None:
                given = re.findall(r"`([^`]+)`", values)
                wrong += [] if given == [shown(value) for value in allowed] else [f"{variant.name}: {name}"]
    assert wrong == []


def test_every_kind_of_example_is_described() -> None:
    described = [row[0].strip("`") for row in rows(section(RULES, "## 14."))]
    assert described == list(KINDS)


def test_every_reason_to_refuse_a_card_is_named() -> None:
    named = re.findall(r"`([a-z-]+)`", section(RULES, "### 1.6"))
    assert set(REASONS.values()) <= set(named)


# ------------------------------------------------------------------------------------------------ the glossary


def glossary_words() -> set[str]:
    """What stands in the first column, word by word, without marks."""
    first = [row[0] for row in rows(text_of(GLOSSARY))]
    return {word.lower() for cell in first for word in re.findall(r"[\w-]+", cell)}


def test_the_glossary_has_the_words_of_the_game_and_of_the_code() -> None:
    everywhere = {word.lower() for row in rows(text_of(GLOSSARY)) for word in re.findall(r"\w+", row[0])}
    assert [word for word in GAME_WORDS if word not in everywhere] == []


def test_the_glossary_has_every_game_and_every_call() -> None:
    words = glossary_words()
    assert [name for name in VARIANTS if name not in words] == []
    calls = [kind.__name__ for kind in messages.Call.__args__]
    assert [name for name in calls if f"`{name}`" not in text_of(GLOSSARY)] == []


def test_the_words_of_the_game_have_a_name_in_five_languages() -> None:
    for number in LANGUAGE_SECTIONS:
        for row in rows(section(GLOSSARY, f"## {number}.")):
            assert len(row) == 7, row[0]
            assert all(row), row[0]


def test_what_the_glossary_spells_as_code_is_in_the_code() -> None:
    sources = [*(ROOT / "src").rglob("*.py"), *(ROOT / "web" / "src").rglob("*.ts")]
    code = "\n".join(text_of(path) for path in sources)
    spelled = {
        word for row in rows(text_of(GLOSSARY)) for cell in row[:2] for word in re.findall(r"`([^`/]+)`", cell)
    }
    spelled = {word.split(":")[0] for word in spelled}
    assert sorted(word for word in spelled if not re.search(rf"(?<!\w){re.escape(word)}(?!\w)", code)) == []


def test_the_glossary_says_where_a_word_of_the_code_lives() -> None:
    """The file in the last column has the word in it."""
    wrong = []
    for number in (8, 9, 11):
        for word, _, where in rows(section(GLOSSARY, f"## {number}.")):
            source = text_of(ROOT / where.strip("`"))
            names = re.findall(r"`([^`]+)`", word) or []
            wrong += [f"{name} in {where}" for name in names if not re.search(rf"\b{re.escape(name)}\b", source)]
    assert wrong == []


# -------------------------------------------------------------------------------------------- the architecture


def test_the_architecture_names_every_package() -> None:
    packages = [path.parent for path in (ROOT / "src" / "puur").glob("*/__init__.py")]
    missing = [path.name for path in packages if f"{path.name}/" not in text_of(ARCHITECTURE)]
    assert missing == []


def test_the_architecture_names_every_file_of_rules_and_engine() -> None:
    named = text_of(ARCHITECTURE)
    files = [
        path
        for folder in ("rules", "engine")
        for path in sorted((ROOT / "src" / "puur" / folder).glob("*.py"))
        if path.name != "__init__.py"
    ]
    assert [path.name for path in files if path.name not in named] == []


def test_functions_that_the_architecture_points_to_exist() -> None:
    """``file.py: name`` in the tables of questions: the file defines the name."""
    wrong = []
    for path, name in re.findall(r"`(src/puur/[\w/]+\.py)`: `(\w+)`", text_of(ARCHITECTURE)):
        tree = ast.parse(text_of(ROOT / path))
        names = {
            n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef)
        }
        targets = [t for n in ast.walk(tree) if isinstance(n, ast.Assign) for t in n.targets]
        targets += [n.target for n in ast.walk(tree) if isinstance(n, ast.AnnAssign)]
        names |= {t.id for t in targets if isinstance(t, ast.Name)}
        wrong += [] if name in names else [f"{path}: {name}"]
    assert wrong == []
