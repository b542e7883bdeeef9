"""Signs of predictions that are small beside the labels, where the usual formulas lose them.

Leave-one-out and k-fold come as errors e = y − f, and f = y − e has no digit left where the kernel
is so narrow, or the ridge so large, that f is below the rounding of y. The sign of f is then taken
from f = Σⱼ k(x, xⱼ) αⱼ + b itself, each row of kernel values in a unit of its own where they
underflow: for ever narrower kernels f is the label of the nearest neighbour. What double precision
cannot decide even so is said, never guessed.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from kselect_core.linalg.fits.smoother import Smoother
from kselect_core.linalg.floating.underflow import KernelRows, Scaled, in_one_unit, sized
from kselect_core.linalg.spectra.spectrum import Spectrum
from kselect_core.types import Array, Bool, Float, Int

LOST = 1e-6
"""Predictions below LOST · max|y| may be the rounding of a difference."""

EPSILON = float(np.finfo(float).eps)
"""A sum of r products is known to √r · EPSILON times the sum of its absolute values; where kernel
values are exponentials of long numbers, to as many times more as these are long."""

MANY = 32
"""Points from which on products of matrices are asked first."""

AT_ONCE = 256
"""Points whose rows of kernel values are taken together, so that they stay in the cache."""

CLEAR = 1e-6
"""A sum of products above this share of the sum of its absolute values has its sign from any
order of adding up."""

MOST = 0.5
"""Rounding of values whose logarithms are longer than the digits: one of them is then all."""


def _rounding(count: int) -> float:
    return EPSILON * float(np.sqrt(count))


class Sample(NamedTuple):
    """Kernel of the training points, their labels, and whether the learner has a bias."""

    kernel: KernelRows
    y: Float[Array, " n"]
    bias: bool


class Fit(NamedTuple):
    """One fit on some of the points: their rows, coefficients, bias and ridge."""

    points: Int[Array, " r"]
    alpha: Float[Array, " r"]
    bias: float
    mu: float


class Dual(NamedTuple):
    """Coefficients α and bias b of fits, one column per ridge μ."""

    alpha: Float[Array, "n L"]
    bias: Float[Array, " L"]
    mu: Float[Array, " L"]

    def at(self, points: Int[Array, " r"], column: int) -> Fit:
        """Return one of the fits, on some of the points."""
        alpha = self.alpha[points, column]
        return Fit(points, alpha, float(self.bias[column]), float(self.mu[column]))


class Bias(NamedTuple):
    """Bias b = value · exp(unit) of a fit, known up to error · exp(unit)."""

    value: float = 0.0
    unit: float = 0.0
    error: float = 0.0


class Signed(NamedTuple):
    """Predictions whose signs are right, and where they are sure; 0 where nothing is known.

    Where the size underflows it is raised, by the same factor for all fits at a point.
    """

    f: Array
    sure: Bool[Array, "..."]


def lost(f: Float[Array, "m L"], y: Float[Array, " n"]) -> Bool[Array, "m L"]:
    """Which predictions are so small beside the labels y that their sign may be rounding."""
    small: Array = np.abs(f) <= LOST * float(np.abs(y).max())
    return small


def signed(
    across: Scaled, alpha: Float[Array, " r"], bias: Bias, *, certain: float = 0.0
) -> Signed:
    """Σⱼ k(x, xⱼ) αⱼ + b for every row, without a difference of larger numbers.

    ``certain`` is the relative error of α beyond rounding. Cost: O(mr).
    """
    terms = across.values * alpha
    plus = np.maximum(terms, 0.0).sum(axis=1)
    minus = 0.0 - np.minimum(terms, 0.0, out=terms).sum(axis=1)
    rounding = certain + _rounding(len(alpha)) + 32 * EPSILON * across.depth
    if not (bias.value or bias.error):
        f = plus - minus
        sure = _outweighed(across, alpha, plus, minus) > rounding
        sure &= np.abs(f) * np.exp(across.unit) >= across.noise * float(np.abs(alpha).sum())
        return Signed(sized(f, across.unit), sure)
    common = np.maximum(across.unit, bias.unit)
    own, b = np.exp(across.unit - common), np.exp(bias.unit - common)
    f = (plus - minus) * own + bias.value * b
    error = np.minimum(rounding, MOST) * (plus + minus) * own + bias.error * b
    error += across.noise * float(np.abs(alpha).sum())
    return Signed(sized(f, common), np.abs(f) > error)


def by_product(across: Scaled, alpha: Float[Array, " r"]) -> tuple[Array, Bool[Array, " m"]]:
    """Σⱼ k(x, xⱼ) αⱼ for every row as products of matrices give it, and where its sign is clear.

    Cost: O(mr), in two products.
    """
    f, size = across.values @ alpha, np.abs(across.values) @ np.abs(alpha)
    far = EPSILON * 64 * across.depth  # logarithms are known to as many roundings
    clear: Array = np.abs(f) > np.maximum(CLEAR, far) * size
    return sized(f, across.unit), clear


def _outweighed(
    across: Scaled, alpha: Float[Array, " r"], plus: Float[Array, " m"], minus: Float[Array, " m"]
) -> Float[Array, " m"]:
    """Logarithm of the ratio of the larger to the smaller sum, from logarithms where it is 0.

    Infinite where there is nothing on the other side, also for rows of zeros: 0 is their value.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio: Array = np.abs(np.log(plus) - np.log(minus))
    rows = np.flatnonzero(~np.isfinite(ratio))
    if not len(rows):
        return ratio
    signs = np.sign(alpha) * np.where(across.values[rows] < 0, -1.0, 1.0)
    other = (signs != 0) & (signs != np.sign(plus - minus)[rows, None])
    largest = np.where(other, across.log_values(rows), -np.inf).max(axis=1, initial=-np.inf)
    nothing = (plus[rows] == 0) & (minus[rows] == 0)
    ratio[rows] = np.where(nothing, np.inf, -largest)
    return ratio


