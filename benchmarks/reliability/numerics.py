"""Numbers and determinism: degenerate data, closed forms, laws, the same bits, other CPUs."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
for threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(threads, "1")

import numpy as np
import pandas as pd
from figure import Figure, at_most, none_of

from kselect_core import choices, run_sweep
from kselect_core.kernels import KERNELS
from tests.robustness import closed_forms, degenerate, golden, same_bits
from tests.robustness.test_awkward import SAMPLES, kernels

SURROUNDINGS = {
    "2 BLAS threads, hash seed 0, LC_ALL=de_DE.UTF-8": {
        "OPENBLAS_NUM_THREADS": "2",
        "OMP_NUM_THREADS": "2",
        "PYTHONHASHSEED": "0",
        "LC_ALL": "de_DE.UTF-8",
    },
    "1 BLAS thread, hash seed 1, LC_ALL=C": {
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "PYTHONHASHSEED": "1",
        "LC_ALL": "C",
    },
    "random hash seed, TZ=Pacific/Kiritimati": {
        "PYTHONHASHSEED": "random",
        "TZ": "Pacific/Kiritimati",
    },
}
SHAKES = 200
EXAMPLES = "random"  # the profile of Hypothesis: other examples each time
PATIENCE = 120.0  # seconds
BETWEEN = 1e10
"""Condition at which rounding the entries of K alone costs all but six digits."""

EPS = float(np.finfo(float).eps)


def figures() -> Iterator[Figure]:
    """All figures of this part."""
    yield from of_degenerate_data()
    yield from of_closed_forms()
    yield from of_matrices()
    yield from of_tests()
    here = same_bits.outcome(whole=True)
    yield from of_same_bits(here)
    yield from of_other_cpus(here)
    yield from of_choices()
    yield from of_sources()


def of_degenerate_data() -> Iterator[Figure]:
    """Criteria on degenerate samples."""
    families = f"{len(KERNELS)} kernels × {len(SAMPLES)} degenerate samples"
    for name, faults in (
        ("criteria of least squares, all options", degenerate.least_squares_faults()),
        ("criteria of support vector machines", degenerate.machine_faults()),
    ):
        trials, found = degenerate.counted(faults)
        noun = "without a finite number or a named reason, negative, warning or exception"
        yield none_of(f"{name} × {families}, λ 1e-300 … 1e300", found.total(), trials, noun)


def of_closed_forms() -> Iterator[Figure]:
    """Closed forms against refits."""
    found = list(closed_forms.least_squares())
    mild, hard, silent = closed_forms.worst(found)
    what = "leave-one-out, k-fold and GCV against refits in extended precision: relative error"
    yield at_most(f"{what}, condition ≤ {closed_forms.MILD:.0e}", mild, 1e-8, "")
    known = [entry for entry in found if np.isfinite(entry.value)]
    between = max(entry.error for entry in known if entry.condition <= BETWEEN)
    yield at_most(f"{what}, condition ≤ {BETWEEN:.0e}", between, 2 * BETWEEN * EPS, "")
    yield at_most(f"{what}, condition ≤ {closed_forms.HARD:.0e}", hard, 1e-4, "")
    harder = sum(entry.condition > closed_forms.HARD for entry in found)
    yield none_of("the same above that condition", silent, harder, "not flagged ill-conditioned")
    by_bits, condition, error = closed_forms.last_bits()
    yield at_most(
        f"error of leave-one-out at condition {condition:.0e}, in units of what changing the last "
        f"bit of the entries of K does to the exact value ({by_bits:.1e})",
        error / by_bits,
        4.0,
        "",
    )
    spans = list(closed_forms.spans())
    worst = max(entry.error for entry in spans)
    yield at_most(f"span of {len(spans)} support vectors: relative error", worst, 1e-8, "")


def of_matrices() -> Iterator[Figure]:
    """Kernel matrices of degenerate samples."""
    count, broken = 0, 0
    for name in KERNELS:
        for X, _ in SAMPLES.values():
            for parameters in kernels(name, X):
                K = KERNELS[name](X, **parameters)
                count += 1
                broken += not promises(name, K)
    noun = "not symmetric, indefinite beyond n·ε·σ₁, or off the range or diagonal of their kernel"
    yield none_of("kernel matrices of degenerate samples, 24 orders of widths", broken, count, noun)


def promises(name: str, K: np.ndarray) -> bool:
    """Whether a kernel matrix is what it should be."""
    if not (K == K.T).all():
        return False
    if not np.isfinite(K).all():
        return True  # refused by name afterwards
    sigma = np.linalg.eigvalsh(K)
    definite = sigma[0] >= -len(K) * np.finfo(float).eps * sigma[-1]
    ranged = name not in ("gaussian", "laplacian") or bool(
        (np.diagonal(K) == 1).all() and K.min() >= 0 and K.max() <= 1
    )
    return bool(definite and ranged)


def of_tests() -> Iterator[Figure]:
    """Laws and frozen results, by their tests."""
    for what, path in (
        ("laws (order, columns, origin, rotation, units, copies, classes, λ → ∞, float32)", "laws"),
        ("frozen results: exact bits of NumPy alone, 9 digits through BLAS", "golden"),
    ):
        passed, failed = tests_of(f"tests/robustness/test_{path}.py")
        yield none_of(what, failed, passed + failed, "tests fail")


def tests_of(path: str) -> tuple[int, int]:
    """How many tests of a file pass and fail."""
    done = subprocess.run(  # noqa: S603 (our own command)
        [sys.executable, "-m", "pytest", path, "-q", "--no-cov", "-rA", "-p", "no:cacheprovider"],
        cwd=ROOT,
        env={**os.environ, "KSELECT_HYPOTHESIS": EXAMPLES},
        capture_output=True,
        text=True,
        check=False,
    )
    lines = done.stdout.splitlines()
    passed = sum(line.startswith("PASSED") for line in lines)
    return passed, sum(line.startswith(("FAILED", "ERROR")) for line in lines)


def of_same_bits(here: same_bits.Outcome) -> Iterator[Figure]:
    """Digests of one sweep in other surroundings and by other ways."""
    others = {name: same_bits.started(0, "whole", **set_) for name, set_ in SURROUNDINGS.items()}
    digests = {name: same_bits.told(process).digest for name, process in others.items()}
    digests |= {f"{n} workers": same_bits.outcome(workers=n, whole=True).digest for n in (1, 2, 4)}
    odd = [name for name, digest in digests.items() if digest != here.digest]
    names = ", ".join(digests)
    yield none_of(
        f"SHA-256 of a sweep of every criterion: {names}", len(odd), len(digests), "other"
    )
    config, of = next(same_bits.configs()), same_bits.data()
    whole = run_sweep(config, dataset=of)
    ways = {
        "resumed": run_sweep(config, dataset=of, done=part_of(whole, 0)),
        "resumed with 2 workers": run_sweep(config, dataset=of, done=part_of(whole, 1), workers=2),
        "rows in another order": whole.sample(frac=1.0, random_state=2),
        "page": through_the_page(config, of),
        "command line": through_the_command_line(config),
    }
    expected = same_bits.digest(whole)
    odd = [name for name, table in ways.items() if same_bits.digest(table) != expected]
    yield none_of(f"SHA-256 of a sweep: {', '.join(ways)}", len(odd), len(ways), "others")


def part_of(table: pd.DataFrame, seed: int) -> pd.DataFrame:
    """Half of the finished kernels, in random order."""
    kernels_of = table["kernel"] + table["parameter"].astype(str) + table["split"].astype(str)
    kept = np.random.default_rng(seed).permutation(kernels_of.unique())[::2]
    part = table[kernels_of.isin(kept)].sample(frac=1.0, random_state=seed)
    part.attrs = dict(table.attrs)
    return part


def through_the_page(config, of) -> pd.DataFrame:
    """Table of a sweep as the page Sweep runs it, in worker processes, read from its folder."""
    from kselect_core.results import runs
    from kselect_ui.server.jobs import JobRegistry

    with TemporaryDirectory() as home:
        os.environ["KSELECT_HOME"] = home
        jobs = JobRegistry()
        digest = jobs.submit(config, of)
        deadline = time.monotonic() + PATIENCE
        while (status := jobs.status(digest)) is None or status.active:
            if time.monotonic() > deadline:
                raise TimeoutError("the job of the page does not end")
            time.sleep(0.05)
        return runs.load(digest)


def through_the_command_line(config) -> pd.DataFrame:
    """Table that ``kselect sweep`` writes, of the same numbers in a file."""
    of = same_bits.data()
    with TemporaryDirectory() as folder:
        columns = {f"x{column}": of.X[:, column] for column in range(of.X.shape[1])}
        table = pd.DataFrame(columns | {"label": np.where(of.y > 0, "p", "n")})
        path, asked = Path(folder) / "clouds.csv", Path(folder) / "sweep.toml"
        table.to_csv(path, index=False)
        asked.write_text(config.to_toml().replace('"clouds"', f'"{path}"'), "utf-8")
        out = Path(folder) / "all.parquet"
        words = ["sweep", str(asked), "--out", str(out), "--workers", "2"]
        program = "from kselect_core.cli import main; main()"
        command = [sys.executable, "-c", program, *words]
        done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)  # noqa: S603 (our own)
        if done.returncode:
            raise RuntimeError(done.stderr)
        return pd.read_parquet(out).assign(dataset="clouds")


def of_other_cpus(here: same_bits.Outcome) -> Iterator[Figure]:
    """Values and choices with other CPU kernels of OpenBLAS."""
    programs = {
        name: same_bits.started(0, "whole", OPENBLAS_CORETYPE=name)
        for name in same_bits.architectures()
    }
    for name, program in programs.items():
        other = same_bits.told(program)
        values, shares, machines = same_bits.differences(here, other)
        what = f"OPENBLAS_CORETYPE={name}: relative difference of"
        yield at_most(f"{what} {here.sizes[0]:,} values of least squares", values, 1e-9, "")
        yield at_most(
            f"{what} {here.sizes[2]:,} of machines, which stop at 1e-4", machines, 1e-3, ""
        )
        what = f"OPENBLAS_CORETYPE={name}: shares of wrong signs"
        yield none_of(what, round(shares * here.sizes[1]), here.sizes[1], "others")
        pairs = zip(here.choices, other.choices, strict=True)
        moved = sum(one != another for one, another in pairs)
        yield none_of(f"OPENBLAS_CORETYPE={name}: choices", moved, len(here.choices), "others")


def of_choices() -> Iterator[Figure]:
    """Choices after a small change of the values."""
    rng, moved, count = np.random.default_rng(0), 0, 0
    for config in same_bits.configs():
        table = run_sweep(config, dataset=same_bits.data())
        expected = same_bits.chosen(table, config)
        for _ in range(SHAKES):
            by = 1 + 1e-12 * rng.uniform(-1, 1, len(table))
            found = same_bits.chosen(table.assign(value=table["value"] * by), config)
            moved += sum(one != other for one, other in zip(expected, found, strict=True))
            count += len(expected)
    yield none_of("choices after every value was shaken by 1e-12", moved, count, "others")
    of, chosen = golden.data(), []
    for dtype in (np.float32, np.float64):
        single = type(of).from_arrays(of.X.astype(dtype), of.y, name="golden")
        for _, _, config in golden.sweeps():
            chosen.append(choices(run_sweep(config, dataset=single), config)[same_bits.CHOSEN])
    half = len(chosen) // 2
    same = [one.equals(other) for one, other in zip(chosen[:half], chosen[half:], strict=True)]
    yield none_of("choices from single precision, by learner", half - sum(same), half, "others")


def of_sources() -> Iterator[Figure]:
    """Use of global random state in the source."""
    places = ["kselect", "kselect_core", "kselect_ui", "app.py"]
    files = sum(1 for place in places for _ in (ROOT / place).rglob("*.py")) + 1
    done = subprocess.run(  # noqa: S603 (our own command)
        [sys.executable, "-m", "ruff", "check", "--select", "NPY002,S311", "-q", *places],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    found = done.stdout.count("\n  --> ")
    if done.returncode not in (0, 1):
        found = files
    yield none_of("source files with global random state", found, files, "uses")
