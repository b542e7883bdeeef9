"""Critical-difference diagrams: nothing overlaps, bars are the groups, names are only text."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose

from kselect_core.plotting.experiments.critical_difference import critical_difference, diagram
from tests.tolerances import EXACT, ROUNDOFF

RANKS = pd.Series({"FSM": 5.4, "SM": 2.1, "ELOO": 2.4, "ER": 3.8, "<b>CV</b>": 2.9, "CKTA": 4.4})
CLIQUES = (
    ("SM", "ELOO", "<b>CV</b>"),
    ("ELOO", "<b>CV</b>", "ER"),
    ("<b>CV</b>", "ER", "CKTA"),
    ("CKTA", "FSM"),
)


@pytest.fixture(scope="module")
def figure():
    return critical_difference(RANKS, cd=1.5, cliques=CLIQUES, datasets=25)


def trace(figure, name):
    return next(t for t in figure.data if t.name == name)


def test_no_two_names_share_a_place_and_no_line_crosses_a_name():
    rng = np.random.default_rng(0)
    for count in range(1, 9):
        ranks = pd.Series(rng.uniform(1, count, count), index=[f"c{i}" for i in range(count)])
        places = diagram(ranks, cd=1.0, cliques=()).places
        assert [place.rank for place in places] == sorted(ranks)
        assert len({(place.left, place.lane) for place in places}) == count
        for one, other in combinations(places, 2):  # one has the better rank
            assert one.left >= other.left
            if one.left and other.left:  # the outer name hangs higher
                assert one.lane < other.lane
            elif not one.left:
                assert one.lane > other.lane


def test_bars_are_the_groups_and_those_in_a_lane_do_not_touch(figure):
    bars = diagram(RANKS, cd=1.5, cliques=CLIQUES[::-1]).bars
    assert {bar.names for bar in bars} == set(CLIQUES)
    assert [bar.lane for bar in bars] == [0, 1, 2, 0]
    for one, other in combinations(bars, 2):
        assert one.lane != other.lane or one.high + 0.2 < other.low or other.high + 0.2 < one.low
    for bar in bars:
        assert (bar.low, bar.high) == (min(RANKS[[*bar.names]]), max(RANKS[[*bar.names]]))
    drawn = trace(figure, "not distinguished: CKTA, FSM")
    assert drawn.x[0] < 4.4
    assert drawn.x[1] > 5.4


def test_points_stand_at_the_ranks_and_tell_their_group(figure):
    points = trace(figure, "ranks")
    assert_allclose(points.x, sorted(RANKS), **EXACT)
    assert "average rank 5.40 on 25 data sets" in points.text[-1]
    assert points.text[-1].endswith("not distinguished from CKTA")


def test_the_ruler_is_as_long_as_the_critical_difference(figure):
    ruler = trace(figure, "critical difference")
    assert_allclose(max(ruler.x) - min(ruler.x), 1.5, **ROUNDOFF)
    wide = critical_difference(RANKS, cd=7.0, cliques=(), datasets=2)
    assert wide.layout.xaxis.range[1] > 8.0
    assert "distinguished from all others" in trace(wide, "ranks").text[0]


def test_names_are_text(figure):
    notes = [note.text for note in figure.layout.annotations]
    assert any("&lt;b&gt;CV&lt;/b&gt;  2.90" in note for note in notes)
    assert "<b>" not in str(figure)
