"""k-fold cross-validation of the support vector machine with the one-standard-error rule."""

import numpy as np

from kselect_core.criteria.base import Criterion, converged_only
from kselect_core.criteria.problems.machine import SvmProblem
from kselect_core.parameters import Parameter
from kselect_core.results.worked import Term, Worked, mean_of_folds
from kselect_core.types import Array, Float

OF_FOLDS = "a machine of the folds"
"""Which machine did not converge, in the reason."""


def svm_kfold_se(problem: SvmProblem, *, k: int) -> Float[Array, " L"]:
    """Mean over k folds of the share of errors on the fold left out, for each C.

    Source: Breiman, Friedman, Olshen, Stone (1984), section 3.4.3.
    Cost: that of k-fold CV of the SVM, from which it takes its folds.
    """
    shares: Float[Array, " L"] = problem.fold_errors(k).mean(axis=0)
    return converged_only(shares, problem.held_out_converged(k), OF_FOLDS)


def standard_error(problem: SvmProblem, *, k: int) -> Float[Array, " L"]:
    """Standard deviation of the shares of the k folds (k − 1 in its denominator) over √k."""
    errors: Float[Array, " L"] = np.std(problem.fold_errors(k), axis=0, ddof=1) / np.sqrt(k)
    return converged_only(errors, problem.held_out_converged(k), OF_FOLDS)


def squared(problem: SvmProblem, *, k: int) -> Float[Array, " L"]:
    """Squared loss on the same folds: decides which of equal error counts is the lowest."""
    losses = problem.cross_validation(k, "squared")
    return converged_only(losses, problem.held_out_converged(k), OF_FOLDS)


def svm_kfold_se_worked(problem: SvmProblem, *, k: int) -> Worked:
    """Share of errors of every fold; beside them the standard error of their mean."""
    folds = mean_of_folds(problem.fold_errors(k)[:, 0])
    error = float(standard_error(problem, k=k)[0])
    term = Term(r"\mathrm{s.e.}", error, "standard error of the mean over the folds")
    besides = (*folds.besides, term)
    return Worked(folds.terms, folds.template, folds.combine, besides, folds.identity)


SVM_KFOLD_SE = Criterion(
    name="svm_kfold_se",
    label="k-fold CV of the SVM, simplest within one s.e.",
    short="{k}-fold CV, 1 s.e.",
    full_name="{k}-fold cross-validation of the support vector machine, one-standard-error rule",
    style=("brown", "solid", "square-cross"),
    function=svm_kfold_se,
    worked=svm_kfold_se_worked,
    better="lower",
    formula=r"e=\frac1k\sum_{V}e_V\le \min e+\mathrm{s.e.},\quad "
    r"\mathrm{s.e.}^2=\tfrac1{k(k-1)}\sum_V(e_V-e)^2\text{ at the minimum}",
    summary="k-fold cross-validation that does not take the smallest share of errors, but the "
    "simplest machine that is at most one standard error of the folds above it. Simplest is the "
    "smallest C, then the widest kernel.",
    source="Breiman, Friedman, Olshen, Stone (1984), Classification and regression trees",
    cost="machine",
    evidence="reconstructed",
    oddity="Simpler is ours, and is the order in which all ties are decided: smaller C, then "
    "earlier family, then wider kernel or lower degree. Few errors on a fold make a coarse "
    "standard error. With several classes it is the mean of those of the binary problems.",
    needs=frozenset({"classes", "labels", "machine", "folds"}),
    options=(Parameter("k", "k", 10, low=2, high=1000, whole=True, help="number of folds"),),
    tie_break=squared,
    spread=standard_error,
    left_out="k-fold",
)
