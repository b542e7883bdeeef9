"""Maps of the methods over steps × λ: cells, colours, choices."""

import numpy as np
from numpy.testing import assert_allclose

from kselect_core.criteria import CRITERIA
from kselect_core.plotting.kit.theme import style
from kselect_core.plotting.maps.design_map import SYMBOLS, MethodMap, design_map
from tests.tolerances import EXACT, ROUNDOFF

LAMBDAS = (1e-4, 1e-2, 1.0)
SKM = MethodMap("SKM", (0,), np.array([[4.0, 2.0, 30.0]]), np.array([[5.0, 3.0, 9.0]]), (0, 1))
ERRORS = np.array([[1.0, 2.0, 9.0], [3.0, 9.0, 9.0]])
UKM = MethodMap("UKM", (1, 2), ERRORS, ERRORS + 1, (0, 0))
SEKM = MethodMap("SEKM", (1, 2), ERRORS[::-1], ERRORS + 2, (1, 0))


def cells(figure):
    return [trace for trace in figure.data if trace.type == "heatmap"]


def choices(figure):
    return {t.name: (t.x[0], t.y[0]) for t in figure.data if (t.name or "").endswith("chooses")}


def test_every_pool_has_its_map_over_the_strip_of_the_single_kernel():
    figure = design_map([SKM, UKM, SEKM], LAMBDAS)
    found = [(trace.name, trace.xaxis) for trace in cells(figure)]
    assert found == [("SKM", "x"), ("UKM", "x"), ("SKM", "x2"), ("SEKM", "x2")]
    assert_allclose(cells(figure)[1].y, [0.5, 1.5, 2.5], **EXACT)
    assert figure.layout.yaxis.ticktext == ("SKM", "1", "2")
    assert not figure.layout.yaxis2.showticklabels


def test_colours_are_shared_and_end_at_the_upper_quarter():
    figure = design_map([SKM, UKM], LAMBDAS)
    every = np.concatenate([SKM.held_out.ravel(), ERRORS.ravel()])
    for trace in cells(figure):
        assert_allclose(trace.zmin, 0.0, **EXACT)
        assert_allclose(trace.zmax, np.log10(np.quantile(every, 0.75)), **ROUNDOFF)
    assert_allclose(cells(figure)[1].z[0][1], np.log10(2.0), **ROUNDOFF)
    assert [trace.showscale for trace in cells(figure)] == [True, False]


def test_choices_stand_in_their_cells_and_tell_both_errors():
    figure = design_map([SKM, UKM, SEKM], LAMBDAS)
    assert choices(figure) == {
        "SKM chooses": (1e-2, -0.15),
        "UKM chooses": (1e-4, 1.0),
        "SEKM chooses": (1e-4, 2.0),
    }
    (told,) = [t.text[0] for t in figure.data if t.name == "UKM chooses"]
    assert "squared error held out 1<br>at test points 2" in told
    assert "k = 1, λ = 0.0001" in told
    symbols = {t.marker.symbol for t in figure.data if (t.name or "").endswith("chooses")}
    assert symbols == {*SYMBOLS.values()}
    markers = [trace.marker for trace in figure.data if trace.type == "scatter"]
    drawn = {marker.maxdisplayed for marker in markers if marker.opacity == 0}
    assert drawn == {1}  # nobody sees the targets: one is enough


def test_no_method_has_the_colour_of_a_criterion():
    figure = design_map([SKM, UKM, SEKM], LAMBDAS)
    chosen = [trace.marker.color for trace in figure.data if (trace.name or "").endswith("chooses")]
    assert len(chosen) == 4
    assert not {*chosen} & {style(name).colour for name in CRITERIA}


def test_a_single_pool_equal_errors_and_strange_names_are_drawn():
    flat = np.ones((2, 3))
    figure = design_map([MethodMap("own", (1, 2), flat, flat, (0, 2))], LAMBDAS)
    assert len(cells(figure)) == 1
    zeros = np.zeros((2, 3))
    assert design_map([MethodMap("UKM", (1, 2), zeros, zeros, (0, 2))], LAMBDAS).data
