"""k-fold cross-validation by the Bouligand influence function."""

from bisect import bisect_left
from collections.abc import Iterator
from itertools import islice

import numpy as np

from kselect_core.criteria.base import FOLDS, Criterion
from kselect_core.criteria.problems.least_squares import FEWEST_FOLDS, Problem
from kselect_core.errors import UndefinedScoreError
from kselect_core.linalg.fits.influence_series import PartialSum, growth, influence_series
from kselect_core.parameters import Parameter
from kselect_core.results.worked import Term, Worked, mean_of_folds
from kselect_core.types import Array, Bool, Float


def bif(problem: Problem, *, k: int, order: int) -> Float[Array, " L"]:
    """k-fold CV with squared loss, each fit without a fold expanded to an order, for each λ.

    The folds are those of k-fold CV, whose value is the limit of high orders. A series that
    diverges has its first order, the influence function itself, and no other.

    Source: Liu, Jiang, Liao (2014); the series for least squares is our derivation.
    Cost: O(n²L) per order after the spectrum.
    """
    partial = next(islice(partial_sums(problem, k=k), order, None))
    means: Float[Array, " L"] = squared_errors(problem, partial, k=k).mean(axis=0)
    grows = diverging(problem, k) if order > 1 else np.zeros(len(means), dtype=bool)
    if not grows.any():
        return means
    worst = fastest(problem, k, int(np.argmin(np.where(grows, problem.mu, np.inf))))
    more = "order 1, k ≥ 3, a larger λ" if k == FEWEST_FOLDS else "order 1, a larger λ"
    raise UndefinedScoreError(
        f"the series diverges: {suspicion(problem, k)}. Its terms grow by a factor of up to "
        f"{worst:.3g} per order; use {more} or exact k-fold CV",
        np.where(grows, np.nan, means),
    )


def suspicion(problem: Problem, k: int) -> str:
    """Why the series might diverge; "" where it converges for certain.

    It does where K is positive semi-definite and no fold is larger than the rest, or the ridge of
    a fit does not grow with its points.
    """
    n, largest = problem.n, max(len(fold) for fold in problem.folds(k))
    causes = ["K is indefinite"] if problem.spectrum.indefinite else []
    if problem.ridge == "n_lambda" and 2 * largest > n:
        causes.append(f"a fold has {largest} of the {n} points, more than the rest")
    return " and ".join(causes)


def diverging(problem: Problem, k: int) -> Bool[Array, " L"]:
    """For which λ the series has no limit.

    Cost: O(n³) per fold and λ where K is indefinite; otherwise a larger λ makes terms smaller, and
    log L ridges of one fold decide.
    """
    L = len(problem.mu)
    if not suspicion(problem, k):
        return np.zeros(L, dtype=bool)
    if problem.spectrum.indefinite:
        return np.array([fastest(problem, k, ridge) >= 1 for ridge in range(L)])
    ascending = np.argsort(problem.mu, kind="stable")
    first = bisect_left(ascending, True, key=lambda ridge: fastest(problem, k, int(ridge)) < 1)  # noqa: FBT003 (what is looked for)
    return np.isin(np.arange(L), ascending[:first])


def fastest(problem: Problem, k: int, ridge: int) -> float:
    """Factor by which terms grow or shrink in the end, in the fold where it is largest, at one λ.

    Folds that converge for certain are left out. Cost: O(n³) per fold.
    """
    others = _others(problem, k)[:, ridge]
    return max(
        growth(problem.spectrum, problem.fit, fold, float(other), ridge)
        for fold, other in zip(problem.folds(k), others, strict=True)
        if problem.spectrum.indefinite or other < -1
    )


def partial_sums(problem: Problem, *, k: int) -> Iterator[PartialSum]:
    """Residuals of the folds to the orders 0, 1, 2, … of the series; order 0 leaves nothing out."""
    problem.check_folds(k)
    others = _others(problem, k)
    series = influence_series(problem.spectrum, problem.fit, problem.folds(k), others)
    while True:
        with np.errstate(over="ignore", invalid="ignore"):
            yield next(series)


def _others(problem: Problem, k: int) -> Float[Array, "k L"]:
    """Factor on the points outside each fold: 1 − μ/μ′, with the ridge μ′ of the fit without it."""
    rests = (problem.n - len(fold) for fold in problem.folds(k))
    return np.array([1 - problem.mu / problem.ridges(rest) for rest in rests])


def squared_errors(problem: Problem, partial: PartialSum, *, k: int) -> Float[Array, "k L"]:
    """Mean squared error on each fold of residuals to some order."""
    with np.errstate(over="ignore", invalid="ignore"):
        return np.array([np.mean(partial.errors[fold] ** 2, axis=0) for fold in problem.folds(k)])


def bif_worked(problem: Problem, *, k: int, order: int) -> Worked:
    """Loss of every fold to that order; beside them order 0 and the limit."""
    orders = [
        squared_errors(problem, partial, k=k)[:, 0]
        for partial in islice(partial_sums(problem, k=k), order + 1)
    ]
    made, none = mean_of_folds(orders[-1]), orders[0].mean()
    limit = problem.cross_validation(k, "squared")
    besides = (
        *made.besides,
        Term(r"\text{order }0", float(none), "the same folds, not left out", "residuals"),
        Term(r"\text{order }\infty", float(limit[0]), "exact k-fold CV", "folds"),
    )
    return Worked(made.terms, made.template, made.combine, besides)


BIF = Criterion(
    name="bif",
    label="BIF",
    full_name="Bouligand influence function",
    style=("red", "dot", "diamond-wide"),
    function=bif,
    worked=bif_worked,
    better="lower",
    formula=r"\frac1k\sum_V\frac1{|V|}\sum_{i\in V}\Bigl(y_i-f(x_i)-\sum_{j=1}^p"
    r"\varepsilon^jf_j(x_i)\Bigr)^2,\quad \varepsilon=-\tfrac{|V|}{n-|V|}",
    summary="k-fold cross-validation without fitting again: how the fit changes without a part "
    "of the points is estimated by a series.",
    source="Liu, Jiang, Liao (2014), Efficient approximation of cross-validation for kernel "
    "methods using Bouligand influence function",
    cost="n3",
    evidence="reconstructed",
    oddity="In the limit of high orders it is exact k-fold CV, which for squared loss has a closed "
    "form and costs no more: here it is for teaching. The first order is too optimistic, most "
    "where K is narrow or the ridge small: there the series converges slowly. It can diverge where "
    "K is indefinite, or with μ = nλ where a fold is larger than the rest (k = 2 and an odd n): "
    "then orders above the first have no value.",
    needs=frozenset({"labels", "ridge", "spectrum", "folds"}),
    options=(
        FOLDS,
        Parameter(
            "order",
            "order",
            1,
            low=1,
            high=100,
            whole=True,
            help="terms of the series",
            slider=(1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100),
        ),
    ),
    invariant_to=frozenset({"scale with mu", "shift for lssvm"}),
)
