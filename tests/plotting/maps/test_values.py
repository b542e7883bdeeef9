"""Values of a quantity over the grid of a kernel family."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from kselect_core.errors import DataError
from kselect_core.plotting.kit.ticks import is_log
from kselect_core.plotting.maps.values import (
    MapView,
    as_table,
    counts_errors,
    edges,
    grid_values,
    lowest,
    value_at,
)
from tests.plotting.examples import DEGREES, LAMBDAS, TAU, swept
from tests.tolerances import EXACT, ROUNDOFF

FAMILIES = ("gaussian", "polynomial", "linear")
TABLE = swept(families=FAMILIES, splits=3, keys=("loo", "kta", "fsm", "sps"))


def cells(quantity, kernel, parameter, lam, table=TABLE):
    same = (table["quantity"] == quantity) & (table["kernel"] == kernel)
    same &= np.isclose(table["parameter"], parameter, equal_nan=True) & (table["lambda"] == lam)
    return table.loc[same, "value"].to_numpy()


def test_every_cell_is_the_mean_and_deviation_of_its_splits():
    values = grid_values(TABLE, MapView("loo", "gaussian"))
    assert_array_equal(values.x, TAU)
    assert_array_equal(values.lambdas, LAMBDAS)
    for row, column in ((0, 0), (3, 17), (6, 30)):
        found = cells("loo", "gaussian", TAU[column], LAMBDAS[row])
        assert len(found) == 3
        assert_allclose(values.value[row, column], found.mean(), **ROUNDOFF)
        assert_allclose(values.sd[row, column], found.std(ddof=1), **ROUNDOFF)


def test_one_split_is_that_split():
    values = grid_values(TABLE, MapView("loo", "polynomial", 2))
    one = TABLE[TABLE["split"] == 2]
    found = cells("loo", "polynomial", DEGREES[4], LAMBDAS[2], one)
    assert_allclose(values.value[2, 4], found[0], **EXACT)
    assert np.isnan(values.sd).all()
    assert values.splits == 1


def test_the_order_of_the_rows_does_not_matter():
    mixed = TABLE.sample(frac=1.0, random_state=1)
    ordered = grid_values(TABLE, MapView("loo", "gaussian"))
    assert_allclose(grid_values(mixed, MapView("loo", "gaussian")).value, ordered.value, **ROUNDOFF)


def test_a_cell_without_a_value_has_its_reason():
    values = grid_values(TABLE, MapView("sps", "gaussian"))
    rows, columns = np.nonzero(np.isnan(values.value))
    assert len(rows) == values.missing > 0
    assert "overflows" in values.reasons[int(rows[0]), int(columns[0])]
    assert np.isfinite(values.value).any()


def test_a_split_without_a_value_is_left_out_of_the_mean():
    table = TABLE.copy()
    gap = (table["quantity"] == "loo") & (table["split"] == 0)
    table.loc[gap, "value"] = np.nan
    rest = grid_values(TABLE[TABLE["split"] > 0], MapView("loo", "gaussian"))
    assert_allclose(grid_values(table, MapView("loo", "gaussian")).value, rest.value, **ROUNDOFF)


def test_an_infinite_value_stays_infinite_and_is_no_gap():
    values = grid_values(TABLE, MapView("fsm", "gaussian"))
    assert np.isinf(values.value).any()
    assert values.missing == 0


def test_a_kernel_without_a_parameter_is_one_column():
    values = grid_values(TABLE, MapView("loo", "linear"))
    assert values.value.shape == (len(LAMBDAS), 1)
    assert as_table(values)["parameter"].isna().all()
    assert_allclose(value_at(values, parameter=np.nan, lam=LAMBDAS[1]), values.value[1, 0], **EXACT)


def test_an_unknown_family_is_an_error_in_words():
    with pytest.raises(DataError, match="no kernel called 'cauchy'"):
        grid_values(TABLE, MapView("loo", "cauchy"))


def test_a_quantity_that_was_not_computed_is_a_map_of_gaps():
    values = grid_values(TABLE, MapView("ks", "gaussian"))
    assert values.best is None
    assert values.ties == 0
    assert values.missing == values.value.size


def test_the_table_twin_has_every_cell():
    values = grid_values(TABLE, MapView("sps", "gaussian"))
    twin = as_table(values)
    assert len(twin) == values.value.size
    for row, column in ((1, 2), (6, 30)):
        here = twin[(twin["parameter"] == TAU[column]) & (twin["lambda"] == LAMBDAS[row])]
        assert_allclose(here["value"], [values.value[row, column]], **EXACT)
    assert (twin.loc[twin["value"].isna(), "reason"] != "").all()


def test_the_lowest_cell_is_the_lowest_of_all_families():
    found = lowest(TABLE, "test_error")
    rows = TABLE[TABLE["quantity"] == "test_error"]
    keys = ["kernel", "parameter", "lambda"]
    means = rows.groupby(keys, dropna=False)["value"].mean()
    assert_allclose(found.value, means.min(), **ROUNDOFF)
    assert_allclose(
        cells("test_error", found.kernel, found.parameter, found.lam).mean(),
        means.min(),
        **ROUNDOFF,
    )


def test_among_equal_cells_the_largest_ridge_then_the_smoothest_kernel_wins():
    table = TABLE[TABLE["kernel"] != "linear"].copy()
    table.loc[table["quantity"] == "test_error", "value"] = 0.25
    found = lowest(table, "test_error", 1)
    assert (found.kernel, found.parameter, found.lam) == ("gaussian", TAU[-1], LAMBDAS[-1])
    assert found.ties == len(TAU) * len(LAMBDAS)
    only = lowest(table[table["kernel"] == "polynomial"], "test_error")
    assert only.parameter == DEGREES[0]  # low degrees are smooth


def test_without_any_value_nothing_is_lowest():
    table = TABLE.assign(value=np.nan, reason="broken")
    assert lowest(table, "test_error") is None


def test_a_criterion_without_a_ridge_is_constant_along_it():
    assert grid_values(TABLE, MapView("kta", "gaussian")).constant
    assert not grid_values(TABLE, MapView("loo", "gaussian")).constant
    one = TABLE[TABLE["lambda"] == LAMBDAS[0]]
    assert not grid_values(one, MapView("kta", "gaussian")).constant


@pytest.mark.parametrize(
    ("x", "log", "expected"),
    [
        ([1.0, 100.0], True, [0.1, 10.0, 1000.0]),
        ([1.0, 2.0, 3.0], False, [0.5, 1.5, 2.5, 3.5]),
        ([1.0, 3.0, 4.0], False, [0.0, 2.0, 3.5, 4.5]),
        ([0.01], True, [10**-2.5, 10**-1.5]),
        ([0.0], False, [-0.5, 0.5]),
    ],
)
def test_borders_lie_half_way_between_neighbours(x, log, expected):
    assert_allclose(edges(np.array(x), log=log), expected, **ROUNDOFF)


def test_axes_are_logarithmic_where_the_ticks_are():
    assert is_log(np.array(TAU))
    assert not is_log(np.array(DEGREES))
    assert not is_log(np.zeros(1))


def test_shares_of_wrong_labels_are_known():
    assert counts_errors(TABLE, "test_error")
    assert counts_errors(TABLE, "loo(loss=error)")
    assert not counts_errors(TABLE, "loo(loss=error)#squared")
    assert not counts_errors(TABLE, "loo")
    assert not counts_errors(TABLE[TABLE["quantity"] != "test_error"], "test_error")
