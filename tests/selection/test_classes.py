"""Several classes: pairs, their mean, the common decision, and one pair looked at alone."""

import threading
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.svm import SVC

from kselect_core import SweepConfig, choices, load_dataset, run_sweep
from kselect_core.criteria import CRITERIA, problem_for
from kselect_core.data import Dataset
from kselect_core.data.set.preprocessing import prepared
from kselect_core.data.set.splits import nth_split
from kselect_core.errors import DataError, InvalidParameterError, StoppedError, UnknownNameError
from kselect_core.kernels import KERNELS
from kselect_core.selection.config.pairs import REST, Pair, decided, named_pair, pairs_of
from kselect_core.selection.config.parts import Candidates
from kselect_core.selection.places.cursor import Cursor, Workbench, reference_values
from kselect_core.selection.places.pair_values import pair_values, seconds_of_pairs
from kselect_core.selection.points.alter import Alteration
from kselect_core.selection.points.fragility import fragility
from kselect_core.selection.sweep.estimate import CUBE, _growth, estimate
from kselect_core.selection.sweep.prepared import class_split, fold_seed
from kselect_core.selection.sweep.setup import Setup
from kselect_core.views import ChangedAt
from tests.tolerances import ROUNDOFF, SOLVER

SCHEMES = ("one_vs_one", "one_vs_rest")
GAMMAS = (0.05, 0.5)
LAMBDAS = (0.01, 1.0)
IRIS = load_dataset("iris")


def clouds(counts=(20, 25, 30, 15), seed=0):
    """Overlapping clouds of several classes."""
    rng = np.random.default_rng(seed)
    y = np.repeat(np.arange(len(counts)), counts)
    X = rng.normal(size=(len(y), 3)) + 1.5 * np.stack([np.cos(y * 2), np.sin(y * 2), y], axis=1)
    order = rng.permutation(len(y))
    return Dataset.from_arrays(X[order], np.array(["a", "b", "c", "d"])[y[order]], name="clouds")


CLOUDS = clouds()


def config_of(data=CLOUDS, **changes):
    usual = {
        "dataset": data.name,
        "candidates": (Candidates("gaussian", GAMMAS, "gamma"),),
        "repeats": 2,
        "seed": 3,
        "criteria": ("kta", "kfold", "loo", "sps", "sm_hinge", ("kfold", {"loss": "error"})),
    }
    if changes.get("learner") == "svm":
        usual |= {"C": (0.1, 10.0), "criteria": ("svm_kfold", "svm_loo", "marg", "kta")}
    else:
        usual |= {"lambdas": LAMBDAS}
    return SweepConfig(**(usual | changes))


def split_of(config, data, split):
    """Codes and kernels of one split, made here without the code under test."""
    train, test = nth_split(
        data.y, split, task="multiclass", test_share=config.test_share, seed=config.seed
    )
    X_train, X_test = prepared(data.X[train], data.X[test], method=config.preprocessing)
    grams = {}
    for gamma in GAMMAS:
        family = KERNELS["gaussian"]
        grams[gamma] = (
            family.gram(family.shared(X_train, None), gamma=gamma),
            family.gram(family.shared(X_test, X_train), gamma=gamma),
        )
    return data.y[train], data.y[test], grams


def sides(data, scheme):
    """(positive code, which codes take part) of every problem, written out."""
    codes = range(len(data.class_names))
    if scheme == "one_vs_rest":
        return [(c, list(codes)) for c in codes]
    return [(b, [a, b]) for a in codes for b in codes if a < b]


