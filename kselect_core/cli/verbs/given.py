"""What a verb is given to sweep: a configuration, a table, or the name of a data set."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import click

from kselect_core.cli.verbs.bare_table import Asked, is_table, of_table
from kselect_core.cli.verbs.own_file import OwnFile
from kselect_core.cli.verbs.reading import answers_option
from kselect_core.data import Dataset
from kselect_core.data.catalogue.paths import file_content
from kselect_core.data.catalogue.places import data_folder
from kselect_core.errors import KselectError, UnknownNameError
from kselect_core.selection import SweepConfig
from kselect_core.selection.config.measures import ERROR, MEASURES
from kselect_core.selection.sweep.setup import Setup, named_dataset

F = TypeVar("F", bound=Callable[..., Any])


def given_options(function: F) -> F:
    """Add the argument CONFIG with --label, --data, --test and --set, for `given`."""
    for add in (
        answers_option,
        click.option(
            "--test", metavar="FILE", help="Its test file [default: beside it, as CONFIG says]."
        ),
        click.option(
            "--data", metavar="FILE", help="The table of your own that CONFIG was made for."
        ),
        click.option(
            "--label", metavar="COLUMN", help="Where CONFIG is a table: its column of labels."
        ),
        click.argument("config", type=click.Path(path_type=Path)),
    ):
        function = add(function)
    return function


def measure_option(function: F) -> F:
    """Add --measured-by, and --class-weights for `weighted`."""
    by = click.option(
        "--measured-by",
        type=click.Choice(tuple(MEASURES)),
        default=ERROR,
        show_default=True,
        help="How the test error and the regret of a choice are measured: auc is 1 − AUC, weighted "
        "uses the class_weights of CONFIG or --class-weights.",
    )
    weights = click.option(
        "--class-weights",
        "class_weights",
        metavar="W,W",
        help="What an error costs in each class, in their order [default: as CONFIG says].",
    )
    return by(weights(function))


def weighted(asked: SweepConfig, dataset: Dataset, text: str | None) -> SweepConfig:
    """Sweep with the weights of the classes that were typed, if any were."""
    if text is None:
        return asked
    try:
        numbers = tuple(float(word) for word in text.split(","))
    except ValueError as error:
        words = "--class-weights must be numbers with commas between them, such as 1,5"
        raise click.UsageError(f"{words}; got {text!r}.") from error
    return Setup.of(replace(asked, class_weights=numbers), dataset).config


def given(
    config: Path,
    label: str | None,
    data: str | None,
    test: str | None,
    settings: tuple[str, ...],
    *,
    all_rows: bool = False,
) -> Asked:
    """Sweep that is asked for, with its data, and what is said ahead."""
    if data is None and is_table(config):
        return of_table(str(config), label, test, settings, all_rows=all_rows)
    if all_rows:
        raise click.UsageError(
            "--all-rows belongs to a table; a configuration says its test share."
        )
    if label is not None:
        raise click.UsageError(
            "--label belongs to a table; a configuration records how it is read."
        )
    if data is None and (test or settings):
        raise click.UsageError("--test and --set belong to --data FILE, which is not given.")
    asked = SweepConfig.from_toml(_text(config))
    if data is None:
        return Asked(asked, _dataset(asked), "")
    own = OwnFile.of(asked, data, test, settings)
    dataset = own.dataset(asked)
    return Asked(asked, dataset, own.words(asked, dataset))


def _dataset(asked: SweepConfig) -> Dataset:
    """Data of a configuration, which knows an own table brought to a page by its name only."""
    try:
        return named_dataset(asked)
    except KselectError as error:
        if not (asked.reading or isinstance(error, UnknownNameError)):
            raise
        raise KselectError(
            f"{error} If it was a table of your own, give its file with --data FILE (and a test "
            f"file with --test FILE), or put it into the folder {data_folder()}."
        ) from error


def _text(path: Path) -> str:
    try:
        return file_content(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise KselectError(f"The configuration {path.name!r} is not UTF-8 text.") from error
