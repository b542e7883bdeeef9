"""A matrix as a picture of one byte per cell, for a canvas in the browser."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np

from kselect_core.errors import InvalidParameterError
from kselect_core.linalg.matrices.blocks import block_means, block_size
from kselect_core.types import Array, Float, Int

LARGEST = 1000
"""Most cells along each side; larger matrices are shown as means of blocks."""
LEVELS = 254
"""Steps between the lowest and the highest colour; their middle is exactly zero if diverging."""
MISSING = 255
"""Code of a cell without a value."""
OUTLYING = 0.01
"""Share of the values beyond each end of a robust range."""

Kind = Literal["magnitude", "diverging", "log"]
Range = Literal["full", "robust"]
Groups = Sequence[tuple[str, int]]


class Scale(NamedTuple):
    """Values of the lowest and the highest colour (of log₁₀ if ``log``)."""

    low: float
    high: float
    log: bool = False


Span = Range | Scale


class MatrixPicture(NamedTuple):
    """Codes (r, c) of a matrix and what they stand for.

    A code between 0 and 254 is the value ``low + code / 254 (high - low)``, of log₁₀ if ``log``;
    255 has no value. ``rows`` and ``columns`` give the original index of every row and column in
    the order shown, ``block`` how many of them one cell is the mean of. Groups are (name, size).
    """

    codes: Array
    low: float
    high: float
    log: bool
    diverging: bool
    rows: Int[Array, " n"]
    columns: Int[Array, " m"]
    block: tuple[int, int]
    row_groups: tuple[tuple[str, int], ...]
    column_groups: tuple[tuple[str, int], ...]
    words: tuple[str, ...]

    def values(self) -> Float[Array, "r c"]:
        """Values that the codes stand for: within half a code of what was drawn."""
        levels = self.low + self.codes / LEVELS * (self.high - self.low)
        levels = 10.0**levels if self.log else levels
        return np.where(self.codes == MISSING, np.nan, levels)


def matrix_picture(
    values: Float[Array, "r c"],
    *,
    order: tuple[Int[Array, " r"] | None, Int[Array, " c"] | None] = (None, None),
    groups: tuple[Groups, Groups] = ((), ()),
    kind: Kind = "magnitude",
    span: Span = "full",
    largest: int = LARGEST,
) -> MatrixPicture:
    """Picture of a matrix: quantised to 255 levels, means of blocks above ``largest``.

    ``order`` sorts rows and columns, ``groups`` names consecutive runs of them as (name, size) in
    that order. "diverging" colours are symmetric about 0. A "robust" span leaves out the outermost
    1 % at each end; a Scale sets the ends (of log₁₀ for "log"). Values that are not positive have
    no logarithm and count as missing.
    """
    log, diverging = kind == "log", kind == "diverging"
    rows, columns = (_order(o, n) for o, n in zip(order, values.shape, strict=True))
    for runs, count in zip(groups, values.shape, strict=True):
        if runs and sum(size for _, size in runs) != count:
            raise InvalidParameterError(
                "Matrix picture", "the sizes of the groups", f"{count} together", runs
            )
    sorted_values = values[np.ix_(rows, columns)].astype(np.float64)
    shown = block_means(
        np.where(np.isfinite(sorted_values), sorted_values, np.nan), largest=largest
    )
    if log:
        with np.errstate(divide="ignore", invalid="ignore"):
            shown = np.where(shown > 0, np.log10(shown), np.nan)
    scale = span if isinstance(span, Scale) else scale_of(shown, diverging=diverging, span=span)
    return MatrixPicture(
        codes=codes(shown, scale),
        low=scale.low,
        high=scale.high,
        log=log,
        diverging=diverging,
        rows=rows,
        columns=columns,
        block=(block_size(values.shape[0], largest), block_size(values.shape[1], largest)),
        row_groups=tuple(groups[0]),
        column_groups=tuple(groups[1]),
        words=_words(values, shown, scale, log=log),
    )


def codes(values: Float[Array, "..."], scale: Scale) -> Array:
    """Bytes of the values: 0 to 254 from low to high and beyond, 255 without a value."""
    finite = np.isfinite(values)
    width = scale.high - scale.low or 1.0
    level = np.rint(LEVELS * (np.where(finite, values, scale.low) - scale.low) / width)
    return np.where(finite, np.clip(level, 0, LEVELS), MISSING).astype(np.uint8)


def scale_of(
    values: Float[Array, "..."], *, diverging: bool = False, span: Range = "full"
) -> Scale:
    """Scale that spans the finite values; symmetric about 0 if diverging."""
    finite = values[np.isfinite(values)]
    if not finite.size:
        return Scale(-1.0, 1.0) if diverging else Scale(0.0, 1.0)
    if diverging:
        size = np.abs(finite)
        extent = float(np.quantile(size, 1 - 2 * OUTLYING) if span == "robust" else size.max())
        extent = extent or float(size.max()) or 1.0
        return Scale(-extent, extent)
    ends = (OUTLYING, 1 - OUTLYING) if span == "robust" else (0.0, 1.0)
    low, high = (float(v) for v in np.quantile(finite, ends))
    return Scale(low, high if high > low else low + (abs(low) or 1.0))


def _order(order: Int[Array, " n"] | None, count: int) -> Int[Array, " n"]:
    if order is None:
        return np.arange(count)
    if len(order) != count or not np.array_equal(np.sort(order), np.arange(count)):
        raise InvalidParameterError(
            "Matrix picture", "an order", f"a permutation of 0 to {count - 1}", order
        )
    return order


def _words(
    values: Float[Array, "r c"], shown: Float[Array, "p q"], scale: Scale, *, log: bool
) -> tuple[str, ...]:
    """What the caption has to say about the picture."""
    words = []
    if shown.shape != values.shape:
        size, whole = (" × ".join(map(str, m.shape)) for m in (shown, values))
        words.append(f"shown: {size} block means of {whole}")
    missing = int((~np.isfinite(shown)).sum())
    if missing:
        reason = "without a value or not positive" if log else "without a value"
        words.append(f"{missing} {'cell' if missing == 1 else 'cells'} {reason}")
    outside = np.isfinite(shown) & ((shown < scale.low) | (shown > scale.high))
    if outside.any():
        words.append(
            f"{100 * outside.mean():.2g} % of the cells lie beyond the ends of the colours"
        )
    return tuple(words)
