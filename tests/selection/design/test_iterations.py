"""Kernels designed by iteration with few labels, against the definition written out slowly."""

import threading

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core import Dataset, Problem, SweepConfig, load_dataset
from kselect_core.errors import KselectError, StoppedError, TooLargeError
from kselect_core.selection.design.few_labels import Design, parts_of
from kselect_core.selection.design.iterations import (
    choices_of,
    design_seconds,
    designed,
    designed_everywhere,
)
from kselect_core.selection.design.methods import METHODS, SINGLE_WIDTHS, Labels, Method, single
from kselect_core.selection.sweep.prepared import prepared_split
from kselect_core.selection.sweep.setup import Setup
from tests.tolerances import EXACT, ROUNDOFF

LAMBDAS = (1e-4, 1e-2, 1.0)


def config_of(name, **changes):
    return SweepConfig(dataset=name, **{"repeats": 2} | changes)


def kernel(base, X, Z):
    """Base kernel entry by entry."""
    d = np.sqrt(((X[:, None] - Z) ** 2).sum(axis=2))
    return np.exp(-0.1 * d) if base == "weak" else np.exp(-(d**2) / 4.0)


def slow(ready, parts, base, pool, steps):
    """Squared errors on T and at test points for every λ, by the recursion and plain solves."""
    X, y = ready.X_train, ready.problem.y + ready.offset
    y_test = ready.y_test + ready.offset
    mean = 0.0 if ready.problem.is_classification else y[parts.fitted].mean()
    P, N = X[pool], len(pool)
    G = kernel(base, P, P)
    k_of = {"D": X[parts.fitted], "T": X[parts.held_out], "test": ready.X_test}
    k_of = {name: kernel(base, points, P) for name, points in k_of.items()}
    for _ in range(steps - 1):  # k_k(x) = G_{k−1} k_{k−1}(x)/N, G_k = G_{k−1}²/N
        k_of = {name: rows @ G / N for name, rows in k_of.items()}
        G = G @ G / N
    K = {name: rows @ k_of["D"].T / N for name, rows in k_of.items()}  # K_k from k_{k−1}
    target, found = y[parts.fitted] - mean, []
    for lam in LAMBDAS:
        ridge = len(target) * lam * np.eye(len(target))
        alpha = np.linalg.solve(K["D"] + ridge, target)
        found.append(
            (
                np.mean((K["T"] @ alpha + mean - y[parts.held_out]) ** 2),
                np.mean((K["test"] @ alpha + mean - y_test) ** 2),
                np.mean((K["test"] @ alpha + mean) * y_test <= 0),
            )
        )
    return np.array(found).T


@pytest.mark.parametrize(
    ("name", "base"),
    [("additive", ()), ("two_moons", ()), ("two_moons", ("gaussian", "sigma2", 4.0))],
)
def test_both_pools_give_the_errors_of_the_recursion_at_every_k_and_ridge(name, base):
    config, data = config_of(name), load_dataset(name)
    design = Design(45, steps=3, base=base, lambdas=LAMBDAS)
    found = designed(config, data, design, 1)
    ready = prepared_split(Setup(config, data), 1)
    pools = {"UKM": found.parts.labelled, "SEKM": found.parts.everybody}
    for method, pool in pools.items():
        made = found.method(method)
        assert made.steps == (1, 2, 3)
        for k in made.steps:
            expected = slow(ready, found.parts, "gaussian" if base else "weak", pool, k)
            assert_allclose(made.held_out[k - 1], expected[0], rtol=1e-7)
            assert_allclose(made.test[k - 1], expected[1], rtol=1e-7)
            if name == "two_moons":
                assert_allclose(made.rates[k - 1], expected[2], **EXACT)
            else:
                assert np.isnan(made.rates).all()


