"""Decision picture, Gram matrix and spectrum at every point of one line through the grid."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, Unpack

import numpy as np
import pandas as pd

from kselect_core.data import Dataset
from kselect_core.errors import InvalidParameterError
from kselect_core.linalg.machine.threads import one_blas_thread
from kselect_core.linalg.matrices.blocks import block_means
from kselect_core.listening import Listening, watched
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.places.cursor import Cursor, DecisionView, Workbench, family_of
from kselect_core.types import Array, Float, Int

MOST_FRAMES = 100
"""A longer grid is thinned."""
LARGEST_GRAM = 100
"""Most cells along each side of the Gram matrix of a frame; larger ones are block means."""
FIRST = 60
"""Eigenvalues kept of every frame."""
MOSTLY = 0.98
"""Share of the entries of a matrix without a constant diagonal that the colours tell apart."""
RESOLUTION = 50
"""Points along each side of the decision pictures."""

NOWHERE = DecisionView(
    x=np.array([0.0, 1.0]),
    y=np.array([0.0, 1.0]),
    f=np.empty((0, 0)),
    points=np.empty((0, 2)),
    labels=np.empty(0),
    is_test=np.empty(0, dtype=bool),
    plane="none",
    axes=("", ""),
)
"""Of points that are known by their Gram matrices alone: there is no plane to fit in."""

Line = Literal["parameter", "lambda"]
Unit = Literal["diagonal", "quantile", "either"]


class Film(NamedTuple):
    """One frame for each point of the line: the width at one λ, or λ at one kernel.

    ``f`` are the fits on the grid of ``scene`` (whose own ``f`` is the first frame); of points that
    are known by their Gram matrices alone neither has anything. ``gram`` are
    the kernel matrices as block means, each in its ``unit``, rows and columns in ``order``: by
    label, then by the first eigenvector of the middle frame. The unit is the diagonal where that is
    constant, else the absolute value that 98 % of the block means stay below. ``runs`` are the
    labels along that order with how often they occur (none for a regression). ``sigma`` are the
    first eigenvalues, descending.
    """

    frames: tuple[Cursor, ...]
    scene: DecisionView
    f: Float[Array, "F r r"]
    gram: Float[Array, "F g g"]
    unit: Unit
    order: Int[Array, " n"]
    runs: tuple[tuple[float, int], ...]
    sigma: Float[Array, "F m"]
    mu: Float[Array, " F"]
    effective_dimension: Float[Array, " F"]
    condition: Float[Array, " F"]

    @property
    def n(self) -> int:
        """Number of training points."""
        return len(self.order)


def line_through(config: SweepConfig, cursor: Cursor, *, along: Line) -> tuple[Cursor, ...]:
    """Points of the grid on a line through the cursor, 100 of them where there are more.

    They ascend in the parameter, in λ, or for support vector machines in C.
    They are the same wherever the cursor stands on the line. Along the parameter, a kernel without
    one has a single point.
    """
    if along not in ("parameter", "lambda"):
        raise InvalidParameterError("Film", "along", "'parameter' or 'lambda'", along)
    if along == "lambda":
        thinned = _thinned(config.lambdas)
        in_order = thinned[::-1] if config.C else thinned
        return tuple(cursor._replace(lam=lam) for lam in in_order)
    points = family_of(config, cursor.kernel).points
    if len(points) == 1:
        return (cursor,)
    return tuple(cursor._replace(parameter=v) for v in _thinned(points))


def film_of(
    config: SweepConfig,
    dataset: Dataset,
    frames: Sequence[Cursor],
    *,
    resolution: int = RESOLUTION,
    ready: Workbench | None = None,
    **listening: Unpack[Listening],
) -> Film:
    """Film of one split of a sweep; raises StoppedError as soon as ``cancel`` is set.

    A split that is ``ready`` knows the eigenvalues of kernels that were seen there before.
    """
    if not frames or len({(frame.split, frame.kernel) for frame in frames}) > 1:
        raise InvalidParameterError("Film", "the frames", "points of one split and kernel", frames)
    with one_blas_thread():
        bench = ready or Workbench(config, dataset, frames[0].split)
        order, runs = _order(bench, frames[len(frames) // 2])
        shots = [
            _shot(bench, frame, order, resolution)
            for frame in watched(frames, "frames", **listening)
        ]
    scene = _fit(bench, frames[0], resolution)
    return Film(
        frames=tuple(frames),
        scene=scene,
        f=np.stack([shot.f for shot in shots]),
        gram=np.stack([shot.gram for shot in shots]),
        unit=shots[0].unit if len({shot.unit for shot in shots}) == 1 else "either",
        order=order,
        runs=runs,
        sigma=np.stack([shot.sigma for shot in shots]),
        mu=np.array([shot.mu for shot in shots]),
        effective_dimension=np.array([shot.dimension for shot in shots]),
        condition=np.array([shot.condition for shot in shots]),
    )


def seconds_of_film(n: int, frames: int) -> float:
    """Estimate of the time a film takes, from the operations per frame."""
    kernels = 7e-9 * n * (n + RESOLUTION**2)
    return frames * (kernels + 1e-10 * n**3 + 2e-3) + 3e-10 * n**3


def film_numbers(
    film: Film, table: pd.DataFrame | None = None, quantities: Sequence[str] = ()
) -> pd.DataFrame:
    """One row per frame: the point, μ, the effective dimension, eigenvalues.

    With the table of the sweep also the values of some quantities on the split of the film.
    """
    points = pd.DataFrame([frame._asdict() for frame in film.frames])
    facts = points.rename(columns={"lam": "lambda"}).assign(
        mu=film.mu, effective_dimension=film.effective_dimension, condition=film.condition
    )
    names = [f"sigma_{k + 1}" for k in range(film.sigma.shape[1])]
    numbers = pd.concat([facts, pd.DataFrame(film.sigma, columns=names)], axis=1)
    if table is None or not quantities:
        return numbers
    keys = ["split", "kernel", "parameter", "lambda"]
    rows = table[table["quantity"].isin(list(quantities))]
    wide = rows.pivot_table(
        index=keys, columns="quantity", values="value", dropna=False, observed=True
    )
    by_frame = wide.reset_index()
    return numbers.merge(
        by_frame[[*keys, *(q for q in quantities if q in by_frame)]], on=keys, how="left"
    )


class _Shot(NamedTuple):
    f: Array
    gram: Array
    unit: Unit
    sigma: Array
    mu: float
    dimension: float
    condition: float


def _shot(bench: Workbench, frame: Cursor, order: Array, resolution: int) -> _Shot:
    K = bench.problem(frame).K
    gram, unit = _gram(K[np.ix_(order, order)])
    spectrum = bench.spectrum(frame)
    return _Shot(
        _fit(bench, frame, resolution).f.astype(np.float32),
        gram.astype(np.float32),
        unit,
        spectrum.eigenvalues[:FIRST],
        spectrum.mu,
        spectrum.effective_dimension,
        spectrum.condition,
    )


def _fit(bench: Workbench, frame: Cursor, resolution: int) -> DecisionView:
    return NOWHERE if bench.dataset.matrices else bench.decision(frame, resolution=resolution)


def _gram(K: Float[Array, "n n"]) -> tuple[Float[Array, "g g"], Unit]:
    means = block_means(K, largest=LARGEST_GRAM)
    diagonal = K.diagonal()
    if np.ptp(diagonal) <= 1e-9 * abs(diagonal[0]):
        return means / (float(diagonal[0]) or 1.0), "diagonal"
    return means / (float(np.quantile(np.abs(means), MOSTLY)) or 1.0), "quantile"


def _order(bench: Workbench, middle: Cursor) -> tuple[Array, tuple[tuple[float, int], ...]]:
    """Training points by label, then by the first eigenvector, and the runs of equal labels."""
    problem = bench.problem(middle)
    first = problem.spectrum.Q[:, 0]
    if not problem.two_classes:
        return np.argsort(problem.y, kind="stable"), ()
    order = np.lexsort((first * np.sign(first.sum() or 1.0), problem.y))
    labels, counts = np.unique(problem.y, return_counts=True)
    return order, tuple(zip(labels.tolist(), counts.tolist(), strict=True))


def _thinned(values: Sequence[float]) -> list[float]:
    ordered = np.unique(np.array(values, dtype=np.float64))
    count = min(len(ordered), MOST_FRAMES)
    places = np.linspace(0, len(ordered) - 1, count).round().astype(np.int64)
    return [float(v) for v in ordered[places]]
