"""What the bounds are about, measured: the change without a point, the variance of k-fold CV."""

import threading
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from kselect_core.criteria import Problem
from kselect_core.criteria.problems.machine import SvmProblem
from kselect_core.errors import StoppedError, UndefinedScoreError
from kselect_core.types import Array, Float

RESAMPLES = 40
STREAM = 5
"""First spawn key of the seed that draws the resamples."""


class Variance(NamedTuple):
    """Values of k-fold CV on resamples; those that had no value were drawn again."""

    values: Float[Array, " r"]
    folds: int
    loss: str
    again: int

    @property
    def variance(self) -> float:
        """Variance of the values, with r − 1."""
        return float(np.var(self.values, ddof=1))


def largest_change(problem: Problem) -> float:
    """Largest |f(xⱼ) − fⁱ(xⱼ)| over the training points j and the point i left out of a KRR fit.

    fⁱ is the fit on the other n − 1 points with the ridge (n − 1)λ. It is at most the supremum
    over all x that theorem 1 of SPS bounds. Cost: O(n³).
    """
    if problem.learner != "krr":
        raise UndefinedScoreError("is made for kernel ridge regression")
    sigma, Q, _ = problem.spectrum
    mu = float(problem.mu[0])
    less = mu * (problem.n - 1) / problem.n
    loads = problem.y @ Q
    whole = Q @ (sigma / (sigma + mu) * loads)
    near = Q @ (sigma / (sigma + less) * loads)
    inverse = (Q / (sigma + less)) @ Q.T
    alpha = (problem.y - near) / less
    reach = np.eye(problem.n) - less * inverse  # K (K + μI)⁻¹
    without = near[:, None] - reach * (alpha / np.diag(inverse))
    return float(np.abs(whole[:, None] - without).max())


def cv_variance(
    problem: Problem,
    *,
    folds: int = 5,
    resamples: int = RESAMPLES,
    seed: int = 0,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: threading.Event | None = None,
) -> Variance:
    """k-fold CV on samples of n points drawn with replacement from those of the problem.

    The points at hand are a distribution themselves, and the theorems speak of every distribution:
    under this one the variance of CV can be measured. Squared loss for least squares, hinge loss
    for the support vector machine. A resample without a value (too few members of a class) is
    drawn again. Raises StoppedError when ``cancel`` is set.
    """
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(STREAM,)))
    values, again = list[float](), 0
    while len(values) < resamples:
        if cancel is not None and cancel.is_set():
            raise StoppedError(f"Stopped: {len(values)} of {resamples} resamples were finished.")
        rows = rng.integers(problem.n, size=problem.n)
        try:
            values.append(_cross_validation(problem, rows, folds))
        except UndefinedScoreError as error:
            again += 1
            if again > resamples:
                raise UndefinedScoreError(
                    f"most resamples have no {folds}-fold CV: {error}"
                ) from error
            continue
        if on_progress is not None:
            on_progress(len(values), resamples)
    loss = "hinge" if isinstance(problem, SvmProblem) else "squared"
    return Variance(np.array(values), folds, loss, again)


def _cross_validation(problem: Problem, rows: Array, folds: int) -> float:
    sample = problem.with_matrix(problem.K[np.ix_(rows, rows)], problem.y[rows])
    if not isinstance(sample, SvmProblem):
        return float(sample.cross_validation(folds, "squared")[0])
    _ = sample.positive  # two classes, or the reason why not
    sample.check_folds(folds)
    loss = np.maximum(0.0, 1.0 - sample.y * sample.held_out(folds)[:, 0])
    value = float(np.mean([loss[fold].mean() for fold in sample.folds(folds)]))
    if np.isnan(value):
        raise UndefinedScoreError("a machine of a fold did not converge")
    return value
