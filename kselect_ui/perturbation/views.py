"""The panels about all points at once: shifts, the points in their plane, norms, ranking."""

from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from kselect_core.plotting.points.influence import influence
from kselect_core.plotting.points.influence_map import influence_map
from kselect_core.plotting.points.matrix_picture import MatrixPicture
from kselect_core.plotting.points.shift_picture import Shown, shift_picture
from kselect_core.selection.places.points import MOST_FEATURES
from kselect_core.selection.points.perturbation import Shifts
from kselect_core.words.labels import readable
from kselect_ui.perturbation import code
from kselect_ui.perturbation.page import PointAt, named, offer_shifts
from kselect_ui.server.messages import error_in_place, plain
from kselect_ui.server.shelf import remembered
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep import point
from kselect_ui.widgets import charts, linked, matrix_view
from kselect_ui.widgets.charts import Chart
from kselect_ui.widgets.matrix_view import Matrix

HEAT = "heat"
WAYS: tuple[Shown, ...] = ("exact", "first order", "difference")
WORDS = {
    "exact": "σⱼ(K) − σⱼ(Kⁱ), never negative",
    "first order": "qⱼᵢ² (2σⱼ − K_ii), orange where the sign is wrong",
    "difference": "First order minus exact",
}
FIELDS = {"exact": "exact", "first order": "first_order", "difference": "difference"}
MOST = 6  # points in the table
TALL, LOW = 420, 250  # pixels
COLUMNS = {
    "point": ("point", 52),
    "class": ("class", 84),
    "target": ("target", 70),
    "norm": ("‖K − Kⁱ‖₂", 84),
    "times_median": ("× median", 76),
    "largest_shift": ("largest shift", 96),
    "row": ("row of data", 84),
    "features": ("features", 150),
}  # what they are called, and pixels that fit a small window


def heat(look: PointAt, row: int) -> None:
    """Draw the shift of every eigenvalue for every removed point; a click selects the point."""
    with error_in_place():
        way = linked.switch("Shift of eigenvalue j without point i", WAYS, key=HEAT)
        if look.removed is None:
            offer_shifts(look)
            return
        found = look.removed.shifts
        picture = _picture(look.key, way, look, found)
        lines = [int(line) for line in found.rows]
        first = len(picture.columns)
        order = "class, in it by norm" if look.class_names else "norm"
        rest = ", the others hardly move" if first < look.n else ""
        shown = Matrix(
            key="shifts",
            name=f"Shifts of the eigenvalues, {way}",
            caption=f"{WORDS[way]}. Points by {order}; eigenvalues 1 to {first} of "
            f"{look.n}{rest}{_note(found)} · {look.where}",
            row_word="point" if found.complete else "line",
            column_word="eigenvalue",
            numbers=lambda: of_shifts(found, way),
            code=code.shifts(look, FIELDS[way]),
            height=TALL - 40,
        )
        digest = look.sweep.digest
        matrix_view.show(
            picture,
            shown,
            selected=(lines.index(row) if row in lines else None, None),
            on_pick=lambda line, _: point.pick(digest, lines[line]),
        )


def projection(look: PointAt, row: int) -> None:
    """Draw the training points in their plane, the influential ones ringed."""
    with error_in_place():
        figure = remembered(influence_map, height=TALL)(
            look.plane.points[: look.n],
            look.norms,
            look.plane.labels[: look.n],
            class_names=look.class_names,
            axes=look.plane.axes,
            selected=row + 1,
        )
        chart = Chart(
            key="influence",
            name="Training points by influence",
            figure=figure,
            numbers=partial(of_points, look),
            caption=f"Size: ‖K − Kⁱ‖₂. {plane_words(look)} {look.where}",
            code=code.influence(look, row, TALL),
        )
        charts.show(chart, on_pick=partial(point.pick_from, look.sweep.digest))


def strip(look: PointAt, row: int) -> None:
    """Draw the norm of what each point adds to the kernel matrix, largest first."""
    with error_in_place():
        figure = remembered(influence, height=LOW)(look.norms, selected=row + 1)
        chart = Chart(
            key="norms",
            name="Norm of what each point adds",
            figure=figure,
            numbers=partial(of_points, look),
            caption=f"Closed form, exact. The largest enters KS. {look.where}",
            code=code.norms(look, row, LOW),
        )
        charts.show(chart, on_pick=partial(point.pick_from, look.sweep.digest))


