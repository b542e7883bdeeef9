"""The choices on a map of the grid: where they stand, and which names find room beside them."""

from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
import pandas as pd

from kselect_core.plotting.kit.quantities import label
from kselect_core.plotting.maps.values import GridValues, MapView
from kselect_core.results.reach import doubts
from kselect_core.types import Array, Float

CHARACTER, LINE = 7.2, 16
"""Mean width of a character and height of a line of a name, in pixels."""
MARKER = 13
DEARER = 4
"""So many times as much as a cell it costs to cover a marker or another box."""
NAMES = 3
"""Names in a line."""
SCALES = (1.0, 0.5)
"""Parts of its width at which a picture is shown: names find room on a phone as well."""
RINGS = (22.0, 34.0, 48.0, 64.0, 84.0)
DIRECTIONS = ((1, 0), (-1, 0), (0.7, 0.7), (-0.7, 0.7), (0.7, -0.7), (-0.7, -0.7), (0, 1), (0, -1))


class Mark(NamedTuple):
    """Choice of kernel and λ together: the cell (row, column), made in ``times`` of ``splits``.

    ``undecided`` says what may be as good.
    """

    quantity: str
    row: int
    column: int
    times: int
    splits: int
    boundary: str
    undecided: str = ""


class Path(NamedTuple):
    """Parameter that a criterion chooses for each λ at which its choice is in the family."""

    quantity: str
    x: Float[Array, " L"]
    lam: Float[Array, " L"]


class Name(NamedTuple):
    """Names of the choices in one cell, with the offset in pixels at which there is room."""

    quantities: tuple[str, ...]
    row: int
    column: int
    offset: tuple[float, float]


class _Room(NamedTuple):
    """A picture of a size with the cells of the choices, and the boxes taken in it with a cost."""

    places: Float[Array, "g 2"]
    size: tuple[float, float]
    taken: list[tuple[tuple[float, float, float, float], int]]

    def box(
        self, i: int, offset: tuple[float, float], extent: tuple[float, float]
    ) -> tuple[float, float, float, float]:
        """Box of an extent beside the cell ``i``."""
        return _box(self.places[i, 0] + offset[0], self.places[i, 1] + offset[1], *extent)

    def cost(self, box: tuple[float, float, float, float]) -> float:
        """How much a box covers, and lies outside."""
        covered = sum(cost * _overlap(box, other) for other, cost in self.taken)
        return covered + 3 * _outside(box, self.size)


def marks(choices: pd.DataFrame, values: GridValues, view: MapView) -> list[Mark]:
    """Choice of each criterion shown, of one split or the most frequent one; in this family."""
    markers = []
    for quantity, rows in _of(choices, view, "joint"):
        keys = list(zip(rows["kernel"], rows["parameter"].fillna(0.0), rows["lambda"], strict=True))
        key, times = Counter(keys).most_common(1)[0]
        if key[0] == view.kernel:
            row, column = _cell(values, key[1], key[2])
            boundary = str(rows["boundary"].iloc[keys.index(key)] or "")
            markers.append(Mark(quantity, row, column, times, len(keys), boundary, doubts(rows)))
    return markers


def paths(choices: pd.DataFrame, values: GridValues, view: MapView) -> list[Path]:
    """Most frequent parameter chosen at each λ, for every criterion with two or more of them."""
    lines = []
    for quantity, rows in _of(choices, view, "per_lambda"):
        x, lambdas = [], []
        for lam, here in rows.groupby("lambda"):
            keys = zip(here["kernel"], here["parameter"].fillna(0.0), strict=True)
            (kernel, parameter), _ = Counter(keys).most_common(1)[0]
            if kernel == view.kernel:
                _, column = _cell(values, parameter, float(str(lam)))
                x.append(float(values.x[column]))
                lambdas.append(float(str(lam)))
        if len(x) > 1:
            lines.append(Path(quantity, np.array(x), np.array(lambdas)))
    return lines


