"""Worlds agree with everything a seat knows, and are uniform among all that do: held to exhaustive enumeration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from random import Random

import pytest

from puur.cards import CODES, INDEX, SUIT_CODES, Card, CardSet, Mask, Suit, cards_of, codes_of
from puur.engine import messages as m
from puur.engine import worlds
from puur.engine.decide import decide
from puur.engine.evolve import begin, evolve
from puur.engine.phases import melds
from puur.engine.project import project
from puur.engine.state import State
from puur.engine.view import View, begin_view, see
from puur.engine.worlds import Sampler, World, sample
from puur.rules.melds import find_melds
from puur.rules.ruleset import Ruleset
from puur.rules.variants import VARIANTS

Hands = tuple[Mask, ...]

GAMES: list[tuple[str, dict[str, m.OptionValue]]] = [
    *((name, {}) for name in VARIANTS),
    ("belote", {"preset": "french"}),
    ("coinche", {"announcements": True}),
    ("differenzler", {"trump_source": "bottom-card", "undertrump": "only-trumps-left"}),
    ("jass", {"deck": 36, "marriage": "separate", "head_obligation": "always"}),
    ("jass", {"trump_jack_exempt": True, "partner_exempt": True}),
    ("jass", {"partner_exempt": True, "head_obligation": "trumps"}),
    ("klaverjassen-rotterdam", {"rotterdam_undertrump": "forbidden"}),
]


def draw(rng: Random, rules: Ruleset) -> m.Draw:
    deck = [CODES[c] for c in cards_of(rules.deck_mask)]
    rng.shuffle(deck)
    first, second = rng.sample(SUIT_CODES, 2)
    return m.Draw(rng.randrange(4), tuple(deck), rng.choice(SUIT_CODES), (first, second))


class Match:
    """One deal of a game played at random; what everybody saw is kept."""

    def __init__(self, game: tuple[str, dict[str, m.OptionValue]], seed: int) -> None:
        self.rng = Random(seed)
        self.started = m.MatchStarted(*game)
        self.state = begin(self.started)
        self.draw = draw(self.rng, self.state.board.rules)
        self.events: list[m.Event] = []
        self.actions: list[tuple[m.Seat, m.SeatAction]] = []
        self._do(None, m.Deal(self.draw))

    def _do(self, seat: m.Seat | None, action: m.Action) -> None:
        events = decide(self.state, seat, action)
        assert isinstance(events, list)
        for event in events:
            self.state = evolve(self.state, event)
        self.events += events

    def step(self) -> None:
        board = self.state.board
        seat = self.rng.choice(board.to_act())
        choices = self.view(seat).actions()
        plays = [a for a in choices if isinstance(a, m.Play)]
        shows = [a for a in choices if isinstance(a, m.Declare | m.AskMelds)]
        calls = [a for a in choices if not isinstance(a, m.Pass)]
        action = self.rng.choice(shows if shows and self.rng.random() < 0.8 else plays or calls)
        self.actions.append((seat, action))
        self._do(seat, action)

    def play_until(self, cards_left: int) -> None:
        while self.state.board.phase != "ready" and not (
            self.state.board.phase == "play" and self.state.board.cards_left(0) <= cards_left
        ):
            self.step()

    def view(self, seat: m.Seat | None) -> View:
        view = begin_view(self.started, seat)
        for event in self.events:
            view = see(view, project(event, seat))
        return view


def all_hands(unknown: Mask, room: tuple[int, ...]) -> Iterator[Hands]:
    """Every way to share out the unknown cards."""
    if len(room) == 1:
        yield (unknown,)
        return
    for chosen in combinations(cards_of(unknown), room[0]):
        mask = sum(1 << c for c in chosen)
        for rest in all_hands(unknown & ~mask, room[1:]):
            yield (mask, *rest)


def dealing(match: Match, dealt: Hands) -> list[m.Event]:
    """The events of the deal, as they would have been with these hands."""
    state = begin(match.started)
    events = decide(state, None, m.Deal(match.draw))
    assert isinstance(events, list)
    found: list[m.Event] = []
    for event in events:
        if isinstance(event, m.ChooserFound):
            found.append(m.ChooserFound(next(seat for seat, hand in enumerate(dealt) if hand >> INDEX["7H"] & 1)))
            continue
        if not isinstance(event, m.CardsDealt):
            found.append(event)
            continue
        hands = dealt
        stock: tuple[Card, ...] = ()
        declarer = match.state.board.declarer
        if event.stock and declarer is not None:
            up = match.state.board.up_card
            assert up is not None
            size = len(event.hands[0])
            first = tuple(tuple(c for c in cards_of(hand) if c != up)[:size] for hand in dealt)
            rest = [
                [c for c in cards_of(hand) if c != up and c not in first[seat]] for seat, hand in enumerate(dealt)
            ]
            stock = (up, *(c for turn in range(4) for c in rest[(declarer + turn) % 4]))
            hands = tuple(sum(1 << c for c in hand) for hand in first)
        found.append(m.CardsDealt(tuple(codes_of(h) for h in hands), tuple(CODES[c] for c in stock), event.suits))
    return found


def told(stream: list[m.Seen]) -> list[m.Seen]:
    """What was seen, without the viewer's own cards: in Belote they come in two parts, only the whole is compared."""
    return [seen for seen in stream if not isinstance(seen, m.HandDealt | m.HandCompleted)]


