"""The figure of criteria over λ."""

import pytest

from kselect_core.errors import InvalidParameterError
from kselect_core.plotting.curves.lambda_curves import (
    lambda_curves,
    lambda_lines,
    lambda_pins,
    without_lambda,
)
from kselect_core.plotting.curves.lines import View
from tests.plotting.examples import LAMBDAS, TAU, swept

TABLE = swept(splits=2)
AT = {"kernel": "gaussian", "parameter": TAU[12]}


def test_only_criteria_with_lambda_are_lines():
    drawn = lambda_lines(TABLE, **AT, view=View())
    expected = ["kfold(k=10)", "loo", "gcv", "remp", "sps", "ks", "test_error"]
    assert [line.quantity for line in drawn] == expected
    assert {tuple(line.x) for line in drawn} == {LAMBDAS}


def test_criteria_without_lambda_are_named():
    assert without_lambda(TABLE, view=View()) == (
        "kta",
        "ckta",
        "mmd",
        "fsm",
        "fsm_u",
        "sm",
        "sm_hinge",
    )


def test_pins_stand_at_the_best_lambda():
    found = lambda_pins(lambda_lines(TABLE, **AT, view=View()))
    assert {pin.x for pin in found} == {LAMBDAS[3]}
    assert {pin.boundary for pin in found} == {""}


def test_among_ties_the_largest_lambda_is_best():
    table = TABLE[TABLE["quantity"].isin(["loo", "test_error"])].copy()
    table["value"] = table["value"].where(table["lambda"] > LAMBDAS[4], 0.25)
    (pin,) = lambda_pins(lambda_lines(table, **AT, view=View(split=0)))
    assert pin.x == LAMBDAS[4]


def test_a_best_lambda_at_the_end_is_on_the_boundary():
    table = TABLE[TABLE["quantity"] == "loo"].copy()
    table["value"] = -table["lambda"]
    (pin,) = lambda_pins(lambda_lines(table, **AT, view=View(split=0)))
    assert pin.boundary == "largest λ"


def test_clicks_tell_kernel_parameter_and_lambda():
    figure = lambda_curves(TABLE, **AT, cursor=LAMBDAS[1])
    trace = next(t for t in figure.data if t.legendgroup == "loo" and t.mode == "lines+markers")
    assert [tuple(key[:3]) for key in trace.customdata] == [
        ("gaussian", TAU[12], lam) for lam in LAMBDAS
    ]
    assert figure.layout.shapes[0].x0 == LAMBDAS[1]
    assert figure.layout.xaxis.title.text == "λ"
    assert figure.layout.xaxis.ticktext[0] == "10⁻⁴"


def test_own_units_have_a_panel_per_criterion():
    figure = lambda_curves(TABLE, **AT, view=View(mode="own units"))
    assert len(figure.layout.annotations) == 6
    assert figure.layout.shapes == ()


def test_without_criteria_the_errors_are_still_shown():
    table = TABLE[TABLE["quantity"].isin(["kta", "test_error"])]
    figure = lambda_curves(table, **AT)
    assert [t.legendgroup for t in figure.data if t.mode == "lines+markers"] == ["test_error"]


def test_a_parameter_off_the_grid_is_refused():
    with pytest.raises(
        InvalidParameterError, match="the kernel parameter must be a value of the grid"
    ):
        lambda_curves(TABLE, kernel="gaussian", parameter=0.3)
