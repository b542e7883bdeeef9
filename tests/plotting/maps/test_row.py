"""Little maps side by side."""

import pytest
from numpy.testing import assert_allclose

from kselect_core.plotting.maps.grid_map import shades_of
from kselect_core.plotting.maps.row import MOST, map_row
from kselect_core.plotting.maps.values import MapView, grid_values
from tests.plotting.examples import KEYS, chosen, swept
from tests.tolerances import ROUNDOFF

TABLE = swept(splits=2)
CHOICES = chosen(TABLE)
VIEW = MapView("loo", "gaussian")


def test_every_quantity_has_a_map_in_its_own_colours():
    figure = map_row(TABLE, CHOICES, quantities=KEYS, view=VIEW)
    maps = [trace for trace in figure.data if trace.type == "heatmap"]
    assert len(maps) == len(KEYS)
    for quantity, shown in zip(KEYS, maps, strict=True):
        view = VIEW._replace(quantity=quantity)
        values = grid_values(TABLE, view)
        expected = shades_of(TABLE, view, values).position(values.value)
        assert_allclose(shown.z, expected, **ROUNDOFF)
        assert shown.showscale is False


def test_whatever_is_clicked_tells_its_map():
    figure, unseen = map_row(TABLE, CHOICES, quantities=("loo", "kta"), view=VIEW), []
    for trace in figure.data:
        if trace.type == "scatter":
            quantity = "loo" if trace.xaxis in (None, "x", "x1") else "kta"
            assert {entry[3] for entry in trace.customdata} == {quantity}
        if trace.type == "scatter" and trace.marker.opacity == 0:
            unseen.append(trace.marker.maxdisplayed)
    assert unseen == [1, 1]


def test_each_map_shows_the_choice_of_its_own_criterion_only():
    figure = map_row(TABLE, CHOICES, quantities=("loo", "kta"), view=VIEW)
    chosen_ = [trace for trace in figure.data if trace.name == "choices"]
    assert [len(trace.x) for trace in chosen_] == [1, 1]


def test_the_large_one_is_framed():
    figure = map_row(TABLE, CHOICES, quantities=("loo", "kta"), view=VIEW)
    assert len(figure.layout.shapes) == 1
    assert "<b>" in figure.layout.annotations[0].text
    assert "<b>" not in figure.layout.annotations[1].text
    other = VIEW._replace(quantity="sm")
    assert not map_row(TABLE, CHOICES, quantities=("loo",), view=other).layout.shapes


@pytest.mark.parametrize("count", [1, MOST, MOST + 1, len(KEYS)])
def test_maps_do_not_overlap(count):
    figure = map_row(TABLE, CHOICES, quantities=KEYS[:count], view=VIEW)
    places = [
        (*figure.layout[f"xaxis{i}"].domain, *figure.layout[f"yaxis{i}"].domain)
        for i in range(1, count + 1)
    ]
    for i, a in enumerate(places):
        assert min(a) >= 0
        assert max(a) <= 1
        for b in places[i + 1 :]:
            assert a[1] < b[0] or b[1] < a[0] or a[3] < b[2] or b[3] < a[2]
