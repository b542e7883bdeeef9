"""A gesture on the page Play, beside one on the smallest Streamlit app with a slider and a figure.

    .venv/bin/python -m benchmarks.first_minute.play [rounds]

First the server's part at n = 200: one step of the noise on a new draw, in CPU milliseconds, with
the variables that a server is started with, of which memory is what costs or saves. Then
both apps in one Chromium, in turns: a key on a slider until the last picture has changed, where
every step is a sample that nobody has seen.
"""

import os
import shutil
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory, mkdtemp
from time import process_time, sleep, time
from types import SimpleNamespace
from unittest.mock import patch

for threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):  # as a server has them
    os.environ.setdefault(threads, "1")

from playwright.sync_api import sync_playwright

from benchmarks.first_minute import gestures
from benchmarks.first_minute.__main__ import SLIDER, SMALLEST, WINDOW
from benchmarks.first_minute.watch import CHANGES, begun, rest
from kselect_core.cli.verbs.starting import SERVED
from tests.browser.conftest import FLAGS, ROOT, serving

NOISE = ".st-key-play_noise input[type=range]"
STEPS = 10
SELDOM = SimpleNamespace(time=time, sleep=lambda _: sleep(0.05))
"""Clock of AppTest, which else asks each millisecond whether the page is ready: that alone took 8
to 30 of 147 to 165 ms, and no server is asked so."""
SERVER, RATIO, BROWSER = 150.0, 3.0, 500.0
"""Targets: CPU milliseconds of the server, times the smallest app, milliseconds in the browser."""


def served() -> list[float]:
    """Return CPU milliseconds of the server for each step of the noise."""
    os.environ["KSELECT_HOME"] = mkdtemp()

    from tests.pages.visits import opened

    at, taken = opened("play"), []
    for step in range(2 * STEPS):
        at.select_slider(key="play_noise").set_value(step / 20)
        begun = process_time()
        with patch("streamlit.testing.v1.local_script_runner.time", SELDOM):
            at.run()
        taken.append(1000 * (process_time() - begun))
    return taken[STEPS:]


def steps(page, slider: str) -> list[float]:
    """Return the time of each of several keys in one direction until the last picture changed."""
    page.locator(slider).first.focus()
    taken = []
    for _ in range(STEPS):
        page.keyboard.press("ArrowRight")
        taken.append(rest(page, begun(page)))
    return taken


def as_a_server(arguments: list[str]) -> int:
    """Run this again with the variables of a server: its C library reads them when it starts."""
    command = [sys.executable, "-m", "benchmarks.first_minute.play", *arguments]
    return subprocess.call(command, cwd=ROOT, env=os.environ | SERVED)  # noqa: S603 (our own)


def main(rounds: int) -> None:
    """Print the server's part, medians of both apps, and their ratio."""
    print(f"server, n = 200: {median(served()):.0f} ms CPU   target ≤ {SERVER:.0f}")
    taken: dict[str, list[float]] = {"app.py": [], SMALLEST: []}
    with ExitStack() as stack:
        playwright = stack.enter_context(sync_playwright())
        path = shutil.which("chromium") or shutil.which("google-chrome")
        chromium = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        pages = {}
        for script in taken:
            home = Path(stack.enter_context(TemporaryDirectory()))
            page = chromium.new_context(viewport=WINDOW).new_page()
            page.set_default_timeout(60_000)
            page.add_init_script(CHANGES)
            pages[script] = page, stack.enter_context(serving(home, script))
        for number in range(rounds):
            for script, (page, address) in pages.items():
                page.bring_to_front()
                mine = script == "app.py"
                link = f"/play?play_noise=0&play_draw={number + 1}" if mine else ""
                gestures.opened(page, address + link)
                taken[script] += steps(page, NOISE if mine else SLIDER)
        chromium.close()
    mine, theirs = (median(values) for values in taken.values())
    print(f"browser: {mine:.0f} ms, target ≤ {BROWSER:.0f}; smallest app {theirs:.0f} ms")
    print(f"ratio {mine / theirs:.2f} ×, target ≤ {RATIO} ×")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    if not SERVED.items() <= os.environ.items():
        sys.exit(as_a_server(sys.argv[1:]))
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
