#!/usr/bin/env python3
"""Generates web/src/lib/wire.ts and docs/protocol.md from the message types of the WebSocket protocol.

`scripts/wire_types.py` writes both files; `--check` fails if they are not up to date. tests/server runs the check.
"""

import argparse
import ast
import inspect
import sys
import types
import typing
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from puur import cards
from puur.client import protocol, table_messages
from puur.engine import messages
from puur.rules import ruleset

ROOT = Path(__file__).resolve().parent.parent
TYPES = ROOT / "web" / "src" / "lib" / "wire.ts"
DOC = ROOT / "docs" / "protocol.md"
MODULES = (cards, ruleset, messages, table_messages, protocol)
"""Where named types are found; later names win."""
ROOTS = (protocol.FromClient, protocol.ToClient)
NAMED_UNIONS = (
    "Call", "SeatAction", "TableAction", "AnyAction", "Seen", "TableSeen", "AnySeen", "FromClient", "ToClient",
    "CardCode", "SuitCode", "ContractCode", "Reason", "TableReason", "AnyReason", "Phrase", "OptionValue",
    "Visibility", "ReplayVisibility",
)  # fmt: skip


def named() -> dict[str, Any]:
    return {name: getattr(module, name) for module in MODULES for name in NAMED_UNIONS if hasattr(module, name)}


NAMES = named()


def members(value: Any) -> frozenset[Any]:
    """The members of a union or a literal type, flat, whatever order and nesting they were written in."""
    value = stripped(value)
    if get_origin(value) is Literal:
        return frozenset(get_args(value))
    if get_origin(value) in (Union, types.UnionType):
        return frozenset().union(*(members(member) for member in get_args(value)))
    return frozenset([value])


def stripped(value: Any) -> Any:
    """A type without its Annotated constraints."""
    return stripped(get_args(value)[0]) if get_origin(value) is typing.Annotated else value


BY_MEMBERS = {members(value): name for name, value in NAMES.items()}


def typescript(value: Any, *, inside: str | None = None) -> str:
    """A type as TypeScript, by name where it has one."""
    value = stripped(value)
    origin, arguments = get_origin(value), get_args(value)
    if origin in (Union, types.UnionType, Literal):
        return union(value, inside)
    if origin is tuple and arguments[-1] is not Ellipsis:
        return f"[{', '.join(typescript(argument) for argument in arguments)}]"
    if origin in (list, tuple):
        item = typescript(arguments[0])
        return f"({item})[]" if " | " in item else f"{item}[]"
    if origin is dict:
        key = typescript(arguments[0])
        body = f"Record<{key}, {typescript(arguments[1])}>"
        return body if key == "string" else f"Partial<{body}>"
    if isinstance(value, type) and issubclass(value, msgspec.Struct):
        return value.__name__
    plain = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}
    return plain[value]


def union(value: Any, inside: str | None) -> str:
    whole = members(value)
    nothing = frozenset([type(None)])
    for found, name in BY_MEMBERS.items():
        if name != inside and whole - nothing == found:
            return f"{name} | null" if whole & nothing else name
    if get_origin(value) is Literal:
        return " | ".join(f"'{item}'" if isinstance(item, str) else str(item) for item in get_args(value))
    return " | ".join(typescript(argument, inside=inside) for argument in get_args(value))


def structs(value: Any, seen: dict[str, type[msgspec.Struct]]) -> dict[str, type[msgspec.Struct]]:
    """All structs that a type leads to, in the order in which they are met."""
    value = stripped(value)
    if isinstance(value, type) and issubclass(value, msgspec.Struct):
        if value.__name__ not in seen:
            seen[value.__name__] = value
            for hint in typing.get_type_hints(value, include_extras=True).values():
                structs(hint, seen)
    else:
        for argument in get_args(value):
            structs(argument, seen)
    return seen


def field_notes(struct: type[msgspec.Struct]) -> dict[str, str]:
    """The texts that stand below fields in the source."""
    tree = ast.parse(inspect.getsource(struct)).body[0]
    assert isinstance(tree, ast.ClassDef)
    notes = {}
    for before, node in zip(tree.body, tree.body[1:], strict=False):
        match before, node:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=note)):
                notes[name] = " ".join(str(note).split())
    return notes


def note(struct: type[msgspec.Struct]) -> str:
    text = struct.__doc__ or ""
    return " ".join(inspect.cleandoc(text).split())


def fields(struct: type[msgspec.Struct]) -> Iterator[tuple[str, str, bool, str]]:
    """Name, type, whether it may be missing, and note of every field."""
    hints = typing.get_type_hints(struct, include_extras=True)
    notes = field_notes(struct)
    may_lack = struct.__struct_config__.omit_defaults
    for field in msgspec.structs.fields(struct):
        lacks = not field.required and may_lack
        yield field.encode_name, typescript(hints[field.name]), lacks, notes.get(field.name, "")


def tag_of(struct: type[msgspec.Struct]) -> str | None:
    tag = struct.__struct_config__.tag
    return None if tag is None else str(tag)


