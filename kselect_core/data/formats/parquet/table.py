"""Parquet files, from bytes in memory only; pyarrow is loaded when the first one comes."""

from kselect_core.data.formats.parquet.sentences import DAMAGED
from kselect_core.data.words.grid import Grid
from kselect_core.data.words.table_options import TableOptions
from kselect_core.errors import DataError

_MARK = b"PAR1"
_SMALLEST = 12  # two marks and the length of the footer


def parquet_grid(content: bytes, options: TableOptions) -> Grid:
    """Return the columns of a Parquet file, after its footer was held against the limits."""
    if content.endswith(b"PARE"):
        raise DataError("The Parquet file is encrypted; write it without a key, or save it as CSV.")
    if len(content) < _SMALLEST or not (content.startswith(_MARK) and content.endswith(_MARK)):
        raise DataError(DAMAGED)
    from kselect_core.data.formats.parquet.columns import columns_of  # noqa: PLC0415 - 0.1 s, rarely needed

    return columns_of(content, options)
