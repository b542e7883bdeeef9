"""A table that is swept as it is: the usual grid, criteria and splits, without a configuration."""

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from kselect_core.cli.verbs.reading import answers_of
from kselect_core.criteria import CRITERIA
from kselect_core.data import Dataset, load_dataset
from kselect_core.data.catalogue.paths import file_content, is_bare_name
from kselect_core.data.made.loading import is_made
from kselect_core.errors import DataError, KselectError, QuestionError
from kselect_core.kernels import PRECOMPUTED
from kselect_core.selection import Candidates, SweepConfig
from kselect_core.selection.config.grids import reaching
from kselect_core.selection.sweep.setup import Setup
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
    answers = answers_of(settings, label=label)
    try:
        dataset = load_dataset(name, test=test, **answers)  # type: ignore[arg-type]  # checked there
    except QuestionError as error:
        raise DataError(
            f"{name}: {error} An answer is given as --set OPTION=VALUE (or --label COLUMN); "
            f"“kselect data read {name}” shows the table and what is open."
        ) from error
    words = _words(dataset)
    if len(dataset.y) > DRAWN and not (all_rows or dataset.test_rows or "rows" in answers):
        answers["rows"], dataset = DRAWN, dataset.drawn(DRAWN)
        words += f"; {DRAWN:,} rows are drawn (--set rows=… takes more)"
    place = _place if all_rows else _name
    read = answers if test is None else {**answers, "test": place(test)}
    config = replace(_usual(dataset, all_rows=all_rows), reading=tuple(read.items()))
    if config.test_share > SweepConfig(dataset=dataset.name).test_share:
        trained = f"{Setup(config, dataset).trained:,} rows are trained on"
        often = "fewer rows often choose another kernel"
        words += f"; {trained}, and {often} (--all-rows trains on all that are not tested)"
    return Asked(replace(config, dataset=_place(name)) if all_rows else config, dataset, words)


def _place(name: str) -> str:
    """Where others find a data set: its name, or the whole path of its file."""
    return name if is_bare_name(name) or is_made(name) else str(Path(name).absolute())


def _name(name: str) -> str:
    """Name of a file alone."""
    return Path(name).name


def _usual(dataset: Dataset, *, all_rows: bool = False) -> SweepConfig:
    """Usual sweep of a data set; a regression leaves out what needs classes."""
    usual = SweepConfig(dataset=dataset.name)
    n, criteria = len(dataset.y), usual.criteria
    if dataset.task == "regression":
        criteria = tuple(one for one in criteria if "classes" not in CRITERIA[one.key].needs)
    share = usual.test_share if all_rows else max(usual.test_share, round(1 - ROWS / n, 4))
    settings: dict[str, object] = {"repeats": 1} if all_rows and n > DRAWN else {}
    settings |= {"split": "given", "repeats": 1} if dataset.test_rows else {}
    if dataset.matrices:
        of_matrices = Candidates(PRECOMPUTED.name, dataset.grid)
        settings |= {"candidates": of_matrices, "preprocessing": "none"}
    config = SweepConfig(dataset=dataset.name, criteria=criteria, test_share=share, **settings)  # type: ignore[arg-type]
    return replace(config, lambdas=reaching(config.lambdas, Setup(config, dataset).trained))


def _words(dataset: Dataset) -> str:
    """How large the table is, and what was found to be the label, for people."""
    n = len(dataset.X)
    kind = {"regression": "regression", "binary": "two classes"}.get(
        dataset.task, f"{len(dataset.class_names)} classes"
    )
    names = f" ({', '.join(dataset.class_names)})" if dataset.class_names else ""
    called = f"\n{which}" if (which := matrices_text(dataset)) else ""
    return f"{dataset.name}: {n:,} rows, {dataset.known_by}, {kind}{names}{called}"