def cell(table, quantity, split, gamma, lam):
    rows = table[
        (table["quantity"] == quantity)
        & (table["split"] == split)
        & (table["parameter"] == gamma)
        & np.isclose(table["lambda"], lam)
    ]
    (value,) = rows["value"]
    return value


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("learner", ["krr", "lssvm"])
def test_criteria_are_the_mean_over_the_problems(scheme, learner):
    config = config_of(multiclass=scheme, learner=learner)
    table = run_sweep(config, dataset=CLOUDS)
    for split in range(2):
        codes, _, grams = split_of(config, CLOUDS, split)
        for gamma in GAMMAS:
            for choice in config.criteria:
                values = []
                for positive, part in sides(CLOUDS, scheme):
                    rows = np.flatnonzero(np.isin(codes, part))
                    problem = problem_for(learner)(
                        grams[gamma][0][np.ix_(rows, rows)].copy(),
                        np.where(codes[rows] == positive, 1.0, -1.0),
                        LAMBDAS,
                        ridge="n_lambda",
                        seed=fold_seed(config.seed, split),
                    )
                    criterion = CRITERIA[choice.key]
                    values.append(criterion.score(problem, **dict(choice.options)))
                for column, lam in enumerate(LAMBDAS):
                    found = cell(table, choice.quantity, split, gamma, lam)
                    assert_allclose(found, np.mean(values, axis=0)[column], **ROUNDOFF)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_test_error_is_that_of_the_common_decision(scheme):
    config = config_of(multiclass=scheme)
    table = run_sweep(config, dataset=CLOUDS)
    codes, codes_test, grams = split_of(config, CLOUDS, 0)
    for gamma in GAMMAS:
        K, K_test = grams[gamma]
        for lam in LAMBDAS:
            for name, K_at, truth in (
                ("test_error", K_test, codes_test),
                ("training_error", K, codes),
            ):
                votes, squared = np.zeros((len(truth), 4)), []
                for positive, part in sides(CLOUDS, scheme):
                    rows = np.flatnonzero(np.isin(codes, part))
                    y = np.where(codes[rows] == positive, 1.0, -1.0)
                    ridge = lam * len(rows) * np.eye(len(rows))
                    alpha = np.linalg.solve(K[np.ix_(rows, rows)] + ridge, y)
                    f = K_at[:, rows] @ alpha
                    own = np.isin(truth, part)
                    signs = np.where(truth == positive, 1.0, -1.0)
                    squared.append(np.mean((f[own] - signs[own]) ** 2))
                    if scheme == "one_vs_rest":
                        votes[:, positive] = f
                    else:
                        votes[f > 0, positive] += 1
                        votes[f <= 0, part[0]] += 1
                expected = np.mean(votes.argmax(axis=1) != truth)
                assert cell(table, name, 0, gamma, lam) == expected
                other = name.replace("_error", "_squared_error")
                assert_allclose(cell(table, other, 0, gamma, lam), np.mean(squared), **SOLVER)


def test_machines_against_one_another_decide_as_libsvm_does():
    config = config_of(IRIS, learner="svm", preprocessing="standardise")
    table = run_sweep(config, dataset=IRIS)
    for split in range(2):
        codes, codes_test, grams = split_of(config, IRIS, split)
        for gamma in GAMMAS:
            K, K_test = grams[gamma]
            for C in config.C:
                machine = SVC(C=C, kernel="precomputed", tol=1e-6).fit(K, codes)
                expected = np.mean(machine.predict(K_test) != codes_test)
                assert cell(table, "test_error", split, gamma, 0.5 / C) == expected


def test_a_problem_without_a_value_gives_its_name_and_reason():
    small = clouds((20, 25, 30, 4))
    table = run_sweep(config_of(small, repeats=1), dataset=small)
    gaps = table[(table["reason"] != "") & (table["quantity"] != "test_auc")]
    assert set(gaps["quantity"]) == {"kfold", "kfold(loss=error)", "kfold(loss=error)#squared"}
    assert set(gaps["reason"]) == {
        "a / d: k = 5 folds need at least 5 members of each class, the smaller class has 3"
    }
    assert table[table["quantity"] == "kta"]["value"].notna().all()
    assert table[table["quantity"] == "test_error"]["value"].notna().all()


def test_a_kernel_that_overflows_has_its_reason():
    data = Dataset.from_arrays(1e6 * CLOUDS.X, CLOUDS.y, name="clouds", task="multiclass")
    families = (Candidates("polynomial", (50.0,)),)
    table = run_sweep(
        config_of(data, repeats=1, candidates=families, preprocessing="none"), dataset=data
    )
    assert table["value"].isna().all()
    assert table["reason"].str.contains("lower degree").all()


