"""Training, test, leave-one-out and k-fold error in one picture."""

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose

from kselect_core.errors import DataError
from kselect_core.plotting.maps.error_curves import (
    ErrorView,
    error_curves,
    error_lines,
    errors_of,
    losses,
    missing_estimates,
    name_of,
)
from tests.plotting.examples import LAMBDAS, TAU, swept
from tests.tolerances import ROUNDOFF

ERROR = ("loo(loss=error)", "kfold(k=10, loss=error)")
SQUARED = ("loo", "kfold(k=10)")


def with_training(table):
    extra = table[table["quantity"] == "training_error"].assign(quantity="training_squared_error")
    return pd.concat([table, extra], ignore_index=True)


TABLE = with_training(swept(splits=3, keys=(*ERROR, *SQUARED, "kta")))
VIEW = ErrorView("gaussian", TAU[15], LAMBDAS[2])


def names(figure):
    return [trace.name for trace in figure.data if trace.showlegend is not False]


def test_one_loss_at_a_time():
    assert errors_of(TABLE, "0/1") == ("training_error", "test_error", *ERROR)
    assert errors_of(TABLE, "squared") == (
        "training_squared_error",
        "test_squared_error",
        *SQUARED,
    )


def test_a_hidden_test_error_is_not_among_them():
    assert not [q for q in errors_of(TABLE, "0/1", test=False) if q.startswith("test")]


def test_the_squared_loss_of_an_error_count_stands_in():
    counted = swept(splits=1, keys=("loo(loss=error)",))
    second = counted[counted["quantity"] == "loo(loss=error)"].assign(
        quantity="loo(loss=error)#squared", kind="info"
    )
    both = pd.concat([counted, second], ignore_index=True)
    assert "loo(loss=error)#squared" in errors_of(both, "squared")
    assert "loo(loss=error)#squared" not in errors_of(both, "0/1")
    plain = second.assign(quantity="loo", kind="criterion")
    assert "loo(loss=error)#squared" not in errors_of(pd.concat([both, plain]), "squared")


def test_what_the_sweep_does_not_hold_is_named():
    assert missing_estimates(TABLE, "0/1") == ()
    assert missing_estimates(swept(splits=1, keys=("loo", "kta")), "squared") == ("k-fold",)
    assert missing_estimates(swept(splits=1, keys=("kta",)), "0/1") == ("leave-one-out", "k-fold")


def test_the_loss_with_more_estimates_comes_first():
    assert losses(TABLE) == ("0/1", "squared")
    assert losses(swept(splits=1, keys=("loo",))) == ("squared", "0/1")


def test_a_regression_has_squared_errors_only():
    table = TABLE[~TABLE["quantity"].isin(["test_error", "training_error"])]
    assert losses(table) == ("squared",)


def test_curves_are_the_means_over_the_splits():
    for line in error_lines(TABLE, VIEW):
        rows = TABLE[(TABLE["quantity"] == line.quantity) & (TABLE["lambda"] == LAMBDAS[2])]
        means = rows.groupby("parameter")["value"].mean()
        assert_allclose(line.y, means.to_numpy(), **ROUNDOFF)


@pytest.mark.parametrize("along", ["kernel", "λ"])
def test_a_point_carries_where_it_stands(along):
    figure = error_curves(TABLE, view=VIEW._replace(along=along))
    drawn = next(trace for trace in figure.data if trace.name == "LOO")
    assert len(drawn.x) == (len(TAU) if along == "kernel" else len(LAMBDAS))
    first = tuple(drawn.customdata[0])
    expected = (
        ("gaussian", TAU[0], LAMBDAS[2]) if along == "kernel" else ("gaussian", TAU[15], LAMBDAS[0])
    )
    assert first == expected
    cursor = [shape for shape in figure.layout.shapes if shape.name == "cursor"]
    assert cursor[0].x0 == (TAU[15] if along == "kernel" else LAMBDAS[2])


def test_rings_mark_the_lowest_points():
    figure = error_curves(TABLE, view=VIEW)
    for line in error_lines(TABLE, VIEW):
        (ring,) = [t for t in figure.data if t.name == f"lowest {name_of(line.quantity)}"]
        assert_allclose(ring.y, [np.nanmin(line.y)], **ROUNDOFF)


def test_one_axis_tells_the_loss_and_names_do_not_repeat_it():
    assert names(error_curves(TABLE, view=VIEW)) == [
        "training error",
        "test error",
        "LOO",
        "10-fold CV",
    ]
    assert "wrong labels" in error_curves(TABLE, view=VIEW).layout.yaxis.title.text
    squared = error_curves(TABLE, view=VIEW._replace(loss="squared"))
    assert "squared" in squared.layout.yaxis.title.text
    assert names(squared)[:2] == ["training squared error", "test squared error"]  # of no measure


def test_a_hidden_test_error_is_not_drawn():
    assert "test error" not in names(error_curves(TABLE, view=VIEW._replace(test=False)))


def test_one_split_has_no_band():
    figure = error_curves(TABLE, view=VIEW._replace(split=1), cursor=False)
    assert not [trace for trace in figure.data if trace.fill]
    assert not figure.layout.shapes


def test_a_kernel_without_a_parameter_draws():
    table = swept(families=("linear",), splits=2, keys=("loo",))
    view = ErrorView("linear", np.nan, LAMBDAS[0], "squared")
    for along in ("kernel", "λ"):
        figure = error_curves(table, view=view._replace(along=along))
        assert figure.data[-1].customdata[0][1] is None


def test_without_errors_it_says_so():
    broken = TABLE.assign(value=np.nan, reason="broken")
    with pytest.raises(DataError, match="no errors"):
        error_curves(broken, view=VIEW)


def test_a_curve_with_gaps_only_is_left_out():
    gaps = TABLE.copy()
    gaps.loc[gaps["quantity"] == "loo(loss=error)", "value"] = np.nan
    assert "LOO" not in names(error_curves(gaps, view=VIEW))


@pytest.mark.parametrize("loss", ["0/1", "squared"])
@pytest.mark.parametrize("along", ["kernel", "λ"])
def test_the_axis_is_that_of_all_kernels_and_ridges(loss, along):
    views = [
        VIEW._replace(loss=loss, along=along, lam=lam, parameter=tau)
        for lam, tau in zip(LAMBDAS, TAU[14:], strict=False)
    ]
    near = TABLE.assign(value=0.4 + 0.6 * TABLE["value"] / TABLE["value"].max())
    ends = {error_curves(near, view=view).layout.yaxis.range for view in views}
    every = near.loc[near["quantity"].isin(errors_of(near, loss)), "value"]
    assert len(ends) == 1
    assert max(ends)[1] > every.max()


def test_errors_far_above_the_curves_are_off_their_axis():
    wide = TABLE["parameter"] == TAU[-1]
    far = TABLE.assign(value=TABLE["value"] * np.where(wide, 1e6, 1.0))
    view = VIEW._replace(along="λ")
    figure = error_curves(far, view=view)
    drawn = np.concatenate([np.asarray(trace.y, dtype=float) for trace in figure.data])
    low, high = figure.layout.yaxis.range
    assert low == 0
    assert np.nanmax(drawn) <= high < 2.2 * np.nanmax(drawn)
