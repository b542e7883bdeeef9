"""Bundled data sets that scikit-learn provides at run time."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from kselect_core.types import Array

Raw = tuple[Array, Array, tuple[str, ...]]  # features, codes or targets, feature names

LOADERS = {
    "wdbc": "load_breast_cancer",
    "digits_3_8": "load_digits",
    "digits_odd_even": "load_digits",
    "digits": "load_digits",
    "wine": "load_wine",
    "iris": "load_iris",
    "diabetes_regression": "load_diabetes",
}
CODES: Mapping[str, Callable[[Array], Array]] = {
    "wdbc": lambda benign: 1 - benign,
    "digits_3_8": lambda digit: (digit == 8).astype(np.int64),  # noqa: PLR2004
    "digits_odd_even": lambda digit: digit % 2,
}
"""Codes of the classes where they are not scikit-learn's own."""


def raw(name: str) -> Raw:
    """Return features, class codes (or a regression target) and feature names."""
    from sklearn import datasets  # noqa: PLC0415 (it takes a second to import)

    options = {"scaled": False} if name == "diabetes_regression" else {}
    load: Any = getattr(datasets, LOADERS[name])
    bunch = load(**options)
    X, y = bunch.data, bunch.target
    if name == "digits_3_8":
        rows = (y == 3) | (y == 8)  # noqa: PLR2004
        X, y = X[rows], y[rows]
    if name in CODES:
        y = CODES[name](y)
    return X, y, tuple(map(str, bunch.feature_names))
