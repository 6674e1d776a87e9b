"""Every message of the engine: Action | Event | Seen | Refusal, closed unions of tagged msgspec structs.

An Action is what a seat (or the source of deals) wants, an Event is what happened, a Seen is what one seat may
know of an event (made by ``project`` alone), a Refusal says why an action changed nothing. These types are the
log, the wire and the record alike; the browser's types are generated from them. Anybody may import this module.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from puur.cards import CardCode, SuitCode
from puur.rules.ruleset import ContractCode

Seat: TypeAlias = int
"""0..3 in playing order; the player after s is (s + 1) % 4."""

OptionValue: TypeAlias = str | int | bool | list[int | str] | dict[str, int]


class _Message(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """Base of all messages: immutable, with the kebab-case name of the class as its tag."""


# ---------------------------------------------------------------------------------------------- randomness


class Draw(msgspec.Struct, frozen=True):
    """All the chance of one deal. Made by a source of deals (fairness, a fixed deck), never by the engine."""

    lot: Seat
    """The first dealer; used in the first deal only."""
    deck: tuple[CardCode, ...]
    """deck[0] is the top card."""
    trump: SuitCode
    proposed: tuple[SuitCode, SuitCode]


# ------------------------------------------------------------------------------------------------- actions


class Deal(_Message, frozen=True, tag="deal"):
    """From the source of deals, not from a seat: begin the next deal with this draw."""

    draw: Draw


class Estimate(_Message, frozen=True, tag="estimate"):
    """Differenzler: confirm (covered) or say aloud (open) one's own estimate."""

    points: int


class Pass(_Message, frozen=True, tag="pass"):
    """Leave the choice of trumps to the next; where a partner then must choose, this is the shove."""


class Name(_Message, frozen=True, tag="name"):
    """Name a trump suit, or a contract without trumps."""

    contract: ContractCode


class Accept(_Message, frozen=True, tag="accept"):
    """Take the up-card, or accept the proposed suit."""


class Bid(_Message, frozen=True, tag="bid"):
    """Coinche: 80 to 160 in tens, or capot, with a suit."""

    points: int | Literal["capot"]
    suit: SuitCode


class Coinche(_Message, frozen=True, tag="coinche"):
    """Double the other side's bid."""


class Surcoinche(_Message, frozen=True, tag="surcoinche"):
    """Double again, by the bidding side."""


class Declare(_Message, frozen=True, tag="declare"):
    """Declare these melds, each a group of cards; none is a declaration too."""

    melds: tuple[tuple[CardCode, ...], ...]


class AskMelds(_Message, frozen=True, tag="ask-melds"):
    """Ask that the melds that score be shown."""


class Play(_Message, frozen=True, tag="play"):
    """Play a card."""

    card: CardCode


Call: TypeAlias = Pass | Name | Accept | Bid | Coinche | Surcoinche
SeatAction: TypeAlias = Estimate | Call | Declare | AskMelds | Play
Action: TypeAlias = Deal | SeatAction


# -------------------------------------------------------------------------------------------------- events


