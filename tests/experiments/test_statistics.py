"""Intervals and wins are those of SciPy and of plain counting."""

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose
from scipy import stats

from kselect_core.experiments import differences, summary
from tests.tolerances import ROUNDOFF


def table(errors, n=25):
    """Rows of one n from a mapping of criteria to the errors of the repetitions."""
    return pd.DataFrame(
        [
            {"n": n, "repeat": repeat, "criterion": name, "error": value}
            for name, values in errors.items()
            for repeat, value in enumerate(values)
        ]
    )


def test_means_and_intervals_are_those_of_scipy():
    rng = np.random.default_rng(0)
    errors = {"one": rng.random(30), "two": rng.random(30)}
    found = summary(table(errors)).set_index("criterion")
    for name, values in errors.items():
        low, high = stats.t.interval(0.95, 29, values.mean(), stats.sem(values))
        row = found.loc[name]
        assert_allclose(
            [row["mean"], row["low"], row["high"]], [values.mean(), low, high], **ROUNDOFF
        )
        assert_allclose(row["half_width"], (high - low) / 2, **ROUNDOFF)
        assert row["repeats"] == 30


def test_paired_differences_are_those_of_scipy():
    rng = np.random.default_rng(1)
    one, two = rng.random(12), rng.random(12)
    row = differences(table({"one": one, "two": two}), confidence=0.9).iloc[0]
    span = stats.ttest_rel(one, two).confidence_interval(0.9)
    assert_allclose(row["mean"] - row["half_width"], span.low, **ROUNDOFF)
    assert_allclose(row["mean"] + row["half_width"], span.high, **ROUNDOFF)
    assert (row["lower"], row["equal"], row["higher"]) == ((one < two).sum(), 0, (one > two).sum())


def test_a_shared_win_is_divided():
    found = summary(table({"a": [0.1, 0.2, 0.3], "b": [0.1, 0.3, 0.3], "c": [0.1, 0.4, 0.2]}))
    assert_allclose(found["wins"], [1 / 3 + 1, 1 / 3, 1 / 3 + 1], **ROUNDOFF)
    assert_allclose(found["wins"].sum(), 3.0, **ROUNDOFF)


def test_the_best_has_the_smallest_mean_then_the_narrowest_interval():
    narrow = {"a": [0.25, 0.75], "b": [0.5, 0.5], "c": [0.5, 0.5], "d": [0.75, 0.75]}
    assert summary(table(narrow))["best"].tolist() == [False, True, True, False]


def test_every_n_has_its_rows():
    both = pd.concat([table({"a": [0.1], "b": [0.2]}, n) for n in (50, 25)])
    found = summary(both)
    assert found["n"].tolist() == [25, 25, 50, 50]
    assert found["half_width"].isna().all()  # a single repetition
    assert found["best"].tolist() == [True, False, True, False]
    assert differences(both)["n"].tolist() == [25, 50]


def test_repetitions_without_an_error_are_left_out():
    found = summary(table({"a": [0.1, np.nan, np.nan], "b": [0.2, 0.3, np.nan]}))
    assert found["repeats"].tolist() == [1, 2]
    assert found["wins"].tolist() == [1.0, 1.0]
    nothing = summary(table({"a": [np.nan], "b": [np.nan]}))
    assert nothing["mean"].isna().all()
    assert nothing["wins"].tolist() == [0.0, 0.0]
    assert not nothing["best"].any()


@pytest.mark.parametrize("confidence", [0.5, 0.99])
def test_the_confidence_is_an_argument(confidence):
    values = np.array([0.1, 0.4, 0.2])
    row = summary(table({"a": values}), confidence=confidence).iloc[0]
    low, _ = stats.t.interval(confidence, 2, values.mean(), stats.sem(values))
    assert_allclose(row["low"], low, **ROUNDOFF)
