"""k-fold cross-validation."""

from kselect_core.criteria.base import FOLDS, LOSS, Criterion, Tried
from kselect_core.criteria.problems.least_squares import Problem
from kselect_core.criteria.rewards import Reward, of_krr
from kselect_core.results.worked import Worked, mean_of_folds
from kselect_core.types import Array, Float


def kfold(problem: Problem, *, k: int, loss: str) -> Float[Array, " L"]:
    """Mean over k folds of the mean loss on the fold left out, for each λ.

    Squared loss in units of y², or the share of wrong signs (a zero is wrong). All ridges come from
    one Lanczos run per fold, the runs sharing their products; where they do not converge, from the
    block formula of one eigendecomposition. Folds are averaged equally.

    Source: Liu & Liao (2014, kernel stability), section 3; An, Liu, Venkatesh (2007).
    Cost: O(steps · k n²) for all λ, or O(n³).
    """
    return problem.cross_validation(k, loss)


def kfold_squared(problem: Problem, *, k: int, loss: str) -> Float[Array, " L"]:  # noqa: ARG001 (same options)
    """Squared loss on the same folds: decides between equal error counts."""
    return problem.cross_validation(k, "squared")


def kfold_worked(problem: Problem, *, k: int, loss: str) -> Worked:
    """Loss of every fold; of many folds the sum, the best and the worst."""
    return mean_of_folds(problem.fold_losses(k, loss)[:, 0])


KFOLD = Criterion(
    name="kfold",
    label="k-fold CV",
    short="{k}-fold CV",
    full_name="{k}-fold cross-validation",
    style=("purple", "solid", "square"),
    function=kfold,
    worked=kfold_worked,
    better="lower",
    formula=r"\frac1k\sum_{V}\frac1{|V|}\sum_{i\in V}\bigl(y_i-f_{-V}(x_i)\bigr)^2",
    summary="Split the training points into k parts, fit on all parts but one, and measure the "
    "error on the part left out. The value is the mean over the k parts.",
    source="Stone (1974); closed form: An, Liu, Venkatesh (2007), Fast cross-validation algorithms "
    "for LS-SVM and KRR",
    cost="lanczos",
    evidence="standard",
    usual=True,
    at_first="drawn",
    oddity="Depends on how the folds are drawn. The papers use the squared loss on ±1 labels, not "
    "the error rate. Duplicated points in different folds make it optimistic.",
    needs=frozenset({"labels", "ridge", "folds"}),
    options=(FOLDS, LOSS),
    invariant_to=frozenset({"scale with mu", "shift for lssvm"}),
    tie_break=kfold_squared,
    left_out="k-fold",
    rewards=(Reward("error", label="5-fold CV", identity=of_krr("1", 1.0)),),
    tried=(Tried("k", (2, 3, 5, 7, 10, 15, 20), title="number k of folds", axis="ticks"),),
)
