"""``puur perft``: how many different sequences of legal cards an endgame has, counted by the kernel.

A file describes positions as text and may give the counts to be expected (tests/perft has one for each game):

    [The jack of trumps need not be given up]
    variant: differenzler
    options: undertrump=only-trumps-left
    trump: H
    leader: 2
    hand 0: JH AS
    ...
    counts: 2 4 6 8 8 8 8 8

Position k of ``counts`` is the number of sequences of k cards. Without a file, an endgame is dealt from a seed.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from puur.cards import BadCard, Mask, code_of, codes_of, mask_of, parse_cards
from puur.cli.options import parse_mode, parse_options
from puur.rules import kernel
from puur.rules.ruleset import CONTRACT_CODES, Ruleset
from puur.rules.tables import Tables, compile_tables
from puur.rules.variants import ruleset

KEYS = ("variant", "options", "trump", "leader", "hand 0", "hand 1", "hand 2", "hand 3", "counts")


@dataclass(frozen=True, slots=True)
class Endgame:
    """A position at the beginning of a trick."""

    title: str
    rules: Ruleset
    mode: int
    leader: int
    hands: tuple[Mask, Mask, Mask, Mask]
    counts: tuple[int, ...] | None = None
    """What is expected; None where the file does not say."""


def count_sequences(endgame: Endgame) -> tuple[int, ...]:
    """The number of different sequences of legal cards: of one card, of two cards, and so on to the last."""
    t = compile_tables(endgame.rules, endgame.mode)
    counts = [0] * sum(hand.bit_count() for hand in endgame.hands)
    _count(t, list(endgame.hands), endgame.leader, 0, 0, counts, 0)
    return tuple(counts)


def _count(t: Tables, hands: list[Mask], leader: int, trick: int, size: int, counts: list[int], depth: int) -> None:
    seat = (leader + size) % 4
    hand = hands[seat]
    allowed = kernel.legal(t.rule, hand, trick, size, t.trump, t.jack, t.beats)
    counts[depth] += allowed.bit_count()
    if depth + 1 == len(counts):
        return
    while allowed:
        bit = allowed & -allowed
        allowed ^= bit
        hands[seat] = hand ^ bit
        table = trick | (bit.bit_length() - 1) << (6 * size)
        if size == 3:
            taker = (leader + kernel.winner(table, 4, t.beats)) % 4
            _count(t, hands, taker, 0, 0, counts, depth + 1)
        else:
            _count(t, hands, leader, table, size + 1, counts, depth + 1)
    hands[seat] = hand


# ---------------------------------------------------------------------------------------------------- files


def read(text: str) -> list[Endgame]:
    """All positions of a file; raises ValueError with the line of a mistake."""
    endgames = []
    for title, fields, line in _sections(text):
        try:
            endgames.append(_endgame(title, fields))
        except ValueError as error:
            raise ValueError(f"line {line}: {error}") from None
    if not endgames:
        raise ValueError("no position: one begins with [its title]")
    return endgames


def _sections(text: str) -> Iterator[tuple[str, dict[str, str], int]]:
    title, fields, begun = "", dict[str, str](), 0
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.partition("#")[0].strip()
        if not line:
            continue
        if line.startswith("[") and line.endswith("]"):
            if begun:
                yield title, fields, begun
            title, fields, begun = line[1:-1], {}, number
            continue
        key, colon, value = line.partition(":")
        if not begun or not colon or key not in KEYS:
            raise ValueError(f"line {number}: expected [a title] or one of {', '.join(KEYS)}")
        if key in fields:
            raise ValueError(f"line {number}: {key} is given twice")
        fields[key] = value.strip()
    if begun:
        yield title, fields, begun


def _endgame(title: str, fields: dict[str, str]) -> Endgame:
    missing = [key for key in KEYS if key not in fields and key not in ("options", "counts")]
    if missing:
        raise ValueError(f"{missing[0]} is missing")
    rules = ruleset(fields["variant"], parse_options(fields.get("options", "").split()))
    mode = parse_mode(fields["trump"])
    if CONTRACT_CODES[mode] not in rules.contracts:
        raise ValueError(f"{rules.name} is not played {CONTRACT_CODES[mode]}")
    leader = _number(fields["leader"], "leader")
    if leader > 3:
        raise ValueError(f"leader must be a seat 0..3, not {leader}")
    counts = fields.get("counts")
    return Endgame(
        title,
        rules,
        mode,
        leader,
        _hands(rules, [fields[f"hand {seat}"].split() for seat in range(4)]),
        None if counts is None else tuple(_number(count, "counts") for count in counts.split()),
    )


def _hands(rules: Ruleset, texts: Sequence[Sequence[str]]) -> tuple[Mask, Mask, Mask, Mask]:
    cards = parse_cards([code for text in texts for code in text])
    for card in cards:
        if not rules.deck_mask >> card & 1:
            raise BadCard(f"{code_of(card)} is not in the deck of {rules.name}")
    if len({len(text) for text in texts}) != 1 or not texts[0]:
        raise ValueError("the four hands must have the same number of cards, at least one")
    a, b, c, d = (mask_of(parse_cards(text)) for text in texts)
    return (a, b, c, d)


def _number(text: str, what: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise ValueError(f"{what}: {text!r} is no whole number")
    return int(text)


def random_endgame(variant: str, options: Sequence[str], cards: int, seed: int) -> Endgame:
    """The last tricks of a deal that follows from the seed."""
    rules = ruleset(variant, parse_options(options))
    if not 1 <= cards <= rules.hand_size:
        raise ValueError(f"--cards must be a whole number from 1 to {rules.hand_size}, not {cards}")
    rng = random.Random(seed)  # noqa: S311  (an endgame to count in, nobody plays for it)
    deck = parse_cards(codes_of(rules.deck_mask))
    drawn = rng.sample(deck, 4 * cards)
    a, b, c, d = (mask_of(drawn[seat::4]) for seat in range(4))
    mode = rng.randrange(len(rules.contracts))
    return Endgame(f"{variant}, {cards} cards each, seed {seed}", rules, mode, rng.randrange(4), (a, b, c, d))


# -------------------------------------------------------------------------------------------------- command


def run(file: Path | None, variant: str | None, options: Sequence[str], cards: int, seed: int) -> int:
    """Print every position with its counts and the time; the number of positions that differ from the file."""
    if (file is None) == (variant is None):
        raise ValueError("give either a file of positions or --variant")
    if file is not None:
        if options:
            raise ValueError("options belong into the file")
        try:
            endgames = read(file.read_text(encoding="utf-8"))
        except ValueError as error:
            raise ValueError(f"{file}: {error}") from None
    else:
        assert variant is not None
        endgames = [random_endgame(variant, options, cards, seed)]
    return sum(_report(endgame) for endgame in endgames)


def _report(endgame: Endgame) -> bool:
    """Print one position; whether its counts are not those that the file expects."""
    print(f"{endgame.title}: {endgame.rules.name}, trump {CONTRACT_CODES[endgame.mode]}, seat {endgame.leader} leads")
    for seat, hand in enumerate(endgame.hands):
        print(f"  hand {seat}: {' '.join(codes_of(hand))}")
    began = time.perf_counter()
    counts = count_sequences(endgame)
    seconds = time.perf_counter() - began
    print(f"  counts: {' '.join(map(str, counts))}")
    print(f"  {sum(counts)} plays in {seconds:.3f} s")
    if endgame.counts in (None, counts):
        return False
    print(f"  expected: {' '.join(map(str, endgame.counts or ()))}")
    return True
