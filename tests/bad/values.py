"""Values nobody should hand in, the door each goes through, and what must happen there.

``outcome`` is "refuse" (a KselectError, or status 1 or 2 of the command line, that says ``word``),
"allowed" (it goes through) or "flagged" (it goes through and ``word`` is said). The doors are
functions that take the value.
"""

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import count, product
from typing import Any, NamedTuple

import numpy as np

from kselect_core import Dataset, Problem, SvmProblem, choices, load_dataset, run_sweep
from kselect_core.criteria import CRITERIA
from kselect_core.data.set.splits import splits
from kselect_core.kernels import KERNELS
from kselect_core.selection import Candidates, SweepConfig
from kselect_core.selection.config.grids import log_grid
from tests.bad import commands, surroundings
from tests.selection.examples import blobs, clouds, small

LONG = "x" * 10_000
PLAIN = 'dataset = "wdbc"\n'
NAN, INF = math.nan, math.inf
GRAM = np.exp(-0.5 * np.square(np.subtract.outer(np.arange(8.0), np.arange(8.0))))
SIGNS = np.where(np.arange(8) % 2, 1.0, -1.0)


PAGES = ("page", "query")
"""Where a browser would be: the doors of pages are in tests/pages/every/test_bad_values.py."""


class Bad(NamedTuple):
    """One value at one door."""

    code: str  # group of values, and number within
    where: str  # python, cli, config, page, query or environment
    door: str
    value: Any
    outcome: str
    word: str = ""


# ------------------------------------------------------------------------------- doors


def width(value):
    return swept(small(candidates=[{"values": (value,)}], repeats=1))


def widths(values):
    return small(candidates=[{"values": values}])


def rate(value):
    return KERNELS["gaussian"](np.eye(3), gamma=value)


def ridge(value):
    return swept(small(lambdas=(value,), repeats=1))


def matrix_ridge(value):
    return Problem(GRAM, SIGNS, [value])


def cost(value):
    return small(learner="svm", C=(value,), criteria=("svm_loo",))


def matrix_cost(value):
    return SvmProblem(GRAM, SIGNS, [value])


def degree(value):
    family = {"kernel": "polynomial", "values": (value,)}
    return swept(small(candidates=[family], repeats=1))


def machine_degree(value):
    family = {"kernel": "polynomial", "values": (value,)}
    return swept(small(learner="svm", C=(1.0,), criteria=("span",), candidates=[family], repeats=1))


def family(entries):
    return small(candidates=[entries])


def grid(arguments):
    return log_grid(*arguments)


def extension(arguments):
    kernel, side, steps = arguments
    return small().extended(kernel, side, steps=steps)


def entries(changes):
    return small(**changes)


def folds(k):
    return swept(small(criteria=(("kfold", {"k": k}),), repeats=1))


def shares(value):
    return splits(SIGNS, task="binary", test_share=value, repeats=1, seed=0)


def tiny_sample(share):
    of = Dataset.from_arrays(np.eye(4), [0, 1, 0, 1], name="tiny")
    return run_sweep(small(dataset="tiny", test_share=share, repeats=1), dataset=of)


def workers(value):
    return run_sweep(small(repeats=1), dataset=blobs(), workers=value)


def criterion_of(learner):
    return small(criteria=("span",), learner=learner)


def positive(name):
    return run_sweep(small(positive=name), dataset=blobs())


def pair(names):
    return run_sweep(small(dataset="clouds", pair=names), dataset=clouds())


def label(name):
    return load_dataset("wdbc", label=name)


def gram(matrix):
    return Problem(matrix, SIGNS, [0.1])


def judged_gram(matrix):
    return CRITERIA["sps"].score(Problem(matrix, SIGNS, [1e-3]))


def labels_of_gram(y):
    return Problem(GRAM, y, [0.1])


def two_samples(columns):
    return KERNELS["gaussian"](np.ones((4, 3)), np.ones((4, columns)), gamma=1.0)


def of_table(change):
    config = small(repeats=1)
    return choices(change(run_sweep(config, dataset=blobs())), config)


def toml(text):
    return SweepConfig.from_toml(text)


def json(text):
    return SweepConfig.from_json(text)


def named(dataset):
    return load_dataset(dataset)


