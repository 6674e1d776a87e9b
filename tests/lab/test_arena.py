"""The arena: the same plan gives the same figures however it is shared out, and goes on where it stopped."""

import json
import math
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from puur.bots.base import DEFAULT_BUDGET, Budget
from puur.lab.arena.figures import Mean, figures
from puur.lab.arena.plan import BadPlan, Entrant, Plan, entrant, plan
from puur.lab.arena.plot import plot
from puur.lab.arena.run import run
from puur.lab.arena.table import Outcome, Result, play_deals

ONE = Budget(iterations=1)


def made(variant: str, *names: str, deals: int = 12, seed: int = 1) -> Plan:
    return plan(variant, list(names), deals=deals, seed=seed, options={}, default=ONE)


FOUR = ("heuristic", "random", "heuristic", "random")


def test_entrants_carry_their_budgets() -> None:
    assert entrant("search@64", ONE) == Entrant("search", 64)
    assert entrant("search@0.5s", ONE) == Entrant("search", None, 0.5)
    assert entrant("random", ONE).label == "random@1"
    for wrong in ("search@", "search@x", "search@0", "search@-1s"):
        with pytest.raises(BadPlan, match="budget"):
            entrant(wrong, ONE)


def test_a_plan_wants_as_many_bots_as_the_game_has_sides_or_seats() -> None:
    with pytest.raises(BadPlan, match="four bots"):
        made("differenzler", "random", "random")
    with pytest.raises(BadPlan, match="two bots"):
        made("jass", "random", "random", "random")
    with pytest.raises(BadPlan, match="one deal"):
        made("jass", "random", "random", deals=0)


def test_seats_rotate_in_differenzler_and_teams_change_seats_on_the_same_cards() -> None:
    alone = made("differenzler", *FOUR)
    assert [alone.seatings(n)[0] for n in range(4)] == [(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)]
    assert made("jass", "heuristic", "random").seatings(5) == [(0, 1, 0, 1), (1, 0, 1, 0)]
    four = made("jass", *FOUR)
    assert four.seatings(0) == [(0, 1, 2, 3), (1, 2, 3, 0)]
    assert [four.side(e) for e in range(4)] == [0, 1, 0, 1]
    assert four.sides == ("heuristic@1", "random@1")


def test_the_cards_follow_from_seed_and_number() -> None:
    a, b = made("jass", "random", "random"), made("jass", "random", "random", seed=2)
    assert a.draw(3) == a.draw(3) != a.draw(4)
    assert a.draw(3) != b.draw(3)
    assert len(a.draw(0).deck) == 32


def test_mean_and_standard_error_are_those_of_the_textbook() -> None:
    rng, mean = Random(1), Mean()
    numbers = [rng.gauss(5, 3) for _ in range(200)]
    for number in numbers:
        mean.add(number)
    average = sum(numbers) / 200
    variance = sum((n - average) ** 2 for n in numbers) / 199
    assert mean.mean == pytest.approx(average)
    assert mean.error == pytest.approx(math.sqrt(variance / 200))
    assert math.isinf(Mean().error)


def test_the_lead_of_a_team_is_counted_over_both_tables_of_a_deal() -> None:
    duel = made("jass", "heuristic", "random", deals=2)
    results = [
        Result(0, (Outcome((0, 1, 0, 1), (100, 57, 100, 57)), Outcome((1, 0, 1, 0), (60, 97, 60, 97)))),
        Result(1, (Outcome((0, 1, 0, 1), (80, 77, 80, 77)), Outcome((1, 0, 1, 0), ()))),
    ]
    found = figures(duel, results)
    assert found.lead is not None
    assert found.lead.mean == pytest.approx((40 + 1.5) / 2)
    assert found.thrown_in == 1
    assert found.share == pytest.approx((100 + 97 + 80) / (100 + 97 + 80 + 57 + 60 + 77))
    assert [bot.mean for bot in found.bots] == pytest.approx([(98.5 + 40) / 2, (58.5 + 38.5) / 2])


def test_results_do_not_depend_on_how_the_deals_are_shared_out() -> None:
    for arena in (made("differenzler", *FOUR), made("klaverjassen", "heuristic", "random", deals=6)):
        whole = run(arena, jobs=1, piece=5)
        assert whole == run(arena, jobs=2, piece=3) == figures(arena, play_deals(arena, 0, arena.deals))


def test_an_interrupted_arena_goes_on_and_a_torn_line_is_played_again(tmp_path: Path) -> None:
    keep = tmp_path / "results.jsonl"
    arena = made("jass", "heuristic", "random", deals=10)
    whole = run(arena, keep=keep)
    lines = keep.read_bytes().splitlines(keepends=True)
    assert len(lines) == 11
    keep.write_bytes(b"".join(lines[:6]) + lines[6][:20])
    played: list[int] = []
    assert run(arena, keep=keep, progress=lambda done, _: played.append(done)) == whole
    assert played[-1] == 10
    assert len(keep.read_bytes().splitlines()) == 11
    assert run(arena, keep=keep, progress=lambda *_: pytest.fail("nothing was left to play")) == whole
    longer = made("jass", "heuristic", "random", deals=12)
    assert run(longer, keep=keep).deals == 12
    with pytest.raises(BadPlan, match="another arena"):
        run(made("jass", "heuristic", "random", deals=10, seed=2), keep=keep)


