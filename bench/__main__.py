"""Runs the benchmarks: `python -m bench` all, `python -m bench kernel` those named, `--list` lists them.

A benchmark is a module bench/bench_NAME.py with a docstring and a function `run()` that yields pairs: what
was measured, and the figure (a number, or a text with its unit). They are printed as they come. Each runs in
a process of its own, so that none is measured with another's memory or compiled code around it. The exit code
is 1 if any of them failed.
"""

import argparse
import importlib
import inspect
import os
import platform
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent


def names() -> list[str]:
    """The benchmarks there are."""
    return [path.stem.removeprefix("bench_") for path in sorted(HERE.glob("bench_*.py"))]


def shown(figure: object) -> str:
    """A figure as it is printed: three significant digits below a thousand, whole numbers above."""
    if isinstance(figure, float):
        return f"{figure:,.3g}" if abs(figure) < 1000 else f"{figure:,.0f}"
    return f"{figure:,}" if isinstance(figure, int) else str(figure)


def run_here(name: str) -> None:
    """Run one benchmark in this process and print its figures."""
    module = importlib.import_module(f"bench.bench_{name}")
    print(f"\n{name}: {(inspect.getdoc(module) or '').partition(chr(10))[0]}", flush=True)
    started = time.perf_counter()
    for label, figure in module.run():
        print(f"  {label:<66} {shown(figure):>12}", flush=True)
    print(f"  ({time.perf_counter() - started:.1f} s)", flush=True)


def processor() -> str:
    """What the figures were measured on, as far as the system tells."""
    try:
        info = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    models = [line.partition(":")[2].strip() for line in info.splitlines() if line.startswith("model name")]
    return models[0] if models else platform.machine()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description="the benchmarks of Puur")
    parser.add_argument("name", nargs="*", help="benchmarks to run; all if none is named")
    parser.add_argument("--list", action="store_true", help="list the benchmarks")
    parser.add_argument("--here", action="store_true", help="run in this process")
    options = parser.parse_args()

    unknown = [name for name in options.name if name not in names()]
    if unknown:
        print(f"no such benchmark: {', '.join(unknown)} (there are: {', '.join(names())})", file=sys.stderr)
        return 2
    chosen: list[str] = options.name or names()
    if options.list:
        print("\n".join(chosen))
        return 0
    if options.here:
        for name in chosen:
            run_here(name)
        return 0

    print(f"{processor()}, {os.cpu_count()} cores, Python {platform.python_version()}, {platform.system()}")
    failed = [
        name
        for name in chosen
        if subprocess.run([sys.executable, "-m", "bench", "--here", name], cwd=HERE.parent, check=False).returncode
    ]
    if failed:
        print(f"\nfailed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
