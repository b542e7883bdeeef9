"""Files of rows: written whole or not at all, and read back; from Parquet to the last bit."""

from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from kselect_core.errors import StorageError
from kselect_core.results.table import COLUMNS
from kselect_core.results.writing import cause, shown, write_named

CSV = ".csv"
WORDS = {name: kind for name, kind in COLUMNS.items() if kind == "str"}


def write_rows(rows: pd.DataFrame, out: Path) -> None:
    """Write all rows, or nothing; as Parquet, with what they tell of themselves, unless as CSV."""
    if out.suffix == CSV:
        write_named(out, lambda part: rows.to_csv(part, index=False))
    else:
        write_named(out, lambda part: rows.to_parquet(part, index=False, write_page_checksum=True))


def read_rows(path: Path) -> pd.DataFrame:
    """Rows of a file; raises StorageError where it cannot be read, or was damaged."""
    try:
        return _csv(path) if path.suffix == CSV else _parquet(path)
    except (OSError, ValueError, pa.ArrowException) as error:
        raise StorageError(f"The rows in {shown(path)} cannot be read ({cause(error)}).") from error


def _csv(path: Path) -> pd.DataFrame:
    """Rows of a CSV file; words stay words, such as the name of a data set that is called NA."""
    numbers = [name for name in pd.read_csv(path, nrows=0).columns if name not in WORDS]
    return pd.read_csv(
        path,
        dtype=WORDS,
        keep_default_na=False,
        na_values={name: [""] for name in numbers},
    )


def _parquet(path: Path) -> pd.DataFrame:
    with pq.ParquetFile(path, page_checksum_verification=True) as file:
        rows: pd.DataFrame = file.read().to_pandas()
    return rows
