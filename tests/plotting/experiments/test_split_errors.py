"""Errors over the splits and differences with intervals."""

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose

from kselect_core.plotting.experiments.split_errors import split_errors
from kselect_core.plotting.kit.theme import style
from tests.tolerances import EXACT, ROUNDOFF

NAN = float("nan")
COMPARED = pd.DataFrame(
    {
        "quantity": ["loo", "kfold", "fsm", "sm"],
        "test_error": [0.1, 0.12, 0.3, NAN],
        "test_error_sd": [0.01, 0.02, NAN, NAN],
        "difference": [0.0, 0.02, 0.2, NAN],
        "low": [NAN, -0.01, 0.15, NAN],
        "high": [NAN, 0.05, 0.3, NAN],
        "p_holm": [NAN, 0.4, 0.01, NAN],
        "note": ["reference", "", "", "no <choice>"],
    }
)
ERRORS = pd.DataFrame({0: [0.09, 0.1, 0.3], 1: [0.11, 0.14, NAN]}, index=["loo", "kfold", "fsm"])


@pytest.fixture(params=[True, False])
def figure(request):
    return split_errors(COMPARED, ERRORS, reference="loo", rate=request.param)


def trace(figure, name):
    return next(t for t in figure.data if t.name == name)


def test_every_split_is_a_point_in_the_row_of_its_criterion(figure):
    points = trace(figure, "splits")
    assert_allclose(points.x, [0.09, 0.11, 0.1, 0.14, 0.3], **EXACT)
    assert np.round(points.y).tolist() == [0, 0, 1, 1, 2]


def test_means_have_their_deviation(figure):
    means = trace(figure, "mean ± sd")
    assert_allclose(means.x, COMPARED["test_error"], **EXACT)
    assert_allclose(means.error_x.array, [0.01, 0.02, 0.0, 0.0], **EXACT)
    assert means.marker.color == tuple(style(q).colour for q in COMPARED["quantity"])


def test_intervals_reach_from_low_to_high(figure):
    shown = trace(figure, "difference")
    assert_allclose((shown.x + shown.error_x.array)[1:3], [0.05, 0.3], **ROUNDOFF)
    assert_allclose((shown.x - shown.error_x.arrayminus)[1:3], [-0.01, 0.15], **ROUNDOFF)
    assert shown.error_x.array[0] == shown.error_x.arrayminus[0] == 0.0


def test_only_what_is_sure_is_filled(figure):
    symbols = trace(figure, "difference").marker.symbol
    assert [symbol.endswith("-open") for symbol in symbols] == [True, True, False, True]


def test_hovering_tells_the_p_value_or_why_there_is_none(figure):
    texts = trace(figure, "difference").text
    assert "p = 0.01" in texts[2]
    assert "reference" in texts[0]
    assert "no &lt;choice&gt;" in texts[3]


def test_shares_are_told_in_points():
    figure = split_errors(COMPARED, ERRORS, reference="loo")
    assert "+20.0 points (+15.0 points to +30.0 points)" in trace(figure, "difference").text[2]
    assert "−1.0 points" in trace(figure, "difference").text[1]
    assert figure.layout.xaxis.tickformat == ".3~p"


def test_the_reference_is_named(figure):
    assert "difference from LOO" in [note.text for note in figure.layout.annotations]


def test_nothing_to_compare_draws_an_empty_frame():
    figure = split_errors(COMPARED[:0], ERRORS[:0], reference="loo")
    assert len(trace(figure, "splits").x) == 0


@pytest.mark.parametrize("moved", [-0.006, -0.004, -0.002])
def test_small_changes_do_not_move_the_axes(moved):
    numbers = ["test_error", "difference", "low", "high"]
    other = COMPARED.assign(**{name: COMPARED[name] + moved for name in numbers})
    layout = split_errors(other, ERRORS + moved, reference="loo").layout
    assert_allclose(layout.xaxis.range, [0.0, 0.31], **ROUNDOFF)
    assert_allclose(layout.xaxis2.range, [-0.11, 0.31], **ROUNDOFF)


def test_squared_errors_need_no_zero_in_their_axis():
    far = COMPARED.assign(test_error=COMPARED["test_error"] + 50)
    low, high = split_errors(far, ERRORS + 50, reference="loo", rate=False).layout.xaxis.range
    assert 49 < low < 50.09
    assert 50.3 < high < 51
