"""One decomposition of what landmarks see of some rows, and the fits of every ridge from it."""

from typing import NamedTuple

import numpy as np

from kselect_core.linalg.spectra.symmetric import eigensystem
from kselect_core.linalg.streamed.sums import Sums
from kselect_core.types import Array, Float

SMALLEST = 1e-15
"""Eigenvalues below this share of the largest are rounding."""


class Solution(NamedTuple):
    """Fits f = φᵀw + b, for every ridge."""

    w: Float[Array, "r L"]
    b: Float[Array, " L"]


class Seen(NamedTuple):
    """Kernel matrix K_m = ΦΦᵀ of n rows by its eigenvalues that are not zero, descending.

    ``U`` are eigenvectors of ΦᵀΦ, so that v_j = Φu_j/√g_j are those of K_m; ``labels`` and ``ones``
    are (Φu_j)ᵀy and (Φu_j)ᵀ1. Nothing is divided by √g: small eigenvalues, which the sums know to
    few digits, count only beside a ridge.
    """

    n: int
    g: Float[Array, " s"]
    U: Float[Array, "r s"]
    labels: Float[Array, " s"]
    ones: Float[Array, " s"]
    y: float  # sum of the labels
    yy: float  # sum of their squares

    @classmethod
    def of(cls, part: Sums) -> "Seen":
        """Decomposition of the sums of one block. Cost: O(r³)."""
        value, vector = eigensystem(part.squares[0])
        kept = np.flatnonzero(value > SMALLEST * max(float(value[-1]), 0.0))[::-1]
        along = np.ascontiguousarray(vector[:, kept])
        labels, ones = part.labels[0] @ along, part.ones[0] @ along
        n, y, yy = (float(number[0]) for number in (part.sizes, part.y, part.yy))
        return cls(round(n), value[kept], along, labels, ones, y, yy)

    @property
    def trace(self) -> float:
        """Trace of K_m."""
        return float(self.g.sum())

    def solution(self, mu: Float[Array, " L"], *, bias: bool) -> Solution:
        """Fits for every ridge."""
        b, on = self._without_bias(mu, bias=bias)
        return Solution(self.U @ (on / (self.g[:, None] + mu)), b)

    def squares(self, mu: Float[Array, " L"], *, bias: bool) -> Float[Array, " L"]:
        """‖y − f‖² of every fit, y − f = μC⁻¹(y − b1) with C = K_m + μI."""
        b, on = self._without_bias(mu, bias=bias)
        g = self.g[:, None]
        fitted = (on**2 * (g + 2 * mu) / (g + mu) ** 2).sum(axis=0)
        return np.asarray(np.maximum(self._distance(b) - fitted, 0.0))

    def quadratic(self, mu: Float[Array, " L"], *, bias: bool) -> Float[Array, " L"]:
        """(y − b1)ᵀC⁻¹(y − b1) of every fit."""
        b, on = self._without_bias(mu, bias=bias)
        fitted = (on**2 / (self.g[:, None] + mu)).sum(axis=0)
        return np.asarray(np.maximum(self._distance(b) - fitted, 0.0) / mu)

    def leeway(self, mu: Float[Array, " L"], *, bias: bool) -> Float[Array, " L"]:
        """Sum of 1 − leverage over the rows, for every ridge."""
        g = self.g[:, None]
        made: Float[Array, " L"] = (mu / (g + mu)).sum(axis=0) + self.n - len(g)
        if bias:  # μ ‖C⁻¹1‖² / 1ᵀC⁻¹1
            twice = self.ones**2 @ ((g + 2 * mu) / (g + mu) ** 2)
            made -= (self.n - twice) / mu / self.total(mu)
        return made

    def total(self, mu: Float[Array, " L"]) -> Float[Array, " L"]:
        """1ᵀC⁻¹1."""
        made: Float[Array, " L"] = (self.n - self.ones**2 @ (1.0 / (self.g[:, None] + mu))) / mu
        return made

    def offset(self, mu: Float[Array, " L"], *, bias: bool) -> Float[Array, " L"]:
        """Bias of every fit: 1ᵀC⁻¹y over 1ᵀC⁻¹1; 0 without one."""
        if not bias:
            return np.zeros(len(mu))
        across = (self.y - (self.ones * self.labels) @ (1.0 / (self.g[:, None] + mu))) / mu
        b: Float[Array, " L"] = across / self.total(mu)
        return b

    def _without_bias(self, mu: Float[Array, " L"], *, bias: bool) -> tuple[Array, Array]:
        """Bias of every fit, and (Φu_j)ᵀ(y − b1)."""
        b = self.offset(mu, bias=bias)
        return b, self.labels[:, None] - b * self.ones[:, None]

    def _distance(self, b: Float[Array, " L"]) -> Float[Array, " L"]:
        """‖y − b1‖²."""
        made: Float[Array, " L"] = self.yy - 2 * b * self.y + b**2 * self.n
        return made


def squared_loss(part: Sums, block: int, fit: Solution) -> Float[Array, " L"]:
    """Mean squared loss of fits on the rows of a block, from its sums alone."""
    w, b = fit
    size, y = part.sizes[block], part.y[block]
    within = np.einsum("rl,rl->l", w, part.squares[block] @ w)
    within += 2 * b * (part.ones[block] @ w) + size * b**2
    across = part.labels[block] @ w + y * b
    made: Float[Array, " L"] = np.maximum(part.yy[block] - 2 * across + within, 0.0) / size
    return made
