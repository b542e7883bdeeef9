"""A refined choice: no worse than the grid's, and the best of a fine grid around it."""

from dataclasses import replace
from threading import Event

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from kselect_core import Candidates, Dataset, SweepConfig, choices, load_dataset, run_sweep
from kselect_core.errors import KselectError, StoppedError, UnknownNameError
from kselect_core.selection import refine
from kselect_core.selection.combination.continuous import SLOPES, Continuous
from kselect_core.selection.config.grids import powers
from kselect_core.selection.places.cursor import Cursor
from kselect_core.selection.sweep.prepared import prepared_split
from kselect_core.selection.sweep.setup import Setup
from tests.collection import mostly_at_night

WIDTHS = tuple(powers(2, -4, 4))
LAMBDAS = (1e-4, 1e-3, 1e-2, 0.1, 1.0)
CRITERIA = {
    "krr": ("loo", "lml", "gml", "ckta", "gcv", "kfold", ("loo", {"loss": "error"})),
    "lssvm": ("loo", "lml"),
    "svm": ("radius_margin", "svm_loo"),
}


def points(task="binary"):
    rng = np.random.default_rng(4)
    X = rng.standard_normal((60, 2))
    f = np.sin(2 * X[:, 0]) + X[:, 1] + 0.3 * rng.standard_normal(60)
    return Dataset.from_arrays(
        X, f if task == "regression" else np.where(f > 0, "a", "b"), name="p"
    )


def config_of(learner="krr", kernel="gaussian", convention="2tau", values=WIDTHS, **changes):
    strengths = {"C": (0.1, 1.0, 10.0, 100.0)} if learner == "svm" else {"lambdas": LAMBDAS}
    given = {"criteria": CRITERIA[learner], "repeats": 1, **strengths, **changes}
    families = (Candidates(kernel, values, convention),)
    return SweepConfig(dataset="p", learner=learner, candidates=families, **given)


def starts(config, dataset=None):
    """Choices over the whole grid, by their quantities, and the table."""
    dataset = points() if dataset is None else dataset
    table = run_sweep(config, dataset=dataset)
    found = choices(table, config)
    return found[found["scope"] == "joint"].set_index("quantity", drop=False), table


def around(config, found):
    """Sweep of the fine grid of one cell on each side of where a search ended."""
    wide = np.geomspace(found.parameter[-1] / 1.5, found.parameter[-1] * 1.5, 11)
    strong = np.geomspace(found.lam[-1] / 2, found.lam[-1] * 2, 9)
    wide = wide[(wide >= min(WIDTHS)) & (wide <= max(WIDTHS))]
    strong = strong[(strong >= min(config.lambdas)) & (strong <= max(config.lambdas))]
    family = replace(config.candidates[0], values=tuple(wide))
    given = {"C": tuple(0.5 / strong)} if config.C else {"lambdas": tuple(strong)}
    return replace(config, candidates=(family,), **given)


@pytest.mark.parametrize(
    ("learner", "convention"),
    mostly_at_night(
        [*((k, "2tau") for k in CRITERIA), ("krr", "tau")], lambda case: case != ("krr", "2tau")
    ),
)
def test_it_is_no_worse_than_the_grid_and_the_best_of_a_fine_grid(learner, convention):
    config = config_of(learner, convention=convention)
    chosen, _ = starts(config)
    for quantity, row in chosen.iterrows():
        found = refine(config, points(), row)
        assert_allclose(found.value[0], row["value"], rtol=1e-9)
        assert_allclose(found.test_error[0], row["test_error"])
        sign = 1 if quantity not in ("lml", "ckta") else -1
        assert (np.diff(sign * found.value) < 0).all()
        fine, _ = starts(around(config, found))
        best = sign * fine.loc[quantity, "value"]
        assert sign * found.value[-1] <= best + 2e-4 * abs(best) + 1e-12, (learner, quantity)


@pytest.mark.parametrize("convention", ["2tau", "tau", "sigma2"])
@pytest.mark.parametrize("key", SLOPES)
def test_slopes_are_those_of_differences(key, convention):
    config = config_of(convention=convention, criteria=(key,))
    ready = prepared_split(Setup.of(config, points()), 0)
    goal = Continuous(ready, config.candidates[0], config.criteria[0], None)
    assert goal.smooth
    theta = np.log([1.3, 0.02])
    value, slope = goal.slope(theta)
    logarithm = key in ("loo", "gml")
    assert_allclose(np.exp(value) if logarithm else value, goal.downhill(theta), rtol=1e-9)
    for i, step in enumerate(1e-5 * np.eye(2)):
        up, down = goal.slope(theta + step)[0], goal.slope(theta - step)[0]
        assert_allclose(slope[i], (up - down) / 2e-5, rtol=1e-5, atol=1e-9)


def test_a_regression_and_a_kernel_without_slopes():
    dataset = points("regression")
    config = config_of("krr", "laplacian", "c", criteria=("loo", "kfold"))
    chosen, _ = starts(config, dataset)
    for _, row in chosen.iterrows():
        found = refine(config, dataset, row)
        assert not found.by_slopes
        assert_allclose(found.test_error[0], row["test_error"])
        assert found.value[-1] <= row["value"] * (1 + 1e-9)


def test_a_degree_stays_and_without_a_width_only_the_ridge_is_searched():
    for kernel, convention, values in (
        ("polynomial", "degree", (1.0, 2.0, 3.0)),
        ("linear", "", ()),
    ):
        config = config_of("krr", kernel, convention, values, criteria=("loo", "ckta"))
        chosen, _ = starts(config)
        found = refine(config, points(), chosen.loc["loo"])
        assert_array_equal(found.parameter, chosen.loc["loo", "parameter"])
        with pytest.raises(KselectError, match="nothing to search"):
            refine(config, points(), chosen.loc["ckta"])


def test_the_ends_of_the_grid_hold_and_are_named():
    config = config_of(values=tuple(powers(2, 5, 8)), lambdas=(1.0, 10.0), criteria=("loo",))
    chosen, _ = starts(config)
    found = refine(config, points(), chosen.loc["loo"])
    assert set(found.ends) == {"low end of the parameter", "smallest λ"}
    assert found.gain == 0
    assert len(found.table) == 1


def test_it_can_be_stopped_and_says_how_far_it_is():
    config, seen, stop = config_of(criteria=("kfold",)), [], Event()

    def told(done, total):
        seen.append((done, total))
        if done == 5:
            stop.set()

    with pytest.raises(StoppedError):
        refine(
            config,
            points(),
            Cursor(0, "gaussian", 1.0, 0.01),
            "kfold",
            on_progress=told,
            cancel=stop,
        )
    assert seen == [(k, 120) for k in range(1, 6)]


def test_what_cannot_be_refined_is_said():
    config = config_of(criteria=("kfold", "kfold_se"))
    at = Cursor(0, "gaussian", 1.0, 0.01)
    with pytest.raises(KselectError, match="simplest candidate"):
        refine(config, points(), at, "kfold_se")
    with pytest.raises(UnknownNameError, match="criterion of this sweep"):
        refine(config, points(), at, "loo")
    iris = SweepConfig(dataset="iris", criteria=("loo",), repeats=1)
    with pytest.raises(KselectError, match="pair"):
        refine(iris, load_dataset("iris"), at, "loo")
