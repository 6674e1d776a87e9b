"""Whole matches of every team game, with any options: the engine's scores are those of a second reading of the rules."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from puur.cards import CardCode
from puur.engine import messages as m
from puur.rules.ruleset import Deals
from puur.rules.variants import VARIANTS, ruleset
from tests.engine.random_matches import random_log
from tests.engine.scores_by_the_book import Counted
from tests.properties.strategies import Options, games

TEAM_GAMES = tuple(name for name, game in VARIANTS.items() if game.rules.teams)


@given(games(TEAM_GAMES), st.integers(0, 2**32))
def test_deals_are_scored_and_dealers_follow_as_in_a_second_reading(game: tuple[str, Options], seed: int) -> None:
    name, options = game
    options = {**options, "end": {"deals": 2}}
    rules = ruleset(name, options)
    assert isinstance(rules.end, Deals)  # so that no match stops within a deal
    totals, carry, dealer = [0, 0], 0, None
    deal = Counted(rules, 0)
    for event in random_log(name, options, seed=seed):
        if isinstance(event, m.DealStarted):
            assert dealer in (None, event.dealer)
            deal = Counted(rules, (event.dealer + 1) % 4)
            continue
        if isinstance(event, m.ThrownIn):
            dealer = event.next_dealer
            assert (deal.forehand - dealer) % 4 == (1 if rules.redeal_dealer == "same" else 0)
        elif isinstance(event, m.DealScored):
            scores, carry = deal.score(carry)
            totals = [total + score for total, score in zip(totals, scores, strict=True)]
            assert list(event.scores) == scores
            assert event.carry == carry
            assert list(event.totals) == totals
            dealer = deal.next_dealer(scores)
        elif not isinstance(event, m.MatchStarted):
            deal.see(event)


def test_the_second_reading_knows_melds_and_roem() -> None:
    """A deal that was worked out by hand, so that the two cannot be wrong in the same way."""
    deal = Counted(ruleset("klaverjassen-amsterdam"), 0)
    deal.see(m.ContractMade(0, "C"))
    trick: tuple[CardCode, ...] = ("TC", "JC", "QC", "KC")
    for seat, card in enumerate(trick):
        deal.see(m.CardPlayed(seat, card))
    assert (deal.cards, deal.tricks, deal.roem, deal.last) == ([0, 37], [0, 1], [0, 70], 1)
    jass = Counted(ruleset("jass", {"meld_scope": "best-team"}), 0)
    jass.see(m.ContractMade(0, "C"))
    jass.see(m.MeldsDeclared(1, (("AH", "KH", "QH"),), ()))
    jass.see(m.MeldsDeclared(2, (("KC", "QC", "JC"), ("KC", "QC")), ()))
    jass.see(m.MeldsDeclared(3, (("9D", "8D", "7D"),), ()))
    assert jass.melds() == [0, 40]
