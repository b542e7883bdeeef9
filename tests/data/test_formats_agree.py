"""A table of numbers reads back to the same data from every format."""

import io
import zipfile
from contextlib import suppress

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings, strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_array_equal

from kselect_core.data import TableOptions, read_table
from kselect_core.errors import KselectError

SETTLED = {
    "label": "label", "task": "multiclass", "header": True, "identifiers": "keep", "index_base": 1,
    "markers": "values", "decimal": ".", "delimiter": "comma", "thousands": "none",
}  # fmt: skip
NUMBERS = st.floats(-1e6, 1e6, allow_subnormal=False) | st.integers(-9, 9).map(float)
ROWS = st.integers(6, 12)


@st.composite
def tables(draw):
    """Return features and classes of a small table; no column is constant."""
    n, d = draw(ROWS), draw(st.integers(1, 4))
    X = draw(arrays(np.float64, (n, d), elements=NUMBERS))
    X[0], X[1] = 0.25, -3.5
    return X, np.array([1.0, 2.0, 3.0])[np.arange(n) % 3]


def csv(X, y):
    rows = [
        ",".join(map(repr, [*row, label]))
        for row, label in zip(X.tolist(), y.tolist(), strict=True)
    ]
    return "\n".join([",".join([*names(X), "label"]), *rows]).encode()


def names(X):
    return [f"x{j + 1}" for j in range(X.shape[1])]


def svmlight(X, y):
    def pairs(row):
        return " ".join(f"{j}:{x!r}" for j, x in enumerate(row, 1) if x != 0)

    lines = [f"{label} {pairs(row)}" for row, label in zip(X.tolist(), y.tolist(), strict=True)]
    return "\n".join(lines).encode()


def arff(X, y):
    head = [f"@attribute {name} numeric" for name in [*names(X), "label"]]
    rows = [
        ",".join(map(repr, [*row, label]))
        for row, label in zip(X.tolist(), y.tolist(), strict=True)
    ]
    return "\n".join(["@relation t", *head, "@data", *rows]).encode()


def parquet(X, y):
    file = io.BytesIO()
    pd.DataFrame(dict(zip(names(X), X.T, strict=True)) | {"label": y}).to_parquet(file)
    return file.getvalue()


def npz(X, y):
    file = io.BytesIO()
    np.savez(file, X=X, y=y)
    return file.getvalue()


def packed(X, y):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("t.csv", csv(X, y))
    return file.getvalue()


def read(content, test=None, **changed):
    return read_table(content, TableOptions(**{**SETTLED, **changed}), test=test)


@pytest.mark.parametrize("written", [svmlight, arff, parquet, npz, packed])
@settings(max_examples=15, deadline=None)
@given(table=tables())
def test_every_format_holds_the_same_numbers_as_csv(written, table):
    X, y = table
    expected = read(csv(X, y))
    label = "y" if written is npz else "label"
    data = read(written(X, y), label=label)
    assert_array_equal(data.X, X + 0.0 if written is svmlight else X)
    assert_array_equal(data.y, expected.y)
    assert data.class_names == expected.class_names
    assert data.digest == expected.digest or written is svmlight  # it cannot write -0.0


@settings(max_examples=15, deadline=None)
@given(table=tables(), other=tables())
def test_a_test_file_has_its_numbers_behind_those_of_the_training_file(table, other):
    (X, y), (Z, z) = table, other
    width = min(X.shape[1], Z.shape[1])
    X, Z = X[:, :width], Z[:, :width]
    data = read(csv(X, y), csv(Z, z))
    assert_array_equal(data.X, np.concatenate([X, Z]))
    assert data.test_rows == len(z)
    assert read(svmlight(X, y), parquet(Z, z)).test_rows == len(z)


@settings(max_examples=60, deadline=None)
@given(content=st.binary(max_size=200), test=st.binary(max_size=200) | st.none())
def test_any_bytes_are_read_or_refused_with_words(content, test):
    with suppress(KselectError):
        read_table(content, test=test)
