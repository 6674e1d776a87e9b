"""Search for trumps: what every call leads to, the others calling and playing like the heuristic, in many worlds.

In an auction the heuristic calls.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
from msgspec.structs import replace

from puur.bots.base import Budget
from puur.bots.heuristic import calls as heuristic
from puur.bots.playout import Array, Floats
from puur.bots.search import rollouts, score
from puur.bots.search.race import Race
from puur.bots.search.teams import constants_of, extras, game_of, styles_of
from puur.bots.search.worlds import Clock, sampled
from puur.cards import Mask
from puur.engine.board import Board, Mine
from puur.engine.messages import Call, Seat
from puur.engine.phases.deal import complete_hands
from puur.engine.phases.melds import best_declaration, declared_melds
from puur.engine.phases.trump import procedure
from puur.engine.phases.trump.outcome import Contract, Propose, Redeal
from puur.engine.view import View
from puur.engine.worlds import World
from puur.rules.melds import compare
from puur.rules.ruleset import CONTRACT_CODES
from puur.rules.tables import compile_tables

MARGIN = 1.0
"""Points that are not worth more worlds."""
Hands = tuple[Mask, Mask, Mask, Mask]


def choose(view: View, rng: Random, budget: Budget) -> Call:
    """The call with the best expected score."""
    board, mine = view.board, view.mine
    assert mine is not None
    plain = heuristic.choose(board, mine)
    if board.rules.trump_selection == "auction":
        return plain  # worlds that ignore what the others have bid make it bid far too much
    candidates = procedure(board.rules).choices(board)
    if len(candidates) == 1:
        return plain
    usual = candidates.index(plain)
    race = Race(len(candidates), MARGIN)
    for batch in sampled(view, rng, Clock(budget)):
        race.add(follow(board, mine.seat, [candidates[i] for i in race.alive], batch))
        if race.over:
            break
    behind, error = race.behind(race.best)
    unclear = race.alive[
        behind <= error
    ]  # the heuristic has its way unless it is behind by more than a standard error
    return plain if usual in unclear else candidates[race.best]


def follow(board: Board, me: Seat, calls: Sequence[Call], worlds: Sequence[World]) -> Floats:
    """My team's score above the other's after each call in each world, [world, call]; 0 where the deal is void."""
    values = np.zeros((len(worlds), len(calls)))
    played: dict[Contract, list[tuple[int, int, Hands]]] = {}
    for i, world in enumerate(worlds):
        for j, call in enumerate(calls):
            made = settle(board, me, call, world)
            if made is not None:
                played.setdefault(made, []).append((i, j, dealt_out(board, made, world)))
    for made, cases in played.items():
        at = ([i for i, _, _ in cases], [j for _, j, _ in cases])
        values[at] = play_out(board, me, made, [hands for _, _, hands in cases])
    return values


def dealt_out(board: Board, made: Contract, world: World) -> Hands:
    """All hands of a world once the declarer is known."""
    if not world.stock:
        return world.hands
    rest = complete_hands(board.rules, made.declarer, world.stock)
    a, b, c, d = (world.hands[seat] | sum(1 << card for card in rest[seat]) for seat in range(4))
    return (a, b, c, d)


def settle(board: Board, me: Seat, call: Call, world: World) -> Contract | None:
    """The contract that follows from a call, the others calling like the heuristic; None if the deal is void."""
    rules = board.rules
    seat, following = me, call
    for _ in range(60):
        board = replace(board, calls=(*board.calls, (seat, following)))
        outcome = procedure(rules).outcome(board)
        if isinstance(outcome, Contract):
            return outcome
        if isinstance(outcome, Redeal | Propose):
            return None
        speaker = procedure(rules).speaker(board)
        assert speaker is not None
        board = replace(board, turn=speaker)
        seat = speaker
        following = heuristic.choose(board, Mine(seat, hand=world.hands[seat], dealt=world.hands[seat]))
    return None


def play_out(board: Board, me: Seat, made: Contract, worlds: Sequence[Hands]) -> Array:
    """The score of one playout of a contract in each world."""
    rules = board.rules
    mode = CONTRACT_CODES.index(made.contract)
    ready = replace(board, mode=mode, tables=compile_tables(rules, mode), declarer=made.declarer)
    g = game_of(rules)
    hands = np.array(worlds, dtype=np.int64)
    more = extras(ready, hands, (0, 0, 0, 0))
    if rules.melds != "none":
        for row, world in enumerate(worlds):
            declared = {seat: declared_melds(ready, best_declaration(ready, world[seat])) for seat in range(4)}
            more[row, :2] = compare(rules, mode, board.forehand, declared).points
    zeros = np.zeros(4, dtype=np.int64)
    terms = np.array(
        score.terms(rules, mode, made.declarer % 2, made.bid, made.multiplier, board.carry), dtype=np.int64
    )
    out = np.zeros((len(worlds), 1), dtype=np.int64)
    rollouts.team_worlds(
        hands, more, zeros, zeros, zeros, zeros, me, 0, 0, 0, ready.first_leader, made.declarer,
        np.zeros(0, dtype=np.int64), constants_of(rules, mode), g.everything, g.beats[mode], g.points[mode],
        styles_of(rules, mode // 4), terms, out,
    )  # fmt: skip
    return out[:, 0]
