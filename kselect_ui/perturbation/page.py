"""What the page about single points looks at: one kernel of one split, and one point of it."""

from dataclasses import dataclass, replace
from functools import partial
from threading import Event

import pandas as pd
import streamlit as st

from kselect_core.criteria import Problem
from kselect_core.criteria.problems.least_squares import EIGH_LIMIT
from kselect_core.selection.places.cursor import Cursor
from kselect_core.selection.places.plane import Plane
from kselect_core.selection.places.points import described, times_median
from kselect_core.selection.points.perturbation import (
    Identities,
    Shifts,
    identities,
    most_influential,
    norms,
    shift_seconds,
    shifts,
)
from kselect_core.types import Array, Float
from kselect_ui.server.shelf import kept
from kselect_ui.server.tasks import AT_ONCE, Told, tasks
from kselect_ui.sweep import captions, cursor, offer, sidebar
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets.state import View


@dataclass(frozen=True, eq=False)
class Removed:
    """Shifts of all eigenvalues for each removed point, and the identities between their sums."""

    shifts: Shifts
    identities: Identities


@dataclass(frozen=True, eq=False)
class PointAt:
    """One kernel under the cursor, its training points ranked, and the shifts once there."""

    sweep: Sweep
    seen: View
    problem: Problem
    norms: Float[Array, " n"]
    ranked: pd.DataFrame  # every training point, largest norm first
    removed: Removed | None
    plane: Plane

    @property
    def n(self) -> int:
        """Number of training points."""
        return self.problem.n

    @property
    def usual(self) -> int:
        """Row of the most influential point, from 0."""
        return int(self.ranked["point"].iloc[0]) - 1

    @property
    def class_names(self) -> tuple[str, ...]:
        """Names of the two classes; none for a regression."""
        return sweeps.sides(self.sweep)

    @property
    def key(self) -> str:
        """Name of the shifts at the cursor: they do not depend on λ."""
        return _key(self.sweep, self.seen)

    @property
    def where(self) -> str:
        """What every caption says: kernel, λ, sample, split, seed."""
        return captions.where(self.sweep, self.seen, n=self.n)

    def of(self, row: int) -> pd.Series:
        """Line of one point in the ranking."""
        return self.ranked[self.ranked["point"] == row + 1].iloc[0]


def looked_at(sweep: Sweep) -> PointAt:
    """Return what there is to see at the cursor: norms at once, shifts where they are quick."""
    seen = replace(cursor.at_cursor(sweep), shown=sidebar.shown(sweep))
    bench = sweeps.bench(sweep.digest, seen.one_split)
    problem = bench.problem(seen.point)
    removed = _removed(sweep, seen, problem)
    sizes = norms(problem)
    found = removed.shifts if removed else None
    ranked = times_median(most_influential(sizes, shifts=found, count=None))
    shown = sweeps.plane(sweep.digest, seen.one_split)
    return PointAt(sweep, seen, problem, sizes, ranked, removed, shown)


def offer_shifts(look: PointAt) -> None:
    """Draw the button that computes the shifts at the cursor, or its progress, or why not."""
    if look.n > EIGH_LIMIT:
        st.info(
            f"The shifts need the eigendecomposition of a {look.n} × {look.n} matrix, declined "
            f"above n = {EIGH_LIMIT}. The norms below need none."
        )
        return
    found = offer.offered(
        look.key,
        title="Shifts of all eigenvalues",
        button="Compute the shifts of all eigenvalues here",
        seconds=shift_seconds(look.n),
        work=partial(_work, problem=look.problem),
    )
    if found is not None:  # it ended while the page was drawn
        st.rerun()


def named(look: PointAt, count: int) -> pd.DataFrame:
    """Return the most influential points with row, class and features."""
    bench = sweeps.bench(look.sweep.digest, look.seen.one_split)
    return described(bench.dataset, bench.split, look.ranked.head(count))


def name_of(look: PointAt, row: int) -> str:
    """Return what a point is called: ``point 17 (class b)``."""
    label = float(look.problem.y[row])
    names = look.class_names
    what = f" (class {names[int(label > 0)]})" if names else ""
    return f"point {row + 1}{what}"


def _removed(sweep: Sweep, seen: View, problem: Problem) -> Removed | None:
    """Return the shifts, computed now where that takes a moment only."""
    if problem.n > EIGH_LIMIT:
        return None
    if shift_seconds(problem.n) <= AT_ONCE:
        return _quick(sweep.digest, seen.point)
    found = tasks().result(_key(sweep, seen))
    return found if isinstance(found, Removed) else None


@kept
def _quick(digest: str, point: Cursor) -> Removed:
    return _work(problem=sweeps.bench(digest, point.split).problem(point))


def _work(
    *, problem: Problem, on_progress: Told | None = None, cancel: Event | None = None
) -> Removed:
    found = shifts(problem, on_progress=on_progress, cancel=cancel)
    return Removed(found, identities(problem, shifts=found))


def _key(sweep: Sweep, seen: View) -> str:
    """Return the key of the task: the shifts do not depend on λ."""
    return f"shifts-{sweep.digest}-{seen.one_split}-{seen.kernel}-{seen.parameter!r}"
