"""Cases in which steps of proofs and printed constants fail."""

import pandas as pd

from kselect_core.plotting.terms.demonstrations import variance_figure, weyl_figure
from kselect_core.theory import counterexamples
from kselect_core.views.bounds.case import Cases
from kselect_core.views.view import Drawn, view
from kselect_core.words.labels import short

FLAWS = {
    "svm": "C3 is printed with λ where the box 1/(2λ) of the dual variables belongs: the freer "
    "the machine, the smaller the printed bound. With one input point and fair labels each fold is "
    "right or wrong by chance.",
    "krr": "The proof takes the stability of the loss for the variance of a hold-out error. A "
    "kernel near 0 makes every fit near 0, hence stable; but the loss on the held-out label still "
    "varies with it.",
    "lssvm": "The proof takes the stability of the loss for the variance of a hold-out error. One "
    "training point needs no kernel: the offset is its label, and the held-out label agrees or "
    "does not, however stable the kernel is.",
}


@view("demo_weyl")
def norm_above_shifts(_: Cases, *, similarity: float = 0.5) -> Drawn:
    """The norm of K − Kⁱ above the largest shift of an eigenvalue, for two points."""
    path, case = counterexamples.weyl_path(), counterexamples.weyl_step(similarity)
    norm, shift = path.columns.values()
    return Drawn(
        name="Norm and largest eigenvalue shift for two points",
        caption="K = [[1, s], [s, 1]]; its second point is removed.",
        draw=lambda: weyl_figure(path.x, norm, shift, cursor=similarity),
        numbers=lambda: pd.DataFrame({"s": path.x, **path.columns}),
        finding="The proof of SPS takes ‖K − Kⁱ‖ to be at most the largest shift of an "
        "eigenvalue. Weyl's inequality says the opposite. Two points are enough: at "
        f"s = {short(similarity)} the norm is **{short(case.norm, 4)}**, the shifts are "
        f"{short(case.shifts[0])} and {short(case.shifts[1])}.  \n"
        "The eigenvectors turn when a point leaves; eigenvalues alone do not see that.",
    )


@view("demo_variance")
def variance_above_bounds(_: Cases, *, learner: str = "svm", value: float = 0.01) -> Drawn:
    """The variance of two-fold CV of one input point with the bounds of it.

    ``value`` is λ at κ = 1 for the support vector machine, κ at λ = 1 for the others.
    """
    path, case = counterexamples.variance_path(learner), counterexamples.VARIANCES[learner](value)
    symbol, other = ("λ", "κ") if learner == "svm" else ("κ", "λ")
    title = f"{symbol} at {other} = 1"
    return Drawn(
        name="Variance of two-fold CV and the bounds of it",
        caption="One input point, fair labels −1 and +1, n = 2, k = 2: all four samples are known, "
        "and so is the variance. Where the green line is above a bound, the bound is false.",
        draw=lambda: variance_figure(path.x, path.columns, title=title, cursor=value),
        numbers=lambda: pd.DataFrame({symbol: path.x, **path.columns}),
        finding=f"{FLAWS[learner]} At {symbol} = {short(value)} the variance is "
        f"**{short(case.variance)}**, the bound {short(case.bound.printed)} as printed and "
        f"{short(case.bound.proved)} as its proof gives it.",
    )


def claims() -> pd.DataFrame:
    """Return further claims that need no picture, with the numbers that contradict them."""
    return pd.DataFrame(
        {
            "what is claimed": words,
            "left side": short(pair.claimed_smaller),
            "right side": short(pair.claimed_larger),
            "": "false" if pair.false else "true",
        }
        for words, pair in counterexamples.further_cases()
    )


def of_every_sample() -> tuple[str, str]:
    """Return what is true of every sample and kernel, so that it can choose nothing."""
    shift, norm = counterexamples.worst_case_of_one_point(100)
    return (
        "β over all samples, as both definitions ask for it, is the same for every kernel "
        "with k(x, x) ≤ κ, since a sample may repeat one point: with κ = 1 and 100 points the "
        f"largest shift is {short(shift)} and the norm (1 + √397)/2 = {short(norm)}. "
        "It can choose nothing; what is computed in practice is β of the sample.",
        "Both theorems of SM are above 1 for every n and every K ≥ 0: yᵀKy ≤ |K|₁ gives "
        "SM ≤ 1/n, so that theorem 1 is at least 1 − 1/n + 2/n. They are not shown as "
        "guarantees.",
    )
