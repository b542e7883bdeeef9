"""Files made of tables when somebody clicks: CSV, Parquet, and names for them.

``csv`` holds every text as it is, for programs. A spreadsheet takes some texts for formulas and
carries them out: ``spreadsheet`` is the same table for Excel and its like.
"""

from collections.abc import Callable
from io import BytesIO

import pandas as pd

from kselect_core.results import spreadsheets
from kselect_core.results.spreadsheets import ENDS

Table = Callable[[], pd.DataFrame]
CSV_TYPE, PARQUET_TYPE = "text/csv", "application/vnd.apache.parquet"


def csv(table: pd.DataFrame | Table) -> Callable[[], bytes]:
    """Return a function that makes the file when somebody clicks."""
    return lambda: _made(table).to_csv(index=False, lineterminator=ENDS).encode("utf-8")


def spreadsheet(table: pd.DataFrame | Table) -> Callable[[], bytes]:
    """Return a function that makes the file without formulas when somebody clicks."""
    return lambda: spreadsheets.spreadsheet(_made(table))


def parquet(table: pd.DataFrame | Table) -> Callable[[], bytes]:
    """Return a function that makes the file when somebody clicks."""
    return lambda: _parquet(_made(table))


def file_name(name: str) -> str:
    """Return the name of a file, without its ending, for something called so on a page."""
    return "kselect_" + "_".join("".join(c if c.isalnum() else " " for c in name.lower()).split())


def _made(table: pd.DataFrame | Table) -> pd.DataFrame:
    return table if isinstance(table, pd.DataFrame) else table()


def _parquet(table: pd.DataFrame) -> bytes:
    """Return the bytes of a table; columns of mixed values become text, names become unlike."""
    plain = table.copy()
    plain.columns = pd.Index(_unlike([str(name) for name in table.columns]))
    for name in plain.columns:
        if pd.api.types.infer_dtype(plain[name], skipna=True).startswith("mixed"):
            plain[name] = plain[name].astype(str)
    buffer = BytesIO()
    plain.to_parquet(buffer, index=False)
    return buffer.getvalue()


def _unlike(names: list[str]) -> list[str]:
    """Return the names, each once: a repeated one gets a number."""
    counts: dict[str, int] = {}
    distinct = []
    for name in names:
        counts[name] = counts.get(name, 0) + 1
        distinct.append(name if counts[name] == 1 else f"{name} ({counts[name]})")
    return distinct
