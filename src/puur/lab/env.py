"""Every variant as a PettingZoo AEC environment, for reinforcement learning. Needs the extra: pip install 'puur[rl]'.

    from puur.lab.env import env
    game = env("schieber-swiss")

Agents are ``seat_0`` to ``seat_3``. An episode is one deal (``deals`` more). Rewards come at the end of each deal:
in Differenzler minus one's penalty, in team games the lead of one's team in score. Observations are dictionaries of
``observation`` (float32, see ``observe``) and ``action_mask`` (int8); actions are numbers (see ``ACTIONS``).
docs/bots.md describes both.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from puur.cards import CODES, SUIT_CODES, codes_of
from puur.engine.decide import decide
from puur.engine.evolve import begin, evolve
from puur.engine.messages import (
    Accept,
    Action,
    Bid,
    Coinche,
    Deal,
    DealScored,
    Declare,
    Draw,
    Estimate,
    EstimatesScored,
    MatchStarted,
    Name,
    Pass,
    Play,
    Refusal,
    SeatAction,
    Surcoinche,
)
from puur.engine.phases.melds import best_declaration, groups_of
from puur.engine.project import project
from puur.engine.view import View, begin_view, see
from puur.rules.ruleset import CONTRACT_CODES
from puur.rules.variants import ruleset

ACTIONS: tuple[SeatAction | str, ...] = (
    *(Play(code) for code in CODES),
    *(Estimate(points) for points in range(158)),
    Pass(),
    Accept(),
    *(Name(contract) for contract in CONTRACT_CODES),
    Coinche(),
    Surcoinche(),
    *(Bid(points, suit) for points in range(80, 161, 10) for suit in SUIT_CODES),
    *(Bid("capot", suit) for suit in SUIT_CODES),
    "declare all melds",
    "declare nothing",
)
"""Number -> action: 36 cards by index, 158 estimates, the calls, and two declarations of melds."""
DECLARE_ALL, DECLARE_NONE = len(ACTIONS) - 2, len(ACTIONS) - 1
NUMBERS: dict[SeatAction, int] = {a: i for i, a in enumerate(ACTIONS) if not isinstance(a, str)}
PHASES = ("ready", "trump", "estimate", "melds", "play", "over")
SIZE = 36 * 11 + 6 + 7 + 4 + 5 + 4 + 4 + 4 + 5 + 5 + 2 + 2 + 4

Vector = npt.NDArray[np.float32]


def encode(view: View) -> Vector:
    """What a seat knows, as numbers between -1 and 1 (mostly 0 or 1). Seats are relative: oneself, then in turn.

    In this order: own hand, cards dealt to oneself, cards played by each of four seats, cards of each seat in
    the trick on the table, up-card (36 each); phase (6); contract, the last for none (7); dealer (4); declarer, the
    last for none (5); points of each seat / all there are (4); tricks of each seat / 9 (4); estimates known / 157 (4);
    last bidder, the last for none (5); suit proposed, the last for none (5); bid / 250 and multiplier / 4 (2); meld
    points of one's own and the other team / 300 (2); estimates confirmed (4).
    """
    board, mine = view.board, view.mine
    assert mine is not None
    me = mine.seat
    out = np.zeros(SIZE, dtype=np.float32)
    at = 0

    def cards(mask: int) -> None:
        nonlocal at
        for c in range(36):
            out[at + c] = mask >> c & 1
        at += 36

    def one_of(choice: int | None, size: int) -> None:
        nonlocal at
        if choice is not None:
            out[at + choice] = 1
        at += size

    def numbers(values: list[float]) -> None:
        nonlocal at
        out[at : at + len(values)] = values
        at += len(values)

    around = [(me + turn) % 4 for turn in range(4)]
    cards(mine.hand)
    cards(mine.dealt)
    for seat in around:
        cards(board.played[seat])
    for seat in around:
        place = (seat - board.leader) % 4
        cards(1 << board.trick[place] if place < len(board.trick) else 0)
    cards(1 << board.up_card if board.up_card is not None else 0)
    one_of(PHASES.index(board.phase), 6)
    one_of(6 if board.mode is None else board.mode, 7)
    one_of((board.dealer - me) % 4, 4)
    one_of(4 if board.declarer is None else (board.declarer - me) % 4, 5)
    numbers([board.points[seat] / board.rules.total for seat in around])
    numbers([board.won[seat] / 9 for seat in around])
    known = [board.announced[seat] for seat in around]
    known[0] = mine.estimate
    numbers([0.0 if points is None else points / 157 for points in known])
    bids = [(seat, call) for seat, call in board.calls if isinstance(call, Bid)]
    one_of((bids[-1][0] - me) % 4 if bids else 4, 5)
    one_of(board.proposed[-1] if board.proposed else 4, 5)
    points = 0 if not bids else 250 if bids[-1][1].points == "capot" else bids[-1][1].points
    numbers([points / 250, board.multiplier / 4])
    numbers([min(1.0, board.meld_points[team] / 300) for team in (me % 2, 1 - me % 2)])
    numbers([float(board.confirmed[seat]) for seat in around])
    assert at == SIZE
    return out


def mask(view: View) -> npt.NDArray[np.int8]:
    """Which actions are legal now."""
    legal = np.zeros(len(ACTIONS), dtype=np.int8)
    for action in view.actions():
        if isinstance(action, Declare):
            legal[DECLARE_ALL if action.melds else DECLARE_NONE] = 1
        elif action in NUMBERS:
            legal[NUMBERS[action]] = 1
    return legal


class JassEnv(AECEnv[str, dict[str, Any], int]):  # type: ignore[misc]
    """The environment without wrappers; ``env`` is what most want."""

    metadata = {"name": "puur_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        variant: str = "differenzler",
        options: Mapping[str, Any] | None = None,
        *,
        deals: int = 1,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.variant, self.options, self.deals = variant, dict(options or {}), deals
        self.rules = ruleset(variant, self.options)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(4)]
        self.agents: list[str] = []
        self._chance = Random()  # noqa: S311
        space = spaces.Dict(
            {
                "observation": spaces.Box(-1, 1, (SIZE,), dtype=np.float32),
                "action_mask": spaces.Box(0, 1, (len(ACTIONS),), dtype=np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(len(ACTIONS)) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        if seed is not None:
            self._chance = Random(seed)  # noqa: S311
        started = MatchStarted(self.variant, self.options)
        self.state = begin(started)
        self.views = [begin_view(started, seat) for seat in range(4)]
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._next()

    def _do(self, seat: int | None, action: Action) -> None:
        events = decide(self.state, seat, action)
        if isinstance(events, Refusal):
            raise ValueError(f"{action} is refused: {events.reason}")
        for event in events:
            self.state = evolve(self.state, event)
            self.views = [see(view, project(event, seat)) for seat, view in enumerate(self.views)]

    def _next(self) -> None:
        """Deal until somebody must act, and let him."""
        while not (to_act := self.state.board.to_act()):
            deck = list(codes_of(self.rules.deck_mask))
            self._chance.shuffle(deck)
            first, second = self._chance.sample(SUIT_CODES, 2)
            lot, trump = self._chance.randrange(4), self._chance.choice(SUIT_CODES)
            self._do(None, Deal(Draw(lot, tuple(deck), trump, (first, second))))
        self.agent_selection = f"seat_{to_act[0]}"

    def observe(self, agent: str) -> dict[str, Any]:
        view = self.views[self.possible_agents.index(agent)]
        return {"observation": encode(view), "action_mask": mask(view)}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        seat = self.possible_agents.index(agent)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        counted = self.state.board.counted
        chosen = ACTIONS[action]
        if isinstance(chosen, str):
            mine = self.views[seat].mine
            assert mine is not None
            full = action == DECLARE_ALL and self.state.board.mode is not None
            chosen = Declare(groups_of(best_declaration(self.state.board, mine.dealt)) if full else ())
        self._do(seat, chosen)
        board = self.state.board
        if board.counted > counted:
            result = board.results[-1]
            for number, name in enumerate(self.possible_agents):
                if isinstance(result, EstimatesScored):
                    self.rewards[name] = -float(result.diffs[number])
                elif isinstance(result, DealScored):
                    self.rewards[name] = float(result.scores[number % 2] - result.scores[1 - number % 2])
        if board.counted >= self.deals or board.phase == "over":
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self._next()
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str:
        board = self.state.board
        trick = " ".join(CODES[c] for c in board.trick)
        return f"{self.variant}, {board.phase}, points {board.points}, on the table: {trick or 'nothing'}"

    def close(self) -> None:
        """Nothing to let go of."""


def env(
    variant: str = "differenzler", options: Mapping[str, Any] | None = None, *, deals: int = 1, **more: Any
) -> AECEnv[str, dict[str, Any], int]:
    """The environment with PettingZoo's usual guards: an illegal action ends the episode at a loss."""
    game: Any = JassEnv(variant, options, deals=deals, **more)
    loss = -157.0 if game.rules.estimates else -1000.0
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(TerminateIllegalWrapper(game, illegal_reward=loss)))


__all__ = ["ACTIONS", "SIZE", "JassEnv", "encode", "env", "mask"]
