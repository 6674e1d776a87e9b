"""Evolve: (State, Event) -> State. A fold of the log; judges nothing, cannot fail on a log that decide made."""

from __future__ import annotations

from collections.abc import Iterable

from puur.cards import INDEX, SUIT_CODES
from puur.engine import messages as m
from puur.engine.board import Mine
from puur.engine.fold import fold, fold_mine, new_board
from puur.engine.project import project
from puur.engine.state import State

SECRET = (m.CardsDealt, m.HandsCompleted, m.EstimateMade, m.MeldsDeclared)


def begin(started: m.MatchStarted) -> State:
    """The state after the first event of a log."""
    board = new_board(started.variant, started.options)
    return State(board, (Mine(0), Mine(1), Mine(2), Mine(3)))


def evolve(state: State, event: m.Event) -> State:
    """The state after one more event."""
    board = fold(state.board, project(event, None))
    if isinstance(event, m.CardPlayed):
        mine = list(state.mine)
        mine[event.seat] = fold_mine(mine[event.seat], event)
        return State(board, (mine[0], mine[1], mine[2], mine[3]), state.stock, state.suits)
    if not isinstance(event, SECRET) and not isinstance(event, m.EstimateAnnounced):
        return State(board, state.mine, state.stock, state.suits)
    a, b, c, d = (fold_mine(mine, project(event, mine.seat)) for mine in state.mine)
    stock, suits = state.stock, state.suits
    if isinstance(event, m.CardsDealt):
        stock = tuple(INDEX[code] for code in event.stock)
        suits = tuple(SUIT_CODES.index(suit) for suit in event.suits)
    elif isinstance(event, m.HandsCompleted):
        stock = ()
    return State(board, (a, b, c, d), stock, suits)


def replay(events: Iterable[m.Event]) -> State:
    """The state at the end of a log, which begins with MatchStarted."""
    iterator = iter(events)
    first = next(iterator)
    if not isinstance(first, m.MatchStarted):
        raise ValueError("a log begins with match-started")
    state = begin(first)
    for event in iterator:
        state = evolve(state, event)
    return state
