"""k-fold cross-validation with the one-standard-error rule."""

import numpy as np

from kselect_core.criteria.base import FOLDS, LOSS, Criterion
from kselect_core.criteria.problems.least_squares import Problem, undecided
from kselect_core.errors import UndefinedScoreError
from kselect_core.results.worked import Term, Worked, mean_of_folds
from kselect_core.types import Array, Float


def kfold_se(problem: Problem, *, k: int, loss: str) -> Float[Array, " L"]:
    """Mean over k folds of the mean loss on the fold left out, for each λ, as k-fold CV has it.

    Source: Breiman, Friedman, Olshen, Stone (1984), section 3.4.3.
    Cost: that of k-fold CV, from which it takes its folds.
    """
    return problem.cross_validation(k, loss)


def standard_error(problem: Problem, *, k: int, loss: str) -> Float[Array, " L"]:
    """Standard deviation of the losses of the k folds (k − 1 in its denominator) over √k."""
    errors: Float[Array, " L"] = np.std(problem.fold_losses(k, loss), axis=0, ddof=1) / np.sqrt(k)
    if loss == "error" and np.isnan(errors).any():
        raise UndefinedScoreError(undecided(~problem.signs_held_out(k).sure), errors)
    return errors


def squared(problem: Problem, *, k: int, loss: str) -> Float[Array, " L"]:  # noqa: ARG001 (same options)
    """Squared loss on the same folds: decides which of equal error counts is the lowest."""
    return problem.cross_validation(k, "squared")


def kfold_se_worked(problem: Problem, *, k: int, loss: str) -> Worked:
    """Loss of every fold; beside them the standard error of their mean."""
    folds = mean_of_folds(problem.fold_losses(k, loss)[:, 0])
    error = float(standard_error(problem, k=k, loss=loss)[0])
    term = Term(r"\mathrm{s.e.}", error, "standard error of the mean over the folds", "folds")
    return Worked(folds.terms, folds.template, folds.combine, (*folds.besides, term))


KFOLD_SE = Criterion(
    name="kfold_se",
    label="k-fold CV, simplest within one s.e.",
    short="{k}-fold CV, 1 s.e.",
    full_name="{k}-fold cross-validation, one-standard-error rule",
    style=("sky", "longdashdot", "square-cross"),
    function=kfold_se,
    worked=kfold_se_worked,
    better="lower",
    formula=r"e=\frac1k\sum_{V}e_V\le \min e+\mathrm{s.e.},\quad "
    r"\mathrm{s.e.}^2=\tfrac1{k(k-1)}\sum_V(e_V-e)^2\text{ at the minimum}",
    summary="k-fold cross-validation that does not take the lowest value, but the simplest "
    "candidate that is at most one standard error of the folds above it. Simplest is the largest "
    "ridge, then the widest kernel.",
    source="Breiman, Friedman, Olshen, Stone (1984), Classification and regression trees",
    cost="lanczos",
    evidence="reconstructed",
    oddity="Simpler is ours, and is the order in which all ties are decided: larger λ, then "
    "earlier family, then wider kernel or lower degree. Folds share their "
    "training points, so the standard error is wrong by an unknown factor. With several classes "
    "it is the mean of those of the binary problems.",
    needs=frozenset({"labels", "ridge", "folds"}),
    options=(FOLDS, LOSS),
    invariant_to=frozenset({"scale with mu", "shift for lssvm"}),
    tie_break=squared,
    spread=standard_error,
    left_out="k-fold",
)
