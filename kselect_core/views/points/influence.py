"""Views of what the kernel matrix loses with each training point: its norm, its eigenvalues."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from threading import Event
from typing import Any, NamedTuple

import pandas as pd

from kselect_core.criteria import Problem
from kselect_core.plotting.points import influence as strip
from kselect_core.plotting.points.influence_map import influence_map
from kselect_core.plotting.points.shift_curves import shift_curves
from kselect_core.plotting.points.shift_picture import Shown, shift_order, shift_picture
from kselect_core.selection.places.plane import Plane
from kselect_core.selection.places.points import described, times_median
from kselect_core.selection.points.identities import Identities, identities
from kselect_core.selection.points.perturbation import most_influential
from kselect_core.selection.points.shifts import Shifts, norms, shifts
from kselect_core.theory.kernel_stability import worst_norm
from kselect_core.types import Array, Float
from kselect_core.views.cursor import CursorAt
from kselect_core.views.view import NUMBERS, Drawn, view
from kselect_core.words.labels import readable

STRIP = 250
"""Height in pixels."""

CONSTANT = 1e-9
"""Entries of the diagonal that differ by a smaller share are equal."""

WAYS: dict[Shown, tuple[str, str]] = {
    "exact": ("exact", "σⱼ(K) − σⱼ(Kⁱ), never negative"),
    "first order": ("first_order", "qⱼᵢ² (2σⱼ − K_ii), purple where the sign is wrong"),
    "difference": ("difference", "First order minus exact"),
}
"""Ways to give the shifts: their name in `Shifts`, and what is computed."""

COLUMNS = (
    *("point", "class", "target", "norm", "times_median"),
    *("largest_shift", "row", "features"),
)
"""What a short list of points tells, as far as it is known."""


class Removed(NamedTuple):
    """Shifts of all eigenvalues for each removed point, and the equations between their sums."""

    shifts: Shifts
    identities: Identities


def each_removed(
    problem: Problem,
    *,
    on_progress: Callable[[int, int], object] | None = None,
    cancel: Event | None = None,
) -> Removed:
    """Return what removing each point does to the eigenvalues. Cost: O(n³), see `shifts`."""
    removed = shifts(problem, on_progress=on_progress, cancel=cancel)
    return Removed(removed, identities(problem, shifts=removed))


@dataclass(frozen=True, eq=False)
class PointsAt(CursorAt):
    """The training points of one kernel on one split; ``computed``: the shifts, if they are."""

    computed: Removed | None = None

    @cached_property
    def problem(self) -> Problem:
        """Training kernel, labels and ridge."""
        return self.bench.problem(self.cursor)

    @cached_property
    def norms(self) -> Float[Array, " n"]:
        """‖K − Kⁱ‖₂ of every point i."""
        return norms(self.problem)

    @property
    def reach_of_norms(self) -> tuple[float, float] | None:
        """Least and largest ‖K − Kⁱ‖₂ of any kernel with this diagonal; None if that varies."""
        own = self.problem.diagonal
        kappa = float(own.max())
        if kappa <= 0 or kappa - float(own.min()) > CONSTANT * kappa:
            return None
        return kappa, worst_norm(kappa, self.n)

    @cached_property
    def removed(self) -> Removed:
        """Shifts of the eigenvalues without each point, and their sums."""
        return self.computed or each_removed(self.problem)

    @cached_property
    def ranked(self) -> pd.DataFrame:
        """Every point, largest norm first; with its largest shift where shifts are computed."""
        spectra = self.computed.shifts if self.computed else None
        return times_median(most_influential(self.norms, shifts=spectra))

    @property
    def n(self) -> int:
        """Number of training points."""
        return self.bench.split.n

    @property
    def plane(self) -> Plane:
        """Plane in which the points are drawn; the first n are those of the training part."""
        return self.bench.plane

    @property
    def plane_text(self) -> str:
        """What the axes of the plane are."""
        if self.plane.plane == "data":
            return "Axes: the two features, as prepared for the kernel."
        what = "kernel values" if self.plane.plane == "kernel" else "features"
        return f"Axes: first two principal components of {len(self.plane.centre)} {what}."

    @property
    def strongest(self) -> int:
        """Row of the most influential point, from 0."""
        return int(self.ranked["point"].iloc[0]) - 1

    def named(self, count: int) -> pd.DataFrame:
        """Return the most influential points with row, class and features."""
        return described(self.bench.dataset, self.bench.split, self.ranked.head(count))

    def name_of(self, row: int) -> str:
        """Return what a point, counted from 0, is called: ``point 17 (class b)``."""
        label, names = float(self.bench.split.problem.y[row]), self.class_names
        return f"point {row + 1}{f' (class {names[int(label > 0)]})' if names else ''}"

    def shifts_of(self, row: int) -> tuple[Array, Array, Array]:
        """Return the eigenvalues and, of one point, their shifts: exact and in first order."""
        spectra = self.computed.shifts if self.computed else None
        if spectra is None or row not in spectra.rows:
            spectra = shifts(self.problem, rows=[row])
        line = spectra.rows.tolist().index(row)
        return spectra.sigma, spectra.exact[line], spectra.first_order[line]


@view("shifts", ends=NUMBERS)
def shifts_of_eigenvalues(at: PointsAt, *, way: Shown = "exact") -> Drawn:
    """Shift of every eigenvalue for every removed point: exact, in first order, or between both."""
    spectra = at.removed.shifts
    field, words = WAYS[way]
    values, names = getattr(spectra, field), at.class_names
    sizes, labels = spectra.norms[spectra.rows], at.problem.y[spectra.rows]
    first = shift_order(values, sizes, labels, class_names=names).columns
    order = "class and then by norm" if names else "norm"
    rest = ", the others hardly move" if first < at.n else ""
    note = f", {spectra.note}" if spectra.note else ""

    def numbers() -> pd.DataFrame:
        columns = [f"eigenvalue {j + 1}" for j in range(values.shape[1])]
        table = pd.DataFrame(values, columns=columns)
        table.insert(0, "point", spectra.rows + 1)
        return table

    return Drawn(
        name=f"Shifts of the eigenvalues, {way}",
        caption=f"{words}. Points by {order}; eigenvalues 1 to {first} of {at.n}{rest}{note} · "
        f"{at.where}",
        draw=lambda: shift_picture(values, sizes, labels, class_names=names),
        numbers=numbers,
    )


CLICK_A_POINT = "Click a point to choose it."


@view("influence")
def points_by_influence(at: PointsAt, *, row: int | None = None) -> Drawn:
    """Training points in their plane, larger the more of K hangs on them; ``row`` is ringed."""
    return Drawn(
        name="Training points by influence",
        caption=f"Size: ‖K − Kⁱ‖₂. {at.plane_text} {at.where}.",
        draw=lambda: influence_map(
            at.plane.points[: at.n],
            at.norms,
            at.plane.labels[: at.n],
            class_names=at.class_names,
            axes=at.plane.axes,
            selected=None if row is None else row + 1,
        ),
        numbers=lambda: _placed(at),
        clicks=CLICK_A_POINT,
    )


@view("norms")
def norms_of_points(at: PointsAt, *, row: int | None = None) -> Drawn:
    """Norm of what each point adds to the kernel matrix, largest first; ``row`` is ringed."""

    def drawn() -> Any:  # noqa: ANN401 (a Plotly figure)
        drawn = strip.influence(
            at.norms, selected=None if row is None else row + 1, reach=at.reach_of_norms
        )
        return drawn.update_layout(height=STRIP)

    return Drawn(
        name="Norm of what each point adds",
        caption=f"Closed form, exact. The largest enters KS. {at.where}.",
        draw=drawn,
        numbers=lambda: _placed(at),
        clicks=CLICK_A_POINT,
    )


@view("removal")
def spectrum_without_point(at: PointsAt, *, row: int) -> Drawn:
    """First eigenvalues with and without one point, exact and in first order."""
    sigma, exact, first = at.shifts_of(row)
    return Drawn(
        name="Spectrum without the point",
        caption=f"Without {at.name_of(row)}: first 60 eigenvalues. {at.where}",
        draw=lambda: shift_curves(sigma, exact, first, point=row + 1),
        numbers=lambda: pd.DataFrame(
            {"before": sigma, "after": sigma - exact, "exact": exact, "first": first}
        ),
    )


def listed(at: PointsAt, count: int) -> pd.DataFrame:
    """Return the most influential points as a short list: ``0.89 (σ 1)`` is a largest shift."""
    table = at.named(count)
    shown = table[[name for name in COLUMNS if name in table]]
    if at.computed is None:
        return shown.drop(columns="largest_shift")
    pairs = zip(table["largest_shift"], table["eigenvalue"], strict=True)
    texts = [f"{readable(float(shift))} (σ {int(number)})" for shift, number in pairs]
    return shown.assign(largest_shift=texts)


def _placed(at: PointsAt) -> pd.DataFrame:
    """Return every training point with its place in the plane and its norm."""
    table = at.named(at.n)
    points = at.plane.points[table["point"].to_numpy() - 1]
    return table.assign(**{"first axis": points[:, 0], "second axis": points[:, 1]})
