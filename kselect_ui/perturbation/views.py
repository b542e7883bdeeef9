"""The panels about all points at once: shifts, the points in their plane, norms, ranking."""

from dataclasses import replace
from functools import partial

import streamlit as st

from kselect_core import views
from kselect_core.criteria.problems.least_squares import EIGH_LIMIT
from kselect_core.selection.places.points import MOST_FEATURES
from kselect_core.selection.points.shifts import shift_seconds
from kselect_core.views import PointsAt
from kselect_core.views.points.influence import WAYS, Removed, each_removed, listed
from kselect_core.words.labels import readable
from kselect_ui.figures.shown import show_matrix
from kselect_ui.server.messages import error_in_place, plain
from kselect_ui.sweep import offer, point
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import charts, linked, short_table

HEAT = "heat"
MOST = 6  # points in the table
HEIGHT = 380  # pixels
COLUMNS = {
    "norm": "‖K − Kⁱ‖₂",
    "times_median": "× median",
    "largest_shift": "largest shift",
    "row": "row of data",
}  # what they are called, where it is not their name
NUMBERS = ("norm", "times_median", "target")


def heat(sweep: Sweep, at: PointsAt, row: int) -> Removed | None:
    """Draw the shift of every eigenvalue for every removed point; returns them, if computed.

    A click selects the point.
    """
    with error_in_place():
        way = linked.switch("Shift of eigenvalue j without point i", tuple(WAYS), key=HEAT)
        computed = shifts(sweep, at)
        if computed is not None:
            rows = computed.shifts.rows.tolist()
            show_matrix(
                views.shifts_of_eigenvalues,
                replace(at, computed=computed),
                words=("point" if computed.shifts.complete else "line", "eigenvalue"),
                height=HEIGHT,
                selected=rows.index(row) if row in rows else None,
                on_pick=lambda line, _: point.pick(sweep.digest, rows[line]),
                way=way,
            )
        return computed
    return None


def shifts(sweep: Sweep, at: PointsAt) -> Removed | None:
    """Return the shifts at the cursor, or draw the button that computes them, or why not."""
    if at.n > EIGH_LIMIT:
        st.info(
            f"The shifts need the eigendecomposition of a {at.n} × {at.n} matrix, skipped "
            f"above n = {EIGH_LIMIT}. The norms below need none."
        )
        return None
    split, kernel, parameter, _ = at.cursor  # they do not depend on λ
    return offer.result(
        f"shifts-{sweep.digest}-{split}-{kernel}-{parameter!r}",
        partial(each_removed, at.problem),
        title="Shifts of all eigenvalues",
        button="Compute the shifts of all eigenvalues here",
        seconds=shift_seconds(at.n),
    )


def ranking(at: PointsAt) -> None:
    """Draw the most influential points by name."""
    with error_in_place():
        table = listed(at, MOST)
        words = f"The {len(table)} points with the largest norm."
        if at.computed is not None:
            words += " Largest shift: of which eigenvalue, in brackets."
        if "features" in table and len(at.dataset.feature_names) > MOST_FEATURES:
            words += (
                " Of the features, the one farthest from its mean over the training part, in "
                "standard deviations (sd)."
            )
        short_table.draw(
            table.rename(columns=COLUMNS),
            formats={COLUMNS.get(name, name): "{:.3g}" for name in NUMBERS},
            alt="The most influential training points",
        )
        st.caption(plain(words, limit=600))


def equations(computed: Removed | None) -> None:
    """Draw the sums that enter SPS and KS, with their numbers."""
    panel = st.expander("The sums behind SPS and KS, with their numbers", key="sums", expanded=True)
    with panel, error_in_place():
        if computed is None:
            st.caption("The equations appear with the shifts of the eigenvalues.")
            return
        identities = computed.identities
        sides = charts.beside([50, 50])
        for i, equation in enumerate(identities.equations):
            with sides[i % 2]:
                st.latex(equation.latex)
                st.caption(plain(equation.words, limit=600))
        share = 100 * identities.wrong_signs / max(identities.entries, 1)
        st.caption(
            f"{identities.wrong_signs} of {identities.entries} first-order shifts "
            f"({readable(share)} %) have the wrong sign: no exact shift is negative."
        )
