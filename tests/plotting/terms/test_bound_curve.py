"""Figures of the bounds and of the cases draw what they are given."""

from types import SimpleNamespace

import numpy as np
import pytest

from kselect_core.plotting.kit.theme import style
from kselect_core.plotting.terms import demonstrations as drawn
from kselect_core.plotting.terms.bound_curve import bound_curve

X = np.logspace(1, 5, 9)


def curve(printed, *, over="m"):
    added = {"as printed": printed, "as the proof gives it": 10 * np.abs(printed)}
    return SimpleNamespace(x=X, added=added, limit=np.ones(9), over=over)


def names(figure):
    return [trace.name for trace in figure.data if trace.name]


def test_values_that_are_not_positive_are_gaps():
    figure = bound_curve(curve(np.linspace(-1, 1, 9)), title="bound", cursor=100.0)
    (line,) = (trace for trace in figure.data if trace.name == "as printed")
    assert np.isnan(line.y[:5]).all()
    np.testing.assert_allclose(line.y[5:], [0.25, 0.5, 0.75, 1.0])


def test_what_was_measured_is_drawn_where_it_is_positive():
    given = curve(1000 / X)
    with_line = bound_curve(given, title="b", cursor=100.0, measured=0.2, about="gap")
    assert "measured: gap = 0.2" in names(with_line)
    for value in (-0.1, 0.0, float("nan")):
        without = bound_curve(given, title="b", cursor=100.0, measured=value, about="gap")
        assert not any(name.startswith("measured") for name in names(without))


def test_the_axis_holds_the_limit_the_curves_and_the_measurement():
    figure = bound_curve(curve(1000 / X), title="b", cursor=100.0, measured=1e-6, about="gap")
    low, high = figure.layout.yaxis.range
    assert low < -6
    assert high > 3
    assert figure.layout.shapes[0].x0 == 100.0


def test_values_of_other_fits_make_the_axis_that_of_all_of_them():
    fits = [curve(scale / X) for scale in (10.0, 1e4, 1e7)]
    reach = [1e-4, 1e8]
    drawn = [bound_curve(fit, title="b", cursor=100.0, reach=reach) for fit in fits]
    ((low, high),) = {figure.layout.yaxis.range for figure in drawn}
    assert low < -4
    assert high > 8


@pytest.mark.parametrize(("over", "title"), [("m", "sample size m"), ("delta", "δ, prob")])
def test_the_axis_says_what_x_is(over, title):
    figure = bound_curve(curve(1000 / X, over=over), title="b", cursor=100.0)
    assert figure.layout.xaxis.title.text.startswith(title)


def test_rings_mark_the_choices_of_fsm_and_infinite_values_are_gaps():
    true = {"fsm": np.linspace(0, 1, 9), "fsm_u": np.r_[np.inf, np.linspace(3, 1, 8)]}
    dealt = {"fsm": np.linspace(0, 2, 9), "fsm_u": np.full(9, np.inf)}
    figure = drawn.fsm_figure(X, true, dealt)
    rings = [trace.x[0] for trace in figure.data if trace.marker.symbol == "circle-open"]
    assert rings == [X[0], X[0], X[-1]]


def test_lines_of_a_criterion_have_its_colour_and_dash_those_of_shuffled_labels_are_thin():
    values = {"fsm": np.linspace(0, 1, 9), "fsm_u": np.linspace(1, 2, 9)}
    figure = drawn.fsm_figure(X, values, values)
    lines = {trace.name: trace.line for trace in figure.data if trace.mode == "lines"}
    for key, name in (("fsm", "FSM"), ("fsm_u", "FSM-U")):
        true, dealt = (lines[f"{name}, {labels} labels"] for labels in ("true", "shuffled"))
        assert (true.color, true.dash) == (dealt.color, dealt.dash) == style(key)[:2]
        assert true.width > 2 * dealt.width


def test_sm_stands_in_two_panels_by_normalisation():
    powers = np.arange(1, 4)
    values = {
        (rule, name): 10.0**-powers
        for rule in ("printed", "trace")
        for name in ("ideal", "identity")
    }
    figure = drawn.sm_figure(powers, values)
    assert [trace.xaxis for trace in figure.data] == ["x", "x", "x2", "x2"]
    np.testing.assert_allclose(figure.data[0].y, [-1, -2, -3])


def test_the_other_cases_draw_each_column():
    one = np.ones(9)
    sps = drawn.sps_figure(X, {"true shifts": one, "trace": one, "first order": 2 * one})
    assert len(sps.data) == 3
    weyl = drawn.weyl_figure(X, 2 * one, one, cursor=0.5)
    assert weyl.layout.shapes[0].x0 == 0.5
    columns = {"variance": one, "as printed": X, "as the proof gives it": 10 * X}
    variance = drawn.variance_figure(X, columns, title="λ", cursor=100.0)
    assert names(variance) == ["true variance", "bound as printed", "bound as the proof gives it"]
