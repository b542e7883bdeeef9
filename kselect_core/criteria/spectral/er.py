"""Ratio of the eigenvalues."""

from kselect_core.criteria.base import LEADING, TRIED_LEADING, Criterion, main_and_tail, weight
from kselect_core.criteria.problems.least_squares import Problem
from kselect_core.criteria.rewards import ZERO, Limit, Reward
from kselect_core.results.worked import Term, Worked
from kselect_core.types import Array, Float


def er(problem: Problem, *, t: int, eta: float) -> Float[Array, " L"]:
    """Training error plus η times the tail of the eigenvalues over the first t, for each λ.

    The training error comes from the same Lanczos run for all λ as the learner itself, and the
    eigenvalues from one of their own; the spectrum is used where another criterion needs it, where
    n is small, or where a run does not converge.

    Source: Liu & Liao (2015), eigenvalues ratio.
    Cost: O(t n²), or that of the spectrum.
    """
    _, main, tail = main_and_tail(problem, t)
    return problem.training_squares_alone + eta * tail / main


def er_worked(problem: Problem, *, t: int, eta: float) -> Worked:
    """Training error, η, and both sums of eigenvalues."""
    count, main, tail = main_and_tail(problem, t)
    error = float(problem.training_squares_alone[0])
    terms = (
        Term(r"R_{\mathrm{emp}}", error, "training squared error", "residuals"),
        Term(r"\eta", eta, "weight of the ratio"),
        Term(rf"\textstyle\sum_{{j>{count}}}\sigma_j", tail, "tail eigenvalues", "spectrum"),
        Term(rf"\textstyle\sum_{{j\le{count}}}\sigma_j", main, "main eigenvalues", "spectrum"),
    )
    besides = (Term("t", count, "main eigenvalues, by number"),)
    return Worked(
        terms,
        r"#1+#2\cdot\frac{#3}{#4}",
        lambda error, eta, tail, main: error + eta * tail / main,
        besides,
    )


def eigenvalue_ratio(problem: Problem) -> float:
    """Tail of the eigenvalues over the first ⌈√n⌉: what ER adds to the training error."""
    _, main, tail = main_and_tail(problem, 0)
    return tail / main


ER = Criterion(
    name="er",
    label="ER",
    full_name="eigenvalues ratio",
    style=("pink", "dot", "triangle-up"),
    function=er,
    worked=er_worked,
    better="lower",
    formula=r"R_{\mathrm{emp}}+\frac{\eta}{\beta_t},\quad "
    r"\beta_t=\frac{\sum_{j\le t}\sigma_j}{\sum_{j>t}\sigma_j}",
    summary="Training error plus a penalty for spectra that reach far beyond their first t "
    "eigenvalues.",
    source="Liu & Liao (2015), Eigenvalues ratio for kernel selection of kernel methods",
    cost="lanczos",
    evidence="reconstructed",
    oddity="The ratio sees no labels and falls along the width, so it pulls to wide kernels; alone "
    "it would choose the widest. t and η are ours: only the ratio is known from the source. It is "
    "the same quantity as PEP, 1/β = 1/θ − 1.",
    needs=frozenset({"labels", "ridge"}),
    options=(
        LEADING,
        weight("weight of the ratio against the error"),
    ),
    invariant_to=frozenset({"scale with mu"}),
    rewards=(
        Reward(
            "penalty",
            label="ER 1/β (t = √n)",
            function=eigenvalue_ratio,
            identity=Limit("(n−t)/t", lambda f: (f.n - f.leading) / f.leading),
            constant=ZERO,
            course="decreasing",
            pull="wide",
        ),
    ),
    tried=(TRIED_LEADING,),
)
