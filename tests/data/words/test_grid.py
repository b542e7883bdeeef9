"""Columns that are numbers already are read like the same numbers written as text."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from kselect_core.data import TableOptions
from kselect_core.data.columns import column as columns
from kselect_core.data.table.reading import dataset_of
from kselect_core.data.words.grid import Grid, counts_rows, distinct, spelling, texts_of
from kselect_core.errors import DataError, QuestionError

RNG = np.random.default_rng(5)
ROWS = 12
COLUMNS = {
    "a": RNG.normal(size=ROWS),
    "b": RNG.integers(0, 9, ROWS).astype(float),
    "label": np.array([0.0, 1.0, 1.0] * 4),
}


def grid_of(named, unit="row"):
    return Grid(
        tuple(named),
        list(named.values()),
        list(range(1, ROWS + 1)),
        has_header=True,
        findings=(),
        unit=unit,
    )


def read(named, **options):
    return dataset_of(grid_of(named), TableOptions(**options), name="t")


def as_text(named):
    return {name: texts_of(column) for name, column in named.items()}


def with_value(name, row, value):
    changed = {key: column.copy() for key, column in COLUMNS.items()}
    changed[name][row] = value
    return changed


@pytest.mark.parametrize("text", [("label",), ("a", "label"), ("b",), ("a", "b", "label")])
def test_numbers_and_their_spelling_make_the_same_data_set(text):
    mixed = {name: texts_of(column) if name in text else column for name, column in COLUMNS.items()}
    assert read(mixed).digest == read(COLUMNS).digest
    assert read(mixed).report == read(COLUMNS).report


@pytest.mark.parametrize("name", ["a", "label"])
@pytest.mark.parametrize("options", [{}, {"missing": "median", "missing_labels": "drop_rows"}])
def test_holes_are_asked_about_and_filled_like_empty_cells(name, options):
    holed = with_value(name, 3, np.nan)
    if options:
        assert read(holed, **options).digest == read(as_text(holed), **options).digest
        return
    with pytest.raises(QuestionError, match="row 4") as numbers:
        read(holed)
    with pytest.raises(QuestionError) as texts:
        read(as_text(holed))
    assert numbers.value.questions == texts.value.questions


@pytest.mark.parametrize(("name", "value"), [("a", np.inf), ("a", -1e200), ("label", np.inf)])
def test_numbers_beyond_the_range_are_refused_with_their_row(name, value):
    with pytest.raises(DataError, match=f"(?s)Row 6.*{name}"):
        read(with_value(name, 5, value))


def test_a_far_off_number_may_mean_missing():
    with pytest.raises(QuestionError, match="-999"):
        read(with_value("b", 2, -999.0))
    data = read(with_value("b", 2, -999.0), markers="missing", missing="median")
    assert np.isnan(data.X).sum() == 1
    assert "−999 or the like" in " ".join(map(str, data.report))


def test_numbers_that_are_codes_can_be_read_as_words():
    data = read(COLUMNS, as_text=("b",))
    assert data.digest == read(as_text(COLUMNS), as_text=("b",)).digest
    assert "b=1" in " ".join(data.feature_names)


def test_a_column_of_row_numbers_is_recognised():
    with pytest.raises(QuestionError, match="counts 1, 2, 3"):
        read({"a": np.arange(1.0, ROWS + 1), "b": COLUMNS["b"], "label": COLUMNS["label"]})
    assert counts_rows(np.arange(4.0))
    assert not counts_rows(np.arange(4.0) + 2)


def test_decimal_commas_of_words_leave_numbers_alone():
    commas = {**COLUMNS, "a": tuple(str(v).replace(".", ",") for v in COLUMNS["a"])}
    halves = {**commas, "label": COLUMNS["label"] / 2}
    data = read(halves)
    assert data.class_names == ("0", "0.5")
    assert_array_equal(data.X, read(COLUMNS).X)


@pytest.mark.parametrize("value", [0.1, -3.0, 1e22, 2.0**53, 5e-324, -0.5, float("inf")])
def test_a_spelling_reads_back_to_its_number(value):
    assert float(spelling(value)) == value


def test_missing_numbers_count_as_one_value():
    assert distinct(np.array([1.0, np.nan, np.nan, 2.0])) == 3
    assert spelling(float("nan")) == ""


def test_features_that_are_numbers_never_become_text(monkeypatch):
    monkeypatch.setattr(columns, "texts_of", lambda _: pytest.fail("numbers became text"))
    assert read(COLUMNS).X.shape == (ROWS, 2)
