"""Data: in a plane, their distances, their classes or their target."""

from functools import lru_cache

from kselect_core import load_dataset, views
from tests.views.cases.case import Case

DATA = {
    "two classes in a plane": ("two_moons", {}),
    "three classes": ("iris", {"preprocessing": "minmax", "seed": 3, "test_share": 0.5}),
    "a regression of ten features": ("diabetes_regression", {"preprocessing": "none"}),
}


@lru_cache
def data_at(name):
    dataset, options = DATA[name]
    return views.DataAt(load_dataset(dataset), **options)


CASES = [
    *(Case(view, data_at, n) for view in (views.data_in_plane, views.pair_distances) for n in DATA),
    *(Case(views.points_of_classes, data_at, name) for name in list(DATA)[:2]),
    Case(views.targets, data_at, "a regression of ten features"),
]