class MeldClaim(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is said aloud of a meld: its kind, points and number of cards, not the cards."""

    kind: Literal["run", "four", "marriage"]
    points: int
    size: int


class MatchStarted(_Message, frozen=True, tag="match-started"):
    """The first event of every log: which game, with which options."""

    variant: str
    options: dict[str, OptionValue]


class DealStarted(_Message, frozen=True, tag="deal-started"):
    """A new deal; thrown-in deals are counted too."""

    number: int
    dealer: Seat


class CardsDealt(_Message, frozen=True, tag="cards-dealt"):
    """SECRET. All four hands as dealt, and the stock that is left for later."""

    hands: tuple[tuple[CardCode, ...], ...]
    stock: tuple[CardCode, ...] = ()
    suits: tuple[SuitCode, ...] = ()
    """The suits that will be proposed, where the game proposes suits."""


class UpCardTurned(_Message, frozen=True, tag="up-card-turned"):
    card: CardCode


class HandsCompleted(_Message, frozen=True, tag="hands-completed"):
    """SECRET. The cards that each seat got after trumps were chosen, the up-card among them."""

    hands: tuple[tuple[CardCode, ...], ...]


class TrumpDrawn(_Message, frozen=True, tag="trump-drawn"):
    """Trumps by chance, shown to all; with the card where it is the bottom card of the pack."""

    suit: SuitCode
    card: CardCode | None = None


class SuitProposed(_Message, frozen=True, tag="suit-proposed"):
    suit: SuitCode


class ChooserFound(_Message, frozen=True, tag="chooser-found"):
    """The holder of the seven of hearts, who chooses trumps (schieber) or is the first forehand (schieber-swiss)."""

    seat: Seat


class EstimateMade(_Message, frozen=True, tag="estimate-made"):
    """SECRET but for its seat. A covered estimate, final."""

    seat: Seat
    points: int


class EstimateAnnounced(_Message, frozen=True, tag="estimate-announced"):
    """An estimate said aloud; a second one of the same seat corrects the first."""

    seat: Seat
    points: int


class Called(_Message, frozen=True, tag="called"):
    seat: Seat
    call: Call


class ContractMade(_Message, frozen=True, tag="contract-made"):
    """Trumps are fixed."""

    declarer: Seat
    contract: ContractCode
    bid: int | Literal["capot"] | None = None
    multiplier: int = 1


class ThrownIn(_Message, frozen=True, tag="thrown-in"):
    """Nobody took trumps: the deal does not count."""

    next_dealer: Seat


class MeldsDeclared(_Message, frozen=True, tag="melds-declared"):
    """SECRET but for the claims. The melds that a seat declares."""

    seat: Seat
    melds: tuple[tuple[CardCode, ...], ...]
    claims: tuple[MeldClaim, ...]


class MeldsCompared(_Message, frozen=True, tag="melds-compared"):
    """Who holds the best meld, and what each team scores for melds."""

    best: Seat | None
    points: tuple[int, int]


class MeldsShown(_Message, frozen=True, tag="melds-shown"):
    """The scoring melds of a seat, cards up."""

    seat: Seat
    melds: tuple[tuple[CardCode, ...], ...]


class CardPlayed(_Message, frozen=True, tag="card-played"):
    seat: Seat
    card: CardCode


class MarriageCalled(_Message, frozen=True, tag="marriage-called"):
    """King and queen of trumps in one hand: Stoeck, belote. Called when the game says so, by itself."""

    seat: Seat


class TrickTaken(_Message, frozen=True, tag="trick-taken"):
    """Points are card values and the last-trick bonus; roem is the trick's."""

    seat: Seat
    points: int
    roem: int = 0


class EstimatesScored(_Message, frozen=True, tag="estimates-scored"):
    """End of a Differenzler round: everybody's estimate, points and penalty, and all totals."""

    estimates: tuple[int, ...]
    points: tuple[int, ...]
    diffs: tuple[int, ...]
    totals: tuple[int, ...]


class DealScored(_Message, frozen=True, tag="deal-scored"):
    """End of a deal of a team game: how each team's score came about, and the totals."""

    cards: tuple[int, int]
    tricks: tuple[int, int]
    last_trick: int
    """The team that won the last trick."""
    melds: tuple[int, int]
    marriage: tuple[int, int]
    roem: tuple[int, int]
    made: bool | None
    """Whether the declaring team made its contract; null where there is none, or at equality held over."""
    scores: tuple[int, int]
    totals: tuple[int, int]
    carry: int = 0


class MatchEnded(_Message, frozen=True, tag="match-ended"):
    """The match is over. Places are shared in competition numbering; a side is a team, or a seat in Differenzler."""

    places: tuple[int, ...]
    totals: tuple[int, ...]
    points: tuple[int, ...]
    """Differenzler publishes the sums of points made too (art. 4.10); elsewhere the same as totals."""


PublicEvent: TypeAlias = (
    MatchStarted
    | DealStarted
    | UpCardTurned
    | TrumpDrawn
    | SuitProposed
    | ChooserFound
    | EstimateAnnounced
    | Called
    | ContractMade
    | ThrownIn
    | MeldsCompared
    | MeldsShown
    | CardPlayed
    | MarriageCalled
    | TrickTaken
    | EstimatesScored
    | DealScored
    | MatchEnded
)
SecretEvent: TypeAlias = CardsDealt | HandsCompleted | EstimateMade | MeldsDeclared
Event: TypeAlias = PublicEvent | SecretEvent


# ---------------------------------------------------------------------------------------------------- seen


class HandDealt(_Message, frozen=True, tag="hand-dealt"):
    """How many cards everybody got; one's own are shown (a spectator sees none)."""

    size: int
    cards: tuple[CardCode, ...] = ()


class HandCompleted(_Message, frozen=True, tag="hand-completed"):
    """The rest of the cards, one's own shown."""

    cards: tuple[CardCode, ...] = ()


class EstimateConfirmed(_Message, frozen=True, tag="estimate-confirmed"):
    """Somebody has confirmed an estimate; the number is there only in one's own."""

    seat: Seat
    points: int | None = None


class MeldsAnnounced(_Message, frozen=True, tag="melds-announced"):
    """What a seat says of its melds; the cards are there only in one's own."""

    seat: Seat
    claims: tuple[MeldClaim, ...]
    melds: tuple[tuple[CardCode, ...], ...] = ()


Seen: TypeAlias = PublicEvent | HandDealt | HandCompleted | EstimateConfirmed | MeldsAnnounced


# ------------------------------------------------------------------------------------------------- refusal

Reason: TypeAlias = Literal[
    "wrong-phase",  # nothing of the kind can be done now
    "not-your-turn",
    "not-a-seat",
    "out-of-range",  # an estimate that is not 0..157
    "already-final",  # a confirmed estimate, a declaration made
    "call-not-allowed",  # this call is not to be made here: pass, suit or contract
    "bid-too-low",
    "bid-not-in-tens",
    "no-such-meld",  # the cards are no meld, are not in the hand, or overlap
    "nothing-to-show",
    "not-in-hand",
    "must-follow",
    "must-trump",
    "must-overtrump",
    "may-not-undertrump",
    "must-beat",
    "bad-draw",  # a deck that is not the game's deck
]


class Refusal(_Message, frozen=True, tag="refusal"):
    """Why an action changed nothing."""

    reason: Reason