def same_stream(match: Match, view: View, dealt: Hands) -> bool:
    """Whether these hands, and the same visible actions, would have shown this seat the very same things."""
    mine = view.seat
    wanted = told([project(event, mine) for event in match.events])
    begun = begin(match.started)
    dealing_seen: list[m.Seen] = []
    for event in dealing(match, dealt):
        begun = evolve(begun, event)
        dealing_seen.append(project(event, mine))
    states: list[tuple[State, list[m.Seen]]] = [(begun, told(dealing_seen))]
    for seat, action in match.actions:
        following: list[tuple[State, list[m.Seen]]] = []
        for state, stream in states:
            for candidate in possible_actions(state, seat, action, mine):
                events = decide(state, seat, candidate)
                if not isinstance(events, list):
                    continue
                now = state
                for event in events:
                    now = evolve(now, event)
                following.append((now, stream + told([project(event, mine) for event in events])))
        states = [(now, stream) for now, stream in following if stream == wanted[: len(stream)]]
    return bool(states)


def possible_actions(state: State, seat: m.Seat, action: m.SeatAction, mine: m.Seat | None) -> list[m.SeatAction]:
    """What the seat may have done there: others' melds are only heard of."""
    if not isinstance(action, m.Declare) or seat == mine or not action.melds:
        return [action]
    hand = state.mine[seat].dealt
    mode = state.board.mode
    assert mode is not None
    groups = {meld.cards for meld in find_melds(state.board.rules, mode, hand)}
    groups |= set(runs_and_fours(state, hand))
    found: list[m.SeatAction] = []
    for chosen in product(*([sorted(groups)] * len(action.melds))):
        if len(set(chosen)) == len(chosen) and list(chosen) == sorted(chosen):
            found.append(m.Declare(melds.groups_of(chosen)))
            found.append(m.Declare(melds.groups_of(tuple(reversed(chosen)))))
    return found


def runs_and_fours(state: State, hand: Mask) -> Iterator[Mask]:
    mode = state.board.mode
    assert mode is not None
    for size in (3, 4, 5, 6):
        for suit in range(4):
            for low in range(10 - size):
                mask = ((1 << size) - 1) << (9 * suit + low)
                if not mask & ~hand:
                    yield mask
    for rank in range(9):
        four = sum(1 << (9 * s + rank) for s in range(4))
        if not four & ~hand:
            yield four


def enumerate_worlds(match: Match, view: View) -> set[Hands]:
    board = view.board
    played = list(board.played)
    unknown = board.rules.deck_mask & ~(played[0] | played[1] | played[2] | played[3])
    others = [seat for seat in range(4) if seat != view.seat]
    if view.mine is not None:
        unknown &= ~view.mine.hand
    found = set()
    for hands in all_hands(unknown, tuple(board.cards_left(seat) for seat in others)):
        now = [0, 0, 0, 0]
        for seat, hand in zip(others, hands, strict=True):
            now[seat] = hand
        if view.mine is not None:
            now[view.mine.seat] = view.mine.hand
        if same_stream(match, view, tuple(now[s] | played[s] for s in range(4))):
            found.add(tuple(now))
    return found


