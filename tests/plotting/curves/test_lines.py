"""From rows to lines: grouping, scaling, bands, gaps."""

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from kselect_core.errors import DataError, InvalidParameterError
from kselect_core.plotting.curves.criterion_curves import criterion_lines
from kselect_core.plotting.curves.lines import View, criteria_of, lines, scale_of
from kselect_core.plotting.kit.sweep_rows import at_lambda, at_parameter, undefined_points
from tests.plotting.examples import HIGHER, KEYS, LAMBDAS, TAU, swept
from tests.tolerances import EXACT, ROUNDOFF

TABLE = swept(splits=3)
LAM = LAMBDAS[2]


def raw(quantity, split):
    rows = TABLE[
        (TABLE["quantity"] == quantity) & (TABLE["lambda"] == LAM) & (TABLE["split"] == split)
    ]
    values = rows.sort_values("parameter")["value"].to_numpy()
    return np.where(np.isfinite(values), values, np.nan)


def line_of(drawn, quantity):
    return next(line for line in drawn if line.quantity == quantity)


@pytest.mark.parametrize("quantity", [k for k in KEYS if k != "gcv"])
def test_normalised_line_is_the_mean_of_the_splits_each_scaled_from_best_to_worst(quantity):
    drawn = criterion_lines(TABLE, lam=LAM, view=View())
    scaled = []
    for split in range(3):
        v = raw(quantity, split)
        v = -v if quantity in HIGHER else v
        scaled.append((v - np.nanmin(v)) / (np.nanmax(v) - np.nanmin(v)))
    line = line_of(drawn, quantity)
    assert_array_equal(line.x, TAU)
    assert_allclose(line.y, np.mean(scaled, axis=0), **ROUNDOFF)
    assert_allclose(line.low, np.min(scaled, axis=0), **ROUNDOFF)
    assert_allclose(line.high, np.max(scaled, axis=0), **ROUNDOFF)


def test_values_over_many_decades_are_scaled_by_their_logarithm():
    line = line_of(criterion_lines(TABLE, lam=LAM, view=View(split=1)), "gcv")
    v = np.log(raw("gcv", 1))
    assert_allclose(line.y, (v - v.min()) / (v.max() - v.min()), **ROUNDOFF)
    assert line.scale.log


def test_own_units_show_the_mean_of_the_values_and_the_standard_deviation():
    drawn = criterion_lines(TABLE, lam=LAM, view=View(mode="own units", band="sd"))
    values = np.array([raw("loo", split) for split in range(3)])
    line = line_of(drawn, "loo")
    assert_allclose(line.y, values.mean(axis=0), **ROUNDOFF)
    assert_allclose(line.high - line.y, values.std(axis=0, ddof=1), **ROUNDOFF)
    assert_allclose(line.y - line.low, values.std(axis=0, ddof=1), **ROUNDOFF)


def test_errors_keep_their_units_in_the_normalised_view():
    drawn = criterion_lines(TABLE, lam=LAM, view=View(split=0))
    assert_allclose(line_of(drawn, "test_error").y, raw("test_error", 0), **EXACT)


def test_infinite_and_undefined_values_are_gaps_with_their_reason():
    drawn = criterion_lines(TABLE, lam=LAM, view=View(split=0))
    fsm, sps = line_of(drawn, "fsm"), line_of(drawn, "sps")
    assert np.isnan(fsm.y[0])
    assert fsm.reasons[0] == "infinite"
    assert np.isnan(sps.y[-1])
    assert sps.reasons[-1] == "the kernel matrix <b>overflows</b>"
    assert sps.reasons[5] == ""


def test_a_point_missing_in_one_split_is_the_mean_of_the_others():
    table = TABLE[~((TABLE["split"] == 2) & (TABLE["parameter"] == TAU[4]))]
    line = line_of(criterion_lines(table, lam=LAM, view=View(mode="own units")), "loo")
    assert_allclose(line.value[4], (raw("loo", 0)[4] + raw("loo", 1)[4]) / 2, **ROUNDOFF)


def test_all_families_share_one_scale():
    table = swept(families=("gaussian", "polynomial", "linear"), splits=1, keys=("loo",))
    drawn = criterion_lines(table, lam=LAM, view=View(overlays=frozenset()))
    assert [line.kernel for line in drawn] == ["gaussian", "polynomial", "linear"]
    y = np.concatenate([line.y for line in drawn])
    assert (y.min(), y.max()) == (0.0, 1.0)


