"""The record of a match: written, read back byte for byte, played again, and every damage found at its line."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puur.engine import ceremony, fairness
from puur.engine import messages as m
from puur.engine.decide import decide
from puur.engine.evolve import begin, evolve
from puur.engine.fairness import FixedDeals, Player, ProtocolDeals
from puur.engine.notation import write
from puur.engine.notation_reader import RecordError, read
from puur.engine.record import Record, Refused, Taken, check, events_of, evidence, record_of
from puur.engine.verification import Witness
from puur.rules.variants import VARIANTS, ruleset
from tests.engine.fairness_vectors import play_ceremony
from tests.engine.random_matches import PLAYERS, Options, random_log, random_record, seeded

GAMES: list[tuple[str, Options]] = [(name, {}) for name in VARIANTS]
GAMES += [
    ("differenzler", {"announcement": "open", "rounds": 2}),
    ("differenzler", {"trump_source": "bottom-card", "rounds": 1}),
    ("belote", {"preset": "french"}),
    ("klaverjassen", {"trump_selection": "forehand-must-choose", "end": {"deals": 3}}),
]


def protocol_deals(variant: str = "differenzler", options: Options | None = None) -> ProtocolDeals:
    table = fairness.table_of(ruleset(variant, options), PLAYERS)
    return play_ceremony(ceremony.begin(table, bytes(range(32))), {0: bytes([7]) * 32, 2: bytes([8]) * 32})


def protocol_record(rounds: int = 2, steps: int = 100_000) -> Record:
    options: Options = {"rounds": rounds}
    return random_record("differenzler", options, source=protocol_deals("differenzler", options), steps=steps)


# ----------------------------------------------------------------------------------------------- round trips


@pytest.mark.parametrize(("variant", "options"), GAMES, ids=[f"{v} {list(o)}" for v, o in GAMES])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_match_goes_into_its_record_and_comes_out_the_same(variant: str, options: Options, seed: int) -> None:
    log = random_log(variant, options, seed=seed)
    record = record_of(log, PLAYERS, seeded(variant, options, seed))
    assert record.status == "finished"
    text = write(record)
    again = read(text)
    assert again == record
    assert write(again) == text
    assert events_of(again) == log
    assert all(step.ok for step in check(again))


@given(
    game=st.sampled_from(GAMES),
    steps=st.integers(0, 200),
    seed=st.integers(0, 10_000),
    broken_off=st.booleans(),
)
@settings(deadline=None, max_examples=60)
def test_a_match_can_be_recorded_at_any_moment(
    game: tuple[str, Options], steps: int, seed: int, broken_off: bool
) -> None:
    variant, options = game
    log = random_log(variant, options, seed=seed, steps=steps)
    record = record_of(log, PLAYERS, seeded(variant, options, seed), broken_off=broken_off)
    over = isinstance(log[-1], m.MatchEnded)
    assert record.status == ("finished" if over else "broken-off" if broken_off else "running")
    again = read(write(record))
    assert (again, events_of(again)) == (record, log)


def test_the_evidence_of_the_protocol_is_in_the_record() -> None:
    record = read(write(protocol_record()))
    steps = check(record)
    assert len(steps) == 2 + 2 * 2
    assert all(step.ok for step in steps)
    proof = evidence(record)
    assert proof is not None
    assert check(record, Witness(proof.chains[0].head, 0, "07" * 32))[1].ok


@pytest.mark.parametrize("steps", [0, 1, 3, 30, 41, 42])
def test_the_seed_of_a_running_deal_is_not_in_the_record(steps: int) -> None:
    record = protocol_record(steps=steps)
    over = [event for event in events_of(record) if isinstance(event, m.EstimatesScored)]
    assert [deal.seed is not None for deal in record.deals].count(True) == len(over)
    assert all(step.ok for step in check(read(write(record))))


def test_a_fixed_deal_is_its_own_source() -> None:
    source = FixedDeals((seeded("coinche").draw(1),))
    record = random_record("coinche", source=source, steps=5)
    assert b"\nsource fixed\n" in write(record)
    assert read(write(record)) == record
    assert check(record) == []
    assert evidence(record) is None


def test_a_corrected_estimate_is_recorded_with_the_first() -> None:
    options: Options = {"announcement": "open", "rounds": 1}
    source = seeded("differenzler", options)
    started = m.MatchStarted("differenzler", options)
    state, log = begin(started), list[m.Event]([started])
    answer = decide(state, None, m.Deal(source.draw(1)))
    for points in (None, 40, 41):
        if points is not None:
            speaker = state.board.forehand
            answer = decide(state, speaker, m.Estimate(points))
        assert not isinstance(answer, m.Refusal)
        for event in answer:
            state = evolve(state, event)
        log += answer
    record = record_of(log, PLAYERS, source)
    assert [a.action for a in record.deals[0].actions] == [m.Estimate(40), m.Estimate(41)]
    assert events_of(read(write(record))) == log


def test_an_action_within_a_trick_splits_its_line() -> None:
    text = "".join(write(random_record("schieber-swiss", seed=seed)).decode() for seed in range(4))
    assert "\n+ " in text
    assert "\nmelds " in text
    assert "\nask-melds\n" in text


# ------------------------------------------------------------------------------------------------ bad records

GOOD = write(protocol_record()).decode("utf-8")
LINES = GOOD.split("\n")


def line_of(start: str) -> int:
    return next(number for number, line in enumerate(LINES, start=1) if line.startswith(start))


def changed(start: str, old: str, new: str) -> tuple[int, bytes]:
    number = line_of(start)
    assert old in LINES[number - 1]
    lines = list(LINES)
    lines[number - 1] = lines[number - 1].replace(old, new, 1)
    return number, "\n".join(lines).encode("utf-8")


@pytest.mark.parametrize(
    ("start", "old", "new", "reason"),
    [
        ("puur", "1", "2", "expected 'puur record 1', as the first line"),
        ("variant", "differenzler", "poker", "unknown variant 'poker'"),
        ("variant", "variant", "game", "expected 'variant', found 'game differenzler'"),
        ("variant", "differenzler", "a b", "'variant' has 2 values instead of 1"),
        ("option", "rounds", "round", "has no option 'round'"),
        ("option", "2", "2 option", "trailing characters"),
        ("option", "2", '{"a":{}}', "Expected `int`, got `object`"),
        ("option", " 2", "", "'option' has 1 values instead of 2"),
        ("option", "2", "2\noption rounds 2", "comes twice"),
        ("option", "2", "99", "rounds must be a whole number from 1 to 64"),
        ("seat 1", "seat 1", "seat 2", "seat 1 must come here"),
        ("seat 1", "seat 1", "seat 7", "a seat must be from 0 to 3, not 7"),
        ("seat 1", "seat 1", "seat x", "a seat must be a whole number, not 'x'"),
        ("seat 1", "bot", "cat", "who sits there must be one of human, bot, not 'cat'"),
        ("seat 1", '"bot 1"', "7", "Expected `str`"),
        ("seat 0", '"Ada"', '"Eve"', "the table has other players"),
        ("source", "protocol 1", "protocol", "the source must be"),
        ("source", "protocol 1", "fixed", "expected one of 'deal', 'finished', 'running', 'broken-off'"),
        ("source", "protocol 1", "seeded one", "must be a whole number, not 'one'"),
        ("table {", '"deck":36', '"deck":32', "not one of this game"),
        ("table {", '"deals":2', '"deals":3', "another rule than the options above: end"),
        ("table {", '"deals":2', '"deals":9007199254740993', "too large"),
        ("table {", '{"deck"', '{ "deck"', "should be"),
        ("chain 1", "chain 1", "chain 2", "chain 1 must come here"),
        ("commitment 0", "commitment 0", "commitment 4", "from 0 to 3, not 4"),
        ("deal 2", "2", "3", "deal 2 must come here"),
        ("lot", "lot ", "lot 1", "a seat must be from 0 to 3"),
        ("deck", "deck ", "deck XX ", "no such card: 'XX'"),
        ("deck", "AH", "KH", "card given twice: KH"),
        ("deck", " AH", "", "AH is missing from the deck"),
        ("deck", "deck ", "deck 6C ", "card given twice"),
        ("trump", "trump ", "trump X", "a suit must be one of C, D, H, S"),
        ("proposed", "proposed ", "proposed C ", "'proposed' has 3 values instead of 2"),
        ("estimate", "estimate ", "estimate 0 158\nestimate ", "refused by the rules: out-of-range"),
        ("estimate", "estimate ", "estimate 0 abc\nestimate ", "an estimate must be a whole number, not 'abc'"),
        ("trick 3", "trick 3", "trick 4", "should be 'trick 3"),
        ("trick 3", "trick 3", "trick c", "a trick must be a whole number"),
        ("trick 3", "trick 3", "trick 3 9", "a seat must be from 0 to 3, not 9"),
        ("trick 3", "trick 3", "+", "should be 'trick 3"),
        ("trick 3", "trick 3", "call 1 pass\ntrick 3", "refused by the rules: wrong-phase"),
        ("trick 3", "trick 3", "call 1 jump\ntrick 3", "no such call: 'jump'"),
        ("trick 3", "trick 3", "call 1 name X\ntrick 3", "a contract must be one of C, D, H, S, obenabe"),
        ("trick 3", "trick 3", "call 1 bid 80 H\ntrick 3", "refused by the rules: wrong-phase"),
        ("trick 3", "trick 3", "melds 1 -\ntrick 3", "refused by the rules: wrong-phase"),
        ("trick 3", "trick 3", "ask-melds\ntrick 3", "refused by the rules: nothing-to-show"),
        ("trick 3", "trick 3", "jump\ntrick 3", "expected one of 'deal'"),
        ("= hand 2", "= hand 2", "= hand 3", "should be '= hand 2"),
        ("= score", "totals", "totals 1", "should be '= score"),
        ("= end", "places", "placed", "should be '= end"),
        ("finished", "finished", "running", "exactly when the match came to its end"),
        ("finished", "finished", "finished\nfinished", "expected nothing more after 'finished'"),
        ("finished", "finished", "finished\n", "should end here"),
        ("finished", "finished", "finished 1", "'finished' has 1 values instead of 0"),
    ],
)
def test_damage_is_found_at_its_line(start: str, old: str, new: str, reason: str) -> None:
    number, data = changed(start, old, new)
    distance = line_of("table {") - number if start == "seat 0" else 1
    with pytest.raises(RecordError) as caught:
        read(data)
    assert reason in caught.value.reason
    assert "\n" not in str(caught.value)
    assert 0 <= caught.value.line - number <= distance
    assert str(caught.value).startswith(f"line {caught.value.line}: ")


def test_a_file_cut_off_anywhere_is_no_record() -> None:
    for length in range(0, len(LINES) - 1, 7):
        with pytest.raises(RecordError):
            read("\n".join(LINES[:length]).encode("utf-8"))
    with pytest.raises(RecordError, match="should end with a newline"):
        read(GOOD.rstrip("\n").encode("utf-8"))


def test_a_file_that_is_not_text_is_no_record() -> None:
    with pytest.raises(RecordError, match="line 3: not UTF-8 text"):
        read(b"puur record 1\nvariant jass\n\xff\n")


def test_lines_of_another_system_are_refused() -> None:
    with pytest.raises(RecordError, match="line 1: "):
        read(GOOD.replace("\n", "\r\n").encode("utf-8"))


def test_a_lone_surrogate_is_refused() -> None:
    _, data = changed("seat 1", '"bot 1"', '"\\ud800"')
    with pytest.raises(RecordError):
        read(data)


@given(data=st.data())
@settings(deadline=None, max_examples=150)
def test_no_changed_byte_gets_through_and_none_is_a_crash(data: st.DataObject) -> None:
    """Of the record's facts some may change and still be a match: then verification finds it."""
    good = GOOD.encode("utf-8")
    at = data.draw(st.integers(0, len(good) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda b: b != good[at]))
    bad = good[:at] + bytes([byte]) + good[at + 1 :]
    error, record = None, read(good)
    try:
        record = read(bad)
    except RecordError as found:
        error = found
    if error is not None:
        assert 1 <= error.line <= len(LINES)
        assert "\n" not in error.reason
        return
    assert write(record) == bad
    same_chance = [d.draw for d in record.deals] == [d.draw for d in read(good).deals]
    only_actions = same_chance and evidence(record) == evidence(read(good))
    assert only_actions or not all(step.ok for step in check(record))


