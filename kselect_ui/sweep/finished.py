"""Finished sweeps by digest: the one that ships, and those computed on this computer.

Streamlit never hashes data here: every cached function takes a digest and nothing else.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import pandas as pd

from kselect_core.data import CATALOGUE, Dataset, load_dataset
from kselect_core.data.catalogue.cards import ALIASES, title_of
from kselect_core.data.catalogue.sample_tables import folder
from kselect_core.data.made.loading import is_made
from kselect_core.errors import DataError, KselectError, StorageError
from kselect_core.plotting.curves.scales import is_rate
from kselect_core.plotting.kit.sweep_rows import undefined_points
from kselect_core.results.run_names import label_of
from kselect_core.results.runs import Run, runs_folder
from kselect_core.selection.config.config import SEARCH, SweepConfig
from kselect_core.selection.config.measures import ERROR, errors_named, measured_by, measures_of
from kselect_core.selection.config.named import is_given, named
from kselect_core.selection.config.parts import Candidates
from kselect_core.selection.made.played import Played, played
from kselect_core.selection.places.cursor import Cursor, SpectrumView, Workbench
from kselect_core.selection.sweep.choices import choices as choices_of, first_place, part
from kselect_core.selection.sweep.setup import Setup, named_dataset
from kselect_core.words.sweeps import names_of, on_landmarks
from kselect_ui.server import runs, upload
from kselect_ui.server.jobs import kept_eigenvalues, registry
from kselect_ui.server.live import live
from kselect_ui.server.shelf import kept, shelf
from kselect_ui.widgets import hidden, linked

if TYPE_CHECKING:
    from kselect_core.selection.terms.recommendation import Recommendation
    from kselect_core.views.sweep import Pair, SweepAt

DEMO = folder() / "demo"
DIGITS = 12  # of a digest in a link
SHORT = 6  # of a digest that stands behind a title
PAUSE = 5.0  # seconds after which the folder of runs is read again, whatever it says
LENS = "#"  # between a digest and the number of a pair of classes
BY = "@"  # between a digest and what the test error is, before the pair
RUN, PAIR, MEASURE, TEST_ERROR = "run", "pair", "meas", hidden.SWITCH


@dataclass(frozen=True, eq=False)
class Sweep:
    """A finished sweep with what every view of it needs; never changed."""

    digest: str
    config: SweepConfig
    table: pd.DataFrame
    choices: pd.DataFrame
    task: str  # "binary" (also for several classes) or "regression"
    splits: tuple[int, ...]
    pair: tuple[str, str] | tuple[()] = ()  # of several classes: the two sides that are looked at
    measures: tuple[str, ...] = (ERROR,)  # what the test error can be
    measure: str = ERROR

    @cached_property
    def start(self) -> tuple[str, float, float]:
        """Kernel, parameter and λ of a first look: what cross-validation chose over the grid."""
        return first_place(self.choices, self.config)

    def usual(self, family: Candidates) -> float:
        """Parameter of a family where nobody has moved the cursor."""
        kernel, parameter, _ = self.start
        return parameter if family.kernel == kernel else family.points[len(family.points) // 2]

    @property
    def name(self) -> str:
        """Name of the data set for people."""
        return title_of(self.config.dataset)

    def said(self, text: str) -> str:
        """Return a text about test errors that calls them what is measured."""
        return errors_named(text, self.measure)

    @cached_property
    def lens(self) -> SweepConfig:
        """Configuration of what exists for two classes only: the pair that is looked at."""
        return replace(self.config, pair=self.pair)


@cache
def demo_digest() -> str:
    """Digest of the sweep that ships with kselect."""
    return _demo_config().digest()


def titles() -> dict[str, str]:
    """Digest and one line of every finished sweep: the shipped one first, then the newest."""
    shipped = {demo_digest(): f"{title_of(_demo_config().dataset)} (example)"}
    folder = runs_folder()
    stamp = (_changed(folder), registry().changes, monotonic() // PAUSE)
    finished, names = shelf().get(f"runs of {folder}", _named, stamp=stamp)
    visible = {run.digest: names[run.digest] for run in finished if runs.is_seen(run)}
    return shipped | told_apart(visible)


def _named() -> tuple[tuple[Run, ...], dict[str, str]]:
    """Return the finished runs, and what each is called: its given name, or what tells it apart."""
    finished = runs.finished_runs()
    configs = {run.digest: config for run in finished if (config := runs.config_of(run))}
    names = {run.digest: run.title for run in finished} | names_of(configs)
    labels = {run.digest: label_of(run.digest).name for run in finished}
    return finished, names | {digest: name for digest, name in labels.items() if name}


def _changed(folder: Path) -> int:
    """Return when something was last written into the folder of runs, also by another server."""
    newest = 0
    with suppress(OSError):
        newest = folder.stat().st_mtime_ns
        for place in folder.iterdir():
            newest = max(newest, place.stat().st_mtime_ns)
    return newest


def load(digest: str) -> Sweep:
    """Return a finished sweep with its choices; Gram matrices have names while the data are here.

    Of several classes the digest may end in ``#`` and the number of the pair that is looked at;
    before it ``@`` and a measure may stand, by which test errors and choices are then.
    """
    sweep = _loaded(digest)
    if not is_given(sweep.config):
        return sweep
    with suppress(KselectError):  # not kept: the data may come
        return _by_name(digest)
    return sweep


@kept
def _by_name(digest: str) -> Sweep:
    """Return a sweep whose configuration knows the names of its Gram matrices."""
    sweep = _loaded(digest)
    return replace(sweep, config=named(sweep.config, data(digest)))


@kept
def _loaded(digest: str) -> Sweep:
    """Read a finished sweep and work out its choices, once per digest."""
    whole, _, number = digest.partition(LENS)
    if number:
        sweep = _loaded(whole)
        return replace(sweep, digest=digest, pair=pairs(whole)[int(number) - 1])
    run, _, measure = digest.partition(BY)
    if measure:
        sweep = _loaded(run)
        table = measured_by(sweep.table, measure)
        chosen = choices_of(table, sweep.config)
        return replace(sweep, digest=digest, table=table, choices=chosen, measure=measure)
    if digest == demo_digest():
        config, table = _demo_config(), pd.read_parquet(DEMO / "table.parquet")
    elif (of_play := live().config(digest)) is not None:
        config, table = of_play, _played(digest).table
    else:
        config, table = _whole(digest)
    chosen = choices_of(table, config)  # says of what is no table of a sweep what is missing
    splits = tuple(sorted(int(split) for split in table["split"].unique()))
    return Sweep(
        digest,
        config,
        table,
        chosen,
        _task(table),
        splits,
        measures=measures_of(table),
    )


@kept
def data(digest: str) -> Dataset:
    """Load the data of a finished sweep, once per digest of the sweep."""
    if live().config(digest) is not None:
        return _played(digest).bench.dataset
    config = _loaded(digest).config
    for stored in _stored(config):
        with suppress(KselectError):  # another table of that name
            return Setup.of(config, stored).dataset
    if config.split == SEARCH:
        raise DataError(
            f"This is a finished search, {title_of(config.dataset)}. kselect keeps its scores and "
            "not its data: pictures made from the data are not drawn."
        )
    raise DataError(
        f"The data of this sweep, {title_of(config.dataset)}, are not on this computer. "
        "Upload the same file on the Data page to see the pictures made from the data."
    )


def pairs(digest: str) -> tuple[tuple[str, str], ...]:
    """Sides of every binary problem of several classes; none for two classes, or without data.

    A sweep of one pair alone has that one.
    """
    config = load(digest).config
    if config.pair:
        return (config.pair,)
    try:
        return Setup(config, data(digest)).pair_names
    except KselectError:  # not kept: the data may come
        return ()


def sides(sweep: Sweep) -> tuple[str, ...]:
    """Names of the two classes that are looked at; none for a regression."""
    if sweep.task != "binary":
        return ()
    return sweep.pair or data(sweep.digest).class_names


def own_tables(config: SweepConfig) -> list[upload.Accepted]:
    """Return the uploaded tables that may be those of a sweep, the one with its digest first.

    A sweep of one class against the rest has the digest of that problem, not of the table.
    """
    exact = upload.store().accepted(config.dataset_digest)
    named = [r for r in upload.store().every_accepted() if r.name == config.dataset]
    return ([exact] if exact else []) + named


def place(sweep: Sweep, split: int | None) -> "SweepAt":
    """Return a sweep as views look at it, on one split or all; of several classes all pairs."""
    digest = sweep.digest.partition(LENS)[0]
    with suppress(KselectError):  # what needs no data is drawn without them
        data(digest)
        return _place(digest, split, complete=True)
    return _place(digest, split, complete=False)


@kept
def _place(digest: str, split: int | None, *, complete: bool) -> "SweepAt":
    from kselect_core.views.sweep import SweepAt, Swept  # noqa: PLC0415 (views of all pages)

    sweep = load(digest)
    dataset = data(digest) if complete else None

    def of_pair(number: int, pair: "Pair") -> Workbench:
        inside = f"{LENS}{pairs(digest).index(pair) + 1}" if pair else ""
        return bench(f"{digest}{inside}", number)

    whole = None if split is None else partial(_place, digest, None, complete=complete)
    ready = Swept(sweep.table, sweep.choices, of_pair, whole)
    return SweepAt(sweep.config, dataset, split, ready, sweep.measure)


@kept
def recommended(digest: str) -> "Recommendation | None":
    """Return what a sweep recommends, once per digest; None where it recommends nothing."""
    return place(load(digest), None).recommended


@kept
def at_lambda(digest: str, lam: float) -> pd.DataFrame:
    """Rows of a sweep at one λ: what the curves over the kernels are drawn from."""
    table = load(digest).table
    here = table["lambda"].to_numpy() == lam
    return table if here.all() else table[here]


@kept
def choices_at(digest: str, scope: str, lam: float, split: int | None) -> pd.DataFrame:
    """Choices of one scope (at one λ, if ``per_lambda``) on one split or all of them."""
    return part(load(digest).choices, scope, lam, split)


@kept
def undefined(digest: str) -> pd.DataFrame:
    """Why points of a sweep have no value, counted per quantity and reason."""
    return undefined_points(load(digest).table)


@kept
def spectrum(digest: str, point: Cursor) -> SpectrumView:
    """Spectrum at one point of a sweep, once per point: the dearest part of a cursor's step."""
    return bench(digest, point.split).spectrum(point)


