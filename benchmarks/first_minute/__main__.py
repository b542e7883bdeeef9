"""The first minute in a real browser, beside the smallest Streamlit app with a slider and a figure.

    .venv/bin/python -m benchmarks.first_minute [rounds]

Both apps are driven by one Chromium, in turns. What is printed are medians in milliseconds and the
ratios of kselect to the smallest app: those are to be trusted on a busy machine. The first time a
page is opened after the start of a server, which computes its pictures then, stands by itself.
"""

import shutil
import sys
from collections import defaultdict
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from playwright.sync_api import sync_playwright

from benchmarks.first_minute import gestures
from benchmarks.first_minute.watch import CHANGES
from tests.browser.conftest import FLAGS, ROOT, serving

WINDOW = {"width": 1280, "height": 720}
SMALLEST = "benchmarks/first_minute/smallest.py"
SLIDER = '[data-testid="stSlider"] :is(input[type=range], [role=slider])'
KERNEL = ".st-key-t :is(input[type=range], [role=slider])"
PAGES = ("Spectrum", "Perturbation", "Errors", "Film", "SVM", "Rewards", "Bounds", "Data")
TARGETS = {"launch": 1.5, "reload": 1.5, "one key on the slider": 1.5, "change of page": 2.0}
FIRST = "first change of page"
PARTS = "last in the window", "last of the page"
"""Pictures until which a page is timed."""


def launched(chromium, script: str) -> dict:
    """Return times from the start of a server until the last pictures of its first page, in ms."""
    with TemporaryDirectory() as home, ExitStack() as stack:
        begun = perf_counter()
        address = stack.enter_context(serving(home, script))
        page = stack.enter_context(chromium.new_context(viewport=WINDOW)).new_page()
        page.add_init_script(CHANGES)
        served = 1000 * (perf_counter() - begun)
        return _by_part("launch", [served + time for time in gestures.opened(page, address)[1:]])


def _by_part(name: str, times: Iterable[float]) -> dict:
    return {f"{name}, {part}": time for part, time in zip(PARTS, times, strict=True)}


def visited(
    page, address: str, slider: str, pages: tuple[str, ...], first: str, *, known: bool
) -> dict:
    """Return what every gesture of one round took, by its name.

    ``known``: the server has shown all the pages before.
    """
    words, *last = gestures.opened(page, address)
    taken = _by_part("reload", last) | {"words after": words}
    taken["one key on the slider"] = gestures.step(page, slider)
    taken["frames a second while dragged"] = gestures.drag(page, slider)
    changes = []
    for name in pages:
        changes.append(gestures.go(page, name))
        gestures.go(page, first)
    change = "change of page" if known else FIRST
    return taken | _by_part(change, map(median, zip(*changes, strict=True)))


def _keep(taken: dict[str, list[float]], round_: dict) -> None:
    for what, value in round_.items():
        taken[what].append(value)


def main(rounds: int) -> None:
    """Print medians of both apps and their ratios."""
    chromium_path = shutil.which("chromium") or shutil.which("google-chrome")
    apps = {"kselect": "app.py", "smallest": SMALLEST}
    taken: dict[str, dict[str, list[float]]] = {name: defaultdict(list) for name in apps}
    with ExitStack() as stack:
        playwright = stack.enter_context(sync_playwright())
        chromium = playwright.chromium.launch(executable_path=chromium_path, args=list(FLAGS))
        for _ in range(rounds):
            for name, script in apps.items():
                _keep(taken[name], launched(chromium, script))
        pages = {}
        for name, script in apps.items():
            home = Path(stack.enter_context(TemporaryDirectory()))
            context = chromium.new_context(viewport=WINDOW)
            page = context.new_page()
            page.set_default_timeout(60_000)
            page.add_init_script(CHANGES)
            pages[name] = page, stack.enter_context(serving(home, script))
            gestures.opened(*pages[name])  # what a first visit loads is not counted
        for number in range(1 + rounds):
            for name, (page, address) in pages.items():
                page.bring_to_front()
                mine = name == "kselect"
                slider, others = (KERNEL, PAGES) if mine else (SLIDER, ("Second",))
                first = "Explore" if mine else "First"
                _keep(
                    taken[name],
                    visited(page, address, slider, others, first, known=number > 0),
                )
        chromium.close()
    for what, values in taken["kselect"].items():
        mine, theirs = median(values), median(taken["smallest"][what])
        most = TARGETS.get(what.partition(",")[0])
        target = f"   target ≤ {most} ×" if most else ""
        ratio = f"{mine / theirs:6.2f} ×" if theirs else "      "
        print(f"{what:<36} {mine:9.1f} {theirs:9.1f} {ratio}{target}")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
