"""The methods compared with few labels: a single kernel, and the iterated kernel on two pools."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from kselect_core.criteria import Problem
from kselect_core.kernels import GAUSSIAN
from kselect_core.linalg.fits.iterated import PoolSpectrum, iterated_gram, pool_spectrum
from kselect_core.linalg.floating.signs import Signed
from kselect_core.linalg.spectra.spectrum import spectrum
from kselect_core.selection.config.grids import powers
from kselect_core.selection.design.few_labels import Design, Parts, base_kernel
from kselect_core.types import Array, Float, Int

SINGLE, LABELLED_POOL, WHOLE_POOL = "SKM", "UKM", "SEKM"
METHODS = (SINGLE, LABELLED_POOL, WHOLE_POOL)

FOLDS, FEWEST_FOLDS = 10, 2
"""Folds with which the width of the single kernel is chosen, as in the source."""

SINGLE_WIDTHS = powers(2, -2, 10)
"""Widths σ² of the single Gaussian kernel."""

SAME = 1e-9
"""Squared errors within this share of each other are equal."""

FLOOR, EPSILON = 1e-147, float(np.finfo(float).eps)
"""Kernel values below FLOOR have underflowed; products of matrices are known to EPSILON of the
largest value."""


class Labels(NamedTuple):
    """Points and targets of one split as the methods see them."""

    X: Float[Array, "n d"]
    y: Float[Array, " n"]
    X_test: Float[Array, "p d"]
    y_test: Float[Array, " p"]
    seed: int

    @property
    def classes(self) -> bool:
        """Whether every target is −1 or +1."""
        return bool(np.isin(self.y, (-1.0, 1.0)).all())


class Method(NamedTuple):
    """One method on one split: mean squared errors over its kernels × λ, on T and at test points.

    ``steps`` is 0 for the single kernel, whose width σ² is ``width``, chosen with ``folds`` folds;
    no folds: too few labels, the middle of its grid. ``rates`` are shares of wrong signs at test
    points, NaN for a regression and where the sign of a prediction is rounding.
    """

    name: str
    steps: tuple[int, ...]
    width: float
    held_out: Float[Array, "s L"]
    test: Float[Array, "s L"]
    rates: Float[Array, "s L"]
    folds: int = 0

    @property
    def chosen(self) -> tuple[int, int]:
        """Row and column of the smallest squared error on T: fewest steps, then largest λ."""
        rows, columns = np.nonzero(self.held_out <= self.held_out.min() * (1 + SAME))
        return int(rows[0]), int(columns[rows == rows[0]].max())


def single(labels: Labels, parts: Parts, design: Design) -> Method:
    """Single Gaussian kernel: σ² by cross-validation on S, then λ on T, as the others."""
    folds = _folds(labels, parts.labelled)
    width = _width(labels, parts.labelled, design.lambdas, folds)
    base = (GAUSSIAN.name, "sigma2", width)
    X, fitted = labels.X, labels.X[parts.fitted]
    f = _fits(
        base_kernel(base, fitted, fitted),
        base_kernel(base, np.vstack([X[parts.held_out], labels.X_test]), fitted),
        labels.y[parts.fitted],
        design.lambdas,
        noise=FLOOR,
    )
    return _method(SINGLE, (0,), width, [f], labels, parts)._replace(folds=folds)


def iterated(
    name: str, labels: Labels, parts: Parts, design: Design, rows: Int[Array, " N"]
) -> tuple[Method, PoolSpectrum]:
    """Kernel iterated over the pool ``rows`` for k = 1 … steps, and the spectrum of the pool.

    One eigendecomposition of the pool for every k and every point, one of the fitted points per k.
    """
    pool = labels.X[rows]
    pooled = pool_spectrum(base_kernel(design.base, pool, pool))
    inside = base_kernel(design.base, labels.X[parts.fitted], pool) @ pooled.Q
    others = np.vstack([labels.X[parts.held_out], labels.X_test])
    across = base_kernel(design.base, others, pool) @ pooled.Q
    steps = tuple(range(1, design.steps + 1))

    def gram(side: Float[Array, "n N"], k: int) -> Float[Array, "n l"]:
        unit = design.rescaled
        return iterated_gram(side, inside, pooled.values, steps=k, unit_diagonal=unit)

    y = labels.y[parts.fitted]
    of_steps = []
    for k in steps:
        K, K_others = gram(inside, k), gram(across, k)
        noise = EPSILON * float(np.abs(K_others).max(initial=0.0))
        of_steps.append(_fits(K, K_others, y, design.lambdas, noise=noise))
    return _method(name, steps, np.nan, of_steps, labels, parts), pooled


def _fits(
    K: Float[Array, "l l"],
    K_others: Float[Array, "q l"],
    y: Float[Array, " l"],
    lambdas: tuple[float, ...],
    *,
    noise: float,
) -> Signed:
    """Values at other points of the ridge fits (K + lλI) α = y, for every λ.

    Sure are the signs of those that errors of ``noise`` in the kernel values cannot change.
    """
    sigma, Q, _ = spectrum((K + K.T) / 2)
    mu = len(y) * np.array(lambdas)
    alpha = Q @ ((Q.T @ y)[:, None] / (sigma[:, None] + mu))
    f: Array = K_others @ alpha
    return Signed(f, np.abs(f) > noise * np.abs(alpha).sum(axis=0))


def _folds(labels: Labels, rows: Int[Array, " m"]) -> int:
    """Folds for the points given: ten, or one for each point of a smaller class; 0 of too few."""
    y = labels.y[rows]
    smallest = min((y > 0).sum(), (y < 0).sum()) if labels.classes else len(y)
    return 0 if smallest < FEWEST_FOLDS else int(min(FOLDS, smallest))


def _width(labels: Labels, rows: Int[Array, " m"], lambdas: tuple[float, ...], folds: int) -> float:
    """Width σ² with the smallest cross-validated squared error over σ² × λ, on the points given."""
    if not folds:
        return SINGLE_WIDTHS[len(SINGLE_WIDTHS) // 2]
    X, y = labels.X[rows], labels.y[rows]
    task = "binary" if labels.classes else "regression"
    template = Problem(np.eye(len(y)), y, np.array(lambdas), seed=labels.seed, task=task)
    errors = [
        template.with_matrix(base_kernel((GAUSSIAN.name, "sigma2", width), X, X))
        .cross_validation(folds, "squared")
        .min()
        for width in SINGLE_WIDTHS
    ]
    return SINGLE_WIDTHS[int(np.argmin(errors))]


def _method(
    name: str,
    steps: tuple[int, ...],
    width: float,
    made: Sequence[Signed],
    labels: Labels,
    parts: Parts,
) -> Method:
    """Errors of the fits, one for each kernel, at the points of T and then at the test points."""
    f, sure = (np.array([getattr(one, part) for one in made]) for part in Signed._fields)
    count = len(parts.held_out)
    y, y_test = labels.y[parts.held_out][:, None], labels.y_test[:, None]
    held_out = np.mean((f[:, :count] - y) ** 2, axis=1)
    test = np.mean((f[:, count:] - y_test) ** 2, axis=1)
    rates = np.mean(np.sign(f[:, count:]) != np.sign(y_test), axis=1)
    decided = sure[:, count:].all(axis=1) & labels.classes
    rates = np.where(decided, rates, np.nan)
    return Method(name, steps, float(width), held_out, test, rates)
