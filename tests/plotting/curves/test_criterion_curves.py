"""The figure of criteria over the kernel parameter."""

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose

from kselect_core.errors import DataError
from kselect_core.plotting.curves.criterion_curves import criterion_curves, criterion_lines
from kselect_core.plotting.curves.lines import View
from tests.plotting.examples import KEYS, LAMBDAS, TAU, chosen, references, swept
from tests.tolerances import SOLVER

TABLE = swept()
CHOICES = chosen(TABLE)
LAM = LAMBDAS[2]
FAMILIES = swept(families=("gaussian", "polynomial", "linear"), splits=2)


def named(figure, group, mode="lines+markers"):
    return [t for t in figure.data if t.legendgroup == group and t.mode == mode]


def test_every_line_is_one_trace_with_markers():
    figure = criterion_curves(TABLE, lam=LAM)
    for line in criterion_lines(TABLE, lam=LAM, view=View()):
        (trace,) = named(figure, line.quantity)
        assert_allclose(trace.y, line.y, **SOLVER)  # single precision saves half of the bytes
        assert trace.x.tolist() == line.x.tolist()


def test_a_logarithmic_criterion_says_so_in_the_legend():
    figure = criterion_curves(TABLE, lam=LAM)
    assert [t.name for t in figure.data if t.name and t.name.endswith(" log")] == ["GCV ↓ log"]


def test_a_click_tells_kernel_parameter_and_lambda():
    (trace,) = named(criterion_curves(TABLE, lam=LAM), "loo")
    assert [tuple(key[:3]) for key in trace.customdata] == [("gaussian", tau, LAM) for tau in TAU]


def test_a_click_on_a_kernel_without_parameter_tells_none():
    trace = named(criterion_curves(FAMILIES, lam=LAM), "loo")[2]
    assert list(trace.customdata[0][:3]) == ["linear", None, LAM]


def test_test_error_is_thick_grey_on_the_right_axis_and_can_be_left_out():
    (trace,) = named(criterion_curves(TABLE, lam=LAM), "test_error")
    figure = criterion_curves(TABLE, lam=LAM)
    assert (trace.yaxis, trace.line.width) == ("y", 6)
    assert figure.layout.yaxis.side == "right"
    assert figure.layout.yaxis.title.text == "error rate"
    assert figure.layout.yaxis2.overlaying == "y"
    hidden = criterion_curves(TABLE, lam=LAM, view=View(overlays=frozenset()))
    assert named(hidden, "test_error") == []
    assert hidden.layout.yaxis.title.text == "criterion, normalised"


def test_training_error_is_thin():
    view = View(overlays=frozenset({"test", "training"}))
    (trace,) = named(criterion_curves(TABLE, lam=LAM, view=view), "training_error")
    assert trace.line.width < 2


def test_lowest_tick_of_the_error_is_level_with_the_best_criterion():
    layout = criterion_curves(TABLE, CHOICES, lam=LAM).layout
    (low, high), (bottom, top) = layout.yaxis.range, layout.yaxis2.range
    level = low + (high - low) * (0 - bottom) / (top - bottom)
    assert_allclose(level, layout.yaxis.tickvals[0], **SOLVER)


def test_regression_shows_a_squared_error():
    rows = TABLE[TABLE["quantity"] != "test_squared_error"]
    twin = rows[rows["quantity"] == "test_error"].assign(quantity="test_squared_error")
    layout = criterion_curves(pd.concat([rows, twin]), lam=LAM).layout
    assert layout.yaxis.title.text == "squared error"


def test_every_choice_has_a_pin_with_its_name():
    figure = criterion_curves(TABLE, CHOICES, lam=LAM, view=View(split=0))
    names = next(t for t in figure.data if t.name == "names of the choices")
    assert len(names.text) == len(KEYS)
    assert "10-fold CV" in names.text


def test_pins_of_kernel_and_lambda_together_tell_the_lambda_they_were_chosen_with():
    rows = CHOICES.assign(**{"lambda": CHOICES["lambda"].where(CHOICES["scope"] != "joint", 0.5)})
    figure = criterion_curves(TABLE, rows, lam=LAM, view=View(split=0, joint=True))
    told = next(t for t in figure.data if t.name == "choices").text
    assert all("λ = 0.5" in text for text in told)
    assert any(
        text.startswith("feature space-based kernel matrix evaluation measure (FSM)<br>chooses")
        for text in told
    )
    apart = criterion_curves(TABLE, rows, lam=LAM, view=View(split=0))
    assert not any("λ =" in text for t in apart.data if t.name == "choices" for text in t.text)


def test_a_choice_on_the_boundary_is_an_open_marker():
    rows = CHOICES.assign(boundary=np.where(CHOICES["quantity"] == "loo", "smallest τ", ""))
    figure = criterion_curves(TABLE, rows, lam=LAM, view=View(split=0))
    pins = next(t for t in figure.data if t.name == "choices")
    assert sum(symbol.endswith("-open") for symbol in pins.marker.symbol) == 1
    assert sum("smallest τ" in text for text in pins.text) == 1


def test_bands_show_the_range_over_the_splits_and_vanish_for_one_split():
    filled = [t for t in criterion_curves(TABLE, lam=LAM).data if t.fill == "toself"]
    assert filled
    assert {t.hoverinfo for t in filled} == {"skip"}
    alone = criterion_curves(TABLE, lam=LAM, view=View(split=0))
    assert not [t for t in alone.data if t.fill == "toself"]
    none = criterion_curves(TABLE, lam=LAM, view=View(band="none"))
    assert not [t for t in none.data if t.fill == "toself"]