@pytest.mark.parametrize("scheme", SCHEMES)
def test_one_pair_looked_at_alone_has_the_values_of_its_part(scheme):
    whole = config_of(multiclass=scheme)
    cursor = Cursor(1, "gaussian", 0.5, 0.01)
    every = pair_values(whole, CLOUDS, cursor)
    assert len(every.drop_duplicates(["negative", "positive"])) == len(sides(CLOUDS, scheme))
    for names, part in every.groupby(["negative", "positive"]):
        lens = replace(whole, pair=names)
        table = run_sweep(lens, dataset=CLOUDS)
        for row in part.itertuples():
            expected = cell(table, row.quantity, 1, 0.5, 0.01)
            assert_allclose(row.value, expected, **ROUNDOFF)
        bench = Workbench(lens, CLOUDS, 1)
        assert bench.problem(cursor).n == part["points"].iloc[0]
        assert bench.dataset.class_names == names
        assert bench.dataset.task == "binary"


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_mean_over_the_pairs_is_the_value_of_the_sweep(scheme):
    config = config_of(multiclass=scheme)
    table, cursor = run_sweep(config, dataset=CLOUDS), Cursor(0, "gaussian", 0.05, 1.0)
    means = pair_values(config, CLOUDS, cursor).groupby("quantity")["value"].mean()
    assert "test_squared_error" in means
    for quantity, mean in means.items():
        assert_allclose(cell(table, quantity, 0, 0.05, 1.0), mean, **ROUNDOFF)


def test_the_pairs_can_be_stopped_tell_progress_and_cost_something():
    config, cursor = config_of(), Cursor(0, "gaussian", 0.05, 1.0)
    stop, told = threading.Event(), []
    pair_values(config, CLOUDS, cursor, on_progress=lambda *step: told.append(step), cancel=stop)
    assert told == [(k, 6) for k in range(1, 7)]
    assert 0 < seconds_of_pairs(config, CLOUDS) < 10
    stop.set()
    with pytest.raises(StoppedError):
        pair_values(config, CLOUDS, cursor, cancel=stop)


def test_pairs_need_several_classes_and_a_lambda_of_the_grid():
    two = CLOUDS.against_rest("a")
    with pytest.raises(DataError, match="has no pairs of classes: it is a binary problem"):
        pair_values(config_of(two), two, Cursor(0, "gaussian", 0.05, 1.0))
    with pytest.raises(InvalidParameterError, match=r"λ must be one of 0.01, 1"):
        pair_values(config_of(), CLOUDS, Cursor(0, "gaussian", 0.05, 0.5))
    assert Setup(config_of(), two).pair_names == ()
    assert Setup(config_of(multiclass="one_vs_rest"), IRIS).pair_names[0] == (
        "not setosa",
        "setosa",
    )


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.nightly)])
def test_the_numbers_do_not_depend_on_the_workers(workers):
    config = config_of()
    here = run_sweep(config, dataset=CLOUDS)
    pd.testing.assert_frame_equal(run_sweep(config, dataset=CLOUDS, workers=workers), here)


def test_a_stopped_sweep_goes_on_and_is_bound_to_its_scheme():
    config = config_of()
    whole = run_sweep(config, dataset=CLOUDS)
    half = whole[whole["split"] == 0]
    half.attrs = whole.attrs
    pd.testing.assert_frame_equal(run_sweep(config, dataset=CLOUDS, done=half), whole)
    with pytest.raises(DataError, match="belong to another sweep"):
        run_sweep(replace(config, multiclass="one_vs_rest"), dataset=CLOUDS, done=half)


def test_choices_and_estimates_work_as_for_two_classes():
    config = config_of(IRIS)
    chosen = choices(run_sweep(config, dataset=IRIS), config)
    assert set(chosen["quantity"]) == {choice.quantity for choice in config.criteria}
    assert chosen["regret"].between(0, 1).all()
    assert estimate(config, IRIS).items == 4


def test_references_are_the_mean_over_the_problems():
    config = config_of(criteria=("kta",))
    found = reference_values(config, CLOUDS).groupby("where")["value"].first()
    ready = class_split(Setup(config, CLOUDS), 0)
    expected = np.mean([1 / np.sqrt(problem.n) for problem in ready.problems])  # yᵀIy/(n‖I‖)
    assert_allclose(found["identity"], expected, **ROUNDOFF)


def test_questions_about_one_point_go_to_the_pair():
    lens = config_of(pair=("a", "c"), criteria=("kta", "loo"))
    cursor = Cursor(0, "gaussian", 0.5, 0.01)
    n = Workbench(lens, CLOUDS).problem(cursor).n
    assert n == 35
    assert ChangedAt(lens, CLOUDS, cursor, change=Alteration(n - 1)).shift.norm > 0
    assert len(fragility(lens, CLOUDS, rows=[0, 5])) > 0


