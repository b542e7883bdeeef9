"""Every criterion has a number or a named reason on every awkward problem, and never a warning."""

import itertools

import numpy as np
import pytest

from kselect_core.criteria import CRITERIA, KernelFact, Problem
from kselect_core.errors import KselectError, UndefinedScoreError
from kselect_core.kernels import KERNELS
from tests.collection import mostly_at_night
from tests.criteria import definitions as d

RNG = np.random.default_rng(0)
X = RNG.standard_normal((24, 2))
Y = np.where(X[:, 0] + 0.3 * RNG.standard_normal(24) > 0, 1.0, -1.0)
ONE_EACH = np.array([1.0, -1.0])

SAMPLES = {
    "plain": (X, Y),
    "duplicates": (np.repeat(X[:6], 4, axis=0), np.repeat(Y[:6], 4)),
    "duplicates with both labels": (np.repeat(X[:12], 2, axis=0), np.tile([1.0, -1.0], 12)),
    "all points equal": (np.ones((24, 2)), Y),
    "constant column": (np.c_[X, np.full(24, 7.0)], Y),
    "one column": (X[:, :1], Y),
    "two points": (X[:2], ONE_EACH),
    "two equal points": (X[[0, 0]], ONE_EACH),
    "two points of one class": (X[:2], np.ones(2)),
    "one point in a class": (X, np.where(np.arange(24) == 3, 1.0, -1.0)),
    "two points in a class": (X, np.where(np.arange(24) < 2, 1.0, -1.0)),
    "one class": (X, np.ones(24)),
    "offset": (X + 1e8, Y),
    "centred": (X - X.mean(axis=0), Y),
    "large unit": (1e8 * X, Y),
    "small unit": (1e-8 * X, Y),
    "regression": (X, X[:, 0] ** 2),
    "constant targets": (X, np.full(24, 0.1)),
    "targets near a constant": (X, 1e8 + X[:, 0]),
    "targets of zero": (X, np.zeros(24)),
}
RATES = ("laplacian", "matern32", "matern52")
LAMBDAS = np.array([1e-300, 1e-12, 1e-6, 1.0, 1e6, 1e300])
BY_DAY = (
    ("krr", "n_lambda"),
    ("lssvm", "lambda"),
)  # one of both learners and one of both ridges each
AT_NIGHT = (("krr", "lambda"), ("lssvm", "n_lambda"))

every_sample = pytest.mark.parametrize("sample", SAMPLES)
every_kernel = pytest.mark.parametrize("name", KERNELS)


def kernels(name, points):
    """Parameters from far too narrow to far too wide for the points."""
    apart = np.linalg.norm(points[:, None] - points[None], axis=-1)
    median = np.median(apart[apart > 0]) if (apart > 0).any() else 1.0
    widths = median * np.array([1e-12, 1e-6, 1e-2, 1.0, 1e2, 1e6, 1e12])
    return {
        "gaussian": [{"gamma": 1 / width**2} for width in widths],
        **{key: [{"c": 1 / width} for width in widths] for key in RATES},
        "rational_quadratic": [{"gamma": 1 / width**2} for width in widths],
        "cosine": [{}],
        "polynomial": [
            {"degree": degree, "normalised": normalised}
            for degree in (1, 3, 50)
            for normalised in (False, True)
        ],
        "linear": [{}],
        "iterated": [{"steps": 20, "at": 1 / width} for width in widths]
        + [{"steps": 1, "at": 1 / median}],
    }[name]


def matrices(name, points):
    for parameters in kernels(name, points):
        K = KERNELS[name](points, **parameters)
        if np.isfinite(K).all() and np.abs(K).max() <= 1e150:
            yield parameters, K
        else:
            assert name == "polynomial"
            with pytest.raises(KselectError, match="use a lower degree or the normalised kernel"):
                Problem(K, np.ones(len(K)), [1.0])


