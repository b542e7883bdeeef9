"""Pictures of the data in use, and the range of widths that they suggest."""

from dataclasses import replace
from math import ceil, floor, log2

import streamlit as st

from kselect_core import views
from kselect_core.errors import KselectError
from kselect_core.kernels import CONVENTIONS, GAUSSIAN
from kselect_core.selection.config.typed import Span
from kselect_core.selection.places.overview import Overview, suggested_widths
from kselect_ui import PAGES
from kselect_ui.data import share as data_share
from kselect_ui.figures.shown import show
from kselect_ui.grid import builder, kernel_row
from kselect_ui.grid.values_row import fill_span
from kselect_ui.server.messages import plain
from kselect_ui.server.shelf import of_place
from kselect_ui.sweep.datasets import Chosen, Splitting
from kselect_ui.widgets import linked

GO = "go_sweep"
PREPARED = {
    "standardise": r"x\leftarrow(x-\bar x)/s",
    "minmax": r"x\leftarrow(x-x_{\min})/(x_{\max}-x_{\min})",
    "none": r"x\leftarrow x",
}
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
MOST_POINTS = 31  # of a suggested grid in half steps


def draw(chosen: Chosen, split: Splitting) -> Overview | None:
    """Draw plane, classes and distances of the training part of the first split; returns them."""
    if st.session_state.pop(GO, False):
        st.switch_page(PAGES / "sweep.py")
    if chosen.stored.matrices:
        st.info("These points are given by their Gram matrices alone: there is nothing to draw.")
        return None
    at = data_share.looked_at(chosen, split)
    try:
        with st.spinner("Looking at the data…"):
            overview = of_place("overview", at, lambda at: at.overview)
    except KselectError as error:
        st.error(plain(error, limit=600))
        return None
    at = replace(at, ready=overview)
    show(views.data_in_plane, at)
    show(views.pair_distances, at)
    regression = chosen.dataset.task == "regression"
    show(views.targets if regression else views.points_of_classes, at)
    return overview


def own_grid(seen: Overview | None) -> None:
    """Draw the way to the grid builder, with the suggested widths where there are some."""
    if seen is None:
        st.page_link(PAGES / "sweep.py", label="Choose the grid first")
        return
    span = suggested(seen)
    ends = " … ".join(f"2{f'{end:g}'.translate(RAISED)}" for end in (span.low, span.high))
    st.button(
        "Choose the grid first",
        key="sweep_suggested",
        type="tertiary",
        on_click=_use_range,
        args=(span,),
        help=f"Sweep opens with {CONVENTIONS[convention()].symbol} = {ends}: the widths that the "
        "distances below suggest, rounded outwards to powers of two.",
    )


def convention() -> str:
    """Return how widths of the Gaussian kernel are written."""
    return linked.read(kernel_row.convention_key(GAUSSIAN), GAUSSIAN.conventions[0].name)


def suggested(seen: Overview) -> Span:
    """Return the widths that the distances suggest, rounded outwards to powers of two."""
    low, high = suggested_widths(seen.suggested, convention())
    first, last = floor(log2(low)), ceil(log2(high))
    steps = max(1, last - first)
    return Span(2, first, first + steps, 2 * steps + 1 if 2 * steps < MOST_POINTS else steps + 1)


def _use_range(span: Span) -> None:
    """Put the suggested range into the grid builder and go there."""
    fill_span(kernel_row.key(GAUSSIAN), span)
    others: list[str] = linked.read(builder.FAMILIES, [])
    linked.put(builder.FAMILIES, [*dict.fromkeys([GAUSSIAN.name, *others])])
    st.session_state[builder.UNFOLDED] = st.session_state[GO] = True


def explanation(chosen: Chosen, split: Splitting) -> None:
    """Draw the formulas of what is shown, and its program."""
    place = st.expander("Formulas and the program", key="data_code", on_change="rerun")
    if not place.open:
        return
    with place:
        st.latex(PREPARED[split.preprocessing])
        st.caption("Means and spreads are those of the training part; the test part follows them.")
        st.latex(
            r"\ell_{\min}=\tfrac12\,\mathrm{median}_i\min_{j}\lVert x_i-x_j\rVert,\qquad "
            r"\ell_{\max}=2\max_{i,j}\lVert x_i-x_j\rVert"
        )
        st.caption("Suggested lengths ℓ of exp(−d²/2ℓ²); τ = ℓ² where the kernel is exp(−d²/2τ).")
        st.code(data_share.program(chosen, split), language="python")
