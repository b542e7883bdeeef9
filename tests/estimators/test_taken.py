"""A choice taken along predicts what the sweep predicted, from its line and from its file."""

import os
import pickle
import re
import subprocess
import sys
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.gaussian_process.kernels import RBF, Matern, WhiteKernel

from kselect_core import Candidates, Dataset, SweepConfig, choices, load_dataset, run_sweep, views
from kselect_core.errors import InvalidParameterError, KselectError, StorageError
from kselect_core.estimators import KernelRidgeSearch, SVCSearch, strength, take_along, width
from kselect_core.estimators.taken.model import shortest
from kselect_core.extras import adding
from kselect_core.kernels import KERNELS, own_kernel
from kselect_core.learners import LEARNERS
from kselect_core.selection.places.cursor import Cursor, Workbench
from kselect_core.selection.sweep.prepared import prepared_split
from kselect_core.selection.sweep.setup import Setup
from tests.collection import mostly_at_night

HERE = Path(__file__).parents[2]
AS_THE_SWEEP = {"rtol": 1e-12, "atol": 1e-12}
TYPES = [
    "sklearn.gaussian_process.kernels.RBF",
    "sklearn.gaussian_process.kernels.Matern",
    "sklearn.gaussian_process.kernels.PairwiseKernel",
    "sklearn.gaussian_process.kernels.RationalQuadratic",
    "sklearn.gaussian_process.kernels.ConstantKernel",
    "sklearn.gaussian_process.kernels.Product",
    "sklearn.gaussian_process.kernels.Sum",
    "kselect_core.estimators.classifier.KernelClassifierSearch",
    "kselect_core.estimators.search.kernels.KernelFunction",
]


def small(task="binary", *, gaps=False):
    rng = np.random.default_rng(5)
    X = 10.0 ** np.arange(4) * rng.standard_normal((70, 4)) + 3
    f = X[:, 0] * X[:, 1] / 10 + 0.1 * rng.standard_normal(70)
    holes = X.copy()
    if gaps:
        holes[rng.integers(70, size=9), rng.integers(4, size=9)] = np.nan
    y = {"binary": np.where(f > np.median(f), "yes", "no"), "regression": f + 50}.get(task)
    y = np.digitize(f, np.quantile(f, [0.3, 0.6])) if y is None else y
    return replace(Dataset.from_arrays(X, y, name="small"), X=holes)


def by_the_sweep(config, dataset, at):
    """Values at the test points of a split, by the definition of the learner; and those points."""
    split = prepared_split(Setup.of(config, dataset), at.split)
    family = config.candidates[0]
    parameters = family.parameters(at.parameter)
    problem = split.training_kernel(at.kernel, parameters, np.empty((split.n, split.n)))
    mu = at.lam * split.n if config.ridge == "n_lambda" else at.lam
    fit = LEARNERS[config.learner].fit(problem.K, problem.y, mu)
    return fit.predict(split.test_kernel(at.kernel, parameters)) + split.offset, split


def read_again(path):
    """Model in a file."""
    import skops.io  # looks through all of scikit-learn: not in workers that need it not

    return skops.io.load(path, trusted=TYPES)


def line_alone(taken):
    """Model that the program makes, carried out as text."""
    y = taken.y
    if taken.of_signs:
        y = np.array(taken.classes)[(y > 0).astype(int)]
    names = {"X": taken.X, "y": y, "X_all": taken.scaled_on}
    exec(taken.program, names)  # noqa: S102 (our own text is what is tested)
    return names["model"]


FAMILIES = {
    "gaussian": 4.0,
    "laplacian": 0.3,
    "matern32": 3.0,
    "matern52": 2.0,
    "rational_quadratic": 1.5,
    "polynomial": 2.0,
    "linear": float("nan"),
    "cosine": float("nan"),
}
OPTIONS = {"rational_quadratic": {"alpha": 0.7}}


@pytest.mark.parametrize("kernel", FAMILIES)
@pytest.mark.parametrize("preprocessing", ["standardise", "minmax", "none"])
def test_ridge_regression_predicts_as_the_sweep_did(kernel, preprocessing):
    dataset = small("regression", gaps=preprocessing != "none")
    if preprocessing == "none":
        dataset = replace(dataset, X=dataset.X / 3000)
    config = SweepConfig(
        dataset="small",
        learner="krr",
        candidates=(Candidates(kernel, options=OPTIONS.get(kernel, {})),),
        preprocessing=preprocessing,
    )
    at = Cursor(1, kernel, FAMILIES[kernel], 1e-2)
    f, split = by_the_sweep(config, dataset, at)
    taken = take_along(config, dataset, at)
    X_test = dataset.X[split.test]
    assert taken.meaning == "It predicts the target."
    assert_allclose(taken.fitted.predict(X_test), f, **AS_THE_SWEEP)
    assert_allclose(line_alone(taken).predict(X_test), taken.fitted.predict(X_test), **AS_THE_SWEEP)


