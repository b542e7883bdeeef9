"""Bundled data sets that ship as small generated tables."""

import csv
from pathlib import Path

import numpy as np

from kselect_core.data.catalogue.cards import CATALOGUE
from kselect_core.data.text.lines import lines_of
from kselect_core.errors import DataError
from kselect_core.types import Array


def folder() -> Path:
    """Return where the tables are: beside the package, or inside it once installed."""
    here = Path(__file__).resolve()
    beside, inside = here.parents[3] / "sample_data", here.parents[1] / "sample_data"
    return beside if (beside / "manifest.json").is_file() else inside


def raw(name: str) -> tuple[Array, Array, tuple[str, ...]]:
    """Return features, class codes (or a regression target) and feature names."""
    path = folder() / f"{name}.csv"
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise DataError(f"The bundled table {path.name} is missing: {error.strerror}.") from error
    header, *rows = csv.reader(lines_of(text))
    X = np.array([row[:-1] for row in rows], dtype=np.float64)
    classes = CATALOGUE[name].classes
    targets = [row[-1] for row in rows]
    y = np.array([classes.index(t) for t in targets]) if classes else np.array(targets, np.float64)
    return X, y, tuple(header[:-1])
