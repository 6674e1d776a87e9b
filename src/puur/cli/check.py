"""``puur check``: worked examples of the rules, run through the very functions that the engine uses.

A file is a JSON list of objects with id, kind, variant, optional options, input fields and expect (docs/rules.md,
section 14). One function a kind; each returns what Puur says, in the shape of ``expect``. Those in which a deal
unfolds are in check_deals.py.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from msgspec.structs import replace as with_fields

from puur.cards import Mask, cards_of, codes_of, mask_of, parse_cards
from puur.cli import check_deals
from puur.cli.check_deals import mode_of
from puur.cli.legal import position
from puur.cli.options import parse_mode
from puur.engine.fold import new_board
from puur.engine.phases.deal import dealer_after
from puur.rules import kernel
from puur.rules.melds import classify, compare, find_melds, roem
from puur.rules.ruleset import CONTRACT_CODES, Deals, Ruleset, Target
from puur.rules.scoring import (
    FinishKind,
    Tally,
    estimate_penalties,
    first_to_target,
    match_places,
    places,
    score_deal,
    valid_estimate,
)
from puur.rules.tables import compile_tables
from puur.rules.variants import ruleset

Example = Mapping[str, Any]


def run(file: Path) -> int:
    """Check a file, print a line per failure and the closing count; the number of failures."""
    try:
        examples = json.loads(file.read_text(encoding="utf-8-sig"))
    except json.JSONDecodeError as error:
        raise ValueError(f"{file}: not JSON (line {error.lineno}: {error.msg})") from None
    except RecursionError:
        raise ValueError(f"{file}: nested too deeply") from None
    except UnicodeDecodeError:
        raise ValueError(f"{file}: not a text file") from None
    if not isinstance(examples, list) or not all(isinstance(example, dict) for example in examples):
        raise ValueError(f"{file}: expected a list of examples")
    failed = 0
    for example in examples:
        message = failure(example)
        if message is not None:
            failed += 1
            line = " ".join(f"{example.get('id', '?')}: {message}".split())
            print(line.encode(errors="backslashreplace").decode())
    print(f"{len(examples) - failed} passed, {failed} failed")
    return failed


def failure(example: Example) -> str | None:
    """What is wrong with an example, or None if it holds."""
    try:
        kind = example["kind"]
        if kind not in KINDS:
            return f"unknown kind {kind!r} (known: {', '.join(KINDS)})"
        rules = ruleset(example["variant"], example.get("options"))
        expected = example["expect"]
        got = KINDS[kind](rules, example)
        holds = _comparable(kind, got) == _comparable(kind, expected)
    except KeyError as error:
        return f"field missing: {error.args[0]}"
    except Exception as error:  # noqa: BLE001 an example may be anything at all; it fails, and the next one is run
        return f"cannot be run: {str(error) or type(error).__name__}"
    return None if holds else f"expected {json.dumps(expected)} got {json.dumps(got)}"


def _comparable(kind: str, value: Any) -> Any:
    """Card lists are unordered."""
    if kind == "legal":
        return sorted(value)
    if kind == "deal":
        return [sorted(hand) for hand in value]
    if kind == "meld_find":
        return sorted([meld["type"], meld["points"], sorted(meld["cards"])] for meld in value)
    if isinstance(value, dict):
        return {key: _comparable("", item) for key, item in value.items()}
    return list(value) if isinstance(value, tuple) else value


# ---------------------------------------------------------------------------------------- cards and tricks


def _trick(example: Example) -> tuple[list[int], list[str]]:
    trick = example.get("trick") or []
    seats = [entry["seat"] for entry in trick]
    if any(following != (seat + 1) % 4 for seat, following in pairwise(seats)):
        raise ValueError(f"seats of the trick are not in playing order: {seats}")
    return seats, [entry["card"] for entry in trick]


def _legal(rules: Ruleset, example: Example) -> list[str]:
    seats, cards = _trick(example)
    seat = example.get("seat")
    if seats and seat not in (None, (seats[-1] + 1) % 4):
        raise ValueError(f"seat {seat} does not follow seat {seats[-1]}")
    t, hand, packed, count = position(rules, CONTRACT_CODES[mode_of(example)], cards, example["hand"])
    return list(codes_of(kernel.legal(t.rule, hand, packed, count, t.trump, t.jack, t.beats)))


def _winner(rules: Ruleset, example: Example) -> dict[str, int]:
    seats, codes = _trick(example)
    cards = parse_cards(codes)
    if not 1 <= len(cards) <= 4:
        raise ValueError(f"a trick of {len(cards)} cards")
    t = compile_tables(rules, mode_of(example))
    packed = sum(card << (6 * i) for i, card in enumerate(cards))
    return {
        "seat": seats[kernel.winner(packed, len(cards), t.beats)],
        "points": kernel.trick_points(packed, len(cards), t.points),
    }


def _deck_total(rules: Ruleset, example: Example) -> int:
    t = compile_tables(rules, mode_of(example))
    return sum(t.points[card] for card in cards_of(rules.deck_mask))


# ------------------------------------------------------------------------------------------- differenzler


def _diff_round(rules: Ruleset, example: Example) -> list[int]:
    tricks = example.get("tricks") or [0, 0, 0, 0]
    estimates = [rules.missing_estimate if points is None else points for points in example["estimates"]]
    return list(estimate_penalties(rules, estimates, example["points"], tricks))


def _diff_match(rules: Ruleset, example: Example) -> dict[str, list[int]]:
    totals = [sum(seat) for seat in zip(*example["diffs"], strict=True)]
    return {"totals": totals, "ranks": list(places(totals, lowest_wins=rules.estimates))}


def _estimate(rules: Ruleset, example: Example) -> bool:
    value = example["value"]
    return isinstance(value, int) and not isinstance(value, bool) and valid_estimate(rules, value)


def _forehand(rules: Ruleset, example: Example) -> int:
    board = with_fields(new_board(rules.name, {}, rules), dealer=(example["first_forehand"] - 1) % 4)
    if not 0 <= example["round"] < 10_000:
        raise ValueError(f"no such round: {example['round']}")
    for _ in range(example["round"]):
        board = with_fields(board, dealer=dealer_after(board, (0, 0)))
    return board.forehand


# -------------------------------------------------------------------------------------------------- melds


def _hand(rules: Ruleset, codes: Sequence[str]) -> Mask:
    hand = mask_of(parse_cards(codes))
    if hand & ~rules.deck_mask:
        raise ValueError(f"not in the deck of {rules.name}: {' '.join(codes_of(hand & ~rules.deck_mask))}")
    return hand


def _meld_find(rules: Ruleset, example: Example) -> list[dict[str, Any]]:
    melds = find_melds(rules, mode_of(example), _hand(rules, example["hand"]))
    return [{"type": meld.kind, "points": meld.points, "cards": list(codes_of(meld.cards))} for meld in melds]


def _meld_compare(rules: Ruleset, example: Example) -> dict[str, Any]:
    mode = mode_of(example)
    declared = {}
    for seat, groups in example["declared"].items():
        melds = [classify(rules, mode, _hand(rules, group)) for group in groups]
        if None in melds:
            raise ValueError(f"seat {seat} declares what is no meld: {groups}")
        declared[int(seat)] = [meld for meld in melds if meld is not None]
    found = compare(rules, mode, example["forehand"], declared)
    return {"best_seat": found.best, "points": list(found.points)}


def _roem(rules: Ruleset, example: Example) -> int:
    return roem(rules, mode_of(example), _hand(rules, example["cards"]))


# ------------------------------------------------------------------------------------------------- scoring


SHARED_TRICKS = (4, 4)
"""Where an example does not say how many tricks were taken: some by both teams."""
FINISH_KINDS: dict[str, FinishKind] = {
    "stoeck": "stoeck",
    "weis": "weis",
    "wys": "weis",
    "trick": "trick",
    "stich": "trick",
}

LAST_CONTRACT = ("last_contract_winner", "last_contract_team", "last_contract")
"""How an example may name the team that won the last contract."""


def _pair(values: Sequence[int]) -> tuple[int, int]:
    first, second = values
    return first, second


def _score(rules: Ruleset, example: Example) -> list[int]:
    deal = example["deal"]
    contract = deal.get("contract") or deal.get("trump") or example.get("trump")
    tally = Tally(
        cards=_pair(deal["card_points"]),
        tricks=_pair(deal.get("tricks") or SHARED_TRICKS),
        last_trick=deal["last_trick_team"],
        declarers=deal["declarer_team"] if rules.contract != "none" else 0,
        mode=parse_mode(contract or "H"),
        melds=_pair(deal.get("melds") or deal.get("weis") or (0, 0)),
        marriage=_pair(deal.get("belote") or deal.get("stoeck") or deal.get("marriage") or (0, 0)),
        roem=_pair(deal.get("roem") or (0, 0)),
        bid=deal["bid"] if rules.contract == "bid" else None,
        multiplier=deal.get("multiplier") or 1,
        carry=deal.get("carry") or 0,
    )
    return list(score_deal(rules, tally).points)


def _game_end(rules: Ruleset, example: Example) -> dict[str, int | None]:
    given = example["input"]
    if "deals" in given:
        rules = replace(rules, end=Deals(given["deals"]))
    elif "target" in given:
        rules = replace(rules, end=Target(given["target"]))
    if "events" in given:
        gains = [(FINISH_KINDS[event["kind"]], event["team"], event["points"]) for event in given["events"]]
        return {"winner": first_to_target(rules, given["totals"], gains)}
    last_contract = next((given[name] for name in LAST_CONTRACT if name in given), None)
    final = match_places(rules, given["totals"], given.get("deals_played") or 0, last_contract)
    return {"winner": None if final is None or final.count(1) > 1 else final.index(1)}


KINDS: dict[str, Callable[[Ruleset, Example], Any]] = {
    "legal": _legal,
    "winner": _winner,
    "deck_total": _deck_total,
    "score": _score,
    "diff_round": _diff_round,
    "diff_match": _diff_match,
    "estimate": _estimate,
    "forehand": _forehand,
    "meld_find": _meld_find,
    "meld_compare": _meld_compare,
    "roem": _roem,
    "auction": check_deals.auction,
    "deal": check_deals.deal,
    "game_end": _game_end,
    "replay": check_deals.replay,
}
