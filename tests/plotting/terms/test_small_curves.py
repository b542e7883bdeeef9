"""Small pictures of terms: where a curve, its choice, its ends and the grid of a sweep stand."""

import re
from xml.dom.minidom import parseString

import numpy as np
import pandas as pd
import pytest

from kselect_core.plotting.kit.theme import style
from kselect_core.plotting.terms.small_curves import (
    FRAME,
    HEIGHT,
    RING,
    SIDE,
    WIDTH,
    along,
    small_curves,
)
from tests.plotting.terms.test_reward_curves import TAU, rows

INF = np.inf
TOP, BOTTOM = FRAME, HEIGHT - FRAME


def parts(table, **options):
    (picture,) = small_curves(table, **options).values()
    root = parseString(picture)  # noqa: S318 (our own)
    return {
        kind: [dict(part.attributes.items()) for part in root.getElementsByTagName(kind)]
        for kind in ("path", "circle", "rect")
    }


def places(path):
    return [tuple(map(float, pair)) for pair in re.findall(r"([\d.]+) ([\d.]+)", path["d"])]


def test_a_curve_runs_from_narrow_to_wide_and_is_low_where_it_is_good():
    table = rows("loo", [3.0, 1.0, 2.0], chosen=1)
    (curve,) = parts(table)["path"]
    middle = (TOP + BOTTOM) / 2
    assert places(curve) == [(SIDE, TOP), (WIDTH / 2, BOTTOM), (WIDTH - SIDE, middle)]
    assert curve["stroke"] == style("loo").colour
    (dot,) = parts(table)["circle"]
    assert (float(dot["cx"]), float(dot["cy"])) == (WIDTH / 2, BOTTOM)


def test_values_at_both_ends_are_rings_beside_the_path():
    circles = parts(rows("fsm", [1.0, 3.0, 2.0], ends=(0.0, INF), chosen=-1))["circle"]
    found = [(float(ring["cx"]), float(ring["cy"]), ring["fill"]) for ring in circles]
    assert found == [(RING, BOTTOM, "none"), (WIDTH - RING, TOP, "none")]


def test_a_gap_is_not_drawn_and_a_value_alone_is_a_dot():
    (curve,) = parts(rows("loo", [1.0, INF, 2.0], chosen=-1))["path"]
    assert curve["d"].count("M") == 2
    assert "L" not in curve["d"]
    assert curve["d"].count("h0") == 2


def test_the_grid_of_a_sweep_is_shaded_as_far_as_the_path_goes():
    (shade,) = parts(rows("loo", [1.0, 3.0, 2.0]), grid=(1.0, 64.0))["rect"]
    assert float(shade["x"]) == WIDTH / 2
    assert float(shade["x"]) + float(shade["width"]) == WIDTH - SIDE
    assert parts(rows("loo", [1.0, 3.0, 2.0]))["rect"] == []


def test_terms_without_a_value_have_no_picture():
    table = pd.concat([rows("fsm", [np.nan] * 3), rows("loo", [1.0, 3.0, 2.0])])
    assert list(small_curves(table)) == ["loo"]


@pytest.mark.parametrize(("at", "place"), [(0.01, SIDE), (1.0, WIDTH / 2), (99.0, WIDTH - SIDE)])
def test_a_width_beyond_the_path_stands_at_its_end(at, place):
    assert along(TAU, at) == pytest.approx(place)
    assert along(TAU[:1], at) == WIDTH / 2