def choices(criterion):
    """Every combination of the worded options, with few folds."""
    worded = {option.name: option.choices for option in criterion.options if option.choices}
    few = {"k": (2,)} if any(option.name == "k" for option in criterion.options) else {}
    space = {**worded, **few}
    for values in itertools.product(*space.values()):
        yield dict(zip(space, values, strict=True))


def check(criterion, problem, options):
    worst = np.inf if criterion.better == "lower" else -np.inf
    try:
        value = criterion.score(problem, **options)
    except UndefinedScoreError as undefined:
        reason, value = undefined.reason, undefined.values
        value = np.full(len(LAMBDAS), np.nan) if value is None else value
    else:
        reason = ""
    assert value.shape == LAMBDAS.shape
    assert np.isnan(value).any() == (len(reason) > 10)
    value = value[~np.isnan(value)]
    assert (np.isfinite(value) | (value == worst)).all(), (criterion.name, options, value)
    if criterion.name not in ("kta", "ckta", "hsic", "polarisation", "sm", "sm_hinge", "br", "lml"):
        assert (value >= 0).all(), (criterion.name, options, value)


def by_day(case):
    """Every sample with one kernel and every kernel with half of the samples, one rate of three."""
    sample, name = case
    row = [*SAMPLES].index(sample) + [*KERNELS].index(name)
    return name == "gaussian" or (name not in RATES[1:] and row % 2 == 0)


@pytest.mark.parametrize("fits", [BY_DAY, pytest.param(AT_NIGHT, marks=pytest.mark.nightly)])
@pytest.mark.parametrize(
    ("sample", "name"), mostly_at_night(itertools.product(SAMPLES, KERNELS), by_day)
)
def test_a_number_or_a_reason_and_no_warning(sample, name, fits):
    points, y = SAMPLES[sample]
    for parameters, K in matrices(name, points):
        fact = KernelFact.of_sample(points).of_kernel(name, parameters)
        for learner, ridge in fits:
            problem = Problem(K, y, LAMBDAS, learner=learner, ridge=ridge, kernel=fact)
            for criterion in d.JUDGES.values():
                for options in choices(criterion):
                    check(criterion, problem, options)


def test_by_night_all_learners_have_had_all_ridges():
    assert {*BY_DAY, *AT_NIGHT} == set(itertools.product(d.LEARNERS, d.RIDGES))


@every_kernel
def test_large_problems_have_a_number_or_a_reason_as_well(name):
    rng = np.random.default_rng(1)
    points = np.repeat(rng.standard_normal((70, 2)), 3, axis=0)
    y = np.where(points[:, 0] + 0.3 * rng.standard_normal(210) > 0, 1.0, -1.0)
    for _, K in matrices(name, points):
        for learner in d.LEARNERS:
            problem = Problem(K, y, LAMBDAS, learner=learner)
            for key in ("kfold", "ks"):
                for options in choices(CRITERIA[key]):
                    check(CRITERIA[key], problem, options)


@pytest.mark.parametrize("scale", [1e-150, 1e-20, 1e20, 1e140])
@pytest.mark.parametrize("learner", d.LEARNERS)
def test_any_unit_of_the_kernel_has_a_number_or_a_reason(scale, learner):
    K = scale * KERNELS["gaussian"](X, gamma=0.5)
    problem = Problem(K, Y, LAMBDAS, learner=learner)
    for criterion in d.JUDGES.values():
        for options in choices(criterion):
            check(criterion, problem, options)


@pytest.mark.parametrize("K", [np.zeros((24, 24)), np.ones((24, 24)), np.eye(24), -np.eye(24)])
@pytest.mark.parametrize("learner", d.LEARNERS)
def test_degenerate_matrices_have_a_number_or_a_reason(K, learner):
    problem = Problem(K, Y, LAMBDAS, learner=learner)
    for criterion in d.JUDGES.values():
        for options in choices(criterion):
            check(criterion, problem, options)
