"""The panels of the page about the bounds: the table, one bound along m or δ, and its terms."""

from math import isnan

import streamlit as st

from kselect_core import views
from kselect_core.theory.bound import Bound
from kselect_core.views import BoundsAt
from kselect_core.views.bounds.curve import about_values, terms, values
from kselect_core.views.bounds.words import value_text
from kselect_ui.figures.shown import show
from kselect_ui.server.messages import plain
from kselect_ui.widgets import charts, linked, short_table

WAYS = {"m": "along m", "delta": "along δ"}


def table(at: BoundsAt) -> None:
    """Draw the bounds as printed and as their proofs give them, beside what was measured."""
    if at.bounds:
        show(views.bounds_beside_truth, at)
    alt = "Bounds with their values and what was measured"
    short_table.draw(values(at), alt=alt)
    st.caption(plain(about_values(at), limit=1000))


def one(at: BoundsAt) -> None:
    """Draw one bound: its value along m or δ, its terms, what is odd about it."""
    bounds = {bound.key: bound for bound in at.bounds}
    if not bounds:
        return
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        key = linked.one(
            "Bound",
            tuple(bounds),
            key="bound",
            default=next(iter(bounds)),
            words=lambda name: bounds[name].name,
        )
        over = linked.switch("Curve", tuple(WAYS), key="bx", words=WAYS.__getitem__)
    left, right = charts.beside([58, 42])
    with left:
        show(views.bound_along, at, bound=key, over=over)
    with right:
        _terms(bounds[key])


def _terms(bound: Bound) -> None:
    st.markdown(f"**{plain(bound.name)}**: {plain(bound.quantity)}")
    short_table.draw(terms(bound), alt=f"Terms of {bound.name}")
    texts = []
    if bound.misprint:
        texts.append(f"**Misprint.** {plain(bound.misprint, limit=400)}")
    if bound.flaw:
        texts.append(f"**Beyond that.** {plain(bound.flaw, limit=500)}")
    if not isnan(bound.mended):
        value = value_text(bound, bound.mended)
        texts.append(f"With that step corrected the value is **{plain(value)}**.")
    st.markdown("  \n".join(texts))
    st.caption(plain(bound.source, limit=300))
