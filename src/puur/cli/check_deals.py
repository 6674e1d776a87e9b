"""The kinds of example for ``puur check`` in which a deal unfolds: auction, deal and replay.

They drive the engine's own phases, ``decide`` and ``evolve``. For check.py only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace as with_fields

from puur.cards import (
    CODES,
    SUIT_CODES,
    BadCard,
    CardCode,
    SuitCode,
    codes_of,
    mask_of,
    parse_card,
    parse_cards,
    parse_suit,
)
from puur.cli.options import parse_mode
from puur.engine import messages as m
from puur.engine.board import Board, Mine
from puur.engine.decide import decide
from puur.engine.evolve import begin, evolve
from puur.engine.fold import fold, new_board
from puur.engine.phases import trump
from puur.engine.phases.deal import complete_hands, deal_hands, dealer_after_throw_in
from puur.engine.phases.trump.auction import coincher
from puur.engine.phases.trump.outcome import Contract, Outcome, Propose
from puur.engine.state import State
from puur.rules.ruleset import CONTRACT_CODES, OBENABE, Ruleset

Example = Mapping[str, Any]

WORDS: dict[str, m.Call] = {
    "pass": m.Pass(),
    "shove": m.Pass(),
    "take": m.Accept(),
    "accept": m.Accept(),
    "coinche": m.Coinche(),
    "surcoinche": m.Surcoinche(),
}
ILLEGAL = {"result": "illegal"}


def mode_of(fields: Mapping[str, Any]) -> int:
    """The contract that an example names; null is one without trumps."""
    given = fields["contract"] if "contract" in fields else fields["trump"]
    return OBENABE if given is None else parse_mode(given)


def _call(value: Any) -> m.Call | None:
    """A call as it is written in an example; None for what no game knows, a bid without a suit for one."""
    try:
        if isinstance(value, list):
            points, suit = value
            return m.Bid(points, parse_suit(suit).code)
        return WORDS[value] if value in WORDS else m.Name(CONTRACT_CODES[parse_mode(value)])
    except BadCard:
        return None


def auction(rules: Ruleset, example: Example) -> dict[str, Any]:
    """The calls of an auction, each judged in its turn, and what they lead to."""
    given = example["input"]
    board = _table(rules, given)
    proposed = [parse_suit(suit).code for suit in given.get("proposed") or ()]
    if rules.trump_selection == "random-suit":
        board = fold(board, _proposal(board, proposed))
    procedure = trump.procedure(rules)
    outcome: Outcome | None = None
    for value in given["calls"]:
        if isinstance(outcome, Propose):
            if rules.second_suit == "distinct" and proposed[1:2] == proposed[:1] != []:
                return ILLEGAL  # not a proposal that the game makes (choice 61)
            board = fold(board, _proposal(board, proposed))
            outcome = None
        call = _call(value)
        seat = procedure.speaker(board)
        if outcome is not None or seat is None or call is None:
            return ILLEGAL
        board = with_fields(board, turn=seat)
        if trump.refusal(board, Mine(seat), call) is not None:
            return ILLEGAL
        if isinstance(call, m.Accept) and len(board.proposed) > len(proposed):
            raise KeyError("proposed")
        board = fold(board, m.Called(seat, call))
        outcome = procedure.outcome(board)
    while outcome is None and coincher(board) is not None:
        # Only a surcoinche could follow; nobody in the example makes it.
        seat = procedure.speaker(board)
        assert seat is not None
        board = fold(board, m.Called(seat, m.Pass()))
        outcome = procedure.outcome(board)
    return _result(board, outcome, wants_speaker="speaker" in example["expect"])


def _proposal(board: Board, proposed: Sequence[SuitCode]) -> m.SuitProposed:
    """The next suit to be proposed; any, where the example does not say because nobody accepts it."""
    number = len(board.proposed)
    return m.SuitProposed(proposed[number] if number < len(proposed) else SUIT_CODES[number])


def _table(rules: Ruleset, given: Example) -> Board:
    """The board on which the first call is made."""
    return with_fields(
        new_board(rules.name, {}, rules),
        phase="trump",
        dealer=given["dealer"],
        up_card=parse_card(given["up_card"]) if rules.trump_selection == "up-card" else None,
        chooser=given["holder_7H"] if rules.trump_selection == "seven-of-hearts" else None,
    )


def _result(board: Board, outcome: Outcome | None, *, wants_speaker: bool) -> dict[str, Any]:
    if outcome is None or isinstance(outcome, Propose):
        speaker = {"speaker": trump.procedure(board.rules).speaker(board)} if wants_speaker else {}
        return {"result": "open"} | speaker
    if not isinstance(outcome, Contract):
        return {"result": "redeal", "next_dealer": dealer_after_throw_in(board)}
    made = m.ContractMade(outcome.declarer, outcome.contract, outcome.bid, outcome.multiplier)
    result: dict[str, Any] = {
        "result": "play",
        "declarer": made.declarer,
        "trump": made.contract,
        "leader": fold(board, made).first_leader,
    }
    if made.bid is not None:
        result |= {"bid": made.bid, "multiplier": made.multiplier}
    return result


def deal(rules: Ruleset, example: Example) -> list[list[str]]:
    """The hands that a deck makes; where a card is turned, as they are before it is taken if nobody takes it."""
    given = example["input"]
    deck = parse_cards(given["deck"])
    if len(deck) != rules.deck or mask_of(deck) != rules.deck_mask:
        raise ValueError(f"not the whole deck of {rules.name}")
    forehand = given["forehand"] if "forehand" in given else (given["dealer"] + 1) % 4
    hands, stock = deal_hands(rules, forehand, deck)
    taker = given.get("taker", given.get("declarer"))
    if stock and taker is not None:
        more = complete_hands(rules, taker, stock)
        for hand, rest in zip(hands, more, strict=True):
            hand.extend(rest)
    return [[CODES[card] for card in hand] for hand in hands]


def replay(rules: Ruleset, example: Example) -> dict[str, Any]:
    """A complete deal through decide and evolve, every card judged as in a live game."""
    given = example["input"]
    state = _ready_to_play(rules, example)
    events: list[m.Event] = []
    for code in given["plays"]:
        turn = state.board.turn
        if turn is None:
            raise ValueError("more cards than tricks")
        state, more = _do(state, turn, m.Play(CODES[parse_card(code)]))
        events += more
    board = state.board
    taken = [event for event in events if isinstance(event, m.TrickTaken)]
    result: dict[str, Any] = {
        "points": list(board.points),
        "tricks": list(board.won),
        "last_trick_seat": taken[-1].seat,
    }
    if "roem" in example["expect"]:
        result["roem"] = list(board.roem)
    return result


def _ready_to_play(rules: Ruleset, example: Example) -> State:
    """The state of the engine when the first card is to be played."""
    given = example["input"]
    leader = given["leader"]
    hands = _hands(rules, given["hands"])
    mode = mode_of(given)
    state = begin(m.MatchStarted(rules.name, dict(example.get("options") or {})))
    opening: list[m.Event] = [m.DealStarted(1, (leader - 1) % 4), m.CardsDealt(hands)]
    if rules.trump_selection == "random":
        opening.append(m.TrumpDrawn(SUIT_CODES[mode]))
    else:
        opening.append(m.ContractMade(leader, CONTRACT_CODES[mode], 80 if rules.contract == "bid" else None))
    for event in opening:
        state = evolve(state, event)
    turns = [(leader + turn) % 4 for turn in range(4)]
    actions: list[m.SeatAction] = []
    if rules.estimates:
        actions = [m.Estimate(0)] * 4
    elif state.board.phase == "melds":
        actions = [m.Declare(())] * 4
    for seat, action in zip(turns, actions, strict=False):
        state, _ = _do(state, seat, action)
    return state


def _hands(rules: Ruleset, hands: Sequence[Sequence[str]]) -> tuple[tuple[CardCode, ...], ...]:
    """Four hands that make up the deck, sorted."""
    cards = [parse_cards(hand) for hand in hands]
    everything = mask_of(parse_cards(CODES[card] for hand in cards for card in hand))
    if [len(hand) for hand in cards] != [rules.hand_size] * 4 or everything != rules.deck_mask:
        raise ValueError(f"not four hands of {rules.name}")
    return tuple(codes_of(mask_of(hand)) for hand in cards)


def _do(state: State, seat: m.Seat, action: m.SeatAction) -> tuple[State, list[m.Event]]:
    events = decide(state, seat, action)
    if isinstance(events, m.Refusal):
        raise ValueError(f"seat {seat}: {action} refused: {events.reason}")
    for event in events:
        state = evolve(state, event)
    return state, events