def swept(config):
    """A table whose values are numbers or have reasons; all reasons as one text."""
    table = run_sweep(config, dataset=blobs())
    silent = table["value"].isna() & (table["reason"].str.len() == 0)
    if silent.any() or np.isinf(table["value"]).all():
        raise AssertionError("a value is neither a number nor has it a reason")
    return " | ".join(sorted(set(table["reason"])))


PYTHON = {
    door.__name__: door
    for door in (
        width, widths, rate, ridge, matrix_ridge, cost, matrix_cost, degree, machine_degree,
        family, grid, extension, entries, folds, shares, tiny_sample, workers, criterion_of,
        positive, pair, label, gram, judged_gram, labels_of_gram, two_samples, of_table, toml,
        json, named,
    )
}  # fmt: skip
DOORS = {**PYTHON, **commands.DOORS, **surroundings.DOORS}

# ------------------------------------------------------------------------------- values

POSITIVE = "must be a finite number greater than 0, got"
RANGE = "must be one or more finite numbers greater than 0"
ELSEWHERE = "which is not on this computer"
TOO_MANY = "points × 0.03 s ≈"


def python(code: str, door: str, *pairs: tuple[Any, str]) -> Iterator[Bad]:
    """Values that a door of Python refuses, each with a word of the message."""
    for number, (value, word) in enumerate(pairs):
        yield Bad(f"{code}.{number}", "python", door, value, "refuse", word)


def allowed(code: str, door: str, *values: Any) -> Iterator[Bad]:
    """Values that go through."""
    for number, value in enumerate(values):
        yield Bad(f"{code}.{number}", "python", door, value, "allowed")


def config(code: str, door: str, *pairs: tuple[str, str]) -> Iterator[Bad]:
    """Texts that are refused as a configuration."""
    for number, (text, word) in enumerate(pairs):
        yield Bad(f"{code}.{number}", "config", door, text, "refuse", word)


def each(values: Any, word: str) -> list[tuple[Any, str]]:
    """Every value with the same word."""
    return list(product(values, (word,)))


NO_NUMBERS = (0, -1, NAN, INF, -INF, "abc", "", True, None, 1j, b"1", LONG, [[1.0]])


def values() -> list[Bad]:
    """All of them."""
    groups = (WIDTHS, RIDGES, KERNEL, GRIDS, SPLITS, MACHINE, MODEL, LINKS, TEXTS, OUTSIDE)
    return [bad for group in groups for bad in group]


WIDTHS = [
    *python("V1–V10 width", "width", *each(NO_NUMBERS, POSITIVE)),
    *python("V3 rate", "rate", *each((0, -1.0, NAN, INF, "abc", True), POSITIVE)),
    *python("V8 widths", "widths", ((), "one or more"), ("1, 2", "a list"), ({1: 2}, "a list")),
    *allowed("V5–V11 width", "width", 1e-300, 1e300, np.float32(2.5), np.int64(2), 3),
    Bad("V5 inverse", "python", "width", 1e-320, "refuse", "a width whose γ is a finite positive"),
    Bad("V12 identity", "python", "limits", 1e-12, "flagged", "numerically the identity"),
    Bad("V12 constant", "python", "limits", 1e20, "flagged", "numerically constant"),
]

RIDGES = [
    *python("V13–V20 λ", "ridge", *each(NO_NUMBERS, POSITIVE)),
    *python("V13 λ of a matrix", "matrix_ridge", *each((0, -1.0, NAN, INF, "x", 1e301), RANGE)),
    *python("V13–V20 C", "cost", *each(NO_NUMBERS, POSITIVE), (1e13, "C must be at most 1e+12")),
    *python("V13 C of a matrix", "matrix_cost", *each((0, -1.0, NAN, INF, "x"), "up to 1e+12")),
    Bad("V17 λ", "python", "ridge", 1e-300, "flagged", "ill-conditioned"),
    *allowed("V18 λ", "ridge", 1e300, np.float32(0.5)),
]

KERNEL = [
    *python("V21–V24 degree", "degree", (0, "than 0, got 0"), (-1, "than 0, got -1"),
            (2.5, "a whole number from 1 to 50, got 2.5"), (51, "from 1 to 50"), ("3", "got '3'")),
    Bad("V24 degree of least squares", "python", "degree", 50, "flagged", "ill-conditioned"),
    *allowed("V24 degree of machines", "machine_degree", 50),
    *python("V25–V26 kernel", "family",
            ({"kernel": "polynomial", "coef0": -5}, "family is called 'coef0'"),
            ({"kernel": "gausian"}, "Did you mean 'gaussian'?"),
            ({"kernel": LONG}, "No kernel is called"),
            ({"kernel": 3}, "a function or a Kernel, got 3"),
            ({"convention": "sigma"}, "Did you mean 'sigma2'?")),
]  # fmt: skip