def bias_of(sample: Sample, fit: Fit) -> Bias:
    """Bias of a fit, also where it is far below the rounding of the labels.

    Where the labels sum to 0 and K has a constant diagonal, with E the rest of K and c = K_ii + μ,
    the sum of all equations gives b = (1ᵀE(Eα) − 1ᵀEy) / (cr − 1ᵀE1), and in 1ᵀEy points of
    different classes cancel without a trace.
    """
    if not sample.bias:
        return Bias()
    y, size = sample.y[fit.points], float(np.abs(sample.y).max())
    ordinary = Bias(fit.bias, 0.0, _rounding(len(y)) * size)
    diagonal = np.diagonal(sample.kernel.K)[fit.points]
    alike = np.ptp(diagonal) <= 8 * EPSILON * float(np.abs(diagonal).max())
    if abs(fit.bias) > LOST * size or not alike or y.sum() != 0 or sample.kernel.noise:
        return ordinary
    rest = sample.kernel.K[np.ix_(fit.points, fit.points)]
    np.fill_diagonal(rest, 0.0)
    c = float(diagonal[0]) + fit.mu
    below = c * len(y) - float(rest.sum())
    if below >= c * len(y) / 2:
        return _balanced(sample, fit, rest, below)
    sums = rest.sum(axis=0) + diagonal  # Σy = 0 and Σα = 0 leave b = −(1/r) 1ᵀKα
    error = _rounding(len(y)) * float(np.abs(sums) @ np.abs(fit.alpha))
    return Bias(-float(sums @ fit.alpha) / len(y), 0.0, error / len(y))


def _balanced(sample: Sample, fit: Fit, rest: Float[Array, "r r"], below: float) -> Bias:
    """(1ᵀE(Eα) − 1ᵀEy) over what stands ``below`` it."""
    y, logs = sample.y[fit.points], None
    if sample.kernel.logs is not None:
        logs = sample.kernel.logs(fit.points)[:, fit.points]
        np.fill_diagonal(logs, -np.inf)
    other = y[:, None] != y
    mine = None if logs is None else np.where(other, -np.inf, logs)
    same, unit = in_one_unit(np.where(other, 0.0, rest), mine)
    alone = same.sum(axis=0)
    everybody, whole = in_one_unit(rest, logs)
    sums, size = everybody.sum(axis=0), np.abs(fit.alpha)
    common = max(unit, 2 * whole)
    one, two = np.exp(unit - common), np.exp(2 * whole - common)
    value = float(sums @ (everybody @ fit.alpha)) * two - float(alone @ y) * one
    spread = float(sums @ (everybody @ size)) * two + float(alone @ np.abs(y)) * one
    rounding = min(_rounding(len(y)) + 32 * EPSILON * abs(common), MOST)
    return Bias(value / below, common, rounding * spread / below)


def signs_at(
    sample: Sample,
    across: KernelRows,
    f: Float[Array, "m L"],
    dual: Dual,
    *,
    certain: float = 0.0,
) -> Signed:
    """Predictions f at some points by fits on the whole sample, their signs right.

    ``across`` is the kernel between these points and the sample. Cost: O(n) for each value that
    may be rounding.
    """
    predictions = Signed(f.copy(), np.ones(f.shape, dtype=bool))
    uncertain = lost(f, sample.y)
    fitted = np.arange(len(sample.y))
    for rows, columns in _alike(uncertain):
        fits = [dual.at(fitted, column) for column in columns]
        biases = [bias_of(sample, one) for one in fits]
        for start in range(0, len(rows), AT_ONCE):
            some = rows[start : start + AT_ONCE]
            scaled = across.scaled(some)  # takes longer than a sign
            for column, one, bias in zip(columns, fits, biases, strict=True):
                signs = _signs(sample, scaled, one, bias, certain)
                predictions.f[some, column], predictions.sure[some, column] = signs
    return predictions


def _alike(uncertain: Bool[Array, "m L"]) -> list[tuple[Int[Array, " r"], list[int]]]:
    """Rows that are uncertain, each with the columns in which it is these."""
    columns = dict[bytes, list[int]]()
    for column in np.flatnonzero(uncertain.any(axis=0)).tolist():
        columns.setdefault(uncertain[:, column].tobytes(), []).append(column)
    return [(np.flatnonzero(uncertain[:, some[0]]), some) for some in columns.values()]


