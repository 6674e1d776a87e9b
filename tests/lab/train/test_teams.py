"""The batched team games are the engine's games, and the network at the table sees what the network in training saw."""

import dataclasses
from random import Random
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from puur.bots.base import Budget  # noqa: E402
from puur.bots.heuristic import HeuristicBot  # noqa: E402
from puur.bots.net import partners  # noqa: E402
from puur.bots.net.teaming import TeamPolicy  # noqa: E402
from puur.cards import CODES, SUIT_CODES, cards_of, codes_of  # noqa: E402
from puur.engine import messages as m  # noqa: E402
from puur.engine.phases.melds import best_declaration, groups_of  # noqa: E402
from puur.engine.phases.trump import procedure  # noqa: E402
from puur.lab.arena.plan import Plan  # noqa: E402
from puur.lab.arena.table import Table  # noqa: E402
from puur.lab.train.nets import initial, unpack  # noqa: E402
from puur.lab.train.selfplay import HEURISTIC, LEARNER, Parts  # noqa: E402
from puur.lab.train.teams import calls as c  # noqa: E402
from puur.lab.train.teams import heuristics, scores  # noqa: E402
from puur.lab.train.teams.nets import TeamNet  # noqa: E402
from puur.lab.train.teams.play import TeamAids, TeamRecord, play_deals  # noqa: E402
from puur.rules import melds, scoring  # noqa: E402
from puur.rules.ruleset import Ruleset  # noqa: E402
from puur.rules.variants import VARIANTS, ruleset  # noqa: E402

GAMES: dict[str, tuple[str, dict[str, m.OptionValue]]] = {
    name: (name, {}) for name in VARIANTS if name != "differenzler"
} | {
    "belote, french": ("belote", {"preset": "french"}),
    "coinche, announcements": ("coinche", {"announcements": True}),
    "schieber-swiss, tournament": ("schieber-swiss", {"profile": "tournament"}),
    "jass, a separate marriage": ("jass", {"marriage": "separate", "meld_scope": "all"}),
    "klaverjassen-rotterdam, forehand": ("klaverjassen-rotterdam", {"trump_selection": "forehand-must-choose"}),
}
NET = TeamNet(24, 16, 1, 24, 16, 1)
Weights = dict[str, Any]


def rules_of(game: str) -> tuple[Ruleset, dict[str, m.OptionValue]]:
    name, options = GAMES[game]
    if name == "schieber-swiss":
        options = {**options, "first_forehand": "random"}
    return ruleset(name, options), options


def some_weights(seed: int) -> tuple[Weights, Weights]:
    torch.manual_seed(seed)
    return tuple(unpack(3 * initial(specs, "cpu"), specs) for specs in (NET.play_specs(), NET.call_specs()))  # type: ignore[return-value]


