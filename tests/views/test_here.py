"""The errors at a point of the grid are those of the table, and said with their lowest."""

import numpy as np
import pytest

from kselect_core.views.here import error_at, errors_text
from tests.views.cases.sweeps import point, second_split, sweep_at


def of_table(at, quantity, *, kernel, parameter, lam):
    rows = at.table[at.table["quantity"].eq(quantity) & at.table["kernel"].eq(kernel)]
    rows = rows[np.isclose(rows["parameter"], parameter) & np.isclose(rows["lambda"], lam)]
    rows = rows if at.split is None else rows[rows["split"] == at.split]
    return rows["value"].mean()


@pytest.mark.parametrize("place", [sweep_at, second_split])
@pytest.mark.parametrize("quantity", ["test_error", "training_error", "ckta"])
def test_the_error_at_a_point_is_that_of_the_table(place, quantity):
    at, where = place("two classes"), point("two classes")
    assert error_at(at, quantity, **where) == pytest.approx(of_table(at, quantity, **where))


def test_the_errors_are_said_in_per_cent_with_the_lowest_of_the_grid():
    at, where = sweep_at("two classes"), point("two classes")
    test, training = (
        f"{100 * of_table(at, quantity, **where):.1f} %"
        for quantity in ("test_error", "training_error")
    )
    cells = at.table[at.table["quantity"] == "test_error"]
    means = cells.groupby(["kernel", "parameter", "lambda"], dropna=False)["value"].mean()
    told = errors_text(at, **where)
    assert told == (
        f"test error {test} · training error {training} · "
        f"lowest on the grid {100 * means.min():.1f} %"
    )


def test_the_errors_of_a_regression_are_squared():
    told = errors_text(sweep_at("a regression"), **point("a regression"))
    assert told.startswith("test squared error ")
    assert "training squared error" in told
    assert "%" not in told
