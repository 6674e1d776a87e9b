"""Every world that is sampled could have led to the plays that were seen, in every game with every option."""

from __future__ import annotations

from math import prod
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from puur.cards import Mask, Rank
from puur.engine import messages as m
from puur.engine import worlds
from puur.engine.completions import Chance, Completions
from puur.engine.project import project
from puur.engine.view import View, watch
from puur.engine.worlds import NoWorld, Sampler, World
from puur.rules import kernel
from puur.rules.melds import QUARTETS, maximal_runs
from tests.engine.scenario import Match
from tests.properties.strategies import Played, matches, play_at_random


def plays_were_legal(view: View, world: World) -> bool:
    """Play the cards of the deal once more, from the hands that the world means."""
    board = view.board
    t = board.tables
    assert t is not None
    tricks = [*((trick.leader, trick.cards) for trick in board.tricks), (board.leader, board.trick)]
    hands = [hand | board.played[seat] for seat, hand in enumerate(world.hands)]
    for leader, cards in tricks:
        packed = 0
        for count, card in enumerate(cards):
            seat = (leader + count) % 4
            if not kernel.legal(t.rule, hands[seat], packed, count, t.trump, t.jack, t.beats) >> card & 1:
                return False
            hands[seat] &= ~(1 << card)
            packed |= card << (6 * count)
    return True


def view_of(played: Played, seat: int | None) -> View:
    return watch(seat, [project(event, seat) for event in played.log])


@given(matches(), st.sampled_from([None, 0, 1, 2, 3]), st.integers(0, 2**32))
def test_the_cards_played_were_legal_in_every_world(played: Played, seat: int | None, seed: int) -> None:
    if played.state.board.phase != "play":
        return
    view, rng = view_of(played, seat), Random(seed)
    sampler = Sampler(view)
    for _ in range(5):
        assert plays_were_legal(view, sampler.sample(rng))


EXCEPTION: dict[str, m.OptionValue] = {"partner_exempt": True, "head_obligation": "trumps", "end": {"deals": 1}}


def test_an_under_trump_in_the_partners_trick_tells_of_a_plain_card_or_of_no_higher_trump() -> None:
    """The one rule under which legality is not pairwise (test_kernel): what is ruled out depends on the whole."""
    doubtful = drawn_anew = 0
    for seed in (66, 84, 107, 157, 223, 378):  # matches in which there is such a play
        whole = play_at_random("jass", EXCEPTION, seed, 400)
        plays = [i for i, step in enumerate(whole.steps) if isinstance(step.action, m.Play)]
        for cut in plays[11:32:2]:
            moment = Played(whole.started, whole.state, whole.steps[:cut])
            view = view_of(moment, None)
            sampler, rng = Sampler(view), Random(seed)
            if not sampler.doubtful:
                continue
            doubtful += 1
            for _ in range(20):
                world = sampler._draw(rng)
                drawn_anew += world is not None and not sampler._doubtful_plays_were_legal(world.hands)
                assert plays_were_legal(view, sampler.sample(rng))
    assert doubtful > 20
    assert drawn_anew > 0


def declared(*hands: str) -> Match:
    """A deal of Jass in which everybody has declared all that he can; the play begins."""
    match = Match("jass")
    match.deal(*hands, dealer=3)
    match.say("name H")
    for seat in range(4):
        match.decide(seat, match.view(seat).actions()[0])
    return match


def test_four_of_a_kind_that_was_claimed_lies_in_the_claimers_hand_in_every_world() -> None:
    match = declared("KC KD KH KS 7C 8D 9S TH", "7D 9C JC QD 9H JS 8S 8H")
    sampler, rng = Sampler(match.view(1)), Random(1)
    found = set()
    for _ in range(60):
        hand = sampler.sample(rng).hands[0]
        held = [rank for rank, four in enumerate(QUARTETS) if hand & four == four]
        assert held
        found.update(held)
    assert found == {Rank.TEN, Rank.KING, Rank.ACE}


def test_two_claims_are_never_met_by_the_same_cards() -> None:
    """Runs of four by seats 0 and 1; all that seat 3 can tell is that they lie in clubs and diamonds."""
    match = Match("jass")
    match.deal("7C 8C 9C TC QS 8S 9H JH", "TD JD QD KD 9S AS 8H JS", "", "TS TH AC AD 7S 7H KS KH", dealer=3)
    match.say("name H", "declare 7C 8C 9C TC", "declare TD JD QD KD", "declare nothing", "declare nothing")
    sampler, rng = Sampler(match.view(3)), Random(1)
    assert sampler.melds is not None
    assert len(sampler.melds.proposals) < prod(len(options) for options in sampler.melds.options.values())
    for _ in range(60):
        world = sampler.sample(rng)
        for seat in (0, 1):
            assert 4 in [run.bit_count() for run in maximal_runs(world.hands[seat])]


def test_where_claims_leave_too_many_possibilities_worlds_fit_them_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Three players have claimed a run of three each: more combinations than are drawn directly here."""
    monkeypatch.setattr(worlds, "MOST_PROPOSALS", 100)
    match = declared(
        "7C 8C 9C JD QS KS 9H TH", "TD QC KC AC 8S 7H JS KD", "7D 8D 9D JC QH 8H AS TS", "7S 9S TC JH QD AD KH AH"
    )
    assert [len(claims or ()) for claims in match.board.claims] == [1, 1, 1, 0]
    sampler, rng = Sampler(match.view(3)), Random(1)
    assert sampler.melds is not None
    assert len(sampler.melds.proposals) <= 100 < prod(len(o) for o in sampler.melds.options.values())
    for _ in range(60):
        world = sampler.sample(rng)
        for seat in (0, 1, 2):
            assert 3 in [run.bit_count() for run in maximal_runs(world.hands[seat])]


def test_many_claims_cost_no_more_than_some_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three players have claimed five melds. To a spectator hardly any deal fits that by chance."""
    match = declared("7C 8C 9C JD QD KD 9H TH", "7D 8D 9D QS KS AS JS 8H", "TD AD TC QC 7S 8S 7H JH", "")
    assert [len(claims or ()) for claims in match.board.claims] == [2, 2, 0, 2]
    tried: list[Completions] = []
    draw = Completions.draw

    def counted(self: Completions, rng: Chance) -> list[Mask]:
        tried.append(self)
        return draw(self, rng)

    monkeypatch.setattr(Completions, "draw", counted)
    sampler, rng = Sampler(match.view(None)), Random(1)
    for _ in range(20):
        sampler.sample(rng)
    assert len(tried) < 20 * 500


@pytest.mark.parametrize("claimed", [False, True])
def test_a_view_that_contradicts_itself_has_no_world(claimed: bool) -> None:
    """Every card is excluded everywhere; or melds are claimed that nobody can hold."""
    played = play_at_random("jass", {}, 3, 8)
    assert played.state.board.phase == "play"
    view = view_of(played, 0)
    if claimed:
        claims: tuple[tuple[m.MeldClaim, ...] | None, ...] = ((), (m.MeldClaim("run", 100, 8),) * 5, (), ())
        with pytest.raises(NoWorld, match="melds claimed"):
            Sampler(View(replace(view.board, claims=claims), view.mine))
        return
    sampler = Sampler(View(replace(view.board, claims=((), (), (), ())), view.mine))
    sampler.excluded = [(1 << 36) - 1] * 4
    sampler.plain = sampler.completions_with(sampler.held)
    with pytest.raises(NoWorld, match="no deal agrees"):
        sampler.sample(Random(1))