@given(st.binary(max_size=200))
@settings(deadline=None)
def test_any_bytes_are_a_record_or_an_error(data: bytes) -> None:
    with pytest.raises(RecordError):
        read(data)


# ------------------------------------------------------------------------------------------------ bad matches


def test_a_match_that_cannot_have_been_played_is_not_written() -> None:
    record = protocol_record()
    deal = record.deals[0]
    foreign = msgspec.structs.replace(deal, actions=(Taken(0, m.Pass()),))
    with pytest.raises(Refused, match="refused by the rules: wrong-phase"):
        write(msgspec.structs.replace(record, deals=(foreign,)))
    short = msgspec.structs.replace(deal, draw=msgspec.structs.replace(deal.draw, deck=deal.draw.deck[1:]))
    with pytest.raises(Refused, match="bad-draw") as caught:
        write(msgspec.structs.replace(record, deals=(short,)))
    assert (caught.value.deal, caught.value.index) == (1, None)


def test_a_draw_that_does_not_fit_the_game_is_found_at_its_deal() -> None:
    record = random_record("klaverjassen", source=FixedDeals((seeded("klaverjassen").draw(1),)), steps=9)
    text = write(record).decode("utf-8")
    old = next(line for line in text.split("\n") if line.startswith("proposed"))
    number = text.split("\n").index("deal 1") + 1
    with pytest.raises(RecordError, match=f"line {number}: refused by the rules: bad-draw"):
        read(text.replace(old, "proposed C C").encode("utf-8"))


