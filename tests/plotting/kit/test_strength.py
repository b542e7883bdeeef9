"""How much errors weigh: λ of least squares, C of support vector machines, on axes and in words."""

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose

from kselect_core.plotting.kit.strength import (
    in_costs,
    strength_layout,
    strength_name,
    strength_text,
    strength_value,
)
from kselect_core.plotting.kit.ticks import tick_layout
from tests.tolerances import EXACT

LAMBDAS = 0.5 / np.array([100.0, 10.0, 1.0, 0.1])


def rows(lam, C):
    return pd.DataFrame({"lambda": lam, "C": C}, dtype=np.float64)


def test_only_rows_whose_ridge_is_that_of_a_cost_are_told_in_costs():
    assert in_costs(rows([0.5, 5.0], [1.0, 0.1]))
    assert in_costs(rows([0.5, np.nan], [1.0, np.nan]))
    assert not in_costs(rows([0.5, 5.0], [1.0, 1.0]))
    assert not in_costs(rows([0.5], [np.nan]))
    assert not in_costs(rows([], []))
    assert not in_costs(pd.DataFrame({"lambda": [0.5]}))


def test_a_ridge_is_said_as_the_learner_has_it():
    assert strength_text(0.05, costs=True) == "C = 10"
    assert strength_text(0.05, costs=False) == "λ = 0.05"
    assert (strength_name(costs=True), strength_name(costs=False)) == ("C", "λ")
    assert strength_value(0.25, costs=True) == 2.0


def test_an_axis_in_costs_runs_the_other_way_with_their_ticks():
    axis, plain = strength_layout(LAMBDAS, costs=True), tick_layout(LAMBDAS)
    assert axis["type"] == "log"
    assert axis["range"] == plain["range"][::-1]
    assert_allclose(0.5 / np.array(axis["tickvals"]), [0.1, 1.0, 10.0, 100.0], **EXACT)
    assert axis["ticktext"] == ["10⁻¹", "10⁰", "10¹", "10²"]


@pytest.mark.parametrize("costs", [[1.0], [1 / 6, 0.25, 0.5], [0.26, 0.61, 1.4]])
def test_every_grid_of_costs_has_an_axis(costs):
    lambdas = 0.5 / np.array(costs[::-1])
    axis = strength_layout(lambdas, costs=True)
    assert axis["type"] == tick_layout(lambdas)["type"]
    assert len(axis["tickvals"]) == len(axis["ticktext"]) > 0
    assert axis["range"][0] > axis["range"][1]


def test_an_axis_over_ridges_is_as_it_was():
    assert strength_layout(LAMBDAS, costs=False, most=3) == tick_layout(
        LAMBDAS, most=3, widths=False
    )