def played(rules: Ruleset, rows: int, seed: int, heat: float) -> tuple[c.Dealt, TeamRecord, tuple[Weights, Weights]]:
    """Deals among learners, some beside heuristics of all styles."""
    aids = TeamAids.make(rules, "cpu", torch.float32)
    weights = some_weights(seed)
    dealt = c.deal(rules, rows, "cpu")
    parts = Parts(rows // 2, rows, rows)
    kinds = torch.where(
        torch.arange(rows)[:, None] < parts.mixed, LEARNER, torch.randint(0, 2, (rows, 4)) * HEURISTIC
    )
    style = heuristics.random_style(rules, rows, "cpu")
    with torch.no_grad():
        record = play_deals(aids, NET, weights, weights, parts, dealt, kinds, style, heat, False)
    return dealt, record, weights


def draw_of(rules: Ruleset, dealt: c.Dealt, row: int) -> m.Draw:
    """The deck that the engine deals into the same hands."""
    hands = [list(cards_of(int(mask))) for mask in dealt.hands[row]]
    deck: list[int] = []
    for packet in rules.packets:
        if packet == "up":
            break
        for hand in hands:
            deck += [hand.pop(0) for _ in range(packet)]
    if int(dealt.up[row]):
        deck += [int(bit).bit_length() - 1 for bit in (dealt.up[row], *dealt.stock[row])]
    first, second = (SUIT_CODES[int(s)] for s in dealt.proposed[row])
    return m.Draw(3, tuple(CODES[card] for card in deck), "C", (first, second))


def replay(game: str, rows: int, seed: int) -> int:
    """Play batched deals again on the real engine, comparing all that is known on the way. Returns the decisions."""
    rules, options = rules_of(game)
    dealt, r, weights = played(rules, rows, seed, heat=200.0)
    policy = TeamPolicy({k: v.numpy() for w in weights for k, v in w.items()})
    decisions = 0
    for row in range(rows):
        table = Table(Plan(variant=rules.name, options=options, entrants=(), deals=1))
        table.act(None, m.Deal(draw_of(rules, dealt, row)))
        for step in range(len(r.calls.action)):
            if not bool(r.calls.live[step, row]):
                break
            board = table.state.board
            seat, action = int(r.calls.speaker[step, row]), int(r.calls.action[step, row])
            assert board.turn == seat and board.phase == "trump"
            view = table.views[seat]
            assert view.mine is not None
            offered = partners.offered_at(view.board, len(view.board.calls))
            choices = {partners.action_of(x, offered): x for x in procedure(rules).choices(board)}
            suits, glob = partners.call_features(view.board, view.mine)
            np.testing.assert_allclose(suits, r.calls.suits[step, row].numpy(), atol=1e-6)
            np.testing.assert_allclose(glob, r.calls.glob[step, row].numpy(), atol=1e-6)
            table.act(seat, choices[action])
            decisions += 1
        if bool(r.void[row]):
            assert table.state.board.phase == "ready"
            continue
        decisions += replay_cards(table, r, row, policy)
        scored = table.state.board.results[0]
        assert isinstance(scored, m.DealScored)
        assert int(r.lead[row] * r.factor[row]) == scored.scores[0] - scored.scores[1] or scored.carry
    return decisions


def replay_cards(table: Table, r: TeamRecord, row: int, policy: TeamPolicy) -> int:
    decisions = 0
    mode = table.state.board.mode
    assert mode is not None
    while (board := table.state.board).phase in ("melds", "play") and board.turn is not None:
        seat = board.turn
        view = table.views[seat]
        assert view.mine is not None
        if board.phase == "melds" or (board.melds_pending and board.claims[seat] is None):
            table.act(seat, m.Declare(groups_of(best_declaration(board, view.mine.dealt))))
            continue
        ply = 4 * len(board.tricks) + len(board.trick)
        assert int(r.mover[ply, row]) == seat
        suits, glob = partners.card_features(view.board, view.mine)
        masks = [partners.exchange(int(x), mode) for x in r.masks[ply, row, :16]]
        assert masks == partners.masks_of(view.board, view.mine)
        np.testing.assert_allclose(suits[:, 144:], r.suits[ply, row].numpy(), atol=1e-6)
        np.testing.assert_allclose(glob, r.glob[ply, row].numpy(), atol=1e-6)
        hidden = table.state.mine[(seat + 1) % 4].hand
        assert partners.exchange(int(r.masks[ply, row, 16]), mode) == hidden
        card = partners.exchange_card(int(r.action[ply, row]), mode)
        table.act(seat, m.Play(CODES[card]))
        decisions += 1
    return decisions


@pytest.mark.parametrize("game", sorted(GAMES))
def test_batched_deals_are_the_engines_deals(game: str) -> None:
    assert replay(game, 8, seed=len(game)) > 100


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(GAMES))
def test_many_batched_deals_are_the_engines_deals(game: str) -> None:
    assert replay(game, 200, seed=1) > 4_000


@pytest.mark.parametrize("game", sorted(GAMES))
def test_melds_and_their_comparison_are_those_of_the_rules(game: str) -> None:
    rules, _ = rules_of(game)
    if rules.melds == "none":
        return
    torch.manual_seed(2)
    hands = c.completed(rules, c.deal(rules, 500, "cpu"), torch.randint(0, 4, (500,)))
    mode = torch.randint(0, len(rules.contracts), (500,))
    found = scores.meld_points(rules, hands, mode).tolist()
    for row in range(500):
        declared = {seat: melds.find_melds(rules, int(mode[row]), int(hands[row, seat])) for seat in range(4)}
        competing = {seat: [x for x in own if melds.competes(rules, x)] for seat, own in declared.items()}
        assert tuple(found[row]) == melds.compare(rules, int(mode[row]), 0, competing).points


def test_melds_of_hands_made_of_melds() -> None:
    """Quartets, overlaps and long runs, which random hands seldom have."""
    rng = Random(5)
    for name in ("schieber-swiss", "schieber", "jass"):
        for marriage in ("meld", "separate"):
            rules = dataclasses.replace(ruleset(name), marriage=marriage)
            for mode in range(len(rules.contracts)):
                hands = []
                for _ in range(60):
                    cards = [r + 9 * s for r in rng.sample(range(9), 2) for s in range(4)]
                    start = rng.randrange(36)
                    cards += [x for x in range(start, min(36, start + 6)) if x not in cards]
                    chosen = sorted(set(cards), key=cards.index)[: rules.hand_size]
                    hands.append(sum(1 << x for x in chosen if rules.deck_mask >> x & 1))
                total, key = scores.declared(rules, torch.tensor(hands), torch.full((60,), mode))
                for row, hand in enumerate(hands):
                    own = [x for x in melds.find_melds(rules, mode, hand) if melds.competes(rules, x)]
                    assert int(total[row]) == sum(x.points for x in own), (name, mode, codes_of(hand))
                    best = max((melds.rank_key(rules, mode, x) for x in own), default=(0,))
                    assert int(key[row]) >> 10 == best[0], (name, mode, codes_of(hand))


