"""Dealing: cards in packets from forehand on, the up-card, the completion after trumps are chosen.

Sections 0.6, 2 and 5 of docs/rules.md. The deck comes from outside; nothing is drawn here.
"""

from __future__ import annotations

from collections.abc import Sequence

from puur.cards import Card
from puur.engine.board import Board
from puur.engine.messages import Seat
from puur.rules.ruleset import Ruleset

SEVEN_OF_HEARTS = Card(2 * 9 + 1)
Hands = tuple[list[Card], list[Card], list[Card], list[Card]]


def deal_hands(rules: Ruleset, first: Seat, deck: Sequence[Card]) -> tuple[Hands, list[Card]]:
    """Hands from the top of the deck in packets, beginning with ``first``; and the stock left at an up-card."""
    hands: Hands = ([], [], [], [])
    position = 0
    for packet in rules.packets:
        if packet == "up":
            break
        for turn in range(4):
            hands[(first + turn) % 4].extend(deck[position : position + packet])
            position += packet
    return hands, list(deck[position:])


def complete_hands(rules: Ruleset, declarer: Seat, stock: Sequence[Card]) -> Hands:
    """The rest of the cards, beginning with the declarer: he gets the up-card and one card fewer (amb. 56)."""
    hands: Hands = ([], [], [], [])
    hands[declarer].append(stock[0])
    position = 1
    packets = rules.packets[rules.packets.index("up") + 1 :]
    for number, packet in enumerate(packets):
        assert packet != "up"
        for turn in range(4):
            seat = (declarer + turn) % 4
            size = packet - 1 if seat == declarer and number == 0 else packet
            hands[seat].extend(stock[position : position + size])
            position += size
    return hands


def dealer_after(board: Board, scores: Sequence[int]) -> Seat:
    """Who deals after a deal with these scores: the next seat, or the nearest winner (amb. 54)."""
    following = (board.dealer + 1) % 4
    if board.rules.dealer_rule == "winners-deal" and scores[0] != scores[1]:
        winners = 0 if scores[0] > scores[1] else 1
        return following if following % 2 == winners else (following + 1) % 4
    return following


def dealer_after_throw_in(board: Board) -> Seat:
    """Who deals after nobody took trumps (amb. 46)."""
    return board.dealer if board.rules.redeal_dealer == "same" else (board.dealer + 1) % 4
