"""Arrays and data frames of a caller as numbers; nothing changes in silence on the way."""

from typing import Any, Final

import numpy as np

from kselect_core.data.words.findings import Finding
from kselect_core.errors import DataError, shortened
from kselect_core.parameters import refuse_tensors
from kselect_core.types import Array

TABLE = 2  # dimensions of an array of features
EXACT: Final = 2**53  # whole numbers beyond it lose digits
LOST_DIGITS: Final = "Whole numbers above 2⁵³ lose their last digits. Are they identifiers?"
_ODD = {"M": "dates or times", "m": "durations", "c": "complex numbers"}


def without_arrow(values: Any) -> Any:  # noqa: ANN401 - arrays, frames, lists
    """Return the frame or series of what pyarrow holds, and everything else as it is.

    pyarrow is not loaded for it: who has a table of it has loaded it.
    """
    if type(values).__module__.partition(".")[0] != "pyarrow" or not hasattr(values, "to_pandas"):
        return values
    return values.to_pandas()


def matrix(X: Any) -> tuple[Array, tuple[Finding, ...]]:  # noqa: ANN401 - arrays, frames, lists
    """Return features as numbers (n, d), and what was lost on the way."""
    refuse_tensors("Dataset", "X", X)
    columns = _columns(X)
    for name, column in columns.items():
        _refuse_odd(column, f"column {shortened(name)} of the features" if name else "features")
    try:
        numbers = np.asarray(_without_mask(X), dtype=np.float64)
    except (TypeError, ValueError) as error:
        dense = " A sparse matrix must be made dense first: X.toarray()."
        hint = dense if hasattr(X, "toarray") else ""
        raise DataError(f"The features are not all numbers: {error}.{hint}") from error
    if numbers.ndim != TABLE:
        raise DataError(
            f"The features must be a table (n, d), got an array of shape {numbers.shape}."
        )
    _refuse_missing(numbers)
    return numbers, tuple(
        about_long_numbers(f"column {name!r}" if name else "features")
        for name, column in columns.items()
        if are_long(column)
    )


def vector(y: Any) -> Array:  # noqa: ANN401 - arrays, series, lists
    """Return targets as an array; refused where some are missing or no number and no word."""
    refuse_tensors("Dataset", "y", y)
    if np.ma.is_masked(y):
        raise DataError("Some targets are missing: they are masked.")
    _refuse_odd(y, "targets")
    array = np.asarray(y)
    if array.dtype.kind == "f" and isinstance(y, list | tuple) and are_long(np.array(y, object)):
        return np.array(y, dtype=object)  # no one type has room for all of them
    return array


def refuse_other_rows(X: Any, y: Any) -> None:  # noqa: ANN401
    """Refuse a frame and a series whose rows are named alike but not in the same order."""
    rows: Any = getattr(X, "index", None)
    targets: Any = getattr(y, "index", None)
    if hasattr(rows, "equals") and hasattr(targets, "equals") and not rows.equals(targets):
        raise DataError(
            "The features and the targets have different indexes: their rows may not belong "
            "together. Bring the targets into the order of the features (y.loc[X.index]), or pass "
            "y.to_numpy() if the order is right as it is."
        )


def are_long(numbers: Any) -> bool:  # noqa: ANN401
    """Return whether there are whole numbers that lose their last digits as float64."""
    array = np.asarray(numbers)
    if array.dtype.kind == "O":
        return any(isinstance(one, int) and abs(one) > EXACT for one in array.flat)
    if array.dtype.kind not in "iu" or not array.size:
        return False
    return max(int(array.max()), -int(array.min())) > EXACT


def about_long_numbers(where: str) -> Finding:
    """Return what is said of whole numbers that lose digits."""
    return Finding("fixed", LOST_DIGITS, where)


def _columns(X: Any) -> dict[str, Any]:  # noqa: ANN401
    """Return the columns of a data frame by name, or everything under no name."""
    names = getattr(X, "columns", None)
    return {"": X} if names is None else {str(name): X[name] for name in names}


def _refuse_odd(values: Any, what: str) -> None:  # noqa: ANN401
    kind = getattr(getattr(values, "dtype", None), "kind", "O")
    kind = _kind(values) if kind == "O" else kind
    if kind in _ODD:
        raise DataError(
            f"The {what} hold {_ODD[kind]}, which are no plain numbers. Leave them out, or make "
            "numbers of them first."
        )


def _kind(values: Any) -> str:  # noqa: ANN401
    try:
        array = np.asarray(values)
    except (TypeError, ValueError):  # rows of different length: refused as no numbers
        return "O"
    if array.dtype.kind != "O":
        return array.dtype.kind
    odd = (one.dtype.kind for one in array.flat if isinstance(one, np.generic))
    return next((kind for kind in odd if kind in _ODD), "O")


def _without_mask(X: Any) -> Any:  # noqa: ANN401
    """Return an array with NaN in place of what is masked."""
    return np.ma.filled(X.astype(np.float64), np.nan) if isinstance(X, np.ma.MaskedArray) else X


def _refuse_missing(numbers: Array) -> None:
    holes = int(np.isnan(numbers).sum())
    if holes:
        raise DataError(
            f"The features hold {holes} missing values (NaN). Fill them in or drop the "
            "rows; load_dataset(path, missing='median') fills in the medians of each training part."
        )
