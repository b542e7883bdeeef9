"""Bounds beside their figures: what is measured, what is said of them, the cases and claims."""

from dataclasses import replace

import numpy as np
import pytest

from kselect_core import views
from kselect_core.errors import UndefinedScoreError
from kselect_core.theory.empirical import cv_variance
from kselect_core.theory.measured import measured
from kselect_core.views.bounds import place
from kselect_core.views.bounds.curve import about_values, terms, values
from kselect_core.views.bounds.proofs import claims, of_every_sample
from kselect_core.views.bounds.words import sentence
from kselect_core.views.kept import Known
from tests.views.cases.bounds import bounds_at, cases


def test_what_is_measured_is_that_of_the_core():
    at = bounds_at("two classes")
    problem = at.bench.problem(at.cursor)
    assert at.numbers.measured == measured(problem)
    variance = cv_variance(problem, folds=5, seed=at.config.seed)
    np.testing.assert_array_equal(at.variance.values, variance.values)
    table = values(at).set_index("bound")
    assert table.loc["KS, theorem 1 (C1)", "measured here"] == f"{variance.variance:.3g}"


def test_the_bound_stands_above_what_is_measured_where_it_holds():
    at = bounds_at("two classes")
    table = views.bound_along(at, bound="sps2").numbers()
    bound = next(bound for bound in at.bounds if bound.key == "sps2")
    assert list(table.columns) == ["m", *bound.columns, "says nothing from"]
    assert bound.proved > at.seen(bound) > 0
    assert list(terms(bound)["term"])


def test_what_is_not_measured_waits_and_is_not_drawn():
    at = bounds_at("not measured in full")
    assert at.variance == place.WAITS
    told = list(values(at)["measured here"])
    assert told.count(place.WAITS) == 2  # the change without a point, the variance
    drawn = views.bound_along(at, bound="ks_krr").figure.to_json()
    assert "measured:" not in drawn
    whole = views.bound_along(replace(at, full=True, resampled=True), bound="ks_krr")
    assert "measured:" in whole.figure.to_json()


def test_a_variance_that_does_not_exist_says_why(monkeypatch):
    def refused(*_, **__):
        raise UndefinedScoreError("too few members of a class")

    monkeypatch.setattr(place, "cv_variance", refused)
    at = replace(bounds_at("two classes"), keeper=Known())
    assert "too few members of a class" in list(values(at)["measured here"])


def test_without_the_test_error_nothing_tells_it():
    at = bounds_at("nothing tested")
    said = sentence(at, str)
    assert "the test error is hidden" in said
    assert "true gap" not in said
    assert "hidden" in list(values(at)["measured here"])
    assert "measured:" not in views.bound_along(at, bound="sps2").figure.to_json()


def test_a_pair_is_named_and_names_are_made_safe():
    said = sentence(bounds_at("a pair"), str.upper)
    assert "CLASSES SETOSA / VIRGINICA" in said
    assert "With the LINEAR KERNEL" in said
    assert "SPS, THEOREM 2 gives" in said


def test_gaps_over_the_splits_belong_to_the_learner_of_the_sweep():
    at = bounds_at("two classes")
    assert len(at.gaps("squared")) == 2
    risks = at.risks
    assert at.gaps("squared")[1] == pytest.approx(risks.test["squared"] - risks.training["squared"])
    assert bounds_at("machines of another sweep").gaps("error") == ()


def test_the_estimates_grow_with_what_is_asked():
    other, machines = bounds_at("two classes"), bounds_at("machines")
    assert replace(other, learner="lssvm").seconds == 0.0
    assert machines.seconds > 0
    costly = replace(machines, cursor=machines.cursor._replace(lam=1e-6))
    assert costly.resampling_seconds > machines.resampling_seconds > 0


def test_other_constants_are_not_compared_with_what_was_measured():
    at = bounds_at("other constants")
    assert not at.untouched
    assert "What was measured belongs to the constants of the data." in about_values(at)
    assert "at the constants chosen" in sentence(at, str)


@pytest.mark.parametrize(
    ("view", "said"),
    [
        (views.fsm_of_any_labels, "With 100 % of the labels shuffled FSM chooses **τ = 2⁻¹²**"),
        (views.spectral_measure_tie, "**Identity and ideal kernel tie** at r = 3"),
        (views.penalty_of_shifts, "**exact SPS is the training error**"),
        (views.norm_above_shifts, "at s = 0.5 the norm is **1.207**, the shifts are 0.5 and 0.5"),
        (views.variance_above_bounds, "variance is **1**, the bound 0.00233 as printed"),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_a_case_says_what_it_shows(view, said):
    assert said in view(cases("small cases")).finding


def test_further_claims_are_all_false():
    assert set(claims().iloc[:, 3]) == {"false"}
    assert "(1 + √397)/2 = 10.5" in of_every_sample()[0]


@pytest.mark.parametrize("name", ["two classes", "machines"])
def test_steps_of_kernel_and_ridge_leave_the_axes_of_the_bounds(name):
    at = bounds_at(name)
    grid = [
        replace(at, cursor=at.cursor._replace(parameter=parameter, lam=lam))
        for parameter in (0.1, 1.0)
        for lam in at.config.lambdas
    ]
    key = at.bounds[0].key
    every = [views.bounds_beside_truth(place).figure.layout.xaxis.range for place in grid]
    one = [views.bound_along(place, bound=key).figure.layout.yaxis.range for place in grid]
    assert len({*every}) == len({*one}) == 1
