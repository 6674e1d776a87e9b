"""The compiled kernel says what the plain kernel says, and random playouts deal out all the points."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from puur.rules import fast, kernel
from puur.rules.ruleset import Ruleset
from puur.rules.tables import compile_tables
from puur.rules.variants import VARIANTS, ruleset

GAMES = [
    *(ruleset(name) for name in VARIANTS),
    ruleset("jass", {"head_obligation": "always", "trump_jack_exempt": True, "partner_exempt": True}),
    ruleset("jass", {"head_obligation": "trumps", "deck": 36}),
    ruleset("klaverjassen-rotterdam", {"rotterdam_undertrump": "forbidden"}),
    ruleset("coinche", {"partner_cut": "no-undercut"}),
]


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_compiled_and_plain_kernel_agree(rules: Ruleset) -> None:
    rng = Random(1)
    cards = [c for c in range(36) if rules.deck_mask >> c & 1]
    for _ in range(1500):
        t = compile_tables(rules, rng.randrange(len(rules.contracts)))
        beats, points = np.array(t.beats), np.array(t.points)
        count = rng.randrange(4)
        drawn = rng.sample(cards, count + rng.randint(1, rules.hand_size))
        trick = sum(card << (6 * i) for i, card in enumerate(drawn[:count]))
        hand = sum(1 << card for card in drawn[count:])
        rule = (t.rule, hand, trick, count, t.trump, t.jack)
        assert fast.kernel.legal(*rule, beats) == kernel.legal(*rule, t.beats)
        card = rng.choice(cards)
        assert fast.kernel.refusal(*rule, beats, card) == kernel.refusal(*rule, t.beats, card)
        assert fast.kernel.popcount(hand) == hand.bit_count()
        if count:
            assert fast.kernel.winner(trick, count, beats) == kernel.winner(trick, count, t.beats)
            assert fast.kernel.trick_points(trick, count, points) == kernel.trick_points(trick, count, t.points)


@pytest.mark.parametrize("name", list(VARIANTS))
def test_random_deals_share_out_all_the_points(name: str) -> None:
    rules = ruleset(name)
    taken = fast.random_deals(rules, 2000, seed=7)
    assert sum(taken) == 2000 * rules.total
    assert min(taken) > 0.8 * max(taken)
    assert fast.random_deals(rules, 2000, seed=7) == taken
    assert fast.random_deals(rules, 2000, seed=8) != taken


def test_playouts_play_legal_cards_only() -> None:
    """Four hands of one suit each: the suit led by the trump holder takes everything."""
    rules = ruleset("differenzler")
    beats, points, trumps, jacks = fast.arrays(rules)
    hands = np.array([0x1FF << (9 * suit) for suit in range(4)], dtype=np.int64)
    taken = np.zeros(4, dtype=np.int64)
    rule = compile_tables(rules, 2).rule
    fast.play_random(hands, 2, rule, trumps[2], jacks[2], beats[2], points[2], 5, np.uint64(99), taken)
    assert list(taken) == [0, 0, 157, 0]
    assert not hands.any()


def test_a_read_only_home_leaves_compiled_code_unkept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(blocked / "numba"))
    assert not fast._prepare_cache()


def test_the_cache_folder_depends_on_every_compiled_source(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    before = fast._cache_folder()
    assert before.parent == tmp_path / "puur"
    monkeypatch.setattr(fast, "COMPILED_FOLDERS", ("rules",))
    assert fast._cache_folder() != before
