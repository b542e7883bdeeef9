"""Problems of a sweep know their kernel and the sample it was taken on."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core import SweepConfig, run_sweep
from kselect_core.criteria import CRITERIA, KernelFact, Problem
from kselect_core.selection import Candidates
from kselect_core.selection.config.pairs import pairs_of
from kselect_core.selection.places.cursor import Cursor, Workbench, reference_values
from kselect_core.selection.points.alter import Alteration, altered
from kselect_core.selection.sweep.prepared import class_split, fold_seed, prepared_split
from kselect_core.selection.sweep.setup import Setup
from tests.criteria import definitions as d
from tests.selection.examples import blobs, clouds, small
from tests.tolerances import ROUNDOFF

COMPARED = ("br", "er", "pep", "ep", "bif")


def test_the_problem_at_the_cursor_knows_kernel_and_sample():
    data, config = blobs(), small()
    problem = Workbench(config, data).decomposed(Cursor(0, "gaussian", 2.0, 0.1))
    assert problem.kernel.name == "gaussian"
    assert_allclose(problem.kernel.parameter("gamma"), 0.25, **ROUNDOFF)
    assert problem.kernel.features == 3
    assert_allclose(problem.kernel.variance, 1.0, **ROUNDOFF)


def test_a_split_with_a_point_removed_knows_them_too():
    data, config = blobs(), small()
    ready = altered(prepared_split(Setup(config, data), 0), Alteration(3))
    made = ready.training_kernel("linear", {}, np.empty((ready.n, ready.n)))
    assert (made.kernel.name, made.kernel.features) == ("linear", 3)


@pytest.mark.parametrize("scheme", ["one_vs_one", "one_vs_rest"])
def test_several_classes_have_the_mean_over_problems_that_know_their_own_points(scheme):
    data = clouds(60)  # as many points in every pair
    config = SweepConfig(
        dataset="clouds",
        candidates=(Candidates(values=(0.5, 4.0)),),
        lambdas=(0.01, 0.1),
        criteria=COMPARED,
        multiclass=scheme,
        repeats=1,
    )
    table = run_sweep(config, dataset=data)
    ready = class_split(Setup(config, data), 0)
    X, codes = ready.X_train, ready.codes_train
    for key in COMPARED:
        values = []
        for pair in pairs_of(data.class_names, scheme):
            rows = pair.rows(codes)
            fact = KernelFact("gaussian", (("gamma", 0.125),), 2, X[rows].var(axis=0).mean())
            K = d.gaussian(X[rows], 0.125)
            y, seed = pair.signs(codes[rows]), fold_seed(0, 0)
            values.append(CRITERIA[key].score(Problem(K, y, [0.01, 0.1], seed=seed, kernel=fact)))
        rows = table[(table["quantity"] == key) & (table["parameter"] == 4.0)]
        assert_allclose(rows.sort_values("lambda")["value"], np.mean(values, axis=0), rtol=1e-7)


def test_at_the_identity_nobody_knows_which_kernel_it_is():
    table = reference_values(small(criteria=("br", "pep")), blobs())
    br = table[table["quantity"] == "br"]
    assert br["value"].isna().all()
    assert br["reason"].str.contains("not known which kernel made this matrix").all()
    pep = table[table["quantity"] == "pep"].set_index("where")["value"]
    assert_allclose(pep["constant"], 1.0, **ROUNDOFF)
    assert_allclose(pep["identity"], 6 / 28, **ROUNDOFF)
