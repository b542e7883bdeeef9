"""A width for every feature, learnt from a criterion: automatic relevance determination (ARD)."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kselect_core.criteria import Problem
from kselect_core.criteria.alignment.ckta import CKTA
from kselect_core.criteria.left_out.loo import LOO
from kselect_core.criteria.problems.least_squares import EIGH_LIMIT
from kselect_core.criteria.spectral.evidence import GML
from kselect_core.errors import InvalidParameterError, TooLargeError, UnknownNameError
from kselect_core.linalg.machine.memory import memory_kept
from kselect_core.linalg.machine.threads import one_blas_thread
from kselect_core.linalg.matrices.cholesky import solved
from kselect_core.linalg.matrices.distances import squared_distances
from kselect_core.linalg.minimum.smooth import smooth_descent
from kselect_core.selection.combination.feature_slopes import OBJECTIVES, at_widths, kernel_of
from kselect_core.types import Array, Float

LAMBDA = (1e-6, 1e2)
"""Bounds of λ; beyond the lower one values are rounding."""

AROUND = (1e-6, 1e4)
"""Bounds of γ, in units of the start: the lower one is a feature that is not used."""

RIDGES = np.geomspace(1e-5, 1.0, 11)
"""λ among which leave-one-out chooses for a criterion that knows none."""

MOST, PATIENCE = 200, 10
"""Steps at most, and steps without a smaller held-out error after which the descent ends."""

FEWEST = 10
"""Points that are fitted, at least."""


@dataclass(frozen=True, eq=False)
class FeatureWidths:
    """Widths γ (steps, d) and ridges λ (steps,) along the descent, and which step is chosen.

    ``value`` is what was minimised at each step: log GML, log of the mean squared leave-one-out
    error, or −CKTA. ``held_out`` is the mean squared error at points that the descent did not see,
    in y²; NaN without such points. ``spread`` are the standard deviations of the features.
    """

    objective: str
    names: tuple[str, ...]
    gamma: Float[Array, "steps d"]
    lam: Float[Array, " steps"]
    value: Float[Array, " steps"]
    held_out: Float[Array, " steps"]
    chosen: int
    stopped: bool  # before the criterion was at its minimum
    spread: Float[Array, " d"]

    @cached_property
    def relevance(self) -> Float[Array, " d"]:
        """Share of each feature in the mean squared distance at the chosen step; their sum is 1."""
        parts = self.gamma[self.chosen] * self.spread**2
        shares: Float[Array, " d"] = parts / parts.sum()
        return shares

    @property
    def which(self) -> tuple[str, ...]:
        """Names of the features, the most relevant first."""
        return tuple(self.names[i] for i in np.argsort(-self.relevance, kind="stable"))

    def predicted(
        self, X: Float[Array, "n d"], y: Float[Array, " n"], Z: Float[Array, "m d"]
    ) -> Float[Array, " m"]:
        """Prediction at the rows of Z of kernel ridge regression on X, y with the chosen widths."""
        return _predicted(self.gamma[self.chosen], float(self.lam[self.chosen]), X, y, Z)


def feature_widths(  # noqa: PLR0913 (data, criterion, and how the descent ends)
    X: Float[Array, "n d"],
    y: Float[Array, " n"],
    *,
    objective: str = GML.name,
    held_out: float = 0.2,
    alike: bool = False,
    names: tuple[str, ...] = (),
    seed: int = 0,
) -> FeatureWidths:
    """Widths of exp(−Σ_f γ_f (x_f − z_f)²) and λ that a criterion prefers, by exact slopes.

    ``objective`` is "gml", "loo" or "ckta", of kernel ridge regression with μ = nλ; CKTA knows no
    λ, which leave-one-out then chooses. A share ``held_out`` of the points, drawn from ``seed``, is
    not seen by the descent: it ends where their error has not fallen for ten steps, and the step
    with the smallest such error is chosen. With ``held_out=0`` it goes to the end. ``alike`` keeps
    one width for all features, to compare with. Features should have one scale, and y mean 0.

    Raises InvalidParameterError, UnknownNameError and TooLargeError above n = 5000.
    Source: Neal (1996); Rasmussen & Williams (2006), section 5.1; MacKay (1994).
    Cost: O(n³ + n²d) per step.
    """
    X, y = _checked(X, y, objective, held_out)
    rows, others = _parts(len(y), held_out, seed)
    goal = OBJECTIVES[objective]
    one, d = (np.ones((1, X.shape[1])) if alike else np.eye(X.shape[1])), X.shape[1]
    start = np.log(0.5 / _median(X))

    inner, values_at = X[rows], dict[bytes, float]()

    def downhill(theta: Float[Array, " p"]) -> tuple[float, Float[Array, " p"]]:
        value, slope = at_widths(goal, inner, y[rows], np.append(theta[:-1] @ one, theta[-1]))
        values_at[theta.tobytes()] = value
        return value, np.append(one @ slope[:-1], slope[-1])

    errors: list[float] = []
    ridges: list[float] = []

    def stop(theta: Float[Array, " p"]) -> bool:
        gamma = np.exp(theta[:-1] @ one)
        lam = _left_out(gamma, X[rows], y[rows]) if objective == CKTA.name else np.exp(theta[-1])
        ridges.append(float(lam))
        errors.append(_error(gamma, float(lam), X, y, rows, others))
        return len(others) > 0 and len(errors) - 1 - int(np.argmin(errors)) >= PATIENCE

    first = np.append(np.full(len(one), start), np.log(0.01))
    low, high = (
        np.append(np.full(len(one), start + np.log(AROUND[end])), np.log(LAMBDA[end]))
        for end in (0, 1)
    )
    with one_blas_thread(), memory_kept():
        way = smooth_descent(downhill, first, low, high, most=MOST, stop=stop)
        if len(way.points) == 1:
            downhill(way.points[0])
    values = np.array([values_at[theta.tobytes()] for theta in way.points])
    chosen = int(np.argmin(errors)) if len(others) else len(values) - 1
    return FeatureWidths(
        objective,
        names or tuple(f"x{i + 1}" for i in range(d)),
        np.exp(way.points[:, :-1] @ one),
        np.array(ridges),
        values,
        np.array(errors),
        chosen,
        way.stopped,
        X.std(axis=0),
    )


def _checked(X: object, y: object, objective: str, held_out: float) -> tuple[Array, Array]:
    points, targets = np.asarray(X, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if objective not in OBJECTIVES:
        raise UnknownNameError("criterion with slopes by the widths", objective, OBJECTIVES)
    if points.ndim != 2 or targets.shape != (len(points),):  # noqa: PLR2004 (a table)
        shapes = f"{points.shape} and {targets.shape}"
        raise InvalidParameterError("Feature widths", "X and y", "(n, d) and (n,)", shapes)
    if not (np.isfinite(points).all() and np.isfinite(targets).all()):
        raise InvalidParameterError("Feature widths", "X and y", "finite", "a value that is not")
    if not 0 <= held_out < 1:
        allowed = "a share from 0 to below 1"
        raise InvalidParameterError("Feature widths", "held_out", allowed, held_out)
    left = len(targets) - round(held_out * len(targets))
    if left < FEWEST:
        allowed = f"so that {FEWEST} points or more are fitted"
        raise InvalidParameterError("Feature widths", "held_out", allowed, held_out)
    if left > EIGH_LIMIT:
        raise TooLargeError(
            f"The widths of features need inverses of {left} × {left} matrices; they are skipped "
            f"above n = {EIGH_LIMIT}. Use a sub-sample of the data."
        )
    return points, targets


def _parts(n: int, share: float, seed: int) -> tuple[Array, Array]:
    """Rows that the descent sees, and rows held out."""
    order = np.random.default_rng(seed).permutation(n)
    count = round(share * n)
    return np.sort(order[count:]), np.sort(order[:count])


def _median(X: Float[Array, "n d"]) -> float:
    distances = squared_distances(X)
    apart = distances[np.tri(len(X), k=-1, dtype=bool) & (distances > 0)]
    return float(np.median(apart)) if len(apart) else 1.0


def _left_out(gamma: Float[Array, " d"], X: Float[Array, "n d"], y: Float[Array, " n"]) -> float:
    """λ with the smallest leave-one-out error."""
    problem = Problem(kernel_of(gamma, X), y, RIDGES, task="regression")
    return float(RIDGES[int(np.argmin(LOO.score(problem)))])


def _predicted(
    gamma: Float[Array, " d"],
    lam: float,
    X: Float[Array, "n d"],
    y: Float[Array, " n"],
    Z: Float[Array, "m d"],
) -> Float[Array, " m"]:
    C = kernel_of(gamma, X)
    C.flat[:: len(y) + 1] += lam * len(y)
    alpha = solved(C, y)
    f: Float[Array, " m"] = kernel_of(gamma, Z, X) @ alpha
    return f


def _error(
    gamma: Float[Array, " d"], lam: float, X: Array, y: Array, rows: Array, others: Array
) -> float:
    """Mean squared error at the points held out; NaN without any."""
    if not len(others):
        return float("nan")
    f = _predicted(gamma, lam, X[rows], y[rows], X[others])
    return float(np.mean((y[others] - f) ** 2))
