"""Designed kernels: combined by each objective, iterated on one split; of pairs and regressions."""

from functools import lru_cache

from kselect_core import Candidates, SweepConfig, load_dataset, views
from tests.views.cases.case import Case

TWO, PAIR, REGRESSION = (
    {"dataset": "two_moons"},
    {"dataset": "iris", "pair": ("setosa", "virginica")},
    {"dataset": "additive"},
)
COMBINED = {
    "families": (TWO, {"kernels": "families"}, None),
    "a grid of widths, one split": (TWO, {"objective": "sps", "scaling": "none"}, 1),
    "features of a pair": (PAIR, {"kernels": "features", "parameter": 2.0, "p": 2}, None),
    "an objective with options": (TWO, {"objective": "sm", "options": (("r", 5),)}, 0),
    "a regression": (REGRESSION, {"objective": "ks", "kernels": "families"}, None),
}
ITERATED = {
    "labels of two classes": (TWO, {"labelled": 60}, {}),
    "of a pair, rescaled": (PAIR, {"labelled": 20, "steps": 2, "rescaled": True}, {"split": 1}),
    "without unlabelled points": (
        TWO,
        {"labelled": 6, "base": ("gaussian", "sigma2", 4.0), "lambdas": (0.01, 1.0)},
        {"unlabelled": False},
    ),
    "targets": (REGRESSION, {"labelled": 30}, {}),
}


def config_of(changes):
    candidates = (Candidates("gaussian", (0.5, 2.0, 8.0), "2tau"),)
    usual = {"candidates": candidates, "lambdas": (0.01, 0.1), "repeats": 2, "criteria": ("loo",)}
    return SweepConfig(**usual | changes)


@lru_cache
def combined_at(name):
    changes, plan, split = COMBINED[name]
    config = config_of(changes)
    return views.CombinedAt(config, load_dataset(config.dataset), views.Plan(**plan), split)


@lru_cache
def iterated_at(name):
    changes, design, options = ITERATED[name]
    config = config_of(changes)
    data = load_dataset(config.dataset)
    return views.IteratedAt(config, data, views.Design(**design), **options)


RELEVANCE = {
    "widths of features": (TWO, {}),
    "widths by alignment, one split": (TWO, {"objective": "ckta", "split": 1}),
    "widths of a pair": (PAIR, {"objective": "loo"}),
    "widths of a regression": (REGRESSION, {}),
}


@lru_cache
def relevance_at(name):
    changes, options = RELEVANCE[name]
    config = config_of(changes)
    return views.RelevanceAt(config, load_dataset(config.dataset), **options)


OF_RELEVANCE = (
    views.relevance_of_features,
    views.widths_along_descent,
    views.errors_of_feature_widths,
)
OF_COMBINED = (
    views.kernel_weights,
    views.objective_along_paths,
    views.errors_of_combinations,
)
OF_ITERATED = (views.errors_held_out, views.eigenvalues_of_steps, views.errors_of_methods)
CASES = [
    *(Case(view, combined_at, name) for view in OF_COMBINED for name in COMBINED),
    *(Case(view, iterated_at, name) for view in OF_ITERATED for name in ITERATED),
    *(Case(view, relevance_at, name) for view in OF_RELEVANCE for name in RELEVANCE),
    Case(views.errors_held_out, iterated_at, "labels of two classes", {"test": False}),
    Case(
        views.errors_of_methods,
        iterated_at,
        "of a pair, rescaled",
        {"measure": "test_error", "everywhere": True},
    ),
]