def test_a_kernel_without_parameter_is_one_point():
    table = swept(families=("linear",), splits=2, keys=("loo",))
    (line,) = criterion_lines(table, lam=LAM, view=View(overlays=frozenset()))
    assert line.x.tolist() == [0.0]
    assert line.y.tolist() == [0.0]


def test_a_constant_criterion_lies_at_the_best():
    table = TABLE[TABLE["quantity"] == "kta"].assign(value=0.5)
    (line,) = criterion_lines(table, lam=LAM, view=View(overlays=frozenset()))
    assert not line.y.any()


def test_a_criterion_without_any_value_is_a_gap_everywhere():
    table = TABLE[TABLE["quantity"] == "kta"].assign(value=np.nan, reason="one class")
    (line,) = criterion_lines(table, lam=LAM, view=View(overlays=frozenset()))
    assert np.isnan(line.y).all()
    assert set(line.reasons) == {"one class"}


def test_only_the_chosen_criteria_are_lines():
    view = View(quantities=("loo", "kta"), overlays=frozenset({"training"}))
    drawn = criterion_lines(TABLE, lam=LAM, view=view)
    assert [line.quantity for line in drawn] == ["kta", "loo", "training_error"]
    assert criteria_of(TABLE, view) == ("kta", "loo")


def test_order_of_the_rows_is_irrelevant():
    mixed = TABLE.sample(frac=1, random_state=0)
    for a, b in zip(
        sorted(criterion_lines(TABLE, lam=LAM, view=View())),
        sorted(criterion_lines(mixed, lam=LAM, view=View())),
        strict=True,
    ):
        assert_allclose(a.y, b.y, **ROUNDOFF)


def test_the_last_of_repeated_rows_counts():
    again = pd.concat([TABLE, TABLE.assign(value=7.0)])
    (line,) = lines(
        at_lambda(again, LAM, 0), ["loo"], axis="parameter", view=View(mode="own units")
    )
    assert set(line.value) == {7.0}


def test_scale_turns_with_the_direction():
    values = np.array([1.0, 3.0, np.inf])
    assert scale_of(values, "kta")[:2] == (3.0, 1.0)
    assert scale_of(values, "loo")[:2] == (1.0, 3.0)
    assert np.isnan(scale_of(np.array([np.nan]), "loo").best)


def test_a_lambda_off_the_grid_is_refused_with_the_grid():
    with pytest.raises(
        InvalidParameterError, match=r"λ must be a value of the grid .0.0001, 0.001"
    ):
        at_lambda(TABLE, 0.5, None)


def test_an_unknown_split_is_refused_with_the_splits():
    with pytest.raises(InvalidParameterError, match="one of 0, 1, 2"):
        at_lambda(TABLE, LAM, 9)


def test_an_unknown_kernel_is_refused():
    with pytest.raises(DataError, match="no kernel called 'sigmoid'"):
        at_parameter(TABLE, "sigmoid", 1.0, None)


def test_parameter_of_a_kernel_without_one_is_ignored():
    table = swept(families=("linear",), splits=1, keys=("loo",))
    assert len(at_parameter(table, "linear", np.nan, None)) == len(table)


def test_undefined_points_are_counted_by_quantity_and_reason():
    found = undefined_points(TABLE)
    assert found.columns.tolist() == ["quantity", "reason", "count"]
    expected = {
        ("fsm", "infinite"): 3 * len(LAMBDAS) * 3,
        ("sps", "the kernel matrix <b>overflows</b>"): 3 * len(LAMBDAS) * 3,
    }
    counted = {(r.quantity, r.reason): int(r[3]) for r in found.itertuples()}
    assert counted == expected


def test_side_information_is_no_undefined_point():
    info = TABLE["quantity"].isin(["training_error", "test_squared_error"])
    assert undefined_points(TABLE[info].assign(value=np.nan)).empty
    assert not undefined_points(TABLE.assign(value=np.nan)).query("quantity == 'test_error'").empty


def test_nothing_undefined_is_an_empty_table():
    assert undefined_points(TABLE[TABLE["quantity"] == "kta"]).empty
