"""The panel about one changed point: what it does to K, to the criteria and to the choices."""

from functools import partial

import pandas as pd
import streamlit as st

from kselect_core.plotting.points.shift_curves import shift_curves
from kselect_core.plotting.points.what_if import what_if_choices
from kselect_core.plotting.spectra.spectrum_pair import spectrum_pair
from kselect_core.selection.points.alter import Alteration
from kselect_core.selection.points.moves import kernels_of
from kselect_core.selection.points.what_if import Redone
from kselect_core.words.amounts import counted
from kselect_core.words.labels import (
    UNITS,
    difference_text,
    error_text,
    quantity_text,
    readable,
    strength,
    strength_text,
    worded,
)
from kselect_ui.perturbation import code, what_ifs
from kselect_ui.perturbation.page import PointAt, name_of
from kselect_ui.perturbation.what_ifs import Changed
from kselect_ui.perturbation.words import chosen_text
from kselect_ui.server.messages import error_in_place, plain
from kselect_ui.server.shelf import remembered
from kselect_ui.sweep.captions import pair_text, split_text
from kselect_ui.widgets import charts
from kselect_ui.widgets.charts import Chart

HEIGHT = 400  # pixels
HOW = (
    "Evaluated by the code of the sweep; preparation, test part and the folds of all other points "
    "are kept, the ridge is that of the changed sample"
)


def panel(look: PointAt, changed: Changed) -> None:
    """Draw what the change does; the grid at once, or the button that evaluates it."""
    left, right = st.columns(2, gap="medium")
    with left, error_in_place():
        if changed.redone is None:
            what_ifs.offer_grid(look, changed.change)
        else:
            _numbers(look, changed, changed.redone)
            _choices(look, changed, changed.redone)
    with right, error_in_place():
        _spectra(look, changed.change)
    if changed.redone is not None:
        with error_in_place():
            _table(look, changed, changed.redone)


def table(look: PointAt, found: Redone) -> pd.DataFrame:
    """Return one line per criterion: its value at the cursor, its choice and the test error."""
    joint, unit = what_ifs.joint(), look.sweep.task
    at_cursor = what_ifs.values(look, found).set_index("quantity")
    rows = [
        {
            "criterion": quantity_text(str(row["quantity"])),
            "at the cursor": at_cursor.loc[row["quantity"], "value"],
            "after": at_cursor.loc[row["quantity"], "after"],
            "change": at_cursor.loc[row["quantity"], "change"],
            "chose": chosen_text(row, "", joint=joint),
            "chooses": chosen_text(row, "_after", joint=joint),
            "steps": _steps(row, costs=bool(look.sweep.config.C)),
            UNITS[unit]: error_text(float(row["test_error"]), unit),
            f"{UNITS[unit]} after": error_text(float(row["test_error_after"]), unit),
        }
        for row in what_ifs.of_scope(look, found.moves).to_dict("records")
    ]
    return pd.DataFrame(rows)


def _numbers(look: PointAt, changed: Changed, found: Redone) -> None:
    rows = what_ifs.of_scope(look, found.moves)
    moved, worst = int(rows["moved"].sum()), float(rows["change"].abs().max())
    with st.container(horizontal=True, gap="large"):
        st.metric("‖K − K′‖₂", readable(changed.norm))
        st.metric("choices moved", f"{moved} of {len(rows)}")
        st.metric(
            f"largest change of a {UNITS[look.sweep.task]}", difference_text(worst, look.sweep.task)
        )


def _choices(look: PointAt, changed: Changed, found: Redone) -> None:
    rows = what_ifs.of_scope(look, found.moves)
    if rows.empty:
        st.info("No criterion is switched on. Choose some in the side bar.")
        return
    _, lam = what_ifs.scope(look)
    config = look.sweep.config
    together = worded(config, "kernel and λ together")
    scope = together if lam is None else f"the kernel at {strength_text(config, lam)}"
    chart = Chart(
        key="choices",
        name="Choices before and after",
        figure=remembered(what_if_choices)(rows, kernels_of(look.sweep.config)),
        numbers=lambda: rows,
        caption=f"{what_ifs.name(look, changed.change)}: choices of {scope}, open before, full "
        f"after{_seed(changed.change)}. {HOW}. {_grid(look)}",
        code=code.choices(look, changed.change, lam=lam),
    )
    charts.show(chart)


