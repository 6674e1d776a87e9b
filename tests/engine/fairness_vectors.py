"""Builds docs/fairness-vectors.json, which the tests of both implementations read.

``python -m tests.engine.fairness_vectors`` writes it anew; test_fairness.py holds the file to ``build()``.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from puur.engine import ceremony, fairness, verification
from puur.engine.fairness import CHAIN_LENGTH, Player, ProtocolDeals, SeededDeals, Table
from puur.engine.verification import Evidence
from puur.rules.variants import ruleset

PATH = Path(__file__).parents[2] / "docs" / "fairness-vectors.json"

DIFFERENZLER = fairness.table_of(
    ruleset("differenzler", {"rounds": 4}),
    [
        Player("Zoë «Züri»", "human"),
        Player("bot 1", "bot"),
        Player('Bob "B" \\ \t', "human"),
        Player("李", "bot"),
    ],
)
KLAVERJASSEN = fairness.table_of(
    ruleset("klaverjassen", {"second_suit": "any"}), [Player(name, "bot") for name in "ABCD"]
)
LAST_SEED = bytes(range(32))
SECOND_LAST_SEED = bytes(range(32, 64))
NONCES = {0: bytes([0xA0]) * 32, 2: bytes([0xB2]) * 32}


def play_ceremony(start: ceremony.Ceremony, nonces: dict[int, bytes]) -> ProtocolDeals:
    now = start
    for seat in now.parts:
        after = ceremony.commit(now, seat, fairness.commitment(now.binding, now.head, seat, nonces[seat]))
        assert isinstance(after, ceremony.Ceremony)
        now = after
    for seat in now.parts:
        after = ceremony.open_nonce(now, seat, nonces[seat])
        assert isinstance(after, ceremony.Ceremony)
        now = after
    return ceremony.complete(now)


def sample_deals(table: Table = DIFFERENZLER) -> ProtocolDeals:
    return play_ceremony(ceremony.begin(table, LAST_SEED), NONCES)


def sample_evidence(count: int = 3, revealed: int = 3, finished: bool = True) -> Evidence:
    deals = sample_deals()
    played = [deals.draw(number) for number in range(1, count + 1)]
    return verification.evidence_of(deals, played, revealed, finished)


def forgeries() -> list[tuple[str, Any]]:
    """Ways to tamper with the sample evidence, as plain data."""
    plain = msgspec.to_builtins(sample_evidence())
    found: list[tuple[str, Any]] = []

    def forged(name: str) -> Any:
        copy = json.loads(json.dumps(plain))
        found.append((name, copy))
        return copy

    forged("version of the protocol")["version"] = 2
    forged("a rule")["table"]["rules"]["end"] = {"deals": 5}
    players = forged("swapped seats")["table"]["players"]
    players[0], players[2] = players[2], players[0]
    swapped = forged("swapped seats, with the hash to match")
    swapped["table"]["players"].reverse()
    table = msgspec.convert(swapped["table"], Table)
    swapped["table_hash"] = fairness.table_hash(table).hex()
    renamed = forged("another name, with the hash to match")
    renamed["table"]["players"][0]["name"] = "Zoe"
    renamed["table_hash"] = fairness.table_hash(msgspec.convert(renamed["table"], Table)).hex()
    forged("another head")["chains"][0]["head"] = "00" * 32
    forged("a head that is no hash")["chains"][0]["head"] = "XY" * 32
    forged("no chain")["chains"] = []
    forged("changed nonce")["chains"][0]["nonces"][0] = "a1" + "a0" * 31
    forged("missing nonce")["chains"][0]["nonces"][2] = None
    forged("missing commitment")["chains"][0]["commitments"][2] = None
    forged("nonce of a bot")["chains"][0]["nonces"][1] = "00" * 32
    nonces = forged("swapped nonces")["chains"][0]
    for kind in ("nonces", "commitments"):
        nonces[kind][0], nonces[kind][2] = nonces[kind][2], nonces[kind][0]
    deals = forged("seeds in the wrong order")["deals"]
    deals[0]["seed"], deals[1]["seed"] = deals[1]["seed"], deals[0]["seed"]
    deals = forged("deals in the wrong order")["deals"]
    deals[1], deals[2] = deals[2], deals[1]
    forged("another seed")["deals"][1]["seed"] = "11" * 32
    forged("a seed that is no hash")["deals"][1]["seed"] = "11" * 31
    forged("a seed withheld")["deals"][2]["seed"] = None
    deck = forged("two cards changed places")["deals"][2]["draw"]["deck"]
    deck[10], deck[35] = deck[35], deck[10]
    forged("a card too few")["deals"][2]["draw"]["deck"].pop()
    draw = forged("another lot")["deals"][0]["draw"]
    draw["lot"] = (draw["lot"] + 1) % 4
    draw = forged("another trump")["deals"][0]["draw"]
    draw["trump"] = "C" if draw["trump"] != "C" else "D"
    forged("other proposed suits")["deals"][0]["draw"]["proposed"].reverse()
    return found


def brief(steps: list[verification.Step]) -> list[dict[str, Any]]:
    """The part of the steps that is the same in every language."""
    return [{"name": s.name, "number": s.number, "ok": s.ok, "problem": s.problem} for s in steps]


def build() -> dict[str, Any]:
    first = ceremony.begin(DIFFERENZLER, LAST_SEED)
    deals = sample_deals()
    second = ceremony.renew(deals, SECOND_LAST_SEED, [2])
    renewed = play_ceremony(second, {2: bytes([0xC2]) * 32})
    key = fairness.deal_key(deals.seed(1), first.binding, first.head, 1, [NONCES.get(seat) for seat in range(4)])
    chance = fairness.stream(key)
    stream_bytes = bytes(next(chance) for _ in range(80))
    chance = fairness.stream(key)
    running = sample_evidence(3, 2, finished=False)
    own = {"head": first.head.hex(), "seat": 0, "nonce": NONCES[0].hex()}
    return {
        "tables": [
            {
                "table": msgspec.to_builtins(table),
                "canonical": fairness.canonical(table).decode("utf-8"),
                "hash": fairness.table_hash(table).hex(),
            }
            for table in (DIFFERENZLER, KLAVERJASSEN)
        ],
        "chain": {
            "length": CHAIN_LENGTH,
            "binding": first.binding.hex(),
            "last_seed": LAST_SEED.hex(),
            "seeds": {str(i): fairness.seed_at(LAST_SEED, first.binding, i).hex() for i in (0, 1, 2, 3, 1023, 1024)},
        },
        "commitments": [
            {
                "binding": first.binding.hex(),
                "head": first.head.hex(),
                "seat": seat,
                "nonce": nonce.hex(),
                "commitment": fairness.commitment(first.binding, first.head, seat, nonce).hex(),
            }
            for seat, nonce in NONCES.items()
        ],
        "stream": {"key": key.hex(), "bytes": stream_bytes.hex()},
        "below": {
            "key": key.hex(),
            "bounds": list(range(1, 37)),
            "numbers": [fairness.below(chance, n) for n in range(1, 37)],
        },
        "deals": [
            {"number": n, "seed": deals.seed(n).hex(), "draw": msgspec.to_builtins(deals.draw(n))}
            for n in (1, 2, 3, 1024)
        ],
        "renewal": {
            "table_hash": first.binding.hex(),
            "epoch": 1,
            "previous_head": first.head.hex(),
            "binding": second.binding.hex(),
            "last_seed": SECOND_LAST_SEED.hex(),
            "head": second.head.hex(),
            "nonces": [None, None, "c2" * 32, None],
            "deal": {"number": 1025, "draw": msgspec.to_builtins(renewed.draw(1025))},
        },
        "seeded": [
            {
                "seed": source.seed,
                "number": number,
                "deck": source.deck,
                "second_suit": source.second_suit,
                "draw": msgspec.to_builtins(source.draw(number)),
            }
            for source, number in (
                (SeededDeals(0, 36), 1),
                (SeededDeals(2026, 32, "any"), 7),
                (SeededDeals(-5, 32), 1),
            )
        ],
        "evidence": {
            "finished": _case(msgspec.to_builtins(sample_evidence())),
            "running": _case(msgspec.to_builtins(running)),
        },
        "witness": {
            "right": own,
            "other head": own | {"head": "22" * 32},
            "other nonce": own | {"nonce": "33" * 32},
        },
        "forgeries": [{"name": name} | _case(plain) for name, plain in forgeries()],
    }


def _case(plain: Any) -> dict[str, Any]:
    return {"evidence": plain, "steps": brief(verification.verify(msgspec.convert(plain, Evidence)))}


def text(vectors: dict[str, Any]) -> str:
    """A line an entry: readable in a diff without being endless."""
    lines = []
    for name, value in vectors.items():
        if isinstance(value, list):
            rows = ",\n".join("    " + json.dumps(row, ensure_ascii=False) for row in value)
            lines.append(f"  {json.dumps(name)}: [\n{rows}\n  ]")
        else:
            rows = ",\n".join(
                f"    {json.dumps(key)}: {json.dumps(row, ensure_ascii=False)}" for key, row in value.items()
            )
            lines.append(f"  {json.dumps(name)}: {{\n{rows}\n  }}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    PATH.write_text(text(build()), encoding="utf-8")
