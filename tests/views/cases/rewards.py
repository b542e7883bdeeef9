"""What criteria reward: two classes, a machine, a pair of several classes, a regression."""

from functools import lru_cache

from kselect_core import Candidates, SweepConfig, load_dataset, views
from tests.views.cases.case import Case
from tests.views.cases.sweeps import sweep_at

SWEEPS = {
    "two classes": {"dataset": "two_moons", "criteria": ("fsm", "loo", "ks")},
    "a machine": {"dataset": "two_moons", "learner": "svm", "C": (1.0,), "criteria": ("svm_loo",)},
    "a pair": {"dataset": "iris", "pair": ("setosa", "virginica"), "criteria": ("kta",)},
    "a regression": {"dataset": "additive", "criteria": ("loo", "gcv")},
}
FAMILIES = (Candidates("gaussian", (0.5, 8.0), "2tau"), Candidates("polynomial", (1, 2)))
OPTIONS = {
    views.WidthAt: {"per_octave": 0.25},
    views.ShufflesAt: {"kernel": "gaussian", "shuffles": 2},
    views.ChangesAt: {"kernel": "polynomial"},
    views.ApproximationAt: {"kernel": "gaussian", "parameter": 0.5, "k": 3},
}


@lru_cache
def place(of, name):
    usual = {"candidates": FAMILIES, "repeats": 2}
    usual |= {} if "C" in SWEEPS[name] else {"lambdas": (0.01, 0.1)}
    config = SweepConfig(**usual | SWEEPS[name])
    split, lam = list(SWEEPS).index(name) % 2, config.lambdas[0]
    return of(config, load_dataset(config.dataset), split=split, lam=lam, **OPTIONS[of])


def width_at(name):
    return place(views.WidthAt, name)


def shuffles_at(name):
    return place(views.ShufflesAt, name)


def changes_at(name):
    return place(views.ChangesAt, name)


def approximation_at(name):
    return place(views.ApproximationAt, name)


CASES = [
    *(
        Case(view, of, name)
        for view, of in (
            (views.terms_along_width, width_at),
            (views.criteria_of_shuffled_labels, shuffles_at),
            (views.moves_of_choices, changes_at),
        )
        for name in SWEEPS
    ),
    Case(views.terms_along_width, width_at, "two classes", {"cursor": 2.0}),
    *(
        Case(view, of, "two classes", {"quantities": ("loo",)})
        for view, of in (
            (views.criteria_of_shuffled_labels, shuffles_at),
            (views.moves_of_choices, changes_at),
        )
    ),
    *(
        Case(view, approximation_at, name)
        for view in (views.approximation_over_order, views.approximation_over_work)
        for name in ("two classes", "a pair", "a regression")
    ),
    *(
        Case(views.effect_of_options, sweep_at, name, {"lam": sweep_at(name).config.lambdas[0]})
        for name in ("two classes", "machines", "several classes", "a regression")
    ),
]
