"""Terms along the width: each against its criterion, the ends against theory."""

from dataclasses import replace
from threading import Event

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.criteria import CRITERIA, Problem
from kselect_core.data import Dataset
from kselect_core.errors import InvalidParameterError, StoppedError, TooLargeError
from kselect_core.selection import Candidates
from kselect_core.selection.sweep.prepared import prepared_split
from kselect_core.selection.sweep.setup import Setup
from kselect_core.selection.terms import width_path as module
from kselect_core.selection.terms.reward_theory import theory_table
from kselect_core.selection.terms.rewards import reward_terms
from kselect_core.selection.terms.width_path import (
    as_tau,
    grid_ends,
    path_seconds,
    path_table,
    width_path,
    widths,
)
from tests.selection.examples import blobs, clouds, small, waves
from tests.tolerances import EXACT, ROUNDOFF

KEYS = [reward.key for reward in reward_terms()]


def unbalanced(n=44, seed=1):
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(n) % 4, 1.0, -1.0)
    return Dataset.from_arrays(rng.standard_normal((n, 2)) + y[:, None], y, name="blobs")


def at(path, key):
    return path.along[KEYS.index(key)]


def problems(config, data, path):
    """Problem of every width, from the definition of the kernel."""
    ready = prepared_split(Setup(config, data), 0)
    D = ((ready.X_train[:, None] - ready.X_train) ** 2).sum(axis=2)
    for tau in path.tau:
        K = np.exp(-D / (2 * tau))
        yield Problem(
            K, ready.problem.y, (0.1,), learner=config.learner, ridge=config.ridge,
            seed=ready.problem.seed, kernel=ready.problem.kernel.of_kernel(
                "gaussian", {"gamma": 1 / (2 * tau)}),
        )  # fmt: skip


def score(problem, key, **options):
    return float(CRITERIA[key].score(problem, **options)[0])


@pytest.mark.parametrize("learner", ["krr", "lssvm"])
def test_a_term_and_what_it_is_added_to_make_the_criterion(learner):
    config, data = small(learner=learner), unbalanced()
    path = width_path(config, data, lam=0.1)
    for i, problem in enumerate(problems(config, data, path)):
        error = score(problem, "remp")
        for key, perturbation in (
            ("sps_exact", "exact"), ("sps_first", "first_order"), ("sps_max", "max")
        ):  # fmt: skip
            whole = score(problem, "sps", perturbation=perturbation)
            assert_allclose(error + at(path, key)[i], whole, **ROUNDOFF, err_msg=key)
        ks = score(problem, "kfold") + at(path, "ks")[i]
        assert_allclose(ks, score(problem, "ks"), **ROUNDOFF)
        assert_allclose(error + at(path, "er")[i], score(problem, "er"), **ROUNDOFF)
        assert_allclose(error + at(path, "ep")[i], score(problem, "ep"), **ROUNDOFF)
        press = problem.n * score(problem, "loo")
        br = problem.n / 2 * np.log(press / 2) + at(path, "br")[i]
        assert_allclose(br, score(problem, "br"), **ROUNDOFF)


def test_the_other_terms_are_the_criteria_themselves():
    config, data = small(), blobs()
    path = width_path(config, data, lam=0.1, per_octave=2)
    for i, problem in enumerate(problems(config, data, path)):
        for key in ("pep", "kta", "ckta", "fsm", "sm", "remp", "loo", "kfold"):
            assert_allclose(at(path, key)[i], score(problem, key), **ROUNDOFF, err_msg=key)
        printed = score(problem, "sm", normalisation="printed")
        assert_allclose(at(path, "sm_printed")[i], printed, **ROUNDOFF)


def test_the_path_goes_from_the_identity_to_all_ones():
    config, data = small(), blobs()
    path = width_path(config, data, lam=0.1)
    first, *_, last = problems(config, data, path)
    assert np.abs(first.K - np.eye(first.n)).max() < 2e-3
    assert np.abs(last.K - 1).max() < 2e-3
    assert_allclose(np.diff(np.log2(path.tau)), 1.0, **EXACT)
    coarse = width_path(config, data, lam=0.1, per_octave=0.5)
    assert_allclose(np.diff(np.log2(coarse.tau)), 2.0, **EXACT)
    assert coarse.per_octave == 0.5
    assert coarse.tau[-1] >= path.tau[-1]
    finer = width_path(config, data, lam=0.1, per_octave=4)
    assert_allclose(finer.tau[::4], path.tau, **ROUNDOFF)
    assert_allclose(finer.along[:, ::4], path.along, **ROUNDOFF)
    assert (path.per_octave, finer.per_octave) == (1, 4)


@pytest.mark.parametrize("data", [blobs(), unbalanced()], ids=["balanced", "unbalanced"])
def test_both_ends_are_what_theory_says(data):
    path = width_path(small(), data, lam=0.1)
    table = theory_table(path, "krr").set_index("key")
    attained = {
        "identity": ["sps_exact", "sps_first", "sps_max", "ks", "er", "pep", "kta", "ckta", "fsm",
                     "fsm_u", "sm", "sm_printed", "remp", "loo", "kfold", "hsic",
                     "polarisation", "lml_volume", "gml"],
        "constant": ["sps_exact", "sps_first", "sps_max", "ks", "er", "pep", "kta", "sm",
                     "sm_printed", "remp", "hsic", "polarisation", "lml_volume", "gml"],
    }  # fmt: skip
    for end, keys in attained.items():
        found, known = table.loc[keys, end], table.loc[keys, f"{end}_theory"]
        assert known.notna().all()
        assert_allclose(found, known, rtol=1e-9, atol=1e-12, err_msg=end)
    near = table.loc[["ckta", "fsm", "fsm_u"]]
    assert_allclose(near["constant"], near["constant_theory"], rtol=0.1)


