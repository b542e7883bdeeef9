"""What criteria do where their optimum is degenerate, on samples small enough to check by hand."""

from typing import NamedTuple

import numpy as np

from kselect_core.criteria import Problem
from kselect_core.criteria.alignment.fsm import FSM, FSM_U
from kselect_core.criteria.spectral.sm import SM
from kselect_core.criteria.spectral.sps import exact_shift, first_order_shift
from kselect_core.kernels import GAUSSIAN
from kselect_core.types import Array, Float, Int

WIDTHS: Float[Array, " w"] = 2.0 ** np.arange(-12, 9)
"""Widths τ of the demonstrations, from K = I to K = 11ᵀ for points about 1 apart."""


class WidthPath(NamedTuple):
    """Columns of values along the width τ of a Gaussian kernel, by name."""

    widths: Float[Array, " w"]
    columns: dict[str, Float[Array, " w"]]

    def chosen(self, name: str) -> float:
        """Width at which a value is smallest."""
        return float(self.widths[int(np.argmin(self.columns[name]))])


class Tie(NamedTuple):
    """SM of the identity and of the ideal kernel for each power r, by normalisation."""

    powers: Int[Array, " r"]
    columns: dict[tuple[str, str], Float[Array, " r"]]

    def at(self, normalisation: str, kernel: str, r: int) -> float:
        """Value of one kernel for one power."""
        return float(self.columns[normalisation, kernel][list(self.powers).index(r)])


def two_clouds(n: int, *, seed: int = 0) -> tuple[Array, Array]:
    """Points of two round classes in the plane, half of them each, and their labels ±1."""
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(n) % 2 == 0, 1.0, -1.0)
    X = rng.standard_normal((n, 2))
    X[:, 0] += y
    return X, y


def shuffled(y: Float[Array, " n"], share: float, *, seed: int = 0) -> Float[Array, " n"]:
    """Labels of which a share has been dealt out again at random; class sizes stay."""
    rng = np.random.default_rng(seed)
    rows = rng.choice(len(y), size=round(share * len(y)), replace=False)
    dealt = y.copy()
    dealt[rows] = y[rng.permutation(rows)]
    return dealt


def fsm_path(
    X: Float[Array, "n d"], y: Float[Array, " n"], widths: Float[Array, " w"]
) -> WidthPath:
    """FSM and FSM-U along the width: FSM of the narrowest kernel is 0 for any labels."""
    base = GAUSSIAN.shared(X, None)
    values = [
        [float(criterion.score(problem)[0]) for criterion in (FSM, FSM_U)]
        for problem in (_problem(_gaussian(base, width), y) for width in widths)
    ]
    return WidthPath(widths, dict(zip((FSM.name, FSM_U.name), np.array(values).T, strict=True)))


def sm_tie(n: int, *, n_plus: int, highest: int = 10) -> Tie:
    """SM of K = I and of the ideal kernel (1 within a class, 0 between them) for r = 1, 2, ….

    With the sum of entries the two tie where the classes are balanced: both have the eigenvalue
    1/n on the labels. With the trace the ideal kernel wins by a factor of about (n/2)ʳ.
    """
    y = np.where(np.arange(n) < n_plus, 1.0, -1.0)
    kernels = {"identity": np.eye(n), "ideal": (np.equal.outer(y, y)).astype(np.float64)}
    powers = np.arange(1, highest + 1)
    return Tie(
        powers,
        {
            (rule, name): np.array(
                [float(SM.score(problem, r=int(r), normalisation=rule)[0]) for r in powers]
            )
            for name, problem in ((name, _problem(K, y)) for name, K in kernels.items())
            for rule in ("printed", "trace")
        },
    )


def sps_path(X: Float[Array, "n d"], widths: Float[Array, " w"]) -> WidthPath:
    """Penalty of SPS along the width, times n: the sum of the true shifts, tr K, first order.

    The true shifts come from n spectra for each kernel, without any formula; they add up to tr K
    for every width. Cost: O(n⁴) for each kernel.
    """
    base = GAUSSIAN.shared(X, None)
    n = len(X)
    y = np.where(np.arange(n) % 2 == 0, 1.0, -1.0)
    rows = []
    for width in widths:
        problem = _problem(_gaussian(base, width), y)
        by_hand = float(np.abs(_shifts(problem.K)).sum())
        rows.append([by_hand, exact_shift(problem), first_order_shift(problem)])
    names = ("true shifts", "trace", "first order")
    return WidthPath(widths, dict(zip(names, np.array(rows).T / n, strict=True)))


def _problem(K: Array, y: Array) -> Problem:
    return Problem(K, y, [1.0])


def _gaussian(base: object, width: float) -> Float[Array, "n n"]:
    K: Array = GAUSSIAN.gram(base, gamma=1 / (2 * width))  # type: ignore[arg-type]
    return K


def _shifts(K: Float[Array, "n n"]) -> Float[Array, "n n"]:
    """Shift of every eigenvalue (columns) when each point (rows) is removed, from n spectra."""
    sigma = np.linalg.eigvalsh(K)
    rows = []
    for i in range(len(K)):
        without = K.copy()
        without[i] = without[:, i] = 0.0
        rows.append(sigma - np.linalg.eigvalsh(without))
    return np.array(rows)
