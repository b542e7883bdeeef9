"""Preparation of the features inside a split: the training part decides, the test part obeys."""

from collections.abc import Callable
from typing import Literal, cast

import numpy as np

from kselect_core.errors import UnknownNameError
from kselect_core.types import Array, Float

Method = Literal["standardise", "minmax", "none"]


def prepared(
    X_train: Float[Array, "n d"],
    X_test: Float[Array, "m d"],
    *,
    method: Method | str = "standardise",
) -> tuple[Float[Array, "n d"], Float[Array, "m d"]]:
    """Return both parts filled and scaled with numbers taken from the training part only.

    Missing values become the training medians (0 where a column is missing throughout the
    training part). "standardise" gives the training part mean 0 and variance 1, "minmax" the
    range 0 to 1 (test values may leave it). A column that is constant in the training part is
    centred and not scaled, so it adds nothing to any distance there.
    """
    if method not in _SCALES:
        raise UnknownNameError("preprocessing", method, _SCALES)
    X_train, X_test = _filled(X_train, X_test)
    shift, scale = _SCALES[method](X_train)
    return _scaled(X_train, shift, scale), _scaled(X_test, shift, scale)


def _scaled(X: Array, shift: Array, scale: Array) -> Array:
    """Return (X − shift) / scale in one new array: of large data a second one is felt."""
    scaled: Array = X - shift
    scaled /= scale
    return scaled


def centred(y_train: Float[Array, " n"]) -> tuple[Float[Array, " n"], float]:
    """Return regression targets less their training mean, and that mean.

    Kernel ridge regression has no bias, so without this it would pull predictions towards 0;
    add the mean back to every prediction.
    """
    mean = float(np.mean(y_train))
    return y_train - mean, mean


def _filled(X_train: Array, X_test: Array) -> tuple[Array, Array]:
    if not (np.isnan(X_train).any() or np.isnan(X_test).any()):
        return X_train, X_test
    filled = ~np.isnan(X_train).all(axis=0)
    medians = np.zeros(X_train.shape[1])
    medians[filled] = np.nanmedian(X_train[:, filled], axis=0)
    return np.where(np.isnan(X_train), medians, X_train), np.where(
        np.isnan(X_test), medians, X_test
    )


def _standard(X: Array) -> tuple[Array, Array]:
    constant = X.max(axis=0) == X.min(axis=0)
    mean = np.where(constant, X[0], X.mean(axis=0))
    deviation = X.std(axis=0)
    return mean, np.where(constant | (deviation == 0), 1.0, deviation)


def _unit_range(X: Array) -> tuple[Array, Array]:
    low, high = X.min(axis=0), X.max(axis=0)
    return low, np.where(high == low, 1.0, high - low)


def _unchanged(X: Array) -> tuple[Array, Array]:
    return np.zeros(X.shape[1]), np.ones(X.shape[1])


_SCALES: dict[str, Callable[[Array], tuple[Array, Array]]] = {
    "standardise": _standard,
    "minmax": _unit_range,
    "none": _unchanged,
}
METHODS = cast(tuple[Method, ...], tuple(_SCALES))