def test_what_pulls_where():
    path = width_path(small(), blobs(n=60, d=2), lam=0.1)
    found = theory_table(path, "krr").set_index("key")
    for key in ("sps_exact", "sps_first", "ks", "er", "pep", "br", "lml_volume"):
        assert found.loc[key, "pull"] == found.loc[key, "pull_theory"]
        assert found.loc[key, "course"] == found.loc[key, "course_theory"]
    assert found.loc["sps_max", "pull"] == "interior"
    assert (found.loc["fsm", "pull"], found.loc["fsm", "degenerate"]) == ("narrow", True)
    assert not found.drop(index="fsm")["degenerate"].loc["kta"]
    assert found.loc["fsm", "best"] == path.along[KEYS.index("fsm")].min()
    assert found.loc["kta", "best"] == path.along[KEYS.index("kta")].max()


@pytest.mark.parametrize("positive", [5, 20])
def test_printed_sm_of_the_identity_is_no_less_than_that_of_the_ideal_kernel(positive):
    y = np.where(np.arange(40) < positive, 1.0, -1.0)
    ideal = (y[:, None] == y).astype(float)
    (term,) = [term for term in reward_terms() if term.key == "sm_printed"]
    of_identity, of_ideal = (term.value(Problem(K, y, (0.1,)))[0] for K in (np.eye(40), ideal))
    assert of_identity >= of_ideal * (1 - 1e-12)


def test_a_regression_has_no_terms_of_classes():
    path = width_path(small(dataset="waves"), waves(), lam=0.1)
    found = theory_table(path, "krr").set_index("key")
    assert found.loc["fsm", "pull"] == "no value"
    assert "labels −1 and +1" in found.loc["fsm", "reason"]
    assert np.isnan(found.loc["remp", "identity_theory"])
    assert found.loc["ks", "pull"] == "narrow"


def test_machines_are_seen_through_least_squares_of_the_same_weight():
    data = blobs()
    machines = small(learner="svm", C=(0.5, 5.0), criteria=("svm_loo",), lambdas=(0.1, 1.0))
    path = width_path(machines, data, lam=0.1)
    plain = small(learner="lssvm", ridge="lambda", lambdas=(0.1, 1.0))
    assert path.mu == 0.1
    assert_allclose(path.along, width_path(plain, data, lam=0.1).along, **ROUNDOFF)


def test_one_pair_of_several_classes_is_looked_at():
    config = small(dataset="clouds", pair=("green", "red"))
    path = width_path(config, clouds(), lam=0.1)
    assert path.n == prepared_split(Setup(config, clouds()), 0).n
    assert set(np.unique(path.y)) == {-1.0, 1.0}


def test_duplicates_do_not_set_the_narrow_end():
    X = np.array([[0.0], [0.0], [1.0], [3.0]])
    D = (X - X.T) ** 2
    tau = widths(D)
    assert tau[0] <= 1 / 14 < 2 * tau[0]
    assert_allclose(widths(np.zeros((3, 3))), [1.0], **EXACT)


def test_the_table_tells_places_and_choices():
    path = width_path(small(), blobs(), lam=0.1)
    table = path_table(path)
    assert list(table["where"].unique()) == ["path", "I", "11ᵀ", "linear"]
    mine = table[(table["key"] == "loo")]
    assert_allclose(
        mine.loc[mine["where"] == "path", "value"], path.along[KEYS.index("loo")], **EXACT
    )
    assert mine["chosen"].sum() == 1
    assert mine.loc[mine["chosen"], "value"].item() == path.along[KEYS.index("loo")].min()


def test_bad_wishes_are_refused_and_stop_stops():
    config, data = small(), blobs()
    with pytest.raises(InvalidParameterError, match=r"λ must be one of 0\.01, 0\.1, 1, got 3"):
        width_path(config, data, lam=3.0)
    with pytest.raises(InvalidParameterError, match="per_octave must be"):
        width_path(config, data, lam=0.1, per_octave=0)
    stop = Event()
    with pytest.raises(StoppedError, match="Stopped: 3 of"):
        width_path(config, data, lam=0.1, cancel=stop,
                   on_progress=lambda done, _: stop.set() if done == 3 else None)  # fmt: skip


def test_a_large_sample_is_declined(monkeypatch):
    monkeypatch.setattr(module, "EIGH_LIMIT", 10)
    with pytest.raises(TooLargeError, match="skipped above n = 10"):
        width_path(small(), blobs(), lam=0.1)


def test_widths_of_a_sweep_are_told_in_one_convention():
    config = small(candidates=(Candidates("gaussian", (0.5, 2.0), "gamma"), Candidates("linear")))
    assert grid_ends(config) == (0.25, 1.0)
    assert grid_ends(replace(config, candidates=(Candidates("linear"),))) is None
    assert as_tau(3.0, "2tau") == pytest.approx(3.0)
    assert path_seconds(200, 30) < path_seconds(400, 30) < path_seconds(400, 60)
