"""Playing candidates out in many worlds, compiled: by the heuristic, or by the solver with all cards open.

Imports Numba. Used by search alone.
"""

from __future__ import annotations

import numpy as np

from puur.bots.playout import (
    Array,
    Floats,
    compiled,
    partner_learn,
    partner_roem,
    partnered,
    steer_choose,
    steer_estimate,
    steered,
)
from puur.bots.search import score as plain_score
from puur.bots.search.solver import ALL_OURS, ALL_THEIRS, MIXED, NONE_YET, ROEM, TRUMP, exact
from puur.rules import fast

_score = compiled(plain_score)
score_lead = _score.lead
_winner, _trick_points = fast.kernel.winner, fast.kernel.trick_points
COUNTS = plain_score.COUNTS
CARDS, TRICKS, MELDS, MARRIAGE, ROEMS, LAST_TEAM = 0, 2, 4, 6, 8, 10


@fast.jit
def steer_worlds(
    worlds: Array,
    estimates: Array,
    taken: Array,
    seat: int,
    gone: int,
    trick: int,
    count: int,
    leader: int,
    cards: Array,
    rule: int,
    trump: int,
    jack: int,
    last_trick: int,
    deck: int,
    beats: Array,
    points: Array,
    styles: Floats,
    out: Array,
) -> None:
    """Differenzler: my points at the end for every world and every card that I may play now."""
    hands = np.zeros(4, dtype=np.int64)
    made = np.zeros(4, dtype=np.int64)
    for w in range(len(worlds)):
        for i in range(len(cards)):
            hands[:] = worlds[w]
            made[:] = taken
            card = cards[i]
            hands[seat] &= ~(1 << card)
            _finish_steered(
                hands, estimates[w], made, gone | (1 << card), trick | (card << (6 * count)), count + 1, leader, rule,
                trump, jack, last_trick, deck, beats, points, styles,
            )  # fmt: skip
            out[w, i] = made[seat]


@fast.jit
def _finish_steered(
    hands: Array,
    estimates: Array,
    made: Array,
    gone: int,
    trick: int,
    count: int,
    leader: int,
    rule: int,
    trump: int,
    jack: int,
    last_trick: int,
    deck: int,
    beats: Array,
    points: Array,
    styles: Floats,
) -> None:
    if count == 4:
        leader = (leader + _winner(trick, 4, beats)) & 3
        made[leader] += _trick_points(trick, 4, points)
        trick = 0
        count = 0
        if hands[leader] == 0:
            made[leader] += last_trick
            return
    steered(
        hands, estimates, made, gone, trick, count, leader, rule, trump, jack, last_trick, deck, beats, points, styles
    )


@fast.jit
def steer_estimates(
    worlds: Array,
    others: Array,
    seat: int,
    leader: int,
    announced: Array,
    rule: int,
    trump: int,
    jack: int,
    last_trick: int,
    deck: int,
    beats: Array,
    points: Array,
    styles: Floats,
    out: Array,
) -> None:
    """Differenzler: my points at the end for every world and every estimate that I might announce."""
    hands = np.zeros(4, dtype=np.int64)
    made = np.zeros(4, dtype=np.int64)
    estimates = np.zeros(4, dtype=np.int64)
    for w in range(len(worlds)):
        for i in range(len(announced)):
            hands[:] = worlds[w]
            made[:] = 0
            estimates[:] = others[w]
            estimates[seat] = announced[i]
            steered(
                hands, estimates, made, 0, 0, 0, leader, rule, trump, jack, last_trick, deck, beats, points, styles
            )
            out[w, i] = made[seat]


@fast.jit
def model_estimates(dealt: Array, mode: int, leader: int, weights: Floats, scratch: Floats, out: Array) -> None:
    """What the heuristic would announce with each hand of each world."""
    for w in range(len(dealt)):
        for seat in range(4):
            out[w, seat] = steer_estimate(dealt[w, seat], mode, (seat - leader) & 3, weights, scratch)


