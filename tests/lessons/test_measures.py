"""Numbers of spectra, machines, bounds and shuffles, each against what it is by definition."""

from collections.abc import Callable

import numpy as np
import pytest
from sklearn.svm import SVC

from kselect_core import views
from kselect_core.lessons import Scene, Stage, Step
from kselect_core.lessons.facts import holds, names_of, value_of
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.parts import Candidates
from kselect_core.types import Array, Float

WIDTHS = Candidates("gaussian", (2.0**-4, 0.5, 4.0), "2tau")
HERE, LAM = 0.5, 0.01
PRINTED = ("sm", {"normalisation": "printed"})
Number = Callable[[str], float]


@pytest.fixture(scope="module")
def scene() -> Scene:
    """Xor by kernel ridge regression at the middle kernel."""
    config = SweepConfig(
        dataset="xor",
        candidates=(WIDTHS,),
        lambdas=(1e-4, LAM, 1.0),
        criteria=(PRINTED, "sm", "pep", "loo", ("kfold", {"loss": "error"}), ("ks", {"eta": 32})),
        test_share=0.8,
        repeats=3,
    )
    step = Step("", "", 1, sweep="xor", parameter=HERE, lam=LAM, split=1)
    return Scene(step, Stage.of(config))


@pytest.fixture
def number(scene: Scene) -> Number:
    return lambda fact: value_of(fact, scene).number


def matrix(scene: Scene, width: float) -> Float[Array, "n n"]:
    """Return the kernel matrix of the first split, from its definition."""
    X = scene.at.bench(0).split.X_train
    return np.exp(-((X[:, None] - X[None]) ** 2).sum(axis=2) / (2 * width))


def labels(scene: Scene) -> Float[Array, " n"]:
    y: Array = scene.at.bench(0).split.problem.y
    return y


@pytest.mark.parametrize("width", [2.0**-4, 0.5, 4.0])
def test_where_the_labels_lie(scene: Scene, number: Number, width: float) -> None:
    sigma, Q = np.linalg.eigh(matrix(scene, width))
    sigma, Q, y = sigma[::-1], Q[:, ::-1], labels(scene)
    share = (Q.T @ y) ** 2 / (y @ y)
    most = int(share.argmax())
    assert number(f"label vector at {width}") == most + 1
    assert number(f"label vector share at {width}") == pytest.approx(share[most])
    assert number(f"label eigenvalue at {width}") == pytest.approx(sigma[most])
    assert number(f"first vector share at {width}") == pytest.approx(share[0], abs=1e-12)
    assert number(f"first eigenvalue share at {width}") == pytest.approx(sigma[0] / sigma.sum())


def test_how_many_eigenvectors_hold_the_labels(scene: Scene, number: Number) -> None:
    """Where no eigenvalues are equal, as in the narrow kernel."""
    Q = np.linalg.eigh(matrix(scene, 2.0**-4))[1][:, ::-1]
    held = ((Q.T @ labels(scene)) ** 2).cumsum() / len(Q)
    assert number("label eigenvectors at 0.0625") == 1 + int((held < 0.95).sum())


def test_ridge_is_n_lambda_and_follows_another_lambda(scene: Scene, number: Number) -> None:
    n = len(labels(scene))
    assert number("ridge") == pytest.approx(n * LAM)
    assert number("ridge with lambda 1") == pytest.approx(n)
    sigma = np.linalg.eigvalsh(matrix(scene, HERE))
    expected = float((sigma / (sigma + n)).sum())
    assert number("effective dimension with lambda 1") == pytest.approx(expected)
    assert number("test error with lambda 1e-4") != number("test error with lambda 1")


def test_a_point_that_leaves(scene: Scene, number: Number) -> None:
    K = matrix(scene, HERE)
    lost, shifts, wrong = [], [], []
    for i in range(len(K)):
        without = K.copy()
        without[i], without[:, i] = 0.0, 0.0
        lost.append(np.linalg.norm(K - without, 2))
        shifts.append((np.linalg.eigvalsh(K) - np.linalg.eigvalsh(without)).sum())
        sigma, Q = np.linalg.eigh(K)
        slope = Q[i] ** 2 * (2 * sigma - K[i, i])
        wrong.append(int((slope < -1e-10).sum()))
    strongest = int(np.argmax(lost))
    assert number("largest norm") == pytest.approx(max(lost))
    assert number("smallest norm") == pytest.approx(min(lost))
    assert number("total shift") == pytest.approx(shifts[strongest])
    assert number("wrong signs") == pytest.approx(wrong[strongest], abs=1)
    assert number("grown eigenvalues") == 0