def wire_ts() -> str:
    lines = [
        "/** Types of the WebSocket protocol. Generated by scripts/wire_types.py from the server's own: do not edit. */",
        "/* eslint-disable */",
        "",
        f"export const PROTOCOL = {protocol.PROTOCOL};",
    ]
    found: dict[str, type[msgspec.Struct]] = {}
    for root in ROOTS:
        structs(root, found)
    for name, value in NAMES.items():
        body = typescript(value, inside=name)
        lines += ["", *wrapped(f"export type {name} =", body.split(" | "))]
    for name, struct in found.items():
        lines += ["", f"/** {note(struct)} */", f"export interface {name} {{"]
        if tag_of(struct):
            lines.append(f"  type: '{tag_of(struct)}';")
        for field, kind, lacks, text in fields(struct):
            if text:
                lines.append(f"  /** {text} */")
            lines.append(f"  {field}{'?' if lacks else ''}: {kind};")
        lines.append("}")
    return "\n".join(lines) + "\n"


def wrapped(head: str, parts: list[str]) -> list[str]:
    whole = f"{head} {' | '.join(parts)};"
    return [whole] if len(whole) <= 110 else [head, *(f"  | {part}" for part in parts[:-1]), f"  | {parts[-1]};"]


def table(members_: Iterable[type[msgspec.Struct]]) -> Iterator[str]:
    for struct in members_:
        yield f"### `{tag_of(struct) or struct.__name__}`"
        yield ""
        if note(struct) and not note(struct).startswith(f"{struct.__name__}("):
            yield from (note(struct), "")
        rows = list(fields(struct))
        if rows:
            yield "| field | type | |"
            yield "|---|---|---|"
            for field, kind, lacks, text in rows:
                shown = kind.replace("|", "\\|")
                remark = "; ".join(part for part in ("may be missing" if lacks else "", text) if part)
                yield f"| `{field}` | `{shown}` | {remark} |"
            yield ""


def protocol_md() -> str:
    found: dict[str, type[msgspec.Struct]] = {}
    for root in ROOTS:
        structs(root, found)

    def of(name: str) -> list[type[msgspec.Struct]]:
        return [struct for struct in found.values() if struct in members(NAMES[name])]

    parts = {
        "From the client": of("FromClient"),
        "To the client": of("ToClient"),
        "Actions of the game": of("SeatAction"),
        "Actions at the table": of("TableAction"),
        "Seen of the game": of("Seen"),
        "Seen of the table": of("TableSeen"),
    }
    listed = {struct for group in parts.values() for struct in group}
    parts["Parts of messages"] = [struct for struct in found.values() if struct not in listed]
    lines = [
        "# The WebSocket protocol",
        "",
        "Generated by `scripts/wire_types.py` from `puur.client.protocol`, `puur.client.table_messages` and",
        "`puur.engine.messages`: do not edit. TypeScript types of the same messages are in `web/src/lib/wire.ts`.",
        "",
        *PROSE.strip().splitlines(),
        "",
    ]
    for title, group in parts.items():
        lines += [f"## {title}", "", *table(group)]
    lines += ["## Named values", ""]
    for name in NAMES:
        value = typescript(NAMES[name], inside=name)
        if "'" in value:
            lines.append(f"- `{name}`: {', '.join(f'`{part.strip(chr(39))}`' for part in value.split(' | '))}")
    return "\n".join(lines).rstrip() + "\n"


PROSE = f"""
Version {protocol.PROTOCOL}. The address is `/ws`, optionally with `?protocol={protocol.PROTOCOL}`; an unknown version is refused with close code
4400. Who one is comes from the session cookie (`POST /api/session` makes a guest at once) or from an
`Authorization: Bearer TOKEN` header; without either the connection is closed with 4401. Every frame is one JSON object
in a text frame, at most 16 KiB; its `type` says which. Fields with a default may be missing in both directions.
Times are milliseconds since 1970 by the server's clock, which `welcome` and `pong` tell.

The life of a connection:

1. The server sends `welcome`.
2. The client sends `subscribe` with the number `k` of things that it has seen of the table already (0 at first) and the
   seat whose count that is. The server answers `subscribed`, then one `update` with everything from `k` on, and from
   then on an `update` for every command that somebody carries out. The events of a command come together. `k` counts
   what this seat may see, so hidden events leave no gaps. If the connection breaks, subscribe again with the last `k`.
3. `act` carries an action of the game or of the table with a command id. Its author gets `accepted` inside the update
   that it led to, or `refused` with a reason; the same id sent again gets the first answer again.
4. Every `update` carries `turn`: who must act, the clocks, and for the receiver what he may do (`choices`): the cards
   that may be played, why each other card may not, the calls, the estimate. It always describes the state after `k`.
5. `ping` at least as often as `welcome.heartbeat` asks, unless something else is sent; otherwise the server hangs up.

Close codes: 4400 another version, 4401 nobody, 4403 not allowed from here or banned, 4408 silent for too long, 4429 too
many frames or connections, 1009 a frame too large, 1012 the server restarts (connect again), 1013 too slow a reader.

Fair deals: after `start` the table shows `chain-published`. Every seat in `parts` answers with `commit-nonce`; when all
have, each sends `open-nonce`. After each deal `seed-revealed` follows. The bytes are specified in docs/fairness.md.
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only say whether the files are up to date")
    check = parser.parse_args().check
    stale = []
    for path, content in ((TYPES, wire_ts()), (DOC, protocol_md())):
        if path.is_file() and path.read_text(encoding="utf-8") == content:
            continue
        stale.append(path.relative_to(ROOT))
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
    for path in stale:
        print(f"{path}: {'out of date, run scripts/wire_types.py' if check else 'written'}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
