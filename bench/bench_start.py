"""Cold start of `puur legal`, against a bare interpreter in the same run; the quickest of several."""

import subprocess
import sys
import time
from collections.abc import Iterator

LEGAL = ("-m", "puur", "legal", "--variant", "differenzler", "--trump", "H", "--hand", "KH 7D")


def quickest(*arguments: str) -> float:
    """Seconds from the start of a process to its end."""
    times = []
    for _ in range(7):
        started = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
        times.append(time.perf_counter() - started)
    return min(times)


def run() -> Iterator[tuple[str, object]]:
    legal, bare = quickest(*LEGAL), quickest("-c", "pass")
    yield "puur legal: seconds", legal
    yield "a bare interpreter: seconds", bare
    yield "ratio", legal / bare
