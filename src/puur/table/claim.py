"""Claiming the remaining tricks: what a player's own View proves, and nothing else.

``proof(view)`` gives the order in which the claimant's cards take every trick whatever the others hold and play,
or None. It is sound, not complete: a claim it cannot prove is refused, and the hand is played on. For puur.table.
"""

from __future__ import annotations

from puur.cards import Card, Mask, Suit, cards_of, suit_of
from puur.engine.view import View


def proof(view: View) -> tuple[Card, ...] | None:
    """One's cards in an order that takes all remaining tricks for certain, or None.

    Only whoever leads may claim, and not where roem in the tricks depends on the others' cards.
    """
    board, mine = view.board, view.mine
    if mine is None or board.phase != "play" or board.turn != mine.seat or board.trick or not board.tricks:
        return None
    if board.rules.roem or board.tables is None:
        return None
    played = board.played[0] | board.played[1] | board.played[2] | board.played[3]
    unseen = board.tables.deck & ~played & ~mine.hand
    order = proven_order(mine.hand, unseen, board.tables.trump, board.tables.beats)
    return None if order is None else tuple(order)


def proven_order(hand: Mask, unseen: Mask, trump: Mask, beats: tuple[int, ...]) -> list[Card] | None:
    """Trumps first, then suit by suit from the top; None unless every lead holds whatever happens.

    A card that no unseen card beats takes its trick. Every lead of a suit draws at least one unseen card of it, as
    whoever has one must follow; so after as many leads as there are unseen cards of the suit the rest are high too.
    The trump jack need not follow where it may be kept back, but as long as it is unseen no other trump is high.
    """
    order: list[Card] = []
    own_trumps, out = hand & trump, unseen & trump
    if out:
        led = _from_the_top(own_trumps, out, beats)
        if led is None or len(led) < out.bit_count():
            return None
        order += led
    else:
        order += cards_of(own_trumps)
    for suit in Suit:
        if suit.mask & trump:
            continue
        led = _from_the_top(hand & suit.mask, unseen & suit.mask, beats)
        if led is None:
            return None
        order += led
    return order


def _from_the_top(own: Mask, unseen: Mask, beats: tuple[int, ...]) -> list[Card] | None:
    """The cards of one suit, high ones first; None if one may lose while unseen cards of the suit are left."""
    suit = 0 if not own else suit_of(cards_of(own)[0]).mask
    ranked = sorted(cards_of(own), key=lambda card: (beats[card] & suit).bit_count())
    for lead, card in enumerate(ranked):
        if lead < unseen.bit_count() and beats[card] & unseen:
            return None
    return ranked
