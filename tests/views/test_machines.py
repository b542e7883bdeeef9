"""Machines beside their figures: the first look, the numbers of the bound, what is said."""

from dataclasses import replace

import numpy as np
import pytest

from kselect_core import load_dataset, views
from kselect_core.views.machines.machine_facts import standing
from tests.views.cases.machines import FAMILIES, config_of, machine_at, swept_at


def test_a_first_look_has_the_kernel_and_the_ridge_at_the_cursor():
    at, config = machine_at("a first look"), config_of("a first look")
    n = at.bench.split.n
    assert at.cursor[:3] == at.first.cursor[:3]
    assert at.cost == pytest.approx(0.5 / (n * config.lambdas[0]))
    assert "split 2 of 2" in views.machines_along_costs(at).caption.lower()


@pytest.mark.parametrize(("lam", "cost"), [(1e-9, 100.0), (1.0, 0.5 / 210)])
def test_a_first_look_has_no_larger_cost_than_a_small_sweep(lam, cost):
    config = replace(config_of("a first look"), lambdas=(1e-9, 1e-8, 1.0))
    cursor = views.Cursor(0, "gaussian", FAMILIES[0].points[0], lam)
    at = views.MachineAt.first_look(config, load_dataset(config.dataset), cursor)
    assert at.cost == pytest.approx(cost)
    assert len(at.config.C) == 2


def test_at_another_ridge_a_first_look_is_made_of_what_is_there():
    config = replace(config_of("a first look"), lambdas=(1e-6, 1e-3, 1.0))
    dataset, (first, other) = load_dataset(config.dataset), FAMILIES[0].points[:2]
    cursors = [
        views.Cursor(1, "gaussian", point, lam) for point, lam in ((first, 1e-6), (other, 1.0))
    ]
    moved = views.MachineAt.first_look(config, dataset, cursors[0]).moved(cursors[1])
    made = views.MachineAt.first_look(config, dataset, cursors[1])
    assert (moved.config, moved.cursor, moved.made()) == (made.config, made.cursor, made.made())
    at_last = moved.moved(cursors[1]._replace(lam=1e-3))
    assert at_last.path is moved.path
    assert at_last.cost == pytest.approx(0.5 / (moved.bench.split.n * 1e-3))


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