def elsewhere(choices: pd.DataFrame, view: MapView) -> dict[str, str]:
    """Criteria shown whose most frequent choice lies in another family, with that family."""
    counts = {}
    for quantity, rows in _of(choices, view, "joint"):
        kernel = Counter(rows["kernel"]).most_common(1)[0][0]
        if kernel != view.kernel:
            counts[quantity] = str(kernel)
    return counts


def cells(drawn: Sequence[Mark]) -> dict[tuple[int, int], list[Mark]]:
    """Marks by the cell they stand in."""
    groups: dict[tuple[int, int], list[Mark]] = {}
    for mark in drawn:
        groups.setdefault((mark.row, mark.column), []).append(mark)
    return groups


def names(
    drawn: Sequence[Mark],
    places: Float[Array, "g 2"],
    size: tuple[float, float],
    cell: tuple[float, float] = (0.0, 0.0),
) -> list[Name]:
    """Names of all marks, one box per cell, put where they cover least.

    ``places`` are the cells of ``cells(found)`` in pixels from the lower left corner of a picture
    of ``size``, each as large as ``cell``. A box prefers the nearest place that touches no other
    box, no marker and no cell that has one: the cursor's frame often stands about it. Where all is
    taken it rather covers a part of a cell than of a marker or of another box.
    """
    groups = cells(drawn)
    rooms = [
        _Room(
            places * (scale, 1.0),
            (size[0] * scale, size[1]),
            [
                (_box(x * scale, y, *extent_), cost)
                for (x, y), g in zip(places, groups.values(), strict=True)
                for extent_, cost in _sizes(len(g), (cell[0] * scale, cell[1]))
            ],
        )
        for scale in SCALES
    ]
    placed = []
    for i, (at, group) in enumerate(groups.items()):
        width, height = extent([mark.quantity for mark in group])
        tried = []
        for ring, (right, up) in product(RINGS, DIRECTIONS):
            offset = (right * (ring + width / 2 - 8), up * (ring + height / 2 - 8))
            boxes = [room.box(i, offset, (width, height)) for room in rooms]
            cost = sum(room.cost(box) for room, box in zip(rooms, boxes, strict=True))
            tried.append((cost, offset, boxes))
            if not cost:
                break
        _, offset, boxes = min(tried, key=lambda entry: entry[0])
        for room, box in zip(rooms, boxes, strict=True):
            room.taken.append((box, DEARER))
        placed.append(Name(tuple(mark.quantity for mark in group), *at, offset))
    return placed


def _sizes(count: int, cell: tuple[float, float]) -> list[tuple[tuple[float, float], int]]:
    """Sizes of a cell and of so many markers in it, each with what it costs to cover it."""
    marker = (MARKER * count, MARKER)
    return [((max(marker[0], cell[0]), max(marker[1], cell[1])), 1), (marker, DEARER)]


def extent(quantities: Sequence[str]) -> tuple[float, float]:
    """Width and height in pixels of a box of names."""
    lines = [quantities[i : i + NAMES] for i in range(0, len(quantities), NAMES)]
    longest = max(sum(len(label(q)) + 3 for q in line) for line in lines)
    return longest * CHARACTER + 6, len(lines) * LINE + 6


def _of(choices: pd.DataFrame, view: MapView, scope: str) -> list[tuple[str, pd.DataFrame]]:
    here = choices["quantity"].isin(view.shown) & (choices["scope"] == scope)
    here &= choices["kernel"].astype(bool) & choices["value"].notna()
    if view.split is not None:
        here &= choices["split"] == view.split
    groups = {str(q): part for q, part in choices[here].groupby("quantity", sort=False)}
    return [(q, groups[q]) for q in view.shown if q in groups]


def _cell(values: GridValues, parameter: float, lam: float) -> tuple[int, int]:
    return int(np.abs(values.lambdas - lam).argmin()), int(np.abs(values.x - parameter).argmin())


def _box(x: float, y: float, width: float, height: float) -> tuple[float, float, float, float]:
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def _overlap(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> float:
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    return width * height if width > 0 and height > 0 else 0.0


def _outside(box: tuple[float, float, float, float], size: tuple[float, float]) -> float:
    inside = _overlap(box, (0.0, 0.0, size[0], size[1]))
    return (box[2] - box[0]) * (box[3] - box[1]) - inside
