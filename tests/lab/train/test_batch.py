"""The batched rules agree with the kernel on random positions of every game, and conclusions are sound."""

import dataclasses

import pytest

torch = pytest.importorskip("torch")

from puur.lab.train.batch import NO_CARD, BatchTables, Table, deal, denied, legal  # noqa: E402
from puur.rules import kernel  # noqa: E402
from puur.rules.ruleset import Ruleset  # noqa: E402
from puur.rules.tables import compile_tables  # noqa: E402
from puur.rules.variants import VARIANTS, ruleset  # noqa: E402

OPTIONED = {
    "jack-exempt": dataclasses.replace(ruleset("jass"), trump_jack_exempt=True, partner_exempt=True),
    "head-trumps": dataclasses.replace(ruleset("jass"), head_obligation="trumps"),
    "head-always": dataclasses.replace(ruleset("schieber"), head_obligation="always"),
    "rotterdam-forbidden": dataclasses.replace(ruleset("klaverjassen-rotterdam"), rotterdam_undertrump="forbidden"),
    "no-undercut": dataclasses.replace(ruleset("coinche"), partner_cut="no-undercut"),
    "strict-differenzler": dataclasses.replace(ruleset("differenzler"), undertrump="only-trumps-left"),
}
GAMES = {name: ruleset(name) for name in VARIANTS} | OPTIONED


def play_random_deals(rules: Ruleset, count: int, seed: int) -> int:
    """Random deals in lockstep, every decision of every row compared with the kernel. Returns the decisions."""
    torch.manual_seed(seed)
    modes = [i for i in range(6) if i < 4 or rules.name == "schieber-swiss"]
    tb = BatchTables(rules, modes)
    compiled = [compile_tables(rules, m) for m in modes]
    mode = torch.randint(0, len(modes), (count,))
    leader = torch.randint(0, 4, (count,))
    hands = deal(count, rules.deck_mask, "cpu")
    t = Table.start(hands, leader, mode)
    decisions = 0
    seat_points = [[0] * 4 for _ in range(count)]
    tricks: list[list[tuple[int, int]]] = [[] for _ in range(count)]
    tricks_left = rules.tricks
    while tricks_left:
        last = tricks_left == 1
        for turn in range(4):
            mover, allowed = t.mover(turn), t.legal(tb, turn)
            before = t.hands.tolist()
            bits = (allowed[:, None] >> torch.arange(36)) & 1
            card = (bits.float() * torch.rand(count, 36)).argmax(1)
            for row in range(count):
                tab, on = compiled[int(mode[row])], tricks[row]
                packed = sum(c << (6 * i) for i, (_, c) in enumerate(on))
                seat = int(mover[row])
                hand = before[row][seat]
                want = kernel.legal(tab.rule, hand, packed, len(on), tab.trump, tab.jack, tab.beats)
                assert int(allowed[row]) == want, (rules.name, seat, hand, on)
                on.append((seat, int(card[row])))
                decisions += 1
            t.play(tb, turn, card, rules.last_trick if last else 0)
            held_back = t.denied & t.hands
            assert not held_back.any(), "somebody holds a card that he was concluded not to hold"
        for row in range(count):
            tab, on = compiled[int(mode[row])], tricks[row]
            packed = sum(c << (6 * i) for i, (_, c) in enumerate(on))
            taker = on[kernel.winner(packed, 4, tab.beats)][0]
            seat_points[row][taker] += kernel.trick_points(packed, 4, tab.points) + last * rules.last_trick
            assert int(t.leader[row]) == taker
            on.clear()
        assert t.points.tolist() == seat_points
        tricks_left -= 1
    return decisions


@pytest.mark.parametrize("name", sorted(GAMES))
def test_random_deals_agree_with_the_kernel(name: str) -> None:
    assert play_random_deals(GAMES[name], 40, seed=len(name)) >= 40 * 32


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_million_random_positions_agree_with_the_kernel(name: str) -> None:
    games = len(GAMES)
    assert play_random_deals(GAMES[name], 1_000_000 // games // 32 + 1, seed=7) >= 1_000_000 // games


def test_nothing_is_forbidden_and_nothing_concluded_when_leading() -> None:
    tb = BatchTables(ruleset("differenzler"), (0,))
    hands = deal(8, ruleset("differenzler").deck_mask, "cpu")[:, 0]
    zero, none = torch.zeros(8, dtype=torch.int64), torch.full((8,), NO_CARD)
    assert legal(tb, zero, hands, none, none, zero > 0).equal(hands)
    assert not denied(tb, zero, zero, none, none, zero > 0).any()


def test_the_cards_that_are_concluded_away_are_worth_concluding() -> None:
    """Not following a plain suit without ruffing shows the suit to be out; a discard on trumps leaves the jack."""
    tb = BatchTables(ruleset("differenzler"), (0,))
    zero, one = torch.zeros(1, dtype=torch.int64), torch.ones(1, dtype=torch.int64)
    spade, heart, trump_seven = 27, 18, 1
    no = zero > 0
    assert denied(tb, zero, one * spade, one * heart, one * heart, no).tolist() == [511 << 18]
    assert denied(tb, zero, one * trump_seven, one * heart, one * heart, no).tolist() == [0]
    assert denied(tb, zero, one * spade, one * trump_seven, one * trump_seven, no).tolist() == [511 & ~(1 << 5)]
