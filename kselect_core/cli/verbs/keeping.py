"""The rows of a sweep on the way to their file: kept beside it for as long as any are missing."""

from contextlib import suppress
from math import inf
from pathlib import Path
from time import monotonic

import pandas as pd

from kselect_core.cli.common.row_files import write_rows
from kselect_core.cli.speech.text import whisper
from kselect_core.data import Dataset
from kselect_core.errors import StorageError
from kselect_core.selection import SweepConfig
from kselect_core.selection.sweep.rows import joined
from kselect_core.selection.sweep.run import ORIGIN
from kselect_core.selection.sweep.setup import Setup

SAVE_EVERY = 3.0
"""Seconds between two writings of the rows that are there; slower ones are written as they come."""

ASKED, SWEPT = "asked", "swept"
"""What rows tell of themselves: the configuration given, and the same with a longer grid or not."""


def partial_file(out: Path) -> Path:
    """Return the file beside ``out`` that has the rows of a sweep that is not finished."""
    return out.with_name(f"{out.name}.partial")


class Keeper:
    """Keeps the rows of one sweep: in the partial file as they come, at the end in ``out``.

    A process that is killed loses those of the last seconds. The partial file goes when ``out`` has
    every row.
    """

    def __init__(self, out: Path, asked: SweepConfig, dataset: Dataset) -> None:
        self.out, self.partial, self.dataset = out, partial_file(out), dataset
        self.asked = self.config = asked
        self.facts: dict[str, str] = {}
        self.frames: list[pd.DataFrame] = []
        self.saved, self.refusal = -inf, ""
        self.begun, self.added, self.kept = 0.0, 0, False

    def begin(self, swept: SweepConfig, done: pd.DataFrame | None) -> None:
        """Take the rows of this sweep from here on: what was asked for, or with a longer grid.

        Until one of the longer grid is finished, the partial file has every row of the first.
        """
        if self.frames:
            self.save()
        self.config, self.frames, self.saved = swept, [], -inf
        self.begun, self.added = monotonic(), 0
        origin = Setup.of(swept, self.dataset).origin
        self.facts = {ORIGIN: origin, ASKED: self.asked.to_toml(), SWEPT: swept.to_toml()}
        if done is not None:
            self.add(done)

    def add(self, rows: pd.DataFrame) -> None:
        """Take finished rows, and write all of them if it is time to."""
        self.frames.append(rows)
        self.added += 1
        now = monotonic()
        if now - self.saved >= SAVE_EVERY or now - self.begun >= SAVE_EVERY * self.added:
            self.save()

    def stop(self, table: object) -> str:
        """Keep the finished rows of a sweep that ends early; return where, and how to go on."""
        if not isinstance(table, pd.DataFrame):
            return ""
        if table.empty:  # of a longer grid perhaps: the first one is kept
            return _goes_on(self.partial) if self.kept else " No kernel was finished."
        write_rows(self._telling(table), self.partial)
        write_rows(self._telling(table), self.out)
        return _goes_on(self.out)

    def finish(self, table: pd.DataFrame) -> None:
        """Write every row to ``out``; the partial file, and what a kill left of it, goes."""
        write_rows(self._telling(table), self.out)
        with suppress(OSError):
            self.partial.unlink(missing_ok=True)
            for torn in self._torn():
                torn.unlink(missing_ok=True)

    def _torn(self) -> list[Path]:
        """Temporary files of the partial file, from processes that were killed as they wrote."""
        start = f".{self.partial.name}-"
        return [path for path in self.partial.parent.iterdir() if path.name.startswith(start)]

    def save(self) -> None:
        """Write the rows that are there; while that cannot be done, memory has them."""
        self.frames, self.saved = [joined(self.config, self.frames)], monotonic()
        try:
            write_rows(self._telling(self.frames[0]), self.partial)
            self.kept = True
        except StorageError as error:
            if str(error) != self.refusal:
                whisper(f"\n{error}")
            self.refusal = str(error)

    def _telling(self, table: pd.DataFrame) -> pd.DataFrame:
        """Return the rows with what they tell of themselves."""
        named = table.copy(deep=False)
        named.attrs.clear()
        named.attrs.update(self.facts)
        return named


def _goes_on(path: Path) -> str:
    """Say where the finished rows are, and how to go on from them."""
    return f" The finished values are in {path}. The same line with --resume goes on from them."
