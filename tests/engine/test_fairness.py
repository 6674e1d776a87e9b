"""Deals that anyone can check: the vectors, the ceremony, the forgeries, and that chance is fair."""

from __future__ import annotations

import hashlib
import hmac
import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puur.cards import DECK_32, DECK_36, INDEX, codes_of
from puur.engine import ceremony, fairness, verification
from puur.engine.ceremony import Ceremony, Fault
from puur.engine.fairness import (
    CHAIN_LENGTH,
    FairnessError,
    FixedDeals,
    NoMoreDeals,
    Player,
    ProtocolDeals,
    SeededDeals,
    Table,
)
from puur.engine.messages import Draw
from puur.engine.verification import DealEvidence, Evidence, Witness, verify
from puur.rules.variants import VARIANTS
from tests.engine.fairness_vectors import (
    DIFFERENZLER,
    KLAVERJASSEN,
    LAST_SEED,
    NONCES,
    PATH,
    SECOND_LAST_SEED,
    brief,
    build,
    play_ceremony,
    sample_deals,
    sample_evidence,
    text,
)

VECTORS: dict[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))
SECRET = st.binary(min_size=32, max_size=32)


def after(step: Ceremony | Fault) -> Ceremony:
    assert isinstance(step, Ceremony)
    return step


# -------------------------------------------------------------------------------------------------- vectors


def test_the_published_vectors_are_those_of_this_implementation() -> None:
    assert PATH.read_text(encoding="utf-8") == text(build())


def test_a_deal_can_be_redone_with_nothing_but_hashlib_and_the_page() -> None:
    """docs/fairness.md, sections 4 to 7, written once more without looking at the code."""
    sample = VECTORS["deals"][0]
    binding = bytes.fromhex(VECTORS["chain"]["binding"])
    head = bytes.fromhex(VECTORS["chain"]["seeds"]["0"])
    seed = bytes.fromhex(sample["seed"])
    assert hashlib.sha256(b"puur fair 1 chain\x00" + binding + b"\x00\x00\x00\x01" + seed).digest() == head
    message = b"puur fair 1 deal\x00" + binding + head + b"\x00\x00\x00\x01" + b"\x02"
    message += b"\x00" + b"\xa0" * 32 + b"\x02" + b"\xb2" * 32
    key = hmac.new(seed, message, "sha256").digest()
    chance = b"".join(
        hmac.new(key, b"puur fair 1 stream\x00" + bytes([0, 0, 0, block]), "sha256").digest() for block in range(9)
    )
    position = 0

    def number(n: int) -> int:
        nonlocal position
        while True:
            byte = chance[position]
            position += 1
            if byte < 256 // n * n:
                return byte % n

    assert number(4) == sample["draw"]["lot"]
    deck = [rank + suit for suit in "CDHS" for rank in "6789TJQKA"]
    for i in reversed(range(1, 36)):
        j = number(i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    assert deck == sample["draw"]["deck"]
    assert "CDHS"[number(4)] == sample["draw"]["trump"]
    first = "CDHS"[number(4)]
    assert [first, "CDHS".replace(first, "")[number(3)]] == sample["draw"]["proposed"]


@pytest.mark.parametrize("case", VECTORS["forgeries"], ids=[case["name"] for case in VECTORS["forgeries"]])
def test_every_forgery_is_found_and_named(case: dict[str, Any]) -> None:
    steps = verify(msgspec.convert(case["evidence"], Evidence))
    assert brief(steps) == case["steps"]
    wrong = [step for step in steps if not step.ok]
    assert wrong
    assert all(step.problem and step.detail and "\n" not in step.detail for step in wrong)


# ---------------------------------------------------------------------------------------------------- table


@pytest.mark.parametrize("name", VARIANTS)
def test_a_table_carries_every_rule_of_its_game(name: str) -> None:
    rules = VARIANTS[name].rules
    table = fairness.table_of(rules, [Player(c, "human") for c in "ABCD"])
    assert (table.variant, table.deck, table.second_suit) == (name, rules.deck, rules.second_suit)
    assert set(table.rules) == set(rules.__dataclass_fields__) - {"name", "deck", "second_suit"}
    again = msgspec.json.decode(fairness.canonical(table), type=Table)
    assert fairness.table_hash(again) == fairness.table_hash(table)


def test_a_table_has_four_seats() -> None:
    with pytest.raises(FairnessError, match="four seats, got 3"):
        fairness.table_of(VARIANTS["jass"].rules, [Player("A", "bot")] * 3)


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"é": 1}, "not plain ASCII"),
        ({"n": 2**53}, "too large"),
        ({"n": [1.5]}, "neither text nor a whole number"),
        ({"n": {"m": None}}, r"rules\.n\.m: None is neither"),
        ({"n": "\ud800"}, "not valid Unicode"),
    ],
)
def test_a_table_that_cannot_be_written_down_is_refused(rules: dict[str, Any], message: str) -> None:
    table = msgspec.structs.replace(DIFFERENZLER, rules=rules)
    with pytest.raises(FairnessError, match=message):
        fairness.table_hash(table)
    evidence = msgspec.structs.replace(sample_evidence(1, 1), table=table)
    (step,) = verify(evidence)
    assert (step.ok, step.problem) == (False, "table-unreadable")


