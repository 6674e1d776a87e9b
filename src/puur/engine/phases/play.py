"""Playing cards: the turn, the kernel's legal cards, the reason of a refusal, and the calling of the marriage.

Legal cards are decided in rules/kernel.py (``legal``); this file only asks it.
"""

from __future__ import annotations

from puur.cards import CODES, INDEX, Card, Mask, cards_of
from puur.engine.board import Board, Mine
from puur.engine.messages import AskMelds, Declare, Estimate, Play, Reason, Seat, SeatAction
from puur.engine.phases import estimate, melds
from puur.rules import kernel
from puur.rules.melds import marriage_mask

REASONS: dict[int, Reason] = {
    kernel.NOT_IN_HAND: "not-in-hand",
    kernel.MUST_FOLLOW: "must-follow",
    kernel.MUST_TRUMP: "must-trump",
    kernel.MUST_OVERTRUMP: "must-overtrump",
    kernel.MAY_NOT_UNDERTRUMP: "may-not-undertrump",
    kernel.MUST_BEAT: "must-beat",
}


def legal_cards(board: Board, hand: Mask) -> Mask:
    """What this hand may play to the trick on the table."""
    t = board.tables
    assert t is not None
    return kernel.legal(t.rule, hand, board.packed, len(board.trick), t.trump, t.jack, t.beats)


def why_not(board: Board, hand: Mask, card: Card) -> Reason | None:
    """Why this card may not be played by this hand, or None if it may."""
    t = board.tables
    assert t is not None
    code = kernel.refusal(t.rule, hand, board.packed, len(board.trick), t.trump, t.jack, t.beats, card)
    return REASONS[code] if code else None


def refusal(board: Board, mine: Mine, action: SeatAction) -> Reason | None:
    if isinstance(action, Play):
        if board.turn != mine.seat:
            return "not-your-turn"
        return why_not(board, mine.hand, INDEX[action.card])
    if isinstance(action, Declare) and board.melds_pending:
        return melds.refusal(board, mine, action)
    if isinstance(action, AskMelds):
        return melds.may_ask(board)
    if isinstance(action, Estimate) and estimate.may_correct(board, mine):
        return estimate.refusal(board, mine, action)
    return "wrong-phase"


def choices(board: Board, mine: Mine) -> list[SeatAction]:
    """The cards that may be played, and a declaration if one is still possible."""
    found: list[SeatAction] = []
    if board.turn == mine.seat:
        found += [Play(CODES[c]) for c in cards_of(legal_cards(board, mine.hand))]
        if board.melds_pending:
            found += melds.choices(board, mine)
    if melds.may_ask(board) is None:
        found.append(AskMelds())
    return found


def calls_marriage(board: Board, seat: Seat, hand: Mask, card: Card) -> bool:
    """Whether playing this card calls Stoeck or belote: with the first or the second card of the pair.

    ``hand`` still holds the card. The call is made by itself, so that it never depends on a choice.
    """
    if board.rules.marriage != "separate":
        return False
    assert board.mode is not None
    pair = marriage_mask(board.mode)
    if not pair >> card & 1:
        return False
    if board.rules.marriage_call == "first":
        return hand & pair == pair
    return (board.played[seat] | 1 << card) & pair == pair