def _spectra(look: PointAt, change: Alteration) -> None:
    if change.action == "flip":
        st.info("A flipped label leaves the kernel matrix and its spectrum as they are.")
        return
    if change.action == "remove" and look.removed is not None:
        found = look.removed.shifts
        lines = [i for i, row in enumerate(found.rows) if int(row) == change.row]
        if lines:
            _removal(look, change.row, lines[0])
            return
    shift = what_ifs.spectra(look, change)
    if shift is None:
        st.info(
            f"The spectra before and after are drawn up to n = {what_ifs.QUICK_SPECTRUM}, or with "
            "the shifts of all eigenvalues where a point is removed."
        )
        return
    chart = Chart(
        key="pair",
        name="Spectrum before and after",
        figure=remembered(spectrum_pair)(shift.sigma, shift.sigma_after),
        numbers=lambda: pd.DataFrame({"before": shift.sigma, "after": shift.sigma_after}),
        caption=f"{what_ifs.name(look, change)}: first 60 eigenvalues{_seed(change)}. {look.where}",
        code=code.spectra(look, change),
    )
    charts.show(chart)


def _removal(look: PointAt, row: int, line: int) -> None:
    if look.removed is None:
        return
    found = look.removed.shifts
    exact, first = found.exact[line], found.first_order[line]
    figure = remembered(shift_curves)(found.sigma, exact, first, point=row + 1)
    chart = Chart(
        key="removal",
        name="Spectrum without the point",
        figure=figure,
        numbers=lambda: pd.DataFrame(
            {"before": found.sigma, "after": found.sigma - exact, "exact": exact, "first": first}
        ),
        caption=f"Without {name_of(look, row)}: first 60 eigenvalues. {look.where}",
        code=code.removal(look, row),
    )
    charts.show(chart)


def _table(look: PointAt, changed: Changed, found: Redone) -> None:
    shown = table(look, found)
    if shown.empty:
        return
    width = 120 if charts.large() else 84  # pixels: a sign that is cut off turns a number round
    plain_number = partial(st.column_config.NumberColumn, width=width)
    st.dataframe(
        shown,
        hide_index=True,
        placeholder="–",
        height="content",
        column_config={
            "at the cursor": plain_number(format="%.4g"),
            "after": plain_number(format="%.4g"),
            "change": plain_number(format="%.3g"),
        },
        alt="Every criterion before and after the change",
    )
    st.caption(
        plain(
            f"{what_ifs.name(look, changed.change)}: values at the cursor, and the choices. Steps "
            f"count grid points, + towards wider kernels. {look.where}",
            limit=600,
        )
    )


def _steps(row: dict[object, object], *, costs: bool) -> str:
    if row["other_family"]:
        return "other family"
    if not row["moved"]:
        return "0"
    steps, ridges = float(str(row["steps"])), int(str(row["lambda_steps"]))
    words = [f"{steps:+.0f}" if steps == steps else ""]  # noqa: PLR0124 (NaN)
    words += [f"C {-ridges:+d}" if costs else f"λ {ridges:+d}"] * bool(ridges)
    return ", ".join(word for word in words if word)


def _grid(look: PointAt) -> str:
    config = look.sweep.config
    split = split_text(look.sweep, look.seen)
    grid = f"{counted(len(config.kernels), 'kernel')} × {len(config.lambdas)} {strength(config)}"
    return f"{grid}, n = {look.n}{pair_text(look.sweep)}, {split}, seed {config.seed}."


def _seed(change: Alteration) -> str:
    return f", noise from seed {change.seed}" if change.action == "jitter" else ""
