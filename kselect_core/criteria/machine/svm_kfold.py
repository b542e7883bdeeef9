"""k-fold cross-validation of the support vector machine, also with the one-standard-error rule."""

from dataclasses import replace

import numpy as np

from kselect_core.criteria.base import Criterion, converged_only
from kselect_core.criteria.problems.machine import SvmProblem
from kselect_core.parameters import Parameter
from kselect_core.results.worked import Term, Worked, mean_of_folds
from kselect_core.types import Array, Float

CONFIDENCE = 0.05
"""δ of the term that Hoeffding's inequality adds; it is the same for every candidate."""

OF_FOLDS = "a machine of the folds"
"""Which machine did not converge, in the reason."""


def svm_kfold(problem: SvmProblem, *, k: int) -> Float[Array, " L"]:
    """Mean over k folds of the share of errors on the fold left out, for each C.

    A value of 0 predicts the negative class, as in libsvm. C is the same on every fold.

    Source: Oneto, Ghio, Ridella, Anguita (2015), (61); Stone (1974).
    Cost: one path of C per fold.
    """
    shares: Float[Array, " L"] = problem.fold_errors(k).mean(axis=0)
    return converged_only(shares, problem.held_out_converged(k), OF_FOLDS)


def svm_kfold_squared(problem: SvmProblem, *, k: int) -> Float[Array, " L"]:
    """Squared loss on the same folds: decides between equal error counts."""
    losses = problem.cross_validation(k, "squared")
    return converged_only(losses, problem.held_out_converged(k), OF_FOLDS)


def standard_error(problem: SvmProblem, *, k: int) -> Float[Array, " L"]:
    """Standard deviation of the shares of the k folds (k − 1 in its denominator) over √k."""
    errors: Float[Array, " L"] = problem.fold_deviation(k) / np.sqrt(k)
    return converged_only(errors, problem.held_out_converged(k), OF_FOLDS)


def hoeffding(n: int, k: int) -> float:
    """What Hoeffding's inequality adds to the error of one fold of n/k points, at δ = 5 %."""
    return float(np.sqrt(k * np.log(1 / CONFIDENCE) / (2 * n)))


def svm_kfold_worked(problem: SvmProblem, *, k: int) -> Worked:
    """Share of errors of every fold; beside them what confidence would add."""
    worked = mean_of_folds(problem.fold_errors(k)[:, 0])
    term = Term(
        r"\sqrt{k\ln(1/\delta)/2n}",
        hoeffding(problem.n, k),
        "what Hoeffding's inequality adds for one fold at δ = 5 %, the same for every candidate",
    )
    return replace(worked, besides=(*worked.besides, term))


def svm_kfold_se_worked(problem: SvmProblem, *, k: int) -> Worked:
    """Share of errors of every fold; beside them the standard error of their mean."""
    worked = mean_of_folds(problem.fold_errors(k)[:, 0])
    error = float(standard_error(problem, k=k)[0])
    term = Term(r"\mathrm{s.e.}", error, "standard error of the mean over the folds")
    return replace(worked, besides=(*worked.besides, term))


FOLDS = Parameter("k", "k", 10, low=2, high=1000, whole=True, help="number of folds")

SVM_KFOLD = Criterion(
    name="svm_kfold",
    label="k-fold CV of the SVM",
    short="{k}-fold CV",
    full_name="{k}-fold cross-validation of the support vector machine",
    style=("purple", "dash", "pentagon"),
    function=svm_kfold,
    worked=svm_kfold_worked,
    better="lower",
    formula=r"\frac1k\sum_{V}\frac1{|V|}\sum_{i\in V}\mathbf 1"
    r"\bigl[\operatorname{sign}f_{-V}(x_i)\ne y_i\bigr]",
    summary="Split the training points into k parts, train on all parts but one, and count the "
    "errors on the part left out. The value is the share of errors over all parts.",
    source="Oneto, Ghio, Ridella, Anguita (2015), (59)–(61); Stone (1974)",
    cost="machine",
    evidence="stated",
    usual=True,
    at_first="drawn",
    oddity="The confidence term that makes it a bound is the same for every candidate, so that it "
    "has no influence on the choice. Error counts tie often; the squared loss decides.",
    needs=frozenset({"classes", "labels", "machine", "folds"}),
    options=(FOLDS,),
    tie_break=svm_kfold_squared,
    left_out="k-fold",
)

SVM_KFOLD_SE = Criterion(
    name="svm_kfold_se",
    label="k-fold CV of the SVM, simplest within one s.e.",
    short="{k}-fold CV, 1 s.e.",
    full_name="{k}-fold cross-validation of the support vector machine, one-standard-error rule",
    style=("brown", "solid", "square-cross"),
    function=svm_kfold,
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
    options=(FOLDS,),
    tie_break=svm_kfold_squared,
    spread=standard_error,
    left_out="k-fold",
)
