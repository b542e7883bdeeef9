"""The table of a sweep, which knows its configuration and draws the views."""

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any, ParamSpec

import pandas as pd
from pandas.plotting import PlotAccessor

import kselect
from kselect_core.errors import DataError, KselectError
from kselect_core.results.table import COLUMNS
from kselect_core.selection import SweepConfig
from kselect_core.selection.sweep import run

P = ParamSpec("P")

WHOLE = (
    "Plot the table that run_sweep gave; plot(kind='line') and the like draw this one as pandas."
)


class SweepPlot(PlotAccessor):
    """``plot`` of a table: the views of a sweep by `kselect.plot`, all else as pandas has it."""

    def __init__(self, data: "SweepTable") -> None:
        super().__init__(data)
        self._table = data

    def __call__(self, *args: Any, **options: Any) -> Any:  # noqa: ANN401 (of the view, or of pandas)
        """Return `kselect.plot` of a sweep, ``kind`` first; kinds of pandas are drawn by pandas."""
        if self._is_for_pandas(*args, **options):
            return super().__call__(*args, **options)
        return kselect.plot(self._table, self._config, *args, **options)

    @property
    def _config(self) -> SweepConfig:
        """Configuration of a table that still is a sweep; raises and says what to do."""
        missing = [name for name in COLUMNS if name not in self._table]
        if missing or not len(self._table):
            lost = f"its column {missing[0]!r} is missing" if missing else "it has no rows"
            raise DataError(f"This table is no sweep any more: {lost}. {WHOLE}")
        if self._table.config is None:
            raise DataError(
                "This table does not know its configuration, as after pd.concat: "
                "kselect.plot(table, config) draws it."
            )
        return self._table.config

    def _is_for_pandas(self, *args: object, **options: object) -> bool:
        """Whether a call names a column or a kind of pandas, or nothing, and this is no sweep."""
        kind = options.get("kind", args[0] if args else None)
        if kind is None:
            return "x" in options or "y" in options or not set(COLUMNS) <= set(self._table)
        return kind in self._table or hasattr(PlotAccessor, str(kind))


class SweepTable(pd.DataFrame):
    """DataFrame that `run_sweep` gave: its rows draw themselves, ``table.plot("map")``.

    What pandas makes of it knows the configuration too, except for what comes of several tables.
    A file (CSV, Parquet) holds the rows alone.
    """

    _metadata = ["config"]  # noqa: RUF012 (a list, as pandas asks for)
    config: SweepConfig | None = None

    @property
    def _constructor(self) -> "type[SweepTable]":
        return SweepTable

    @property
    def plot(self) -> SweepPlot:
        """What draws it, called as ``plot(kind)``; see `kselect.plot`."""
        return SweepPlot(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the rows, and the configuration as text: its own kernels need not be pickled."""
        rows = pd.DataFrame(self)
        rows.attrs = self.attrs
        return _unpickled, (rows, "" if self.config is None else self.config.to_json())


def _unpickled(rows: pd.DataFrame, text: str) -> SweepTable:
    try:
        return _known(rows, SweepConfig.from_json(text) if text else None)
    except KselectError:  # a kernel or a package that is not here, or another version
        return _known(rows, None)


def _known(rows: pd.DataFrame, config: SweepConfig | None) -> SweepTable:
    table = SweepTable(rows)
    table.attrs, table.config = rows.attrs, config
    return table


def _with_plot(run: Callable[P, pd.DataFrame]) -> Callable[P, SweepTable]:
    @wraps(run)
    def run_sweep(*args: P.args, **named: P.kwargs) -> SweepTable:
        rows = run(*args, **named)
        return _known(rows, signature(run).bind(*args, **named).arguments["config"])

    run_sweep.__module__ = __name__  # so that it can be pickled
    return run_sweep


run_sweep = _with_plot(run.run_sweep)
