"""All figures of reliability, printed and kept for docs/reliability.md.

    .venv/bin/python benchmarks/reliability [files apart values numerics classroom lesson security
                                             losses]

Each part is a module beside this one with ``figures()``. What was measured is kept in
docs/reliability/PART.json; the page is written from all parts that were ever kept, each with its
date and machine. The exit status is 1 if a figure does not hold.
"""

import json
import os
import platform
import sys
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from statistics import median
from time import perf_counter

import psutil
from figure import Figure

DOCS = Path(__file__).resolve().parents[2] / "docs"
KEPT = DOCS / "reliability"
PARTS = {
    "files": "Files",
    "apart": "A reader that can be killed",
    "values": "Values",
    "numerics": "Numbers and determinism",  # a module called numbers would hide that of Python
    "classroom": "A class on one server",
    "lesson": "A lesson with the class",
    "security": "Security",
    "losses": "Nothing lost",
}


def machine() -> str:
    """Return what the figures were measured on."""
    memory = psutil.virtual_memory().total / 2**30
    system = f"{platform.system()} {platform.machine()}"
    python = f"Python {platform.python_version()}, {speed():.1f} million steps a second"
    return f"{os.cpu_count()} cores, {memory:.0f} GB, {system}, {python}"


def speed() -> float:
    """Return how fast Python is just now: millions of steps of a plain loop in a second."""
    taken = []
    for _ in range(9):
        begin, total = perf_counter(), 0
        for step in range(500_000):
            total += step * step
        taken.append(perf_counter() - begin)
    return 0.5 / median(taken)


def measured(part: str) -> list[Figure]:
    """Print and keep the figures of a part."""
    print(f"\n── {PARTS[part]} " + "─" * max(0, 70 - len(PARTS[part])), flush=True)
    begin, found = perf_counter(), []
    for figure in import_module(part).figures():
        mark = "holds" if figure.holds else "FAILS"
        print(f"{mark}  {figure.what}: {figure.got}  (target: {figure.target})", flush=True)
        found.append(figure)
    entry = {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": machine(),
        "seconds": round(perf_counter() - begin),
        "figures": [figure._asdict() for figure in found],
    }
    KEPT.mkdir(exist_ok=True)
    text = json.dumps(entry, ensure_ascii=False, indent=1) + "\n"
    (KEPT / f"{part}.json").write_text(text, encoding="utf-8")
    return found


def page() -> str:
    """Return docs/reliability.md: the words, then the tables of all parts that were kept."""
    words = (KEPT / "words.md").read_text(encoding="utf-8").rstrip()
    return "\n".join([words, *(table(part) for part in PARTS if (KEPT / f"{part}.json").is_file())])


def table(part: str) -> str:
    """Return the section of one part."""
    kept = json.loads((KEPT / f"{part}.json").read_text(encoding="utf-8"))
    rows = [Figure(**figure) for figure in kept["figures"]]
    lines = [
        f"\n## {PARTS[part]}\n",
        f"{kept['date']}, {kept['machine']}, {kept['seconds']} s.\n",
        "| what | target | measured | |",
        "|---|---|---|---|",
        *(
            f"| {row.what} | {row.target} | {row.got} | {'holds' if row.holds else '**fails**'} |"
            for row in rows
        ),
    ]
    return "\n".join(lines) + "\n"


def main(parts: list[str]) -> int:
    """Exit status: 0 if every figure of the chosen parts holds."""
    unknown = [part for part in parts if part not in PARTS]
    if unknown:
        print(f"No part is called {unknown[0]!r}. Known: {', '.join(PARTS)}.")
        return 2
    here = [part for part in PARTS if Path(__file__).with_name(f"{part}.py").is_file()]
    found = [figure for part in parts or here for figure in measured(part)]
    (DOCS / "reliability.md").write_text(page(), encoding="utf-8")
    failed = sum(not figure.holds for figure in found)
    print(f"\n{len(found)} figures, {failed} of them do not hold. docs/reliability.md is written.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
