"""Declaring melds before the first lead, or with one's first card, and showing them on request (3.1, 7).

Every seat is asked, whatever it holds: the question itself must not tell anything.
"""

from __future__ import annotations

from collections.abc import Sequence

from puur.cards import CardCode, Mask, codes_of, mask_of, parse_cards
from puur.engine.board import Board, Mine
from puur.engine.messages import Declare, MeldClaim, Reason, SeatAction
from puur.rules.melds import Comparison, Meld, classify, compare, competes, find_melds, maximal_runs

Groups = tuple[tuple[CardCode, ...], ...]


def masks_of(groups: Groups) -> tuple[Mask, ...]:
    return tuple(mask_of(parse_cards(group)) for group in groups)


def groups_of(masks: Sequence[Mask]) -> Groups:
    return tuple(codes_of(mask) for mask in masks)


def declared_melds(board: Board, masks: Sequence[Mask]) -> tuple[Meld, ...]:
    """The melds that these groups of cards make; they have been checked."""
    assert board.mode is not None
    melds = (classify(board.rules, board.mode, mask) for mask in masks)
    return tuple(meld for meld in melds if meld is not None)


def claims_of(melds: Sequence[Meld]) -> tuple[MeldClaim, ...]:
    return tuple(MeldClaim(meld.kind, meld.points, meld.size) for meld in melds)


def valid_declaration(board: Board, hand: Mask, masks: Sequence[Mask]) -> bool:
    """Whether a hand may declare exactly these groups: melds it holds, runs unsplit, no card used twice."""
    rules, mode = board.rules, board.mode
    assert mode is not None
    melds = [classify(rules, mode, mask) for mask in masks]
    used = 0
    quartets = 0
    for mask, meld in zip(masks, melds, strict=True):
        if meld is None or mask & ~hand or not competes(rules, meld) or masks.count(mask) > 1:
            return False
        if meld.kind == "four":
            quartets |= mask
        if meld.kind != "marriage" and not rules.meld_overlap:
            if used & mask:
                return False
            used |= mask
    runs = maximal_runs(hand if rules.meld_overlap else hand & ~quartets)
    return all(m is None or m.kind != "run" or m.cards in runs for m in melds)


def best_declaration(board: Board, hand: Mask) -> tuple[Mask, ...]:
    """All that a hand can declare, at its best."""
    assert board.mode is not None
    return tuple(m.cards for m in find_melds(board.rules, board.mode, hand) if competes(board.rules, m))


def refusal(board: Board, mine: Mine, action: SeatAction) -> Reason | None:
    """Why this declaration is refused; also during the first trick, where melds go with the first card."""
    if not isinstance(action, Declare):
        return "wrong-phase"
    if board.claims[mine.seat] is not None:
        return "already-final"
    if board.turn != mine.seat:
        return "not-your-turn"
    try:
        masks = masks_of(action.melds)
    except ValueError:  # a card that comes twice in a group
        return "no-such-meld"
    return None if valid_declaration(board, mine.dealt, masks) else "no-such-meld"


def choices(board: Board, mine: Mine) -> list[SeatAction]:
    """The full declaration and the empty one; parts of it are legal too."""
    if board.turn != mine.seat or board.claims[mine.seat] is not None:
        return []
    full = best_declaration(board, mine.dealt)
    return [Declare(groups_of(full)), Declare(())] if full else [Declare(())]


def may_ask(board: Board) -> Reason | None:
    """Why nobody can ask to see the melds that score; anybody may, once in a deal."""
    if not board.compared or board.best_meld is None or any(shown is not None for shown in board.shown):
        return "nothing-to-show"
    return None


def comparison(board: Board, melds: Sequence[tuple[Mask, ...] | None]) -> Comparison:
    """The comparison of everything declared, in playing order from forehand."""
    assert board.mode is not None
    declared = {seat: declared_melds(board, masks) for seat, masks in enumerate(melds) if masks}
    return compare(board.rules, board.mode, board.forehand, declared)
