"""What fits of a landmark model say of single rows, added up by a second pass over the points."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from kselect_core.linalg.streamed.features import Features, blocks
from kselect_core.linalg.streamed.joining import joined
from kselect_core.linalg.streamed.rounding import EPS, NEAR, lengths
from kselect_core.linalg.streamed.seen import Known, Seen, Solution
from kselect_core.linalg.streamed.stretches import rows_of, stretches
from kselect_core.types import Array, Float, Int

NEGLIGIBLE = 1e-8
"""Beside the first eigenvalue those below this share are nothing."""


class Wrong(NamedTuple):
    """Points whose prediction has not the sign of the label (a zero is wrong), for every ridge.

    ``unsure`` counts predictions that are 0 because kernel values underflow, ``near`` those that
    rounding may have moved across 0.
    """

    wrong: Float[Array, " L"]
    unsure: Float[Array, " L"]
    near: Float[Array, " L"]

    @classmethod
    def of(
        cls, y: Float[Array, " p"], f: Float[Array, "p L"], off: Float[Array, "... L"]
    ) -> "Wrong":
        """Count among some points, whose predictions are known to NEAR times ``off``."""
        near = (np.abs(f) <= NEAR * off).sum(axis=0)
        return cls((y[:, None] * f <= 0).sum(axis=0), (f == 0).sum(axis=0), near)

    def plus(self, other: "Wrong") -> "Wrong":
        """Both counts together."""
        return Wrong(*(one + more for one, more in zip(self, other, strict=True)))

    def rate(self, count: float) -> Known:
        """Share of the points that is wrong; NaN where a sign is not sure."""
        return Known(np.where(self.unsure > 0, np.nan, self.wrong / count), self.near / count)


def predictions(model: Features, C: Float[Array, "p m"], fit: Solution) -> Float[Array, "p L"]:
    """Values of fits at points whose kernel with the landmarks is C."""
    f: Float[Array, "p L"] = C @ model.coefficients(fit.w) + fit.b
    return f


def moved_squares(model: Features, C: Float[Array, "p m"], fit: Solution) -> Float[Array, " L"]:
    """Sum of squares of how far rounding may move predictions at points, but for the noise."""
    moved: Float[Array, " L"] = np.square(C @ model.coefficients(fit.moved)).sum(axis=0)
    return moved


def wrong_by_block(
    model: Features,
    y: Float[Array, " n"],
    assigned: Int[Array, " n"],
    fits: Sequence[Solution],
    run: range | None = None,
) -> list[Wrong]:
    """Wrong signs on every block of rows, each by a fit of its own.

    ``run`` are the stretches of rows that are looked at, all without it.

    Cost: n m kernel values, and 2nmL flops.
    """
    none = np.zeros(fits[0].w.shape[1])
    wrong = [Wrong(none, none, none)] * len(fits)
    for rows in _blocks_of(run, len(y), len(model.Z)):
        C, own = model.crossed(model.tiles.X[rows]), assigned[rows]
        for block, fit in enumerate(fits):
            mine = own == block
            if mine.any():
                here = Wrong.of(y[rows][mine], predictions(model, C[mine], fit), fit.off)
                wrong[block] = wrong[block].plus(here)
        model.tiles.pause()
    return wrong


def _blocks_of(run: range | None, n: int, m: int) -> Iterator[slice]:
    """Blocks of the rows of a run of stretches, one stretch after the other."""
    for number in stretches(n) if run is None else run:
        start, stop, _ = rows_of(number, n).indices(n)
        yield from (slice(start + one.start, start + one.stop) for one in blocks(stop - start, m))


class ByRow(NamedTuple):
    """Leave-one-out of the landmark model, and rows of its kernel matrix K_m, of some points."""

    press: Known  # Σᵢ eᵢ², the residuals of fits that never saw the point
    left_out: Wrong
    diagonal: Float[Array, " p"]
    row_squares: Float[Array, " p"]  # Σⱼ K_ij²
    shifts: float  # Σᵢⱼ q_ji² |2σⱼ − K_ii| over all eigenvectors

    def plus(self, other: "ByRow") -> "ByRow":
        """With those of the points that follow."""
        return ByRow(
            Known(*(one + more for one, more in zip(self.press, other.press, strict=True))),
            self.left_out.plus(other.left_out),
            np.append(self.diagonal, other.diagonal),
            np.append(self.row_squares, other.row_squares),
            self.shifts + other.shifts,
        )


class _Left(NamedTuple):
    """Fits without each of some rows, in the basis of the eigenvectors."""

    y: Float[Array, " n"]
    fit: Solution
    d: Float[Array, "s L"]
    mu: Float[Array, " L"]
    total: Float[Array, " L"] | None  # 1ᵀC⁻¹1 with a bias
    to_f: Float[Array, "s L"]
    to_one: Float[Array, "s L"]
    off_f: Float[Array, "s L"]
    off_leverage: Float[Array, "s L"]

    @classmethod
    def of(
        cls, y: Float[Array, " n"], seen: Seen, mu: Float[Array, " L"], *, bias: bool
    ) -> "_Left":
        d, fit = 1.0 / (seen.g[:, None] + mu), seen.solution(mu, bias=bias)
        to_one = seen.ones[:, None] * d
        return cls(
            y,
            fit,
            d,
            mu,
            seen.total(mu) if bias else None,
            seen.labels[:, None] * d - fit.b * to_one,
            to_one,
            (d * seen.off_labels(fit.w, fit.noise, mu)) ** 2,
            d**2 * seen.off_eigenvalues[:, None],
        )

    def at(
        self, H: Float[Array, "p s"], squares: Float[Array, "p s"], rows: slice
    ) -> tuple[Known, Wrong]:
        """Sum of the squared residuals left out, and their wrong signs."""
        labels, leverage = self.y[rows][:, None], squares @ self.d
        moved = squares @ self.off_leverage + EPS
        if self.total is not None:  # of P = C⁻¹ − zzᵀ/1ᵀz with z = C⁻¹1
            z = (1.0 - H @ self.to_one) / self.mu
            leverage += self.mu * z**2 / self.total
            moved *= 3.0
        spare = 1.0 - leverage
        f = (H @ self.to_f + self.fit.b - labels * leverage) / spare
        e = np.abs(labels - f)
        off = (np.sqrt(squares @ self.off_f) + self.fit.noise + e * moved) / np.abs(spare)
        press = Known((e**2).sum(axis=0), (2 * e * off + off**2).sum(axis=0))
        return press, Wrong.of(self.y[rows], f, off / NEAR)


def by_row(
    model: Features,
    y: Float[Array, " n"],
    seen: Seen,
    mu: Float[Array, " L"],
    *,
    bias: bool,
    run: range | None = None,
) -> ByRow:
    """Leverages of every row and ridge in the basis of the eigenvectors, used and forgotten.

    ``run`` are the stretches of rows that are looked at, all without it; what is summed over rows
    is added in the tree of stretches. Cost: 2nm² flops, twice those of the sums.
    """
    run = stretches(len(y)) if run is None else run
    rotation, left = model.coefficients(seen.U), _Left.of(y, seen, mu, bias=bias)
    each = ([_of_stretch(model, left, rotation, seen.g, number)] for number in run)
    return joined(run, len(run), each)[0]


def _of_stretch(
    model: Features,
    left: _Left,
    rotation: Float[Array, "m s"],
    g: Float[Array, " s"],
    number: int,
) -> ByRow:
    """Rows of one stretch, block after block."""
    n, none = len(left.y), np.zeros(len(left.mu))
    press, left_out, shifts = Known(none, none), Wrong(none, none, none), 0.0
    diagonal, row_squares = [], []
    for rows in _blocks_of(range(number, number + 1), n, len(model.Z)):
        H = model.crossed(model.tiles.X[rows]) @ rotation
        squares = H**2
        here, wrong = left.at(H, squares, rows)
        press = Known(press.value + here.value, press.off + here.off)
        left_out = left_out.plus(wrong)
        diagonal.append(squares.sum(axis=1))
        row_squares.append(squares @ g)
        shifts += _shifts(squares, diagonal[-1], g)
        model.tiles.pause()
    own, rest = np.concatenate(diagonal), np.concatenate(row_squares)
    return ByRow(press, left_out, own, rest, shifts)


def off_shifts(model: Features, seen: Seen, diagonal: float) -> float:
    """Error of the sum of shifts: by rounding, and by the eigenvalues that count as zero.

    ``diagonal`` is the mean of that of K_m.
    """
    rotation = model.coefficients(seen.U)
    significant = seen.g > NEGLIGIBLE * seen.g[0]
    g = seen.g[significant]
    entries = 2 * seen.rounding.entry * lengths(rotation[:, significant]) * np.sqrt(seen.n / g)
    return float(entries @ np.abs(2 * g - diagonal) + 2 * seen.g[~significant].sum())


def _shifts(
    squares: Float[Array, "p s"], diagonal: Float[Array, " p"], g: Float[Array, " s"]
) -> float:
    """Σᵢⱼ q_ji² |2σⱼ − K_ii| of some rows; the smallest eigenvalues count as zero."""
    rank = int((g > NEGLIGIBLE * g[0]).sum())
    inside = squares[:, :rank] / g[:rank]
    moved = float((inside * np.abs(2 * g[:rank] - diagonal[:, None])).sum())
    return moved + float(np.maximum(1.0 - inside.sum(axis=1), 0.0) @ diagonal)
