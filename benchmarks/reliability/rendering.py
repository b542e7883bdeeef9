"""Words of strangers that try to act, on pages and in files; what is never carried out."""

import importlib.util
import io
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from csv import reader
from pathlib import Path

import pandas as pd
from figure import Figure, none_of

from kselect_core import load_dataset
from kselect_core.errors import DataError
from kselect_core.results.spreadsheets import TRIGGERS
from kselect_ui.widgets.files import csv, spreadsheet
from tests.browser.addresses import NAMES
from tests.browser.conftest import FLAGS, WINDOW, serving
from tests.security import hostile, kept
from tests.security.journey import walked
from tests.security.test_addresses import ADDRESSES
from tests.security.test_source import ROOT, SOURCE, complaints, tree_of


def more_figures() -> Iterator[Figure]:
    """Yield what words of a table do on pages and in files, and what the source may do."""
    yield from pages()
    yield from formulas()
    yield addresses()
    found = [c for p in SOURCE for c in complaints(tree_of(p), p.relative_to(ROOT).as_posix())]
    yield none_of(
        "files of the program read for pickles, eval, shells, readers of addresses",
        len(found),
        len(SOURCE),
        "not justified",
    )
    yield audited()


def pages():
    """Yield what acted on a walk through all pages with three hostile sweeps."""
    browser = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chrome")
    if browser is None:
        yield Figure(
            "a walk through all pages in a browser", "done", "no browser here", holds=False
        )
        return
    from playwright.sync_api import sync_playwright

    acted, foreign, shown, visits = [], [], 0, 0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        links = swept(Path(folder))
        chromium = playwright.chromium.launch(executable_path=browser, args=list(FLAGS))
        with serving(folder) as app:
            for link, names, hovered in links:
                page = chromium.new_page(viewport=WINDOW)
                page.set_default_timeout(60_000)
                listen(page)
                faults, said = walked(page, app, link, names=names, hovered=hovered)
                found = [fault for faults_of in faults.values() for fault in faults_of]
                foreign += [fault for fault in found if fault.startswith("asks ")]
                acted += [fault for fault in found if not fault.startswith("asks ")]
                name = hostile.FILE.removesuffix(".csv")[:30]
                shown += sum(name in words for words in said.values())
                visits += len(names)
                page.close()
        chromium.close()
    for fault in acted + foreign:
        print("   ", fault)
    words = len(hostile.NAMES) + len(hostile.CLASSES) + len(hostile.LEVELS) + 4
    yield none_of(
        f"{words} hostile names, labels and files on all pages, figures hovered over",
        len(acted),
        visits,
        "pages where one acted (dialogs, links, pictures, formulas, colours, console errors)",
    )
    yield none_of("pages that asked another host", len(foreign), visits, "requests")
    yield Figure(
        "the name of the file is shown letter by letter",
        f"on all of {visits} pages",
        f"on {shown}",
        shown == visits,
    )


def swept(home) -> list[tuple[str, tuple[str, ...], bool]]:
    """Links to three hostile sweeps, the pages to look at, and whether to hover over figures."""
    two, three = kept.accepted(home), kept.accepted(home, (*hostile.CLASSES, hostile.THIRD))
    found = []
    for data, strength, names, hovered in (
        (two, kept.LEAST_SQUARES, tuple(NAMES), True),
        (two, kept.MACHINES, ("explore", "svm", "errors"), False),
        (three, kept.LEAST_SQUARES, ("explore", "spectrum", "errors", "data"), False),
    ):
        config = kept.swept(home, data, **strength)
        link = f"run={config.digest()[:12]}&ds=own-{data.digest[:12]}"
        found.append((link, names, hovered))
    return found


def listen(page):
    """Have a page remember what it asked for and what it complained about."""
    page.requested, page.complaints = [], []
    page.on("request", lambda request: page.requested.append(request.url))
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.on(
        "console",
        lambda message: (
            page.complaints.append(message.text)
            if message.type == "error" and "/_stcore/" not in message.location.get("url", "")
            else None
        ),
    )


def formulas():
    """Yield what a spreadsheet would take for a formula in the two files of a hostile table."""
    texts = [
        f"{start}{word}" for start in TRIGGERS for word in ("SUM(1)", "cmd|' /C calc'!A0", "x")
    ]
    texts += [*hostile.NAMES, *hostile.CLASSES, *hostile.LEVELS]
    texts = list(dict.fromkeys(texts))
    table = pd.DataFrame({text: [text, -1.5] for text in texts})
    heads, first, second = cells_of(spreadsheet(table)().decode("utf-8-sig"))
    bad = sum(cell.startswith(TRIGGERS) for cell in (*heads, *first))
    yield none_of(
        "CSV for spreadsheets: texts that begin like a formula", bad, 2 * len(texts), "found"
    )
    numbers = sum(cell != "-1.5" for cell in second)
    heads, first, second = cells_of(csv(table)().decode("utf-8"))
    wrong = sum(cell != text for cell, text in zip((*heads, *first), 2 * texts, strict=True))
    numbers += sum(cell != "-1.5" for cell in second)
    yield none_of("the exact CSV: texts that changed", wrong, 2 * len(texts), "changed")
    yield none_of("both: negative numbers that changed", numbers, 2 * len(texts), "changed")


def cells_of(text) -> list[list[str]]:
    """Rows of a file as any program reads them."""
    return list(reader(io.StringIO(text, newline="")))


def addresses():
    """Return how many addresses were taken for a file."""
    opened = 0
    for address in ADDRESSES:
        try:
            load_dataset(address)
        except DataError:
            continue
        opened += 1
    return none_of(
        "addresses given as a table (http, file, s3 …)", opened, len(ADDRESSES), "opened"
    )


def audited():
    """Return whether the audit of the locked packages says what it could do."""
    spec = importlib.util.spec_from_file_location("audit", ROOT / "benchmarks" / "audit.py")
    audit = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(audit)
    wanted = audit.locked((ROOT / "uv.lock").read_text(encoding="utf-8"))
    what = f"known vulnerabilities of {len(wanted)} locked packages"
    target = "all looked up and none vulnerable; else the audit fails and says so"
    try:
        status, sentences = audit.audit()
    except (SystemExit, OSError, subprocess.SubprocessError) as error:
        status, sentences = audit.NO_AUDIT, (f"NO AUDIT: {error}",)
    got = " ".join(f"exit status {status}: {sentences[0]}".split())[:140]
    nothing = audit.verdict_of(wanted, '{"dependencies": []}', "").status
    return Figure(what, target, got, status != audit.VULNERABLE and nothing == audit.NO_AUDIT)
