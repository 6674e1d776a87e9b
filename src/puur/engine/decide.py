"""Decide: (State, seat, Action) -> Refusal | list[Event]. The engine's only judge of what happens next.

Pure: the same state and action give the same answer, a refused action changes nothing. ``seat`` None is the
source of deals, which alone may begin a deal.
"""

from __future__ import annotations

from puur.cards import CODES, INDEX, SUIT_CODES, mask_of, suit_of
from puur.engine import messages as m
from puur.engine.evolve import evolve
from puur.engine.legality import refusal
from puur.engine.phases import melds, score
from puur.engine.phases.deal import SEVEN_OF_HEARTS, complete_hands, deal_hands, dealer_after_throw_in
from puur.engine.phases.play import calls_marriage
from puur.engine.phases.trump import procedure
from puur.engine.phases.trump.outcome import Contract, Propose, Redeal
from puur.engine.state import State


def decide(state: State, seat: m.Seat | None, action: m.Action) -> m.Refusal | list[m.Event]:
    """What this action by this seat leads to, or why it is refused."""
    if isinstance(action, m.Deal):
        return _deal(state, action.draw) if seat is None else m.Refusal("not-a-seat")
    if seat is None or not 0 <= seat <= 3:
        return m.Refusal("not-a-seat")
    reason = refusal(state.board, state.mine[seat], action)
    if reason is not None:
        return m.Refusal(reason)
    if isinstance(action, m.Play):
        return _play(state, seat, action)
    if isinstance(action, m.Estimate):
        if state.board.rules.announcement == "open":
            return [m.EstimateAnnounced(seat, action.points)]
        return [m.EstimateMade(seat, action.points)]
    if isinstance(action, m.Declare):
        return _declare(state, seat, action)
    if isinstance(action, m.AskMelds):
        return _show_melds(state)
    return _call(state, seat, action)


# ------------------------------------------------------------------------------------------------- dealing


def _deal(state: State, draw: m.Draw) -> m.Refusal | list[m.Event]:
    board, rules = state.board, state.board.rules
    if board.phase != "ready":
        return m.Refusal("wrong-phase")
    if not _fits(draw, state):
        return m.Refusal("bad-draw")
    deck = [INDEX[code] for code in draw.deck]
    dealer = draw.lot if board.next_dealer is None else board.next_dealer
    hands, stock = deal_hands(rules, (dealer + 1) % 4, deck)
    holder = next((seat for seat in range(4) if SEVEN_OF_HEARTS in hands[seat]), None)
    events: list[m.Event] = []
    if rules.first_forehand == "seven-of-hearts" and board.deals == 0:
        assert holder is not None
        dealer = (holder - 1) % 4
    events.append(m.DealStarted(board.deals + 1, dealer))
    proposing = rules.trump_selection == "random-suit"
    events.append(
        m.CardsDealt(
            tuple(tuple(CODES[c] for c in sorted(hand)) for hand in hands),
            tuple(CODES[c] for c in stock),
            draw.proposed if proposing else (),
        )
    )
    if rules.trump_selection == "random":
        if rules.trump_source == "bottom-card":
            events.append(m.TrumpDrawn(suit_of(deck[-1]).code, CODES[deck[-1]]))
        else:
            events.append(m.TrumpDrawn(draw.trump))
    elif rules.trump_selection == "up-card":
        events.append(m.UpCardTurned(CODES[stock[0]]))
    elif proposing:
        events.append(m.SuitProposed(draw.proposed[0]))
    chooses = rules.trump_selection == "seven-of-hearts"
    if chooses or (rules.first_forehand == "seven-of-hearts" and board.deals == 0):
        assert holder is not None
        events.append(m.ChooserFound(holder))
    return events


def _fits(draw: m.Draw, state: State) -> bool:
    """Whether this is a draw for this game: its whole deck once, a seat, suits."""
    rules = state.board.rules
    try:
        deck = [INDEX[code] for code in draw.deck]
    except KeyError:
        return False
    suits = (draw.trump, *draw.proposed)
    if not 0 <= draw.lot <= 3 or any(suit not in SUIT_CODES for suit in suits) or len(suits) != 3:
        return False
    if rules.second_suit == "distinct" and draw.proposed[0] == draw.proposed[1]:
        return False
    return len(deck) == rules.deck and mask_of(deck) == rules.deck_mask


# ------------------------------------------------------------------------------------------------- trumps


def _call(state: State, seat: m.Seat, call: m.Call) -> list[m.Event]:
    called = m.Called(seat, call)
    events: list[m.Event] = [called]
    after = evolve(state, called)
    outcome = procedure(state.board.rules).outcome(after.board)
    if isinstance(outcome, Contract):
        events.append(m.ContractMade(outcome.declarer, outcome.contract, outcome.bid, outcome.multiplier))
        if state.stock:
            hands = complete_hands(state.board.rules, outcome.declarer, state.stock)
            events.append(m.HandsCompleted(tuple(tuple(CODES[c] for c in sorted(hand)) for hand in hands)))
    elif isinstance(outcome, Redeal):
        events.append(m.ThrownIn(dealer_after_throw_in(state.board)))
    elif isinstance(outcome, Propose):
        events.append(m.SuitProposed(SUIT_CODES[state.suits[1]]))
    return events


# -------------------------------------------------------------------------------------------------- melds


def _declare(state: State, seat: m.Seat, action: m.Declare) -> list[m.Event]:
    claims = melds.claims_of(melds.declared_melds(state.board, melds.masks_of(action.melds)))
    declared = m.MeldsDeclared(seat, action.melds, claims)
    events: list[m.Event] = [declared]
    if state.board.phase == "melds" and all(
        claim is not None for other, claim in enumerate(state.board.claims) if other != seat
    ):
        events.append(_compare(evolve(state, declared)))
    return events


def _compare(state: State) -> m.MeldsCompared:
    found = melds.comparison(state.board, [mine.melds for mine in state.mine])
    return m.MeldsCompared(found.best, found.points)


def _show_melds(state: State) -> list[m.Event]:
    """The melds of every seat that scores, cards up."""
    found = melds.comparison(state.board, [mine.melds for mine in state.mine])
    return [
        m.MeldsShown(mine.seat, tuple(melds.groups_of(mine.melds)))
        for mine in state.mine
        if mine.melds and mine.seat in found.scoring
    ]


# --------------------------------------------------------------------------------------------------- play


def _play(state: State, seat: m.Seat, action: m.Play) -> list[m.Event]:
    board = state.board
    card = INDEX[action.card]
    events: list[m.Event] = [m.CardPlayed(seat, action.card)]
    if calls_marriage(board, seat, state.mine[seat].hand, card):
        events.append(m.MarriageCalled(seat))
    if len(board.trick) < 3:
        return events
    if board.melds_pending:
        events.append(_compare(state))
    events.append(score.trick_taken(board, card))
    rules = board.rules
    last = len(board.tricks) + 1 == rules.tricks
    if last or rules.finish == "at-once":
        after = state
        for event in events:
            after = evolve(after, event)
        ending = score.finish_at_once(board, after.board)
        if not ending and last:
            ending = score.end_of_deal(after)
        events += ending
    return events