def test_a_seeded_record_with_other_chance_is_forged() -> None:
    record = random_record("jass", steps=0)
    other = random_record("jass", seed=2, steps=1)
    forged = msgspec.structs.replace(other, source=record.source)
    (step,) = check(read(write(forged)))
    assert (step.ok, step.name, step.number) == (False, "deal", 1)


def test_every_call_of_an_auction_reads_back() -> None:
    record = random_record("coinche", steps=1)
    (forehand,) = {(e.dealer + 1) % 4 for e in events_of(record) if isinstance(e, m.DealStarted)}
    auctions: list[tuple[bytes, list[tuple[int, m.Call]]]] = [
        (b" bid 80 H\n", [(0, m.Bid(80, "H")), (1, m.Coinche()), (2, m.Surcoinche())]),
        (b" bid capot C\n", [(0, m.Pass()), (1, m.Bid("capot", "C"))]),
        (b" pass\n", [(0, m.Bid(90, "S")), (1, m.Pass())]),
    ]
    for line, calls in auctions:
        taken = tuple(Taken((forehand + offset) % 4, call) for offset, call in calls)
        deal = msgspec.structs.replace(record.deals[0], actions=taken)
        whole = msgspec.structs.replace(record, deals=(deal,))
        assert line in write(whole)
        assert read(write(whole)) == whole


def test_players_may_have_any_name() -> None:
    players = [Player(name, "human") for name in ('"', "\\", "\n\r\t", "")]
    record = random_record("jass", steps=2, players=players)
    assert read(write(record)) == record
