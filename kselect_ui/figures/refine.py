"""Refine here: a search between the grid points from a criterion's choice on, with its way."""

from functools import partial
from typing import Any

import streamlit as st

from kselect_core import views
from kselect_core.selection.combination.refine import refine, seconds
from kselect_core.words.labels import quantity_text
from kselect_ui.figures.shown import show
from kselect_ui.server.messages import error_in_place
from kselect_ui.sweep import finished as sweeps, offer
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import linked
from kselect_ui.widgets.state import View

KEY = "refine"
HELP = (
    "The grid has a few widths and strengths. This search starts at the criterion's choice and "
    "goes downhill over all values between, on the training part of one split. It uses no "
    "test point."
)


def draw(sweep: Sweep, seen: View, quantity: str) -> None:
    """Draw the tick, and what the search found once it is set."""
    words = f"Refine {quantity_text(quantity)} between the grid points"
    if not linked.tick(words, key=KEY, help=HELP):
        return
    with error_in_place():
        at = sweeps.place(sweep, seen.split)
        pair = () if sweep.config.pair else sweep.pair
        config, data, start = at.to_refine(quantity, seen.lam, pair=pair)
        refined = offer.result(
            f"refine-{sweep.digest}-{quantity}-{start}",
            partial(refine, config, data, start, quantity),
            title=words,
            button="Search",
            seconds=seconds(config, data),
        )
        if refined is None:
            return
        at.refined(quantity, seen.lam, pair=pair, ready=refined)
        options: dict[str, Any] = {
            "quantity": quantity,
            "lam": seen.lam,
            "test": seen.test_error,
            "pair": pair,
        }
        left, right = st.columns(2, gap="medium")
        left.markdown(views.refined_choice(at, **options).finding)
        with right:
            show(views.refined_choice, at, **options)
