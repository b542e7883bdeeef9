"""Shifts of all eigenvalues for each removed point, as a picture: points × eigenvalues."""

from typing import Literal, NamedTuple

import numpy as np

from kselect_core.plotting.data.groups import groups
from kselect_core.plotting.points.matrix_picture import MatrixPicture, matrix_picture
from kselect_core.types import Array, Float, Int

Shown = Literal["exact", "first order", "difference"]
SEEN = 1e-3
"""Eigenvalues that no point moves by this share of the largest shift are not drawn."""
FEWEST = 10
LARGEST = 500
"""Cells a side: as many as a panel has pixels."""


class ShiftOrder(NamedTuple):
    """Lines sorted by class, in it by size; the classes as (name, size); eigenvalues drawn."""

    lines: Int[Array, " r"]
    groups: tuple[tuple[str, int], ...]
    columns: int


def shift_order(
    values: Float[Array, "r n"],
    sizes: Float[Array, " r"],
    labels: Float[Array, " r"],
    *,
    class_names: tuple[str, ...] = (),
) -> ShiftOrder:
    """Order of the lines, largest ``sizes`` first within a class, and how many columns matter."""
    parts = groups(labels, class_names, np.ones(len(labels), dtype=np.bool_))
    lines = [part.rows[np.argsort(-sizes[part.rows], kind="stable")] for part in parts]
    named = tuple((part.name, len(part.rows)) for part in parts) if class_names else ()
    reach = np.abs(values).max(axis=0, initial=0.0)
    above = np.flatnonzero(reach > SEEN * reach.max(initial=0.0))
    last = int(above[-1]) + 1 if len(above) else 0
    columns = min(values.shape[1], max(FEWEST, last))
    return ShiftOrder(np.concatenate(lines), named, columns)


def shift_picture(
    values: Float[Array, "r n"],
    sizes: Float[Array, " r"],
    labels: Float[Array, " r"],
    *,
    class_names: tuple[str, ...] = (),
    columns: int | None = None,
) -> MatrixPicture:
    """Picture of shifts, one line per removed point, ordered by class and then by ``sizes``.

    Colours are symmetric about 0; 1 % of the cells at each end may lie beyond them. ``columns``
    draws so many leading eigenvalues; without it those that some point moves visibly.
    """
    order = shift_order(values, sizes, labels, class_names=class_names)
    count = order.columns if columns is None else columns
    return matrix_picture(
        values[:, :count],
        order=(order.lines, None),
        groups=(order.groups, ()),
        kind="diverging",
        span="robust",
        largest=LARGEST,
    )
