"""Lines through the grid of whole sweeps, and every pair of classes at one point."""

from functools import lru_cache
from math import nan

from kselect_core import views
from tests.views.cases.case import Case
from tests.views.cases.sweeps import shown, sweep_at

LINES = {
    "two classes": ("gaussian", 2.0, "parameter", ()),
    "machines": ("gaussian", 2.0, "lambda", ()),
    "several classes": ("gaussian", 0.5, "parameter", ("setosa", "virginica")),
    "a regression": ("linear", nan, "lambda", ()),
}


@lru_cache
def film_at(name):
    sweep, (kernel, parameter, along, pair) = sweep_at(name), LINES[name]
    cursor = views.Cursor(1, kernel, parameter, sweep.config.lambdas[0])
    return views.FilmAt(sweep, cursor, along, pair)


@lru_cache
def pairs_at(name):
    sweep = sweep_at(name)
    return views.PairsAt(sweep.config, sweep.dataset, views.Cursor(1, "gaussian", 2.0, 0.1))


CASES = [
    *(Case(views.moving_pictures, film_at, name, {"quantities": shown(name)}) for name in LINES),
    Case(views.moving_pictures, film_at, "two classes", {"test": False}),
    *(
        Case(views.pairs_of_classes, pairs_at, "several classes", {"quantity": quantity})
        for quantity in ("loo", "test_squared_error")
    ),
]
