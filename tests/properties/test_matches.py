"""What holds in every match of every game: points, views, replay, refusals."""

from __future__ import annotations

import copy
import random

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from puur.cards import INDEX, cards_of, codes_of, mask_of
from puur.engine import messages as m
from puur.engine.decide import decide
from puur.engine.evolve import replay
from puur.engine.legality import choices, refusal
from puur.engine.project import project
from puur.engine.view import View, begin_view, see, watch
from puur.rules.scoring import places
from tests.properties.strategies import Played, any_action, matches, probes

SEATS = (0, 1, 2, 3)
seeds = st.integers(0, 2**32)


@given(matches())
def test_the_points_of_a_deal_are_the_cards_and_the_last_trick(played: Played) -> None:
    for step in played.steps:
        for event in step.events:
            if isinstance(event, m.EstimatesScored):
                assert sum(event.points) == 157
            elif isinstance(event, m.DealScored):
                whole = sum(event.tricks) == played.state.board.rules.tricks
                assert sum(event.cards) == 152 if whole else sum(event.cards) <= 152


@given(matches())
def test_a_deal_gives_every_card_of_the_deck_once(played: Played) -> None:
    state = played.state
    if state.board.phase in ("ready", "over"):
        return
    dealt = [mine.dealt for mine in state.mine]
    stock = mask_of(state.stock)
    assert sum(dealt) + stock == state.board.rules.deck_mask
    for mine in state.mine:
        assert mine.hand | state.board.played[mine.seat] == mine.dealt
        assert not mine.hand & state.board.played[mine.seat]


@given(matches())
def test_every_view_agrees_with_the_log(played: Played) -> None:
    """The spectator's board is the state's board; each seat's view has the same board and its own knowledge."""
    spectator = watch(None, [project(event, None) for event in played.log])
    assert spectator == View(played.state.board, None)
    assert spectator.actions() == []
    for seat in SEATS:
        view = watch(seat, [project(event, seat) for event in played.log])
        assert view == View(played.state.board, played.state.mine[seat])


@given(matches(), st.integers(0, 3))
def test_a_view_seen_step_by_step_is_the_view_seen_at_once(played: Played, seat: int) -> None:
    view = begin_view(played.started, seat)
    for event in played.log[1:]:
        view = see(view, project(event, seat))
    assert view == watch(seat, [project(event, seat) for event in played.log])


@given(matches())
def test_replaying_the_log_gives_the_live_state(played: Played) -> None:
    assert replay(played.log) == played.state


@given(matches())
def test_the_log_survives_its_way_through_json(played: Played) -> None:
    as_text = msgspec.json.encode(played.log)
    assert msgspec.json.decode(as_text, type=list[m.Event]) == played.log


@given(matches(), st.integers(0, 3))
def test_what_is_seen_survives_its_way_through_json(played: Played, seat: int) -> None:
    seen = [project(event, seat) for event in played.log]
    assert msgspec.json.decode(msgspec.json.encode(seen), type=list[m.Seen]) == seen


@given(matches())
def test_deciding_the_same_twice_gives_the_same(played: Played) -> None:
    for step in played.steps[-5:]:
        before = copy.deepcopy(step.before)
        assert decide(step.before, step.seat, step.action) == step.events
        assert step.before == before, "deciding changes nothing"
        for event in step.events:
            for seat in (None, *SEATS):
                assert project(event, seat) == project(event, seat)


@given(matches(), seeds)
def test_a_refused_action_changes_nothing_and_an_offered_one_is_never_refused(played: Played, seed: int) -> None:
    state, rng = played.state, random.Random(seed)
    frozen = copy.deepcopy(state)
    for seat in SEATS:
        offered = choices(state.board, state.mine[seat])
        for action in [*probes(state.board, rng), *offered]:
            reason = refusal(state.board, state.mine[seat], action)
            answer = decide(state, seat, action)
            assert isinstance(answer, m.Refusal) == (reason is not None)
            if action in offered:
                assert reason is None
    assert state == frozen


@given(matches())
def test_somebody_can_always_act_until_the_match_is_over(played: Played) -> None:
    state = played.state
    if state.board.phase == "ready":
        assert not isinstance(decide(state, *any_action(state.board, state, random.Random(1))), m.Refusal)
    elif state.board.phase != "over":
        assert state.board.to_act()
        for seat in state.board.to_act():
            assert choices(state.board, state.mine[seat])
    else:
        assert state.board.to_act() == ()
        assert state.board.ended is not None


@given(matches())
def test_a_player_sees_which_cards_he_may_play_and_why_not_the_others(played: Played) -> None:
    board = played.state.board
    for seat in SEATS:
        view = watch(seat, [project(event, seat) for event in played.log])
        assert view.my_turn == (seat in board.to_act())
        playable = {action.card for action in view.actions() if isinstance(action, m.Play)}
        assert playable == set(codes_of(view.legal_cards()))
        if board.phase == "play" and board.turn == seat:
            assert playable | set(view.card_reasons()) == set(view.hand)
            assert not playable & set(view.card_reasons())
            for code, reason in view.card_reasons().items():
                assert view.refusal(m.Play(code)) == reason
        else:
            assert playable == set()
            assert view.card_reasons() == {}


@given(matches())
def test_tricks_are_kept_with_leader_cards_and_winner(played: Played) -> None:
    board = played.state.board
    for trick, following in zip(board.tricks, board.tricks[1:], strict=False):
        assert following.leader == trick.winner
    for trick in board.tricks:
        for seat in SEATS:
            assert board.played[seat] >> trick.card_of(seat) & 1
    assert sum(board.won) == len(board.tricks)
    assert sum(board.points) == sum(trick.points for trick in board.tricks)


@given(matches())
def test_the_totals_are_the_sums_of_the_results(played: Played) -> None:
    board = played.state.board
    sides = range(board.rules.sides)
    for side in sides:
        assert board.totals[side] == sum(
            r.diffs[side] if isinstance(r, m.EstimatesScored) else r.scores[side] for r in board.results
        )
    if board.ended is not None and board.rules.finish == "after-deal" and board.rules.tie != "last-contract":
        assert board.ended.places == places(board.totals, lowest_wins=board.rules.estimates)


@given(matches())
def test_nobody_can_do_anything_after_the_end(played: Played) -> None:
    state = played.state
    if state.board.phase != "over":
        return
    for seat in SEATS:
        for action in probes(state.board, random.Random(1)):
            assert decide(state, seat, action) == m.Refusal("wrong-phase")
    again = m.Draw(0, codes_of(state.board.rules.deck_mask), "H", ("H", "S"))
    assert decide(state, None, m.Deal(again)) == m.Refusal("wrong-phase")


@given(matches())
def test_cards_played_come_from_the_hand(played: Played) -> None:
    for step in played.steps:
        if isinstance(step.action, m.Play):
            assert step.seat is not None
            assert INDEX[step.action.card] in cards_of(step.before.mine[step.seat].hand)