@pytest.mark.parametrize("kernel", FAMILIES)
def test_machines_decide_as_the_sweep_did(kernel):
    dataset = small()
    config = SweepConfig(
        dataset="small",
        learner="svm",
        candidates=(Candidates(kernel, options=OPTIONS.get(kernel, {})),),
    )
    at = Cursor(0, kernel, FAMILIES[kernel], 0.05)
    f, split = by_the_sweep(config, dataset, at)
    taken = take_along(config, dataset, at)
    X_test = dataset.X[split.test]
    # scikit-learn divides the points by their lengths and not K: the solver then stops elsewhere
    close = {"rtol": 1e-5, "atol": 1e-5} if kernel == "cosine" else AS_THE_SWEEP
    assert_allclose(taken.fitted.decision_function(X_test), f, **close)
    names = np.array(dataset.class_names)[(f > 0).astype(int)]
    assert_array_equal(line_alone(taken).predict(X_test), names)
    assert taken.meaning == "It predicts one of 'no', 'yes'."


@pytest.mark.parametrize("learner", ["krr", "lssvm"])
@pytest.mark.parametrize("kernel", FAMILIES)
def test_least_squares_decide_as_the_sweep_did(kernel, learner):
    dataset = small(gaps=True)
    config = SweepConfig(
        dataset="small",
        learner=learner,
        candidates=(Candidates(kernel, options=OPTIONS.get(kernel, {})),),
    )
    at = Cursor(0, kernel, FAMILIES[kernel], 0.05)
    f, split = by_the_sweep(config, dataset, at)
    taken = take_along(config, dataset, at)
    model = line_alone(taken)
    assert "value of the fit: above 0 means yes" in taken.meaning or learner == "lssvm"
    found = (model.predict if learner == "krr" else model.decision_function)(dataset.X[split.test])
    assert_allclose(found, f, **AS_THE_SWEEP)


COMBINED = {
    "a sum": KERNELS["gaussian"] + 0.5 * KERNELS["linear"],
    "a product": 2 * KERNELS["laplacian"].at(c=0.1) * KERNELS["gaussian"],
    "fixed": KERNELS["gaussian"].at(gamma=0.5) + KERNELS["polynomial"].at(degree=2),
    "an object": own_kernel(RBF(2.0)),
    "a sum with an object": KERNELS["gaussian"] + own_kernel(Matern(1.5, nu=1.5)),
    "an object with a grid": own_kernel(RBF(1.0), parameter="length_scale"),
}