@fast.jit
def steer_agreement(
    dealt: Array,
    estimates: Array,
    me: int,
    leaders: Array,
    plays: Array,
    rule: int,
    trump: int,
    jack: int,
    last_trick: int,
    deck: int,
    beats: Array,
    points: Array,
    styles: Floats,
    doubt: float,
    out: Floats,
) -> None:
    """How well each world explains what the others have played: ``doubt`` for every card the heuristic would not."""
    hands = np.zeros(4, dtype=np.int64)
    made = np.zeros(4, dtype=np.int64)
    for w in range(len(dealt)):
        hands[:] = dealt[w]
        made[:] = 0
        gone = 0
        weight = 1.0
        trick = 0
        for i in range(len(plays)):
            count = i & 3
            if count == 0:
                trick = 0
            leader = leaders[i >> 2]
            seat = (leader + count) & 3
            card = plays[i]
            if seat != me:
                hand = hands[seat]
                chosen = steer_choose(
                    rule, hand, deck & ~gone & ~hand, trick, count, estimates[w, seat] - made[seat], trump, jack,
                    last_trick, beats, points, styles[seat],
                )  # fmt: skip
                if chosen != card:
                    weight *= doubt
            hands[seat] &= ~(1 << card)
            gone |= 1 << card
            trick |= card << (6 * count)
            if count == 3:
                taker = (leader + _winner(trick, 4, beats)) & 3
                made[taker] += _trick_points(trick, 4, points)
        out[w] = weight


# ------------------------------------------------------------------------------------------------- teams


@fast.jit
def team_worlds(
    worlds: Array,
    extras: Array,
    taken: Array,
    tricks: Array,
    roems: Array,
    lacks: Array,
    seat: int,
    gone: int,
    trick: int,
    count: int,
    leader: int,
    declarer: int,
    cards: Array,
    constants: Array,
    deck: int,
    beats: Array,
    points: Array,
    styles: Floats,
    terms: Array,
    out: Array,
) -> None:
    """My team's score above the other's for every world and every card, the heuristic playing on.

    ``extras`` are melds and marriage of both teams in each world. With no cards the playout begins at once.
    """
    hands = np.zeros(4, dtype=np.int64)
    made = np.zeros(4, dtype=np.int64)
    won = np.zeros(4, dtype=np.int64)
    roem = np.zeros(4, dtype=np.int64)
    known = np.zeros(4, dtype=np.int64)
    counts = np.zeros(COUNTS, dtype=np.int64)
    rule, trump, jack, last_trick = constants[0], constants[1], constants[2], constants[3]
    for w in range(len(worlds)):
        for i in range(out.shape[1]):
            hands[:] = worlds[w]
            made[:] = taken
            won[:] = tricks
            roem[:] = roems
            known[:] = lacks
            table, lying, first, out_cards = trick, count, leader, gone
            if len(cards):
                card = cards[i]
                known[seat] = partner_learn(known[seat], rule, card, trick, count, trump, jack, beats)
                hands[seat] &= ~(1 << card)
                out_cards |= 1 << card
                table |= card << (6 * count)
                lying += 1
            last = 0
            over = False
            if lying == 4:
                first = (leader + _winner(table, 4, beats)) & 3
                made[first] += _trick_points(table, 4, points)
                won[first] += 1
                if constants[ROEM]:
                    roem[first] += partner_roem(table, 4, trump, constants[ROEM])
                table = 0
                lying = 0
                last = first
                over = hands[first] == 0
                if over:
                    made[first] += last_trick
            if not over:
                last = partnered(
                    hands, made, won, roem, known, out_cards, table, lying, first, declarer, rule, trump, jack,
                    last_trick, constants[ROEM], deck, beats, points, styles,
                )  # fmt: skip
            for team in range(2):
                counts[CARDS + team] = made[team] + made[team + 2]
                counts[TRICKS + team] = won[team] + won[team + 2]
                counts[ROEMS + team] = roem[team] + roem[team + 2]
                counts[MELDS + team] = extras[w, team]
                counts[MARRIAGE + team] = extras[w, 2 + team]
            counts[CARDS + (last & 1)] -= last_trick
            counts[LAST_TEAM] = last & 1
            value = score_lead(terms, counts)
            out[w, i] = value if ((seat ^ declarer) & 1) == 0 else -value