def test_roem_is_that_of_the_rules() -> None:
    rng = Random(1)
    for name in ("klaverjassen-amsterdam", "klaverjassen-rotterdam"):
        for low in (0, 100):
            rules = dataclasses.replace(ruleset(name), roem_low_quartets=low)
            tricks = [sum(1 << x for x in rng.sample(cards_of(rules.deck_mask), 4)) for _ in range(2000)]
            tricks += [0b1111 << s for s in range(1, 33) if (0b1111 << s) & ~rules.deck_mask == 0]
            tricks += [sum(1 << (9 * s + r) for s in range(4)) for r in range(1, 9)]
            found = scores.roem(rules, torch.tensor(tricks)).tolist()
            assert found == [melds.roem(rules, 0, trick) for trick in tricks]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_score_is_that_of_the_contract_rule(game: str) -> None:
    rules, _ = rules_of(game)
    torch.manual_seed(3)
    n = 400
    cards = torch.randint(0, 153, (n,))
    tricks = torch.randint(0, rules.tricks + 1, (n,))
    one = {k: torch.randint(0, 2, (n,)) for k in ("declarers", "last")}
    last = torch.where(tricks == 0, 1, torch.where(tricks == rules.tricks, 0, one["last"]))
    meld = 50 * torch.randint(0, 3, (n, 2)) * (rules.melds != "none")
    marriage = 20 * torch.nn.functional.one_hot(one["last"], 2) * (rules.marriage != "none")
    roem = 20 * torch.randint(0, 4, (n, 2)) * int(rules.roem)
    level = torch.randint(1, 11, (n,))
    times = 2 ** torch.randint(0, 3, (n,))
    both = torch.stack([cards, 152 - cards], 1), torch.stack([tricks, rules.tricks - tricks], 1)
    found = scores.lead(
        rules, one["declarers"], both[0], last, both[1], meld, marriage, roem, c.bid_points(level), times
    )
    for row in range(n):
        pair: list[scoring.Pair] = [(int(t[row][0]), int(t[row][1])) for t in (*both, meld, marriage, roem)]
        bid: scoring.Bid = "capot" if level[row] == 10 else int(70 + 10 * level[row])
        score = scoring.score_deal(
            dataclasses.replace(rules, multipliers=(1,) * 6),
            scoring.Tally(
                cards=pair[0], tricks=pair[1], last_trick=int(last[row]), declarers=int(one["declarers"][row]),
                melds=pair[2], marriage=pair[3], roem=pair[4], bid=bid,
                multiplier=int(times[row]),
            ),
        )  # fmt: skip
        assert int(found[row]) == score.points[0] - score.points[1], (game, row, pair)


AGREEMENT = {"coinche": 0.0}
"""Least share of the same calls; the auction of the sparring partners is a simpler one."""


@pytest.mark.parametrize("name", sorted(name for name in VARIANTS if name != "differenzler"))
def test_the_sparring_heuristic_is_nearly_the_shipped_one(name: str) -> None:
    """The same cards and calls but for a few: what others cannot hold is concluded a little differently."""
    rules, options = rules_of(name)
    rows = 10
    torch.manual_seed(4)
    aids, weights = TeamAids.make(rules, "cpu", torch.float32), some_weights(1)
    dealt = c.deal(rules, rows, "cpu")
    kinds = torch.full((rows, 4), HEURISTIC)
    style = heuristics.plain_style(rules, rows, "cpu")
    with torch.no_grad():
        r = play_deals(aids, NET, weights, weights, Parts(0, rows, rows), dealt, kinds, style, 0.0, False)
    calls, cards = [], []
    for row in range(rows):
        table = Table(Plan(variant=rules.name, options=options, entrants=(), deals=1))
        table.act(None, m.Deal(draw_of(rules, dealt, row)))
        step = 0
        while (board := table.state.board).turn is not None:
            seat, view = board.turn, table.views[board.turn]
            action = HeuristicBot().choose(view, Random(1), Budget(iterations=1))
            if board.phase == "trump":
                offered = partners.offered_at(board, step)
                number = int(r.calls.action[step, row])
                calls.append(number == partners.action_of(action, offered))
                choices = {partners.action_of(x, offered): x for x in procedure(rules).choices(board)}
                action, step = choices[number], step + 1
            elif isinstance(action, m.Play):
                assert board.mode is not None
                ply = 4 * len(board.tricks) + len(board.trick)
                card = CODES[partners.exchange_card(int(r.action[ply, row]), board.mode)]
                cards.append(card == action.card)
                action = m.Play(card)
            table.act(seat, action)
    assert np.mean(cards) > 0.95 and np.mean(calls) >= AGREEMENT.get(name, 0.9), (np.mean(cards), np.mean(calls))
