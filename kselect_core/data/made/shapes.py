"""Where points lie before the noise: each shape is a map from the unit square into the plane.

The same two uniform numbers lead to the same place whatever the noise and the number of points,
so that a sample changes smoothly with what it is made of. Moons and circles are the curves of
scikit-learn's ``make_moons`` and ``make_circles``.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy.special import ndtri

from kselect_core.registry import registry
from kselect_core.types import Array, Float, Int

Placed = Callable[[Float[Array, "n 2"], Int[Array, " n"]], Float[Array, "n 2"]]
TURNS = 1.5
"""Turns of each spiral."""
BOARD = 4
"""Squares along each side of the checkerboard."""
GAP = 0.08
"""Half the width of the empty strip along the line."""
SPREAD = 0.5
"""Standard deviation of each of the two Gaussians before the noise is added."""


@dataclass(frozen=True)
class Shape:
    """A distribution of points in the plane: ``place(u, side)`` of uniform u, side 0 or 1.

    ``classes`` are the names of the two sides, none where ``target`` gives a number to predict.
    ``turned`` is a shape of which the noise moves the points the other way: those of a shape turned
    by half a turn, which no distance sees.
    """

    name: str
    title: str
    place: Placed
    classes: tuple[str, str] | tuple[()] = ()
    target: Callable[[Float[Array, "n 2"]], Float[Array, " n"]] | None = None
    turned: bool = False


def _moons(u: Array, side: Array) -> Array:
    """The lower one first, as in the bundled set: a class has one colour on every page."""
    angle = np.pi * u[:, 0]
    x = np.where(side == 0, 1 - np.cos(angle), np.cos(angle))
    return np.column_stack([x, np.where(side == 0, 0.5 - np.sin(angle), np.sin(angle))])


def _circles(u: Array, side: Array) -> Array:
    places: Array = np.where(side == 0, 1.0, 0.5)[:, None] * _direction(2 * np.pi * u[:, 0])
    return places


def _xor(u: Array, side: Array) -> Array:
    """Four squares around (±1, ±1), opposite ones alike."""
    right = u[:, 0] < 0.5  # noqa: PLR2004 (half of the points)
    across = np.where(right, 2 * u[:, 0], 2 * u[:, 0] - 1)
    x = np.where(right, 1.0, -1.0)
    centre = np.column_stack([x, np.where(side == 0, -x, x)])
    places: Array = centre + np.column_stack([across, u[:, 1]]) - 0.5
    return places


def _spirals(u: Array, side: Array) -> Array:
    share = np.sqrt(0.02 + 0.98 * u[:, 0])
    places: Array = share[:, None] * _direction(2 * np.pi * TURNS * share + np.pi * side)
    return places


def _gaussians(u: Array, side: Array) -> Array:
    centre = np.where(side == 0, -1.0, 1.0)
    inside = np.clip(u, 1e-12, 1 - 1e-12)  # finite ends
    places: Array = SPREAD * ndtri(inside) + np.column_stack([centre, np.zeros(len(u))])
    return places


def _checkerboard(u: Array, side: Array) -> Array:
    """Uniform on the squares of one colour, each of side 1, the board centred at 0."""
    half = BOARD // 2
    row = np.minimum((BOARD * u[:, 1]).astype(np.int64), BOARD - 1)
    along = half * u[:, 0]
    square = np.minimum(along.astype(np.int64), half - 1)
    column = 2 * square + (row + side) % 2
    return np.column_stack([column + along - square, BOARD * u[:, 1]]) - half


def _line(u: Array, side: Array) -> Array:
    """Two strips along a line through 0 that rises by 30 degrees."""
    along = 2 * u[:, 0] - 1
    beside = np.where(side == 0, 1.0, -1.0) * (GAP + (1 - GAP) * u[:, 1])
    c, s = np.cos(np.pi / 6), np.sin(np.pi / 6)
    return np.column_stack([c * along - s * beside, s * along + c * beside])


def _sum_of_waves(X: Float[Array, "n 2"]) -> Float[Array, " n"]:
    """sin(πx₁) + x₂²: one smooth function of each feature, added."""
    target: Array = np.sin(np.pi * X[:, 0]) + X[:, 1] ** 2
    return target


def _direction(angle: Array) -> Array:
    return np.column_stack([np.cos(angle), np.sin(angle)])


SHAPES: Final = registry(
    "shape of data",
    Shape("moons", "Moons", _moons, ("lower", "upper"), turned=True),
    Shape("circles", "Circles", _circles, ("outer", "inner")),
    Shape("xor", "XOR", _xor, ("unequal", "equal")),
    Shape("spirals", "Spirals", _spirals, ("first", "second")),
    Shape("two_gaussians", "Two Gaussians", _gaussians, ("left", "right")),
    Shape("checkerboard", "Checkerboard", _checkerboard, ("black", "white")),
    Shape("line", "Line", _line, ("above", "below")),
    Shape("additive", "Additive regression", lambda u, _: 2 * u - 1, target=_sum_of_waves),
)
