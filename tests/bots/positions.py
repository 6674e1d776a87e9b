"""Random positions in the middle of a deal, for tests of bots and of the solver."""

from dataclasses import dataclass
from random import Random

from puur.bots.base import Budget
from puur.bots.random import RandomBot
from puur.cards import Card, Mask, cards_of
from puur.engine.view import View
from puur.rules import kernel
from puur.rules.ruleset import CONTRACT_CODES, Ruleset
from puur.rules.tables import compile_tables
from puur.rules.variants import ruleset
from puur.testing import Game


@dataclass(frozen=True)
class Middle:
    """Four hands, and a trick that has perhaps begun."""

    mode: int
    hands: tuple[Mask, Mask, Mask, Mask]
    leader: int
    trick: tuple[Card, ...]

    @property
    def seat(self) -> int:
        return (self.leader + len(self.trick)) % 4


def random_position(rules: Ruleset, rng: Random, cards: int | None = None) -> Middle:
    """Hands of so many cards (any number if none is given), then up to three cards legally played."""
    size = cards or rng.randrange(2, rules.hand_size + 1)
    deck = list(cards_of(rules.deck_mask))
    rng.shuffle(deck)
    hands = [sum(1 << c for c in deck[seat * size : (seat + 1) * size]) for seat in range(4)]
    mode = CONTRACT_CODES.index(rng.choice(rules.contracts))
    t = compile_tables(rules, mode)
    leader = rng.randrange(4)
    trick: list[Card] = []
    for count in range(rng.randrange(4)):
        seat = (leader + count) % 4
        packed = sum(c << (6 * i) for i, c in enumerate(trick))
        legal = kernel.legal(t.rule, hands[seat], packed, count, t.trump, t.jack, t.beats)
        card = rng.choice(cards_of(legal))
        hands[seat] &= ~(1 << card)
        trick.append(card)
    return Middle(mode, (hands[0], hands[1], hands[2], hands[3]), leader, tuple(trick))


def views(variant: str, seed: int) -> list[View]:
    """What the player to move sees at every decision of a random deal that was played out."""
    rng, game, seen = Random(seed), Game(ruleset(variant), variant, {}), list[View]()
    while not any(view.board.phase == "play" for view in seen):
        game.deal(rng)
        while to_act := game.state.board.to_act():
            seen.append(game.views[to_act[0]])
            game.act(to_act[0], RandomBot().choose(seen[-1], rng, Budget(iterations=1)))
    return seen