def test_bounds_beside_what_they_bound(scene: Scene, number: Number) -> None:
    at = views.BoundsAt(*scene.where)
    risk = next(one for one in at.bounds if one.about == "risk")
    spread = next(one for one in at.bounds if one.about == "variance")
    assert number("bound") == risk.proved
    assert number("bounded loss") == at.seen(risk)
    assert number("variance bound") == spread.proved
    assert number("variance") == at.seen(spread)
    assert number("change") == at.numbers.change
    assert number("bounds") == len(at.bounds)
    assert number("useful bounds") == sum(one.says(one.proved) for one in at.bounds)


@pytest.mark.parametrize(
    ("fact", "quantity"),
    [("spread at 4", "test_error"), ("value spread of LOO at 4", "loo")],
)
def test_spreads_are_standard_deviations_over_the_splits(
    scene: Scene, number: Number, fact: str, quantity: str
) -> None:
    table = scene.stage.table
    rows = table[(table["quantity"] == quantity) & (table["parameter"] == 4.0)]
    values = rows[rows["lambda"] == LAM]["value"]
    assert len(values) == 3
    assert number(fact) == pytest.approx(float(np.std(values, ddof=1)))


def test_best_strength_has_the_lowest_error_of_its_kernel(scene: Scene, number: Number) -> None:
    errors = {lam: number(f"test error with lambda {lam}") for lam in scene.at.config.lambdas}
    assert errors[number("best strength")] == min(errors.values())


def test_shuffles_after_which_a_choice_stays(number: Number) -> None:
    assert number("shuffles kept of PEP") == 10, "it does not see the labels"
    assert number("shuffles kept of LOO") < 10


def test_best_value_is_that_of_the_choice(number: Number) -> None:
    lowest = min(number(f"value of LOO at {width}") for width in WIDTHS.points)
    assert number("best value of LOO") == pytest.approx(lowest)


def test_shares_of_errors_are_percentages(scene: Scene) -> None:
    assert value_of("value of 5-fold CV (0/1)", scene).text.endswith(" %")
    assert not value_of("value of LOO", scene).text.endswith("%")


def test_a_criterion_by_its_key_is_the_one_without_options(scene: Scene) -> None:
    names = names_of(scene.at.config)
    assert names["sm"] == "sm"
    assert names["sm (printed)"] == "sm(normalisation=printed)"


def test_a_name_in_a_claim_may_have_a_sign_in_brackets(scene: Scene) -> None:
    true, _ = holds("regret of KS (eta = 32.0) >= 0", scene)
    assert true


def test_support_vectors_of_a_machine() -> None:
    config = SweepConfig(
        dataset="xor", learner="svm", candidates=(WIDTHS,), C=(0.1, 10.0),
        criteria=("svm_loo", "stab", "xi_alpha"), test_share=0.8, repeats=1,
    )  # fmt: skip
    scene = Scene(Step("", "", 1, sweep="xor", parameter=HERE, lam=10.0, split=1), Stage.of(config))
    K, y = matrix(scene, HERE), labels(scene)
    for C in (0.1, 10.0):
        fitted = SVC(C=C, kernel="precomputed", tol=1e-10).fit(K, y)
        support = value_of(f"support vectors with C {C}", scene).number
        assert support == len(fitted.support_)
        bounded = int((np.abs(fitted.dual_coef_) > C * (1 - 1e-6)).sum())
        assert value_of(f"bounded support vectors with C {C}", scene).number == bounded
        share = value_of(f"support vector share with C {C}", scene).number
        assert share == pytest.approx(support / len(y))
    assert value_of("value of STAB", scene).unit == ""
    assert value_of("value of ξα", scene).unit == " %", "a share of points"
    blocks = views.MachineAt(*scene.where).blocks
    assert value_of("changed predictions", scene).number == blocks.share.mean()
