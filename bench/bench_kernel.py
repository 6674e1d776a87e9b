"""Random deals of the compiled kernel with the real tables, against OpenSpiel's spades in the same run.

Both deal at random and play uniformly random legal cards on one core. Spades has 52 cards and a bid each, so the
ratio per card played is given too. OpenSpiel's C++ loop is evaluate_bots with its own uniform random bots; its
Python loop is the usual one over legal_actions and apply_action.
"""

import random
import time
from collections.abc import Callable, Iterator

from puur.rules import fast
from puur.rules.variants import ruleset

SECONDS = 2.0
GAMES = ("differenzler", "schieber", "klaverjassen-amsterdam", "klaverjassen-rotterdam", "coinche")


def rate(play: Callable[[int], object], first: int) -> float:
    """Deals a second of processor time, from growing batches until one takes long enough."""
    deals = first
    while True:
        started = time.process_time()
        play(deals)
        took = time.process_time() - started
        if took > SECONDS:
            return deals / took
        deals = int(deals * max(1.5, 1.2 * SECONDS / max(took, 1e-3)))


def run() -> Iterator[tuple[str, object]]:
    rates = {}
    for name in GAMES:
        rules = ruleset(name)
        fast.random_deals(rules, 10, 1)
        rates[name] = rate(lambda deals, rules=rules: fast.random_deals(rules, deals, 1), 200_000)  # type: ignore[misc]
        yield f"compiled kernel, {name}: deals/s", rates[name]
    try:
        import pyspiel
    except ImportError:
        yield "OpenSpiel's spades", "not installed"
        return
    game = pyspiel.load_game("spades")
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(4)]

    def in_cpp(deals: int) -> None:
        for seed in range(deals):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)

    def in_python(deals: int) -> None:
        rng = random.Random(1)
        for _ in range(deals):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[rng.randrange(len(outcomes))][0])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))

    ours = rates["differenzler"]
    for loop, play, first in (("C++", in_cpp, 500), ("Python", in_python, 100)):
        theirs = rate(play, first)
        yield f"OpenSpiel spades, {loop} loop: deals/s", theirs
        yield f"ratio of deals, differenzler to spades in {loop}", ours / theirs
        yield f"ratio of cards played, differenzler to spades in {loop}", ours * 36 / (theirs * 52)
