"""Kernel values in units of their own, where they are too small for floating-point numbers."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from kselect_core.types import Array, Bool, Float, Int

UNDERFLOW = 1e-100
"""Rows of kernel values below it are taken in a unit of their own."""

LOWEST = float(np.finfo(float).min) / 4
"""Units are not below exp(LOWEST): differences of two of them are finite."""

ZERO = -746.0
"""exp(ZERO) is 0 in double precision."""

SMALLEST_UNIT = -667.0
"""Predictions are given in units not below exp(SMALLEST_UNIT) ≈ 1e-290: else they would be 0."""

LogRows = Callable[[Int[Array, " r"]], Array]
"""Logarithms of the kernel values of some rows, one column per fitted point."""


class Scaled(NamedTuple):
    """Kernel values divided by exp(unit), each row by its own.

    ``depth`` is −log of the largest value of a row: its logarithms are known to so many roundings.
    ``logs`` are those of the values of the ``divided`` rows, also of values that are 0 even so;
    ``noise`` is the error of the values before that.
    """

    values: Float[Array, "m r"]
    unit: Float[Array, " m"]
    depth: Float[Array, " m"]
    divided: Bool[Array, " m"]
    logs: Float[Array, "k r"]
    noise: float = 0.0

    def part(self, rows: Int[Array, " s"]) -> "Scaled":
        """Some of the rows."""
        divided = self.divided[rows]
        logs = self.logs[np.cumsum(self.divided)[rows[divided]] - 1]
        return Scaled(
            self.values[rows], self.unit[rows], self.depth[rows], divided, logs, self.noise
        )

    def log_values(self, rows: Int[Array, " s"]) -> Float[Array, "s r"]:
        """Logarithms of the absolute values of some rows."""
        cached = self.divided[rows]
        divided: Array = self.logs[np.cumsum(self.divided)[rows[cached]] - 1]
        if cached.all():
            return divided
        with np.errstate(divide="ignore"):
            logs: Array = np.log(np.abs(self.values[rows]))
        logs[cached] = divided
        return logs


class KernelRows(NamedTuple):
    """Kernel between points (rows) and training points (columns), and its logarithm if known.

    ``noise`` is the absolute error of its values, where that is not relative to each of them.
    """

    K: Float[Array, "m n"]
    logs: LogRows | None = None
    noise: float = 0.0

    def part(self, rows: Int[Array, " r"], columns: Int[Array, " c"]) -> "KernelRows":
        """Kernel between some of the points and some of the training points."""
        logs = self.logs
        within = None if logs is None else lambda some: logs(rows[some])[:, columns]
        return KernelRows(self.K[np.ix_(rows, columns)], within, self.noise)

    def scaled(self, rows: Int[Array, " r"], columns: Int[Array, " c"] | None = None) -> Scaled:
        """Kernel values of some rows and columns, or all; 1 is the unit where none underflow."""
        if columns is None:
            return self._in_units(self.K[rows], lambda of, tiny: of(rows[tiny]))
        K = self.K[np.ix_(rows, columns)]
        return self._in_units(K, lambda of, tiny: of(rows[tiny])[:, columns])

    def scaled_without_own(self, rows: Int[Array, " r"]) -> Scaled:
        """Rows of a matrix of training points, the value of each point with itself put to 0."""
        K = self.K[rows]
        K[np.arange(len(rows)), rows] = 0.0

        def logs(of: LogRows, tiny: Array) -> Array:
            logs = of(rows[tiny])
            logs[np.arange(len(logs)), rows[tiny]] = -np.inf
            return logs

        return self._in_units(K, logs)

    def _in_units(self, K: Array, logs: Callable[[LogRows, Array], Array]) -> Scaled:
        unit, largest = np.zeros(len(K)), np.abs(K).max(axis=1, initial=0.0)
        with np.errstate(divide="ignore"):
            depth = np.abs(np.log(largest))
        tiny, shifted = largest <= UNDERFLOW, np.empty((0, K.shape[1]))
        if self.logs is None or not K.shape[1]:
            tiny = np.zeros(len(K), dtype=bool)
        if tiny.any() and self.logs is not None:
            log_values = logs(self.logs, tiny)
            unit[tiny] = np.maximum(log_values.max(axis=1), LOWEST)
            shifted = log_values - unit[tiny, None]
            K[tiny], depth[tiny] = _from_logs(shifted), -unit[tiny]
        depth = np.where(np.isfinite(depth), depth, 0.0)
        return Scaled(K, unit, depth, tiny, shifted, self.noise)


def in_one_unit(
    rest: Float[Array, "r r"], logs: Float[Array, "r r"] | None
) -> tuple[Float[Array, "r r"], float]:
    """Matrix divided by exp(u), and u: 0 where it does not underflow as a whole."""
    if logs is None or float(np.abs(rest).max()) > UNDERFLOW:
        return rest, 0.0
    unit = max(float(logs.max()), LOWEST)
    return _from_logs(logs - unit), unit


def _from_logs(logs: Float[Array, "m r"]) -> Float[Array, "m r"]:
    """exp(logs), the zeros among them at once: exp itself takes eight times as long for these."""
    values, above = np.zeros_like(logs), ~(logs <= ZERO)  # what is no number stays none
    values[above] = np.exp(logs[above])
    return values


def sized(f: Float[Array, " m"], unit: Float[Array, " m"]) -> Float[Array, " m"]:
    """Values f · exp(unit), never 0 for a sign that is known."""
    sizes: Float[Array, " m"] = f * np.exp(np.maximum(unit, SMALLEST_UNIT))
    return sizes