GRIDS = [
    *python("V27–V36 grid", "grid",
            ((2, 1, 5), "low end must be at most the high end"), ((0, 1, 5), f"low end {POSITIVE}"),
            ((1, 2, 0), "number of points must be a whole number ≥ 1"),
            ((1, 2, -3), "a whole number"), ((1, 2, 2.5), "a whole number"),
            (("a", 2, 3), POSITIVE), ((1, INF, 3), POSITIVE), ((1, 2, 10**7), TOO_MANY)),
    *python("V27–V36 grid of widths", "widths",
            ((), "one or more"), ((2.0, 1.0, 2.0), "duplicates"),
            (("1", "2"), POSITIVE), (range(1, 10**7), TOO_MANY), (count(1), TOO_MANY),
            (np.zeros((2, 0)), "each value")),
    *python("V33 step", "extension", (("gaussian", "low", 0), "steps must be a whole number ≥ 1"),
            (("gaussian", "up", 1), "No end of the grid is called 'up'"),
            (("gaussian", "high", 10**7), TOO_MANY), (("linear", "low", 1), "No grid of this"),
            (("gaussian", "high", 5000), "leave the range")),
    Bad("V36 estimate", "python", "entries", {"lambdas": range(1, 10**7 + 1)}, "refuse",
        "10,000,000 points × 0.03 s ≈ 3.5 days; the limit is 100,000"),
    *allowed("V28 grid", "grid", (1, 1, 1), (1e-300, 1e300, 3)),
    *allowed("V30 widths", "widths", (3.0, 1.0, 2.0), (1.0,), np.array([1.0, 2.0])),
]  # fmt: skip

SPLITS = [
    *python("V37–V39 folds", "folds", *each((1, 0, -1, 2.5, "5", True, NAN), "a whole number")),
    Bad("V38 folds above n", "python", "folds", 200, "flagged", "k = 200 folds need at least 200"),
    Bad("V39 folds above a class", "python", "folds", 20, "flagged", "the smaller class has"),
    *python("V40 share", "shares", *each((0, 1, 1.5, -0.1, NAN, "0.3", True), "number in (0, 1)")),
    *python("V40 share of few", "tiny_sample", *each((0.01, 0.99), "at least 2 and 1")),
    *python("V41–V43 repeats", "entries",
            *[({"repeats": bad}, "number of repetitions must") for bad in (0, -1, 10**6, 2.5)]),
    *python("V44 seed", "entries",
            *[({"seed": bad}, "the seed must be") for bad in (-1, 2**64, 1.5, "x", NAN)]),
    *allowed("V44 good seed", "entries", {"seed": 2**64 - 1}, {"seed": np.int64(3)}),
]  # fmt: skip

MACHINE = [
    *python("V45–V48 workers", "workers",
            *each((0, -2, 10**4, 2.5, "2", True), "the number of workers must be a whole number")),
    Bad("V48 workers and memory", "environment", "workers_and_memory", 256, "refuse",
        "worker(s); the limit is"),
    Bad("V50 memory below one K", "environment", "memory", 1000, "refuse", "points would fit"),
    Bad("V45 --workers 0", "cli", "sweep", ["--workers", "0"], "refuse", "--workers"),
    Bad("V47 --workers", "cli", "sweep", ["--workers", "10000"], "refuse", "1<=x<=256"),
    Bad("V45 --workers x", "cli", "sweep", ["--workers", "x"], "refuse", "not a valid integer"),
    Bad("V49 no such limit", "cli", "sweep", ["--time", "0"], "refuse", "No such option"),
    Bad("V50 --out", "cli", "sweep", ["--out", "all.txt"], "refuse", "--out must end in .csv"),
]  # fmt: skip

