"""What the weights of kernels are chosen by: value and gradient at K_w = Σ wᵢKᵢ.

CKTA and SM (r ≤ 4) depend on the kernels through a few numbers that are computed once, after which
a step costs nothing that grows with n²; the others go through the matrix K_w and its slope.

Every criterion is taken in its own direction: the SPS paper prints a maximum over the weights and
the SM paper a minimum, both against the definition of their criterion.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from kselect_core.criteria import CRITERIA, Criterion, Problem
from kselect_core.criteria.alignment.ckta import CKTA
from kselect_core.criteria.spectral.ks import KS
from kselect_core.criteria.spectral.sm import SM
from kselect_core.criteria.spectral.sps import SPS
from kselect_core.errors import InvalidParameterError, UndefinedScoreError
from kselect_core.linalg.minimum.descent import Rules
from kselect_core.linalg.minimum.largest_part import Parts, Pieces
from kselect_core.selection.combination.slopes import (
    Slope,
    ckta_slope,
    cv_slope,
    ks_slope,
    row_norms,
    sm_slope,
    sps_slope,
)
from kselect_core.types import Array, Float, Int

SLOPES: dict[str, Callable[..., Slope]] = {
    CKTA.name: ckta_slope,
    SM.name: sm_slope,
    SPS.name: sps_slope,
    KS.name: ks_slope,
}
OBJECTIVES = tuple(SLOPES)
QUICK, DEAR = Rules(1e-6, 1000), Rules(1e-5, 60)
"""When descents end whose steps cost little, and those with a fit or a spectrum in every step."""
HIGHEST_QUICK = 4
"""Powers r of SM up to which its steps use precomputed products."""
CONSTANT = 1e-14
"""Below this share of ‖K‖² the square of the centred matrix is rounding."""
SMOOTH = {(KS, "loss"): ("squared",), (SPS, "perturbation"): ("first_order", "exact")}
"""Options that make an objective differentiable, where others do not."""

Evaluate = Callable[[Float[Array, " q"]], tuple[float, Float[Array, " q"]]]


class Objective(NamedTuple):
    """Value of a criterion and its gradient by the weights, in the criterion's own units.

    ``cheap`` is its value alone where that costs less; ``pieces`` are its smooth part and what it
    is the largest of, where it is a sum of both.
    """

    evaluate: Evaluate
    better: str
    rules: Rules
    cheap: Callable[[Float[Array, " q"]], float] | None = None
    pieces: Pieces | None = None

    def value(self, w: Float[Array, " q"]) -> float:
        """Value without its gradient."""
        return self.evaluate(w)[0] if self.cheap is None else self.cheap(w)

    def downhill(self, w: Float[Array, " q"]) -> tuple[float, Float[Array, " q"]]:
        """Value and gradient of what is minimised: the negative of what is best large."""
        value, gradient = self.evaluate(w)
        return (value, gradient) if self.better == "lower" else (-value, -gradient)


def objective(
    stack: Float[Array, "q n n"], template: Problem, key: str, options: dict[str, object]
) -> Objective:
    """Objective of a criterion on a set of kernels; ``template`` has labels, learner and one λ.

    Raises UndefinedScoreError where the criterion has no value (SM without two classes).
    """
    criterion = checked(key, options)
    complete = criterion.checked(options)
    if criterion is CKTA:
        return Objective(_of_products(*alignments(stack, template.y)), criterion.better, QUICK)
    if criterion is SM and _is_quick(complete):
        return Objective(_of_powers(stack, template, complete), criterion.better, QUICK)
    return through_matrix(stack, template, key, complete)


def through_matrix(
    stack: Float[Array, "q n n"], template: Problem, key: str, options: dict[str, object]
) -> Objective:
    """The same for any objective, by the matrix K_w and its slope ⟨∂J/∂K, Kᵢ⟩.

    Cost: O(qn²) a step, and what the criterion and its slope cost.
    """
    criterion = checked(key, options)
    complete = criterion.checked(options)
    flat = stack.reshape(len(stack), -1)

    def at(w: Float[Array, " q"]) -> Problem:
        return template.with_matrix((w @ flat).reshape(stack.shape[1:]))

    def evaluate(w: Float[Array, " q"]) -> tuple[float, Float[Array, " q"]]:
        value, G = SLOPES[key](at(w), **complete)
        return value, flat @ G.ravel()

    def cheap(w: Float[Array, " q"]) -> float:
        return float(criterion.score(at(w), **complete)[0])

    pieces = _of_norms(stack, at, complete) if criterion is KS else None
    return Objective(evaluate, criterion.better, DEAR, cheap, pieces)


def _of_norms(
    stack: Float[Array, "q n n"],
    at: Callable[[Float[Array, " q"]], Problem],
    options: dict[str, object],
) -> Pieces:
    """KS as cross-validation, which is smooth, and the largest of η/n ‖K − Kⁱ‖₂."""
    flat, own = stack.reshape(len(stack), -1), np.einsum("qii->iq", stack)

    def pieces(w: Float[Array, " q"], rows: Int[Array, " r"] | None) -> Parts:
        problem = at(w)
        some = np.arange(problem.n) if rows is None else rows
        weight = float(options["eta"]) / problem.n  # type: ignore[arg-type]  # checked
        norms, by_own, by_squares = row_norms(problem.K[some], problem.diagonal[some])
        squares = 2 * np.einsum("qrt,rt->rq", stack[:, some], problem.K[some])
        squares -= 2 * problem.diagonal[some, None] * own[some]
        slopes = by_own[:, None] * own[some] + by_squares[:, None] * squares
        cv = cv_slope(problem, k=int(options["k"]))  # type: ignore[call-overload]  # checked
        return Parts(cv.value, flat @ cv.G.ravel(), weight * norms, weight * slopes)

    return pieces


def checked(key: str, options: dict[str, object]) -> Criterion:
    """Criterion of an objective; raises unless it is one, with options that are differentiable."""
    if key not in OBJECTIVES:
        allowed = f"one of {', '.join(OBJECTIVES)}"
        raise InvalidParameterError("Combination", "the objective", allowed, key)
    criterion: Criterion = CRITERIA[key]
    for name, value in criterion.checked(options).items():
        allowed_words = SMOOTH.get((criterion, name))
        if allowed_words is not None and value not in allowed_words:
            words = " or ".join(map(repr, allowed_words))
            raise InvalidParameterError(f"Combination by {criterion.label}", name, words, value)
    return criterion


def alignments(
    stack: Float[Array, "q n n"], y: Float[Array, " n"], rows: int = 64
) -> tuple[Float[Array, "q q"], Float[Array, " q"], float]:
    """Products ⟨HKᵢH, HKⱼH⟩_F, alignments y_cᵀKᵢy_c, and |y_c|², y_c = Hy. Cost: O(q²n²)."""
    count, n = len(stack), len(y)
    centred = y - y.mean()
    if np.ptp(y) == 0:
        raise UndefinedScoreError("the labels are constant")
    means = stack.mean(axis=2)
    products = np.zeros((count, count))
    for start in range(0, n, rows):  # the centred matrices are never all there at once
        part = slice(start, start + rows)
        block = stack[:, part] - means[:, part, None] - means[:, None, :]
        block += means.mean(axis=1)[:, None, None]
        flat = block.reshape(count, -1)
        products += flat @ flat.T
    sizes = np.einsum("qij,qij->q", stack, stack)
    flat_ones = np.diagonal(products) <= CONSTANT**2 * sizes
    products[flat_ones], products[:, flat_ones] = 0.0, 0.0  # constant kernels: only rounding
    aligned = np.einsum("i,qi->q", centred, stack @ centred)
    return products, np.where(flat_ones, 0.0, aligned), float(centred @ centred)


def _of_products(
    products: Float[Array, "q q"], aligned: Float[Array, " q"], spread: float
) -> Evaluate:
    """CKTA from the products of the centred kernels: a·w / (√(wᵀMw) |y_c|²)."""

    def evaluate(w: Float[Array, " q"]) -> tuple[float, Float[Array, " q"]]:
        image = products @ w
        squared = float(w @ image)
        if squared <= 0:
            raise UndefinedScoreError("the centred kernel matrix is zero: K is constant")
        size = float(np.sqrt(squared))
        value = float(aligned @ w) / (size * spread)
        return value, aligned / (size * spread) - value * image / squared

    return evaluate


def _is_quick(options: dict[str, object]) -> bool:
    return int(options["r"]) <= HIGHEST_QUICK and options["normalisation"] == "trace"  # type: ignore[call-overload]  # checked


def _of_powers(
    stack: Float[Array, "q n n"], template: Problem, options: dict[str, object]
) -> Evaluate:
    """SM over the trace for r ≤ 4, from the vectors Kᵢỹ and KᵢKⱼỹ. Cost: O(q²n²) once, O(q²n).

    With u_t = K_wᵗỹ the derivative of ỹᵀK_wʳỹ is Σ_t u_tᵀKᵢu_{r−1−t}.
    """
    r, n = int(options["r"]), template.n  # type: ignore[call-overload]  # checked
    _ = template.positive  # two classes, or the reason why not
    y = template.weighted_labels if options["weighted"] else template.y
    traces = np.einsum("qii->q", stack)
    first = stack @ y  # Kᵢỹ
    second = np.matmul(stack, first.T).transpose(0, 2, 1) if r > 2 else None  # noqa: PLR2004 (KᵢKⱼỹ)

    def evaluate(w: Float[Array, " q"]) -> tuple[float, Float[Array, " q"]]:
        size = float(traces @ w)
        if size <= 0:
            raise UndefinedScoreError("the trace of K is not positive")
        share = w / size
        once = share @ first
        pairs = [first @ y, 2 * first @ once]
        if second is not None:
            through = np.tensordot(share, second, 1)  # K_w Kⱼ ỹ
            images = share @ second  # Kᵢ K_w ỹ
            twice = share @ images
            pairs += [2 * first @ twice + images @ once, 2 * (through @ twice + images @ twice)]
        gradient = pairs[r - 1] / (n * size)
        value = float(gradient @ w) / r  # Euler: homogeneous of degree r, over the trace
        return value, gradient - r * value * traces / size

    return evaluate
