"""Fair deals at live tables, over WebSockets: records that verify, nonces that do not come, substitutes, rematches."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from typer.testing import CliRunner

from puur.cli.main import app
from puur.client import table_messages as t
from puur.client.connection import Client, Refused
from puur.client.seat import Seat
from puur.engine.notation_reader import read
from puur.engine.record import check, evidence
from puur.engine.verification import Witness
from puur.table import clock
from tests.server.in_process import serving
from tests.server.people import deal, four_people, play_match, quick_settings
from tests.server.players import at_random

ONE_ROUND = quick_settings("differenzler", options={"rounds": 1})


async def record_of(seat: Seat) -> bytes:
    return (await seat.client.get(f"/api/tables/{seat.table}/record")).raise_for_status().content


def verified(folder: Path, record: bytes, witness: tuple[str, int, str] | None) -> str:
    """What `puur verify` says of a record that it finds in order."""
    assert witness is not None
    file = folder / "match.puur"
    file.write_bytes(record)
    done = CliRunner().invoke(app, ["verify", str(file), "--witness", ":".join(str(part) for part in witness)])
    assert done.exit_code == 0, done.output
    return done.output


def chains(seat: Seat) -> list[t.ChainPublished]:
    return [event for event in seat.seen if isinstance(event, t.ChainPublished)]


async def test_everybody_verifies_the_record_with_his_own_notes(tmp_path: Path) -> None:
    async with serving(tmp_path) as (_, url), four_people(url, ONE_ROUND) as seats:
        await play_match(seats, at_random)
        record = await record_of(seats[0])
        for seat in seats:
            assert "all as fixed before anybody could know them" in verified(tmp_path, record, seat.witness)
            kinds = [type(event) for event in seat.seen]
            published, revealed = kinds.index(t.ChainPublished), kinds.index(t.SeedRevealed)
            commits = [n for n, kind in enumerate(kinds) if kind is t.NonceCommitted]
            opens = [n for n, kind in enumerate(kinds) if kind is t.NonceOpened]
            assert len(commits) == len(opens) == 4
            assert published < min(commits) <= max(commits) < min(opens) <= max(opens) < revealed
        head, place, nonce = seats[0].witness or ("", 0, "")
        forged = CliRunner().invoke(
            app, ["verify", str(tmp_path / "match.puur"), "--witness", f"{head}:{place}:{'0' * 64}"]
        )
        assert forged.exit_code == 2
        assert nonce != "0" * 64


@pytest.mark.parametrize("opens", ["nobody", "all but one"])
async def test_a_commitment_that_is_not_opened_cancels_the_table_and_the_log_says_whose(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opens: str
) -> None:
    monkeypatch.setattr(clock, "CEREMONY", 1_500)
    async with serving(tmp_path) as (server, url), four_people(url, ONE_ROUND) as seats:
        await seats[0].act(t.Start())
        for seat in seats:
            await seat.wait_for(lambda s: isinstance(s.owed, t.CommitNonce))
            assert seat.owed is not None
            await seat.act(seat.owed)
        for seat in seats:
            await seat.wait_for(lambda s: isinstance(s.owed, t.OpenNonce))
        with pytest.raises(Refused, match="does-not-open"):
            await seats[3].act(t.OpenNonce("ab" * 32))
        if opens == "all but one":
            await asyncio.gather(*(seat.fairness() for seat in (seats[0], seats[1], seats[2])))
        guilty = 3 if opens == "all but one" else 0
        for seat in seats:
            await asyncio.wait_for(seat.wait_for(lambda s: s.over), 20)
            assert seat.seen[-1] == t.TableCancelled("nonce", guilty)
            assert seat.view is None  # not a card was dealt
        log = await server.services.log.read(seats[0].table)
        assert log[-1].event == t.TableCancelled("nonce", guilty)
        with pytest.raises(Refused, match="wrong-stage"):
            await seats[3].act(t.Start())
        answer = await seats[0].client.get(f"/api/tables/{seats[0].table}/record")
        assert answer.status_code == 404


async def test_a_substitute_plays_on_with_the_nonce_of_the_seat(tmp_path: Path) -> None:
    settings = quick_settings("differenzler", options={"rounds": 2})
    async with serving(tmp_path) as (_, url), four_people(url, settings) as seats:
        await deal(seats)
        await seats[2].act(t.Leave())
        await asyncio.gather(*(seat.run(at_random) for seat in (seats[0], seats[1], seats[3])))
        assert t.Substituted(2, "left") in seats[0].seen
        assert len(chains(seats[0])) == 1
        record = await record_of(seats[2])  # what he began is his to see
        proof = evidence(read(record))
        assert proof is not None
        (chain,) = proof.chains
        assert seats[2].witness is not None
        assert chain.nonces[2] == seats[2].witness[2]
        for seat in seats:
            verified(tmp_path, record, seat.witness)


async def test_a_rematch_has_a_chain_and_nonces_of_its_own(tmp_path: Path) -> None:
    async with serving(tmp_path) as (_, url), four_people(url, ONE_ROUND) as seats:
        await play_match(seats, at_random)
        for seat in seats:
            await seat.act(t.Rematch())
        await seats[3].wait_for(lambda s: isinstance(s.seen[-1], t.RematchOpened))
        opened = seats[3].seen[-1]
        assert isinstance(opened, t.RematchOpened)
        again = [await seat.client.join(opened.table) for seat in seats]
        assert [seat.seat for seat in again] == [0, 1, 2, 3]
        await play_match(again, at_random)
        records = [await record_of(seat) for seat in (seats[0], again[0])]
        proofs = [evidence(read(record)) for record in records]
        assert proofs[0] is not None and proofs[1] is not None
        assert proofs[0].table_hash == proofs[1].table_hash  # the same game and people
        first, second = proofs[0].chains[0], proofs[1].chains[0]
        assert first.head != second.head
        assert not set(first.nonces) & set(second.nonces)
        assert proofs[0].deals[0].draw != proofs[1].deals[0].draw
        for record, at_table in zip(records, (seats, again), strict=True):
            for seat in at_table:
                verified(tmp_path, record, seat.witness)
        head, place, nonce = seats[0].witness or ("", 0, "")
        steps = check(read(records[1]), Witness(head, place, nonce))
        assert not all(step.ok for step in steps)  # the notes of one match are not those of the other


async def test_who_comes_back_in_another_tab_opens_what_he_committed_to(tmp_path: Path) -> None:
    """The nonce lives where the player is: a client that kept it can go on in the middle of the ceremony."""
    async with serving(tmp_path) as (_, url), Client.connect(url) as first:
        seat = await first.open(ONE_ROUND, bots=True)
        await seat.act(t.Start())
        await seat.wait_for(lambda s: isinstance(s.owed, t.CommitNonce))
        assert seat.owed is not None
        await seat.act(seat.owed)
        async with Client.connect(url, cookies=first.cookies) as second:
            second.nonces = first.nonces
            tab = await second.join(seat.table)
            await tab.run(at_random)
            assert tab.over
            verified(tmp_path, await record_of(tab), tab.witness)
