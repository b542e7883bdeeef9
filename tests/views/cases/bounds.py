"""Bounds: of every learner, at other constants, as far as they are measured; small cases."""

from functools import lru_cache
from math import nan

from kselect_core import Candidates, SweepConfig, load_dataset, views
from tests.views.cases.case import Case

MACHINES = {"learner": "svm", "C": (1.0, 1000.0), "criteria": ("marg",)}
OTHERS = (("n", 1e6), ("kappa", 10.0))
PLACES = {
    "two classes": ({}, (1, "gaussian", 1.0), {}),
    "other constants": ({}, (0, "gaussian", 1.0), {"constants": OTHERS, "worst": True}),
    "not measured in full": ({}, (0, "gaussian", 0.1), {"full": False, "resampled": False}),
    "nothing tested": ({}, (0, "gaussian", 1.0), {"tested": False}),
    "machines": (MACHINES, (0, "gaussian", 0.1), {}),
    "machines of another sweep": ({}, (0, "gaussian", 1.0), {"learner": "svm", "folds": 2}),
    "a pair": ({"dataset": "iris", "pair": ("setosa", "virginica")}, (0, "linear", nan), {}),
    "a regression": ({"dataset": "diabetes_regression"}, (0, "gaussian", 1.0), {}),
}
SEEN = (
    *(("two classes", "sps2", "m"), ("two classes", "ks_krr", "delta")),
    *(("other constants", "ks_krr", "m"), ("not measured in full", "ks_krr", "m")),
    *(("nothing tested", "sps2", "delta"), ("machines", "stab_35", "m")),
    *(("machines of another sweep", "margin", "m"), ("a pair", "sm1", "m")),
    ("a regression", "sps1", "m"),
)


@lru_cache
def bounds_at(name):
    changes, point, options = PLACES[name]
    families = (Candidates("gaussian", (0.1, 1.0), "2tau"), Candidates("linear"))
    usual = {"dataset": "two_moons", "candidates": families, "repeats": 2, "criteria": ("loo",)}
    usual |= {} if "C" in changes else {"lambdas": (0.01, 0.1)}
    config = SweepConfig(**usual | changes)
    cursor = views.Cursor(*point, config.lambdas[0])
    return views.BoundsAt(config, load_dataset(config.dataset), cursor, **options)


@lru_cache
def cases(_):
    return views.Cases()


CASES = [
    *(
        Case(views.bound_along, bounds_at, name, {"bound": bound, "over": over})
        for name, bound, over in SEEN
    ),
    *(
        Case(views.bounds_beside_truth, bounds_at, name, {})
        for name in ("two classes", "not measured in full", "machines", "a regression")
    ),
    *(
        Case(view, cases, "small cases", options)
        for view, options in (
            (views.fsm_of_any_labels, {"share": 0.3}),
            (views.spectral_measure_tie, {"n": 20, "n_plus": 4}),
            (views.penalty_of_shifts, {"n": 10}),
            (views.norm_above_shifts, {"similarity": 0.85}),
            (views.variance_above_bounds, {"learner": "svm", "value": 0.01}),
            (views.variance_above_bounds, {"learner": "lssvm", "value": 0.1}),
        )
    ),
]
