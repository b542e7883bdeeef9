"""What fits of a landmark model say of single rows, added up by a second pass over the points."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from kselect_core.linalg.streamed.features import Features, blocks
from kselect_core.linalg.streamed.seen import Seen, Solution
from kselect_core.types import Array, Float, Int

NEGLIGIBLE = 1e-8
"""Beside the first eigenvalue those below this share are nothing."""


class Wrong(NamedTuple):
    """Points whose prediction has not the sign of the label (a zero is wrong), for every ridge.

    ``unsure`` counts predictions that are 0 because kernel values underflow.
    """

    wrong: Float[Array, " L"]
    unsure: Float[Array, " L"]

    @classmethod
    def of(cls, y: Float[Array, " p"], f: Float[Array, "p L"]) -> "Wrong":
        """Count among some points."""
        return cls((y[:, None] * f <= 0).sum(axis=0), (f == 0).sum(axis=0))

    def rate(self, count: float) -> Float[Array, " L"]:
        """Share of the points that is wrong; NaN where a sign is not sure."""
        return np.where(self.unsure > 0, np.nan, self.wrong / count)


def added(first: "Wrong", second: "Wrong") -> "Wrong":
    """Both counts together."""
    return Wrong(first.wrong + second.wrong, first.unsure + second.unsure)


def predictions(model: Features, C: Float[Array, "p m"], fit: Solution) -> Float[Array, "p L"]:
    """Values of fits at points whose kernel with the landmarks is C."""
    f: Float[Array, "p L"] = C @ (model.M @ fit.w) + fit.b
    return f


def wrong_by_block(
    model: Features,
    y: Float[Array, " n"],
    assigned: Int[Array, " n"],
    fits: Sequence[Solution],
) -> list[Wrong]:
    """Wrong signs on every block of rows, each by a fit of its own.

    Cost: n m kernel values, and 2nmL flops.
    """
    none = np.zeros(fits[0].w.shape[1])
    found = [Wrong(none, none)] * len(fits)
    for rows in blocks(len(y), len(model.Z)):
        C, own = model.crossed(model.tiles.X[rows]), assigned[rows]
        for block, fit in enumerate(fits):
            mine = own == block
            if mine.any():
                here = Wrong.of(y[rows][mine], predictions(model, C[mine], fit))
                found[block] = added(found[block], here)
        model.tiles.pause()
    return found


class ByRow(NamedTuple):
    """Leave-one-out of the landmark model, and the rows of its kernel matrix K_m."""

    press: Float[Array, " L"]  # Σᵢ eᵢ², the residuals of fits that never saw the point
    left_out: Wrong
    diagonal: Float[Array, " n"]
    row_squares: Float[Array, " n"]  # Σⱼ K_ij²
    shifts: float  # Σᵢⱼ q_ji² |2σⱼ − K_ii| over all eigenvectors


def by_row(
    model: Features, y: Float[Array, " n"], seen: Seen, mu: Float[Array, " L"], *, bias: bool
) -> ByRow:
    """Leverages of every row and ridge in the basis of the eigenvectors, used and forgotten.

    Cost: 2nm² flops, twice those of the sums.
    """
    rotation, g = model.M @ seen.U, seen.g
    d = 1.0 / (g[:, None] + mu)
    b, total = seen.offset(mu, bias=bias), seen.total(mu)
    to_f, to_one = (seen.labels[:, None] - b * seen.ones[:, None]) * d, seen.ones[:, None] * d
    n = len(y)
    press, shifts = np.zeros(len(mu)), 0.0
    left_out = Wrong(np.zeros(len(mu)), np.zeros(len(mu)))
    diagonal, row_squares = np.empty(n), np.empty(n)
    for rows in blocks(n, len(model.Z)):
        H = model.crossed(model.tiles.X[rows]) @ rotation
        squares, labels = H**2, y[rows][:, None]
        leverage = squares @ d
        if bias:  # of P = C⁻¹ − zzᵀ/1ᵀz with z = C⁻¹1
            z = (1.0 - H @ to_one) / mu
            leverage += mu * z**2 / total
        spare = 1.0 - leverage
        f = (H @ to_f + b - labels * leverage) / spare
        press += ((labels - f) ** 2).sum(axis=0)
        left_out = added(left_out, Wrong.of(y[rows], f))
        diagonal[rows], row_squares[rows] = squares.sum(axis=1), squares @ g
        shifts += _shifts(squares, diagonal[rows], g)
        model.tiles.pause()
    return ByRow(press, left_out, diagonal, row_squares, shifts)


def _shifts(
    squares: Float[Array, "p s"], diagonal: Float[Array, " p"], g: Float[Array, " s"]
) -> float:
    """Σᵢⱼ q_ji² |2σⱼ − K_ii| of some rows; the smallest eigenvalues count as zero."""
    kept = int((g > NEGLIGIBLE * g[0]).sum())
    inside = squares[:, :kept] / g[:kept]
    moved = float((inside * np.abs(2 * g[:kept] - diagonal[:, None])).sum())
    return moved + float(np.maximum(1.0 - inside.sum(axis=1), 0.0) @ diagonal)
