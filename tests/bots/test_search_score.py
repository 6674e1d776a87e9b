"""The compiled score of search is the score of the rules."""

from random import Random
from typing import Any

import pytest

from puur.bots.search import score as compiled_source
from puur.bots.search.rollouts import score_lead
from puur.rules.scoring import Bid, Tally, score_deal
from puur.rules.variants import VARIANTS, ruleset

GAMES: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in VARIANTS if name != "differenzler"),
    ("jass", {"failed_last_trick": "always", "failed_melds": "transferred", "marriage": "separate"}),
    ("belote", {"preset": "french"}),
    ("belote", {"preset": "french", "litige": "lost"}),
    ("coinche", {"rounding": "none", "announcements": True}),
    ("klaverjassen-amsterdam", {"pit_for_defenders": False}),
]


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_scores_agree_on_random_deals(name: str, options: dict[str, Any]) -> None:
    import numpy as np

    rules, rng = ruleset(name, options), Random(f"{name}{options}")
    for _ in range(1500):
        mode, declarers = rng.randrange(len(rules.contracts)), rng.randrange(2)
        won = rng.choice([0, rng.randrange(1, rules.tricks), rules.tricks])
        cards = {0: 0, rules.tricks: 152}.get(won, rng.choice([70, 75, 76, 77, 81, 82, rng.randrange(153)]))
        last = rng.randrange(2) if 0 < won < rules.tricks else int(won == 0)
        bid: Bid | None = None
        if rules.contract == "bid":
            bid = rng.choice(["capot", *range(80, 161, 10)])
        tally = Tally(
            cards=(cards, 152 - cards),
            tricks=(won, rules.tricks - won),
            last_trick=last,
            declarers=declarers,
            mode=mode,
            melds=(rng.choice([0, 20, 50]), rng.choice([0, 100])) if rules.melds != "none" else (0, 0),
            marriage=rng.choice([(0, 0), (20, 0), (0, 20)]) if rules.marriage == "separate" else (0, 0),
            roem=(rng.choice([0, 20]), rng.choice([0, 40])) if rules.roem else (0, 0),
            bid=bid,
            multiplier=rng.choice([1, 2, 4]) if bid else 1,
            carry=rng.choice([0, 81]) if rules.contract == "takers-ahead" else 0,
        )
        expected = score_deal(rules, tally).points
        terms = compiled_source.terms(rules, mode, declarers, bid, tally.multiplier, tally.carry)
        counts = [*tally.cards, *tally.tricks, *tally.melds, *tally.marriage, *tally.roem, last]
        lead = expected[declarers] - expected[1 - declarers]
        assert compiled_source.lead(terms, counts) == lead, tally
        assert score_lead(np.array(terms), np.array(counts)) == lead, tally
