"""Choosing trumps: name, shove, take, pass, accept, bid, coinche. Plain Python; for the heuristic and for search.

The worth of a hand under a contract is the expected lead in points, a linear function fitted on simulated deals. The
contract rule of the game turns it into an expected score, as if points were normally distributed around it.
"""

from __future__ import annotations

import math

from puur.bots.heuristic import partner
from puur.bots.heuristic.constants import Partnering, partnering
from puur.cards import SUIT_CODES, Mask
from puur.engine.board import Board, Mine
from puur.engine.messages import Accept, Bid, Call, Coinche, Name, Pass, Surcoinche
from puur.engine.phases.melds import best_declaration, declared_melds
from puur.engine.phases.trump import procedure
from puur.rules.melds import MARRIAGE_POINTS, marriage_mask
from puur.rules.ruleset import CONTRACT_CODES, ContractCode, Ruleset
from puur.rules.tables import compile_tables

HAND_SHARE = 0.75
"""How often the melds that a player holds are the best, roughly."""
CAPOT_LEAD = 150
BID_STEP = 1.6
"""How much more lead a partner's bid promises for each point above the lowest."""
MOST_PROMISED = 90
"""What is bid above this says more of the auction than of the hand."""


def promised(points: int) -> float:
    """The lead that a partner's first bid in a suit promises beyond the lowest."""
    return BID_STEP * (min(points, MOST_PROMISED) - 80)


def lead(board: Board, hand: Mask, mode: int, seat: int, weights: tuple[float, ...]) -> float:
    """Points above the other team's that a hand promises, with these weights."""
    tables = compile_tables(board.rules, mode)
    first = seat if board.rules.leader == "declarer" else board.forehand
    scratch = [0.0] * partner.FEATURES
    return partner.worth(hand, tables.trump, (seat - first) % 4, tables.deck, tables.beats, weights, scratch)


def full_hand(board: Board, hand: Mask) -> Mask:
    """The hand with the up-card, where taking brings it."""
    return hand if board.up_card is None else hand | 1 << board.up_card


def expected_score(rules: Ruleset, numbers: Partnering, points: float, extra: float, mode: int) -> float:
    """The expected score above the other team's, for a declarer who leads by so many points on average."""
    if rules.contract == "none":
        return rules.multipliers[mode] * (points + extra)
    spread = numbers.spread
    z = points / spread
    density = math.exp(-z * z / 2) / math.sqrt(2 * math.pi)
    made = 0.5 * math.erfc(-z / math.sqrt(2))
    won = points * made + spread * density  # the mean of the lead where it is above zero, times its chance
    return won + extra * made - (rules.total + 0.0) * (1 - made)


def hand_extra(board: Board, hand: Mask, mode: int) -> float:
    """What melds and marriage in the hand are likely to add."""
    rules = board.rules
    extra = 0.0
    if rules.marriage == "separate":
        pair = marriage_mask(mode)
        extra += MARRIAGE_POINTS if pair and hand & pair == pair else 0
    if rules.melds != "none" and hand.bit_count() == rules.hand_size:
        contract = _with_mode(board, mode)
        melds = declared_melds(contract, best_declaration(contract, hand))
        extra += HAND_SHARE * sum(meld.points for meld in melds)
    return extra


def _with_mode(board: Board, mode: int) -> Board:
    from msgspec.structs import replace

    return replace(board, mode=mode)


