"""Support vector machines: at a cursor, of a pair, of a linear kernel; a first look; maps."""

from functools import lru_cache
from math import nan

from kselect_core import Candidates, SweepConfig, load_dataset, views
from tests.views.cases.case import Case

FAMILIES = (Candidates("gaussian", (0.05, 0.5, 5.0), "gamma"), Candidates("linear"))
MOONS, PAIR = {"dataset": "two_moons"}, {"dataset": "iris", "pair": ("setosa", "virginica")}
PLACES = {
    "two classes": (MOONS, (0, "gaussian", 0.5)),
    "a kernel without a parameter": (MOONS, (1, "linear", nan)),
    "a pair in four features": (PAIR, (0, "gaussian", 0.05)),
    "a first look": (MOONS | {"learner": "krr"}, ()),
    "a first look at a pair": (PAIR | {"learner": "lssvm"}, ()),
}
PAPER = ("svm_kfold", "svm_loo")
SWEPT = {
    "the mean over splits": ("two_moons", None),
    "one split": ("two_moons", 1),
    "several classes": ("iris", None),
}
AT_CURSOR = [name for name, (_, point) in PLACES.items() if point]


def config_of(name):
    changes, _ = PLACES[name]
    usual = {"learner": "svm", "candidates": FAMILIES, "repeats": 2}
    machines = changes.get("learner", "svm") == "svm"
    usual |= {"C": (0.4, 3.0, 25.0), "criteria": ("svm_loo",)} if machines else {"lambdas": (0.1,)}
    return SweepConfig(**usual | changes)


@lru_cache
def machine_at(name):
    config, point = config_of(name), PLACES[name][1]
    data = load_dataset(config.dataset)
    if not point:
        cursor = views.Cursor(1, "gaussian", FAMILIES[0].points[0], config.lambdas[0])
        return views.MachineAt.first_look(config, data, cursor)
    return views.MachineAt(config, data, views.Cursor(*point, config.lambdas[0]))


@lru_cache
def swept_at(name):
    data, split = SWEPT[name]
    config = SweepConfig(
        dataset=data, learner="svm", C=(0.4, 25.0), candidates=FAMILIES, repeats=2, criteria=PAPER
    )
    return views.SweepAt(config, load_dataset(data), split)


def of_maps(name, **changes):
    lam = swept_at(name).config.lambdas[0]
    point = {"kernel": "gaussian", "parameter": 0.5, "lam": lam}
    return Case(views.maps_over_costs, swept_at, name, {"quantities": PAPER, **point, **changes})


CASES = [
    of_maps("the mean over splits"),
    of_maps("one split", test=False),
    of_maps("several classes", pair=("setosa", "virginica")),
    *(
        Case(view, machine_at, name)
        for view in (views.decision_of_machine, views.machines_along_costs)
        for name in PLACES
    ),
    *(
        Case(views.stability_parts, machine_at, name, {"along": along, "form": form})
        for name in AT_CURSOR
        for along, form in (("C", "35"), ("kernel", "37"))
    ),
    *(
        Case(view, machine_at, name)
        for view in (views.stability_blocks, views.stability_shuffles)
        for name in AT_CURSOR
    ),
]
