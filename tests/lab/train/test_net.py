"""The network at the table is the network that was trained: NumPy against PyTorch on random positions."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from puur.bots.net.policy import NetPolicy  # noqa: E402
from puur.bots.net.position import Position, masks_of, tell  # noqa: E402
from puur.bots.net.worlds import Lockstep  # noqa: E402
from puur.cards import DECK_36  # noqa: E402
from puur.lab.train.batch import BatchTables, Table, deal  # noqa: E402
from puur.lab.train.features import (  # noqa: E402
    critic_features,
    ints_of,
    observe,
    seat_features,
    suit_features,
)
from puur.lab.train.nets import CriticNet, PolicyNet  # noqa: E402
from puur.lab.train.ppo import SCALE  # noqa: E402
from puur.lab.train.selfplay import Aids, net_logits  # noqa: E402
from puur.rules.tables import compile_tables  # noqa: E402
from puur.rules.variants import ruleset  # noqa: E402

RULES = ruleset("differenzler")
ROWS = 60


def test_the_same_cards_scores_and_values_on_random_positions() -> None:
    torch.manual_seed(3)
    policy = NetPolicy.load("differenzler")
    weights = {k: torch.from_numpy(v) for k, v in policy.w.items()}
    aids = Aids.make(BatchTables(RULES, (0,)), torch.float32)
    tb, net, critic = aids.tables, PolicyNet(), CriticNet(256, 128, 2)
    hands = deal(ROWS, DECK_36, "cpu")
    zero = torch.zeros(ROWS, dtype=torch.int64)
    places = torch.arange(4).repeat(ROWS)
    suits = suit_features(hands.reshape(-1, 1), torch.float32, 16)
    errors = net.errors(weights, suits, seat_features(places, aids.eye), aids.knots).numpy()
    np.testing.assert_allclose(policy.errors(hands.reshape(-1).numpy(), places.numpy()), errors, atol=2e-3)
    estimates = torch.from_numpy(errors.argmin(1)).view(ROWS, 4)
    t = Table.start(hands, zero, zero)
    lockstep = Lockstep.start(compile_tables(RULES, 0), RULES.last_trick, hands.numpy(), estimates.numpy())
    played: list[list[int]] = [[] for _ in range(ROWS)]
    agreed = decisions = 0
    for ply in range(36):
        allowed = t.legal(tb, ply & 3)
        masks, mover = observe(tb, t, ply & 3, allowed), t.mover(ply & 3)
        ints = ints_of(estimates - t.points, t.points, t.pot, torch.zeros_like(estimates), mover)
        here, numbers = lockstep.observe(ply)
        assert (here == masks.numpy()).all()
        assert (numbers == ints.numpy()).all()
        logits = net_logits(net, weights, aids, masks, ints, torch.full_like(zero, ply)).numpy()
        np.testing.assert_allclose(policy.masked(here, numbers, ply), logits, atol=1e-3)
        glob = critic_features(ints, torch.full_like(zero, ply), aids.needs, aids.eye)
        values = critic.values(weights, suit_features(masks[:, 3:], torch.float32), glob).numpy() * SCALE
        np.testing.assert_allclose(policy.values(here, numbers, ply), values, atol=2e-3)
        for row in range(0, ROWS, 6):
            seat = int(mover[row])
            p = Position.of(RULES, 0, seat, int(t.hands[row, seat]), int(estimates[row, seat]), played[row])
            assert masks_of(p, tell(p)) == masks[row, :16].tolist()
            np.testing.assert_allclose(policy.scores(p), logits[row], atol=1e-3)
            agreed += policy.best(p) == int(logits[row].argmax())
            decisions += 1
        card = torch.from_numpy(logits.argmax(1))
        t.play(tb, ply & 3, card, RULES.last_trick if ply >= 32 else 0)
        lockstep.play(ply, card.numpy())
        for row in range(ROWS):
            played[row].append(int(card[row]))
    assert (lockstep.points == t.points.numpy()).all()
    assert agreed == decisions


def test_the_networks_know_no_order_of_the_plain_suits() -> None:
    policy = NetPolicy.load("differenzler")
    hand = sum(1 << c for c in (0, 5, 10, 14, 17, 20, 26, 30, 33))
    swapped = (hand & (511 << 0)) | (hand >> 9 & (511 << 9)) | (hand >> 9 & (511 << 18)) | (hand & (511 << 9)) << 18
    both = policy.errors(np.array([hand, swapped]), np.array([1, 1]))
    np.testing.assert_allclose(both[0], both[1], atol=1e-3)