@kept
def sampled(digest: str) -> tuple[int, int, str]:
    """Training points of the sample that pictures are made of, and of all; 0 and 0 if of all.

    Then what is said of a learner on landmarks; empty where it is none.
    """
    config = load(digest).config
    setup = Setup.at_hand(config, data(digest))
    return setup.points, setup.sampled_from, on_landmarks(config, setup.engine)


def bench(digest: str, split: int) -> Workbench:
    """One split made ready for steps of the cursor, once per digest and split."""
    if split == 0 and live().config(digest) is not None:
        return _played(digest).bench
    return _bench(digest, split)


@kept
def _bench(digest: str, split: int) -> Workbench:
    run, _, lens = digest.partition(LENS)
    run = run.partition(BY)[0]
    known = () if lens else kept_eigenvalues(run)  # sweeps of several classes keep none
    return Workbench(load(digest).lens, data(digest), split, known)


@kept
def _played(digest: str) -> Played:
    """Sweep what is played with, whose fits are then at hand."""
    config = live().config(digest)
    if config is None:  # so many others have played since
        raise StorageError(f"The sweep {digest[:DIGITS]} is gone: change a slider and come back.")
    drawn = shelf().get(f"data {config.dataset}", lambda: named_dataset(config))
    return played(config, drawn)