# ----------------------------------------------------------------------------------------- seeds and numbers


def test_a_seed_gives_the_one_before_and_the_head_is_seed_zero() -> None:
    binding = fairness.table_hash(DIFFERENZLER)
    seeds = [fairness.seed_at(LAST_SEED, binding, i) for i in range(CHAIN_LENGTH + 1)]
    assert seeds[-1] == LAST_SEED
    assert seeds[0] == ceremony.begin(DIFFERENZLER, LAST_SEED).head
    assert len(set(seeds)) == CHAIN_LENGTH + 1
    assert all(fairness.link(binding, i, seeds[i]) == seeds[i - 1] for i in range(1, CHAIN_LENGTH + 1))


def test_a_chain_is_bound_to_its_table() -> None:
    heads = {ceremony.begin(table, LAST_SEED).head for table in (DIFFERENZLER, KLAVERJASSEN)}
    assert len(heads) == 2


@pytest.mark.parametrize("index", [-1, CHAIN_LENGTH + 1])
def test_there_is_no_seed_outside_the_chain(index: int) -> None:
    with pytest.raises(FairnessError, match="seeds 0 to 1024"):
        fairness.seed_at(LAST_SEED, bytes(32), index)


def test_secrets_have_32_bytes() -> None:
    with pytest.raises(FairnessError, match="the last seed must have 32 bytes, got 31"):
        fairness.seed_at(bytes(31), bytes(32), 0)
    with pytest.raises(FairnessError, match="a nonce must have 32 bytes, got 33"):
        fairness.commitment(bytes(32), bytes(32), 0, bytes(33))


@pytest.mark.parametrize("hexed", ["", "00" * 31, "AB" * 32, "0x" + "00" * 31, " " * 64])
def test_hashes_are_written_in_one_way(hexed: str) -> None:
    with pytest.raises(FairnessError, match="64 lower-case hexadecimal digits"):
        fairness.parse_hex(hexed, "the seed")


