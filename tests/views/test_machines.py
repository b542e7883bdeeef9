"""Machines beside their figures: the first look, the numbers of the bound, what is said."""

from dataclasses import replace

import numpy as np
import pytest

from kselect_core import views
from kselect_core.selection.machines.small_svm import small_svm
from kselect_core.views.machines.machine_facts import standing
from tests.views.cases.machines import config_of, machine_at, swept_at


def test_a_first_look_stands_in_the_middle_of_the_small_grid():
    at = machine_at("a first look")
    small = small_svm(config_of("a first look"), 2)
    assert at.config == small
    assert at.cursor.parameter == small.candidates[0].values[3]
    assert 0.5 / at.cursor.lam == pytest.approx(small.C[3])
    assert "split 1 of this sweep" in views.machines_along_costs(at).caption.lower()


def test_the_bound_is_the_sum_of_its_parts():
    table = views.stability_parts(machine_at("two classes"), form="37").numbers()
    for form in ("35", "37"):
        parts = table[["leave-one-out error", f"of the changes ({form})", f"confidence ({form})"]]
        np.testing.assert_allclose(parts.sum(axis=1), table[f"bound ({form})"])


def test_the_mean_over_the_blocks_is_what_the_bound_counts():
    at = machine_at("two classes")
    shares = views.stability_blocks(at).numbers().groupby("block")["share"].first()
    parts = views.stability_parts(at).numbers()
    changed = parts["changed"][parts["x"] == at.cost]
    np.testing.assert_allclose(changed, shares.mean())


def test_every_shuffle_has_its_choice():
    at = machine_at("two classes")
    table = views.stability_shuffles(at).numbers()
    assert list(table["shuffle"]) == list(range(1, 21))
    assert set(table["chosen C"]) <= set(at.path.C)
    assert set(table["chosen parameter"]) <= set(at.family.points)


def test_a_machine_is_said_in_numbers():
    at = machine_at("a pair in four features")
    at = replace(at, cursor=at.cursor._replace(lam=at.config.lambdas[-1]))
    i = at.path.at(at.cursor.lam)
    assert at.path.bounded[i] > 0
    supported = at.path.free[i] + at.path.bounded[i]
    told = standing(at, str.upper)
    assert "(Γ = 0.05, C = 0.4, CLASSES SETOSA / VIRGINICA)" in told
    assert f"**{supported:.0f} of {at.path.n}** points are support vectors" in told
    roles = views.decision_of_machine(at).numbers()["role"]
    assert (roles != "").sum() == supported


def test_maps_of_machines_tell_the_term_that_no_cell_changes():
    at, point = swept_at("several classes"), {"kernel": "linear", "parameter": np.nan, "lam": 0.02}
    pair = ("setosa", "virginica")
    told = [
        views.maps_over_costs(at, quantities=("svm_kfold",), pair=names, **point).caption
        for names in (pair, ())
    ]
    n = at.bench(0, pair).split.n
    assert all(f"Hoeffding's term of 10-fold CV at δ = 5 %: 46.3 % for n = {n}" in t for t in told)
    without = views.maps_over_costs(at, quantities=("svm_loo",), **point).caption
    assert "Hoeffding" not in without


def test_a_machine_whose_test_error_is_hidden_has_no_test_points():
    at = machine_at("two classes")
    hidden = views.decision_of_machine(at, test=False)
    assert set(hidden.numbers()["part"]) == {"training"}
    assert set(views.decision_of_machine(at).numbers()["part"]) == {"training", "test"}
    names = [trace.name for trace in hidden.figure.data]
    assert not [name for name in names if name and name.endswith(", test")]
