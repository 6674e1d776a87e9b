"""The browser client in Chromium against a server of its own: the way to the first decision, work while playing.

Long tasks are counted with a CPU slowed down four times, layout shifts as the browser counts them, at the table,
over one round of Differenzler at normal speed. As a machine with other work stretches tasks, another round gives the
processor time of the longest one, times four. Its trace is left in build/web-trace.json; tracing itself costs time,
so the first round goes without. Needs the built client (`make web`), the requirements for development and the
system's Chromium.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from e2e.playing import STATE, do

STATIC = Path(__file__).resolve().parent.parent / "src" / "puur" / "server" / "static"
TRACE = Path("build/web-trace.json")
SLOWER = 4
WATCH = """
  window.longTasks = []; window.shifts = 0;
  new PerformanceObserver((list) => { for (const e of list.getEntries()) window.longTasks.push(e.duration); })
    .observe({ type: 'longtask' });
  new PerformanceObserver((list) => {
    for (const e of list.getEntries()) window.shifts += e.value * !e.hadRecentInput;
  }).observe({ type: 'layout-shift' });
"""


@contextmanager
def serving() -> Iterator[str]:
    """A server with a new database on a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "puur", "serve", "--port", str(port), "--pace", "0.2"]
        process = subprocess.Popen([*command, "--database", f"{folder}/puur.sqlite3"], stdout=subprocess.DEVNULL)
        try:
            address = f"http://localhost:{port}/"
            for _ in range(600):
                try:
                    urllib.request.urlopen(address, timeout=1).close()
                    break
                except OSError:
                    time.sleep(0.1)
            yield address
        finally:
            process.terminate()
            process.wait(10)


def first_decision(page: Page, address: str) -> float:
    """Milliseconds from the click on 'play now' until the estimate can be made, the hand in view."""
    page.goto(address)
    page.wait_for_timeout(1500)
    begun = time.perf_counter()
    page.locator(".play").click()
    page.wait_for_selector(".estimate .go")
    return (time.perf_counter() - begun) * 1000


def play_a_round(page: Page) -> None:
    """Until the result of the round is shown."""
    while True:
        page.wait_for_function(f"() => ({STATE})() !== ''", timeout=60_000)
        state = str(page.evaluate(STATE))
        if state == "next":
            return
        do(page, state)


def longest_task() -> float:
    """Milliseconds of processor time of the longest task on the page's own thread, from the trace."""
    events = json.loads(TRACE.read_text(encoding="utf-8"))["traceEvents"]
    threads = {
        (each["pid"], each["tid"])
        for each in events
        if each["name"] == "thread_name" and each["args"]["name"] == "CrRendererMain"
    }
    return max(
        float(each.get("tdur", 0)) / 1000
        for each in events
        if (each["pid"], each["tid"]) in threads and each["name"].endswith("RunTask")
    )


def run() -> Iterator[tuple[str, object]]:
    sizes = {path.name: path.stat().st_size for path in STATIC.glob("assets/*.js")}
    yield "all JavaScript of the client, every page and language (kB)", sum(sizes.values()) / 1000
    chromium = os.environ.get("PUUR_CHROMIUM") or next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome")))
    )
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with serving() as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=arguments)
        page = browser.new_page(viewport={"width": 390, "height": 844})
        for name in ("first visit", "again"):
            yield f"'play now' to the first decision, {name} (ms)", first_decision(page, address)
        page = browser.new_page(viewport={"width": 390, "height": 844})
        page.add_init_script(WATCH + "localStorage.setItem('puur.settings', JSON.stringify({ hints: false }));")
        first_decision(page, address)
        page.wait_for_timeout(500)
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.evaluate("() => { window.longTasks = []; window.shifts = 0; }")
        play_a_round(page)
        long = [float(ms) for ms in page.evaluate("window.longTasks")]
        yield f"long tasks over 50 ms in a round, CPU slowed {SLOWER} times", len(long)
        yield "the longest of them (ms; 0: none)", max(long, default=0.0)
        yield "layout shift at the table in a round", float(page.evaluate("window.shifts"))
        session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        browser.start_tracing(page=page, path=TRACE, screenshots=False, categories=["toplevel", "devtools.timeline"])
        do(page, "next")
        play_a_round(page)
        browser.stop_tracing()
        yield f"processor time of the longest task of a round, times {SLOWER} (ms)", SLOWER * longest_task()
        browser.close()
