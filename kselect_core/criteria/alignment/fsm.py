"""Feature-space-based kernel matrix evaluation measure."""

from math import inf, sqrt

import numpy as np

from kselect_core.criteria.base import Criterion, constant
from kselect_core.criteria.problems.least_squares import Problem
from kselect_core.criteria.rewards import AS_LINEAR, Reward, of_classes
from kselect_core.errors import UndefinedScoreError
from kselect_core.results.worked import Term, Worked, ratio
from kselect_core.types import Array, Bool, Float

SMALLEST_CLASS = 2
"""A spread needs two points."""

COINCIDE = 1e-13
"""Class means closer than this share of max |K_ii| coincide."""

OTHERS_COINCIDE = 1e-12
"""The same for scores that leave the point itself out."""

ROUNDING = 1e-14
"""A spread below this share of max |K_ii| is rounding."""


def fsm(problem: Problem) -> Float[Array, " L"]:
    """Spread of both classes along the line of their means, over the distance of the means; ≥ 0.

    With the nearest-class-mean score g it is (std₊ g + std₋ g) / (mean₊ g − mean₋ g), ddof = 1.
    Coinciding class means give +∞, the worst value.

    Source: Nguyen & Ho (2007), Kernel matrix evaluation.
    Cost: O(n²).
    """
    return constant(problem, spread_over_distance(problem, problem.class_means.g, COINCIDE))


def spread_over_distance(problem: Problem, g: Float[Array, " n"], negligible: float) -> float:
    """(std₊ g + std₋ g) / (mean₊ g − mean₋ g); +∞ if the difference is negligible beside K."""
    spread_plus, spread_minus, distance = spreads_and_distance(problem, g, negligible)
    return ratio(spread_plus + spread_minus, distance)


def spreads_and_distance(
    problem: Problem, g: Float[Array, " n"], negligible: float
) -> tuple[float, float, float]:
    """Spread of g in both classes and distance of its class means; 0 where it is rounding."""
    positive: Bool[Array, " n"] = problem.positive
    if min(problem.class_sizes) < SMALLEST_CLASS:
        raise UndefinedScoreError("a class has a single member: its spread is undefined")
    (high, plus), (low, minus) = _placed(g[positive]), _placed(g[~positive])
    distance = 0.0 if high - low <= negligible * problem.largest_diagonal else high - low
    if plus + minus <= ROUNDING * problem.largest_diagonal:
        return 0.0, 0.0, distance
    return plus, minus, distance


def _placed(g: Float[Array, " m"]) -> tuple[float, float]:
    """Mean and spread (ddof = 1) of the scores of a class."""
    mean = float(np.add.reduce(g)) / len(g)
    apart = g - mean
    return mean, sqrt(float(np.add.reduce(apart * apart)) / (len(g) - 1))


def fsm_worked(problem: Problem) -> Worked:
    """Spread of the classes along the line of their means, and the distance of the means."""
    return worked_with(problem, problem.class_means.g, COINCIDE)


def worked_with(problem: Problem, g: Float[Array, " n"], negligible: float) -> Worked:
    """The two spreads of the scores g and the distance of their class means."""
    plus, minus, distance = spreads_and_distance(problem, g, negligible)
    terms = (
        Term(r"\operatorname{std}_+g", plus, "spread of the positive class", "blocks"),
        Term(r"\operatorname{std}_-g", minus, "spread of the negative class", "blocks"),
        Term(
            r"(\operatorname{mean}_+g-\operatorname{mean}_-g)",
            distance,
            "distance of the class means",
            "blocks",
        ),
    )
    return Worked(terms, r"\frac{#1+#2}{#3}", lambda a, b, apart: ratio(a + b, apart))


FSM = Criterion(
    name="fsm",
    label="FSM",
    full_name="feature space-based kernel matrix evaluation measure",
    style=("red", "solid", "triangle-up"),
    function=fsm,
    worked=fsm_worked,
    better="lower",
    formula=r"\frac{\operatorname{std}_+ g+\operatorname{std}_- g}"
    r"{\operatorname{mean}_+ g-\operatorname{mean}_- g},\quad "
    r"g_i=\tfrac1{n_+}\sum_{j\in +}K_{ij}-\tfrac1{n_-}\sum_{j\in -}K_{ij}",
    summary="How widely each class scatters along the line between the class means, divided by "
    "the distance of these means. Small values mean two narrow classes far apart.",
    source="Nguyen & Ho (2007), Kernel matrix evaluation; "
    "(2008), An efficient kernel matrix evaluation measure",
    cost="n2",
    evidence="standard",
    usual=True,
    at_first="drawn",
    oddity="With ever narrower kernels each point resembles only itself (K = I). The classes then "
    "have no scatter, and FSM is 0, its best value, for any labels, even random ones. On a grid "
    "that reaches narrow widths it always chooses the narrowest kernel, good or bad. FSM-U does "
    "not: it leaves each point out of its own score.",
    always="narrow",
    needs=frozenset({"classes"}),
    invariant_to=frozenset({"scale", "shift"}),
    rewards=(
        Reward(
            "labels", identity=of_classes("0", 0.0), constant=AS_LINEAR, pull="narrow, degenerate"
        ),
    ),
    small_case=True,
)


def fsm_u(problem: Problem) -> Float[Array, " L"]:
    """FSM without the similarity of a point to itself; ≥ 0, +∞ for K = I.

    The mean of K over a point's own class leaves the point out.

    Cost: O(n²).
    """
    g = scores_of_others(problem)
    return constant(problem, spread_over_distance(problem, g, OTHERS_COINCIDE))


def fsm_u_worked(problem: Problem) -> Worked:
    """The terms of FSM, from scores that leave the point itself out."""
    return worked_with(problem, scores_of_others(problem), OTHERS_COINCIDE)


def scores_of_others(problem: Problem) -> Float[Array, " n"]:
    """Mean of K over the positive minus the negative points, never counting the point itself."""
    plus, minus, _ = problem.class_means
    positive, diagonal = problem.positive, problem.diagonal
    n_plus, n_minus = problem.class_sizes
    if min(n_plus, n_minus) < SMALLEST_CLASS:
        raise UndefinedScoreError("a class has a single member: its spread is undefined")
    own_plus = (n_plus * plus - diagonal) / (n_plus - 1)
    own_minus = (n_minus * minus - diagonal) / (n_minus - 1)
    g: Float[Array, " n"] = np.where(positive, own_plus - minus, plus - own_minus)
    return g


FSM_U = Criterion(
    name="fsm_u",
    label="FSM-U",
    full_name="feature space-based measure without self-similarities",
    style=("red", "dash", "triangle-down"),
    function=fsm_u,
    worked=fsm_u_worked,
    better="lower",
    formula=r"\text{FSM with } g_i=\tfrac1{n_+-1}\sum_{j\in +,\,j\neq i}K_{ij}"
    r"-\tfrac1{n_-}\sum_{j\in -}K_{ij}"
    r"\text{ for } i\in +,\text{ mirrored for } i\in -",
    summary="FSM in which no point is compared with itself. With this repair the identity is the "
    "worst kernel, not the best.",
    source="this project, a repair of FSM",
    cost="n2",
    evidence="ours",
    usual=True,
    oddity="For ever wider Gaussians it stays close to the value of the linear kernel.",
    needs=frozenset({"classes"}),
    invariant_to=frozenset({"scale", "shift"}),
    rewards=(Reward("labels", identity=of_classes("∞", inf), constant=AS_LINEAR, pull="interior"),),
)
