"""Terms along the width: positions, choices, what lies outside, and what is left out."""

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose

from kselect_core.plotting.kit.theme import style
from kselect_core.plotting.terms.reward_curves import OUTSIDE, reward_curves, reward_lines
from kselect_core.selection.terms.rewards import GROUPS, reward_terms
from tests.tolerances import ROUNDOFF

TAU = np.array([0.25, 1.0, 4.0])
INF = np.inf
ALIKE = {"2px,4px": "dot", "12px,4px": "dash", "longdash": "dash", "8px,3px,2px,3px": "dashdot"}


def rows(key, values, *, ends=(np.nan, np.nan), better="lower", group="labels", chosen=0):
    where = ["path"] * len(TAU) + ["I", "11ᵀ", "linear"]
    return pd.DataFrame(
        {
            "group": group,
            "key": key,
            "label": key.upper(),
            "quantity": key,
            "better": better,
            "where": where,
            "tau": [*TAU, np.nan, np.nan, np.nan],
            "value": [*values, *ends, 7.0],
            "chosen": [i == chosen for i in range(len(where))],
        }
    )


def one(*arguments, **options):
    (line,) = reward_lines(rows(*arguments, **options))
    return line


def test_a_term_runs_from_its_best_to_its_worst():
    assert_allclose(one("loo", [1.0, 3.0, 2.0]).y, [0, 1, 0.5], **ROUNDOFF)
    assert_allclose(one("kta", [1.0, 3.0, 2.0], better="higher").y, [1, 0, 0.5], **ROUNDOFF)


def test_a_wide_range_is_drawn_by_its_logarithm():
    line = one("loo", [1e-4, 1.0, 1e-2])
    assert line.scale.log
    assert_allclose(line.y, [0, 1, 0.5], **ROUNDOFF)


def test_a_constant_is_best_everywhere_and_infinities_are_gaps():
    assert_allclose(one("loo", [0.1, 0.1 + 1e-14, 0.1]).y, 0.0, **ROUNDOFF)
    assert_allclose(one("loo", [INF, 1.0, 2.0]).y, [np.nan, 0, 1], **ROUNDOFF)


def test_terms_without_a_value_are_left_out():
    assert reward_lines(rows("fsm", [np.nan] * 3)) == []
    figure = reward_curves(pd.concat([rows("fsm", [np.nan] * 3), rows("loo", [1.0, 3.0, 2.0])]))
    assert [trace.name for trace in figure.data if trace.mode == "lines"] == ["LOO ↓"]


def named(figure, name):
    (trace,) = [trace for trace in figure.data if trace.name == name]
    return trace


def test_the_choice_stands_on_its_curve():
    figure = reward_curves(rows("loo", [3.0, 2.0, 1.0], chosen=2))
    mark = named(figure, "LOO: marks")
    assert (list(mark.x), list(mark.y)) == ([4.0], [0.0])


def test_the_marks_of_a_term_are_one_trace_that_tells_them_apart():
    figure = reward_curves(rows("loo", [3.0, 2.0, 1.0], ends=(9.0, INF), chosen=2))
    assert [trace.name for trace in figure.data] == ["LOO ↓", "LOO: marks"]
    assert {trace.legendgroup for trace in figure.data} == {"loo"}
    marks, symbol = figure.data[1], style("loo").symbol
    assert list(marks.marker.symbol) == [symbol, *[f"{symbol.removesuffix('-open')}-open"] * 2]
    assert marks.marker.opacity == 1.0
    assert marks.marker.size[0] > marks.marker.size[1] == marks.marker.size[2]
    assert list(marks.customdata) == [
        " alone chooses this width", " at K = I: 9", " at K = 11ᵀ: ∞"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("better", "ends", "places"),
    [
        ("lower", (0.0, 9.0), [-OUTSIDE, 1 + OUTSIDE]),
        ("lower", (1.5, INF), [0.25, 1 + OUTSIDE]),
        ("higher", (-INF, INF), [1 + OUTSIDE, -OUTSIDE]),
        ("higher", (9.0, 1.5), [-OUTSIDE, 0.75]),
    ],
)
def test_ends_beyond_the_path_stand_outside(better, ends, places):
    figure = reward_curves(rows("loo", [1.0, 3.0, 2.0], better=better, ends=ends, chosen=-1))
    marks = named(figure, "LOO: marks")
    assert_allclose(marks.y, places, **ROUNDOFF)
    assert marks.x[0] < TAU[0]
    assert marks.x[1] > TAU[-1]


def test_an_end_that_a_logarithm_has_not_stands_outside():
    figure = reward_curves(rows("fsm", [1e-4, 1.0, 1e-2], ends=(-1.0, np.nan), chosen=-1))
    assert_allclose(named(figure, "FSM: marks").y, [-OUTSIDE], **ROUNDOFF)


def test_groups_are_panels_with_legends_of_their_own():
    table = pd.concat(
        [rows("ks", [1.0, 2.0, 3.0], group="penalty"), rows("loo", [3.0, 2.0, 1.0], group="error")]
    )
    figure = reward_curves(table, grid=(0.5, 2.0), cursor=1.0)
    lines = [trace for trace in figure.data if trace.mode == "lines"]
    assert [(t.xaxis, t.yaxis, t.legend) for t in lines] == [
        ("x", "y", "legend"), ("x2", "y2", "legend2")
    ]  # fmt: skip
    told = [note.text for note in figure.layout.annotations]
    assert told == ["Terms that never look at the labels", "Errors of the fit", "K = I", "K = 11ᵀ"]
    shapes = [(shape.type, shape.x0) for shape in figure.layout.shapes]
    assert shapes == [("rect", 0.5), ("line", 1.0)] * 2
    upper, lower = figure.layout.yaxis.domain, figure.layout.yaxis2.domain
    assert lower[1] < upper[0]
    assert not figure.layout.xaxis.showticklabels
    assert figure.layout.xaxis2.showticklabels


def test_values_are_told_in_their_own_units():
    figure = reward_curves(rows("loo", [1.0, 3.0, 2.0]))
    assert list(named(figure, "LOO ↓").customdata) == ["1", "3", "2"]


@pytest.mark.parametrize("group", GROUPS)
def test_no_two_lines_of_a_panel_look_alike(group):
    styles = [style(term.quantity) for term in reward_terms() if term.group == group]
    looks = [(look.colour, ALIKE.get(look.dash, look.dash)) for look in styles]
    assert len(set(looks)) == len(looks)
