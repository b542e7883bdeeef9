"""k-fold cross-validation by the Bouligand influence function."""

from collections.abc import Iterator
from itertools import islice

import numpy as np

from kselect_core.criteria.base import Criterion, Option
from kselect_core.criteria.problem import Problem
from kselect_core.errors import UndefinedScoreError
from kselect_core.linalg import PartialSum, influence_series
from kselect_core.results.worked import Term, Worked, mean_of_folds
from kselect_core.types import Array, Float

LARGEST = 1e100
"""A mean squared error beyond it has left the numbers; K is indefinite then."""


def bif(problem: Problem, *, k: int, order: int) -> Float[Array, " L"]:
    """k-fold CV with squared loss, each fit without a fold expanded to an order, for each λ.

    The folds are those of k-fold CV, whose value is the limit of high orders.

    Source: Liu, Jiang, Liao (2014); the series for least squares is our derivation.
    Cost: O(n²L) per order after the spectrum.
    """
    means: Float[Array, " L"] = fold_errors(problem, k=k, order=order).mean(axis=0)
    if not (means <= LARGEST).all():
        raise UndefinedScoreError(
            "the series diverges: K is indefinite", np.where(means <= LARGEST, means, np.nan)
        )
    return means


def fold_errors(problem: Problem, *, k: int, order: int) -> Float[Array, "k L"]:
    """Mean squared error on each fold, to one order of the series."""
    return squared_errors(problem, next(islice(partial_sums(problem, k=k), order, None)), k=k)


def partial_sums(problem: Problem, *, k: int) -> Iterator[PartialSum]:
    """Residuals of the folds to the orders 0, 1, 2, … of the series; order 0 leaves nothing out."""
    problem.check_folds(k)
    folds = problem.folds(k)
    others = np.array([1 - problem.mu / problem.ridges(problem.n - len(fold)) for fold in folds])
    series = influence_series(problem.spectrum, problem.fit, folds, others)
    while True:
        with np.errstate(over="ignore", invalid="ignore"):
            yield next(series)


def squared_errors(problem: Problem, found: PartialSum, *, k: int) -> Float[Array, "k L"]:
    """Mean squared error on each fold of residuals to some order."""
    with np.errstate(over="ignore", invalid="ignore"):
        return np.array([np.mean(found.errors[fold] ** 2, axis=0) for fold in problem.folds(k)])


def bif_worked(problem: Problem, *, k: int, order: int) -> Worked:
    """Loss of every fold to that order; beside them order 0 and the limit."""
    orders = [
        squared_errors(problem, found, k=k)[:, 0]
        for found in islice(partial_sums(problem, k=k), order + 1)
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
    function=bif,
    worked=bif_worked,
    better="lower",
    formula=r"\frac1k\sum_V\frac1{|V|}\sum_{i\in V}\Bigl(y_i-f(x_i)-\sum_{j=1}^p"
    r"\varepsilon^jf_j(x_i)\Bigr)^2,\quad \varepsilon=-\tfrac{|V|}{n-|V|}",
    summary="k-fold CV in which every fit without a fold is approximated from the fit on all "
    "points.",
    source="Liu, Jiang, Liao (2014), Efficient approximation of cross-validation for kernel "
    "methods using Bouligand influence function",
    cost="n3",
    evidence="reconstructed",
    oddity="In the limit of high orders it is exact k-fold CV, which for squared loss has a closed "
    "form and costs no more: here it is for teaching. The first order is too optimistic, most "
    "where K is narrow or the ridge small: there the series converges slowly.",
    needs=frozenset({"labels", "ridge", "spectrum", "folds"}),
    options=(
        Option("k", "k", 5, low=2, high=1000, whole=True, help="number of folds"),
        Option(
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