def test_gaps_are_marked_and_tell_their_reason_without_markup():
    figure = criterion_curves(TABLE, lam=LAM)
    (gaps,) = [t for t in figure.data if t.legendgroup == "no value"]
    assert len(gaps.x) == 6
    assert "SPS: the kernel matrix &lt;b&gt;overflows&lt;/b&gt;" in gaps.text[-1]


def test_many_reasons_are_counted():
    table = TABLE.assign(value=np.where(TABLE["kind"] == "criterion", np.nan, TABLE["value"]))
    (gaps,) = [t for t in criterion_curves(table, lam=LAM).data if t.legendgroup == "no value"]
    assert f"and {len(KEYS) - 5} more" in gaps.text[0]


def test_the_cursor_is_a_vertical_line_in_the_panel_of_its_kernel():
    figure = criterion_curves(FAMILIES, lam=LAM, cursor=("polynomial", 4.0))
    (line,) = figure.layout.shapes
    assert (line.xref, line.x0, line.x1) == ("x2", 4.0, 4.0)


def test_families_are_panels_that_share_y():
    layout = criterion_curves(FAMILIES, chosen(FAMILIES), lam=LAM).layout
    assert [a.text for a in layout.annotations] == ["Gaussian", "polynomial", "linear"]
    assert (layout.xaxis.type, layout.xaxis2.type) == ("log", "linear")
    assert layout.yaxis4.matches == layout.yaxis6.matches == "y2"
    assert layout.yaxis3.matches == layout.yaxis5.matches == "y"


def test_own_units_are_small_panels_with_their_own_axes():
    figure = criterion_curves(TABLE, CHOICES, lam=LAM, view=View(mode="own units", columns=3))
    assert len(figure.layout.annotations) == len(KEYS)
    assert figure.layout.annotations[0].text == "KTA ↑"
    gcv = 2 * (KEYS.index("gcv") + 1)
    assert figure.layout[f"yaxis{gcv}"].type == "log"
    assert figure.layout.yaxis2.type == "linear"
    assert figure.layout.yaxis4.matches is None


def test_own_units_of_several_families_have_a_column_each():
    table = FAMILIES[FAMILIES["quantity"].isin(["kta", "loo", "test_error"])]
    figure = criterion_curves(table, lam=LAM, view=View(mode="own units"))
    titles = [a.text for a in figure.layout.annotations]
    assert titles[:4] == [
        "KTA ↑, Gaussian",
        "KTA ↑, polynomial",
        "KTA ↑, linear",
        "LOO ↓, Gaussian",
    ]


def levels(figure):
    return [t for t in figure.data if t.name and " at K = " in t.name]


@pytest.mark.parametrize("mode", ["normalised", "own units"])
def test_reference_values_stand_at_the_narrow_and_the_wide_end(mode):
    figure = criterion_curves(
        TABLE, lam=LAM, references=references(TABLE, LAM), view=View(mode=mode)
    )
    found = levels(figure)
    assert len(found) == 2 * len(KEYS)
    for trace in found:
        assert trace.x[0] == pytest.approx(TAU[0] if "K = I" in trace.name else TAU[-1])
    outside = [t for t in found if t.mode == "markers"]
    assert outside
    assert all("outside the picture" in t.hovertemplate for t in outside)


def test_the_narrow_end_is_on_the_right_for_gamma():
    table = TABLE.assign(convention="gamma")
    found = levels(criterion_curves(table, lam=LAM, references=references(TABLE, LAM)))
    assert [t.x[0] for t in found if "K = I" in t.name] == pytest.approx([TAU[-1]] * len(KEYS))


def test_references_at_another_lambda_or_without_value_are_not_drawn():
    other = references(TABLE, LAM).assign(**{"lambda": 7.0})
    assert levels(criterion_curves(TABLE, lam=LAM, references=other)) == []
    undefined = references(TABLE, LAM).assign(value=np.nan)
    assert levels(criterion_curves(TABLE, lam=LAM, references=undefined)) == []


def test_polynomials_have_no_limits():
    table = swept(families=("polynomial",), splits=1)
    assert levels(criterion_curves(table, lam=LAM, references=references(table, LAM))) == []


def test_the_legend_names_everything_once():
    figure = criterion_curves(FAMILIES, lam=LAM)
    shown = [t.legendgroup for t in figure.data if t.showlegend]
    assert sorted(shown) == sorted({*KEYS, "test_error", "no value"})


@pytest.mark.parametrize("mode", ["normalised", "own units"])
def test_the_payload_is_small(mode):
    figure = criterion_curves(
        TABLE, CHOICES, lam=LAM, references=references(TABLE, LAM), view=View(mode=mode)
    )
    assert len(figure.to_json()) < 150_000


def test_the_same_table_gives_the_same_bytes():
    first, second = (criterion_curves(TABLE, CHOICES, lam=LAM).to_json() for _ in range(2))
    assert first == second


def test_a_partial_sweep_is_drawn_as_far_as_it_is():
    part = TABLE[(TABLE["split"] == 0) & (TABLE["parameter"] < 1.0)]
    assert criterion_curves(part, lam=LAM).data


@pytest.mark.parametrize("mode", ["normalised", "own units"])
def test_without_any_line_the_figure_is_refused(mode):
    view = View(mode=mode, quantities=(), overlays=frozenset())
    with pytest.raises(DataError, match="nothing to draw"):
        criterion_curves(TABLE, lam=LAM, view=view)


def test_errors_alone_are_drawn():
    figure = criterion_curves(TABLE, lam=LAM, view=View(quantities=()))
    assert [t.legendgroup for t in figure.data if t.showlegend] == ["test_error"]


def test_a_table_without_the_columns_of_a_sweep_is_refused():
    with pytest.raises(DataError, match="not a sweep table"):
        criterion_curves(pd.DataFrame({"a": [1]}), lam=LAM)
