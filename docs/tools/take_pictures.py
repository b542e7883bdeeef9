"""Pictures of every page and state, for review: ``python docs/tools/take_pictures.py FOLDER``.

Starts the app with an empty store, visits every page that the router names (light, dark, large
type, 1280 × 720) and the designed states, and writes the pictures with an ``index.html``.
Needs Chromium, Chrome or Edge; KSELECT_BROWSER names it if it is not found.
"""

import argparse
import html
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Literal, NamedTuple

from pandas import DataFrame
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import run  # noqa: E402
from kselect_core import Candidates, CriterionChoice, SweepConfig, load_dataset, run_sweep  # noqa: E402
from kselect_core.results import runs  # noqa: E402
from kselect_core.selection import with_digest  # noqa: E402
from kselect_core.selection.machines.small_svm import small_svm  # noqa: E402
from kselect_ui import PAGES, ROUTER  # noqa: E402
from kselect_ui.sweep import launch  # noqa: E402

FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")
IDLE = '[data-testid="stApp"][data-test-script-state="notRunning"]'
BROKEN = "Something went wrong here"
WAITING = '[data-testid="stSkeleton"]'
WIDE, SMALL = (1400, 900), (1280, 720)
PATIENCE = 60.0  # seconds until the server answers


class Look(NamedTuple):
    """One way to look at a page: its name, the colours, the window, what stands in the link."""

    name: str
    scheme: Literal["light", "dark"] = "light"
    window: tuple[int, int] = WIDE
    link: str = ""
    pages: tuple[str, ...] = ()  # the only ones it is for; all if empty


VIEWS = (  # pages about a sweep
    *("explore", "spectrum", "perturbation", "errors", "film"),
    *("rewards", "bounds", "design"),
)
LOOKS = (
    Look("light"),
    Look("dark", scheme="dark"),
    Look("large type", link="big=true"),
    Look("1280 x 720", window=SMALL),
    Look("1280 x 720, large type", window=SMALL, link="big=true", pages=VIEWS),
    Look("another point of the grid", link="t=0.03125&lam=1&split=2", pages=VIEWS),
    Look("no criteria", link="crit=none", pages=VIEWS),
    Look("without the test error", link="te=false", pages=VIEWS),
    Look(
        "a link that cannot be had", link="t=7.3&lam=banana&split=77&crit=nobody&run=ab12cd34ab12"
    ),
    Look(
        "along the ridge",
        link="reel=λ&axis=over λ&along=over λ",
        pages=("explore", "errors", "film"),
    ),
    *(
        Look(words, link=f"reward={view}", pages=("rewards",))
        for view, words in (
            ("labels", "shuffled labels"),
            ("sensitivity", "sensitivity"),
            ("options", "options"),
            ("approximation", "approximate CV"),
        )
    ),
    Look("combination", link="design=combination", pages=("design",)),
    Look("choose and start", link="xview=choose", pages=("experiments",)),
    Look("one row, the corrected test", link="xrow=xor&xtest=corrected_t", pages=("experiments",)),
)


