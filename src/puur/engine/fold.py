"""Fold: Board + what a spectator sees -> Board, and Mine + what its seat sees -> Mine.

Both the secret State (evolve) and every View are folded by these functions, so that they cannot differ. Nothing
is judged here: events are facts. Imported by evolve, by view, and by what tells the seats of a live table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from puur.cards import INDEX, SUIT_CODES, Mask
from puur.engine import messages as m
from puur.engine.board import Board, Mine, Trick, with_item
from puur.engine.phases.deal import dealer_after
from puur.engine.phases.melds import masks_of
from puur.engine.phases.trump import procedure
from puur.rules.ruleset import CONTRACT_CODES, Ruleset
from puur.rules.tables import compile_tables
from puur.rules.variants import ruleset


def new_board(variant: str, options: dict[str, m.OptionValue], rules: Ruleset | None = None) -> Board:
    """The board of a match that has just begun."""
    rules = rules or ruleset(variant, options)
    return Board(rules=rules, variant=variant, options=options, totals=(0,) * rules.sides)


def fold(board: Board, seen: m.Seen) -> Board:
    """The board after an event, as any spectator sees it."""
    return FOLDS[type(seen)](board, seen)


def fold_mine(mine: Mine, seen: m.Seen) -> Mine:
    """What a seat knows for itself after an event that it has seen."""
    kind = type(seen)
    if kind is m.CardPlayed:
        assert isinstance(seen, m.CardPlayed)
        if seen.seat == mine.seat:
            return replace(mine, hand=mine.hand & ~(1 << INDEX[seen.card]))
    elif kind is m.HandDealt:
        assert isinstance(seen, m.HandDealt)
        hand = _mask(seen.cards)
        return Mine(seat=mine.seat, hand=hand, dealt=hand)
    elif kind is m.HandCompleted:
        assert isinstance(seen, m.HandCompleted)
        more = _mask(seen.cards)
        return replace(mine, hand=mine.hand | more, dealt=mine.dealt | more)
    elif kind is m.EstimateConfirmed or kind is m.EstimateAnnounced:
        assert isinstance(seen, m.EstimateConfirmed | m.EstimateAnnounced)
        if seen.seat == mine.seat:
            return replace(mine, estimate=seen.points)
    elif kind is m.MeldsAnnounced:
        assert isinstance(seen, m.MeldsAnnounced)
        if seen.seat == mine.seat:
            return replace(mine, melds=masks_of(seen.melds))
    return mine


def _mask(cards: tuple[str, ...]) -> Mask:
    mask = 0
    for code in cards:
        mask |= 1 << INDEX[code]
    return mask


def _match_started(board: Board, seen: m.MatchStarted) -> Board:
    return new_board(seen.variant, seen.options, board.rules if board.variant == seen.variant else None)


def _deal_started(board: Board, seen: m.DealStarted) -> Board:
    """A clean board but for the match: everything of the last deal goes back to its default."""
    return Board(
        rules=board.rules,
        variant=board.variant,
        options=board.options,
        deals=seen.number,
        counted=board.counted,
        totals=board.totals,
        results=board.results,
        carry=board.carry,
        contract_winner=board.contract_winner,
        dealer=seen.dealer,
    )


def _hand_dealt(board: Board, seen: m.HandDealt) -> Board:
    if board.rules.trump_selection == "random":
        return replace(board, phase="estimate")
    return _next_speaker(replace(board, phase="trump"))


def _hand_completed(board: Board, seen: m.HandCompleted) -> Board:
    return board


def _next_speaker(board: Board) -> Board:
    return replace(board, turn=procedure(board.rules).speaker(board))


def _up_card_turned(board: Board, seen: m.UpCardTurned) -> Board:
    return replace(board, up_card=INDEX[seen.card])


def _trump_drawn(board: Board, seen: m.TrumpDrawn) -> Board:
    mode = SUIT_CODES.index(seen.suit)
    opened = board.rules.announcement == "open"
    return replace(
        board,
        mode=mode,
        tables=compile_tables(board.rules, mode),
        bottom_card=None if seen.card is None else INDEX[seen.card],
        turn=board.forehand if opened else None,
    )


def _suit_proposed(board: Board, seen: m.SuitProposed) -> Board:
    return _next_speaker(replace(board, proposed=(*board.proposed, SUIT_CODES.index(seen.suit))))


def _chooser_found(board: Board, seen: m.ChooserFound) -> Board:
    return _next_speaker(replace(board, chooser=seen.seat))


def _estimate_confirmed(board: Board, seen: m.EstimateConfirmed) -> Board:
    confirmed = tuple(c or seat == seen.seat for seat, c in enumerate(board.confirmed))
    board = replace(board, confirmed=confirmed)
    return _begin_play(board) if all(confirmed) else board


def _estimate_announced(board: Board, seen: m.EstimateAnnounced) -> Board:
    announced = tuple(seen.points if seat == seen.seat else value for seat, value in enumerate(board.announced))
    confirmed = tuple(value is not None for value in announced)
    corrected = board.confirmed[seen.seat]
    board = replace(board, announced=announced, confirmed=confirmed, speaker=seen.seat)
    if corrected:
        return board
    return _begin_play(board) if all(confirmed) else replace(board, turn=(seen.seat + 1) % 4)


def _called(board: Board, seen: m.Called) -> Board:
    return _next_speaker(replace(board, calls=(*board.calls, (seen.seat, seen.call))))


def _contract_made(board: Board, seen: m.ContractMade) -> Board:
    mode = CONTRACT_CODES.index(seen.contract)
    board = replace(
        board,
        declarer=seen.declarer,
        mode=mode,
        tables=compile_tables(board.rules, mode),
        bid=seen.bid,
        multiplier=seen.multiplier,
    )
    if board.rules.melds != "none" and board.rules.meld_timing == "before-lead":
        return replace(board, phase="melds", turn=board.forehand)
    return _begin_play(board)


def _begin_play(board: Board) -> Board:
    return replace(board, phase="play", turn=board.first_leader, leader=board.first_leader)


def _thrown_in(board: Board, seen: m.ThrownIn) -> Board:
    return replace(board, phase="ready", turn=None, next_dealer=seen.next_dealer)


def _melds_announced(board: Board, seen: m.MeldsAnnounced) -> Board:
    claims = tuple(seen.claims if seat == seen.seat else value for seat, value in enumerate(board.claims))
    board = replace(board, claims=claims)
    if board.phase == "melds":
        return replace(board, turn=(seen.seat + 1) % 4)
    return board


def _melds_compared(board: Board, seen: m.MeldsCompared) -> Board:
    board = replace(board, best_meld=seen.best, meld_points=seen.points, compared=True)
    return _begin_play(board) if board.phase == "melds" else board


def _melds_shown(board: Board, seen: m.MeldsShown) -> Board:
    masks = masks_of(seen.melds)
    return replace(
        board, shown=tuple(masks if seat == seen.seat else value for seat, value in enumerate(board.shown))
    )


def _card_played(board: Board, seen: m.CardPlayed) -> Board:
    card = INDEX[seen.card]
    count = len(board.trick)
    return replace(
        board,
        trick=(*board.trick, card),
        packed=board.packed | card << (6 * count),
        played=with_item(board.played, seen.seat, board.played[seen.seat] | 1 << card),
        turn=(seen.seat + 1) % 4 if count < 3 else None,
        speaker=None,
    )


def _marriage_called(board: Board, seen: m.MarriageCalled) -> Board:
    return replace(board, marriage=seen.seat)


def _trick_taken(board: Board, seen: m.TrickTaken) -> Board:
    first, second, third, fourth = board.trick
    trick = Trick(board.leader, (first, second, third, fourth), seen.seat, seen.points, seen.roem)
    roem = board.roem
    if seen.roem:
        roem = (roem[0] + seen.roem, roem[1]) if seen.seat % 2 == 0 else (roem[0], roem[1] + seen.roem)
    over = len(board.tricks) + 1 == board.rules.tricks
    return replace(
        board,
        tricks=(*board.tricks, trick),
        trick=(),
        packed=0,
        leader=seen.seat,
        turn=None if over else seen.seat,
        points=with_item(board.points, seen.seat, board.points[seen.seat] + seen.points),
        won=with_item(board.won, seen.seat, board.won[seen.seat] + 1),
        roem=roem,
    )


def _estimates_scored(board: Board, seen: m.EstimatesScored) -> Board:
    return replace(
        board,
        phase="ready",
        turn=None,
        counted=board.counted + 1,
        totals=seen.totals,
        results=(*board.results, seen),
        announced=seen.estimates,
        next_dealer=(board.dealer + 1) % 4,
    )


def _deal_scored(board: Board, seen: m.DealScored) -> Board:
    return replace(
        board,
        phase="ready",
        turn=None,
        counted=board.counted + 1,
        totals=seen.totals,
        results=(*board.results, seen),
        carry=seen.carry,
        contract_winner=board.contract_winner_after(seen.made),
        next_dealer=dealer_after(board, seen.scores),
    )


def _match_ended(board: Board, seen: m.MatchEnded) -> Board:
    return replace(board, phase="over", turn=None, ended=seen)


FOLDS: dict[type[Any], Callable[[Board, Any], Board]] = {
    m.MatchStarted: _match_started,
    m.DealStarted: _deal_started,
    m.HandDealt: _hand_dealt,
    m.HandCompleted: _hand_completed,
    m.UpCardTurned: _up_card_turned,
    m.TrumpDrawn: _trump_drawn,
    m.SuitProposed: _suit_proposed,
    m.ChooserFound: _chooser_found,
    m.EstimateConfirmed: _estimate_confirmed,
    m.EstimateAnnounced: _estimate_announced,
    m.Called: _called,
    m.ContractMade: _contract_made,
    m.ThrownIn: _thrown_in,
    m.MeldsAnnounced: _melds_announced,
    m.MeldsCompared: _melds_compared,
    m.MeldsShown: _melds_shown,
    m.CardPlayed: _card_played,
    m.MarriageCalled: _marriage_called,
    m.TrickTaken: _trick_taken,
    m.EstimatesScored: _estimates_scored,
    m.DealScored: _deal_scored,
    m.MatchEnded: _match_ended,
}