def current() -> Sweep:
    """Return the chosen sweep; the shipped one until somebody chose."""
    digest = measured(linked.read(RUN, demo_digest()))
    sides = pairs(digest)
    if not sides:
        return load(digest)
    number = linked.read(PAIR, linked.asked(PAIR))
    inside = number if number in pair_numbers(sides) else "1"
    return load(f"{digest}{LENS}{inside}")


def measured(digest: str) -> str:
    """Return the digest with the measure that is chosen, where it is shown and has values."""
    measure = linked.read(MEASURE, linked.asked(MEASURE))
    shown = hidden.test_error()
    usual = measure == ERROR or not shown or measure not in load(digest).measures
    return digest if usual else f"{digest}{BY}{measure}"


def pair_numbers(sides: Sequence[object]) -> tuple[str, ...]:
    """Return how pairs are called in a link: by their number, from 1."""
    return tuple(str(k + 1) for k in range(len(sides)))


def pair_words(sides: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Return what a list of pairs says, as plain text; no two entries are the same."""
    texts = tuple(" / ".join(pair) for pair in sides)
    if len(set(texts)) == len(texts):
        return texts
    return tuple(f"{number}: {text}" for number, text in enumerate(texts, start=1))


def told_apart(titles: dict[str, str]) -> dict[str, str]:
    """Return the titles, those that several runs share with the first digits of the digest."""
    times = Counter(titles.values())
    return {
        digest: title if times[title] == 1 else f"{title} · {digest[:SHORT]}"
        for digest, title in titles.items()
    }


def _whole(digest: str) -> tuple[SweepConfig, pd.DataFrame]:
    """Read a run that is finished before and after: a part of one would be kept as all of it."""
    finished, run = runs.is_finished(digest), runs.load_run(digest)
    if finished and runs.is_finished(digest):
        return run
    raise StorageError(
        f"The sweep {digest[:DIGITS]} is not finished: it was stopped, or is computed again. The "
        "page Sweep shows how far it is."
    )


def _stored(config: SweepConfig) -> Iterator[Dataset]:
    """Give the data sets that may be those of a sweep: bundled, by digest, by name."""
    if ALIASES.get(config.dataset, config.dataset) in CATALOGUE or is_made(config.dataset):
        yield load_dataset(config.dataset)
        return
    for record in own_tables(config):
        dataset = upload.stored(record.digest)
        if dataset is not None:
            yield dataset


def _task(table: pd.DataFrame) -> str:
    """Return "regression" or "binary", from the table alone: the data may be gone."""
    counted = "test_error" in table["quantity"].unique()
    return "binary" if counted and is_rate(table, "test_error") else "regression"


@cache
def _demo_config() -> SweepConfig:
    return SweepConfig.from_toml((DEMO / "config.toml").read_text(encoding="utf-8"))