def test_an_arena_stops_at_the_standard_error_that_is_asked_for() -> None:
    found = run(made("differenzler", *FOUR, deals=5000), error=2.0)
    assert found.worst_error <= 2.0
    assert found.deals < 1000


def test_heuristic_makes_more_than_sixty_percent_of_the_points_against_random() -> None:
    for variant in ("jass", "schieber", "schieber-swiss", "klaverjassen-rotterdam"):
        found = run(made(variant, "heuristic", "random", deals=120))
        assert found.share is not None
        assert found.share > 0.6, variant


def test_the_same_arena_runs_on_a_dask_cluster_of_two_workers() -> None:
    distributed = pytest.importorskip("distributed")
    arena = made("differenzler", *FOUR, deals=16)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as cluster:
        assert run(arena, cluster=cluster.scheduler_address, piece=4) == run(arena)


def test_a_killed_arena_leaves_no_process_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    keep = tmp_path / "figures.jsonl"
    names = ["heuristic", "random"]
    puur = [sys.executable, "-c", "from puur.cli.main import main; main()"]
    command = [*puur, "arena", "jass", *names, "--deals", "100000", "--out", str(tmp_path / "figures.json")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as arena:
        until = time.monotonic() + 60
        while (not keep.exists() or keep.read_bytes().count(b"\n") < 10) and time.monotonic() < until:
            time.sleep(0.05)
        arena.kill()
        assert arena.stdout is not None
        assert arena.stdout.read() == b""  # ends only when the last worker, which inherits it, has gone
    done = keep.read_bytes().count(b"\n") - 1
    assert done > 5
    plan_ = plan("jass", names, deals=done + 4, seed=1, options={}, default=DEFAULT_BUDGET)
    played: list[int] = []
    assert run(plan_, keep=keep, progress=lambda count, _: played.append(count)) == run(plan_)
    assert len(played) <= 2


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_the_plot_is_drawn(tmp_path: Path, ending: str) -> None:
    arena = made("jass", "heuristic", "random", deals=6)
    plot(arena, run(arena), tmp_path / f"plot.{ending}")
    assert (tmp_path / f"plot.{ending}").stat().st_size > 1000
    with pytest.raises(BadPlan, match="svg"):
        plot(arena, run(arena), tmp_path / "plot.txt")


def test_the_command_writes_figures_and_plot(tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from puur.cli.main import app

    out, image = tmp_path / "figures.json", tmp_path / "figures.svg"
    arguments = ["arena", "jass", "heuristic", "random@1", "--deals", "8", "--out", str(out), "--plot", str(image)]
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0, done.output
    report = json.loads(out.read_text(encoding="utf-8"))
    assert report["plan"]["deals"] == report["figures"]["deals"] == 8
    assert "standard errors" in done.output
    assert image.exists()
    assert out.with_suffix(".jsonl").exists()
    wrong = CliRunner().invoke(app, ["arena", "jass", "nobody", "random"])
    assert wrong.exit_code == 2


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["heuristic", "os:getcwd"], "makes no bot"),
        (["heuristic", "random", "--plot", "picture.gif"], ".svg or a .png"),
        (["heuristic", "random", "--out", "figures.jsonl"], "figures.json"),
        (["heuristic", "random", "--error", "0"], "above zero"),
        (["heuristic", "random", "--iterations", "4", "--seconds", "1"], "either"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line_before_anything_is_played(
    arguments: list[str], complaint: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from typer.testing import CliRunner

    from puur.cli import arena
    from puur.cli.main import app

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(arena, "play", lambda *_, **__: pytest.fail("it was played"))
    done = CliRunner().invoke(app, ["arena", "jass", *arguments])
    assert done.exit_code == 2
    assert complaint in done.output
    assert len(done.output.splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_a_damaged_file_of_deals_is_refused_and_left_alone(tmp_path: Path) -> None:
    keep = tmp_path / "deals.jsonl"
    run(made("jass", "heuristic", "random", deals=3), keep=keep)
    keep.write_bytes(keep.read_bytes() + b'{"number":\n')
    with pytest.raises(BadPlan, match="damaged"):
        run(made("jass", "heuristic", "random", deals=5), keep=keep)
    assert len(keep.read_bytes().splitlines()) == 5


def test_solve_prints_the_lead_of_every_card() -> None:
    from typer.testing import CliRunner

    from puur.cli.main import app

    hands = ["JH AC", "9H KC", "7H TC", "8H QC"]
    done = CliRunner().invoke(app, ["solve", "--variant", "schieber-swiss", "--trump", "H", *hands])
    assert done.exit_code == 0, done.output
    assert "JH *" in done.output
    assert CliRunner().invoke(app, ["solve", "-v", "jass", "--trump", "H", "AC"]).exit_code == 2
