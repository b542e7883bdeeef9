"""The parts of the stability bound, its blocks, and other shuffles, against the criterion."""

from dataclasses import replace
from threading import Event

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from kselect_core import SweepConfig, choices, load_dataset
from kselect_core.criteria.machine.stab import stab
from kselect_core.errors import DataError, StoppedError, UndefinedScoreError
from kselect_core.linalg.fits import smo
from kselect_core.selection import Candidates, run_sweep
from kselect_core.selection.machines.machine_view import costs_problem
from kselect_core.selection.machines.stab_view import (
    LOO,
    _best,
    blocks_at,
    missed_in,
    shuffle_band,
    shuffle_seconds,
    stab_parts,
)
from kselect_core.selection.places.cursor import Cursor, Workbench
from tests.selection.examples import blobs, small
from tests.tolerances import ROUNDOFF

DATA = blobs()
COSTS, GAMMAS = (0.05, 1.0, 20.0), (0.1, 0.5, 2.0)
CONFIG = small(
    learner="svm",
    C=COSTS,
    candidates=Candidates("gaussian", GAMMAS, "gamma"),
    criteria=("svm_loo", ("stab", {"form": "35"}), ("stab", {"form": "37"})),
)


@pytest.fixture(scope="module")
def table():
    return run_sweep(CONFIG, dataset=DATA)


@pytest.fixture(scope="module")
def bench():
    return Workbench(CONFIG, DATA, 1)


def quantity(form):
    return next(c.quantity for c in CONFIG.criteria if dict(c.options).get("form", "35") == form
                and c.key == "stab")  # fmt: skip


@pytest.mark.parametrize("form", ["35", "37"])
def test_the_parts_add_up_to_the_criterion_along_the_costs(bench, table, form):
    parts = stab_parts(bench, table, Cursor(1, "gaussian", 0.5, CONFIG.lambdas[1]), along="C")
    rows = table[(table["quantity"] == quantity(form)) & (table["split"] == 1)]
    rows = rows[rows["parameter"] == 0.5].sort_values("C")
    assert_allclose(parts.x, rows["C"], **ROUNDOFF)
    assert_allclose(parts.bound(form), rows["value"], **ROUNDOFF)
    whole = parts.missed + parts.penalty(form) + parts.confidence(form)
    assert_allclose(whole, parts.bound(form), **ROUNDOFF)
    assert (parts.penalty(form) >= 0).all()


@pytest.mark.parametrize("form", ["35", "37"])
def test_the_parts_add_up_to_the_criterion_along_the_kernels(bench, table, form):
    lam = CONFIG.lambdas[2]
    parts = stab_parts(bench, table, Cursor(1, "gaussian", 0.5, lam), along="kernel")
    rows = table[(table["quantity"] == quantity(form)) & (table["split"] == 1)]
    rows = rows[rows["lambda"] == lam].sort_values("parameter")
    assert_allclose(parts.x, rows["parameter"], **ROUNDOFF)
    assert_allclose(parts.bound(form), rows["value"], **ROUNDOFF)


def test_without_changes_only_the_constants_remain(bench, table):
    parts = stab_parts(bench, table, Cursor(1, "gaussian", 0.5, CONFIG.lambdas[1]), along="C")
    still = parts._replace(change=np.zeros(3))
    assert_allclose(still.penalty("35"), 0.0, atol=1e-12)
    assert_allclose(still.bound("35") - still.missed, still.confidence("35"), **ROUNDOFF)
    assert still.confidence("35") > still.confidence("37") > 1


def test_a_sweep_without_leave_one_out_says_so(table):
    with pytest.raises(DataError, match="svm_loo"):
        missed_in(table[table["quantity"] != LOO], 0, "gaussian", np.array(GAMMAS))


def test_blocks_are_those_of_the_criterion(bench):
    lam = CONFIG.lambdas[1]
    found = blocks_at(bench, Cursor(1, "gaussian", 0.5, lam))
    problem = costs_problem(bench, "gaussian", 0.5)
    row = int(np.flatnonzero(problem.lambdas == lam)[0])
    assert_allclose(found.share, problem.changes.changed[row].mean(axis=(1, 2)), **ROUNDOFF)
    assert_allclose(found.change, problem.changes.changed[row].mean(), **ROUNDOFF)
    q, s = int(np.sqrt(problem.n)), int(np.sqrt(problem.n)) // 2
    order = problem.permutation
    for k in range(s):
        assert_array_equal(found.train[k], order[k * q : k * q + s])
        assert_array_equal(found.test[k], order[k * q + s : k * q + 2 * s])
    used = np.concatenate([found.train.ravel(), found.test.ravel()])
    assert len(set(used.tolist())) == 2 * s * s


def test_blocks_that_do_not_converge_are_not_shown_as_still(bench, table, monkeypatch):
    monkeypatch.setattr(smo, "FEWEST_STEPS", 0)
    monkeypatch.setattr(smo, "STEPS_PER_POINT", 0)
    cursor = Cursor(1, "gaussian", 0.5, CONFIG.lambdas[0])
    with pytest.raises(UndefinedScoreError, match="blocks at the cursor did not converge"):
        blocks_at(bench, cursor)
    assert np.isnan(stab_parts(bench, table, cursor, along="C").change).any()