def test_views_of_one_problem_ask_which_pair():
    with pytest.raises(DataError, match=r"looks at one pair of them.*pair=\('a', 'b'\)"):
        Workbench(config_of(), CLOUDS)


@pytest.mark.parametrize("pair", [("a", "z"), ("b", "a"), ("a", "a")])
def test_an_unknown_pair_is_refused(pair):
    with pytest.raises(UnknownNameError, match="pair of classes"):
        run_sweep(config_of(pair=pair), dataset=CLOUDS)


def test_a_pair_needs_several_classes_and_two_names():
    two = CLOUDS.against_rest("a")
    with pytest.raises(InvalidParameterError, match="do not have several classes"):
        run_sweep(config_of(two, pair=("a", "b")), dataset=two)
    for bad in (("a",), ("a", "b", "c"), "ab", ("a", "")):
        with pytest.raises(InvalidParameterError, match="pair"):
            config_of(pair=bad)
    with pytest.raises(UnknownNameError, match="one_vs_one"):
        config_of(multiclass="one_versus_one")


def test_a_pair_and_a_scheme_are_written_and_read_and_leave_other_digests_alone():
    config = config_of(pair=("a", "b"), multiclass="one_vs_one")
    assert SweepConfig.from_toml(config.to_toml()) == config
    assert SweepConfig.from_json(config.to_json()) == config
    rest = config_of(multiclass="one_vs_rest")
    assert SweepConfig.from_json(rest.to_json()) == rest
    assert "pair" not in config_of().to_json()
    assert "multiclass" not in config_of().to_json()


def test_votes_are_counted_and_ties_go_to_the_first_class():
    pairs = pairs_of(("a", "b", "c"), "one_vs_one")
    assert pairs == (Pair(0, 1), Pair(0, 2), Pair(1, 2))
    f = np.array([[[1.0], [-1.0], [0.0]], [[1.0], [-1.0], [0.0]], [[1.0], [5.0], [0.0]]])
    assert_array_equal(decided(f, pairs, 3)[:, 0], [2, 0, 0])
    cycle = np.array([[[1.0]], [[-1.0]], [[1.0]]])  # b beats a, a beats c, c beats b
    assert decided(cycle, pairs, 3)[0, 0] == 0
    rest = pairs_of(("a", "b", "c"), "one_vs_rest")
    assert rest[1] == Pair(REST, 1)
    assert_array_equal(decided(f, rest, 3)[:, 0], [0, 2, 0])
    assert named_pair(("a", "b"), "one_vs_rest", ("not b", "b")) == Pair(REST, 1)


def test_the_pilot_of_an_estimate_keeps_every_rare_class():
    rare = clouds((400, 3, 500, 4))
    found = estimate(config_of(rare, repeats=1, criteria=("kta",)), rare)
    assert found.refused == ""
    assert found.seconds > 0


def test_a_class_with_a_single_row_is_named():
    lonely = clouds((20, 25, 30, 1))
    with pytest.raises(DataError, match="has a single row"):
        run_sweep(config_of(lonely), dataset=lonely)


def test_a_pair_without_a_test_point_says_so():
    rare = clouds((40, 3, 3, 40))
    whole = config_of(rare, repeats=1, test_share=0.02, criteria=("kta",))
    why = "no test point is of these two classes; use a larger test share"
    table = run_sweep(whole, dataset=rare)
    squared = table[table["quantity"] == "test_squared_error"]
    assert set(squared["reason"]) == {f"b / c: {why}"}
    assert table[table["quantity"] == "test_error"]["value"].notna().all()
    alone = run_sweep(replace(whole, pair=("b", "c")), dataset=rare)
    assert set(alone[alone["kind"] == "test"]["reason"]) == {why}
    assert alone[alone["quantity"] == "training_error"]["value"].notna().all()


def test_small_pairs_grow_slower_than_one_large_problem():
    ten = load_dataset("digits")
    config = config_of(ten, criteria=("loo",))

    def whole(n):
        return 4 * (CUBE + n) / (CUBE + n / 2)

    assert _growth(Setup(config, ten), 1258, 629) == 2**1.5
    rest = Setup(replace(config, multiclass="one_vs_rest"), ten)
    assert _growth(rest, 1258, 629) == whole(1258)
    assert _growth(Setup(replace(config, pair=("3", "8")), ten), 250, 125) == whole(250)
    assert _growth(Setup(config, ten), 3000, 1500) == whole(3000)  # 600 points in a pair
