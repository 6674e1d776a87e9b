"""Board: all that everybody at the table knows, and Mine: what one seat knows besides.

Both are immutable. State (the secret truth) is a Board and four Mines; a View is a Board and at most one. Rules of
every phase are functions of a Board and one Mine, so that what a seat may do follows from what it knows.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from puur.cards import Card, Mask
from puur.engine.messages import Call, DealScored, EstimatesScored, MatchEnded, MeldClaim, OptionValue, Seat
from puur.rules.ruleset import Ruleset
from puur.rules.tables import Tables

Phase: TypeAlias = Literal["ready", "trump", "estimate", "melds", "play", "over"]
"""``ready`` waits for the next deal from the source of deals."""

NOBODY: tuple[None, None, None, None] = (None, None, None, None)
Numbers: TypeAlias = tuple[int, ...]


class Trick(msgspec.Struct, frozen=True):
    """A finished trick; cards in the order of play."""

    leader: Seat
    cards: tuple[Card, Card, Card, Card]
    winner: Seat
    points: int
    roem: int = 0

    def card_of(self, seat: Seat) -> Card:
        return self.cards[(seat - self.leader) % 4]


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """Public knowledge: what a spectator has seen."""

    rules: Ruleset
    variant: str
    options: dict[str, OptionValue]

    # the match
    phase: Phase = "ready"
    deals: int = 0
    """Deals begun, thrown-in ones included."""
    counted: int = 0
    """Deals scored."""
    totals: Numbers
    results: tuple[EstimatesScored | DealScored, ...] = ()
    carry: int = 0
    """Points held over from an undecided deal (litige)."""
    contract_winner: int | None = None
    """The team that won the last contract."""
    next_dealer: Seat | None = None
    ended: MatchEnded | None = None

    # the deal
    dealer: Seat = 0
    turn: Seat | None = None
    """Who must act; None while nobody or everybody must."""
    chooser: Seat | None = None
    up_card: Card | None = None
    bottom_card: Card | None = None
    proposed: tuple[int, ...] = ()
    calls: tuple[tuple[Seat, Call], ...] = ()

    # the contract
    mode: int | None = None
    """A trump suit 0..3, obenabe or undenufe."""
    tables: Tables | None = None
    declarer: Seat | None = None
    bid: int | Literal["capot"] | None = None
    multiplier: int = 1

    # estimates
    confirmed: tuple[bool, bool, bool, bool] = (False, False, False, False)
    announced: tuple[int | None, ...] = NOBODY
    """Estimates said aloud."""
    speaker: Seat | None = None
    """Who spoke last, and may still correct himself."""

    # melds
    claims: tuple[tuple[MeldClaim, ...] | None, ...] = NOBODY
    best_meld: Seat | None = None
    compared: bool = False
    meld_points: tuple[int, int] = (0, 0)
    shown: tuple[tuple[Mask, ...] | None, ...] = NOBODY
    marriage: Seat | None = None

    # the play
    leader: Seat = 0
    trick: tuple[Card, ...] = ()
    packed: int = 0
    """The same trick as one int, for the kernel."""
    tricks: tuple[Trick, ...] = ()
    played: tuple[Mask, Mask, Mask, Mask] = (0, 0, 0, 0)
    points: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Points of each seat in this deal: cards and last trick."""
    won: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Tricks of each seat."""
    roem: tuple[int, int] = (0, 0)

    @property
    def forehand(self) -> Seat:
        return (self.dealer + 1) % 4

    @property
    def first_leader(self) -> Seat:
        """Who leads to the first trick."""
        if self.rules.leader == "declarer" and self.declarer is not None:
            return self.declarer
        return self.forehand

    @property
    def melds_pending(self) -> bool:
        """Whether melds may still be declared with the first card."""
        return self.rules.melds != "none" and self.rules.meld_timing == "with-first-card" and not self.tricks

    def team_points(self, team: int) -> int:
        return self.points[team] + self.points[team + 2]

    def team_tricks(self, team: int) -> int:
        return self.won[team] + self.won[team + 2]

    def contract_winner_after(self, made: bool | None) -> int | None:
        """The team that won the last contract once this deal is scored; ``made`` is None where nothing was promised."""
        if made is None or self.declarer is None:
            return self.contract_winner
        return self.declarer % 2 if made else 1 - self.declarer % 2

    def cards_left(self, seat: Seat) -> int:
        """How many cards a seat holds during the play."""
        return self.rules.hand_size - self.played[seat].bit_count()

    def to_act(self) -> tuple[Seat, ...]:
        """The seats that must act now; several while estimates are made at the same time."""
        if self.phase == "estimate" and self.turn is None:
            return tuple(seat for seat in range(4) if not self.confirmed[seat])
        return () if self.turn is None else (self.turn,)


class Mine(msgspec.Struct, frozen=True):
    """What one seat knows besides the board."""

    seat: Seat
    hand: Mask = 0
    """Cards still held."""
    dealt: Mask = 0
    """All cards received in this deal."""
    estimate: int | None = None
    melds: tuple[Mask, ...] | None = None
    """Melds declared; None before the declaration."""


def with_item(values: tuple[int, int, int, int], seat: Seat, value: int) -> tuple[int, int, int, int]:
    """A copy of four per-seat numbers with one replaced."""
    changed = list(values)
    changed[seat] = value
    return (changed[0], changed[1], changed[2], changed[3])
