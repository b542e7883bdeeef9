"""What values are known to, on every figure of a sweep: bars, hashes, hatches and ties."""

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.testing import assert_allclose

from kselect_core.plotting.curves.criterion_curves import criterion_curves, criterion_lines
from kselect_core.plotting.curves.criterion_rows import criterion_rows
from kselect_core.plotting.curves.lambda_curves import lambda_curves
from kselect_core.plotting.curves.lines import View
from kselect_core.plotting.curves.regret_strip import families, regret_strip
from kselect_core.plotting.kit.known import Known, bars, beside
from kselect_core.plotting.maps.error_curves import ErrorView, error_curves
from kselect_core.plotting.maps.grid_map import grid_map
from kselect_core.plotting.maps.row import map_row
from kselect_core.plotting.maps.values import MapView, as_table, grid_values
from kselect_core.results.reach import within_reach
from tests.plotting.examples import LAMBDAS, TAU, chosen, swept
from tests.tolerances import ROUNDOFF

KEYS, LAM = ("loo", "sps"), LAMBDAS[2]
OPEN = 3  # the width at which no fit has settled, by its number
ERROR = 0.01


def known_to(splits=1):
    """A sweep whose values of LOO have an error, one width of which has not converged."""
    table = swept(keys=KEYS, splits=splits)
    loo = table["quantity"] == "loo"
    error = np.where(loo, ERROR, 0.0)
    return table.assign(error=error, converged=~(loo & (table["parameter"] == TAU[OPEN])))


TABLE = known_to()
CHOICES = chosen(TABLE).assign(undecided="", parameter_low=np.nan, parameter_high=np.nan)
DOUBTED = CHOICES["quantity"] == "loo"
CHOICES.loc[DOUBTED, "undecided"] = "undecided between τ = 2¹ and 2²"
CHOICES.loc[DOUBTED, ["parameter_low", "parameter_high"]] = (2.0, 4.0)


def named(figure, name):
    return [trace for trace in figure.data if trace.name == name]


def test_bars_are_the_error_in_the_units_of_the_view():
    own = criterion_lines(TABLE, lam=LAM, view=View(mode="own units", quantities=KEYS))
    loo = next(line for line in own if line.quantity == "loo")
    assert_allclose(loo.known.high - loo.y, ERROR, **ROUNDOFF)
    assert_allclose(loo.y - loo.known.low, ERROR, **ROUNDOFF)
    shown = criterion_lines(TABLE, lam=LAM, view=View(quantities=KEYS))
    loo = next(line for line in shown if line.quantity == "loo")
    size = ERROR / (loo.scale.worst - loo.scale.best)
    assert_allclose(loo.known.high - loo.known.low, 2 * size, **ROUNDOFF)
    assert loo.known.settled.sum() == len(TAU) - 1


def test_a_negative_error_is_a_bar_below_the_value_only():
    below = TABLE.assign(error=-TABLE["error"])
    own = criterion_lines(below, lam=LAM, view=View(mode="own units", quantities=("loo",)))[0]
    assert_allclose(own.known.high, own.y, **ROUNDOFF)
    assert_allclose(own.y - own.known.low, ERROR, **ROUNDOFF)
    bar = bars(own.known, own.y, "#000000")["error_y"]
    assert (bar["array"] == 0).all()
    assert_allclose(bar["arrayminus"], ERROR, rtol=1e-6)
    figure = criterion_curves(below, CHOICES, lam=LAM, view=View(quantities=KEYS))
    assert "that of the full kernel at most 0.01 lower" in str(figure.to_dict())


@given(
    values=st.lists(st.floats(0, 1), min_size=2, max_size=6),
    errors=st.lists(st.floats(-0.5, 0.5), min_size=6, max_size=6),
)
def test_values_are_within_reach_whose_intervals_begin_before_that_of_the_best_ends(values, errors):
    best = int(np.argmin(values))
    ends = [(v - abs(e), v + max(e, 0.0)) for v, e in zip(values, errors, strict=False)]
    slow = [i == best or low <= ends[best][1] for i, (low, _) in enumerate(ends)]
    found = within_reach(np.array(values), np.array(errors[: len(values)]), (best,))
    assert found.tolist() == slow


@pytest.mark.parametrize("splits", [1, 3])
def test_the_mean_over_splits_has_the_mean_error_and_all_must_have_settled(splits):
    table = known_to(splits)
    one = (table["split"] == 0) & (table["quantity"] == "loo")
    table.loc[one, "error"] = 4 * ERROR
    loo = criterion_lines(table, lam=LAM, view=View(mode="own units", quantities=("loo",)))[0]
    assert_allclose(loo.known.error, ERROR * (splits + 3) / splits, **ROUNDOFF)
    assert np.flatnonzero(~loo.known.settled).tolist() == [OPEN]


def test_bars_end_at_the_value_where_they_leave_a_logarithmic_scale():
    table = TABLE.assign(value=np.where(TABLE["quantity"] == "loo", 1e-5, TABLE["value"]))
    first = (table["quantity"] == "loo") & (table["parameter"] == TAU[0])
    table.loc[first, "value"] = 1.0
    loo = criterion_lines(table, lam=LAM, view=View(quantities=("loo",)))[0]
    assert loo.scale.log
    assert np.isfinite([*loo.known.low, *loo.known.high]).all()
    assert (loo.known.low <= loo.y).all()
    assert (loo.y <= loo.known.high).all()


