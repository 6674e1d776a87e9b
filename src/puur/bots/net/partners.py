"""What the network of a team game sees, from a View, in NumPy: the same numbers as lab/train/teams/features.py.

Forehand counts as seat 0. For the play, suits are exchanged so that trump is suit 0. A test plays batched deals on the
real engine and holds the two together. For bots/net only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from puur.cards import Card, Mask
from puur.engine.board import Board, Mine
from puur.engine.messages import Accept, Bid, Call, Coinche, Name, SeatAction, Surcoinche
from puur.engine.phases.deal import SEVEN_OF_HEARTS
from puur.engine.phases.play import legal_cards
from puur.rules import kernel
from puur.rules.melds import marriage_mask
from puur.rules.ruleset import CONTRACT_CODES, OBENABE, UNDENUFE
from puur.rules.tables import Tables

Floats: TypeAlias = NDArray[np.float32]

LEVELS = 11
PASS, COINCHE, SURCOINCHE, OBEN = 44, 45, 46, 47
ACTIONS = 49
CALL_SUIT, CALL_GLOBALS = 24, 32
PRIVATE, EXTRA = 16, 8
NEEDS = np.arange(-40, 110, 5)
GLOBALS = 80
CAPOT, CAPOT_POINTS = 10, 250
SEATS = range(4)
RANKS = np.arange(9)
SHIFTS = np.arange(0, 36, 9)


# ------------------------------------------------------------------------------------------------- calls


def action_of(call: Call | SeatAction, offered: int | None) -> int:
    """The number of a call; ``offered`` is the suit that would be accepted."""
    match call:
        case Name(contract):
            mode = CONTRACT_CODES.index(contract)
            return mode * LEVELS if mode < OBENABE else OBEN + mode - OBENABE
        case Accept():
            assert offered is not None
            return offered * LEVELS
        case Bid(points, suit):
            return CONTRACT_CODES.index(suit) * LEVELS + level_of(points)
        case Coinche():
            return COINCHE
        case Surcoinche():
            return SURCOINCHE
    return PASS


def level_of(points: int | str | None) -> int:
    """0 without a bid, 1 to 9 for 80 to 160, 10 for capot."""
    return CAPOT if points == "capot" else (int(points) - 70) // 10 if points else 0


def offered_at(board: Board, step: int) -> int | None:
    """The suit that is offered at a step of the calls, to be accepted or passed."""
    kind = board.rules.trump_selection
    if kind == "random-suit":
        return board.proposed[step // 4]
    if kind == "up-card" and step < 4 and board.up_card is not None:
        return board.up_card // 9
    return None


def said_of(board: Board) -> NDArray[np.float32]:
    """[seat from forehand, suit]: -1 passed on it, 1 named, a tenth a level of a bid, -2 doubled."""
    said = np.zeros((4, 4), np.float32)
    standing = 0
    for step, (seat, call) in enumerate(board.calls):
        who = (seat - board.forehand) % 4
        offered = offered_at(board, step)
        action = action_of(call, offered)
        if action == PASS:
            about = SEATS if offered is None else (offered,)
            for suit in about:
                if said[who, suit] == 0:
                    said[who, suit] = -1.0
        elif action == COINCHE:
            said[who, standing] = -2.0
        elif action < PASS:
            standing, level = divmod(action, LEVELS)
            said[who, standing] = level / 10.0 if level else 1.0
    return said


def call_features(board: Board, mine: Mine) -> tuple[Floats, Floats]:
    """[4, CALL_SUIT] a suit and [CALL_GLOBALS]."""
    who = (mine.seat - board.forehand) % 4
    step = len(board.calls)
    standing = [(seat, call) for seat, call in board.calls if isinstance(call, Bid)]
    level, suit, bidder = 0, 4, 0
    if standing:
        seat, bid = standing[-1]
        level, suit, bidder = level_of(bid.points), CONTRACT_CODES.index(bid.suit), (seat - mine.seat) % 4
    offered = offered_at(board, step)
    up = 0 if board.up_card is None else 1 << board.up_card
    said = said_of(board)[[(who + k) % 4 for k in SEATS]]
    out = np.zeros((4, CALL_SUIT), np.float32)
    out[:, :9] = bits(mine.hand)
    out[:, 9:18] = bits(up)
    out[:, 18:22] = said.T
    out[:, 22] = [s == offered for s in SEATS]
    out[:, 23] = [s == suit for s in SEATS]
    glob = np.zeros(CALL_GLOBALS, np.float32)
    glob[who] = 1
    glob[4 + min(step, 8)] = 1
    glob[13 + level] = 1
    if level:
        glob[24 + bidder] = 1
    glob[28] = any(isinstance(call, Coinche) for _, call in board.calls)
    return out, glob


# ------------------------------------------------------------------------------------------------- cards


def bits(mask: Mask) -> NDArray[Any]:
    """[4, 9] a suit and rank."""
    return (((mask >> SHIFTS)[:, None] >> RANKS) & 1).astype(np.float32)


def exchange(mask: Mask, mode: int) -> Mask:
    """The trump suit exchanged with suit 0; its own inverse."""
    if mode >= OBENABE or mode == 0:
        return mask
    shift = 9 * mode
    first, other = mask & 511, mask >> shift & 511
    return mask & ~(511 << shift) & ~511 | other | first << shift


def exchange_card(card: int, mode: int) -> Card:
    suit, rank = divmod(card, 9)
    if mode < OBENABE:
        suit = 0 if suit == mode else mode if suit == 0 else suit
    return Card(suit * 9 + rank)


def shown(tab: Tables, bit: Mask, lead: int, best: int, partner_wins: bool) -> Mask:
    """Cards that a player shows not to hold by playing ``bit`` here: lab/train/batch.py, ``denied``."""
    trump, family = tab.trump, tab.rule & kernel.FAMILY
    suit = 511 << (lead // 9 * 9)
    over = trump & tab.beats[best]
    trump_led, is_trump, followed = bool(suit & trump), bool(bit & trump), bool(bit & suit)
    if family == kernel.SWISS:
        if trump_led:
            return 0 if is_trump else trump & ~tab.jack
        return 0 if followed or bit & over else suit
    if tab.rule & (kernel.JACK_EXEMPT | kernel.PARTNER_EXEMPT):
        return 0 if followed or trump_led else suit
    if family == kernel.BASE:
        return 0 if followed else suit if is_trump else suit | trump
    low = 0 if bit & over else over
    if trump_led:
        return low if is_trump else trump
    if followed:
        return 0
    if family == kernel.ROTTERDAM:
        forced = low if is_trump or tab.rule & kernel.UNDERTRUMP_FORBIDDEN else trump
    elif partner_wins:
        forced = 0
    elif family == kernel.FRENCH:
        forced = low if is_trump else trump
    else:
        forced = low
    return suit | forced


def best_of(tab: Tables, cards: Sequence[int]) -> int:
    """Which card of a trick is winning it: its place."""
    best = 0
    for place in range(1, len(cards)):
        if tab.beats[cards[best]] >> cards[place] & 1:
            best = place
    return best


def denied_of(board: Board) -> list[Mask]:
    """Per seat the cards that all know it not to hold, in natural suits."""
    tab = board.tables
    assert tab is not None
    known = [0, 0, 0, 0]
    if board.rules.trump_selection == "up-card" and board.up_card is not None and board.declarer is not None:
        known[board.declarer] = 1 << board.up_card
    if board.rules.trump_selection == "seven-of-hearts" and board.chooser is not None:
        known[board.chooser] = 1 << SEVEN_OF_HEARTS
    out = [sum(known) & ~k for k in known]
    for leader, cards in (*((trick.leader, trick.cards) for trick in board.tricks), (board.leader, board.trick)):
        for place in range(1, len(cards)):
            before = best_of(tab, cards[:place])
            partner = place - before == 2
            seat = (leader + place) % 4
            out[seat] |= shown(tab, 1 << cards[place], cards[0], cards[before], partner)
    return out


def masks_of(board: Board, mine: Mine) -> list[Mask]:
    """The sixteen private masks, in natural suits."""
    tab = board.tables
    assert tab is not None
    rel = [(mine.seat + k) % 4 for k in SEATS]
    gone = board.played[0] | board.played[1] | board.played[2] | board.played[3]
    unseen = tab.deck & ~mine.hand & ~gone
    table = [0, 0, 0, 0]
    for place, card in enumerate(board.trick):
        table[(board.leader + place) % 4] = 1 << card
    led = sum(1 << trick.cards[0] for trick in board.tricks) | (1 << board.trick[0] if board.trick else 0)
    previous = sum(1 << card for card in board.tricks[-1].cards) if board.tricks else 0
    best = 1 << board.trick[best_of(tab, board.trick)] if board.trick else 0
    denied = denied_of(board)
    return [
        led,
        unseen,
        previous,
        mine.hand,
        legal_cards(board, mine.hand),
        *(board.played[s] for s in rel),
        *(table[s] for s in rel[1:]),
        best,
        *(unseen & ~denied[s] for s in rel[1:]),
    ]


def marriage_shown(board: Board) -> list[int]:
    """Per team whether it has called the marriage."""
    assert board.mode is not None
    pair = marriage_mask(board.mode)
    out = [0, 0]
    if board.marriage is not None and pair and board.rules.marriage == "separate":
        out[board.marriage % 2] = 1
    return out


def needed(board: Board, marriage: list[int]) -> int:
    """Points that the declarers still miss to make the contract, as far as all know."""
    rules = board.rules
    assert board.declarer is not None
    d = board.declarer % 2
    points = [board.team_points(0), board.team_points(1)]
    left = rules.total - sum(points)
    extra = [board.meld_points[t] + 20 * marriage[t] for t in (0, 1)]
    if rules.contract in ("takers-ahead", "more-than-half"):
        more = extra if rules.contract == "takers-ahead" else list(board.roem)
        return (left + points[1 - d] + more[1 - d] - points[d] - more[d]) // 2 + 1
    if rules.contract == "bid":
        assert board.bid is not None
        return left if board.bid == "capot" else max(board.bid, 82) - points[d] - extra[d]
    return (76 if rules.contract == "cards-76" else rules.total // 2 + 1) - points[d]


def card_features(board: Board, mine: Mine) -> tuple[Floats, Floats]:
    """[4, PRIVATE * 9 + EXTRA] a suit and [GLOBALS], in canonical suits."""
    rules, mode, declarer = board.rules, board.mode, board.declarer
    assert mode is not None and declarer is not None
    who = (mine.seat - board.forehand) % 4
    said = said_of(board)[[(who + k) % 4 for k in SEATS]].T
    suits = np.zeros((4, PRIVATE * 9 + EXTRA), np.float32)
    lanes = np.array([bits(exchange(m, mode)) for m in masks_of(board, mine)])
    if mode == UNDENUFE:
        lanes = lanes[..., ::-1]
    suits[:, : PRIVATE * 9] = lanes.transpose(1, 0, 2).reshape(4, -1)
    order = [exchange_card(9 * s, mode) // 9 for s in SEATS]
    suits[:, PRIVATE * 9 : PRIVATE * 9 + 4] = said[order]
    suits[0, PRIVATE * 9 + 4] = mode < OBENABE

    us, them = mine.seat % 2, 1 - mine.seat % 2
    tab = board.tables
    assert tab is not None
    marriage = marriage_shown(board)
    need = needed(board, marriage)
    points, tricks = [board.team_points(t) for t in (us, them)], [board.team_tricks(t) for t in (us, them)]
    glob = np.zeros(GLOBALS, np.float32)
    glob[len(board.trick)] = 1
    glob[4 + len(board.tricks)] = 1
    glob[13 + (declarer - mine.seat) % 4] = 1
    glob[17 + max(0, mode - 3)] = 1
    glob[20 + level_of(board.bid)] = 1
    glob[31 + board.multiplier // 2] = 1
    glob[34:48] = [
        *(p / 100.0 for p in points),
        kernel.trick_points(board.packed, len(board.trick), tab.points) / 25.0,
        *(n / 9.0 for n in tricks),
        *(n == 0 for n in tricks),
        board.meld_points[us] / 100.0,
        board.meld_points[them] / 100.0,
        marriage[us],
        marriage[them],
        board.roem[us] / 100.0,
        board.roem[them] / 100.0,
        (rules.total - sum(points)) / 157.0,
    ]
    glob[48:78] = need >= NEEDS
    glob[78] = need / 100.0
    return suits, glob
