"""Labels that an array of NumPy holds as text of a fixed width."""

import sys
from typing import Final

import numpy as np

from kselect_core.data.formats.npy.header import START, checked_count, header_of
from kselect_core.data.words.limits import LONGEST_CELL
from kselect_core.errors import DataError

_WIDE: Final = 4  # bytes per letter of NumPy's unicode


def are_words(dtype: np.dtype[np.generic]) -> bool:
    """Return whether an array holds text of a fixed width: letters or bytes."""
    return dtype.kind in "SU"


def words_of(content: bytes, what: str) -> tuple[str, ...]:
    """Return the texts of an ``.npy`` file, bytes read as UTF-8; nothing in it is run."""
    header = header_of(content[:START], what)
    width, encoding = header.dtype.itemsize, _encoding(header.dtype)
    letters = width // (1 if encoding == "utf-8" else _WIDE)
    if letters > LONGEST_CELL:
        raise DataError(
            f"The texts of {what} are {letters:,} letters wide; up to {LONGEST_CELL:,} can be read."
        )
    count = checked_count(header, len(content), what)
    places = (header.begin + row * width for row in range(count))
    pieces = (content[place : place + width] for place in places)
    return tuple(_word(piece, encoding, row, what) for row, piece in enumerate(pieces, 1))


def _encoding(dtype: np.dtype[np.generic]) -> str:
    if dtype.kind == "S":
        return "utf-8"
    big = dtype.byteorder == ">" or (dtype.byteorder == "=" and sys.byteorder == "big")
    return "utf-32-be" if big else "utf-32-le"


def _word(piece: bytes, encoding: str, row: int, what: str) -> str:
    """Return one text without the NULs that fill it up."""
    try:
        word = piece.decode(encoding).rstrip("\0")
    except UnicodeDecodeError as error:
        wrong = "is not UTF-8" if encoding == "utf-8" else "holds what is no letter"
        raise DataError(f"Row {row} of {what} {wrong}.") from error
    if "\0" in word:
        raise DataError(f"Row {row} of {what} holds a NUL character; the file is damaged.")
    return word