@pytest.mark.parametrize(
    "figure",
    [
        criterion_curves(TABLE, CHOICES, lam=LAM, view=View(quantities=KEYS)),
        criterion_rows(TABLE, CHOICES, lam=LAM, quantities=KEYS, cursor=("gaussian", 1.0)),
        lambda_curves(TABLE, kernel="gaussian", parameter=TAU[OPEN], view=View(quantities=KEYS)),
        error_curves(TABLE, view=ErrorView("gaussian", 1.0, LAM, "squared")),
    ],
    ids=["curves", "rows", "over λ", "errors"],
)
def test_curves_have_bars_and_hashes_where_values_are_not_exact(figure):
    with_bars = {
        trace.legendgroup or trace.name for trace in figure.data if trace.error_y.array is not None
    }
    assert with_bars in ({"loo"}, {"LOO"})
    (hashes,) = named(figure, "not converged")
    assert hashes.marker.symbol == "hash-open"
    told = str(figure.to_dict())
    assert "known to ± 0.01" in told
    assert "not converged: it may be off by more" in told


def test_figures_of_exact_values_are_as_they_were():
    exact = swept(keys=KEYS, splits=1)
    for figure in (
        criterion_curves(exact, lam=LAM, view=View(quantities=KEYS)),
        grid_map(exact, chosen(exact), view=MapView("loo", "gaussian", None, KEYS)),
    ):
        assert not named(figure, "not converged")
        assert all(trace.to_plotly_json().get("error_y") is None for trace in figure.data)
    assert "error" not in as_table(grid_values(exact, MapView("loo", "gaussian")))


def test_cells_that_did_not_converge_are_hatched_in_their_colour():
    view = MapView("loo", "gaussian", None, KEYS)
    values = grid_values(TABLE, view)
    assert values.unsettled == len(LAMBDAS)
    figure = grid_map(TABLE, CHOICES, view=view)
    (hatched,) = named(figure, "not converged")
    strokes = np.isnan(hatched.x).sum()
    assert strokes == 3 * len(LAMBDAS)
    assert TAU[OPEN - 1] < np.nanmin(hatched.x) < TAU[OPEN] < np.nanmax(hatched.x) < TAU[OPEN + 1]
    assert np.isfinite(figure.data[0].z).all()
    assert len(named(map_row(TABLE, CHOICES, quantities=KEYS, view=view), "not converged")) == 1
    told = as_table(values)
    assert_allclose(told["error"], ERROR, **ROUNDOFF)
    assert (~told["converged"]).sum() == len(LAMBDAS)


def test_a_choice_is_tied_to_what_may_be_as_good():
    pinned = criterion_curves(TABLE, CHOICES, lam=LAM, view=View(quantities=KEYS))
    rows = criterion_rows(TABLE, CHOICES, lam=LAM, quantities=KEYS, cursor=("gaussian", 1.0))
    strip = regret_strip(CHOICES, families(TABLE), lam=LAM)
    for figure in (pinned, rows, strip):
        (tie,) = named(figure, "undecided")
        assert tie.x.tolist() == [2.0, 4.0]
        assert "undecided between τ = 2¹ and 2²" in str(figure.to_dict())
    shown = grid_map(TABLE, CHOICES, view=MapView("loo", "gaussian", None, KEYS))
    assert "undecided between τ = 2¹ and 2²" in str(shown.to_dict())


def test_the_strip_tells_between_which_regrets_lies_what_may_be_as_good():
    ends = {"test_error_low": CHOICES["test_error"], "test_error_high": CHOICES["test_error"]}
    least = (CHOICES["test_error"] - CHOICES["regret"])[DOUBTED]
    doubted = CHOICES.assign(**ends)
    doubted.loc[DOUBTED, "test_error_low"] = least + 0.01
    doubted.loc[DOUBTED, "test_error_high"] = least + 0.052
    told = str(regret_strip(doubted, families(TABLE), lam=LAM).to_dict())
    assert told.count("(regret 1.0 % … 5.2 %)") == 1
    assert told.count("(regret") == 1  # others are as good as themselves


def test_ridges_of_a_curve_are_tied_as_the_table_of_choices_ties_them():
    figure = lambda_curves(TABLE, kernel="gaussian", parameter=1.0, view=View(quantities=KEYS))
    assert not named(figure, "undecided")
    wide = TABLE.assign(error=6 * TABLE["error"])
    figure = lambda_curves(wide, kernel="gaussian", parameter=1.0, view=View(quantities=KEYS))
    (tie,) = named(figure, "undecided")
    assert tie.x.tolist() == [LAMBDAS[2], LAMBDAS[4]]
    assert "undecided among 3 values, λ = 0.01 … 1" in str(figure.to_dict())


def test_what_stands_behind_a_value():
    assert beside(0.0, settled=True) == ""
    assert beside(0.00213, settled=True) == ", known to ± 0.0021"
    assert beside(0.00213, settled=True, rate=True) == ", known to ± 0.21 %"
    assert beside(0.0, settled=False) == ", not converged: it may be off by more"
    nothing = Known(*(np.zeros(2),) * 3, np.ones(2, dtype=bool))
    assert bars(nothing, np.zeros(2), "#000000") == {}
