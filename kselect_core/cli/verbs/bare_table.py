"""A table that is swept as it is: the usual grid, criteria and splits, without a configuration."""

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from kselect_core.cli.verbs.reading import answers_of
from kselect_core.criteria import CRITERIA
from kselect_core.data import Dataset, load_dataset
from kselect_core.data.catalogue.paths import file_content, is_bare_name
from kselect_core.data.made.loading import is_made
from kselect_core.data.set.splits import part_of
from kselect_core.errors import DataError, KselectError, QuestionError
from kselect_core.kernels import PRECOMPUTED
from kselect_core.selection import Candidates, SweepConfig
from kselect_core.words.places import matrices_text

TOML = ".toml"
ROWS = 1000
"""Rows to train on; of a larger table the others are tested on, so that the sweep ends soon."""

DRAWN = 10_000
"""Rows that are drawn of a table with more of them, classes in proportion."""


class Asked(NamedTuple):
    """Sweep of a bare table, its data, and what is said ahead."""

    config: SweepConfig
    dataset: Dataset
    words: str


def is_table(name: Path) -> bool:
    """Whether a file is a table and no configuration: not named so, and not TOML with a dataset."""
    if name.suffix.lower() == TOML:
        return False
    try:
        return "dataset" not in tomllib.loads(file_content(name).decode("utf-8"))
    except (KselectError, ValueError):  # a name, no text, or no TOML
        return True


def of_table(
    name: str,
    label: str | None,
    test: str | None,
    settings: tuple[str, ...],
    *,
    all_rows: bool = False,
) -> Asked:
    """Sweep of a file, or of a data set by its name, with the usual grid.

    ``label`` names the column of the labels, ``settings`` are further answers on how it is read.
    With ``all_rows`` all that are not tested on are trained on. Its configuration then says how the
    file is read, so that others who have it under the same path can read it themselves.
    Raises DataError with the open questions where the table can be read in several ways.
    """
    given = answers_of((*((f"label={label}",) if label is not None else ()), *settings))
    try:
        dataset = load_dataset(name, test=test, **given)  # type: ignore[arg-type]  # checked there
    except QuestionError as error:
        raise DataError(
            f"{name}: {error} An answer is given as --set OPTION=VALUE (or --label COLUMN); "
            f"“kselect data read {name}” shows the table and what is open."
        ) from error
    words = _words(dataset)
    if all_rows:
        return Asked(_of_all_rows(name, test, given, dataset), dataset, words)
    if len(dataset.y) > DRAWN and not dataset.test_rows:
        dataset = _drawn(dataset)
        words += f"; {DRAWN:,} rows are drawn"
    return Asked(_usual(dataset), dataset, words)


def _of_all_rows(
    name: str, test: str | None, answers: Mapping[str, object], dataset: Dataset
) -> SweepConfig:
    """Usual sweep of all rows that says how its file is read; of many rows on one split."""
    usual = _usual(dataset)
    named = is_bare_name(name) or is_made(name)
    place = name if named else str(Path(name).absolute())
    reading = {**answers, "test": test and str(Path(test).absolute())}
    share = SweepConfig(dataset=name).test_share
    repeats = 1 if len(dataset.y) > DRAWN else usual.repeats
    return replace(
        usual, dataset=place, reading=tuple(reading.items()), test_share=share, repeats=repeats
    )


def _drawn(dataset: Dataset) -> Dataset:
    """Data set of some of its rows, whatever their order in the file."""
    every = np.arange(len(dataset.y))
    rows = part_of(every, dataset.y, DRAWN, task=dataset.task, number=0, seed=0)
    return replace(dataset, X=dataset.X[rows], y=dataset.y[rows])


def _usual(dataset: Dataset) -> SweepConfig:
    """Usual sweep of a data set; a regression leaves out what needs classes."""
    usual = SweepConfig(dataset=dataset.name)
    n, criteria = len(dataset.y), usual.criteria
    if dataset.task == "regression":
        criteria = tuple(one for one in criteria if "classes" not in CRITERIA[one.key].needs)
    share = max(usual.test_share, round(1 - ROWS / n, 4))
    given = {"split": "given", "repeats": 1} if dataset.test_rows else {}
    if dataset.matrices:
        of_matrices = Candidates(PRECOMPUTED.name, dataset.grid)
        given |= {"candidates": of_matrices, "preprocessing": "none"}
    return SweepConfig(dataset=dataset.name, criteria=criteria, test_share=share, **given)  # type: ignore[arg-type]


def _words(dataset: Dataset) -> str:
    """How large the table is, and what was found to be the label, for people."""
    n = len(dataset.X)
    kind = {"regression": "regression", "binary": "two classes"}.get(
        dataset.task, f"{len(dataset.class_names)} classes"
    )
    names = f" ({', '.join(dataset.class_names)})" if dataset.class_names else ""
    called = f"\n{which}" if (which := matrices_text(dataset)) else ""
    return f"{dataset.name}: {n:,} rows, {dataset.known_by}, {kind}{names}{called}"
