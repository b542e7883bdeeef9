"""Bad values: every one at its door, and how quickly a grid of ten millions is refused."""

import os
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
for threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(threads, "1")

from figure import Figure, at_most, none_of

from kselect_core.errors import KselectError
from tests.bad.judging import fault
from tests.bad.values import DOORS, PAGES, Bad, values

WORDS = {
    "refuse": "refused with a message that says what is allowed and what was given",
    "flagged": "allowed, with a warning",
    "allowed": "allowed",
}
HUGE = 10**7


def figures() -> Iterator[Figure]:
    """All figures of this part."""
    with a_home():
        yield from of_values()
        yield from of_pages()
        yield from of_huge_grids()


@contextmanager
def a_home() -> Iterator[None]:
    """A folder of its own for what is kept."""
    with TemporaryDirectory() as home:
        os.environ["KSELECT_HOME"] = home
        os.environ.pop("KSELECT_DATA", None)
        yield


def of_values() -> Iterator[Figure]:
    """Values at the doors of Python, the command line, configurations and the environment."""
    found = [bad for bad in values() if bad.where not in PAGES]
    slowest = 0.0
    for where in dict.fromkeys(bad.where for bad in found):
        for outcome, words in WORDS.items():
            group = [bad for bad in found if (bad.where, bad.outcome) == (where, outcome)]
            faults = []
            for bad in group:
                began = perf_counter()
                faults.append(fault(bad, DOORS[bad.door]))
                slowest = max(slowest, perf_counter() - began)
            if group:
                complained(faults)
                wrong = sum(map(bool, faults))
                yield none_of(f"{where}: {words}", wrong, len(group), "other outcomes")
    yield at_most("slowest answer of all these", slowest, 10.0, "s")


def of_pages() -> Iterator[Figure]:
    """Links and fields of pages."""
    from tests.pages.every import test_bad_values as pages

    def tried(test: Callable[[Bad], None], bad: Bad) -> str:
        try:
            test(bad)
        except Exception as error:  # noqa: BLE001 (whatever comes out is what is looked for)
            return f"{bad.code}: {type(error).__name__}: {error}"
        return ""

    for what, test, group in (
        ("links of pages", pages.test_a_strange_link_opens_the_page, pages.LINKS),
        (
            "fields of pages",
            pages.test_a_bad_number_in_a_field_is_explained_and_nothing_can_be_started,
            pages.FIELDS,
        ),
    ):
        faults = [tried(test, bad) for bad in group]
        complained(faults)
        wrong = sum(map(bool, faults))
        yield none_of(f"{what}: no page breaks or repeats them", wrong, len(group), "others")


def of_huge_grids() -> Iterator[Figure]:
    """Time and memory of refusing ten million points."""
    from kselect_core.selection import SweepConfig
    from kselect_core.selection.config.grids import log_grid

    tries = {
        "grid of λ": lambda: SweepConfig(dataset="wdbc", lambdas=range(1, HUGE)),
        "grid of widths": lambda: SweepConfig(
            dataset="wdbc", candidates=[{"values": range(1, HUGE)}]
        ),
        "log_grid": lambda: log_grid(1e-3, 1e3, HUGE),
        "longer grid": lambda: SweepConfig(dataset="wdbc").extended("gaussian", "high", steps=HUGE),
    }
    for name, attempt in tries.items():
        tracemalloc.start()
        began, said = perf_counter(), ""
        try:
            attempt()
        except KselectError as error:
            said = str(error)
        seconds, peak = perf_counter() - began, tracemalloc.get_traced_memory()[1] / 2**20
        tracemalloc.stop()
        yield Figure(
            f"10,000,000 points as a {name}: refused before anything is allocated",
            "an estimate in days, ≤ 0.1 s, ≤ 1 MiB",
            f"{'an estimate' if 'days; the limit' in said else 'nothing said'}, {seconds:.3f} s, "
            f"{peak:.2f} MiB",
            "days; the limit is 100,000" in said and seconds <= 0.1 and peak <= 1.0,
        )


def complained(faults: list[str]) -> None:
    """Print what was wrong, where something was."""
    for words in filter(None, faults):
        print(f"       {words[:300]}", file=sys.stderr)
