"""What may leave the engine: no message that a seat sees can carry the secret state, by its types."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest

from puur.engine import messages as m
from puur.engine.board import Board, Mine
from puur.engine.state import State
from puur.engine.view import View

SECRET: set[Any] = {State, Mine, m.CardsDealt, m.HandsCompleted, m.EstimateMade, m.MeldsDeclared, m.Draw, m.Deal}
SEEN: tuple[Any, ...] = get_args(m.Seen)
EVENTS: tuple[Any, ...] = get_args(m.Event)


def reachable(kind: Any, found: set[Any] | None = None) -> set[Any]:
    """Every type that a value of this type may contain."""
    found = set() if found is None else found
    if kind in found:
        return found
    found.add(kind)
    for part in _parts(kind):
        reachable(part, found)
    return found


def _parts(kind: Any) -> Iterator[Any]:
    yield from get_args(kind)
    if get_origin(kind) is Union:
        return
    if isinstance(kind, type) and (issubclass(kind, msgspec.Struct) or is_dataclass(kind)):
        yield from get_type_hints(kind).values()


@pytest.mark.parametrize("kind", SEEN, ids=lambda kind: kind.__name__)
def test_nothing_that_is_seen_contains_a_secret(kind: Any) -> None:
    assert not reachable(kind) & SECRET


def test_a_refusal_contains_a_reason_and_nothing_else() -> None:
    assert get_type_hints(m.Refusal) == {"reason": m.Reason}


def test_a_view_contains_one_mine_and_no_state() -> None:
    kinds = reachable(View)
    assert Mine in kinds
    assert not kinds & (SECRET - {Mine})
    assert not reachable(Board) & SECRET


def test_the_state_is_found_where_it_is() -> None:
    """The walk does look inside tuples, unions and options."""
    assert Mine in reachable(State)
    assert m.Draw in reachable(m.Action)


def test_every_secret_event_has_a_form_to_be_seen_in() -> None:
    secret = set(get_args(m.SecretEvent))
    assert secret == set(EVENTS) - set(SEEN)
    assert set(SEEN) - set(EVENTS) == {m.HandDealt, m.HandCompleted, m.EstimateConfirmed, m.MeldsAnnounced}


def test_tags_are_unique_on_the_wire() -> None:
    tags = [kind.__struct_config__.tag for kind in {*EVENTS, *SEEN}]
    assert len(tags) == len(set(tags))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (b'{"type":"estimate","points":12.5}', "int"),
        (b'{"type":"estimate","points":"abc"}', "int"),
        (b'{"type":"estimate","points":NaN}', "malformed"),
        (b'{"type":"play","card":"1H"}', "Invalid enum value"),
        (b'{"type":"name","contract":"X"}', "Invalid enum value"),
        (b'{"type":"deal"}', "draw"),
        (b'{"type":"nonsense"}', "Invalid value"),
        (b'{"points":3}', "type"),
    ],
)
def test_a_malformed_message_is_refused_where_it_is_read(text: bytes, problem: str) -> None:
    with pytest.raises(msgspec.DecodeError, match=problem):
        msgspec.json.decode(text, type=m.Action)