def test_the_single_kernel_is_chosen_by_cross_validation_on_all_labelled_points():
    config, data = config_of("additive"), load_dataset("additive")
    found = designed(config, data, Design(30, steps=1, lambdas=LAMBDAS))
    ready, method = prepared_split(Setup(config, data), 0), found.method("SKM")
    rows = found.parts.labelled
    X, y = ready.X_train[rows], (ready.problem.y + ready.offset)[rows]
    y = y - (ready.problem.y + ready.offset)[found.parts.fitted].mean()
    template = Problem(np.eye(30), y, LAMBDAS, seed=ready.problem.seed)
    errors = []
    for width in SINGLE_WIDTHS:
        K = np.exp(-((X[:, None] - X) ** 2).sum(axis=2) / width)
        by_fold = []
        for fold in template.folds(10):
            rest = np.setdiff1d(np.arange(30), fold)
            for lam in LAMBDAS:
                A = K[np.ix_(rest, rest)] + len(rest) * lam * np.eye(len(rest))
                f = K[np.ix_(fold, rest)] @ np.linalg.solve(A, y[rest])
                by_fold.append(np.mean((f - y[fold]) ** 2))
        errors.append(np.reshape(by_fold, (10, -1)).mean(axis=0).min())
    assert_allclose(method.width, SINGLE_WIDTHS[int(np.argmin(errors))], **EXACT)
    D, T = ready.X_train[found.parts.fitted], ready.X_train[found.parts.held_out]
    target = (ready.problem.y + ready.offset)[found.parts.fitted]
    K = np.exp(-((D[:, None] - D) ** 2).sum(axis=2) / method.width)
    across = np.exp(-((T[:, None] - D) ** 2).sum(axis=2) / method.width)
    for column, lam in enumerate(LAMBDAS):
        alpha = np.linalg.solve(K + len(D) * lam * np.eye(len(D)), target - target.mean())
        f = across @ alpha + target.mean()
        y_held = (ready.problem.y + ready.offset)[found.parts.held_out]
        assert_allclose(method.held_out[0, column], np.mean((f - y_held) ** 2), rtol=1e-7)


def test_k_and_lambda_are_chosen_where_the_squared_error_on_t_is_smallest():
    errors = np.array([[3.0, 2.0, 5.0], [2.0, 2.0 * (1 + 1e-12), 4.0]])
    method = Method("UKM", (1, 2), np.nan, errors, errors, errors)
    assert method.chosen == (0, 1)  # fewest steps, largest λ
    assert method._replace(held_out=errors[::-1]).chosen == (0, 1)


def test_rescaling_divides_every_kernel_by_its_mean_diagonal_over_the_pool():
    config, data = config_of("two_moons"), load_dataset("two_moons")
    plain = designed(config, data, Design(40, steps=2, lambdas=(0.01,)))
    diagonal = float((plain.whole_pool**4).sum())  # of K₂: the sum of l^(2²)
    scaled = designed(config, data, Design(40, steps=2, lambdas=(0.01 / diagonal,), rescaled=True))
    assert_allclose(scaled.method("SEKM").test[1], plain.method("SEKM").test[1], rtol=1e-7)


def test_spectra_of_the_steps_are_those_of_the_matrices():
    config, data = config_of("two_moons"), load_dataset("two_moons")
    found = designed(config, data, Design(40, steps=2))
    X = prepared_split(Setup(config, data), 0).X_train
    for unlabelled, rows in ((True, slice(None)), (False, found.parts.labelled)):
        G = kernel("weak", X[rows], X[rows])
        for values in found.sharpened(unlabelled=unlabelled):
            expected = np.linalg.eigvalsh(G / len(G))[::-1]
            assert_allclose(values, expected, rtol=1e-7, atol=1e-14)
            G = G @ G / len(G)


def test_spectra_of_rescaled_steps_belong_to_the_rescaled_kernel():
    config, data = config_of("two_moons"), load_dataset("two_moons")
    found = designed(config, data, Design(40, steps=8, rescaled=True))
    plain = designed(config, data, Design(40, steps=8))
    for k, values in enumerate(found.sharpened(unlabelled=True)):
        assert_allclose(values.sum(), 1.0, **ROUNDOFF)
        if k == 2:
            expected = plain.sharpened(unlabelled=True)[2]
            assert_allclose(values, expected / expected.sum(), **ROUNDOFF)


def test_with_every_point_labelled_the_two_pools_are_one():
    config, data = config_of("two_moons"), load_dataset("two_moons")
    found = designed(config, data, Design(210, steps=2))
    assert not len(found.parts.unlabelled)
    assert_allclose(found.method("UKM").test, found.method("SEKM").test, rtol=1e-6)


def test_labels_of_the_others_change_nothing():
    data = load_dataset("additive")
    config = config_of("additive")
    design = Design(30, steps=2, lambdas=LAMBDAS)
    found = designed(config, data, design)
    ready = prepared_split(Setup(config, data), 0)
    y = data.y.copy()
    y[ready.train[found.parts.unlabelled]] += 100.0
    other = Dataset.from_arrays(data.X, y, name="additive")
    again = designed(config, other, design)
    for one, two in zip(found.methods, again.methods, strict=True):
        assert_allclose(two.held_out, one.held_out, **ROUNDOFF)
        assert_allclose(two.test, one.test, **ROUNDOFF)


