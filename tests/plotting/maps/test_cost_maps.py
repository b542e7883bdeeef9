"""Maps of several quantities side by side over C and the kernel parameter."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.plotting.kit.theme import style
from kselect_core.plotting.maps.cost_maps import OTHER, OWN, _title, cost_maps, cursor_moved
from kselect_core.plotting.maps.scale import Shades
from kselect_core.plotting.maps.values import MapView, grid_values
from tests.plotting.examples import LAMBDAS, TAU, chosen, swept
from tests.tolerances import ROUNDOFF

KEYS = ("svm_loo", "stab", "marg")
TABLE = swept(keys=KEYS, splits=2).assign(learner="svm")
TABLE["C"] = 0.5 / TABLE["lambda"]
CHOICES = chosen(TABLE).assign(C=lambda rows: 0.5 / rows["lambda"])
VIEW = MapView("stab", "gaussian", None, KEYS)
SHOWN = (*KEYS, "test_error")


@pytest.fixture(scope="module")
def figure():
    return cost_maps(TABLE, CHOICES, quantities=SHOWN, view=VIEW)


def of(figure, number, name=None, kind=None):
    axis = f"x{number if number > 1 else ''}"
    traces = [t for t in figure.data if (t.xaxis or "x") == axis]
    return [t for t in traces if (name is None or t.name == name) and (not kind or t.type == kind)]


def test_each_map_has_its_own_colours(figure):
    for number, quantity in enumerate(SHOWN, start=1):
        (heat,) = of(figure, number, kind="heatmap")
        values = grid_values(TABLE, VIEW._replace(quantity=quantity)).value
        assert heat.z.shape == values.shape
        best = np.unravel_index(np.nanargmin(values), values.shape)
        assert heat.z[best] == 0
        assert np.nanmax(heat.z) == 1


def test_large_costs_are_on_top_and_written_as_costs(figure):
    assert figure.layout.yaxis.title.text == "C"
    low, high = figure.layout.yaxis.range
    assert low > high
    assert_allclose(0.5 / np.array(figure.layout.yaxis.tickvals), [
        {"10⁻²": 1e-2, "10⁻¹": 1e-1, "10⁰": 1.0, "10¹": 10.0, "10²": 100.0, "10³": 1000.0}[text]
        for text in figure.layout.yaxis.ticktext
    ], **ROUNDOFF)  # fmt: skip
    assert not figure.layout.yaxis2.showticklabels


def test_every_map_marks_every_choice_and_its_own_large(figure):
    for number, quantity in enumerate(SHOWN, start=1):
        (found,) = of(figure, number, name="choices")
        assert len(found.x) == len(KEYS)
        sizes = dict(zip(found.marker.color, found.marker.size, strict=True))
        for key in KEYS:
            assert sizes[style(key).colour] == (OWN if key == quantity else OTHER)


def test_every_cell_carries_its_place(figure):
    for number in range(1, len(SHOWN) + 1):
        (cells,) = of(figure, number, name="cells")
        assert len(cells.x) == len(TAU) * len(LAMBDAS)
        assert list(cells.customdata[0]) == ["gaussian", TAU[0], LAMBDAS[0]]


def test_the_cursor_frames_its_cell_in_every_map(figure):
    values = grid_values(TABLE, VIEW)
    figure = cursor_moved(figure, values, (TAU[9], LAMBDAS[1]))
    figure = cursor_moved(figure, values, (TAU[3], LAMBDAS[2]))
    direct = cost_maps(TABLE, CHOICES, quantities=SHOWN, view=VIEW, cursor=(TAU[3], LAMBDAS[2]))
    assert figure.to_json() == direct.to_json()
    frames = [shape for shape in figure.layout.shapes if shape.name == "cursor"]
    assert len(frames) == 2 * len(SHOWN)
    for frame in frames:
        assert frame.x0 < TAU[3] < frame.x1
        assert frame.y0 < LAMBDAS[2] < frame.y1
    assert {s.xref for s in figure.layout.shapes if s.name == "best"} == {"x4"}


def test_titles_tell_the_best_value_shares_as_percentages(figure):
    texts = [note.text for note in figure.layout.annotations]
    assert "best" in texts[1]
    assert "%" in texts[0]
    assert "%" not in texts[1]
    assert "%" in texts[3]


def test_least_squares_keep_their_ridge():
    table = swept(keys=("loo",), splits=1)
    view = MapView("loo", "gaussian", 0, ("loo",))
    figure = cost_maps(table, chosen(table), quantities=("loo",), view=view)
    assert figure.layout.yaxis.title.text == "λ"
    low, high = figure.layout.yaxis.range
    assert low < high
    assert [s for s in figure.layout.shapes if s.name == "cursor"] == []


def test_a_kernel_without_parameter_is_one_column():
    table = swept(keys=("loo",), splits=1, families=("linear",))
    view = MapView("loo", "linear", 0, ("loo",))
    figure = cost_maps(
        table, chosen(table), quantities=("loo",), view=view, cursor=(float("nan"), LAMBDAS[0])
    )
    frame = next(s for s in figure.layout.shapes if s.name == "cursor")
    assert frame.x0 < 0 < frame.x1


def test_a_bound_above_one_is_called_vacuous_and_nothing_else_is():
    scale = Shades(1.3, 2.0, log=False, saturated=0)
    assert _title("stab", scale, (0.0, 1.0))["text"].endswith(": vacuous")
    assert _title("marg", scale, (0.0, 1.0))["text"].endswith(": vacuous")
    assert "vacuous" not in _title("gacv", scale, (0.0, 1.0))["text"]
    assert "vacuous" not in _title("marg", scale._replace(best=0.8), (0.0, 1.0))["text"]
