"""Formulas with numbers at points of a sweep: they are the numbers of its table."""

import threading
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose

from kselect_core import SweepConfig, load_dataset
from kselect_core.criteria.problems import least_squares as problem
from kselect_core.errors import StoppedError, UndefinedScoreError
from kselect_core.selection import Candidates, CriterionChoice, run_sweep
from kselect_core.selection.places.cursor import Cursor, Workbench
from kselect_core.selection.places.worked import all_worked, seconds, worked_on
from tests.criteria import definitions as d
from tests.selection.examples import blobs, small, waves
from tests.tolerances import EXACT, ROUNDOFF, SOLVER

SHIPPED = Path(__file__).parents[3] / "sample_data" / "demo"
LATER = {"br", "er", "pep", "ep", "bif", "hsic", "polarisation", "lml", "gml", "kfold_se"}
"""Criteria that came after the shipped table."""

ITERATIVE = {"kfold", "ks"}  # Lanczos runs stop where all λ of a sweep have converged


@pytest.fixture(scope="module")
def shipped():
    """The sweep that ships: configuration, data, table."""
    config = SweepConfig.from_toml((SHIPPED / "config.toml").read_text(encoding="utf-8"))
    return config, load_dataset(config.dataset), pd.read_parquet(SHIPPED / "table.parquet")


@pytest.mark.parametrize("split", [0, pytest.param(3, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("width", range(0, 31, 3))
def test_the_formulas_give_the_values_of_the_shipped_table(shipped, split, width):
    config, data, table = shipped
    bench, (_, parameter) = Workbench(config, data, split), config.kernels[width]
    here = table[(table["split"] == split) & (table["parameter"] == parameter)]
    known = here.set_index(["quantity", "lambda"])["value"]
    for choice in (CriterionChoice(key) for key in d.JUDGES if key not in LATER):
        tolerance = SOLVER if choice.key in ITERATIVE else ROUNDOFF
        for lam in config.lambdas:
            worked = worked_on(bench, Cursor(split, "gaussian", parameter, lam), choice)
            value = known[choice.quantity, lam]
            assert_allclose(worked.result, value, **tolerance, err_msg=choice.key)
            assert_allclose(worked.recombined, worked.result, **ROUNDOFF, err_msg=choice.key)


@pytest.mark.parametrize("data", [blobs(), waves()], ids=["classes", "regression"])
def test_the_formula_gives_the_value_of_any_sweep_or_its_reason(data):
    wanted = [CriterionChoice(key) for key in d.JUDGES]
    wanted += [CriterionChoice("sps", (("perturbation", "exact"),))]
    families = (Candidates(values=(0.5, 8.0)), Candidates("linear"))
    config = small(candidates=families, criteria=tuple(wanted), dataset=data.name)
    rows = run_sweep(config, dataset=data)
    benches = [Workbench(config, data, split) for split in range(config.repeats)]
    for row in rows[rows["kind"] == "criterion"].rename(columns={"lambda": "lam"}).itertuples():
        cursor = Cursor(row.split, row.kernel, row.parameter, row.lam)
        (choice,) = (c for c in wanted if c.quantity == row.quantity)
        if np.isnan(row.value):
            with pytest.raises(UndefinedScoreError) as caught:
                worked_on(benches[row.split], cursor, choice)
            assert caught.value.reason == row.reason
        else:
            worked = worked_on(benches[row.split], cursor, choice)
            assert_allclose(worked.result, row.value, **ROUNDOFF)


def test_one_eigendecomposition_serves_all_ridges_and_criteria(monkeypatch):
    data, config = blobs(), small()
    bench, made = Workbench(config, data), []
    original = problem.spectrum
    monkeypatch.setattr(problem, "spectrum", lambda K: made.append(1) or original(K))
    for lam in config.lambdas:
        for key in ("loo", "gcv", "remp", "sps", "sm_hinge"):
            worked_on(bench, Cursor(0, "gaussian", 0.5, lam), CriterionChoice(key))
    assert len(made) == 1


def test_a_decomposed_problem_is_the_same_problem():
    data, config = blobs(), small()
    cursor = Cursor(0, "gaussian", 0.5, config.lambdas[0])
    bench = Workbench(config, data)
    assert_allclose(bench.decomposed(cursor).K, bench.problem(cursor).K, **EXACT)
    assert bench.decomposed(cursor).lambdas.tolist() == [config.lambdas[0]]


def test_several_criteria_report_and_tell_reasons():
    data, config = waves(), small(dataset="waves", criteria=("kta", "fsm", "loo"))
    seen, cursor = [], Cursor(0, "gaussian", 0.5, 0.1)
    found = all_worked(
        Workbench(config, data),
        cursor,
        config.criteria,
        on_progress=lambda done, total: seen.append((done, total)),
        cancel=threading.Event(),
    )
    assert found["fsm"] == "needs labels −1 and +1"
    assert_allclose(found["loo"].recombined, found["loo"].result, **ROUNDOFF)
    assert seen == [(0, 3), (1, 3), (2, 3)]


def test_a_stop_between_criteria_is_obeyed():
    data, config = blobs(), small()
    stop = threading.Event()
    seen = []

    def first(done, total):
        seen.append((done, total))
        stop.set()

    with pytest.raises(StoppedError):
        all_worked(
            Workbench(config, data),
            Cursor(0, "gaussian", 0.5, 0.1),
            config.criteria,
            on_progress=first,
            cancel=stop,
        )
    assert seen == [(0, 3)]


def test_the_estimate_counts_a_decomposition_once():
    one, two = CriterionChoice("loo"), CriterionChoice("gcv")
    assert (
        seconds(1000, [one]) == seconds(1000, [one, two]) > seconds(1000, [CriterionChoice("kta")])
    )


def test_the_estimate_counts_the_runs_for_leading_eigenvalues():
    assert seconds(1000, [CriterionChoice("pep")]) > seconds(1000, [CriterionChoice("kta")])
