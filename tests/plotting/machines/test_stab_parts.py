"""The parts of the stability bound stacked, its blocks, and the band over shuffles."""

import itertools
from typing import NamedTuple

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from kselect_core.plotting.kit.theme import CLASS_COLOURS, GREY, ORANGE
from kselect_core.plotting.machines.shuffle_band import agreement, shuffle_band
from kselect_core.plotting.machines.stab_blocks import stab_blocks
from kselect_core.plotting.machines.stab_parts import layers, stab_parts, vacuous
from tests.tolerances import ROUNDOFF

C = np.array([0.1, 1.0, 10.0])


class Parts(NamedTuple):
    """Parts of a bound with round numbers."""

    x: np.ndarray = C
    missed: np.ndarray = np.array([0.3, 0.1, 0.2])
    extra: np.ndarray = np.array([0.5, 0.4, 0.9])
    constant: float = 7.0

    def confidence(self, form):
        """What the constants add."""
        return self.constant - (form == "37")

    def penalty(self, form):
        """What the changes add."""
        return self.extra + 0.01 * (form == "37")

    def bound(self, form):
        """All together."""
        return self.missed + self.penalty(form) + self.confidence(form)


def test_layers_stand_on_each_other_and_end_at_the_bound():
    for form in ("35", "37"):
        drawn = layers(Parts(), form)
        assert_allclose(drawn[0].low, 0.0, **ROUNDOFF)
        assert_allclose(drawn[0].high, Parts().missed, **ROUNDOFF)
        assert_allclose(drawn[1].high - drawn[1].low, Parts().penalty(form), **ROUNDOFF)
        assert_allclose(drawn[2].high, Parts().bound(form), **ROUNDOFF)
        for below, above in itertools.pairwise(drawn):
            assert_allclose(above.low, below.high, **ROUNDOFF)


def test_the_figure_has_the_whole_the_part_that_decides_and_the_other_form():
    keys = tuple(("gaussian", 0.5, 0.5 / c) for c in C)
    figure = stab_parts(Parts(), form="37", cursor=1.0, keys=keys)
    names = [trace.name for trace in figure.data if trace.mode == "lines+markers"]
    assert names.count("leave-one-out error") == names.count("what Ĥ adds") == 2
    assert names.count("confidence terms, the same everywhere") == 1
    (other,) = [trace for trace in figure.data if trace.name == "form (35)"]
    assert_allclose(other.y, Parts().bound("35"), **ROUNDOFF)
    (best,) = [trace for trace in figure.data if trace.name == "smallest"]
    assert list(best.x) == [1.0]
    assert {s.xref for s in figure.layout.shapes if s.name == "cursor"} == {"x", "x2"}
    assert [tuple(key) for key in figure.data[1].customdata] == list(keys)
    assert "vacuous (6.5)" in figure.layout.annotations[0].text


def test_its_words_lie_above_the_curve_beside_them():
    for missed in (0.1, 3.0):
        parts = Parts(missed=np.array([missed, 0.2, 0.1]))
        (words,) = stab_parts(parts).layout.annotations
        assert words.y == max(1.0, layers(parts, "35")[1].high.max())


def test_vacuous_is_said_with_the_number():
    assert vacuous(Parts(), "35") == "vacuous (7.5)"
    assert vacuous(Parts(constant=0.0), "35") == "at least 0.5"
    assert vacuous(Parts(missed=np.full(3, np.nan)), "35") == "undefined"


def test_undefined_points_leave_a_gap():
    figure = stab_parts(Parts(missed=np.full(3, np.nan)))
    assert figure.layout.yaxis.range[1] > 0
    figure = stab_parts(Parts(missed=np.array([np.nan, 0.1, 0.2])))
    (best,) = [trace for trace in figure.data if trace.name == "smallest"]
    assert list(best.x) == [1.0]


@pytest.fixture
def blocks():
    points = np.random.default_rng(0).uniform(size=(20, 2))
    return points, np.array([[0, 1], [4, 5]]), np.array([[2, 3], [6, 7]]), np.array([0.25, 0.5])


def test_points_are_coloured_by_their_block(blocks):
    points, train, test, share = blocks
    figure = stab_blocks(points, train, test, share, titles=("a", "b"))
    traces = {trace.name: trace for trace in figure.data}
    assert len(traces["not in a block"].x) == 12
    assert traces["not in a block"].marker.color == GREY
    for k in range(2):
        trains, predicted = traces[f"block {k + 1}: trains"], traces[f"block {k + 1}: predicted"]
        assert trains.marker.color == predicted.marker.color == CLASS_COLOURS[k]
        assert_allclose(trains.x, points[train[k], 0], rtol=1e-6)
        assert_allclose(predicted.y, points[test[k], 1], rtol=1e-6)


def test_bars_are_the_shares_and_the_line_their_mean(blocks):
    figure = stab_blocks(*blocks)
    bars = next(trace for trace in figure.data if trace.type == "bar")
    assert_allclose(bars.x, [0.25, 0.5], **ROUNDOFF)
    assert figure.layout.shapes[0].x0 == 0.375
    assert figure.layout.annotations[0].text == "Ĥ = 0.375"


CHANGE = np.array([[0.2, 0.1, 0.3], [0.4, 0.0, 0.1], [0.3, 0.2, 0.2]])
CHOSEN = np.array([[0, 1], [1, 1], [0, 1]])
GAMMAS = np.array([0.1, 1.0])


def test_the_band_goes_from_the_lowest_to_the_highest_shuffle():
    figure = shuffle_band(C, CHANGE, CHOSEN, parameters=GAMMAS, cursor=1.0)
    low, high, middle, own = figure.data[:4]
    assert_allclose(low.y, [0.2, 0.0, 0.1], **ROUNDOFF)
    assert_allclose(high.y, [0.4, 0.2, 0.3], **ROUNDOFF)
    assert_allclose(middle.y, [0.3, 0.1, 0.2], **ROUNDOFF)
    assert_allclose(own.y, CHANGE[0], **ROUNDOFF)
    assert figure.layout.shapes[0].x0 == 1.0


def test_costs_in_any_order_are_drawn_ascending():
    figure = shuffle_band(C[::-1], CHANGE[:, ::-1], CHOSEN, parameters=GAMMAS)
    assert_array_equal(figure.data[3].x, C)
    assert_allclose(figure.data[3].y, CHANGE[0], **ROUNDOFF)
    assert not figure.layout.shapes


def test_cells_are_counted_and_that_of_the_sweep_is_orange():
    bubbles = shuffle_band(C, CHANGE, CHOSEN, parameters=GAMMAS).data[-1]
    assert list(bubbles.x) == [0.1, 1.0]
    assert list(bubbles.y) == [1.0, 1.0]
    assert list(bubbles.text) == ["2", "1"]
    assert bubbles.marker.line.color[0] == ORANGE != bubbles.marker.line.color[1]
    assert agreement(CHOSEN) == (2, 2)


def test_cells_of_degrees_lie_within_the_axes():
    figure = shuffle_band(C, CHANGE, CHOSEN, parameters=np.array([2.0, 3.0]), convention="degree")
    low, high = figure.layout.xaxis2.range
    assert figure.layout.xaxis2.type == "linear"
    assert low < 2.0
    assert high > 3.0


def test_a_kernel_without_parameter_has_one_place():
    figure = shuffle_band(C, CHANGE, CHOSEN * [0, 1], parameters=np.zeros(1))
    assert list(figure.data[-1].text) == ["3"]
    low, high = figure.layout.xaxis2.range
    assert low < 0 < high
