"""Fitting the heuristic: ``python -m puur.lab.fit`` writes bots/heuristic/constants.json again, from fixed seeds.

Styles of play are searched by the cross-entropy method on simulated deals, against a mixture of opponents (the best
so far, earlier ones, and the first guess disturbed at random), so that they are not good against themselves only.
Estimates and the worth of hands are regressions on deals played in that style; the two alternate.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from puur.bots import heuristic
from puur.bots.deals import Game, differenzler_deals, team_deals
from puur.bots.heuristic import partner, steer
from puur.bots.heuristic.constants import Constants, Partnering, Row, Steering
from puur.rules.variants import VARIANTS, ruleset

Floats = npt.NDArray[np.float64]
PATH = Path(heuristic.__file__).with_name("constants.json")

STEER_START = np.array([0.2, 0.03, 2.5, 0.25, 0.35, 12.5, 0.7, 0.1, 1.0, 0.05, 0.5])
STEER_SPREAD = np.array([0.07, 0.01, 0.9, 0.09, 0.13, 4.4, 0.24, 0.03, 1.5, 0.1, 1.0])
STEER_LOW = np.array([0, 0, -5, 0, 0, 0, 0, -1, 0, 0, -5.0])

TEAM_START = np.array([0.4, 0.4, 0.35, 0.5, 3, 4, 0.3, 0.1, 8, 0.7, 3, 1.5, -1, 0.1, 0.4, 0])
TEAM_SPREAD = np.array([0.15, 0.15, 0.15, 0.25, 2, 3, 0.12, 0.08, 4, 0.25, 3, 1.5, 1.5, 0.1, 0.2, 0.5])
TEAM_LOW = np.array([0, 0, 0, 0, 0, -5, 0, 0, 0, 0, -10, -10, -10, 0, 0, -5.0])

FLOORS = {
    "jass": -20.0,
    "schieber": 10.0,
    "belote": 20.0,
    "klaverjassen": 0.0,
    "klaverjassen-amsterdam": 10.0,
    "klaverjassen-rotterdam": 0.0,
    "schieber-swiss": 45.0,
    "coinche": 0.0,
}
"""The least expected score for naming trumps, found by playing some floors against each other."""
POLISHED = (partner.PULL, partner.PULL_DEFENCE, partner.TRUMP_KEEP, partner.LEAD_LOW)
Score = Callable[[Floats, int], float]


def cross_entropy(
    score: Score, start: Floats, spread: Floats, low: Floats, rng: np.random.Generator, *, size: int, first: int
) -> tuple[Floats, Floats]:
    """One generation: draw candidates, keep the best quarter, move towards them. Higher scores are better."""
    drawn = np.maximum(low, start + spread * rng.standard_normal((size, *start.shape)))
    drawn[0] = start
    scores = [score(candidate, first) for candidate in drawn]
    elite = drawn[np.argsort(scores)[-size // 4 :]]
    return 0.7 * elite.mean(0) + 0.3 * start, 0.7 * elite.std(0) + 0.3 * spread


# --------------------------------------------------------------------------------------------- differenzler


def fit_estimate(game: Game, style: Floats, weights: Floats, *, rounds: int, deals: int, seed: int) -> Floats:
    """Least absolute deviations of points made from the features, where estimates move by a little chance."""
    for turn in range(rounds):
        seen = np.zeros((deals * 4, steer.WEIGHTS))
        found = np.zeros((deals * 4, 2), dtype=np.int64)
        differenzler_deals(game, deals, seed + turn, np.tile(style, (4, 1)), np.tile(weights, (4, 1)), 7, seen, found)
        made = found[:, 1].astype(np.float64)
        for _ in range(12):
            pull = 1 / np.maximum(np.abs(made - seen @ weights), 2.0)
            weighted = seen * pull[:, None]
            normal = weighted.T @ seen + 1e-3 * np.eye(steer.WEIGHTS)
            weights = np.linalg.solve(normal, weighted.T @ made).astype(np.float64)
    return weights


def fit_differenzler(generations: int) -> Steering:
    game = Game.of(ruleset("differenzler"))
    rng = np.random.default_rng(3)
    style, spread = STEER_START.copy(), STEER_SPREAD.copy()
    weights = np.zeros(steer.WEIGHTS)
    weights[steer.W_CONSTANT] = 39
    weights = fit_estimate(game, style, weights, rounds=4, deals=40_000, seed=1)
    strangers = []
    for _ in range(6):
        other = weights * np.exp(0.15 * rng.standard_normal())
        other[steer.W_CONSTANT] += 4 * rng.standard_normal()
        strangers.append((STEER_START * np.exp(0.35 * rng.standard_normal(steer.STYLE)), other))

    def score(candidate: Floats, seed: int, deals: int = 3000) -> float:
        """Less is missed: half among equals, half alone among strangers."""
        equal = differenzler_deals(game, deals, seed, np.tile(candidate, (4, 1)), np.tile(weights, (4, 1))).mean()
        alone = 0.0
        for table in range(3):
            styles, estimates = np.tile(candidate, (4, 1)), np.tile(weights, (4, 1))
            for seat in range(3):
                styles[1 + seat], estimates[1 + seat] = strangers[(table * 2 + seat) % 6]
            alone += differenzler_deals(game, deals // 2, seed + table, styles, estimates)[0] / 3
        return -0.5 * float(equal) - 0.5 * float(alone)

    for generation in range(generations):
        if generation % 9 == 8:
            weights = fit_estimate(game, style, weights, rounds=2, deals=20_000, seed=generation * 7)
            print(f"differenzler {generation}: {-score(style, 77, 20_000):.3f}", flush=True)
        style, spread = cross_entropy(score, style, spread, STEER_LOW, rng, size=40, first=1000 + 10 * generation)
    weights = fit_estimate(game, style, weights, rounds=4, deals=60_000, seed=555)
    print(f"differenzler: {-score(style, 78, 40_000):.3f}", flush=True)
    return Steering(_row(style), _row(weights))


# ------------------------------------------------------------------------------------------------ teams


def first_worth() -> Floats:
    """A plain count of high cards and trumps to begin with."""
    weights = np.zeros((2, partner.FEATURES))
    weights[0, :9] = [20, 14, 11, 8, 6, 5, 4, 3, 2]
    weights[0, 9:13] = [10, 4, 2, 1]
    weights[1, 9:14] = [15, 8, 4, 2, 1]
    return weights


def fit_worth(
    game: Game, styles: Floats, weights: Floats, *, leads: bool, deals: int, role: int, seed: int
) -> tuple[Floats, float]:
    """The lead of the team by the features of one player's hand, per kind of contract; and its deviation."""
    fitted = weights.copy()
    deviation = 0.0
    for kind in range(1 if game.modes == 4 else 2):
        modes = range(4) if kind == 0 else range(4, 6)
        rows, leads_found = [], []
        for mode in modes:
            seen, found = np.zeros((deals // len(modes), partner.FEATURES)), np.zeros(deals // len(modes))
            team_deals(
                game,
                len(found),
                seed + mode,
                np.stack([styles, styles]),
                weights,
                declarer_leads=leads,
                careless=70 if role == 0 else 0,
                mode=mode if role == 0 else 6,
                role=role,
                seen=seen,
                found=found,
            )
            rows.append(seen)
            leads_found.append(found)
        x, y = np.concatenate(rows), np.concatenate(leads_found)
        fitted[kind] = np.linalg.solve(x.T @ x + np.eye(partner.FEATURES), x.T @ y)
        if kind == 0:
            deviation = float(np.std(y - x @ fitted[kind]))
    return fitted, deviation


def polished(game: Game, styles: Floats, weights: Floats, place: int, kinds: Sequence[int], leads: bool) -> Floats:
    """One parameter moved by itself, on many deals, for each kind of contract: where the search was too coarse."""
    for kind, mode in enumerate(kinds):
        best, best_lead = styles, 0.0
        for factor in (-0.5, 0.5, 1.0, 1.7, 2.5):
            tried = styles.copy()
            tried[kind, place] += factor * TEAM_SPREAD[place]
            pair = np.stack([tried, styles])
            both = [
                team_deals(game, 12_000, 900, pair, weights, declarer_leads=leads, swap=swap, mode=mode)[0]
                for swap in (False, True)
            ]
            if sum(both) / 2 > best_lead:
                best, best_lead = tried, sum(both) / 2
        styles = best
    return styles


def fit_team(name: str, generations: int) -> Partnering:
    rules = ruleset(name)
    game, leads = Game.of(rules), rules.leader == "declarer"
    rng = np.random.default_rng(1)
    first = np.stack([TEAM_START, TEAM_START])
    styles, spread = first.copy(), np.stack([TEAM_SPREAD, TEAM_SPREAD])
    weights, _ = fit_worth(game, styles, first_worth(), leads=leads, deals=40_000, role=0, seed=5)
    earlier = [first]
    kinds = (6,) if game.modes == 4 else (0, 4)  # as many deals with trumps as without, whatever is named more often
    opponents: Sequence[Floats] = ()

    def score(candidate: Floats, seed: int, deals: int = 1000) -> float:
        both = 0.0
        for number, other in enumerate(opponents):
            for swap in (False, True):
                pair = np.stack([candidate, other])
                for mode in kinds:
                    both += team_deals(
                        game, deals, seed + number, pair, weights, declarer_leads=leads, swap=swap, mode=mode
                    )[0]
        return both / 6 / len(kinds)

    for generation in range(generations):
        disturbed = np.maximum(TEAM_LOW, first + 0.5 * TEAM_SPREAD * rng.standard_normal(first.shape))
        opponents = (earlier[-1], disturbed, earlier[int(rng.integers(len(earlier)))])
        styles, spread = cross_entropy(score, styles, spread, TEAM_LOW, rng, size=32, first=1000 + 10 * generation)
        if generation % 6 == 5:
            earlier.append(styles.copy())
            weights, _ = fit_worth(game, styles, weights, leads=leads, deals=40_000, role=0, seed=5)
    for place in POLISHED:
        styles = polished(game, styles, weights, place, kinds, leads)
    opponents = (first, first, first)
    print(f"{name}: {score(styles, 7, 10_000):+.2f} points a deal against the first guess", flush=True)
    if game.modes == 4:
        styles[1] = styles[0]
    weights, deviation = fit_worth(game, styles, weights, leads=leads, deals=120_000, role=0, seed=50)
    if game.modes == 4:
        weights[1] = 0
    support, _ = fit_worth(game, styles, weights, leads=leads, deals=80_000, role=2, seed=60)
    defence, _ = fit_worth(game, styles, weights, leads=leads, deals=80_000, role=1, seed=70)
    return Partnering(
        styles=(_row(styles[0]), _row(styles[1])),
        worth=(_row(weights[0]), _row(weights[1])),
        support=_row(support[0]),
        defence=_row(defence[0]),
        spread=round(deviation, 1),
        floor=FLOORS[name],
    )


def _row(values: npt.NDArray[np.floating]) -> Row:
    return tuple(round(float(v), 4) for v in values)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m puur.lab.fit", description="fit the heuristic bot again")
    parser.add_argument("game", nargs="*", help="games to fit; all if none is named")
    parser.add_argument("--generations", type=int, default=30)
    chosen = parser.parse_args()
    steering: Steering | None = None
    teams: dict[str, Partnering] = {}
    if PATH.is_file():
        before = msgspec.json.decode(PATH.read_bytes(), type=Constants)
        steering, teams = before.differenzler, dict(before.teams)
    started = time.perf_counter()
    for name in ["differenzler", *(n for n in VARIANTS if n != "differenzler")]:
        if chosen.game and name not in chosen.game and (name != "differenzler" or steering is not None):
            continue
        if name == "differenzler":
            steering = fit_differenzler(chosen.generations)
        else:
            teams[name] = fit_team(name, chosen.generations)
        assert steering is not None
        text = msgspec.json.format(msgspec.json.encode(Constants(steering, teams)), indent=1)
        PATH.write_bytes(text + b"\n")
        print(f"  {name} done after {time.perf_counter() - started:.0f} s", flush=True)


if __name__ == "__main__":
    main()
