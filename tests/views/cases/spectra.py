"""Spectra, and the pictures at the cursor: two classes, a bias, a machine, a pair, a regression."""

from functools import lru_cache
from math import nan

from kselect_core import Candidates, SweepConfig, load_dataset, views
from tests.views.cases.case import Case

FAMILIES = (
    Candidates("gaussian", (0.5, 2.0, 8.0), "2tau"),
    Candidates("polynomial", (1, 2)),
    Candidates("linear"),
)
COSTS = {"learner": "svm", "C": (1.0, 10.0), "criteria": ("svm_loo",)}
PLACES = {
    "two classes": ("two_moons", (0, "gaussian", 2.0), {}),
    "with a bias": ("two_moons", (0, "gaussian", 0.5), {"learner": "lssvm"}),
    "a machine": ("two_moons", (1, "gaussian", 8.0), COSTS),
    "a kernel without a parameter": ("two_moons", (0, "linear", nan), {}),
    "products of a pair": ("iris", (1, "polynomial", 2.0), {"pair": ("setosa", "virginica")}),
    "a regression": ("additive", (0, "gaussian", 2.0), {}),
}
SPECTRA = (
    *(views.spectra_of_family, views.eigenvalues, views.labels_in_eigenvectors),
    *(views.eigenvector, views.degrees_of_freedom, views.kernel_matrix),
)
AT_CURSOR = (views.decision, views.spectrum)


def place(name, point, changes, *, alone=False):
    usual = {"candidates": FAMILIES, "repeats": 2, "criteria": ("loo",)}
    usual |= {} if "C" in changes else {"lambdas": (0.01, 0.1)}
    config = SweepConfig(dataset=name, **usual | changes)
    cursor = views.Cursor(*point, config.lambdas[0])
    return views.SpectrumAt(config, load_dataset(name), cursor, alone=alone)


@lru_cache
def spectrum_at(name):
    return place(*PLACES[name])


@lru_cache
def cursor_at(name):
    at = spectrum_at(name)
    return views.CursorAt(at.config, at.dataset, at.cursor)


CASES = [
    *(Case(view, spectrum_at, name) for view in SPECTRA for name in PLACES),
    *(Case(view, cursor_at, name) for view in AT_CURSOR for name in PLACES),
]