def ranking(look: PointAt) -> None:
    """Draw the most influential points by name."""
    with error_in_place():
        table = named(look, MOST)
        shown = table[[name for name in COLUMNS if name in table]]
        told = f"The {len(shown)} points with the largest norm."
        if look.removed is None:
            shown = shown.drop(columns="largest_shift")
        else:
            shown = shown.assign(largest_shift=shifts_text(table))
            told += " Largest shift: of which eigenvalue, in brackets."
        if len(sweeps.data(look.sweep.digest).feature_names) > MOST_FEATURES:
            told += (
                " Of the features, the one farthest from its mean over the training part, in "
                "standard deviations (sd)."
            )
        columns: dict[str, Any] = {name: _column(name) for name in COLUMNS}
        st.dataframe(
            shown,
            hide_index=True,
            height="content",
            column_config=columns,
            alt="The most influential training points",
        )
        st.caption(plain(told, limit=600))


def shifts_text(table: pd.DataFrame) -> list[str]:
    """Return the largest shift of each point and of which eigenvalue: ``0.89 (σ 1)``."""
    pairs = zip(table["largest_shift"], table["eigenvalue"], strict=True)
    return [f"{readable(float(shift))} (σ {int(number)})" for shift, number in pairs]


def _column(name: str) -> Any:  # a dictionary of Streamlit's  # noqa: ANN401
    label, width = COLUMNS[name]
    if name in ("norm", "times_median", "target"):
        return st.column_config.NumberColumn(label, format="%.3g", width=width)
    return st.column_config.Column(label, width=width)


def equations(look: PointAt) -> None:
    """Draw the sums that enter SPS and KS, with their numbers."""
    panel = st.expander("The sums behind SPS and KS, with their numbers", key="sums", expanded=True)
    with panel, error_in_place():
        if look.removed is None:
            st.caption("The equations appear with the shifts of the eigenvalues.")
            return
        found = look.removed.identities
        sides = charts.beside([50, 50])
        for i, equation in enumerate(found.equations):
            with sides[i % 2]:
                st.latex(equation.latex)
                st.caption(plain(equation.words, limit=600))
        share = 100 * found.wrong_signs / max(found.entries, 1)
        st.caption(
            f"{found.wrong_signs} of {found.entries} first-order shifts ({readable(share)} %) have "
            "the wrong sign: no exact shift is negative."
        )


@st.cache_resource(max_entries=24, show_spinner=False)
def _picture(key: str, way: str, _look: PointAt, _found: Shifts) -> MatrixPicture:
    """Return the picture of the shifts, once per kernel and way."""
    del key
    labels = _look.problem.y[_found.rows]
    sizes = _found.norms[_found.rows]
    return shift_picture(values(_found, way), sizes, labels, class_names=_look.class_names)


def values(found: Shifts, way: str) -> Any:  # an array; this module knows no numpy  # noqa: ANN401
    """Return the numbers of one way to draw the shifts."""
    return getattr(found, FIELDS[way])


def of_shifts(found: Shifts, way: str) -> pd.DataFrame:
    """Return the shifts as a table, one line per point."""
    table = pd.DataFrame(values(found, way))
    table.columns = [f"eigenvalue {j + 1}" for j in range(table.shape[1])]
    table.insert(0, "point", found.rows + 1)
    return table


def of_points(look: PointAt) -> pd.DataFrame:
    """Return every training point with its place in the plane and its norm."""
    table = named(look, look.n)
    places_of = look.plane.points[table["point"].to_numpy() - 1]
    return table.assign(**{"first axis": places_of[:, 0], "second axis": places_of[:, 1]})


def plane_words(look: PointAt) -> str:
    """Return what the axes of the plane are."""
    if look.plane.plane == "data":
        return "Axes: the two features, as prepared for the kernel."
    features = len(look.plane.centre)
    return f"Axes: first two principal components of {features} features."


def _note(found: Shifts) -> str:
    return f", {found.note}" if found.note else ""