def chi_square(counts: Counter[Hands], worlds: set[Hands], samples: int) -> float:
    mean = samples / len(worlds)
    return sum((counts[w] - mean) ** 2 / mean for w in worlds)


@pytest.mark.parametrize("game", GAMES, ids=lambda g: f"{g[0]}-{'-'.join(map(str, g[1].values()))}")
def test_worlds_are_exactly_those_that_agree_and_uniform(game: tuple[str, dict[str, m.OptionValue]]) -> None:
    check_against_enumeration(game)


@pytest.mark.parametrize("name", ["jass", "schieber-swiss"])
def test_worlds_are_uniform_too_where_melds_are_left_to_the_final_check(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worlds, "MOST_PROPOSALS", 1)
    check_against_enumeration((name, {}))


def check_against_enumeration(game: tuple[str, dict[str, m.OptionValue]]) -> None:
    checked = 0
    for seed in range(12):
        match = Match(game, seed)
        match.play_until(2)
        if match.state.board.phase != "play":
            continue
        for _ in range(seed % 4):
            match.step()
        view = match.view(seed % 4)
        agreeing = enumerate_worlds(match, view)
        truth = tuple(mine.hand for mine in match.state.mine)
        assert truth in agreeing
        sampler = Sampler(view)
        samples = 60 * len(agreeing)
        rng = Random(seed)
        counts: Counter[Hands] = Counter(sampler.sample(rng).hands for _ in range(samples))
        assert set(counts) <= agreeing
        freedom = max(1, len(agreeing) - 1)
        assert chi_square(counts, agreeing, samples) < freedom + 6 * (2 * freedom) ** 0.5
        checked += 1
        if checked == 3:
            break
    assert checked


@pytest.mark.parametrize("name", list(VARIANTS))
def test_a_world_at_any_time_fits_the_view(name: str) -> None:
    """From the first call to the last card: own cards kept, sizes right, no card twice."""
    for seed in range(2):
        match = Match((name, {}), seed)
        while match.state.board.phase not in ("ready", "over"):
            for seat in (0, 1, 2, 3, None):
                view = match.view(seat)
                world = sample(view, Random(seed))
                check_fits(view, world)
            match.step()


def check_fits(view: View, world: World) -> None:
    board = view.board
    union = 0
    for hand in (*world.hands, *(1 << c for c in world.stock), *board.played):
        assert not union & hand
        union |= hand
    assert union == board.rules.deck_mask
    if view.mine is not None:
        assert world.hands[view.mine.seat] == view.mine.hand
    if world.stock:
        assert world.stock[0] == board.up_card
    else:
        assert [h.bit_count() for h in world.hands] == [board.cards_left(s) for s in range(4)]


def test_the_trump_jack_exemption_leaves_the_jack_possible() -> None:
    """Who does not follow trumps may still hold the jack, and nothing else of trumps."""
    hands = tuple(
        codes_of(CardSet.parse(text).mask)
        for text in (
            "6C 7C 8C 9C TC 7D 8D 9D TD",
            "6D JC 6H 7H 8H 9H TH JH QH",
            "QC KC JD QD KD AD KH AH 6S",
            "AC 7S 8S 9S TS JS QS KS AS",
        )
    )
    view = begin_view(m.MatchStarted("differenzler", {}), 3)
    events: list[m.Event] = [m.DealStarted(1, 3), m.CardsDealt(hands), m.TrumpDrawn("C")]
    events += [m.EstimateMade(seat, 40) for seat in range(4)]
    events += [m.CardPlayed(0, "6C"), m.CardPlayed(1, "6D")]
    for event in events:
        view = see(view, project(event, 3))
    clubs = {sample(view, Random(seed)).hands[1] & Suit.CLUBS.mask for seed in range(200)}
    assert clubs == {0, 1 << INDEX["JC"]}
