"""Cross-validation by the Bouligand influence function, order by order, beside its exact value."""

from itertools import islice
from time import perf_counter
from typing import NamedTuple

import numpy as np

from kselect_core.criteria import Problem
from kselect_core.criteria.left_out.bif import fastest, partial_sums, squared_errors, suspicion
from kselect_core.errors import InvalidParameterError, UndefinedScoreError
from kselect_core.linalg.fits.smoother import block_residuals, smoother
from kselect_core.linalg.machine.threads import one_blas_thread
from kselect_core.selection.places.cursor import Cursor, Workbench
from kselect_core.types import Array, Float, Int

ORDERS = 40
"""Highest order that is shown unless asked otherwise."""

MOST_ORDERS = 200

PER_CUBE, PER_SQUARE = 1.3e-10, 1.2e-7
"""Seconds of one eigendecomposition per n³, and of all orders and the exact value per n²."""

TINY = 1e-200
"""Terms below it no longer tell how fast the series falls."""

BELOW_ONE = float(np.nextafter(1.0, 0.0))
"""Largest factor of a series that converges, which rounding may hide."""


class Approximation(NamedTuple):
    """Approximated k-fold CV at one kernel and one λ for the orders 0, 1, …; 0 leaves nothing out.

    ``rate`` is the factor from one term to the next at high orders, in the slowest fold: the series
    converges below 1. ``cause`` says why it might not, "" where it must. ``work`` counts the
    multiplications up to each order after the eigendecomposition that all share, ``exact_work``
    those of the exact value; ``seconds`` are the times of all orders and of the exact value, after
    it.
    """

    n: int
    k: int
    means: Float[Array, " p"]
    exact: float
    rate: float
    cause: str
    work: Float[Array, " p"]
    exact_work: float
    seconds: tuple[float, float]

    @property
    def orders(self) -> Int[Array, " p"]:
        """Orders of the approximations."""
        return np.arange(len(self.means))

    @property
    def errors(self) -> Float[Array, " p"]:
        """Distance from the exact value, as a share of it; the distance itself where that is 0."""
        distance: Float[Array, " p"] = np.abs(self.means - self.exact)
        return distance / self.exact if self.exact > 0 else distance

    @property
    def converges(self) -> bool:
        """Whether the series has a limit."""
        return self.rate < 1


def approximation(problem: Problem, *, k: int = 5, orders: int = ORDERS) -> Approximation:
    """Approximations of k-fold CV up to an order, for the single λ of a least-squares problem.

    Cost: one eigendecomposition, then O(n²) per order, and O(n³/k) for the exact value.
    """
    if len(problem.lambdas) != 1:
        raise InvalidParameterError("Approximate CV", "λ", "a single value", problem.lambdas)
    if isinstance(orders, bool) or orders not in range(1, MOST_ORDERS + 1):
        allowed = f"a whole number from 1 to {MOST_ORDERS}"
        raise InvalidParameterError("Approximate CV", "the highest order", allowed, orders)
    if problem.learner == "svm":
        raise UndefinedScoreError("the series is for least squares, not for machines")
    _ = problem.spectrum, problem.fit
    started = perf_counter()
    sums = list(islice(partial_sums(problem, k=k), orders + 1))
    folds = problem.folds(k)
    means = np.array([squared_errors(problem, one, k=k).mean() for one in sums])
    summed = perf_counter()
    exact = _exact(problem, folds)  # once before it is timed: a first call loads and allocates
    began = perf_counter()
    exact = _exact(problem, folds)
    ended = perf_counter()
    cause = suspicion(problem, k)
    counts = np.array([len(fold) for fold in folds], dtype=np.float64)
    n = float(problem.n)
    return Approximation(
        problem.n,
        k,
        means,
        exact,
        _growth(problem, k) if cause else _rate(np.array([one.sizes[:, 0] for one in sums])),
        cause,
        (1 + np.arange(len(means))) * 2 * n**2,
        float((n * counts**2 + counts**3 / 3).sum()),
        (summed - started, ended - began),
    )


def approximation_on(bench: Workbench, cursor: Cursor, *, k: int = 5) -> Approximation:
    """Approximations of k-fold CV at a point of a split that is prepared already."""
    with one_blas_thread():
        return approximation(bench.decomposed(cursor), k=k)


def seconds_needed(n: int) -> float:
    """Seconds that all orders and the exact value on n training points take, about."""
    return PER_CUBE * n**3 + PER_SQUARE * n**2


def _exact(problem: Problem, folds: tuple[Array, ...]) -> float:
    """k-fold CV by the block formula: exact to rounding, unlike runs that stop early."""
    losses = []
    for fold in folds:
        mu = problem.ridges(problem.n - len(fold))
        fit = smoother(problem.spectrum, problem.y, mu, bias=problem.bias)
        losses.append(np.mean(block_residuals(problem.spectrum, fit, fold) ** 2))
    return float(np.mean(losses))


def _growth(problem: Problem, k: int) -> float:
    """Factor from one term to the next in the end, where it may reach 1; 0 where there are none."""
    if not problem.fit.residuals.any():
        return 0.0
    return fastest(problem, k, 0)


def _rate(sizes: Float[Array, "p k"]) -> float:
    """The same of a series that converges for certain, at the last order it can be told."""
    rates = [0.0]
    for norms in sizes.T:
        telling = norms[np.isfinite(norms) & (norms > TINY)]
        if len(telling) > 1:
            rates.append(float(telling[-1] / telling[-2]))
    return min(max(rates), BELOW_ONE)