@pytest.mark.parametrize("labelled", [6, 7, 20, 50])
def test_parts_are_disjoint_in_proportion_and_grow_with_the_labels(labelled):
    y = np.where(np.arange(100) % 4 == 0, 1.0, -1.0)
    parts = parts_of(y, labelled, seed=3, split=1)
    assert sorted(parts.everybody) == list(range(100))
    assert len(parts.fitted) == round(2 * labelled / 3)
    for part in (parts.labelled, parts.fitted):
        assert abs((y[part] > 0).sum() - len(part) / 4) <= 1
    fewer = parts_of(y, labelled - 1, seed=3, split=1) if labelled > 6 else parts
    assert set(fewer.labelled) <= set(parts.labelled)
    other = parts_of(y, labelled, seed=4, split=1)
    assert set(other.labelled) != set(parts.labelled)


def test_every_split_gives_one_row_per_method_and_says_how_far_it_is():
    config, data = config_of("two_moons"), load_dataset("two_moons")
    told = []
    design = Design(20, steps=2)
    table = designed_everywhere(config, data, design, on_progress=lambda *at: told.append(at))
    assert told == [(1, 2), (2, 2)]
    assert table["method"].tolist() == [*METHODS, *METHODS]
    second = choices_of(designed(config, data, design, 1))
    assert table[table["split"] == 1].reset_index(drop=True).equals(second)
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(StoppedError):
        designed_everywhere(config, data, design, cancel=cancel)


def test_one_class_among_few_labels_still_has_a_width():
    X = np.random.default_rng(0).standard_normal((12, 2))
    y = np.ones(12)
    parts = parts_of(y, 6, seed=0, split=0)
    labels = Labels(X, y, X, y, 0)
    assert single(labels, parts, Design(6)).width in SINGLE_WIDTHS


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"labelled": 5}, "from 6 to the size"),
        ({"labelled": 30.0}, "from 6 to the size"),
        ({"labelled": 30, "steps": 9}, "from 1 to 8"),
        ({"labelled": 30, "lambdas": ()}, "λ"),
        ({"labelled": 30, "base": ("gaussian", "sigma2", 0.0)}, "greater than 0"),
    ],
)
def test_what_cannot_be_designed_is_refused_in_words(wrong, words):
    with pytest.raises(KselectError, match=words):
        Design(**wrong)


def test_more_labels_than_points_and_too_many_points_are_refused(monkeypatch):
    config, data = config_of("two_moons"), load_dataset("two_moons")
    with pytest.raises(KselectError, match="from 6 to 210"):
        designed(config, data, Design(211))
    monkeypatch.setattr("kselect_core.selection.design.iterations.EIGH_LIMIT", 50)
    with pytest.raises(TooLargeError, match="there are 210"):
        designed(config, data, Design(20))


def test_the_estimate_grows_with_points_and_labels():
    assert design_seconds(1000, 100) > design_seconds(500, 100) > design_seconds(500, 20) > 0
    assert design_seconds(1000, 1000) > 5 * design_seconds(1000, 300)


@pytest.mark.parametrize(("name", "labelled", "folds"), [("moons", 6, 3), ("moons", 60, 10)])
def test_the_single_kernel_says_with_how_many_folds_its_width_was_chosen(name, labelled, folds):
    config, data = config_of(name), load_dataset(name)
    assert designed(config, data, Design(labelled, lambdas=LAMBDAS)).methods[0].folds == folds


def test_too_few_labels_of_a_class_leave_no_folds():
    y = np.where(np.arange(60) < 2, 1.0, -1.0)
    data = Dataset.from_arrays(np.random.default_rng(0).normal(size=(60, 2)), y, name="rare")
    found = designed(SweepConfig(dataset="rare"), data, Design(6, lambdas=LAMBDAS)).methods[0]
    assert (found.folds, found.width) == (0, SINGLE_WIDTHS[len(SINGLE_WIDTHS) // 2])


@pytest.mark.parametrize("distance", [1.0, 1e4])
def test_an_error_rate_of_kernels_that_vanish_between_points_is_not_guessed(distance):
    """All kernel values underflow: the sign would be that of the larger class, or of rounding."""
    rng = np.random.default_rng(3)
    X = distance * (np.arange(60.0)[:, None] + 0.1 * rng.standard_normal((60, 1)))
    y = np.where(np.arange(60) % 3, 1.0, -1.0)
    config = SweepConfig(dataset="chain", repeats=1, preprocessing="none")
    of = Dataset.from_arrays(X, y, name="chain")
    design = Design(30, steps=3, base=("gaussian", "sigma2", 0.25), lambdas=LAMBDAS)
    for method in designed(config, of, design, 0).methods:
        known = np.isfinite(method.rates)
        assert known.all() if distance == 1.0 else not known.any(), method.name
