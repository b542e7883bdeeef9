"""One decomposition of what landmarks see of some rows, and the fits of every ridge from it."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from kselect_core.linalg.spectra.symmetric import eigensystem
from kselect_core.linalg.streamed.rounding import (
    ADDED,
    CANCELLED,
    DECOMPOSED,
    EPS,
    Rounding,
    lengths,
    of_square,
)
from kselect_core.linalg.streamed.sums import Sums
from kselect_core.types import Array, Float


class Known(NamedTuple):
    """Numbers, one for every ridge, and how far rounding may have moved them."""

    value: Float[Array, " L"]
    off: Float[Array, " L"]


class Solution(NamedTuple):
    """Fits f = φᵀw + b, for every ridge.

    ``off`` is about how far rounding moves a prediction, as the root of a mean of squares;
    ``moved`` how it may move w, and ``noise`` what it does to each prediction besides.
    """

    w: Float[Array, "r L"]
    b: Float[Array, " L"]
    off: Float[Array, " L"]
    moved: Float[Array, "r L"]
    noise: Float[Array, " L"]


@dataclass(frozen=True, eq=False)
class Seen:
    """Kernel matrix K_m = ΦΦᵀ of n rows by its eigenvalues, descending; those below 0 are 0.

    ``U`` are eigenvectors of ΦᵀΦ, so that v_j = Φu_j/√g_j are those of K_m; ``labels`` and ``ones``
    are (Φu_j)ᵀy and (Φu_j)ᵀ1. Nothing is divided by √g: small eigenvalues, which the sums know to
    few digits, count only beside a ridge.
    """

    n: int
    g: Float[Array, " r"]
    U: Float[Array, "r r"]
    labels: Float[Array, " r"]
    ones: Float[Array, " r"]
    y: float  # sum of the labels
    yy: float  # sum of their squares
    rounding: Rounding

    @classmethod
    def of(cls, part: Sums, rounding: Rounding) -> "Seen":
        """Decomposition of the sums of one block. Cost: O(r³)."""
        value, vector = eigensystem(part.squares[0])
        along = np.ascontiguousarray(vector[:, ::-1])
        labels, ones = part.labels[0] @ along, part.ones[0] @ along
        n, y, yy = (float(number[0]) for number in (part.sizes, part.y, part.yy))
        g = np.maximum(value[::-1], 0.0)
        return cls(round(n), g, along, labels, ones, y, yy, rounding)

    @property
    def trace(self) -> float:
        """Trace of K_m."""
        return float(self.g.sum())

    def solution(self, mu: Float[Array, " L"], *, bias: bool) -> Solution:
        """Fits for every ridge."""
        b, on = self._without_bias(mu, bias=bias)
        d = 1.0 / (self.g[:, None] + mu)
        w = self.U @ (on * d)
        noise = self.rounding.noise(w)
        moved = d * self.off_labels(w, noise, mu)
        off = np.sqrt(self.g @ moved**2 / self.n + noise**2)
        if bias:
            shift = self._off_offset(mu, b, w)
            off, noise = off + shift, noise + shift
        return Solution(w, b, off, self.U @ (self._signs[:, None] * moved), noise)

    def squares(self, mu: Float[Array, " L"], *, bias: bool) -> Known:
        """‖y − f‖² of every fit, y − f = μC⁻¹(y − b1) with C = K_m + μI."""
        b, on = self._without_bias(mu, bias=bias)
        g, distance = self.g[:, None], self._distance(b)
        fitted = (on**2 * (g + 2 * mu) / (g + mu) ** 2).sum(axis=0)
        value = np.maximum(distance - fitted, 0.0)
        fit = self.solution(mu, bias=bias)
        off = self.n * of_square(value / self.n, fit.off) + self._off_terms(
            fit.w, distance + self.yy
        )
        return Known(value, off)

    def quadratic(self, mu: Float[Array, " L"], *, bias: bool) -> Known:
        """(y − b1)ᵀC⁻¹(y − b1) of every fit."""
        b, on = self._without_bias(mu, bias=bias)
        distance = self._distance(b)
        fitted = (on**2 / (self.g[:, None] + mu)).sum(axis=0)
        value = np.maximum(distance - fitted, 0.0)
        fit = self.solution(mu, bias=bias)
        off = (
            self._off_terms(fit.w, distance + self.yy) + 2 * np.sqrt(self.n * distance) * fit.noise
        )
        return Known(value / mu, off / mu)

    def leeway(self, mu: Float[Array, " L"], *, bias: bool) -> Known:
        """Sum of 1 − leverage over the rows, for every ridge."""
        g = self.g[:, None]
        leeway = (mu / (g + mu)).sum(axis=0) + self.n - len(g)
        off = (mu * self.off_eigenvalues[:, None] / (g + mu) ** 2).sum(axis=0)
        off += CANCELLED * EPS * self.n
        if bias:  # μ ‖C⁻¹1‖² / 1ᵀC⁻¹1
            once, twice = self._ones_once(mu), self._ones_twice(mu)
            leeway -= twice / once
            w = self._of_ones(mu)
            off += 3 * self._off_terms(w, self.n) * (1.0 + twice / once) / once
        return Known(leeway, off)

    def log_volume(self, mu: Float[Array, " L"], *, bias: bool) -> Known:
        """Log det C; with a bias that of the contrasts."""
        g = self.g[:, None]
        parts = np.log(g + mu), (self.n - len(g)) * np.log(mu)
        log_volume = parts[0].sum(axis=0) + parts[1]
        off = (self.off_eigenvalues[:, None] / (g + mu)).sum(axis=0)
        off += CANCELLED * EPS * (np.abs(parts[0]).sum(axis=0) + np.abs(parts[1]))
        if bias:
            once = self._ones_once(mu)
            log_volume += np.log(once / mu / self.n)
            off += self._off_terms(self._of_ones(mu), self.n) / once
        return Known(log_volume, off)

    def total(self, mu: Float[Array, " L"]) -> Float[Array, " L"]:
        """1ᵀC⁻¹1."""
        return np.asarray(self._ones_once(mu) / mu)

    def offset(self, mu: Float[Array, " L"], *, bias: bool) -> Float[Array, " L"]:
        """Bias of every fit: 1ᵀC⁻¹y over 1ᵀC⁻¹1; 0 without one."""
        if not bias:
            return np.zeros(len(mu))
        across = (self.y - (self.ones * self.labels) @ (1.0 / (self.g[:, None] + mu))) / mu
        b: Float[Array, " L"] = across / self.total(mu)
        return b

    # rounding

    @cached_property
    def off_eigenvalues(self) -> Float[Array, " r"]:
        """About how far rounding moves every eigenvalue."""
        one = self.rounding
        features = 2 * one.entry * (np.sqrt(self.g) + self.g * self._back) * self._back
        return np.asarray(EPS * (DECOMPOSED * self.g[0] + ADDED * self._spread**2) + features)

    def off_labels(
        self, w: Float[Array, "r L"], noise: Float[Array, " L"], mu: Float[Array, " L"]
    ) -> Float[Array, "r L"]:
        """What rounding does to a fit, as if it had moved the (Φu_j)ᵀy."""
        one = self.rounding
        sums = one.weighed(w) + np.sqrt(self.yy)
        error = EPS * (DECOMPOSED * self.g[0] * lengths(w) + ADDED * self._spread[:, None] * sums)
        back = self._back[:, None]
        error += one.entry * np.sqrt(self.yy) * back
        return np.asarray(error + noise * (np.sqrt(self.g)[:, None] + mu * back))

    @cached_property
    def _spread(self) -> Float[Array, " r"]:
        return np.asarray(np.sqrt(self.rounding.spread**2 @ self.U**2))

    @cached_property
    def _back(self) -> Float[Array, " r"]:
        return np.asarray(np.sqrt(self.rounding.back**2 @ self.U**2))

    @property
    def _signs(self) -> Float[Array, " r"]:
        """Signs of errors that are taken as independent, always the same."""
        return np.random.default_rng(0).choice([-1.0, 1.0], len(self.g))

    def _off_terms(
        self, w: Float[Array, "r L"], largest: Float[Array, " L"] | float
    ) -> Float[Array, " L"]:
        """Error of wᵀ(ΦᵀΦ)w beside a term."""
        own = DECOMPOSED * self.g[0] * lengths(w) ** 2 + ADDED * self.rounding.weighed(w) ** 2
        return np.asarray(EPS * (own + CANCELLED * largest))

    def _off_offset(
        self, mu: Float[Array, " L"], b: Float[Array, " L"], w: Float[Array, "r L"]
    ) -> Float[Array, " L"]:
        """Error of predictions by that of the bias, which moves them along μC⁻¹1 only."""
        own = self._off_terms(self._of_ones(mu), self.n)
        across = np.sqrt(own * self._off_terms(w, self.yy))
        off = (across + np.abs(b) * own) / self._ones_once(mu)
        moved = np.maximum(self._ones_twice(mu), 0.0) + own
        return np.asarray(off * np.sqrt(moved / self.n))

    def _of_ones(self, mu: Float[Array, " L"]) -> Float[Array, "r L"]:
        """Weights of the fit to labels that are all 1."""
        return np.asarray(self.U @ (self.ones[:, None] / (self.g[:, None] + mu)))

    def _ones_once(self, mu: Float[Array, " L"]) -> Float[Array, " L"]:
        """μ 1ᵀC⁻¹1, no less than its rounding."""
        once = self.n - self.ones**2 @ (1.0 / (self.g[:, None] + mu))
        return np.asarray(np.maximum(once, EPS * self.n))

    def _ones_twice(self, mu: Float[Array, " L"]) -> Float[Array, " L"]:
        """μ² ‖C⁻¹1‖²."""
        g = self.g[:, None]
        return np.asarray(self.n - self.ones**2 @ ((g + 2 * mu) / (g + mu) ** 2))

    def _without_bias(self, mu: Float[Array, " L"], *, bias: bool) -> tuple[Array, Array]:
        """Bias of every fit, and (Φu_j)ᵀ(y − b1)."""
        b = self.offset(mu, bias=bias)
        return b, self.labels[:, None] - b * self.ones[:, None]

    def _distance(self, b: Float[Array, " L"]) -> Float[Array, " L"]:
        """‖y − b1‖²."""
        distance: Float[Array, " L"] = self.yy - 2 * b * self.y + b**2 * self.n
        return distance


def squared_loss(part: Sums, fit: Solution, rounding: Rounding) -> tuple[Known, Float[Array, " L"]]:
    """Mean squared loss of fits on the rows of the one block, from its sums alone.

    With it how far rounding moves a prediction there, as the root of a mean of squares.
    """
    w, b = fit.w, fit.b
    size, y = part.sizes[0], part.y[0]
    within = np.einsum("rl,rl->l", w, part.squares[0] @ w)
    within += 2 * b * (part.ones[0] @ w) + size * b**2
    across = part.labels[0] @ w + y * b
    loss = np.maximum(part.yy[0] - 2 * across + within, 0.0) / size
    moved = np.einsum("rl,rl->l", fit.moved, part.squares[0] @ fit.moved)
    off = np.sqrt(np.maximum(moved, 0.0) / size + fit.noise**2)
    terms = CANCELLED * (part.yy[0] + 2 * np.abs(across) + np.abs(within)) / size
    terms += ADDED * rounding.weighed(w) ** 2 / rounding.n
    return Known(loss, of_square(loss, off) + EPS * terms), off