MODEL = [
    *python("V51 criterion", "entries", ({"criteria": ["kfolds"]}, "Did you mean 'kfold'?"),
            ({"criteria": [LONG]}, "No criterion is called"),
            ({"criteria": [("kfold", {"folds": 5})]}, "an option name must be one of"),
            ({"learner": "svc"}, "Did you mean 'svm'?")),
    *python("V52 criterion of another model", "criterion_of",
            ("krr", "those that judge the learner 'krr'")),
    *python("V53 class", "positive", ("nobody", "nobody"), (LONG, "x")),
    *python("V53 pair", "pair", (("red", "nobody"), "nobody"), (("red", "red"), "red"),
            (("red",), "two names")),
    *python("V54 label", "label", ("nobody", "nobody"), (LONG, "x")),
    *python("V55 matrix", "gram", (np.ones((3, 4)), "square, at least 2 × 2, got (3, 4)"),
            (np.triu(np.ones((8, 8))), "K must be symmetric"),
            (np.full((8, 8), NAN), "missing"), (np.full((8, 8), INF), "no finite entry"),
            (np.ones((1, 1)), "at least 2 × 2"), ("K", "of numbers"), (1e200 * GRAM, "overfl"),
            (np.ones((5, 5)), "the shape of y must be (5,), got (8,)")),
    Bad("V55 indefinite", "python", "judged_gram", GRAM - 0.5, "refuse", "K is indefinite"),
    *python("V55 labels", "labels_of_gram", (SIGNS[:5], "the shape of y must be (8,), got (5,)"),
            (np.full(8, NAN), "missing or infinite"), (["a"] * 8, "y must be n numbers")),
    *python("V55 train and test", "two_samples", (2, "that of X (3), got 2")),
    *python("V55 table", "of_table", (lambda table: table.drop(columns="value"), "column value is"),
            (lambda table: table.assign(parameter=3.0), "not")),
    *python("V56 size", "tiny_sample", (0.999, "leaves 0 rows")),
]  # fmt: skip

LINKS = [
    Bad("V57 page", "query", "explore", {"page": "../../etc"}, "allowed"),
    Bad("V57 run", "query", "explore", {"run": "../../etc/passwd"}, "flagged", ELSEWHERE),
    Bad("V59 length", "query", "explore", {"run": LONG}, "flagged", ELSEWHERE),
    Bad("V58 number", "query", "explore", {"n": "1e99", "split": "1e99", "lam": "nan"}, "allowed"),
    Bad("V59 size", "query", "explore", {"run": "x" * 10**6, "q": "y" * 10**6}, "allowed"),
    Bad(
        "V60 widgets", "query", "explore", {"axis": "upside down", "crit": ["?", "kta"]}, "allowed"
    ),
    Bad(
        "V61 markup",
        "query",
        "explore",
        {"dataset": "<script>", "run": "<b>"},
        "flagged",
        ELSEWHERE,
    ),
    Bad("V62 twice", "query", "explore", {"run": ["a", "b"], "split": ["0", "1"]}, "allowed"),
    Bad("V57 data set", "query", "sweep", {"ds": "../../etc/passwd"}, "allowed"),
    Bad("V58 grid", "query", "sweep", {"g_n": "1e99", "reps": "-1", "seed": "nan"}, "allowed"),
    Bad("V61 name", "query", "sweep", {"ds": "<script>alert(1)</script>"}, "allowed"),
    Bad("V62 data sets", "query", "sweep", {"ds": ["wdbc", "two_moons"]}, "allowed"),
    Bad("V32 grid", "page", "grid", ("g_n", 10**7), "refuse", "10,000,000 points"),
    Bad("V44 seed", "page", "grid", ("seed", -1), "refuse", "seed"),
]

