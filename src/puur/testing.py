"""Checks for authors: ``check_bot`` for players, ``check_ruleset`` for variants. Published with the package.

Both play real matches with the real engine and raise AssertionError with a sentence that says what is wrong and
where. docs/bots.md shows them in use. Imports the engine and the bots, and is imported by tests only.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from puur.bots.base import Bot, Budget
from puur.bots.random import RandomBot
from puur.cards import SUIT_CODES, cards_of, codes_of
from puur.engine.board import Mine
from puur.engine.decide import decide
from puur.engine.evolve import evolve
from puur.engine.fold import new_board
from puur.engine.messages import Action, Deal, DealScored, Draw, Refusal, Seat, SeatAction
from puur.engine.project import project
from puur.engine.state import State
from puur.engine.view import View, see
from puur.rules import kernel
from puur.rules.ruleset import CONTRACT_CODES, Ruleset
from puur.rules.tables import compile_tables
from puur.rules.variants import VARIANTS, ruleset

GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    *((name, {}) for name in VARIANTS),
    ("differenzler", {"announcement": "open", "rounds": 1}),
    ("belote", {"preset": "french"}),
    ("coinche", {"announcements": True}),
    ("schieber-swiss", {"profile": "tournament"}),
    ("klaverjassen-amsterdam", {"trump_selection": "forehand-must-choose"}),
)
"""Every variant, and the options that bring phases of their own."""
GRACE = 0.02
"""Seconds that a decision may take besides its budget: what it costs to ask."""
ATTEMPTS = 4
"""A decision is late if it is late so many times in a row."""


@dataclass
class Game:
    """A match played by hand: the secret state, and what every seat sees of it."""

    rules: Ruleset
    variant: str
    options: dict[str, Any]
    state: State = field(init=False)
    views: list[View] = field(init=False)

    def __post_init__(self) -> None:
        board = new_board(self.variant, self.options, self.rules)
        self.state = State(board, (Mine(0), Mine(1), Mine(2), Mine(3)))
        self.views = [View(board, Mine(seat)) for seat in range(4)]

    def act(self, seat: Seat | None, action: Action) -> Refusal | None:
        """Do something; what is refused changes nothing."""
        events = decide(self.state, seat, action)
        if isinstance(events, Refusal):
            return events
        for event in events:
            self.state = evolve(self.state, event)
            self.views = [see(view, project(event, seat)) for seat, view in enumerate(self.views)]
        return None

    def deal(self, rng: Random) -> None:
        deck = list(codes_of(self.rules.deck_mask))
        rng.shuffle(deck)
        first, second = rng.sample(SUIT_CODES, 2)
        refused = self.act(None, Deal(Draw(rng.randrange(4), tuple(deck), rng.choice(SUIT_CODES), (first, second))))
        assert refused is None, f"{self.variant}: a deal was refused: {refused}"


# ---------------------------------------------------------------------------------------------------- bots


@dataclass(frozen=True)
class BotReport:
    """What was checked."""

    decisions: Counter[tuple[str, str]]
    """Decisions by variant and phase."""
    slowest: float
    """Seconds of the slowest decision under a time budget, as a share of it."""


def check_bot(
    make: Callable[[], Bot],
    *,
    games: Sequence[tuple[str, dict[str, Any]]] = GAMES,
    deals: int = 2,
    iterations: int = 4,
    seconds: float | None = 0.1,
    seed: int = 1,
) -> BotReport:
    """Prove that a bot is legal in every phase of every game, deterministic, and in time.

    Legal: it plays whole deals, in all seats and among random players, and nothing it does is refused.
    Deterministic: asked again with the same view, seed and iterations, also as a new object, it answers the same.
    In time: with a budget of seconds it takes at most a fifth more; ``seconds`` None leaves that out. The first deal
    of a game is not timed: a bot may load and compile what it needs.
    """
    decisions: Counter[tuple[str, str]] = Counter()
    slowest = 0.0
    for variant, options in games:
        bot, again = make(), make()
        stranger = RandomBot()
        rng = Random(f"{seed}/{variant}/{sorted(options)}")  # noqa: S311
        for number in range(deals):
            game = Game(ruleset(variant, options), variant, options)
            game.deal(rng)
            asked = 0
            while to_act := game.state.board.to_act():
                seat = to_act[0]
                view, chance = game.views[seat], rng.getrandbits(32)
                if number % 2 and seat % 2:
                    game.act(seat, stranger.choose(view, Random(chance), Budget(iterations=1)))  # noqa: S311
                    continue
                action = _ask(bot, view, chance, Budget(iterations=iterations), variant)
                repeated = _ask(again, view, chance, Budget(iterations=iterations), variant)
                assert action == repeated, (
                    f"{variant}, {view.board.phase}: not deterministic, {action} and then {repeated}"
                )
                if seconds is not None and number and asked % 5 == 0:
                    took = _quickest(bot, view, chance, seconds, variant)
                    assert took <= 1.2 * seconds + GRACE, (
                        f"{variant}, {view.board.phase}: took {took:.3f} s of {seconds:.3f} s"
                    )
                    slowest = max(slowest, took / seconds)
                refused = game.act(seat, action)
                assert refused is None, f"{variant}, {view.board.phase}: {action} is refused: {refused}"
                decisions[variant, view.board.phase] += 1
                asked += 1
                assert asked < 500, f"{variant}: a deal does not come to an end"
    return BotReport(decisions, slowest)


def _quickest(bot: Bot, view: View, chance: int, seconds: float, variant: str) -> float:
    """How long a decision takes; asked again where it was late, since a busy machine delays anybody."""
    best = float("inf")
    for _ in range(ATTEMPTS):
        before = time.perf_counter()
        timed = _ask(bot, view, chance, Budget(seconds=seconds), variant)
        best = min(best, time.perf_counter() - before)
        assert view.refusal(timed) is None, f"{variant}: {timed} is refused"
        if best <= 1.2 * seconds + GRACE:
            break
    return best


def _ask(bot: Bot, view: View, chance: int, budget: Budget, variant: str) -> SeatAction:
    try:
        return bot.choose(view, Random(chance), budget)  # noqa: S311
    except Exception as error:
        raise AssertionError(f"{variant}, {view.board.phase}: the bot failed with {error!r}") from error


# ------------------------------------------------------------------------------------------------ rulesets


def check_ruleset(rules: Ruleset, *, deals: int = 20, seed: int = 1) -> None:
    """Prove that a game holds together: its tables, its legal cards, and whole deals played at random."""
    for contract in rules.contracts:
        _check_tables(rules, CONTRACT_CODES.index(contract))
    rng = Random(f"{seed}/{rules.name}")  # noqa: S311
    player = RandomBot()
    game = Game(rules, rules.name, {})
    counted = 0
    for _ in range(20 * deals):
        if counted == deals or game.state.board.phase == "over":
            break
        game.deal(rng)
        steps = 0
        while to_act := game.state.board.to_act():
            seat = rng.choice(to_act)
            view = game.views[seat]
            assert view.actions(), f"{rules.name}, {view.board.phase}: seat {seat} must act and can do nothing"
            if view.board.phase == "play" and view.board.turn == seat:
                _check_legal(view)
            action = player.choose(view, rng, Budget(iterations=1))
            refused = game.act(seat, action)
            assert refused is None, f"{rules.name}, {view.board.phase}: {action} was offered and refused: {refused}"
            for other in game.views:
                assert other.board == game.state.board, f"{rules.name}: a view differs from the board"
            steps += 1
            assert steps < 500, f"{rules.name}: a deal does not come to an end"
        board = game.state.board
        if board.counted > counted:
            counted = board.counted
            _check_result(game)
    assert counted, f"{rules.name}: no deal of {20 * deals} was played to its end"


def _check_tables(rules: Ruleset, mode: int) -> None:
    t = compile_tables(rules, mode)
    where = f"{rules.name}, {CONTRACT_CODES[mode]}"
    deck = cards_of(rules.deck_mask)
    assert sum(t.points[c] for c in deck) == 152, f"{where}: the cards are not worth 152 points"
    for c in deck:
        assert not t.beats[c] >> c & 1, f"{where}: a card beats itself"
        for d in deck:
            same = c // 9 == d // 9
            if c != d and same:
                assert (t.beats[c] >> d & 1) != (t.beats[d] >> c & 1), f"{where}: neither of two cards is higher"
            if not same and t.beats[c] >> d & 1:
                assert t.trump >> d & 1, f"{where}: a plain card beats another suit"


def _check_legal(view: View) -> None:
    board, mine = view.board, view.mine
    assert mine is not None
    legal = view.legal_cards()
    assert legal, f"{board.rules.name}: no card may be played"
    assert not legal & ~mine.hand, f"{board.rules.name}: a card that is not in the hand may be played"
    t = board.tables
    assert t is not None
    for c in cards_of(mine.hand):
        reason = kernel.refusal(t.rule, mine.hand, board.packed, len(board.trick), t.trump, t.jack, t.beats, c)
        assert (reason == kernel.ALLOWED) == bool(legal >> c & 1), (
            f"{board.rules.name}: reasons and legal cards differ"
        )


def _check_result(game: Game) -> None:
    board, rules = game.state.board, game.rules
    if len(board.tricks) == rules.tricks:
        assert sum(board.points) == rules.total, f"{rules.name}: {board.points} do not sum to {rules.total}"
        assert sum(board.won) == rules.tricks, f"{rules.name}: {board.won} tricks"
    result = board.results[-1]
    if isinstance(result, DealScored):
        assert min(result.scores) >= 0, f"{rules.name}: a negative score {result.scores}"
