"""Principal eigenvalue proportion."""

from kselect_core.criteria.base import LEADING, TRIED_LEADING, Criterion, constant, main_and_tail
from kselect_core.criteria.problems.least_squares import Problem
from kselect_core.criteria.rewards import ONE, Limit, Reward
from kselect_core.results.worked import Term, Worked
from kselect_core.types import Array, Float


def pep(problem: Problem, *, t: int) -> Float[Array, " L"]:
    """Share of the first t eigenvalues in the sum of all, in (0, 1]; sees neither labels nor λ.

    Source: Liu, Liao, Lin, Yue, Wang (2017), infinite kernel learning.
    Cost: O(t n²).
    """
    _, main, tail = main_and_tail(problem, t)
    return constant(problem, main / (main + tail))


def pep_worked(problem: Problem, *, t: int) -> Worked:
    """Sum of the main eigenvalues, and of all; beside them the ratio of ER."""
    count, main, tail = main_and_tail(problem, t)
    terms = (
        Term(rf"\textstyle\sum_{{j\le{count}}}\sigma_j", main, "main eigenvalues", "spectrum"),
        Term(r"\operatorname{tr}K", main + tail, "the sum of all eigenvalues", "trace"),
    )
    besides = (
        Term("t", count, "main eigenvalues, by number"),
        Term(r"1/\beta_t=1/\theta_t-1", tail / main, "what ER adds to the error", "spectrum"),
    )
    return Worked(terms, r"\frac{#1}{#2}", lambda main, trace: main / trace, besides)


PEP = Criterion(
    name="pep",
    label="PEP",
    full_name="principal eigenvalue proportion",
    style=("blue", "dashdot", "triangle-down"),
    function=pep,
    worked=pep_worked,
    better="higher",
    formula=r"\theta_t=\frac{\sum_{j\le t}\sigma_j}{\sum_j\sigma_j}",
    summary="Share that the first t eigenvalues have in the sum of all. It is large for smooth, "
    "wide kernels.",
    source="Liu, Liao, Lin, Yue, Wang (2017), Infinite kernel learning: generalization bounds and "
    "algorithms",
    cost="lanczos",
    evidence="reconstructed",
    oddity="Sees no labels and grows along the width: alone it always chooses the widest kernel, "
    "1 at K = 11ᵀ and t/n at K = I. It is the same quantity as the ratio of ER, "
    "β = θ/(1 − θ). t is ours.",
    always="wide",
    options=(LEADING,),
    invariant_to=frozenset({"scale"}),
    rewards=(
        Reward(
            "penalty",
            label="PEP (t = √n)",
            identity=Limit("t/n", lambda f: f.leading / f.n),
            constant=ONE,
            course="increasing",
            pull="wide",
        ),
    ),
    tried=(TRIED_LEADING,),
)
