"""Coinche: bids from 80 to 160 in tens, capot, coinche and surcoinche (section 8).

Coinche is called in turn, by an opponent of the last bidder; then each of the bidding side may answer with
surcoinche, in playing order. Capot is the highest bid and ends the auction.
"""

from __future__ import annotations

from puur.cards import SUIT_CODES
from puur.engine.board import Board
from puur.engine.messages import Bid, Call, Coinche, Pass, Reason, Seat, Surcoinche
from puur.engine.phases.trump.outcome import Contract, Outcome, Redeal

LOWEST, HIGHEST, STEP = 80, 160, 10


def standing_bid(board: Board) -> tuple[Seat, Bid] | None:
    """The last bid and who made it."""
    for seat, call in reversed(board.calls):
        if isinstance(call, Bid):
            return seat, call
    return None


def coincher(board: Board) -> Seat | None:
    for seat, call in board.calls:
        if isinstance(call, Coinche):
            return seat
    return None


def speaker(board: Board) -> Seat | None:
    if not board.calls:
        return board.forehand
    doubled = coincher(board)
    last = board.calls[-1][0]
    # After coinche only the bidding side speaks: the seats next to the one who called it, in turn.
    return (last + 1) % 4 if doubled is None or last == doubled else (last + 2) % 4


def choices(board: Board) -> list[Call]:
    if coincher(board) is not None:
        return [Surcoinche(), Pass()]
    calls: list[Call] = [Pass()]
    standing = standing_bid(board)
    lowest = LOWEST
    if standing is not None:
        bidder, bid = standing
        assert bid.points != "capot"
        lowest = bid.points + STEP
        seat = speaker(board)
        if seat is not None and (seat - bidder) % 2 == 1:
            calls.append(Coinche())
    calls += [Bid(points, suit) for points in range(lowest, HIGHEST + 1, STEP) for suit in SUIT_CODES]
    calls += [Bid("capot", suit) for suit in SUIT_CODES]
    return calls


def refusal(board: Board, call: Call) -> Reason | None:
    if call in choices(board):
        return None
    if isinstance(call, Bid) and coincher(board) is None:
        assert call.points != "capot"
        if call.points % STEP or not LOWEST <= call.points <= HIGHEST:
            return "bid-not-in-tens"
        return "bid-too-low"
    return "call-not-allowed"


def outcome(board: Board) -> Outcome | None:
    standing = standing_bid(board)
    if standing is None:
        return Redeal() if len(board.calls) == 4 else None
    bidder, bid = standing
    doubled = coincher(board)
    last = board.calls[-1][1]
    if isinstance(last, Surcoinche):
        return Contract(bidder, bid.suit, bid.points, 4)
    since = [call for _, call in board.calls[-3:]]
    if doubled is not None:
        both_passed = isinstance(since[0], Coinche) and len(since) == 3
        return Contract(bidder, bid.suit, bid.points, 2) if both_passed else None
    if bid.points == "capot" or (len(since) == 3 and all(isinstance(call, Pass) for call in since)):
        return Contract(bidder, bid.suit, bid.points, 1)
    return None
