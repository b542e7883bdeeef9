"""Bundled data sets, by the name of their catalogue entry."""

import numpy as np

from kselect_core.data.catalogue import sample_tables, sklearn_sets
from kselect_core.data.catalogue.cards import CATALOGUE
from kselect_core.data.set.dataset import Dataset
from kselect_core.data.words.findings import Finding


def bundled(name: str, *, positive: str | None = None) -> Dataset:
    """Return a bundled data set; ``positive`` names the class to set against the rest."""
    entry = CATALOGUE[name]
    source = sklearn_sets if entry.origin == "scikit-learn" else sample_tables
    X, y, feature_names = source.raw(name)
    if entry.task == "binary":
        y = np.where(y == 1, 1.0, -1.0)
    finding = Finding("found", f"Bundled data set “{entry.title}”: {entry.source}.")
    data = Dataset(X, y, name, entry.task, feature_names, entry.classes, (finding,))
    return data if positive is None else data.against_rest(positive)