@pytest.mark.parametrize(
    ("name", "learner"),
    mostly_at_night(
        product(COMBINED, ("krr", "lssvm", "svm")),
        lambda case: case[1] == "krr" or case[0] == "a sum with an object",
    ),
)
def test_a_combined_kernel_is_taken_along_whole(tmp_path, name, learner):
    dataset, kernel = small(), COMBINED[name]
    family = Candidates(kernel, (4.0,)) if "grid" in name else Candidates(kernel)
    config = SweepConfig(dataset="small", learner=learner, candidates=(family,))
    at = Cursor(0, kernel.name, 4.0 if kernel.parameters else float("nan"), 0.05)
    f, split = by_the_sweep(config, dataset, at)
    taken = take_along(config, dataset, at)
    for model in (line_alone(taken), read_again(taken.save(tmp_path / "m"))):
        values = model.predict if learner == "krr" else model.decision_function
        assert_allclose(values(dataset.X[split.test]), f, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("part", [lambda X, Z: (X @ Z.T) ** 2, RBF(1.0) + WhiteKernel(0.1)])
def test_a_kernel_with_a_function_or_noise_in_it_is_said_to_be_none_of_scikit_learn(part):
    kernel = KERNELS["gaussian"] + own_kernel(part)
    config = SweepConfig(dataset="small", learner="krr", candidates=(Candidates(kernel),))
    with pytest.raises(KselectError, match=r"like this one.*kernel='precomputed'"):
        take_along(config, small(), Cursor(0, kernel.name, 4.0, 0.05))


@pytest.mark.parametrize("learner", ["krr", "lssvm", "svm"])
@pytest.mark.parametrize("kernel", ["gaussian", "laplacian", "rational_quadratic", "cosine"])
def test_a_file_predicts(tmp_path, learner, kernel):
    dataset = small()
    config = SweepConfig(
        dataset="small",
        learner=learner,
        candidates=(Candidates(kernel, options=OPTIONS.get(kernel, {})),),
    )
    taken = take_along(config, dataset, Cursor(0, kernel, FAMILIES[kernel], 0.05))
    loaded = read_again(taken.save(tmp_path / "model.skops"))
    found, expected = loaded.predict(dataset.X), taken.fitted.predict(dataset.X)
    (assert_allclose if learner == "krr" else assert_array_equal)(found, expected)


IN_ANOTHER = """
import pickle, sys
from pathlib import Path
import numpy as np
import skops.io

X = np.load("X.npy")
for name in ("svm", "krr"):
    np.save(f"{name}.npy", skops.io.load(f"{name}.skops").predict(X))
assert "kselect_core" not in sys.modules
for name in ("ridge", "machine"):
    np.save(f"{name}.npy", pickle.loads(Path(f"{name}.pickle").read_bytes()).predict(X))
"""


def test_files_predict_in_another_process_and_need_no_kselect_there(tmp_path):
    dataset = small()
    X, expected = dataset.X, {}
    np.save(tmp_path / "X.npy", X)
    for learner in ("svm", "krr"):
        families = (Candidates("gaussian"),)
        config = SweepConfig(dataset="small", learner=learner, candidates=families)
        taken = take_along(config, dataset, Cursor(0, "gaussian", 4.0, 0.05))
        taken.save(tmp_path / f"{learner}.skops")
        expected[learner] = taken.fitted.predict(X)
    for name, kind in (("ridge", KernelRidgeSearch), ("machine", SVCSearch)):
        search = kind(KERNELS["matern32"], param_grid={"c": [0.1], kind.strength: [1.0]})
        search.fit(X, dataset.y)
        (tmp_path / f"{name}.pickle").write_bytes(pickle.dumps(search))
        expected[name] = search.predict(X)
    words = [sys.executable, "-c", IN_ANOTHER]
    subprocess.run(words, cwd=tmp_path, check=True, env=os.environ | {"PYTHONPATH": str(HERE)})
    for name, f in expected.items():
        found = np.load(tmp_path / f"{name}.npy")
        (assert_array_equal if f.dtype.kind in "UO" else assert_allclose)(found, f)


@pytest.mark.parametrize("kernel", FAMILIES)
def test_machines_of_several_classes_err_as_often_as_in_the_sweep(kernel):
    dataset = small("several")
    family = Candidates(kernel, options=OPTIONS.get(kernel, {}))
    family = replace(family, values=(FAMILIES[kernel],)) if family.points[0] > 0 else family
    config = SweepConfig(
        dataset="small", learner="svm", candidates=(family,), C=(1.0, 30.0), criteria=("ckta",)
    )
    table = run_sweep(config, dataset=dataset)
    rows = table[(table["quantity"] == "test_error") & (table["split"] == 1)]
    assert len(rows) == 2
    test = Setup.of(config, dataset).rows(1).test
    truth = np.array(dataset.class_names)[dataset.y[test]]
    for row in rows.to_dict("records"):
        found = take_along(config, dataset, row).fitted.predict(dataset.X[test])
        assert row["value"] == pytest.approx(np.mean(found != truth), abs=1e-12)


def test_several_classes_by_machines_and_one_pair_of_them():
    dataset = small("several")
    svm = SweepConfig(dataset="small", learner="svm", candidates=(Candidates("gaussian"),))
    at = Cursor(0, "gaussian", 4.0, 0.05)
    assert set(take_along(svm, dataset, at).fitted.predict(dataset.X)) <= {"0", "1", "2"}
    krr = SweepConfig(dataset="small", learner="krr", candidates=(Candidates("gaussian"),))
    with pytest.raises(KselectError, match=r"3 classes.*pair="):
        take_along(krr, dataset, at)
    pair = replace(krr, pair=("0", "2"))
    f, split = by_the_sweep(pair, dataset, at)
    taken = take_along(pair, dataset, at)
    assert taken.classes == ("0", "2")
    for model in (taken.fitted, line_alone(taken)):
        assert_allclose(model.predict(dataset.X[split.test]), f, **AS_THE_SWEEP)
    rest = replace(krr, positive="1")
    f, split = by_the_sweep(rest, dataset, at)
    found = take_along(rest, dataset, at).fitted.predict(dataset.X[split.test])
    assert_allclose(found, f, **AS_THE_SWEEP)


@pytest.mark.parametrize("learner", ["svm", "krr", "lssvm"])
def test_of_gram_matrices_the_chosen_one_is_learnt(learner):
    points = small()
    near = {f"K{k}": KERNELS["gaussian"](points.X / 1000, gamma=10.0**k) for k in (-1, 0)}
    labels = np.array(points.class_names)[(points.y > 0).astype(int)]
    dataset = Dataset.from_gram(near, labels)
    config = SweepConfig(
        dataset=dataset.name,
        learner=learner,
        candidates=Candidates("precomputed", dataset.grid),
        preprocessing="none",
    )
    at = Cursor(0, "precomputed", 2.0, 0.05)
    f, split = by_the_sweep(config, dataset, at)
    taken = take_along(config, dataset, at)
    assert_array_equal(taken.X, near["K0"][np.ix_(split.train, split.train)])
    new, model = near["K0"][np.ix_(split.test, split.train)], line_alone(taken)
    found = (model.predict if learner == "krr" else model.decision_function)(new)
    assert_allclose(found, f, **AS_THE_SWEEP)
    assert f"kernel values with the {len(taken.y)} points" in taken.meaning


def test_test_points_of_gram_matrices_are_no_gaps_to_fill():
    points = small()
    K = KERNELS["gaussian"](points.X / 1000, gamma=0.1)
    dataset = Dataset.from_gram(
        K[:-10, :-10], points.y[:-10], test=K[-10:, :-10], y_test=points.y[-10:]
    )
    config = SweepConfig(
        dataset=dataset.name,
        candidates=Candidates("precomputed", dataset.grid),
        preprocessing="none",
        split="given",
    )
    taken = take_along(config, dataset, Cursor(0, "precomputed", 1.0, 0.05))
    assert taken.line.startswith("KernelRidge(")
    assert not taken.remark  # it decides as the sweep does at the test points


def test_a_row_of_the_choices_is_a_place():
    config = SweepConfig(dataset="small", learner="krr", lambdas=(0.01, 0.1), repeats=2)
    dataset = small()
    pick = choices(run_sweep(config, dataset=dataset), config).query("scope == 'joint'").iloc[-1]
    taken = take_along(config, dataset, pick)
    at = Cursor(1, pick["kernel"], pick["parameter"], pick["lambda"])
    assert taken.line == take_along(config, dataset, at).line


def test_what_scikit_learn_does_not_have_is_said():
    iterated = SweepConfig(dataset="moons", learner="krr", candidates=(Candidates("iterated"),))
    moons = load_dataset("moons")
    with pytest.raises(KselectError, match=r"no iterated kernel.*kernel='precomputed'"):
        take_along(iterated, moons, Cursor(0, "iterated", 2.0, 0.1))
    numbers = SweepConfig(dataset="small", learner="lssvm", candidates=(Candidates("linear"),))
    with pytest.raises(KselectError, match="close to it"):
        take_along(numbers, small("regression"), Cursor(0, "linear", float("nan"), 0.1))


def test_a_learner_on_landmarks_is_another_one():
    config = SweepConfig(dataset="moons", learner="krr", engine="landmarks", landmarks=20)
    with pytest.raises(KselectError, match=r"on 20 landmarks.*Nystroem"):
        take_along(config, load_dataset("moons"), Cursor(0, "gaussian", 1.0, 0.1))


def test_without_skops_the_way_is_named(monkeypatch):
    config = SweepConfig(dataset="small", learner="krr", candidates=(Candidates("linear"),))
    taken = take_along(config, small(), Cursor(0, "linear", float("nan"), 0.1))

    monkeypatch.setattr("kselect_core.estimators.taken.model.find_spec", lambda _: None)
    with pytest.raises(KselectError, match=re.escape(adding("models"))):
        taken.dumped()


def test_one_strength_in_every_convention():
    found = strength(200, lam=0.01)
    assert found == (0.01, 2.0, 2.0, 0.25, 0.5, 2.0)
    for name, value in found._asdict().items():
        assert strength(200, **{name: value}) == pytest.approx(found)


def test_one_width_in_every_convention():
    found = width(two_tau=8.0)
    x, z = np.array([[0.0, 0.0]]), np.array([[1.0, 2.0]])
    (k,) = KERNELS["gaussian"](x, z, gamma=found.gamma)[0]
    assert k == pytest.approx(np.exp(-5 / (2 * found.two_tau)))
    assert k == pytest.approx(np.exp(-5 * found.tau))
    assert k == pytest.approx(np.exp(-5 / found.sigma2))
    assert k == pytest.approx(np.exp(-5 / (2 * found.length_scale**2)))
    for name, value in found._asdict().items():
        assert width(**{name: value}) == pytest.approx(found)


@pytest.mark.parametrize("given", [{}, {"lam": 1, "C": 1}, {"beta": 1}, {"lam": 0}, {"C": np.inf}])
def test_a_strength_is_given_once(given):
    with pytest.raises(InvalidParameterError):
        strength(10, **given)


@pytest.mark.parametrize("lam", [-0.01, 0.0, np.inf, np.nan, "0.1"])
def test_a_strength_that_no_fit_has_is_refused(lam):
    for learner in ("krr", "svm"):
        config = SweepConfig(dataset="moons", learner=learner, candidates=(Candidates("gaussian"),))
        with pytest.raises(InvalidParameterError, match="λ must be a finite number greater than 0"):
            take_along(config, load_dataset("moons"), Cursor(0, "gaussian", 1.0, lam))


@pytest.mark.parametrize("split", [2, -1, 0.5, "0", True])
def test_a_split_that_no_sweep_has_is_refused(split):
    config = SweepConfig(dataset="moons", repeats=2)
    row = {"split": split, "kernel": "gaussian", "parameter": 1.0, "lambda": 0.1}
    places = [Cursor(*row.values())] + [row] * (split is not True)
    for at in places:
        with pytest.raises(InvalidParameterError, match="number of the split must be a whole"):
            take_along(config, load_dataset("moons"), at)


def test_a_cost_in_place_of_lambda_is_told():
    config = SweepConfig(dataset="moons", learner="svm", C=(100.0,), candidates=("gaussian",))
    with pytest.raises(InvalidParameterError, match=r"which is 0\.005 for C = 100"):
        take_along(config, load_dataset("moons"), Cursor(0, "gaussian", 1.0, 100.0))


def test_data_of_another_name_are_told_unless_a_digest_tells_them_apart():
    config = SweepConfig(dataset="mine", candidates=("gaussian",), repeats=1, criteria=("kta",))
    at, data = Cursor(0, "gaussian", 1.0, 0.1), small()
    with pytest.warns(UserWarning, match="of 'mine', and the data given are called 'small'"):
        take_along(config, data, at)
    with pytest.warns(UserWarning, match="give both the same name"):
        run_sweep(replace(config, lambdas=(0.1,)), dataset=data)
    with pytest.warns(UserWarning, match="of 'mine', and the data given are called 'small'"):
        Workbench(config, data)
    table = run_sweep(replace(config, lambdas=(0.1,)), dataset=replace(data, name="mine"))
    with pytest.warns(UserWarning, match="of 'mine', and the data given are called 'small'"):
        views.SweepAt.of(table, config, data)
    take_along(replace(config, dataset_digest=data.digest), data, at)
    for name in ("mine", "arrays"):
        take_along(config, replace(data, name=name), at)
    take_along(replace(config, dataset="folder/small.csv"), data, at)


def test_a_file_that_cannot_be_written_is_told_in_words(tmp_path):
    config = SweepConfig(dataset="moons", candidates=("linear",))
    taken = take_along(config, load_dataset("moons"), Cursor(0, "linear", float("nan"), 0.1))
    with pytest.raises(StorageError, match=r"model\.skops cannot be written"):
        taken.save(tmp_path / "no" / "model.skops")


@pytest.mark.parametrize("value", [0.01 * 189, 0.1 * 3, 1e-3 * 455, 0.5 / 1.89, 1 / 3, 7.0, 1e-17])
def test_a_number_is_printed_with_the_fewest_digits_that_are_it_up_to_rounding(value):
    printed = shortest(value)
    assert printed == pytest.approx(value, rel=1e-15, abs=0.0)
    assert len(repr(printed)) <= len(repr(value))
    assert repr(shortest(0.01 * 189)) == "1.89"


def test_the_line_has_no_digits_that_only_a_product_made():
    settings = {"criteria": ("loo",), "lambdas": (0.01,), "repeats": 1, "test_share": 0.37}
    config, data = SweepConfig(dataset="moons", **settings), load_dataset("moons")
    assert repr(0.01 * Setup.of(config, data).n) == "1.8900000000000001"
    pick = choices(run_sweep(config), config).iloc[0]
    assert "alpha=1.89," in take_along(config, data, pick).line
