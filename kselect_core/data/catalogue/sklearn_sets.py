"""Bundled data sets that scikit-learn provides at run time."""

from collections.abc import Callable

import numpy as np

from kselect_core.types import Array

Raw = tuple[Array, Array, tuple[str, ...]]  # features, codes or targets, feature names


def raw(name: str) -> Raw:
    """Return features, class codes (or a regression target) and feature names."""
    return _READERS[name]()


# scikit-learn takes a second to import, so each function imports what it needs.


def _wdbc() -> Raw:
    from sklearn.datasets import load_breast_cancer  # noqa: PLC0415

    bunch = load_breast_cancer()
    return bunch.data, 1 - bunch.target, tuple(map(str, bunch.feature_names))


def _digits_3_8() -> Raw:
    X, digit, names = _digits()
    rows = (digit == 3) | (digit == 8)  # noqa: PLR2004
    return X[rows], (digit[rows] == 8).astype(np.int64), names  # noqa: PLR2004


def _digits_odd_even() -> Raw:
    X, digit, names = _digits()
    return X, digit % 2, names


def _digits() -> Raw:
    from sklearn.datasets import load_digits  # noqa: PLC0415

    bunch = load_digits()
    return bunch.data, bunch.target, tuple(map(str, bunch.feature_names))


def _wine() -> Raw:
    from sklearn.datasets import load_wine  # noqa: PLC0415

    bunch = load_wine()
    return bunch.data, bunch.target, tuple(map(str, bunch.feature_names))


def _iris() -> Raw:
    from sklearn.datasets import load_iris  # noqa: PLC0415

    bunch = load_iris()
    return bunch.data, bunch.target, tuple(map(str, bunch.feature_names))


def _diabetes() -> Raw:
    from sklearn.datasets import load_diabetes  # noqa: PLC0415

    bunch = load_diabetes(scaled=False)
    return bunch.data, bunch.target, tuple(map(str, bunch.feature_names))


_READERS: dict[str, Callable[[], Raw]] = {
    "wdbc": _wdbc,
    "digits_3_8": _digits_3_8,
    "digits": _digits,
    "digits_odd_even": _digits_odd_even,
    "wine": _wine,
    "iris": _iris,
    "diabetes_regression": _diabetes,
}