@given(n=st.integers(1, 256))
@settings(deadline=None, max_examples=60)
def test_numbers_are_below_their_bound_and_every_byte_that_counts_counts_alike(n: int) -> None:
    accepted = [0] * n
    for byte in range(256):
        chance = iter([byte, 0])
        number = fairness.below(chance, n)
        if next(chance, None) is not None:  # the byte was taken, not thrown away
            accepted[number] += 1
    assert set(accepted) == {256 // n}


@given(last=SECRET, nonces=st.lists(SECRET, min_size=4, max_size=4), number=st.integers(1, CHAIN_LENGTH))
@settings(deadline=None, max_examples=25)
def test_a_draw_is_a_whole_deck_and_always_the_same(last: bytes, nonces: list[bytes], number: int) -> None:
    for name, deck in (("jass", codes_of(DECK_32)), ("schieber-swiss", codes_of(DECK_36))):
        table = fairness.table_of(VARIANTS[name].rules, [Player(c, "human") for c in "ABCD"])
        deals = play_ceremony(ceremony.begin(table, last), dict(enumerate(nonces)))
        draw = deals.draw(number)
        assert sorted(draw.deck, key=INDEX.__getitem__) == list(deck)
        assert draw.proposed[0] != draw.proposed[1]
        assert fairness.deck_problem(draw.deck, table.deck) is None
        assert deals.draw(number) == draw


@given(
    nonces=st.lists(SECRET, min_size=4, max_size=4),
    seat=st.integers(0, 3),
    bit=st.integers(0, 255),
    number=st.integers(1, 20),
)
@settings(deadline=None, max_examples=50)
def test_any_change_of_one_nonce_changes_the_deal(nonces: list[bytes], seat: int, bit: int, number: int) -> None:
    table = fairness.table_of(VARIANTS["schieber-swiss"].rules, [Player(c, "human") for c in "ABCD"])
    start = ceremony.begin(table, LAST_SEED)
    value = int.from_bytes(nonces[seat], "big") ^ 1 << bit
    changed = [*nonces[:seat], value.to_bytes(32, "big"), *nonces[seat + 1 :]]
    one = play_ceremony(start, dict(enumerate(nonces)))
    other = play_ceremony(start, dict(enumerate(changed)))
    assert one.draw(number).deck != other.draw(number).deck


def test_the_same_nonces_at_other_seats_are_another_deal() -> None:
    first, second = bytes(32), bytes([1]) * 32
    keys = {
        fairness.deal_key(LAST_SEED, bytes(32), bytes(32), 1, nonces)
        for nonces in ([first, second, None, None], [second, first, None, None], [None, first, second, None])
    }
    assert len(keys) == 3


# ------------------------------------------------------------------------------------------------- ceremony


def test_all_commit_before_anybody_opens() -> None:
    now = ceremony.begin(DIFFERENZLER, LAST_SEED)
    assert now.waiting_for == (0, 2)
    promises = {seat: fairness.commitment(now.binding, now.head, seat, nonce) for seat, nonce in NONCES.items()}
    now = after(ceremony.commit(now, 2, promises[2]))
    assert now.waiting_for == (0,)
    assert ceremony.open_nonce(now, 2, NONCES[2]) == Fault("not-yet")
    assert ceremony.commit(now, 2, promises[2]) == Fault("already-committed")
    now = after(ceremony.commit(now, 0, promises[0]))
    assert now.waiting_for == (0, 2)
    assert ceremony.open_nonce(now, 0, NONCES[2]) == Fault("does-not-open")
    now = after(ceremony.open_nonce(now, 0, NONCES[0]))
    assert ceremony.open_nonce(now, 0, NONCES[0]) == Fault("already-opened")
    assert now.waiting_for == (2,)
    with pytest.raises(FairnessError, match=r"still waiting for the seats \[2\]"):
        ceremony.complete(now)
    now = after(ceremony.open_nonce(now, 2, NONCES[2]))
    assert now.waiting_for == ()
    assert ceremony.complete(now) == sample_deals()


@pytest.mark.parametrize("seat", [1, 3, 4, -1])
def test_bots_and_strangers_take_no_part(seat: int) -> None:
    now = ceremony.begin(DIFFERENZLER, LAST_SEED)
    assert ceremony.commit(now, seat, bytes(32)) == Fault("no-part")
    assert ceremony.open_nonce(now, seat, bytes(32)) == Fault("no-part")


def test_commitments_and_nonces_have_32_bytes() -> None:
    now = ceremony.begin(DIFFERENZLER, LAST_SEED)
    assert ceremony.commit(now, 0, bytes(31)) == Fault("bad-size")
    assert ceremony.open_nonce(now, 0, bytes(33)) == Fault("bad-size")


def test_a_copied_commitment_cannot_be_opened() -> None:
    """The seat is in the hash: nobody can repeat another's promise and then his nonce."""
    now = ceremony.begin(DIFFERENZLER, LAST_SEED)
    promise = fairness.commitment(now.binding, now.head, 0, NONCES[0])
    now = after(ceremony.commit(after(ceremony.commit(now, 0, promise)), 2, promise))
    now = after(ceremony.open_nonce(now, 0, NONCES[0]))
    assert ceremony.open_nonce(now, 2, NONCES[0]) == Fault("does-not-open")


def test_secrets_do_not_show_in_print() -> None:
    deals = sample_deals()
    assert "last_seed" not in repr(deals)
    assert "last_seed" not in repr(ceremony.begin(DIFFERENZLER, LAST_SEED))


def test_a_table_of_bots_needs_no_nonces_and_says_so() -> None:
    deals = ceremony.complete(ceremony.begin(KLAVERJASSEN, LAST_SEED))
    steps = verify(verification.evidence_of(deals, [deals.draw(1)], 1, True))
    assert all(step.ok for step in steps)
    assert "server's word alone" in steps[1].detail


def test_a_used_up_chain_is_renewed_with_the_nonces_of_those_present() -> None:
    deals = sample_deals()
    played = [deals.draw(number) for number in range(1, CHAIN_LENGTH + 1)]
    with pytest.raises(NoMoreDeals, match="deal 1025 needs chain 2"):
        deals.draw(CHAIN_LENGTH + 1)
    renewed = play_ceremony(ceremony.renew(deals, SECOND_LAST_SEED, [1, 2]), {2: bytes(32)})
    played += [renewed.draw(CHAIN_LENGTH + 1), renewed.draw(CHAIN_LENGTH + 2)]
    assert renewed.draw(1) == played[0]
    evidence = verification.evidence_of(renewed, played, len(played), True)
    steps = verify(evidence)
    assert all(step.ok for step in steps)
    assert [step.detail for step in steps if step.name == "nonces"] == [
        "opened as committed by the seats 0, 2",
        "opened as committed by the seats 2",
    ]
    assert len(steps) == 1 + 2 + 2 * len(played)
    swapped = msgspec.structs.replace(evidence, chains=evidence.chains[::-1])
    assert not all(step.ok for step in verify(swapped))
    lacking = msgspec.structs.replace(evidence, chains=evidence.chains[:1])
    assert verify(lacking)[-1].problem == "chain-missing"


# --------------------------------------------------------------------------------------------- verification


def test_a_fair_match_passes_every_step() -> None:
    steps = verify(sample_evidence())
    assert [(step.name, step.number) for step in steps] == [
        ("table", None),
        ("nonces", 1),
        *((name, number) for number in (1, 2, 3) for name in ("seed", "deal")),
    ]
    assert all(step.ok and step.problem is None for step in steps)


def test_the_seed_of_a_running_deal_stays_secret() -> None:
    running = sample_evidence(3, 2, finished=False)
    assert running.deals[2].seed is None
    steps = verify(running)
    assert all(step.ok for step in steps)
    assert steps[-1].detail == "not revealed yet, as the deal is not over"
    early = msgspec.structs.replace(sample_evidence(3, 1, finished=False))
    assert [step.problem for step in verify(early) if not step.ok] == ["seed-withheld"]


def test_later_deals_are_checked_past_a_missing_seed() -> None:
    whole = sample_evidence()
    deals = (whole.deals[0], DealEvidence(whole.deals[1].draw), whole.deals[2])
    steps = verify(msgspec.structs.replace(whole, deals=deals))
    assert [(s.name, s.number) for s in steps if not s.ok] == [("seed", 2)]
    assert steps[-1].ok
    assert steps[-1].number == 3


def test_a_player_holds_the_record_against_his_own_notes() -> None:
    evidence = sample_evidence()
    found = {name: verify(evidence, Witness(**witness))[1].problem for name, witness in VECTORS["witness"].items()}
    assert found == {"right": None, "other head": "head-changed", "other nonce": "own-nonce-changed"}
    empty = msgspec.structs.replace(evidence, chains=())
    assert verify(empty, Witness(**VECTORS["witness"]["right"]))[1].problem == "head-changed"


@given(data=st.data())
@settings(deadline=None, max_examples=60)
def test_changing_any_digit_of_the_evidence_is_found(data: st.DataObject) -> None:
    plain = json.loads(msgspec.json.encode(sample_evidence()))
    places: list[tuple[Any, Any]] = [(plain, "table_hash"), (plain["chains"][0], "head")]
    places += [(deal, "seed") for deal in plain["deals"]]
    places += [(plain["chains"][0][kind], seat) for kind in ("commitments", "nonces") for seat in (0, 2)]
    where, key = data.draw(st.sampled_from(places))
    at = data.draw(st.integers(0, 63))
    digit = data.draw(st.sampled_from("0123456789abcdef").filter(lambda d: d != where[key][at]))
    where[key] = where[key][:at] + digit + where[key][at + 1 :]
    assert not all(step.ok for step in verify(msgspec.convert(plain, Evidence)))


# --------------------------------------------------------------------------------------------- other sources


def test_seeded_deals_follow_from_their_number() -> None:
    one, same, other = SeededDeals(1, 36), SeededDeals(1, 36), SeededDeals(2, 36)
    assert one.kind == "seeded"
    assert one.draw(1) == same.draw(1)
    assert len({one.draw(1).deck, one.draw(2).deck, other.draw(1).deck}) == 3


def test_fixed_deals_come_in_their_order_and_end() -> None:
    draws = tuple(SeededDeals(1, 32).draw(number) for number in (1, 2))
    fixed = FixedDeals(draws)
    assert fixed.kind == "fixed"
    assert (fixed.draw(1), fixed.draw(2)) == draws
    with pytest.raises(NoMoreDeals, match="only 2 deals are given, deal 3 is not"):
        fixed.draw(3)


@pytest.mark.parametrize("source", [SeededDeals(1, 32), FixedDeals(()), sample_deals()])
def test_there_is_no_deal_zero(source: SeededDeals | FixedDeals | ProtocolDeals) -> None:
    with pytest.raises(FairnessError, match="numbered from 1, got 0"):
        source.draw(0)


def test_what_is_wrong_with_a_deck_is_said() -> None:
    deck = SeededDeals(1, 32).draw(1).deck
    assert fairness.deck_problem(deck, 32) is None
    assert fairness.deck_problem(deck, 36) == "6C is missing from the deck"
    assert fairness.deck_problem((*deck, deck[0]), 32) == "the deck has 33 cards instead of 32"


def test_kinds_of_sources() -> None:
    assert sample_deals().kind == "protocol"


def test_a_draw_is_what_the_engine_takes() -> None:
    assert isinstance(sample_deals().draw(1), Draw)
