"""Numbers that stand for missing values are asked about together, or are worth a notice."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from kselect_core.data import TableOptions, read_table
from kselect_core.data.columns.sentinels import sentinels
from kselect_core.data.notices.odd_numbers import about_odd_numbers, odd_numbers
from tests.bad.files.number import NUMBERS, files, table

FILES = files()
RNG = np.random.default_rng(5)


def read(content, *, test=None, **options):
    content = content if isinstance(content, bytes) else content.encode()
    return read_table(content, TableOptions(**options), test=test)


def with_marks(numbers, *marks):
    """Return numbers with each mark at three places."""
    marked = np.array(numbers, dtype=float)
    marked[: 3 * len(marks)] = np.repeat(marks, 3)
    return marked


OTHERS = {
    "whole": RNG.integers(0, 40, 60).astype(float),
    "fractions": RNG.uniform(0.5, 40, 60),
    "signed": RNG.normal(size=60),
    "0 and 1": np.arange(60.0) % 2,
}
FAMILIES = [
    (-99, -9), (999, 9999), (-99, -999, 9999), (-88, -99), (998, 999), (-7, -8, -9, -99),
    (1e30,), (-3.4028235e38,), (9999, 99999, 999999), (-32768,), (99, 999),
]  # fmt: skip


@pytest.mark.parametrize("others", OTHERS)
@pytest.mark.parametrize("marks", FAMILIES)
def test_all_marks_of_a_column_are_found_and_nothing_else(marks, others):
    assert set(sentinels(with_marks(OTHERS[others], *marks))) == set(map(float, marks))


@pytest.mark.parametrize(
    "numbers",
    [
        [-999, -990, -980, 5], [999, 700, 3, 999], [1, 2, 999], [-9, 3, 4], [97, 98, 99, 96, 3],
        [], [np.nan], [999, 999], [1, 2, 9, 9], [250, 499, 998, 998, 600],
    ],
)  # fmt: skip
def test_numbers_among_their_like_are_numbers(numbers):
    assert sentinels(np.array(numbers, dtype=float)) == ()


@pytest.mark.parametrize(
    "name", ["sentinel_two_nines.csv", "sentinel_below_two.csv", "sentinel_three.csv"]
)
def test_after_the_answer_missing_no_mark_stays_a_number(name):
    data = read(FILES[name], markers="missing", missing="median")
    assert np.isnan(data.X[::5, 0]).all()
    kept = np.arange(len(NUMBERS)) % 5 > 0
    assert_array_equal(data.X[kept, 0], np.array(NUMBERS, dtype=float)[kept])


def test_all_marks_of_a_column_can_be_numbers():
    data = read(FILES["sentinel_three.csv"], markers="values")
    assert {-999, -99, 9999} <= set(data.X[:, 0].tolist())
    assert "are read as numbers" in str(data.report)
    assert "outside all others" not in str(data.report)  # it was asked


def test_a_test_file_has_the_marks_of_both_files_missing():
    train = FILES["sentinel_below_two.csv"]
    test = table(["-9", "-99", "-999", *NUMBERS[3:]]).encode()
    data = read(train, test=test, markers="missing", missing="median")
    assert np.isnan(data.X[40:43, 0]).all()
    assert not np.isnan(data.X[43:, 0]).any()
    assert "-99 and -9 are read as missing, as in the training file" in str(data.report)


@pytest.mark.parametrize("others", ["whole", "fractions"])
@pytest.mark.parametrize("mark", [-9, -1, 99, 200, -200, 500, 77])
def test_a_repeated_number_outside_the_others_is_a_notice(mark, others):
    assert odd_numbers(with_marks(OTHERS[others], mark)).startswith(f"{mark} (3 ×), the others")


@pytest.mark.parametrize(
    "numbers",
    [
        *OTHERS.values(),
        np.arange(60.0) % 3 - 1,
        np.arange(60.0) % 7 + 1,
        10.0 ** (np.arange(60) % 6),
        np.where(np.arange(60) % 3, 1.0, 200.0),
        with_marks(OTHERS["whole"], 57),
        np.full(60, 3.0),
        np.full(60, np.nan),
    ],
)
def test_usual_numbers_give_no_notice(numbers):
    assert odd_numbers(np.asarray(numbers)) == ""


def test_the_notice_names_few_columns_and_counts_the_others():
    X = np.column_stack([with_marks(OTHERS["whole"], 200)] * 70)
    (found,) = about_odd_numbers(X, tuple(f"x{j}" for j in range(70)))
    assert "column 'x0': 200 (3 ×)" in found.text
    assert "and 65 more columns" in found.text
    assert len(found.text) < 700


def test_a_target_of_numbers_is_looked_at_as_well():
    assert "The target holds numbers outside all others: -999 (3 ×)" in str(
        read(FILES["target_sentinel.csv"]).report
    )
