"""Notices on a finished table agree with looking at its rows and columns one by one."""

import time

import numpy as np
import pytest

from kselect_core.data.notices.notices import notices

RNG = np.random.default_rng(3)


def leaks(X, codes, *, classes):
    """Return the columns of which a notice says that they predict the label."""
    names = tuple(f"<{j}>" for j in range(X.shape[1]))
    said = [f.text for f in notices(X, codes, names, classes=classes) if "perfectly" in f.text]
    return {j for j, name in enumerate(names) if said and name in said[0]}


def tells(x, codes):
    """Return whether sorted values change their class once per class and strictly there."""
    if np.isnan(x).any() or (x == x[0]).all():
        return False
    order = np.argsort(x, kind="stable")
    changes = np.flatnonzero(np.diff(codes[order]))
    strict = (x[order][changes] < x[order][changes + 1]).all()
    return len(changes) == len(np.unique(codes)) - 1 and bool(strict)


@pytest.mark.parametrize("classes", [2, 3, 5])
def test_a_column_that_tells_the_class_is_found_as_by_sorting(classes):
    found = 0
    for _ in range(200):
        codes = RNG.permutation(np.arange(12) % classes)
        shift = RNG.permutation(classes)[codes].astype(float)
        noise = RNG.choice([0.0, 0.5, 0.9, 1.0, 1.3], size=5)
        X = shift[:, None] + noise * RNG.choice([0.0, 0.5, 1.0], size=(12, 5))
        X[0, 3] = RNG.choice([X[0, 3], np.nan])
        X[:, 4] = RNG.choice([1.0, 2.0])
        wanted = {j for j in range(5) if tells(X[:, j], codes)}
        assert leaks(X, codes, classes=True) == wanted
        found += len(wanted)
    assert 100 < found < 900


def test_a_column_that_is_a_line_in_the_target_is_found_as_by_its_correlation():
    y = RNG.normal(size=30)
    X = np.column_stack([2 * y + 1e8, -y, y + 1e-3 * RNG.normal(size=30), np.ones(30), y, y**3])
    X[4, 4] = np.nan
    wanted = {j for j in (0, 1, 2, 5) if abs(np.corrcoef(X[:, j], y)[0, 1]) > 1 - 1e-9}
    assert leaks(X, y, classes=False) == wanted == {0, 1}


def test_a_line_is_found_behind_many_columns():
    y = RNG.normal(size=30)
    X = np.column_stack([RNG.normal(size=(30, 130)), y])
    assert leaks(X, y, classes=False) == {130}


def test_equal_rows_and_columns_are_found_whatever_the_sign_of_zero():
    X = RNG.normal(size=(200, 90))
    X[150], X[:, 80] = X[3], X[:, 5]
    X[7, 5], X[7, 80], X[9, 5] = 0.0, -0.0, np.nan
    X[9, 80] = np.nan
    X[150, [5, 80]] = X[3, [5, 80]]
    said = " ".join(
        f.text for f in notices(X, np.arange(200) % 2, tuple(map(str, range(90))), classes=True)
    )
    assert "1 duplicate row" not in said
    assert "1 row with the features of another row" in said
    assert "80 = 5" in said


def test_scales_and_copies_say_what_to_do():
    column = np.linspace(-1.0, 1.0, 20)
    X = np.tile(np.column_stack([column, 2e5 * column[::-1]]), (2, 1))
    names = ("a", "b")
    copies, scales = notices(X, np.arange(40) % 2, names, classes=True)
    assert "20 duplicate rows of 40: where one copy is trained on and another tested" in copies.text
    assert "by a factor of 200,000; they are standardised unless" in scales.text


def test_a_wide_table_is_looked_at_in_a_moment():
    X = np.where(RNG.random((2000, 2000)) < 0.01, 1.0, 0.0)
    begin = time.process_time()
    notices(X, np.arange(2000) % 2, tuple(map(str, range(2000))), classes=True)
    assert time.process_time() - begin < 1.5