def value(board: Board, mine: Mine, contract: ContractCode) -> float:
    """The expected score of being declarer in this contract."""
    numbers = partnering(board.rules)
    mode = CONTRACT_CODES.index(contract)
    hand = full_hand(board, mine.hand)
    points = lead(board, hand, mode, mine.seat, numbers.worth[mode // 4])
    return expected_score(board.rules, numbers, points, hand_extra(board, hand, mode), mode)


def choose(board: Board, mine: Mine) -> Call:
    """The heuristic's call."""
    choices = procedure(board.rules).choices(board)
    if board.rules.trump_selection == "auction":
        return auction(board, mine, choices)
    floor = partnering(board.rules).floor
    if Accept() in choices:
        suit = CONTRACT_CODES[board.proposed[-1] if board.proposed else (board.up_card or 0) // 9]
        return Accept() if value(board, mine, suit) >= floor else Pass()
    names = [call for call in choices if isinstance(call, Name)]
    best = max(names, key=lambda call: value(board, mine, call.contract))
    if Pass() in choices and value(board, mine, best.contract) < floor:
        return Pass()
    return best


# ------------------------------------------------------------------------------------------------- coinche


def bid_value(numbers: Partnering, points: float, belote: float, bid: int) -> float:
    """The expected score of a bid, for a side that leads by so many points on average."""
    need = 2 * max(bid, 82) - 162 - belote
    z = (points - need) / numbers.spread
    made = 0.5 * math.erfc(-z / math.sqrt(2))
    density = math.exp(-z * z / 2) / math.sqrt(2 * math.pi)
    won = points * made + numbers.spread * density
    return won + made * (bid + belote) - (1 - made) * (160 + bid - belote)


def auction(board: Board, mine: Mine, choices: list[Call]) -> Call:
    """Bid what is worth most, raise the partner, double what cannot be made."""
    numbers = partnering(board.rules)
    if Surcoinche() in choices:
        return Pass()
    bids = [call for call in choices if isinstance(call, Bid) and call.points != "capot"]
    standing = next(((s, c) for s, c in reversed(board.calls) if isinstance(c, Bid)), None)
    best: Bid | None = None
    best_value = numbers.floor
    partner_bids: dict[str, int] = {}  # the first in a suit; higher ones rest on what I have said myself
    for seat, call in board.calls:
        if isinstance(call, Bid) and seat == (mine.seat + 2) % 4 and call.points != "capot":
            partner_bids.setdefault(call.suit, call.points)
    own = any(isinstance(call, Bid) and seat == mine.seat for seat, call in board.calls)
    for mode, suit in enumerate(SUIT_CODES):
        belote = 20.0 if mine.hand & marriage_mask(mode) == marriage_mask(mode) else 0.0
        points = lead(board, mine.hand, mode, mine.seat, numbers.worth[0])
        if suit in partner_bids:
            held = lead(board, mine.hand, mode, mine.seat, numbers.support) + promised(partner_bids[suit])
            points = max(points, held)
        if capot_in_hand(board, mine.hand, mode):
            return next((c for c in choices if isinstance(c, Bid) and c == Bid("capot", suit)), Pass())
        for bid in bids:
            if bid.suit == suit:
                worth = bid_value(numbers, points, belote, int(bid.points))
                if worth > best_value:
                    best, best_value = bid, worth
    if standing is not None and standing[0] == (mine.seat + 2) % 4:
        suit, level = standing[1].suit, int(standing[1].points)
        mode = CONTRACT_CODES.index(suit)
        held = lead(board, mine.hand, mode, mine.seat, numbers.support) + promised(partner_bids[suit])
        if own or best_value <= bid_value(numbers, held, 0.0, level) + 5:
            return Pass()
    if standing is not None and (standing[0] - mine.seat) % 2 and Coinche() in choices:
        suit, level = standing[1].suit, int(standing[1].points)
        mode = CONTRACT_CODES.index(suit)
        against = -lead(board, mine.hand, mode, mine.seat, numbers.defence) + BID_STEP * (level - 80) / 2
        double = -bid_value(numbers, against, 0.0, level)
        if double > max(best_value, 0.0) + 60:
            return Coinche()
    return best if best is not None else Pass()


def capot_in_hand(board: Board, hand: Mask, mode: int) -> bool:
    """Whether a hand takes every trick by itself: the highest trumps, enough of them, and nothing but masters."""
    tables = compile_tables(board.rules, mode)
    trumps = hand & tables.trump
    if trumps.bit_count() < 5:
        return False
    for c in range(36):
        over = tables.beats[c] & (0x1FF << (c // 9 * 9)) & tables.deck
        if hand >> c & 1 and over & ~hand:
            return False
    return True
