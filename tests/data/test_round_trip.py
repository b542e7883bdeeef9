"""Whatever table is written as CSV, in any dialect, comes back as the same numbers."""

import csv
from io import StringIO

import numpy as np
from hypothesis import given, strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_array_equal

from kselect_core.data import TableOptions, read_table
from kselect_core.errors import DataError

NUMBERS = st.floats(-1e12, 1e12, allow_subnormal=False)


def written(X, words, *, delimiter, decimal, end, quoting):
    buffer = StringIO()
    writer = csv.writer(buffer, delimiter=delimiter, lineterminator=end, quoting=quoting)
    writer.writerow([*(f"f{j}" for j in range(X.shape[1])), "label"])
    for row, word in zip(X, words, strict=True):
        writer.writerow([*(repr(float(x)).replace(".", decimal) for x in row), word])
    return buffer.getvalue()


@given(
    data=st.data(),
    n=st.integers(6, 12),
    d=st.integers(1, 4),
    dialect=st.tuples(st.sampled_from(",;\t|"), st.sampled_from(["\n", "\r\n", "\r"])),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
    quoting=st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
)
def test_numbers_come_back_bit_by_bit(data, n, d, dialect, encoding, quoting):
    delimiter, end = dialect
    X = data.draw(arrays(np.float64, (n, d), elements=NUMBERS, unique=True))
    decimal = data.draw(st.sampled_from(".,")) if delimiter != "," else "."
    words = ["é yes" if i % 3 else "no, never" for i in range(n)]
    text = written(X, words, delimiter=delimiter, decimal=decimal, end=end, quoting=quoting)
    options = TableOptions(
        decimal=decimal, delimiter=delimiter, header=True, identifiers="keep", markers="values"
    )
    read = read_table(text.encode(encoding), options)
    varying = (X[0] != X).any(axis=0)
    assert_array_equal(read.X, X[:, varying])
    assert read.class_names == ("no, never", "é yes")
    assert_array_equal(read.y > 0, [word == "é yes" for word in words])


@given(
    data=st.data(),
    n=st.integers(4, 10),
    task=st.sampled_from(["few", "words", "numbers"]),
    holes=st.booleans(),
)
def test_any_table_loads_or_is_refused_in_words(data, n, task, holes):
    cell = {
        "few": st.sampled_from(["1", "2", "3"]),
        "words": st.text(max_size=6),
        "numbers": NUMBERS.map(repr),
    }[task]
    rows = data.draw(st.lists(st.tuples(cell, cell, cell), min_size=n, max_size=n))
    if holes:
        rows = [("", *row[1:]) if i % 3 == 0 else row for i, row in enumerate(rows)]
    buffer = StringIO()
    csv.writer(buffer).writerows([("u", "v", "label"), *rows])
    try:
        read = read_table(buffer.getvalue().encode(), TableOptions(header=True, skip=0))
    except DataError:
        return
    assert len(read.y) == len(read.X) <= n
    assert np.isfinite(read.X).all()