@fast.jit
def open_worlds(
    worlds: Array,
    extras: Array,
    taken: Array,
    tricks: Array,
    roems: Array,
    seat: int,
    trick: int,
    count: int,
    leader: int,
    declarer: int,
    cards: Array,
    constants: Array,
    beats: Array,
    points: Array,
    terms: Array,
    table: Array,
    notes: Array,
    stack: Array,
    out: Array,
) -> None:
    """The same with the solver: my team's score for every world and card if all cards lay open from now on."""
    hands = np.zeros(4, dtype=np.int64)
    made = np.zeros(4, dtype=np.int64)
    won = np.zeros(4, dtype=np.int64)
    counts = np.zeros(COUNTS, dtype=np.int64)
    last_trick, slam = constants[3], constants[4]
    for w in range(len(worlds)):
        notes[1] += 1
        notes[2:] = 0
        guess = 0
        for i in range(len(cards)):
            hands[:] = worlds[w]
            made[:] = taken
            won[:] = tricks
            card = cards[i]
            hands[seat] &= ~(1 << card)
            lying = trick | (card << (6 * count))
            now, first = count + 1, leader
            past = made[0] + made[2] - made[1] - made[3] + roems[0] + roems[2] - roems[1] - roems[3]
            if now == 4:
                first = (leader + _winner(lying, 4, beats)) & 3
                gain = _trick_points(lying, 4, points)
                if hands[first] == 0:
                    gain += last_trick
                if constants[ROEM]:
                    gain += partner_roem(lying, 4, constants[TRUMP], constants[ROEM])
                past += gain if (first & 1) == 0 else -gain
                won[first] += 1
                lying = 0
                now = 0
            ours, theirs = won[0] + won[2], won[1] + won[3]
            flag = MIXED
            if ours == 0 and theirs == 0:
                flag = NONE_YET
            elif theirs == 0:
                flag = ALL_OURS
            elif ours == 0:
                flag = ALL_THEIRS
            guess = exact(hands, lying, now, first, flag, guess, constants, beats, points, table, notes, stack)
            lead = past + guess
            # Back from a lead to what scoring counts. The last trick stays among the cards: who wins it is not told.
            total = 152 + last_trick
            all_tricks = 0
            if slam and lead > total and flag not in (MIXED, ALL_THEIRS):
                all_tricks = 1
                lead -= slam
            elif slam and lead < -total and flag not in (MIXED, ALL_OURS):
                all_tricks = -1
                lead += slam
            elif not slam and abs(lead) >= total:
                all_tricks = 1 if lead > 0 else -1
            out_score(counts, lead, total, all_tricks, extras[w], terms)
            value = score_lead(terms, counts)
            out[w, i] = value if ((seat ^ declarer) & 1) == 0 else -value


@fast.jit
def out_score(counts: Array, lead: int, total: int, all_tricks: int, extras: Array, terms: Array) -> None:
    """Counts of a deal that ends with this lead of team 0."""
    last = terms[5]
    ours = (total + lead) >> 1
    theirs = total - ours
    winner = 0 if lead > 0 else 1
    counts[LAST_TEAM] = winner
    counts[CARDS] = ours - (last if winner == 0 else 0)
    counts[CARDS + 1] = theirs - (last if winner == 1 else 0)
    counts[TRICKS] = 0 if all_tricks < 0 else 1
    counts[TRICKS + 1] = 0 if all_tricks > 0 else 1
    counts[ROEMS] = 0
    counts[ROEMS + 1] = 0
    for i in range(4):
        counts[MELDS + i] = extras[i]
