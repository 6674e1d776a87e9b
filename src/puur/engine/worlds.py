"""Worlds: full deals that agree with everything a View knows, uniform among them. What search plays in.

What is known: one's own cards, the cards played, that every card was legal when it was played (voids, the jack's
exemption, duties to trump and to beat), the up-card, the bottom card, the seven of hearts, melds claimed, compared
and shown, the marriage called or not called. What players prefer is not weighed here; search may do that.

How: a card is legal in a hand if and only if it is legal beside each single other card of it (a property test holds
the kernel to that), so plays exclude single cards from seats. There is one exception, an under-trump in a trick of
the partner where both that and heading are options; worlds in which such a play was illegal are drawn anew. Unknown
cards then fall into classes by the places where they may lie; completions are counted exactly by dynamic programming
over the classes and drawn in proportion. Claimed melds are drawn first, in proportion to their completions, and a
world is accepted with one over the number of ways in which it could have been drawn.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, product
from math import prod

from puur.cards import Card, Mask, cards_of, mask_of
from puur.engine.completions import Chance, Completions
from puur.engine.messages import MeldClaim, Seat
from puur.engine.phases.deal import SEVEN_OF_HEARTS
from puur.engine.phases.melds import comparison, valid_declaration
from puur.engine.view import View
from puur.rules import kernel
from puur.rules.melds import QUARTETS, classify, marriage_mask

STOCK = 4
"""The place of cards not yet dealt, after the seats 0..3."""
MOST_PROPOSALS = 20_000


@dataclass(frozen=True, slots=True)
class World:
    """One possible truth: the cards that each seat still holds, and the stock with the up-card first."""

    hands: tuple[Mask, Mask, Mask, Mask]
    stock: tuple[Card, ...] = ()


class NoWorld(ValueError):
    """The view contradicts itself; cannot happen with a view folded from a real match."""


def sample(view: View, rng: Chance) -> World:
    """One world, uniform among all that agree with the view. For many worlds of one view keep a Sampler."""
    return Sampler(view).sample(rng)


class Sampler:
    """Everything that a view tells about the hidden cards, prepared once for many samples."""

    def __init__(self, view: View) -> None:
        board = view.board
        rules = board.rules
        self.board = board
        self.me = view.seat
        mine = 0 if view.mine is None else view.mine.hand
        undealt = board.up_card is not None and board.declarer is None
        dealt = rules.hand_size
        if undealt:
            dealt = sum(p for p in rules.packets[: rules.packets.index("up")] if p != "up")
        played = 0
        for mask in board.played:
            played |= mask
        self.unknown: Mask = rules.deck_mask & ~played & ~mine
        if undealt and board.up_card is not None:
            self.unknown &= ~(1 << board.up_card)
        room = [dealt - board.played[seat].bit_count() for seat in range(4)]
        if view.mine is not None:
            room[view.mine.seat] = 0
        self.room = (*room, self.unknown.bit_count() - sum(room))
        self.mine = mine
        self.dealt = 0 if view.mine is None else view.mine.dealt
        self.declared = () if view.mine is None or view.mine.melds is None else view.mine.melds
        self.excluded = [0, 0, 0, 0]
        self.held = [0, 0, 0, 0]
        self.doubtful: list[tuple[Seat, Mask, int, int, Card]] = []
        """Plays that depend on the whole hand: seat, its cards played from then on, trick, its size, card."""
        if board.tables is not None:
            self._exclude_by_plays()
        self._known_cards()
        self.melds = _Claims(self) if any(board.claims) else None
        self.plain = self.completions_with(self.held) if self.melds is None else None

    # ------------------------------------------------------------------------------------ what is known

    def _exclude_by_plays(self) -> None:
        """Cards that a seat cannot hold, since what it played would not have been legal beside them."""
        board = self.board
        for trick in board.tricks:
            self._exclude_by_trick(trick.leader, trick.cards)
        self._exclude_by_trick(board.leader, board.trick)

    def _exclude_by_trick(self, leader: Seat, cards: Sequence[Card]) -> None:
        t = self.board.tables
        assert t is not None
        packed = 0
        for count, card in enumerate(cards):
            seat = (leader + count) % 4
            if seat != self.me:
                rule = t.rule
                if self._is_doubtful(packed, count, card):
                    rule &= ~kernel.HEAD_TRUMPS
                    self.doubtful.append((seat, self._played_since(seat, card), packed, count, card))
                candidates = self.unknown & ~self.excluded[seat]
                together = kernel.legal(rule, candidates | 1 << card, packed, count, t.trump, t.jack, t.beats)
                if not together >> card & 1:
                    for other in cards_of(candidates):
                        pair = 1 << card | 1 << other
                        if not kernel.legal(rule, pair, packed, count, t.trump, t.jack, t.beats) >> card & 1:
                            self.excluded[seat] |= 1 << other
            packed |= card << (6 * count)

    def _is_doubtful(self, packed: int, count: int, card: Card) -> bool:
        """Whether this play is one of the exception: a trump under the partner's, free while a plain card is held
        (docs/rules.md, 1.2, with both partner_exempt and head_obligation trumps)."""
        t = self.board.tables
        assert t is not None
        both = kernel.PARTNER_EXEMPT | kernel.HEAD_TRUMPS
        if t.rule & both != both or count < 2 or not t.trump >> card & 1 or t.trump >> (packed & 63) & 1:
            return False
        best = kernel.winner(packed, count, t.beats)
        return best == count - 2 and not t.beats[packed >> (6 * best) & 63] >> card & 1

    def _played_since(self, seat: Seat, card: Card) -> Mask:
        """What this seat has played from this card on."""
        cards = [trick.card_of(seat) for trick in self.board.tricks]
        turn = (seat - self.board.leader) % 4
        cards += self.board.trick[turn : turn + 1]
        return mask_of(cards[cards.index(card) :])

    def _doubtful_plays_were_legal(self, hands: Sequence[Mask]) -> bool:
        t = self.board.tables
        for seat, since, packed, count, card in self.doubtful:
            assert t is not None
            hand = hands[seat] | since
            if not kernel.legal(t.rule, hand, packed, count, t.trump, t.jack, t.beats) >> card & 1:
                return False
        return True

    def _known_cards(self) -> None:
        """Cards whose place has been seen by all."""
        board = self.board
        if board.declarer is not None and board.up_card is not None:
            self._hold(board.declarer, 1 << board.up_card)
        if board.bottom_card is not None:
            self._hold(board.dealer, 1 << board.bottom_card)
        if board.chooser is not None:
            self._hold(board.chooser, 1 << SEVEN_OF_HEARTS)
        for seat, masks in enumerate(board.shown):
            for mask in masks or ():
                self._hold(seat, mask)
        if board.rules.marriage == "separate" and board.rules.marriage_call == "first":
            self._marriage_by_first_card()

    def _hold(self, seat: Seat, cards: Mask) -> None:
        if seat != self.me:
            self.held[seat] |= cards & self.unknown

    def _marriage_by_first_card(self) -> None:
        """Called with the first card: its holder has the other one; not called: he has not."""
        board = self.board
        pair = 0 if board.mode is None else marriage_mask(board.mode)
        for seat in range(4):
            if board.played[seat] & pair and seat != self.me:
                if board.marriage == seat:
                    self.held[seat] |= pair & self.unknown
                else:
                    self.excluded[seat] |= pair

    # ---------------------------------------------------------------------------------------- sampling

    def completions_with(self, held: Sequence[Mask]) -> Completions:
        """The ways to lay the unknown cards, with these cards held by these seats."""
        fixed = 0
        room = list(self.room)
        for seat in range(4):
            fixed |= held[seat]
            room[seat] -= held[seat].bit_count()
        classes: dict[tuple[int, ...], list[Card]] = {}
        for card in cards_of(self.unknown & ~fixed):
            places = tuple(
                place
                for place in range(5)
                if room[place] > 0 and (place == STOCK or not self.excluded[place] >> card & 1)
            )
            classes.setdefault(places, []).append(card)
        return Completions(tuple((places, tuple(cards)) for places, cards in classes.items()), tuple(room))

    def sample(self, rng: Chance) -> World:
        """One world, uniform among all that agree with the view."""
        while (world := self.attempt(rng)) is None:
            pass
        return world

    def attempt(self, rng: Chance) -> World | None:
        """One world, or None if what was drawn is not accepted: for those who cannot wait for as long as it takes."""
        world = self._draw(rng)
        return world if world is not None and self._doubtful_plays_were_legal(world.hands) else None

    def _draw(self, rng: Chance) -> World | None:
        if self.melds is not None:
            drawn = self.melds.draw(rng)
            return None if drawn is None else self._world(*drawn, rng)
        assert self.plain is not None
        if self.plain.count() == 0:
            raise NoWorld("no deal agrees with this view")
        return self._world(self.plain.draw(rng), self.held, rng)

    def _world(self, laid: Sequence[Mask], held: Sequence[Mask], rng: Chance) -> World:
        hands = [laid[seat] | held[seat] for seat in range(4)]
        if self.me is not None:
            hands[self.me] = self.mine
        stock: tuple[Card, ...] = ()
        if laid[STOCK]:
            rest = cards_of(laid[STOCK])
            assert self.board.up_card is not None
            stock = (self.board.up_card, *rng.sample(rest, len(rest)))
        return World((hands[0], hands[1], hands[2], hands[3]), stock)


Combination = tuple[Mask, ...]


class _Claims:
    """Melds claimed and not shown: which cards they may be, drawn in proportion to what they leave open."""

    def __init__(self, sampler: Sampler) -> None:
        self.sampler = sampler
        self.board = sampler.board
        self.options: dict[Seat, list[Combination]] = {}
        for seat, claims in enumerate(self.board.claims):
            shown = self.board.shown[seat]
            if claims and shown is not None:
                self.options[seat] = [shown]
            elif claims and seat != sampler.me:
                self.options[seat] = self._combinations(seat, claims)
        self.drawn = {seat: [_union(c) for c in chosen] for seat, chosen in self._drawn().items()}
        self.proposals = self._proposals()
        self.completions: dict[tuple[Mask, ...], Completions] = {}
        self.until = list(accumulate(self._counts()))
        self.total = self.until[-1] if self.until else 0
        if self.total == 0:
            raise NoWorld("no deal agrees with the melds claimed")

    def _possible(self, seat: Seat) -> Mask:
        """Cards that this seat may have been dealt."""
        sampler = self.sampler
        others = 0
        for other in range(4):
            if other != seat:
                others |= sampler.held[other]
        return self.board.played[seat] | (sampler.unknown & ~sampler.excluded[seat] & ~others)

    def _combinations(self, seat: Seat, claims: Sequence[MeldClaim]) -> list[Combination]:
        """All sets of melds that fit the claims of a seat and the cards it may have been dealt."""
        possible = self._possible(seat)
        per_claim = [[mask for mask in self._candidates(claim) if not mask & ~possible] for claim in claims]
        found = [c for c in product(*per_claim) if _in_order(claims, c)]
        room = self.board.rules.hand_size
        fitting = []
        for combination in found:
            union = _union(combination)
            left = (union & ~self.board.played[seat]).bit_count()
            fits = union.bit_count() <= room and left <= self.sampler.room[seat]
            # What these cards alone cannot declare, no hand that holds them can: more cards only lengthen runs.
            if fits and valid_declaration(self.board, union, combination):
                fitting.append(combination)
        return fitting

    def _candidates(self, claim: MeldClaim) -> list[Mask]:
        """Every group of cards that the claim could mean, in this game and contract."""
        rules, mode = self.board.rules, self.board.mode
        assert mode is not None
        if claim.kind == "marriage":
            return [marriage_mask(mode)]
        if claim.kind == "four":
            groups = list(QUARTETS)
        else:
            run = (1 << claim.size) - 1
            groups = [run << (9 * suit + low) for suit in range(4) for low in range(9 - claim.size + 1)]
        melds = (classify(rules, mode, group) for group in groups if not group & ~rules.deck_mask)
        return [meld.cards for meld in melds if meld is not None and meld.points == claim.points]

    def _drawn(self) -> dict[Seat, list[Combination]]:
        """The melds that are drawn directly. Where that would be too many, those with the most possibilities
        (runs of three, as a rule) are left to the final check."""
        kept = {seat: list(range(len(options[0]) if options else 0)) for seat, options in self.options.items()}

        def projected(seat: Seat) -> list[Combination]:
            return list(dict.fromkeys(tuple(c[i] for i in kept[seat]) for c in self.options[seat]))

        drawn = {seat: projected(seat) for seat in self.options}
        while prod(map(len, drawn.values())) > MOST_PROPOSALS:
            seat, index = max(
                ((seat, index) for seat, indexes in kept.items() for index in indexes),
                key=lambda place: len({c[place[1]] for c in self.options[place[0]]}),
            )
            kept[seat].remove(index)
            drawn[seat] = projected(seat)
        return drawn

    def _proposals(self) -> list[tuple[Mask, Mask, Mask, Mask]]:
        """Every choice of melds for the claims: the cards that each seat holds then."""
        unknown, room = self.sampler.unknown, self.sampler.room
        places: list[list[Mask]] = []
        for seat in range(4):
            known = self.sampler.held[seat]
            if seat in self.drawn and seat != self.sampler.me:
                held = (known | union & unknown for union in self.drawn[seat])
                places.append([mask for mask in held if mask.bit_count() <= room[seat]])
            else:
                places.append([known])
        first, second, third, fourth = places
        return [
            (a, b, c, d)
            for a in first
            for b in second
            if not a & b
            for c in third
            if not (a | b) & c
            for d in fourth
            if not (a | b | c) & d
        ]

    def _counts(self) -> Iterator[int]:
        """How many completions each proposal leaves. They follow from how many cards of every class are left for
        how much room, so most proposals share their count with others."""
        sampler = self.sampler
        classes: dict[tuple[bool, ...], Mask] = {}
        for card in cards_of(sampler.unknown):
            barred = tuple(bool(excluded >> card & 1) for excluded in sampler.excluded)
            classes[barred] = classes.get(barred, 0) | 1 << card
        known: dict[tuple[int, ...], int] = {}
        for held in self.proposals:
            a, b, c, d = held
            free = ~(a | b | c | d)
            sizes = [(mask & free).bit_count() for mask in classes.values()]
            key = (*sizes, a.bit_count(), b.bit_count(), c.bit_count(), d.bit_count())
            if key not in known:
                known[key] = sampler.completions_with(held).count()
            yield known[key]

    def draw(self, rng: Chance) -> tuple[list[Mask], Sequence[Mask]] | None:
        """Cards laid, and cards held, of a world; None if it is not accepted."""
        held = self.proposals[bisect_right(self.until, rng.randrange(self.total))]
        if held not in self.completions:
            self.completions[held] = self.sampler.completions_with(held)
        laid = self.completions[held].draw(rng)
        dealt = [laid[seat] | held[seat] | self.board.played[seat] for seat in range(4)]
        if self.sampler.me is not None:
            dealt[self.sampler.me] = self.sampler.dealt
        ways = prod(sum(not union & ~dealt[seat] for union in unions) for seat, unions in self.drawn.items())
        return (laid, held) if rng.random() * ways < 1 and self._agrees(dealt) else None

    def _agrees(self, dealt: Sequence[Mask]) -> bool:
        """Whether these hands could have made these claims, and the comparison have gone as it did."""
        declarations: list[list[Combination]] = []
        for seat in range(4):
            if seat not in self.options:
                declarations.append([self._own(seat)])
                continue
            valid = [
                c
                for c in self.options[seat]
                if all(not mask & ~dealt[seat] for mask in c) and valid_declaration(self.board, dealt[seat], c)
            ]
            if not valid:
                return False
            declarations.append(valid)
        if not self.board.compared:
            return True
        return any(comparison(self.board, chosen).best == self.board.best_meld for chosen in product(*declarations))

    def _own(self, seat: Seat) -> Combination:
        return self.sampler.declared if seat == self.sampler.me else ()


def _union(combination: Combination) -> Mask:
    union = 0
    for mask in combination:
        union |= mask
    return union


def _in_order(claims: Sequence[MeldClaim], combination: Combination) -> bool:
    """Different melds, those of equal claims in one order only."""
    return all(
        combination[i] != combination[j] and (claims[i] != claims[j] or combination[i] < combination[j])
        for i in range(len(claims))
        for j in range(i + 1, len(claims))
    )