def test_too_few_points_have_no_blocks():
    few = blobs(n=18)
    with pytest.raises(UndefinedScoreError, match="at least 16"):
        blocks_at(Workbench(CONFIG, few, 0), Cursor(0, "gaussian", 0.5, CONFIG.lambdas[0]))


def test_the_first_shuffle_is_that_of_the_sweep_and_the_others_differ(bench, table):
    band = shuffle_band(bench, table, split=1, kernel="gaussian", shuffles=4)
    assert band.change.shape == (4, 3, 3)
    assert_allclose(band.lambdas, CONFIG.lambdas, **ROUNDOFF)
    assert_allclose(band.C, 0.5 / band.lambdas, **ROUNDOFF)
    rows = table[(table["quantity"] == quantity("35")) & (table["split"] == 1)]
    wide = rows.pivot_table(index="parameter", columns="lambda", values="value").to_numpy()
    assert wide[tuple(band.chosen[0])] == wide.min()
    assert (band.change[1:] != band.change[0]).any()
    again = shuffle_band(bench, table, split=1, kernel="gaussian", shuffles=4)
    assert_array_equal(again.change, band.change)


def test_another_shuffle_is_the_criterion_with_another_seed(bench, table):
    band = shuffle_band(bench, table, split=1, kernel="gaussian", shuffles=3)
    problem = costs_problem(bench, "gaussian", GAMMAS[0])
    other = type(problem)(problem.K, problem.y, problem.C, seed=problem.seed + 2)
    missed = missed_in(table, 1, "gaussian", np.array(GAMMAS[:1]))[0]
    n = problem.n
    constant = 1 / np.sqrt(n) + 3 * np.sqrt(np.log(40) / np.sqrt(n))
    bound = missed + np.sqrt(40 * (constant + 3 * band.change[2, 0]))
    order = np.argsort(other.lambdas)
    assert_allclose(bound, stab(other, form="35", delta=0.05)[order], **ROUNDOFF)


def test_equal_values_go_to_the_largest_ridge():
    rising, falling = np.array([0, 1]), np.array([1, 0])
    assert _best(np.array([[1.0, 1.0], [1.0, np.nan]]), rising) == (0, 1)
    assert _best(np.array([[2.0, 1.0], [0.5, 2.0]]), rising) == (1, 0)
    for smoothness, row in ((rising, 1), (falling, 0)):
        assert _best(np.ones((2, 2)), smoothness) == (row, 1)


@pytest.mark.parametrize("convention", ["2tau", "gamma"])
def test_the_choice_of_the_first_shuffle_is_that_of_the_table(convention):
    grid = (1e5, 2e5, 4e5) if convention == "2tau" else (1e-6, 2e-6, 4e-6)  # nearly all tied
    config = replace(CONFIG, candidates=(Candidates("gaussian", grid, convention),))
    table = run_sweep(config, dataset=DATA)
    band = shuffle_band(Workbench(config, DATA, 1), table, split=1, kernel="gaussian", shuffles=1)
    found = choices(table, config).query("split == 1 and scope == 'joint'")
    expected = found[found["quantity"] == quantity("35")].iloc[0]
    row, column = band.chosen[0]
    assert band.parameters[row] == expected["parameter"]
    assert_allclose(band.C[column], expected["C"], **ROUNDOFF)


def test_shuffling_reports_and_stops(bench, table):
    told, stop = [], Event()
    shuffle_band(
        bench, table, split=1, kernel="gaussian", shuffles=2, on_progress=lambda *a: told.append(a)
    )
    assert told == [(1, 3), (2, 3), (3, 3)]
    stop.set()
    with pytest.raises(StoppedError):
        shuffle_band(bench, table, split=1, kernel="gaussian", cancel=stop)


def test_more_cells_take_longer():
    assert shuffle_seconds(200, 300) > shuffle_seconds(200, 30)


@pytest.mark.parametrize("along", ["C", "kernel"])
def test_of_several_classes_the_parts_are_those_of_the_pair(along):
    iris = load_dataset("iris")
    whole = SweepConfig(
        dataset="iris",
        learner="svm",
        C=COSTS,
        candidates=(Candidates("gaussian", GAMMAS, "gamma"),),
        criteria=("svm_loo", "stab"),
        repeats=1,
    )
    lens = replace(whole, pair=("versicolor", "virginica"))
    pair, every = run_sweep(lens, dataset=iris), run_sweep(whole, dataset=iris)
    bench, cursor = Workbench(lens, iris), Cursor(0, "gaussian", 0.5, whole.lambdas[1])
    parts = stab_parts(bench, every, cursor, along=along)
    rows = pair[pair["quantity"] == "stab"]
    rows = rows[rows["parameter"] == 0.5] if along == "C" else rows[rows["C"] == COSTS[1]]
    rows = rows.sort_values("C" if along == "C" else "parameter")
    assert_allclose(parts.bound("35"), rows["value"], **ROUNDOFF)
    band = shuffle_band(bench, every, split=0, kernel="gaussian", shuffles=1)
    (row,) = choices(pair, lens).query("quantity == 'stab' and scope == 'joint'").itertuples()
    chosen = band.parameters[band.chosen[0, 0]], band.C[band.chosen[0, 1]]
    assert chosen == pytest.approx((row.parameter, row.C))
