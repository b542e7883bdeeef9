"""Single points removed, flipped or jittered: two classes, a bias, a machine, a pair, a number."""

from functools import lru_cache
from math import nan

from kselect_core import Candidates, SweepConfig, load_dataset, views
from tests.views.cases.case import Case

FAMILIES = (Candidates("gaussian", (0.5, 2.0, 8.0), "2tau"), Candidates("linear"))
POINTS = {
    "two classes": ("two_moons", (0, "gaussian", 2.0), {"criteria": ("loo", "sps")}),
    "with a bias": ("iris", (1, "linear", nan), {"learner": "lssvm", "positive": "virginica"}),
    "a machine": (
        "two_moons",
        (0, "gaussian", 8.0),
        {"learner": "svm", "C": (1.0,), "criteria": ("ckta",)},
    ),
    "a pair": ("iris", (1, "gaussian", 2.0), {"pair": ("setosa", "virginica")}),
    "a regression": ("additive", (0, "gaussian", 2.0), {"test_share": 0.95}),
}
CHANGES = {
    "two classes": views.Alteration(6, "jitter", 0.25),
    "with a bias": views.Alteration(8, "flip"),
    "a pair": views.Alteration(2),
    "a regression": views.Alteration(3, "jitter"),
}
FRAGILE = ("a pair", "a regression")
WAYS = ("exact", "first order", "difference")


def place(make, name, **more):
    dataset, point, changes = POINTS[name]
    usual = {"candidates": FAMILIES, "repeats": 2, "criteria": ("loo",), "test_share": 0.85}
    usual |= {} if "C" in changes else {"lambdas": (0.01, 0.1)}
    config = SweepConfig(dataset=dataset, **usual | changes)
    cursor = views.Cursor(*point, config.lambdas[0])
    return make(config, load_dataset(dataset), cursor, **more)


@lru_cache
def points_at(name):
    return place(views.PointsAt, name)


@lru_cache
def changed_at(name):
    return place(views.ChangedAt, name, change=CHANGES[name])


@lru_cache
def fragility_at(name):
    return place(views.FragilityAt, name)


CASES = [
    *(
        Case(views.shifts_of_eigenvalues, points_at, name, {"way": way})
        for name, way in zip(POINTS, WAYS * 2, strict=False)
    ),
    *(
        Case(view, points_at, name, {"row": row})
        for view in (views.points_by_influence, views.norms_of_points)
        for name, row in zip(POINTS, (None, 0, 1, 2, 3), strict=True)
    ),
    *(Case(views.spectrum_without_point, points_at, name, {"row": 4}) for name in POINTS),
    *(
        Case(
            views.choices_before_and_after,
            changed_at,
            name,
            {"quantities": ("loo",), "joint": name != "a pair"},
        )
        for name in CHANGES
    ),
    *(Case(views.spectra_before_and_after, changed_at, name) for name in CHANGES),
    *(
        Case(
            views.points_that_move_a_choice,
            fragility_at,
            name,
            {"quantity": "loo", "row": row, "joint": name != "a pair"},
        )
        for name, row in zip(FRAGILE, (None, 2), strict=True)
    ),
    *(
        Case(
            views.fragility_of_criteria,
            fragility_at,
            name,
            {"quantities": ("loo", "sps"), "joint": name != "a pair"},
        )
        for name in FRAGILE
    ),
]
