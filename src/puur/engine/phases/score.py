"""The end of a trick and of a deal: who takes it, what the deal is worth, whether the match is over.

Makes events from a State; the numbers come from rules/scoring.py. Imported by decide only.
"""

from __future__ import annotations

from puur.cards import Card, mask_of
from puur.engine import messages as m
from puur.engine.board import Board
from puur.engine.state import State
from puur.rules import kernel
from puur.rules.melds import MARRIAGE_POINTS, marriage_mask, roem
from puur.rules.ruleset import Target
from puur.rules.scoring import (
    FinishKind,
    Tally,
    estimate_penalties,
    first_to_target,
    match_places,
    score_deal,
)


def trick_taken(board: Board, card: Card) -> m.TrickTaken:
    """The trick that this fourth card completes."""
    t = board.tables
    assert t is not None and board.mode is not None
    packed = board.packed | card << 18
    seat = (board.leader + kernel.winner(packed, 4, t.beats)) % 4
    points = kernel.trick_points(packed, 4, t.points)
    if len(board.tricks) + 1 == board.rules.tricks:
        points += board.rules.last_trick
    extra = roem(board.rules, board.mode, mask_of((*board.trick, card))) if board.rules.roem else 0
    return m.TrickTaken(seat, points, extra)


def marriage_points(board: Board) -> tuple[int, int]:
    """What the marriage that counts apart has brought to each team."""
    if board.marriage is None:
        return (0, 0)
    return (MARRIAGE_POINTS, 0) if board.marriage % 2 == 0 else (0, MARRIAGE_POINTS)


def tally(board: Board) -> Tally:
    """What was counted in the deal, as rules/scoring.py wants it."""
    assert board.mode is not None and board.declarer is not None
    last = board.tricks[-1].winner % 2
    bonus = board.rules.last_trick if len(board.tricks) == board.rules.tricks else 0
    cards = [board.team_points(team) - (bonus if team == last else 0) for team in (0, 1)]
    return Tally(
        cards=(cards[0], cards[1]),
        tricks=(board.team_tricks(0), board.team_tricks(1)),
        last_trick=last,
        declarers=board.declarer % 2,
        mode=board.mode,
        melds=board.meld_points,
        marriage=marriage_points(board),
        roem=board.roem,
        bid=board.bid,
        multiplier=board.multiplier,
        carry=board.carry,
    )


def end_of_deal(state: State) -> list[m.Event]:
    """The score of a finished deal, and the end of the match if this was it."""
    board = state.board
    if board.rules.estimates:
        estimates = tuple(mine.estimate or 0 for mine in state.mine)
        diffs = estimate_penalties(board.rules, estimates, board.points, board.won)
        totals = tuple(a + b for a, b in zip(board.totals, diffs, strict=True))
        scored: m.Event = m.EstimatesScored(estimates, board.points, diffs, totals)
    else:
        counted = tally(board)
        score = score_deal(board.rules, counted)
        totals = tuple(a + b for a, b in zip(board.totals, score.points, strict=True))
        scored = _deal_scored(board, counted, score.points, score.made, score.carry)
    events: list[m.Event] = [scored]
    made = scored.made if isinstance(scored, m.DealScored) else None
    final = match_places(board.rules, totals, board.counted + 1, board.contract_winner_after(made))
    if final is not None:
        points = _points_made(board) if board.rules.estimates else totals
        events.append(m.MatchEnded(final, totals, points))
    return events


def _deal_scored(
    board: Board, counted: Tally, scores: tuple[int, int], made: bool | None, carry: int
) -> m.DealScored:
    return m.DealScored(
        cards=counted.cards,
        tricks=counted.tricks,
        last_trick=counted.last_trick,
        melds=counted.melds,
        marriage=counted.marriage,
        roem=counted.roem,
        made=made,
        scores=scores,
        totals=(board.totals[0] + scores[0], board.totals[1] + scores[1]),
        carry=carry,
    )


def _points_made(board: Board) -> tuple[int, ...]:
    """The sums of points made in all rounds, this one included (art. 4.10)."""
    rounds = [result.points for result in board.results if isinstance(result, m.EstimatesScored)]
    return tuple(sum(values) for values in zip(board.points, *rounds, strict=True))


def finish_at_once(before: Board, board: Board) -> list[m.Event]:
    """Where a match stops the moment a team reaches the target: the end, if this trick brought it (7).

    ``before`` is the board before the trick's last card, ``board`` after it; within the trick Stoeck, Weis and
    trick are counted in the order that the rules give.
    """
    rules = board.rules
    if rules.finish != "at-once" or not isinstance(rules.end, Target):
        return []
    assert board.mode is not None
    factor = rules.multipliers[board.mode]
    last = len(board.tricks) == rules.tricks
    stoeck = _called_now(board)
    standing = list(board.totals)
    gains: list[tuple[FinishKind, int, int]] = []
    for team in (0, 1):
        marriage = marriage_points(board)[team]
        if marriage and stoeck:
            gains.append(("stoeck", team, factor * marriage))
            marriage = 0
        standing[team] += factor * (before.team_points(team) + before.meld_points[team] + marriage)
        trick = board.team_points(team) - before.team_points(team)
        if last and board.team_tricks(team) == rules.tricks:
            trick += rules.slam
        gains.append(("weis", team, factor * (board.meld_points[team] - before.meld_points[team])))
        gains.append(("trick", team, factor * trick))
    winner = first_to_target(rules, standing, gains)
    if winner is None:
        return []
    counted = tally(board)
    score = score_deal(rules, counted).points if last else _scores_so_far(board)
    scored = _deal_scored(board, counted, score, None, 0)
    return [scored, m.MatchEnded((1, 2) if winner == 0 else (2, 1), scored.totals, scored.totals)]


def _called_now(board: Board) -> bool:
    """Whether Stoeck was called in the trick just finished: its holder played one of the pair there."""
    if board.marriage is None:
        return False
    assert board.mode is not None
    return bool(marriage_mask(board.mode) >> board.tricks[-1].card_of(board.marriage) & 1)


def _scores_so_far(board: Board) -> tuple[int, int]:
    """The score of a deal that stops before its last trick."""
    assert board.mode is not None
    factor = board.rules.multipliers[board.mode]
    extra = marriage_points(board)
    a, b = (factor * (board.team_points(t) + board.meld_points[t] + extra[t]) for t in (0, 1))
    return (a, b)
