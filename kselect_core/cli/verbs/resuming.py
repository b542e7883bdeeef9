"""``kselect sweep --resume``: the rows that an earlier run left, if they are of the same sweep."""

import json
from dataclasses import replace
from itertools import takewhile
from operator import eq
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from kselect_core.cli.common.row_files import read_rows
from kselect_core.cli.verbs.keeping import ASKED, SWEPT, partial_file
from kselect_core.data import Dataset
from kselect_core.errors import DataError, KselectError, StorageError, shortened
from kselect_core.results.writing import shown
from kselect_core.selection import SweepConfig
from kselect_core.selection.sweep.rows import finished_rows
from kselect_core.selection.sweep.run import ORIGIN
from kselect_core.selection.sweep.setup import Setup

INSTEAD = "name another file with --out, or begin anew with --force in place of --resume."
"""What can be done with any file that nothing can go on from."""

LONGEST, LEAD = 70, 12
"""Letters of a setting in a message; of a longer one those from a few before the difference."""


class Begun(NamedTuple):
    """What an earlier run left: which sweep it is of, with a longer grid or not, and its rows."""

    path: Path
    config: SweepConfig
    rows: pd.DataFrame
    kernels: int
    finished: bool

    @property
    def words(self) -> str:
        """How far it is, for people."""
        every = len(self.config.items)
        if not self.finished:
            return f"Going on from {self.path}: {self.kernels} of {every} kernels are finished."
        untold = "" if ASKED in self.rows.attrs else " (it does not tell its seed and preparation)"
        return (
            f"{self.path} is finished: it has all {every} kernels of this sweep{untold}. To "
            "compute it anew, give --force in place of --resume."
        )


def begun(out: Path, asked: SweepConfig, dataset: Dataset, *, extend: bool) -> Begun | None:
    """What to go on from, None where nothing is there; raises where it is of another sweep.

    The partial file goes first. Without it ``out`` is looked at, whose rows may all be there.
    """
    path = next((path for path in (partial_file(out), out) if path.exists()), None)
    if path is None:
        return None
    rows = _read(path)
    dated = ASKED in rows.attrs
    config = _config(path, rows, asked, extend=extend) if dated else asked
    count = _count(path, rows, Setup.of(config, dataset))
    whole = path == out and count == len(config.items)
    if not dated and not whole:
        raise KselectError(
            f"--resume: {shown(path)} has {count} of the {len(config.items)} kernels of this "
            f"sweep, but does not tell its configuration, and {partial_file(path).name}, which "
            f"would, is not beside it. Put that file back, {INSTEAD}"
        )
    longer = extend and dated and config == asked  # perhaps its grid was never made longer
    return Begun(path, config, rows, count, whole and not longer)


def _read(path: Path) -> pd.DataFrame:
    try:
        return read_rows(path)
    except StorageError as error:
        raise StorageError(f"--resume: {error} Remove it, {INSTEAD}") from error


def _config(path: Path, rows: pd.DataFrame, asked: SweepConfig, *, extend: bool) -> SweepConfig:
    """Configuration that was swept: the given one, or with --extend that with a longer grid.

    The digest of its data is that of the given one: `_count` compares the data themselves.
    """
    first, swept = (
        replace(_told(path, str(rows.attrs.get(name))), dataset_digest=asked.dataset_digest)
        for name in (ASKED, SWEPT)
    )
    if first.digest() != asked.digest():
        raise KselectError(
            f"--resume: the rows in {shown(path)} are of another configuration: "
            f"{_differences(first, asked)}. Give the one they were made with, {INSTEAD}"
        )
    if swept != first and not extend:
        raise KselectError(
            f"--resume: the rows in {shown(path)} are of the longer grid of --extend. Give "
            f"--extend too, {INSTEAD}"
        )
    return swept


def _told(path: Path, text: str) -> SweepConfig:
    """Configuration that rows tell of themselves."""
    try:
        return SweepConfig.from_toml(text)
    except KselectError as error:
        raise StorageError(
            f"--resume: the rows in {shown(path)} are of another version of kselect: {error} Go on "
            f"with that one, {INSTEAD}"
        ) from error


def _differences(there: SweepConfig, here: SweepConfig) -> str:
    """Return every setting that differs, with what it is there and here."""
    first, second = (json.loads(one.to_json()) for one in (there, here))
    return "; ".join(
        f"{name} is {' there and '.join(_apart(first.get(name), second.get(name)))} here"
        for name in dict.fromkeys((*first, *second))
        if first.get(name) != second.get(name)
    )


def _apart(one: object, other: object) -> tuple[str, str]:
    """Two settings as texts that fit a message; long ones begin shortly before they differ."""
    first, second = (json.dumps(value, ensure_ascii=False) for value in (one, other))
    alike = sum(1 for _ in takewhile(bool, map(eq, first, second)))
    start = max(0, alike - LEAD) if max(len(first), len(second)) > LONGEST else 0
    return _short(first, start), _short(second, start)


def _short(text: str, start: int) -> str:
    """Part of a text that fits a message."""
    part = text[start:] if len(text) <= start + LONGEST else f"{text[start : start + LONGEST]}…"
    return f"…{part}" if start else part


def _count(path: Path, rows: pd.DataFrame, setup: Setup) -> int:
    """Number of kernels that are finished; raises where the rows are of other data."""
    if rows.attrs.get(ORIGIN, setup.origin) != setup.origin:
        raise DataError(
            f"--resume: the rows in {shown(path)} are of other data: the content of "
            f"{shortened(setup.config.dataset)} has changed. Give the data they were made with, "
            f"{INSTEAD}"
        )
    try:
        return len(finished_rows(setup, rows)[0])
    except DataError as error:
        raise DataError(
            f"--resume: nothing can go on from {shown(path)}. {error} Give the sweep and the data "
            f"it was made with, {INSTEAD}"
        ) from error
