"""Some rows of a table: drawn by seed, classes in their shares, recorded as an answer."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from kselect_core.data import Dataset, TableOptions, read_table
from kselect_core.errors import DataError, InvalidParameterError
from kselect_core.selection import SweepConfig

LINES = [f"{i}.25,{(i * 7) % 11},{'yes' if i >= 150 else 'no'}" for i in range(200)]
TABLE = "\n".join(["a,b,class", *LINES, ""]).encode()  # sorted by class


def read(**options):
    return read_table(TABLE, TableOptions(label="class", **options))


def places(data):
    return data.X[:, 0].astype(int).tolist()


def test_so_many_rows_are_used_with_the_classes_in_their_shares():
    data = read(rows=40)
    assert len(data.y) == 40
    assert (data.y == 1).sum() == 10
    assert places(data) == sorted(set(places(data)))
    said = [finding.text for finding in data.report if finding.kind == "asked"]
    assert said[-1] == "40 of 200 rows are used, drawn with the classes in their shares (seed 0)."


def test_smaller_draws_lie_inside_larger_ones_and_another_seed_draws_others():
    few, more, others = read(rows=20), read(rows=40), read(rows=40, rows_seed=1)
    assert set(places(few)) < set(places(more))
    assert places(more) != places(others)
    assert read(rows=40).digest == more.digest
    assert more.digest != others.digest


def test_the_option_is_the_draw_of_the_data_set():
    assert read().drawn(40, seed=3).digest == read(rows=40, rows_seed=3).digest


def test_all_classes_are_drawn_before_one_is_set_against_the_rest():
    lines = [f"{i}.25,{i % 5},{'abc'[i % 3]}" for i in range(90)]
    table = "\n".join(["u,v,class", *lines, ""]).encode()
    data = read_table(table, TableOptions(label="class", rows=30, positive="b"))
    assert (data.y == 1).sum() == 10


def test_of_a_regression_any_rows_are_drawn():
    data = read_table(TABLE, TableOptions(label="a", rows=12, task="regression"))
    assert data.task == "regression"
    assert len(data.y) == 12


def test_the_rows_of_a_test_file_all_stay():
    test = "\n".join(["a,b,class", *LINES[:3], *LINES[-4:], ""]).encode()
    data = read_table(TABLE, TableOptions(label="class", rows=40), test=test)
    assert (len(data.y), data.test_rows) == (47, 7)
    assert places(data)[-7:] == [0, 1, 2, 196, 197, 198, 199]


def test_rows_of_gram_matrices_keep_all_their_kernel_values():
    x = np.linspace(-1, 1, 40)
    whole = Dataset.from_gram(np.exp(-((x[:, None] - x) ** 2)), np.sign(x))
    assert_array_equal(whole.drawn(20).X, whole.X[np.isin(whole.X[:, 0], whole.drawn(20).X[:, 0])])


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"rows": 3}, "rows .* whole number from 4 to 5000000"),
        ({"rows": "many"}, "rows .* whole number"),
        ({"rows_seed": 1}, "rows_seed .* given with rows"),
        ({"rows": 10, "rows_seed": -1}, "rows_seed .* whole number from 0"),
    ],
)
def test_what_is_no_number_of_rows_is_refused(options, words):
    with pytest.raises(InvalidParameterError, match=words):
        TableOptions(**options)


def test_more_rows_than_there_are_is_refused_and_so_is_a_class_that_would_be_lost():
    with pytest.raises(InvalidParameterError, match="from 2 to 200, got 201"):
        read(rows=201)
    with pytest.raises(DataError, match=r"4 of 200 rows are too few: .* Use more rows"):
        read(rows=4)


def test_how_many_is_a_part_of_the_digest_and_of_the_file_of_a_sweep():
    config = SweepConfig(dataset="own", reading=(("rows", 40), ("rows_seed", 1)))
    assert config.digest() != SweepConfig(dataset="own", reading=(("rows", 40),)).digest()
    assert SweepConfig.from_toml(config.to_toml()).reading == config.reading
