"""Choices on a map: cells, paths over λ, names without collisions."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from kselect_core.plotting.maps.marks import Mark, cells, elsewhere, extent, marks, names, paths
from kselect_core.plotting.maps.values import MapView, grid_values
from tests.plotting.examples import KEYS, LAMBDAS, TAU, chosen, swept

TABLE = swept(splits=3)
CHOICES = chosen(TABLE)
VIEW = MapView("test_error", "gaussian", None, KEYS)
VALUES = grid_values(TABLE, VIEW)
BOTH = swept(splits=3, families=("gaussian", "linear"), keys=("loo", "kta"))


def joint(quantity, choices=CHOICES):
    return choices[(choices["scope"] == "joint") & (choices["quantity"] == quantity)]


def test_a_mark_stands_at_the_most_frequent_joint_choice():
    found = {mark.quantity: mark for mark in marks(CHOICES, VALUES, VIEW)}
    assert set(found) == set(KEYS)
    for quantity, mark in found.items():
        rows = joint(quantity)
        keys = Counter(zip(rows["parameter"], rows["lambda"], strict=True))
        assert keys[VALUES.x[mark.column], VALUES.lambdas[mark.row]] == mark.times
        assert mark.times == max(keys.values())
        assert mark.splits == 3


def test_the_marks_of_one_split_are_its_choices():
    for mark in marks(CHOICES, VALUES, VIEW._replace(split=2)):
        row = joint(mark.quantity).set_index("split").loc[2]
        assert (VALUES.x[mark.column], VALUES.lambdas[mark.row]) == (
            row["parameter"],
            row["lambda"],
        )
        assert (mark.times, mark.splits) == (1, 1)


def test_only_the_criteria_shown_have_marks_and_in_their_order():
    shown = ("loo", "kta", "nobody")
    assert [m.quantity for m in marks(CHOICES, VALUES, VIEW._replace(shown=shown))] == [
        "loo",
        "kta",
    ]


def test_a_criterion_without_a_choice_has_no_mark():
    broken = CHOICES.copy()
    broken.loc[broken["quantity"] == "loo", ["kernel", "value"]] = ["", np.nan]
    assert "loo" not in {mark.quantity for mark in marks(broken, VALUES, VIEW)}
    assert "loo" not in {path.quantity for path in paths(broken, VALUES, VIEW)}


def test_a_path_runs_through_the_choices_at_each_ridge():
    found = {path.quantity: path for path in paths(CHOICES, VALUES, VIEW._replace(split=0))}
    rows = CHOICES[(CHOICES["scope"] == "per_lambda") & (CHOICES["split"] == 0)]
    for quantity, path in found.items():
        here = rows[rows["quantity"] == quantity].set_index("lambda")["parameter"]
        assert list(path.lam) == list(LAMBDAS)
        assert list(path.x) == [here[lam] for lam in LAMBDAS]


def test_one_ridge_makes_no_path():
    one = swept(splits=2, lambdas=(0.1,), keys=("loo",))
    view = VIEW._replace(shown=("loo",))
    assert paths(chosen(one), grid_values(one, view), view) == []


def test_choices_in_another_family_are_named_with_it():
    choices = chosen(BOTH)
    shown = MapView("loo", "linear", 0, ("loo", "kta"))
    rows = choices[(choices["scope"] == "joint") & (choices["split"] == 0)]
    away = {q: k for q, k in zip(rows["quantity"], rows["kernel"], strict=True) if k != "linear"}
    assert elsewhere(choices, shown) == away
    here = {mark.quantity for mark in marks(choices, grid_values(BOTH, shown), shown)}
    assert here == {"loo", "kta"} - set(away)


def boxes(placed, places):
    found = []
    for name, (x, y) in zip(placed, places, strict=True):
        width, height = extent(name.quantities)
        left, low = x + name.offset[0] - width / 2, y + name.offset[1] - height / 2
        found.append((left, low, left + width, low + height))
    return found


def apart(a, b):
    return a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


@pytest.mark.parametrize("seed", range(5))
def test_names_do_not_cover_each_other(seed):
    rng = np.random.default_rng(seed)
    found = [
        Mark(key, int(rng.integers(7)), int(rng.integers(8, 16)), 1, 1, "") for key in KEYS[:8]
    ]
    places = np.array([(12.0 * column, 36.0 * row + 18) for row, column in cells(found)])
    placed = names(found, places, (400.0, 270.0))
    assert sorted(q for name in placed for q in name.quantities) == sorted(KEYS[:8])
    for a, b in combinations(boxes(placed, places), 2):
        assert apart(a, b)


def test_names_keep_off_the_frame_of_a_cell():
    found = [Mark(key, 1, column, 1, 1, "") for key, column in (("loo", 5), ("kta", 6), ("ks", 7))]
    cell = (16.0, 50.0)
    places = np.array([(cell[0] * (mark.column + 0.5), 75.0) for mark in found])
    for box in boxes(names(found, places, (400.0, 270.0), cell), places):
        for x, y in places:
            frame = (x - cell[0] / 2, y - cell[1] / 2, x + cell[0] / 2, y + cell[1] / 2)
            assert apart(box, frame)


def test_names_keep_apart_where_a_phone_shows_half_the_width():
    columns = {"fsm": 0, "ks": 13, "kfold": 14}
    found = [Mark(key, 1, column, 1, 1, "") for key, column in columns.items()]
    places = np.array([(10.0 * (mark.column + 0.5), 75.0) for mark in found])
    placed = names(found, places, (320.0, 270.0), (10.0, 40.0))
    for scale in (1.0, 0.5):
        for a, b in combinations(boxes(placed, places * (scale, 1.0)), 2):
            assert apart(a, b)


def test_names_cover_rather_a_part_of_a_cell_than_of_a_marker():
    at = {
        "kfold": (1, 4),
        "ks": (1, 4),
        "fsm": (1, 0),
        "ckta": (1, 6),
        "sps": (0, 0),
        "loo": (0, 4),
    }
    found = [Mark(key, row, column, 1, 1, "") for key, (row, column) in at.items()]
    cell = (320 / 13, 270 / 4)
    inside = [(cell[0] * (c + 0.5), cell[1] * (r + 0.5)) for r, c in cells(found)]
    places = np.array(inside)
    placed = names(found, places, (320.0, 270.0), cell)
    for scale in (1.0, 0.6, 0.5):
        here = places * (scale, 1.0)
        for box in boxes(placed, here):
            for x, y in here:
                assert apart(box, (x - 6, y - 6, x + 6, y + 6))


def test_names_stay_inside_the_picture():
    corners = [Mark(key, r, c, 1, 1, "") for key, r, c in (("loo", 0, 0), ("kta", 6, 30))]
    places = np.array([(3.0, 3.0), (397.0, 267.0)])
    for left, low, right, high in boxes(names(corners, places, (400.0, 270.0)), places):
        assert left >= 0
        assert low >= 0
        assert right <= 400
        assert high <= 270


def test_choices_of_one_cell_share_a_box():
    found = [Mark(key, 2, 5, 1, 1, "") for key in ("loo", "gcv", "ks", "sps")]
    (name,) = names(found, np.array([(100.0, 100.0)]), (400.0, 270.0))
    assert name.quantities == ("loo", "gcv", "ks", "sps")
    assert extent(name.quantities)[1] > extent(name.quantities[:3])[1]


def test_no_choice_needs_no_name():
    assert names([], np.empty((0, 2)), (400.0, 270.0)) == []
    assert len(TAU) == VALUES.value.shape[1]
