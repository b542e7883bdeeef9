"""One door to every data set: by the name of a bundled one, by a name in a folder, by a path."""

import os
from pathlib import Path
from typing import NamedTuple

from kselect_core.data.catalogue.bundled import bundled
from kselect_core.data.catalogue.cards import ALIASES, CATALOGUE
from kselect_core.data.catalogue.paths import extra_tables, file_content, is_bare_name
from kselect_core.data.catalogue.places import tables_of_user
from kselect_core.data.made.loading import is_made, made
from kselect_core.data.set.dataset import Dataset
from kselect_core.data.table.reading import read_table
from kselect_core.data.words.table_options import TableOptions
from kselect_core.errors import DataError, InvalidParameterError, UnknownNameError


def load_dataset(
    name_or_path: str | os.PathLike[str],
    *,
    label: str | None = None,
    test: str | os.PathLike[str] | None = None,
    **options: object,
) -> Dataset:
    """Return a bundled data set, made data, a table of a data folder, or a table in a file.

    Parameters
    ----------
    name_or_path : str or path
        Name of a bundled set, of made data (``made:moons,n=120,noise=0.3`` is a sample of a
        distribution, :class:`~kselect_core.data.made.recipe.Recipe`, and ``drawn:…`` holds points),
        of a table in the folder that KSELECT_DATA names or in the user's
        own, or the path of a file of any format that is read.
    label : str, optional
        Column to predict.
    test : str or path, optional
        Second file, with the rows to test on (``Dataset.test_rows``).
    **options
        Those of `TableOptions`; of bundled sets only ``positive``, the class that is set against
        the rest.

    Returns
    -------
    Dataset
        Features and targets; ``report`` says how they were read.

    Raises
    ------
    InvalidParameterError
        For what is neither a name nor a path, and for an option that the data do not have.
    UnknownNameError
        For a name that there is not.
    QuestionError
        For a file that can be read in more than one way; its questions name the options that
        answer them.
    DataError
        For what is not there or cannot be read.

    Examples
    --------
    >>> from kselect import load_dataset
    >>> load_dataset("iris")
    Dataset('iris', multiclass, 150 rows × 4 features)
    >>> load_dataset("iris", positive="setosa").class_names
    ('not setosa', 'setosa')
    """
    if not isinstance(name_or_path, str | os.PathLike):
        raise InvalidParameterError("load_dataset", "the data set", "a name or path", name_or_path)
    text = os.fspath(name_or_path)
    chosen = TableOptions.from_keywords(label=label, **options)
    name = ALIASES.get(text, text)
    if test is None and has_no_file(name):
        return _without_file(name, chosen)
    if has_no_file(name):
        raise InvalidParameterError("load_dataset", f"test, for the set {name!r}", "left out", test)
    file = table_file(text)
    second = None if test is None else file_content(table_file(os.fspath(test)).path)
    return read_table(file_content(file.path), chosen, name=file.name, test=second)


def has_no_file(text: str) -> bool:
    """Return whether a text names a bundled set or made data."""
    return ALIASES.get(text, text) in CATALOGUE or is_made(text)


class TableFile(NamedTuple):
    """The file of a table, and what the table is called."""

    path: Path
    name: str


def table_file(text: str) -> TableFile:
    """Return the file that a name or a path stands for."""
    if not text:
        raise DataError("The name of the data set is empty.")
    extra, ours = extra_tables(), tables_of_user()
    for endings in (extra, ours):
        if text in endings:
            return TableFile(endings[text], text)
    if is_bare_name(text):
        raise UnknownNameError("data set", text, (*CATALOGUE, *ALIASES, *extra, *ours))
    path = Path(text)
    return TableFile(
        path, path.name.removesuffix(".gz").removesuffix(path.suffix or ".") or "table"
    )


def _without_file(name: str, options: TableOptions) -> Dataset:
    """Return data that are bundled or made, if no option is given that only files have."""
    if options != TableOptions(positive=options.positive):
        raise InvalidParameterError(
            "load_dataset", f"the only option of the set {name!r}", "positive", options
        )
    if not is_made(name):
        return bundled(name, positive=options.positive)
    dataset = made(name)
    return dataset.against_rest(options.positive) if options.positive else dataset
