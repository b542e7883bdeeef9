"""What captions say."""

import pytest

from kselect_core.errors import DataError
from kselect_core.plotting.captions import caption
from tests.plotting.examples import LAMBDAS, swept

TABLE = swept(splits=3)


def test_caption_states_sample_grid_splits_and_gaps():
    assert caption(TABLE, seed=4, notes=["PCA plane"]) == (
        "n = 200 training points (μ = nλ) · 31 Gaussian kernels × 7 λ · mean over 3 splits · seed 4"
        " · 126 of 8463 criterion values undefined · PCA plane"
    )


def test_one_split_and_one_lambda_are_said():
    part = TABLE[(TABLE["lambda"] == LAMBDAS[2]) & (TABLE["quantity"] == "loo")]
    expected = "n = 20 training points · 31 Gaussian kernels × λ = 0.01 · split 2 of 3"
    assert caption(part, n=20, split=1) == expected


def test_a_ridge_that_is_not_n_lambda_says_nothing_about_n():
    table = swept(families=("gaussian", "linear"), splits=1, keys=("loo",))
    text = caption(table.assign(mu=table["lambda"]))
    assert text == "31 Gaussian + 1 linear kernels × 7 λ"


def test_an_empty_table_has_no_values_yet():
    assert caption(TABLE.iloc[:0]) == "no values yet"


def test_a_foreign_table_is_refused():
    with pytest.raises(DataError):
        caption(TABLE.drop(columns="mu"))
