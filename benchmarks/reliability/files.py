"""Files nobody should have to read: what became of every one, how fast, in how much memory."""

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
for threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(threads, "1")

from figure import Figure, at_most, none_of

from kselect_core.data import load_dataset
from kselect_core.errors import KselectError, QuestionError
from tests.bad.mutations import answer, cases
from tests.bad.parts import everything
from tests.bad.test_corpus import EXPECTED, report_of

FEWEST = 120
LONGEST_MESSAGE = 700  # characters; a message shows at most 80 of a file
MUTATIONS, SEED = 20_000, 11
MOST_SECONDS = 60.0
PEAK = """
import sys
from pathlib import Path
from kselect_core.data import load_dataset
from kselect_core.errors import KselectError
import pyarrow.parquet
def peak():
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))
before = peak()
for path in sys.argv[1:]:
    try:
        load_dataset(path)
    except KselectError:
        pass
    print(path.rsplit("/", 1)[-1], peak() - before, flush=True)
"""
HANG = "@relation r\n@attribute class {p,n" + "," * 42 + "\n@data\n"


def figures() -> Iterator[Figure]:
    """Yield what was promised of files, and what came out."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        for file, content in everything().items():
            (folder / file).write_bytes(content)
        yield from outcomes(folder)
        yield memory(folder)
    yield from mutations()
    yield hang()


def outcomes(folder):
    """Every file of the corpus read as a path, its outcome held against the expected one."""
    counts, tracebacks, silent, wrong, long = Counter(), [], [], [], []
    slowest, at = 0.0, ""
    for name, expected in EXPECTED.items():
        begin = time.perf_counter()
        try:
            got, words = outcome(folder / name, **arguments(folder, expected))
        except Exception as error:  # noqa: BLE001 - counted: nothing but ours may come
            tracebacks.append(name)
            got, words = "traceback", str(error)
        seconds = time.perf_counter() - begin
        slowest, at = max((slowest, at), (seconds, name))
        counts[got] += 1
        if got in ("fix", "fine") and expected["outcome"] in ("refuse", "ask"):
            silent.append(name)
        if not agrees(got, words, expected):
            wrong.append(name)
        if got in ("refuse", "ask") and len(words) > LONGEST_MESSAGE:
            long.append(name)
    total = sum(counts.values())
    said = ", ".join(f"{count} {what}" for what, count in sorted(counts.items()))
    yield Figure("files of the corpus", f"≥ {FEWEST}", f"{total}: {said}", total >= FEWEST)
    yield none_of("files read, tracebacks", len(tracebacks), total, "tracebacks")
    yield none_of("files to be refused or asked about", len(silent), total, "accepted silently")
    yield none_of("files with another outcome or other words", len(wrong), total, "files")
    yield none_of(f"messages above {LONGEST_MESSAGE} characters", len(long), total, "messages")
    yield at_most(f"slowest answer, bombs included ({at})", slowest, 2.0, "s")


def arguments(folder, expected):
    """Return the options given with a file, and the training file of a test file."""
    given = dict(expected.get("options", {}))
    return given | {"train": folder / expected["train"]} if "train" in expected else given


def outcome(path, *, train=None, **options):
    """Return what became of a file, and the words."""
    try:
        data = load_dataset(train or path, **options | ({"test": path} if train else {}))
    except QuestionError as error:
        return "ask", str(error)
    except KselectError as error:
        return "refuse", str(error)
    kinds = {finding.kind for finding in data.report}
    return "fine" if kinds <= {"found"} else "fix", report_of(data)


def agrees(got, words, expected):
    """Return whether an outcome is the expected one; facts that are found may count as fixed."""
    same = got == expected["outcome"] or (got == "fine" and expected["outcome"] == "fix")
    return same and expected.get("word", "") in words


def memory(folder):
    """Largest extra memory, in a process of its own that reads all files one after the other."""
    paths = [str(folder / name) for name in sorted(everything())]
    done = subprocess.run(  # noqa: S603 - this Python, our own words
        [sys.executable, "-c", PEAK, *paths],
        check=True, capture_output=True, text=True, cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    last = float(done.stdout.strip().splitlines()[-1].rsplit(" ", 1)[1])
    return at_most("largest extra memory, all files in one process", last, 512, "MB")


def mutations():
    """Damaged files of the corpus."""
    counts, slowest, begin = Counter(), 0.0, time.perf_counter()
    for _, content in cases(everything(), MUTATIONS, SEED):
        start = time.perf_counter()
        try:
            counts[answer(content)] += 1
        except Exception as error:  # noqa: BLE001 - counted: nothing but ours may come
            counts[f"other: {type(error).__name__}"] += 1
        slowest = max(slowest, time.perf_counter() - start)
        if time.perf_counter() - begin > MOST_SECONDS:
            break
    others = sum(count for name, count in counts.items() if name.startswith("other"))
    total = sum(counts.values())
    yield none_of("damaged files (flipped, cut, repeated)", others, total, "tracebacks")
    yield at_most("slowest answer for a damaged file", slowest, 2.0, "s")


def hang():
    """The list of words on which another reader of ARFF needs hours."""
    begin = time.perf_counter()
    with TemporaryDirectory() as name:
        path = Path(name) / "x.arff"
        path.write_text(HANG, encoding="utf-8")
        got, _ = outcome(path)
    seconds = time.perf_counter() - begin
    assert got == "refuse"
    return at_most("an ARFF list of words that stops other readers", seconds, 0.1, "s")
