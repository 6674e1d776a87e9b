"""puur replay and puur verify: what they print, and that a bad file is one line and never a traceback."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from puur.cli.record_file import Forged
from puur.cli.replay import replay
from puur.cli.verify import verify
from puur.engine import ceremony, fairness
from puur.engine.fairness import FixedDeals, Player
from puur.engine.notation import write
from puur.engine.record import Record
from puur.rules.variants import VARIANTS, ruleset
from tests.engine.fairness_vectors import play_ceremony
from tests.engine.random_matches import PLAYERS, Options, random_record, seeded


def protocol_record(options: Options | None = None, steps: int = 100_000) -> Record:
    options = options or {"rounds": 2}
    table = fairness.table_of(ruleset("differenzler", options), PLAYERS)
    deals = play_ceremony(ceremony.begin(table, bytes(32)), {0: bytes([7]) * 32, 2: bytes([8]) * 32})
    return random_record("differenzler", options, source=deals, steps=steps)


def saved(folder: Path, record: Record) -> Path:
    path = folder / "match.puur"
    path.write_bytes(write(record))
    return path


def forged_record() -> Record:
    """Another first deal than the one that was drawn, and a match that fits it."""
    honest = protocol_record({"rounds": 1})
    other = random_record("differenzler", {"rounds": 1}, seed=99)
    deal = msgspec.structs.replace(other.deals[0], seed=honest.deals[0].seed)
    return msgspec.structs.replace(honest, deals=(deal,))


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_game_can_be_replayed(variant: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = random_record(variant, seed=5)
    replay(saved(tmp_path, record))
    printed = capsys.readouterr().out
    assert f"Deal {len(record.deals)}, dealt by" in printed
    assert " 8. " in printed
    assert "End of the match" in printed
    assert "1. " in printed.split("End of the match")[1]
    assert "[bold]" in printed, "a name is text, not mark-up"
    assert "\x1b[1m" not in printed, "nor can it command the terminal"


def test_a_replay_tells_the_story(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = random_record("differenzler", {"rounds": 1}, seed=3)
    replay(saved(tmp_path, record))
    printed = capsys.readouterr().out
    assert printed.count(" estimates ") == 4
    assert "Trumps drawn: " in printed
    assert printed.count("*") == 9
    assert "difference" in printed


def test_a_running_match_can_be_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = random_record("differenzler", {"rounds": 1}, steps=7)
    replay(saved(tmp_path, record))
    printed = capsys.readouterr().out
    assert "On the table: " in printed
    assert "The match is running." in printed


def test_verify_prints_every_step(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    verify(saved(tmp_path, protocol_record()))
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines[:-1]] == [
        "ok  Rules",
        "ok  Table",
        "ok  Nonces, chain 1",
        "ok  Seed of deal 1",
        "ok  Deal 1",
        "ok  Seed of deal 2",
        "ok  Deal 2",
    ]
    assert lines[-1] == "2 deals, all as fixed before anybody could know them."


def test_verify_holds_the_record_against_own_notes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = protocol_record({"rounds": 1})
    path = saved(tmp_path, record)
    (head,) = [line.split()[2] for line in path.read_text().split("\n") if line.startswith("chain 1")]
    verify(path, f"{head}:0:{'07' * 32}")
    assert "ok  Your own notes" in capsys.readouterr().out
    with pytest.raises(Forged, match="head of the chain is not the one that you were shown"):
        verify(path, f"{'00' * 32}:0:{'07' * 32}")
    for bad, reason in (("x", "HEAD:SEAT:NONCE"), ("a:0:b", "the head must be"), (f"{head}:0:b", "the nonce")):
        with pytest.raises(ValueError, match=reason):
            verify(path, bad)


@pytest.mark.parametrize(
    ("record", "verdict"),
    [
        (random_record("jass", steps=2), "1 deal, all as they follow from the number 1; who knew it knew them."),
        (
            random_record("jass", source=FixedDeals((seeded("jass").draw(1),)), steps=2),
            "1 deal, given beforehand: there is no chance to verify.",
        ),
    ],
)
def test_verify_says_what_other_sources_are_worth(
    record: Record, verdict: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    verify(saved(tmp_path, record))
    assert capsys.readouterr().out.splitlines()[-1] == verdict


def test_a_table_of_bots_is_called_that(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    players = [Player(name, "bot") for name in "ABCD"]
    deals = ceremony.complete(ceremony.begin(fairness.table_of(ruleset("jass"), players), bytes(32)))
    verify(saved(tmp_path, random_record("jass", source=deals, steps=3, players=players)))
    assert "no human gave a nonce" in capsys.readouterr().out.splitlines()[-1]


def test_a_forged_deal_is_refused_by_both(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = saved(tmp_path, forged_record())
    with pytest.raises(Forged, match="forged: Deal 1: the ") as caught:
        verify(path)
    assert "BAD Deal 1" in capsys.readouterr().out
    assert "\n" not in str(caught.value)
    with pytest.raises(Forged, match="forged: deal 1: the "):
        replay(path)


@pytest.mark.parametrize("command", [replay, verify])
def test_a_bad_file_is_one_line(command: object, tmp_path: Path) -> None:
    assert callable(command)
    missing = tmp_path / "missing.puur"
    with pytest.raises(ValueError, match="No such file") as caught:
        command(missing)
    assert "\n" not in str(caught.value)
    with pytest.raises(ValueError, match="Is a directory"):
        command(tmp_path)
    damaged = tmp_path / "damaged.puur"
    text = write(protocol_record()).decode("utf-8")
    damaged.write_text(text.replace("\ntrump ", "\ntrump X", 1), encoding="utf-8")
    line = text[: text.index("\ntrump ")].count("\n") + 2
    with pytest.raises(ValueError, match=f"line {line}: a suit must be one of"):
        command(damaged)
