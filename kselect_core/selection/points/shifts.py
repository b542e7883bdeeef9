"""What removing one training point does to a kernel matrix: its norm and its eigenvalues.

Kⁱ is K with row and column i set to zero; eigenvalues are compared in descending order.
"""

from collections.abc import Callable, Sequence
from threading import Event
from typing import NamedTuple

import numpy as np

from kselect_core.criteria import Problem
from kselect_core.criteria.problems.inputs import gram
from kselect_core.criteria.problems.least_squares import EIGH_LIMIT
from kselect_core.errors import InvalidParameterError, UndefinedScoreError
from kselect_core.linalg.spectra.secular import removed_spectra
from kselect_core.linalg.spectra.spectrum import Spectrum, spectrum
from kselect_core.types import Array, Float, Int

LARGEST_SHIFTS = 2000
"""With more points the shifts are computed for ``MOST_ROWS`` of them (20 seconds at the limit)."""

MOST_ROWS = 500
"""Points shown of a larger sample: evenly spaced in the ranking by ‖K − Kⁱ‖₂, largest first."""

SECONDS_PER_ROW, SECONDS_PER_EIGH = 3.0e-9, 1.6e-10
"""Measured: times n² for one point, times n³ for the decomposition."""


class Shifts(NamedTuple):
    """Shifts of all eigenvalues for each removed point, σⱼ(K) − σⱼ(Kⁱ), and ‖K − Kⁱ‖₂.

    Line a of ``exact`` and ``first_order`` belongs to training point ``rows[a]`` (from 0): all
    points up to LARGEST_SHIFTS of them. Exact shifts of a positive semi-definite K are ≥ 0 and
    sum to K_ii; first-order ones are q_ji² (2σⱼ − K_ii), with the same sum but either sign.
    """

    sigma: Float[Array, " n"]
    exact: Float[Array, "r n"]
    first_order: Float[Array, "r n"]
    norms: Float[Array, " n"]
    rows: Int[Array, " r"]

    @property
    def difference(self) -> Float[Array, "r n"]:
        """First-order minus exact shifts; every line sums to 0."""
        difference: Float[Array, "r n"] = self.first_order - self.exact
        return difference

    @property
    def complete(self) -> bool:
        """Whether every training point has its line."""
        return len(self.rows) == len(self.norms)

    @property
    def note(self) -> str:
        """What the reader must know about the points left out; empty if there are none."""
        if self.complete:
            return ""
        return f"{len(self.rows)} of {len(self.norms)} points"


def norms(K: Array | Problem) -> Float[Array, " n"]:
    """‖K − Kⁱ‖₂ for every i: (|K_ii| + √(K_ii² + 4 sᵢ))/2 with sᵢ = Σ_{j≠i} K_ij²."""
    matrix = _matrix(K)
    own = np.diagonal(matrix) ** 2
    sizes: Float[Array, " n"] = (np.sqrt(own) + np.sqrt(own + 4 * other_squares(matrix))) / 2
    return sizes


def other_squares(K: Array | Problem) -> Float[Array, " n"]:
    """Sums sᵢ = Σ_{j≠i} K_ij²."""
    matrix = _matrix(K)
    squares: Float[Array, " n"] = np.einsum("ij,ij->i", matrix, matrix)
    others: Float[Array, " n"] = np.maximum(squares - np.diagonal(matrix) ** 2, 0.0)
    return others


def shift_rows(sizes: Float[Array, " n"]) -> Int[Array, " r"]:
    """Points (from 0) whose shifts are computed, given ‖K − Kⁱ‖₂: all, if they are not too many."""
    if len(sizes) <= LARGEST_SHIFTS:
        return np.arange(len(sizes))
    ranking = np.argsort(-sizes, kind="stable")
    places = np.linspace(0, len(sizes) - 1, MOST_ROWS).round().astype(np.intp)
    return np.sort(ranking[places])


def shift_seconds(n: int, *, rows: int | None = None) -> float:
    """Estimate of the seconds that ``shifts`` takes for n points (or ``rows`` of them)."""
    most = n if n <= LARGEST_SHIFTS else MOST_ROWS
    return SECONDS_PER_EIGH * n**3 + SECONDS_PER_ROW * n**2 * (most if rows is None else rows)


def shifts(
    K: Array | Problem,
    *,
    rows: Sequence[int] | Int[Array, " r"] | None = None,
    on_progress: Callable[[int, int], object] | None = None,
    cancel: Event | None = None,
) -> Shifts:
    """Shifts of the spectrum for each removed point (or the ``rows`` asked for, from 0).

    A Problem lends its eigendecomposition. Raises StoppedError when ``cancel`` is set.
    Cost: one eigendecomposition and about 5 n² divisions per point.
    """
    matrix = _matrix(K)
    sizes = norms(matrix)
    wanted = shift_rows(sizes) if rows is None else _checked(rows, len(matrix))
    sigma, Q, indefinite = _spectrum(K)
    removed = removed_spectra(sigma, Q, rows=wanted, on_progress=on_progress, cancel=cancel)
    exact = sigma - removed
    if not indefinite:
        np.maximum(exact, 0.0, out=exact)
    own = np.diagonal(matrix)[wanted]
    return Shifts(sigma, exact, first_order(sigma, Q[wanted], own), sizes, wanted)


def first_order(
    sigma: Float[Array, " n"], Q: Float[Array, "r n"], diagonal: Float[Array, " r"]
) -> Float[Array, "r n"]:
    """First-order shifts q_ji² (2σⱼ − K_ii) of the points whose rows of Q and K_ii are given."""
    derivatives: Float[Array, "r n"] = Q**2 * (2 * sigma[None, :] - diagonal[:, None])
    return derivatives


def _matrix(K: Array | Problem) -> Float[Array, "n n"]:
    return K.K if isinstance(K, Problem) else gram(K)


def _spectrum(K: Array | Problem) -> Spectrum:
    if isinstance(K, Problem):
        return K.spectrum
    if len(K) > EIGH_LIMIT:
        raise UndefinedScoreError(
            f"needs the eigendecomposition of a {len(K)} × {len(K)} matrix, "
            f"skipped above n = {EIGH_LIMIT}; use a sub-sample"
        )
    return spectrum(gram(K))


def _checked(rows: Sequence[int] | Array, n: int) -> Int[Array, " r"]:
    wanted = np.asarray(rows, dtype=np.intp).reshape(-1)
    if len(wanted) and not (wanted.min() >= 0 and wanted.max() < n):
        raise InvalidParameterError(
            "Perturbation", "rows", f"whole numbers from 0 to {n - 1}", list(rows)
        )
    return wanted
