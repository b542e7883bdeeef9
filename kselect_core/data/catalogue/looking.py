"""A table before it is used, from its bytes or from the path of its file."""

import os

from kselect_core.data.catalogue.loading import has_no_file, table_file
from kselect_core.data.catalogue.paths import file_content
from kselect_core.data.table import preview as of_bytes
from kselect_core.data.table.preview import Preview
from kselect_core.errors import InvalidParameterError

Table = bytes | str | os.PathLike[str]


def preview(
    content: Table, *, name: str = "", test: Table | None = None, **options: object
) -> Preview:
    r"""Return the first rows of a table, the report so far, and what is still to be answered.

    Parameters
    ----------
    content : bytes, str or path
        The bytes of a file, its path, or the name of a table in the folder of KSELECT_DATA.
    name : str, optional
        What the data are called; without it as the file, "table" for bytes.
    test : bytes, str or path, optional
        A second file, with the rows to test on.
    **options
        Those of `TableOptions`, which answer the questions.

    Returns
    -------
    Preview
        With ``dataset`` once everything is answered, otherwise with ``error`` and ``questions``.

    Raises
    ------
    InvalidParameterError
        For what is neither bytes nor a path, or has no file, as a bundled set.
    DataError
        For a file that cannot be opened.

    Examples
    --------
    >>> from kselect import data
    >>> seen = data.preview(b"0.5,no\n1.5,yes\n2.5,yes\n", header="no")
    >>> seen.names, seen.label
    (('x1', 'x2'), 'x2')
    """
    text, called = _read(content)
    second = None if test is None else _read(test)[0]
    return of_bytes.preview(text, name=name or called, test=second, **options)


def _read(table: object) -> tuple[bytes, str]:
    """Return the bytes of a table, and what it is called."""
    if isinstance(table, bytes):
        return table, "table"
    if not isinstance(table, str | os.PathLike) or has_no_file(os.fsdecode(table)):
        allowed = "the bytes or the path of a file; load_dataset has the bundled and the made sets"
        raise InvalidParameterError("preview", "the table", allowed, table)
    file = table_file(os.fsdecode(table))
    return file_content(file.path), file.name