def signs_without(
    sample: Sample,
    fold: Int[Array, " v"],
    f: Float[Array, "v L"],
    fit: Callable[[], Dual],
    *,
    certain: float = 0.0,
) -> Signed:
    """Predictions f at the points of a fold by the ``fit`` that never saw it, their signs right.

    ``fit`` is asked only where f may be rounding. Cost: O(n) for each such value.
    """
    predictions = Signed(f.copy(), np.ones(f.shape, dtype=bool))
    uncertain = lost(f, sample.y)
    if not uncertain.any():
        return predictions
    dual, others = fit(), np.delete(np.arange(len(sample.y)), fold)
    for rows, columns in _alike(uncertain):
        across = sample.kernel.scaled(fold[rows], others)
        for column in columns:
            one = dual.at(others, column)
            signs = _signs(sample, across, one, bias_of(sample, one), certain)
            predictions.f[rows, column], predictions.sure[rows, column] = signs
    return predictions


def _signs(sample: Sample, across: Scaled, fit: Fit, bias: Bias, certain: float) -> Signed:
    if _is_constant(sample, across, fit.points):
        return Signed(np.zeros(len(across.values)), np.ones(len(across.values), dtype=bool))
    if certain or sample.bias or across.noise or len(across.values) < MANY:
        return signed(across, fit.alpha, bias, certain=certain)
    predictions = Signed(*by_product(across, fit.alpha))
    rest = np.flatnonzero(~predictions.sure)
    if len(rest):
        predictions.f[rest], predictions.sure[rest] = signed(across.part(rest), fit.alpha, bias)
    return predictions


def _is_constant(sample: Sample, across: Scaled, fitted: Int[Array, " r"]) -> bool:
    """Whether all kernel values are the same and the labels sum to 0: then f is 0 everywhere."""
    if sample.y[fitted].sum() != 0 or np.ptp(across.values) > 0 or across.unit.any():
        return False
    return not np.ptp(sample.kernel.K[np.ix_(fitted, fitted)])


def signs_without_one(sample: Sample, spectrum: Spectrum, fit: Smoother) -> Signed:
    """Prediction at each point by the fit that never saw it, one column per ridge, signs right.

    f₋ᵢ(xᵢ) = Σ_{j≠i} K_ij (αⱼ − P_ji eᵢ), and the second term is at most
    |αᵢ| ‖Kᵢ‖² / (σ_min + μ): only where it could decide, the fit without the point is made.

    Cost: O(n²L), and O(n²) for each value that is so close to 0.
    """
    f = sample.y[:, None] - fit.residuals / fit.diagonal
    held_out = Signed(f.copy(), np.ones(f.shape, dtype=bool))
    uncertain = lost(f, sample.y)
    for points, columns in _alike(uncertain):
        across = None if sample.bias else sample.kernel.scaled_without_own(points)
        for column in columns:
            left, some = points, [column]
            one = fit.at(some)
            if across is not None:
                decided = _by_first_order(across, spectrum, one, points)
                held_out.f[points, column] = decided.f
                left = points[~decided.sure]
            for point in left[:, None]:
                refitted = _refitted(spectrum, one, point)
                signs = signs_without(sample, point, f[point][:, some], refitted)
                held_out.f[point, column], held_out.sure[point, column] = signs.f[0], signs.sure[0]
    return held_out


def _by_first_order(
    across: Scaled, spectrum: Spectrum, fit: Smoother, points: Int[Array, " m"]
) -> Signed:
    """Σ_{j≠i} K_ij αⱼ, sure where what is left out cannot change its sign; of one ridge."""
    alpha = fit.residuals[:, 0] / fit.mu
    first = signed(across, alpha, Bias())
    squares = np.square(across.values).sum(axis=1) * np.exp(across.unit)
    second = np.abs(alpha[points]) * squares / (max(float(spectrum.sigma[-1]), 0.0) + fit.mu)
    clear: Array = np.abs(across.values @ alpha) >= 2 * second
    return Signed(first.f, first.sure & clear)


def _refitted(spectrum: Spectrum, fit: Smoother, point: Int[Array, " one"]) -> Callable[[], Dual]:
    errors = fit.residuals[point] / fit.diagonal[point]
    return lambda: fit_without(spectrum, fit, point, errors)


def fit_without(
    spectrum: Spectrum, fit: Smoother, fold: Int[Array, " v"], errors: Float[Array, "v L"]
) -> Dual:
    """Coefficients (zero on the fold) and bias of the fits that never saw a fold.

    ``errors`` are theirs on the fold: α − P_{:V} e_V is zero there. Cost: O(n²L).
    """
    left = fit.w * (spectrum.Q[fold].T @ errors)
    residuals = fit.residuals - spectrum.Q @ left
    bias = fit.bias
    if fit.z is not None:
        moved = (fit.z[fold] * errors).sum(axis=0) / fit.z.sum(axis=0)
        residuals, bias = residuals + fit.z * moved, fit.bias - moved
    residuals[fold] = 0.0
    return Dual(residuals / fit.mu, bias, fit.mu)
