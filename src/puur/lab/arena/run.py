"""Sharing out the deals of an arena: to processes of this machine or to a Dask cluster, and keeping the results.

Both are executors of concurrent.futures. Results are appended to a file of one JSON line a deal as they come, under a
first line with the plan, so that an interrupted arena goes on where it stopped.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from puur.bots.warm import end_with_parent, one_core
from puur.lab.arena.figures import Figures, figures
from puur.lab.arena.plan import BadPlan, Plan
from puur.lab.arena.table import Result, play_deals

Progress = Callable[[int, Figures], None]
AHEAD = 3
"""Pieces of work handed out for each worker."""


class Kept:
    """The file that remembers the results."""

    def __init__(self, path: Path | None, plan: Plan) -> None:
        self.path = path
        self.results: dict[int, Result] = {}
        if path is None:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        head = msgspec.json.encode(msgspec.structs.replace(plan, deals=0))
        if not path.exists() or not path.stat().st_size:
            path.write_bytes(head + b"\n")
            return
        lines = path.read_bytes().splitlines(keepends=True)
        if lines[0].strip() != head:
            raise BadPlan(f"{path} holds the results of another arena; name another file, or delete it")
        whole = [line for line in lines[1:] if line.endswith(b"\n")]
        if len(whole) < len(lines) - 1:  # the last line was cut off
            path.write_bytes(lines[0] + b"".join(whole))
        for line in whole:
            try:
                result = msgspec.json.decode(line, type=Result)
            except msgspec.DecodeError as error:
                raise BadPlan(f"{path} is damaged: {error}; name another file, or delete it") from error
            self.results[result.number] = result

    def add(self, results: list[Result]) -> None:
        for result in results:
            self.results[result.number] = result
        if self.path is not None:
            with self.path.open("ab") as file:
                file.write(b"".join(msgspec.json.encode(result) + b"\n" for result in results))


def begin() -> None:
    """In a new worker process."""
    one_core()
    end_with_parent()


@contextmanager
def executor(jobs: int, cluster: str | None) -> Iterator[tuple[Executor, int]]:
    """An executor, and how many workers it has."""
    if cluster is not None:
        try:
            from distributed import Client
        except ImportError as error:
            raise BadPlan("--cluster needs the extra: pip install 'puur[cluster]'") from error
        client = Client(cluster, timeout="20s", set_as_default=False)  # type: ignore[no-untyped-call]
        with client:
            workers = len(client.scheduler_info(n_workers=-1)["workers"])
            pool: Executor = client.get_executor(pure=False)  # type: ignore[no-untyped-call]
            yield pool, max(1, workers)
        return
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn"), initializer=begin) as pool:
        yield pool, jobs


def run(
    plan: Plan,
    *,
    jobs: int = 1,
    cluster: str | None = None,
    keep: Path | None = None,
    error: float | None = None,
    piece: int = 8,
    progress: Progress | None = None,
) -> Figures:
    """Play the plan, or what is left of it; stop early once the standard error is small enough."""
    kept = Kept(keep, plan)
    missing = [number for number in range(plan.deals) if number not in kept.results]
    pieces = _pieces(missing, piece)

    def now() -> Figures:
        counted = (kept.results[number] for number in sorted(kept.results) if number < plan.deals)
        return figures(plan, counted)

    standing = now()
    if not pieces or (error is not None and standing.worst_error <= error):
        return standing
    with executor(jobs, cluster) as (pool, workers):
        waiting: set[Future[Any]] = set()
        done = 0
        try:
            while pieces or waiting:
                while pieces and len(waiting) < AHEAD * workers:
                    waiting.add(pool.submit(play_deals, plan, *pieces.pop(0)))
                finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in finished:
                    results: list[Result] = future.result()
                    kept.add(results)
                    done += len(results)
                standing = now() if done % 64 < piece or not waiting else standing
                if progress is not None:
                    progress(len(kept.results), standing)
                if error is not None and standing.deals > 20 and standing.worst_error <= error:
                    break
        except BrokenExecutor as broken:
            raise OSError(
                "a process of the arena died; with --out the same command goes on where it stopped"
            ) from broken
        finally:
            for future in waiting:
                future.cancel()
    return now()


def _pieces(missing: list[int], size: int) -> list[tuple[int, int]]:
    """Rows of numbers as (first, count)."""
    pieces: list[tuple[int, int]] = []
    for number in missing:
        if pieces and pieces[-1][0] + pieces[-1][1] == number and pieces[-1][1] < size:
            pieces[-1] = (pieces[-1][0], pieces[-1][1] + 1)
        else:
            pieces.append((number, 1))
    return pieces