TEXTS = [
    *config("V63 unknown key", "toml", (PLAIN + "sead = 1", "Did you mean 'seed'?"),
            (PLAIN + f"{LONG} = 1", "No entry of a sweep configuration")),
    *config("V64 type", "toml", (PLAIN + 'test_share = "0.3"', "a number in (0, 1), got '0.3'"),
            (PLAIN + "lambdas = 1979-05-27", "λ (lambdas) must be a list"),
            (PLAIN + "criteria = {}", "criteria must be a list"), ("dataset = 3", "must be a name"),
            (PLAIN + "repeats = 2.5", "the number of repetitions")),
    *python("V64 reading", "entries", ({"reading": 3}, "reading must be names and values"),
            ({"reading": "label"}, "reading must be names and values"),
            ({"reading": {"lable": "x"}}, "Did you mean 'label'?"),
            ({"reading": {"label": NAN}}, "label of reading must be text"),
            ({"reading": {"drop": [1.5]}}, "drop of reading must be text"),
            ({"reading": {"label": {"a": 1}}}, "label of reading must be text"),
            ({"reading": {"decimal": LONG}}, "")),
    *config("V65 twice", "toml", (PLAIN + "[x]\n[x]", "not a sweep configuration in TOML"),
            (PLAIN * 2, "not a sweep configuration in TOML")),
    *config("V66 depth", "toml", ("x = " + "[" * 20_000, "TOML"), ("a." * 2000 + "b = 1", "")),
    *config("V66 depth of JSON", "json", ("[" * 200_000, "JSON"),
            ('{"a":' * 9000 + "1" + "}" * 9000, "")),
    *config("V67 another language", "toml",
            ("!!python/object/apply:os.system ['true']", "not a sweep configuration in TOML"),
            ("dataset: wdbc\nseed: 1", "not a sweep configuration in TOML"),
            ("\x00\x01", "not a sweep configuration in TOML")),
    *config("V67 numbers", "json", ('{"dataset":"wdbc","lambdas":[NaN]}', "got nan"),
            ('{"dataset":"wdbc","seed":' + "9" * 5000 + "}", "not a sweep configuration in JSON")),
    *config("V68 newer", "toml", (PLAIN + "schema = 9", "schema 9, written by another version"),
            (PLAIN + 'schema = "2"', "schema '2'")),
    *config("V69 path", "named", ("../../etc/nothing.csv", "nothing.csv"), ("/etc", "a folder"),
            ("nothing here/Straße 7.csv", "Straße 7.csv"), ("~nobody/x.csv", "x.csv"),
            ("https://example.org/x.csv", "Addresses are not opened"), ("a\x00b.csv", "NUL"),
            ("/dev/zero", "a device"), (LONG, "x")),
    Bad("V63 file", "cli", "config", PLAIN + "sead = 1", "refuse", "Did you mean 'seed'?"),
    Bad("V67 file of YAML", "cli", "config", "!!python/object:os.system", "refuse", "TOML"),
    Bad("V70 file that is no text", "cli", "config", b"\xff\xfe\x00", "refuse", "not UTF-8 text"),
    Bad("V70 no file", "cli", "path", "a folder/~/ü.toml", "refuse", "cannot be read"),
    Bad("V70 folder", "cli", "path", ".", "refuse", "not a regular file"),
    Bad("V69 data set of a file", "cli", "config", 'dataset = "../wdbc"', "refuse", "wdbc"),
]  # fmt: skip

OUTSIDE = [
    Bad("V71 port in use", "environment", "port_in_use", None, "flagged", "is passed over"),
    Bad("V71 shared port in use", "environment", "shared_port_in_use", None, "refuse", "port"),
    Bad("V71 --port", "cli", "app", ["--port", "70000"], "refuse", "1<=x<=65535"),
    Bad("V71 --port x", "cli", "app", ["--port", "x"], "refuse", "not a valid integer"),
    Bad("V72 store read-only", "environment", "read_only_store", None, "flagged", "viewing only"),
    Bad("V72 runs read-only", "environment", "read_only_runs", None, "refuse", "KSELECT_HOME"),
    Bad("V73 full disk", "environment", "full_disk", None, "refuse", "Nothing can be kept"),
    Bad("V74 network folder", "environment", "network_folder", None, "flagged", "network"),
    Bad("V75 newer store", "environment", "newer_store", None, "refuse", "newer kselect"),
    Bad("V75 newer run", "environment", "newer_run", None, "flagged", "another version of kselect"),
    Bad("V76 no database", "environment", "no_database", None, "refuse", "not a store of results"),
    Bad("V76 another's", "environment", "anothers_database", None, "refuse", "another program"),
    Bad("V77 clock", "environment", "clock_set_back", None, "allowed"),
    Bad("V77 locale", "environment", "decimal_comma", None, "allowed"),
    Bad("V78 terminal", "environment", "poor_terminal", None, "flagged", "Stra?e"),
    Bad("V78 no browser", "environment", "no_browser", None, "flagged", "http://127.0.0.1"),
    Bad("V78 two at work", "environment", "two_servers", None, "refuse", "is already running"),
]


def limits(value):
    """Whether a kernel is all or nothing is said beside what is chosen."""
    from kselect_core.selection.sweep.extreme_kernels import numerical_limits

    config = replace(small(), candidates=(Candidates(values=(1.0, value)),))
    return " ".join(limit.words for limit in numerical_limits(config, blobs()))


DOORS["limits"] = limits
