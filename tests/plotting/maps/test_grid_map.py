"""The map of a quantity over kernel parameter × λ."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.plotting.kit.theme import PAPER, style
from kselect_core.plotting.maps.grid_map import cursor_moved, grid_map, shades_of
from kselect_core.plotting.maps.traces import MOST_TARGETS, STANDOFF
from kselect_core.plotting.maps.values import MapView, edges, grid_values
from tests.plotting.examples import LAMBDAS, TAU, chosen, swept
from tests.tolerances import ROUNDOFF

KEYS = ("loo", "kta", "fsm", "sps", "sm")
TABLE = swept(splits=3, keys=KEYS)
CHOICES = chosen(TABLE)
VIEW = MapView("test_error", "gaussian", None, KEYS)


def traces(figure):
    return {trace.name or trace.type: trace for trace in figure.data}


def test_cells_are_coloured_by_their_place_between_best_and_median():
    figure = grid_map(TABLE, CHOICES, view=VIEW)
    values = grid_values(TABLE, VIEW)
    scale = shades_of(TABLE, VIEW, values)
    shown = figure.data[0]
    assert shown.type == "heatmap"
    assert shown.z.dtype == np.float32
    assert_allclose(shown.z, scale.position(values.value), **ROUNDOFF)
    assert (shown.zmin, shown.zmax) == (0.0, 1.0)
    assert_allclose(shown.x, edges(np.array(TAU), log=True), **ROUNDOFF)
    assert shown.colorbar.ticktext[-1].startswith("≥")


def test_the_colours_are_those_of_the_whole_grid():
    table = swept(families=("gaussian", "polynomial", "linear"), splits=1, keys=("loo",))
    views = [VIEW._replace(kernel=kernel) for kernel in ("gaussian", "polynomial", "linear")]
    assert len({shades_of(table, view, grid_values(table, view)) for view in views}) == 1


def test_every_cell_can_be_clicked_and_tells_its_value():
    targets = traces(grid_map(TABLE, CHOICES, view=VIEW))["cells"]
    assert len(targets.x) == len(TAU) * len(LAMBDAS)
    assert targets.marker.opacity == targets.selected.marker.opacity == 0
    assert targets.unselected.marker.opacity == 0
    assert targets.marker.maxdisplayed == 1  # nobody sees them: one is enough
    at = list(map(tuple, targets.customdata)).index(("gaussian", TAU[3], LAMBDAS[2]))
    value = grid_values(TABLE, VIEW).value[2, 3]
    assert f"{100 * value:.1f} %" in targets.text[at]
    assert "τ = 2⁻¹²" in targets.text[at]
    assert "3 splits" in targets.text[at]


def test_a_large_grid_has_fewer_targets():
    parameters = np.geomspace(1e-3, 1e3, 2 * MOST_TARGETS + 5)
    one = TABLE[(TABLE["parameter"] == TAU[0]) & (TABLE["lambda"] == LAMBDAS[0])]
    many = one.loc[one.index.repeat(len(parameters))].assign(
        parameter=np.tile(parameters, len(one))
    )
    figure = grid_map(many, CHOICES[:0], view=VIEW)
    assert len(traces(figure)["cells"].x) == len(parameters[::3])
    assert figure.data[0].z.shape == (1, len(parameters))


def test_choices_have_the_marker_and_colour_of_their_criterion():
    found = traces(grid_map(TABLE, CHOICES, view=VIEW))["choices"]
    assert sorted(found.marker.color) == sorted(style(key).colour for key in KEYS)
    assert set(found.marker.symbol) == {style(key).symbol for key in KEYS}
    assert all(entry[0] == "gaussian" for entry in found.customdata)


def test_choices_of_one_cell_stand_side_by_side_and_inside():
    crowded = CHOICES.copy()
    crowded["parameter"], crowded["lambda"] = TAU[0], LAMBDAS[0]
    found = traces(grid_map(TABLE, crowded, view=VIEW))["choices"]
    assert len(set(found.x)) == len(KEYS)
    assert {tuple(entry) for entry in found.customdata} == {("gaussian", TAU[0], LAMBDAS[0])}


def test_names_stand_beside_and_are_escaped():
    figure = grid_map(TABLE, CHOICES, view=VIEW._replace(shown=("loo", "sm")))
    texts = " ".join(note.text for note in figure.layout.annotations)
    assert "LOO" in texts
    assert "SM" in texts


def test_a_line_leads_from_each_cell_to_its_name_and_no_arrow_has_to_be_measured():
    layout = grid_map(TABLE, CHOICES, view=VIEW).layout
    lines = [shape for shape in layout.shapes if shape.name == "name"]
    assert len(lines) == len(layout.annotations) > 1
    for line, note in zip(lines, layout.annotations, strict=True):
        assert not note.showarrow
        assert (note.xanchor, note.yanchor) == ("center", "middle")
        start, end = (np.array(at.split(","), float) for at in line.path[1:].split("L"))
        assert_allclose(end, (note.xshift, note.yshift), rtol=1e-5)
        assert np.log10([line.xanchor, line.yanchor]) == pytest.approx([note.x, note.y])
        assert np.hypot(*start) == pytest.approx(STANDOFF, rel=1e-5)
        assert {line.xsizemode, line.ysizemode} == {"pixel"}


def test_thin_lines_lead_through_the_choices_at_each_ridge():
    drawn = grid_map(TABLE, CHOICES, view=VIEW).data
    names = [trace.name for trace in drawn]
    line = drawn[names.index("LOO at each λ")]
    first = names.index("light line")  # below all, one for all
    lines = [trace for trace in drawn[first + 1 :] if trace.mode == "lines"]
    assert names.count("light line") == 1
    assert names[first + 1 :][: len(lines)] == [trace.name for trace in lines]
    below = drawn[first]
    assert below.line.width > line.line.width  # seen on dark cells as well
    assert below.line.color == PAPER
    gap = [np.nan]
    for along in "xy":
        apart = [end for trace in lines for end in (*trace[along], *gap)][:-1]
        assert_allclose(below[along], apart, **ROUNDOFF)
    assert line.mode == "lines"
    assert line.line.color == style("loo").colour
    assert list(line.y) == list(LAMBDAS)


def test_gaps_are_crossed_out_and_tell_their_reason():
    figure = grid_map(TABLE, CHOICES, view=VIEW._replace(quantity="sps"))
    values = grid_values(TABLE, VIEW._replace(quantity="sps"))
    assert len(traces(figure)["no value"].x) == values.missing > 0
    told = [text for text in traces(figure)["cells"].text if "no value" in text]
    assert len(told) == values.missing
    assert "&lt;b&gt;overflows" in told[0]


@pytest.mark.parametrize("quantity", ["test_error", "loo"])
def test_the_lowest_error_is_framed_and_only_errors_are(quantity):
    figure = grid_map(TABLE, CHOICES, view=VIEW._replace(quantity=quantity))
    framed = [shape for shape in figure.layout.shapes if shape.name == "best"]
    assert bool(framed) == (quantity == "test_error")
    if framed:
        values = grid_values(TABLE, VIEW)
        row, column = values.best
        assert framed[0].x0 < values.x[column] < framed[0].x1
        assert framed[0].y0 < values.lambdas[row] < framed[0].y1


def test_the_cursor_moves_without_anything_else_changing():
    values = grid_values(TABLE, VIEW)
    here = grid_map(TABLE, CHOICES, view=VIEW, cursor=(TAU[4], LAMBDAS[1]))
    there = cursor_moved(here, values, (TAU[20], LAMBDAS[5]))
    frame = [shape for shape in there.layout.shapes if shape.name == "cursor"]
    assert len(frame) == 2
    assert frame[0].x0 < TAU[20] < frame[0].x1
    assert frame[0].y0 < LAMBDAS[5] < frame[0].y1
    assert there == grid_map(TABLE, CHOICES, view=VIEW, cursor=(TAU[20], LAMBDAS[5]))
    assert [s.x0 for s in here.layout.shapes] != [s.x0 for s in there.layout.shapes]


def test_one_ridge_is_a_strip():
    one = swept(splits=1, lambdas=(0.1,), keys=("loo",))
    figure = grid_map(one, chosen(one), view=VIEW._replace(shown=("loo",)))
    assert figure.data[0].z.shape == (1, len(TAU))
    assert_allclose(figure.data[0].y, [10**-1.5, 10**-0.5], **ROUNDOFF)


def test_a_kernel_without_a_parameter_is_a_column():
    table = swept(families=("linear",), splits=2, keys=("loo",))
    view = MapView("test_error", "linear", None, ("loo",))
    figure = grid_map(table, chosen(table), view=view)
    assert figure.data[0].z.shape == (len(LAMBDAS), 1)
    assert traces(figure)["cells"].customdata[0][1] is None
    moved = cursor_moved(figure, grid_values(table, view), (np.nan, LAMBDAS[0]))
    assert sum(shape.name == "cursor" for shape in moved.layout.shapes) == 2


def test_a_single_cell_is_a_map_too():
    table = swept(families=("linear",), splits=1, lambdas=(0.1,), keys=("loo",))
    figure = grid_map(table, chosen(table), view=MapView("test_error", "linear", 0, ("loo",)))
    assert figure.data[0].z.shape == (1, 1)


def test_a_map_without_any_value_draws_crosses():
    table = TABLE.assign(value=np.nan, reason="broken")
    figure = grid_map(table, CHOICES, view=VIEW._replace(shown=()))
    assert len(traces(figure)["no value"].x) == len(TAU) * len(LAMBDAS)
    assert "choices" not in traces(figure)


def test_the_recommended_cell_has_a_ring_that_says_so_and_can_be_clicked():
    figure = grid_map(TABLE, CHOICES, view=VIEW, recommended=(TAU[4], LAMBDAS[1]))
    ring = traces(figure)["recommended"]
    assert (ring.x[0], ring.y[0]) == (TAU[4], LAMBDAS[1])
    assert ring.text[0].startswith("Recommended: τ = ")
    assert list(ring.customdata[0]) == ["gaussian", TAU[4], LAMBDAS[1]]
    assert "recommended" not in traces(grid_map(TABLE, CHOICES, view=VIEW))
