"""What a trump procedure can lead to: a contract, a thrown-in deal, or the next suit to be proposed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from puur.engine.messages import Seat
from puur.rules.ruleset import ContractCode
from puur.rules.scoring import Bid


@dataclass(frozen=True, slots=True)
class Contract:
    """Trumps are fixed."""

    declarer: Seat
    contract: ContractCode
    bid: Bid | None = None
    multiplier: int = 1


@dataclass(frozen=True, slots=True)
class Redeal:
    """Nobody took trumps."""


@dataclass(frozen=True, slots=True)
class Propose:
    """All passed the first drawn suit: show the second."""


Outcome: TypeAlias = Contract | Redeal | Propose
