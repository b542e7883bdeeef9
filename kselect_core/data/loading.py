"""One door to every data set: by the name of a bundled one, by a name in a folder, by a path."""

import os
from pathlib import Path

from kselect_core.data.bundled import bundled
from kselect_core.data.catalogue import ALIASES, CATALOGUE
from kselect_core.data.dataset import Dataset
from kselect_core.data.paths import extra_tables, file_content, is_bare_name
from kselect_core.data.table import read_table
from kselect_core.data.table_options import TableOptions
from kselect_core.errors import DataError, InvalidParameterError, UnknownNameError


def load_dataset(
    name_or_path: str | os.PathLike[str], *, label: str | None = None, **options: object
) -> Dataset:
    """Return a bundled data set, a table of the folder KSELECT_DATA, or a CSV or TSV file.

    ``options`` are those of :class:`TableOptions`; of bundled sets only ``positive``, the class
    that is set against the rest. A file that can be read in more than one way raises a
    ``QuestionError`` whose questions name the option that answers them.
    """
    if not isinstance(name_or_path, str | os.PathLike):
        raise InvalidParameterError("load_dataset", "the data set", "a name or path", name_or_path)
    text = os.fspath(name_or_path)
    chosen = TableOptions.from_keywords(label=label, **options)
    name = ALIASES.get(text, text)
    if name in CATALOGUE:
        return _bundled(name, chosen)
    extra = extra_tables()
    if text in extra:
        return read_table(file_content(extra[text]), chosen, name=text)
    if is_bare_name(text):
        raise UnknownNameError("data set", text, (*CATALOGUE, *ALIASES, *extra))
    if not text:
        raise DataError("The name of the data set is empty.")
    path = Path(text)
    return read_table(file_content(path), chosen, name=_stem(path))


def _bundled(name: str, options: TableOptions) -> Dataset:
    only = TableOptions(positive=options.positive)
    if options != only:
        raise InvalidParameterError(
            "load_dataset", f"the only option of the bundled set {name!r}", "positive", options
        )
    return bundled(name, positive=options.positive)


def _stem(path: Path) -> str:
    """Return the file's name without its suffixes."""
    return path.name.removesuffix(".gz").removesuffix(path.suffix or ".") or "table"
