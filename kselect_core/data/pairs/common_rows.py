"""A notice on rows of a test file that are in the training file as well."""

from collections import Counter
from collections.abc import Iterator
from hashlib import blake2b

import numpy as np

from kselect_core.data.words.findings import Finding, counted
from kselect_core.types import Array

_SHARE = 0.05  # of the test rows; few may be equal by chance
_BLOCK = 64  # rows looked at together: copies stay small
_WHERE = "test file"


def about_common_rows(trained: tuple[Array, Array], tested: tuple[Array, Array]) -> list[Finding]:
    """Return a notice if a test file repeats the training file, or a good part of it."""
    train, test = Counter(_rows(*trained)), Counter(_rows(*tested))
    common = sum(count for row, count in test.items() if row in train)
    if common < max(2.0, _SHARE * test.total()):
        return []
    if train == test:
        text = (
            f"It holds the same {counted(common, 'row')} as the training file: the same file? An "
            "error measured on it is a training error."
        )
    else:
        text = (
            f"{common:,} of its {counted(test.total(), 'row')} {'is' if common == 1 else 'are'} "
            "in the training file too, with the same label: an error measured on them is too small."
        )
    return [Finding("notice", text, _WHERE)]


def _rows(X: Array, y: Array) -> Iterator[bytes]:
    """Yield what tells one row from another; −0 is 0 and all missing numbers are alike."""
    for begin in range(0, len(X), _BLOCK):
        end = begin + _BLOCK
        rows = np.column_stack([X[begin:end], y[begin:end]]) + 0.0
        rows[np.isnan(rows)] = np.nan
        yield from (blake2b(row, digest_size=16).digest() for row in rows)
