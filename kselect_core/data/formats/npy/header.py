"""What a NumPy array file claims to hold, checked before anything is taken from it."""

import warnings
from io import BytesIO
from math import prod
from tokenize import TokenError
from typing import Final, NamedTuple

import numpy as np
from numpy.lib import format as npy

from kselect_core.data.numbers.given_arrays import are_long
from kselect_core.data.words.limits import MOST_CELLS, MOST_COLUMNS, MOST_ROWS
from kselect_core.errors import DataError, shortened
from kselect_core.types import Array

LONGEST_HEADER: Final = 10_000
START: Final = LONGEST_HEADER + 20  # bytes that hold every header that is accepted
_NUMBERS = "fiub"
_ODD = {
    "O": "Python objects; opening them may run code, so they are refused. Save texts as "
    "numpy.array(labels, dtype=str)",
    "V": "records (a structured array); save plain columns of numbers",
    "c": "complex numbers; save real ones",
    "S": "texts; only the labels in an .npz file may be texts",
    "U": "texts; only the labels in an .npz file may be texts",
    "T": "texts of any length; save numbers, or labels with astype(str)",
    "M": "dates; save numbers",
    "m": "durations; save numbers",
}
_BROKEN = (
    ValueError, SyntaxError, TypeError, KeyError, IndexError, OverflowError, MemoryError,
    RecursionError, AttributeError, EOFError, TokenError,
)  # fmt: skip


class Header(NamedTuple):
    """Shape and type of an array, and where its numbers begin."""

    shape: tuple[int, ...]
    by_columns: bool
    dtype: np.dtype[np.generic]
    begin: int


def header_of(start: bytes, what: str) -> Header:
    """Return what the first bytes of an ``.npy`` file claim; nothing is run or allocated."""
    file = BytesIO(start)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # headers of Python 2 warn
            version = npy.read_magic(file)
            read = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}[version]
            shape, by_columns, dtype = read(file, max_header_size=LONGEST_HEADER)
    except _BROKEN as error:
        raise DataError(f"The header of {what} is damaged or not of a plain array.") from error
    if any(type(length) is not int or length < 0 for length in shape):
        raise DataError(f"The header of {what} claims the shape {shortened(shape)}.")
    return Header(tuple(shape), bool(by_columns), dtype, file.tell())


def oddity(dtype: np.dtype[np.generic]) -> str:
    """Return what an array holds that are no numbers, "" for numbers."""
    return "" if dtype.kind in _NUMBERS else _ODD.get(dtype.kind, "no numbers")


def numbers_of(content: bytes, what: str) -> Array:
    """Return the numbers of an ``.npy`` file, after its claims were checked.

    They are float64, but for whole numbers that would lose digits: these stay integers.
    """
    header = header_of(content[:START], what)
    if odd := oddity(header.dtype):
        raise DataError(f"{_sentence(what)} holds {odd}.")
    count = checked_count(header, len(content), what)
    flat = np.frombuffer(content, header.dtype, count, header.begin)
    shaped = flat.reshape(header.shape, order="F" if header.by_columns else "C")
    if are_long(shaped):
        return shaped.astype(shaped.dtype.newbyteorder("="))
    with np.errstate(all="ignore"):
        return shaped.astype(np.float64)


def checked_count(header: Header, size: int, what: str) -> int:
    """Return how many elements an array has, if they are within the limits and all there."""
    refuse_too_large(header.shape, what)
    count = prod(header.shape)
    if header.begin + count * header.dtype.itemsize != size:
        raise DataError(
            f"{_sentence(what)} claims {count:,} elements of {header.dtype.itemsize} bytes but "
            f"holds {size - header.begin:,} bytes: damaged or cut off."
        )
    return count


def refuse_too_large(shape: tuple[int, ...], what: str) -> None:
    """Return if an array of a shape may be read."""
    rows, columns = shape[0] if shape else 1, prod(shape[1:])
    if rows > MOST_ROWS or columns > MOST_COLUMNS or rows * columns > MOST_CELLS:
        raise DataError(
            f"{_sentence(what)} claims {rows:,} rows and {columns:,} columns; the limits are "
            f"{MOST_ROWS:,} rows, {MOST_COLUMNS:,} columns and {MOST_CELLS:,} cells."
        )


def _sentence(what: str) -> str:
    return what[:1].upper() + what[1:]
