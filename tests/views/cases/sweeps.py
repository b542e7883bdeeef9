"""Whole sweeps: least squares, machines, several classes, a regression, with and without splits."""

from functools import lru_cache
from math import nan

from kselect_core import Candidates, SweepConfig, load_dataset, views
from tests.views.cases.case import Case

FAMILIES = (Candidates("gaussian", (0.5, 2.0, 8.0), "2tau"), Candidates("linear"))
SWEEPS = {
    "two classes": {"dataset": "two_moons", "criteria": ("loo", "ckta")},
    "machines": {
        "dataset": "two_moons",
        "learner": "svm",
        "C": (1.0, 10.0),
        "criteria": ("svm_loo", "ckta"),
    },
    "several classes": {"dataset": "iris", "criteria": ("loo", "ckta")},
    "a regression": {"dataset": "additive", "criteria": ("loo", "gcv")},
}


@lru_cache
def sweep_at(name, split=None):
    options = {"candidates": FAMILIES, "repeats": 2, **SWEEPS[name]}
    options |= {} if "C" in options else {"lambdas": (0.01, 0.1)}
    config = SweepConfig(**options)
    return views.SweepAt(config, load_dataset(config.dataset), split)


def second_split(name):
    return sweep_at(name, 1)


def point(name):
    config = sweep_at(name).config
    return {"kernel": "gaussian", "parameter": 2.0, "lam": config.lambdas[0]}


def shown(name):
    return tuple(choice.quantity for choice in sweep_at(name).config.criteria)


def points(name):
    lam = sweep_at(name).config.lambdas[0]
    return (views.Cursor(0, "gaussian", 2.0, lam), views.Cursor(0, "linear", nan, lam))


CASES = [
    *(
        Case(
            views.choices_by_size,
            sweep_at,
            name,
            {"quantities": shown(name), "lam": sweep_at(name).config.lambdas[0]},
        )
        for name in ("two classes", "a regression")
    ),
    *(
        Case(
            views.refined_choice,
            place,
            name,
            {
                "quantity": shown(name)[0],
                "lam": sweep_at(name).config.lambdas[0],
                "pair": pair,
                "test": name != "machines",
            },
        )
        for name, place, pair in (
            ("two classes", sweep_at, ()),
            ("machines", second_split, ()),
            ("several classes", sweep_at, ("setosa", "virginica")),
            ("a regression", second_split, ()),
        )
    ),
    *(
        Case(
            views.criterion_curves,
            sweep_at,
            name,
            {**point(name), "quantities": shown(name), "axis": axis, "joint": axis == "own units"},
        )
        for name in SWEEPS
        for axis in ("normalised", "own units", "over λ")
    ),
    *(
        Case(
            views.criterion_rows,
            place,
            name,
            {**point(name), "quantities": shown(name), "joint": joint},
        )
        for name in SWEEPS
        for place, joint in ((sweep_at, False), (second_split, True))
    ),
    Case(
        views.criterion_curves,
        second_split,
        "two classes",
        {**point("two classes"), "quantities": ("loo",), "overlays": frozenset({"training"})},
    ),
    *(
        Case(view, place, "machines", {**point("machines"), "quantities": shown("machines")})
        for view in (views.along_costs, views.along_kernels)
        for place in (sweep_at, second_split)
    ),
    *(
        Case(views.choices_along_landmarks, place, name, {"kernel": "gaussian"})
        for place, name in ((sweep_at, "two classes"), (second_split, "two classes"))
    ),
    Case(views.choices_along_landmarks, sweep_at, "a regression", {"kernel": "gaussian"}),
    Case(views.choices_along_landmarks, sweep_at, "several classes", {"kernel": "gaussian"}),
    *(
        Case(views.regrets, place, name, {"quantities": shown(name), "lam": lam})
        for place, name, lam in (
            (sweep_at, "two classes", None),
            (second_split, "two classes", 0.1),
            (sweep_at, "machines", None),
            (sweep_at, "a regression", 0.01),
        )
    ),
    *(
        Case(
            views.grid_map,
            place,
            name,
            {**point(name), "quantity": quantity, "choices": shown(name), "fixed": lam},
        )
        for place, name, quantity, lam in (
            (sweep_at, "two classes", "test_error", 0.1),
            (second_split, "two classes", "ckta", None),
            (sweep_at, "machines", "svm_loo", None),
            (sweep_at, "a regression", "test_squared_error", None),
        )
    ),
    Case(
        views.grid_map,
        sweep_at,
        "several classes",
        {"kernel": "linear", "parameter": nan, "lam": 0.1, "quantity": "loo"},
    ),
    *(
        Case(
            views.small_maps,
            place,
            name,
            {
                "quantities": shown(name),
                "kernel": "gaussian",
                "large": shown(name)[0],
                "fixed": lam,
            },
        )
        for place, name, lam in (
            (sweep_at, "two classes", None),
            (sweep_at, "two classes", 0.1),
            (second_split, "machines", None),
        )
    ),
    *(
        Case(
            views.error_curves,
            place,
            name,
            {**point(name), "loss": loss, "along": along, "test": test},
        )
        for place, name, loss, along, test in (
            (sweep_at, "two classes", "0/1", "kernel", True),
            (second_split, "two classes", "squared", "λ", False),
            (sweep_at, "a regression", "squared", "kernel", True),
            (sweep_at, "machines", "0/1", "λ", True),
        )
    ),
    *(
        Case(views.errors_over_splits, sweep_at, name, {"quantities": shown(name), **options})
        for name, options in (
            ("two classes", {}),
            ("machines", {"reference": "ckta", "lam": sweep_at("machines").config.lambdas[0]}),
            ("a regression", {"reference": "gcv"}),
        )
    ),
    *(
        Case(views.fits_side_by_side, sweep_at, name, {"points": points(name), **options})
        for name, options in (
            ("two classes", {"titles": ("left", "right")}),
            ("several classes", {"titles": ("left", "right"), "pair": ("setosa", "virginica")}),
            ("a regression", {"titles": ("left", "right")}),
        )
    ),
]