def main() -> None:
    """Take all pictures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--pages", nargs="*", default=pages(), help="only these pages")
    parser.add_argument("--looks", nargs="*", help="only looks that contain one of these words")
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        looks = [*LOOKS, *other_sweeps(Path(home))]
        wanted = [look for look in looks if any(word in look.name for word in chosen.looks or [""])]
        with serving(home) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=run.found_browser(), args=FLAGS)
            names = [
                name
                for look in wanted
                for name in take_all(browser, address, look, chosen.pages, chosen.folder)
            ]
            browser.close()
    write_index(chosen.folder, names)


def pages() -> list[str]:
    """Return the pages that the router names."""
    text = ROUTER.read_text(encoding="utf-8")
    names = [path.stem for path in PAGES.glob("*.py") if f'"{path.stem}' in text]
    return sorted(names, key=text.index)


def other_sweeps(home: Path) -> list[Look]:
    """Finish small sweeps of other kinds: many features, a number to predict, machines, lost data.

    The titles of their runs are written as the app writes them.
    """
    widths = Candidates("gaussian", tuple(2.0**k for k in range(-2, 11, 2)), "2tau")
    many = small("digits_3_8", widths, ("loo", "kfold", "ckta", "fsm", "kta"))
    made = {
        "many features": many,
        "a number to predict": small(
            "diabetes_regression", widths, ("loo", "kfold", "gcv", "ckta")
        ),
        "machines": small_svm(SweepConfig(dataset="two_moons"), 2),
    }
    found = []
    for name, config in made.items():
        known = with_digest(config, load_dataset(config.dataset))
        keep(known, run_sweep(known), home)
        found.append(Look(name, link=f"run={known.digest()[:12]}", pages=(*VIEWS, "svm")))
    first = with_digest(many, load_dataset(many.dataset))
    gone = replace(first, dataset="private")
    keep(gone, run_sweep(first), home)
    found.append(Look("data that are not here", link=f"run={gone.digest()[:12]}", pages=VIEWS))
    return found


def small(name: str, family: Candidates, criteria: tuple[str, ...]) -> SweepConfig:
    """Return a sweep that takes a moment."""
    return SweepConfig(
        dataset=name,
        candidates=(family,),
        lambdas=(1e-3, 1e-1),
        criteria=tuple(CriterionChoice(key) for key in criteria),
        repeats=2,
    )


def keep(config: SweepConfig, table: DataFrame, home: Path) -> None:
    """Keep a finished run where the app looks for it."""
    count = len(config.items)
    run_of = runs.Run(
        config.digest(),
        "finished",
        config.to_toml(),
        title=launch.title(config),
        done=count,
        total=count,
        seconds=1.0,
        saved=time.time(),
    )
    runs.save(run_of, table, folder=home / "runs")


def take_all(
    browser: Browser, address: str, look: Look, titles: list[str], folder: Path
) -> list[str]:
    """Take the pictures of pages in one look, in one browser; returns the names of the files."""
    width, height = look.window
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=look.scheme
    )
    page = context.new_page()
    names = []
    for title in titles:
        if title in (look.pages or titles):
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"{address}/{'' if title == 'explore' else title}?{look.link}")
            names.append(take(page, f"{title} {look.name}", folder))
    context.close()
    return names


def take(page: Page, title: str, folder: Path) -> str:
    """Take two pictures of an open page, its window and all of it; returns their name."""
    settled(page)
    name = re.sub(r"[^a-z0-9]+", "_", title.lower())
    page.screenshot(path=folder / f"{name}.png")
    tall = page.locator('[data-testid="stMainBlockContainer"]').bounding_box()
    if tall and page.viewport_size:
        page.set_viewport_size({**page.viewport_size, "height": int(tall["height"]) + 40})
        page.wait_for_timeout(500)
    page.screenshot(path=folder / f"{name}_whole.png")
    broken = page.get_by_text(BROKEN).count() + page.get_by_test_id("stException").count()
    run.say(f"{name}{' — something is broken on it' if broken else ''}")
    return name


def settled(page: Page) -> None:
    """Wait until the script has ended, all its parts have arrived and the figures are drawn."""
    page.wait_for_selector(IDLE, timeout=60_000)
    page.wait_for_load_state("networkidle")
    page.wait_for_function("w => document.querySelectorAll(w).length === 0", arg=WAITING)
    page.wait_for_timeout(800)
    page.wait_for_selector(IDLE, timeout=60_000)


def write_index(folder: Path, names: list[str]) -> None:
    """Write a page that shows all pictures."""
    figures = "\n".join(
        f'<figure><a href="{name}_whole.png"><img src="{name}.png" alt="{html.escape(name)}" '
        f'width="640"></a><figcaption>{html.escape(name.replace("_", " "))}</figcaption></figure>'
        for name in names
    )
    style = "<style>body{font-family:sans-serif}figure{display:inline-block;margin:8px}</style>"
    page = f"<!DOCTYPE html><meta charset='utf-8'><title>kselect</title>{style}\n{figures}\n"
    (folder / "index.html").write_text(page, encoding="utf-8")


@contextmanager
def serving(home: str) -> Iterator[str]:
    """Start the app on a free port with its runs in a folder; gives its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", "app.py", f"--server.port={port}"]
    environment = os.environ | run.ONE_THREAD | {"KSELECT_HOME": home}
    server = subprocess.Popen(  # noqa: S603
        [*command, "--server.address=127.0.0.1", "--server.headless=true"],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
    )
    try:
        address = f"http://127.0.0.1:{port}"
        wait_for(f"{address}/_stcore/health")
        yield address
    finally:
        server.terminate()
        server.wait(timeout=20)


def wait_for(address: str) -> None:
    """Wait until the server answers."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(address, timeout=2):  # noqa: S310
                return
        except OSError:
            time.sleep(0.2)
    raise SystemExit("The server did not answer.")


if __name__ == "__main__":
    main()
