"""The panel about fragility: how far each choice moves when any one point is left out."""

from collections.abc import Mapping, Sequence
from functools import partial

import pandas as pd
import streamlit as st

from kselect_core import views
from kselect_core.criteria import CRITERIA
from kselect_core.selection.points.fragility import MOST_POINTS, fragility, fragility_seconds
from kselect_core.views import FragilityAt, PointsAt
from kselect_core.views.points.fragility import finding
from kselect_core.words.labels import quantity_text, strength
from kselect_ui.figures.shown import show
from kselect_ui.perturbation import what_if
from kselect_ui.server.jobs import WORKERS
from kselect_ui.server.messages import error_in_place, plain
from kselect_ui.server.shelf import kept
from kselect_ui.sweep import finished as sweeps, offer, point
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import linked, unseen

CRITERION = "fc"


def panel(sweep: Sweep, at: PointsAt, row: int, quantities: tuple[str, ...]) -> None:
    """Draw the maps of fragility, or the button that computes them."""
    st.subheader("How fragile is each choice?", anchor=False)
    linked.no_widget(CRITERION, quantities)
    with error_in_place():
        table = _table(sweep, at)
        if table is None:
            return
        if not quantities:
            unseen.no_criterion()
            return
        joint = what_if.joint()
        fragile = FragilityAt(at.config, at.dataset, at.cursor, at.ready, table=table)
        left, right = st.columns([55, 45], gap="medium")
        with left:
            quantity = _criterion(quantities)
            st.markdown(finding(fragile.summary(quantities, joint=joint), quantity, plain))
            show(
                views.points_that_move_a_choice,
                fragile,
                on_pick=partial(point.pick_from, sweep.digest),
                quantity=quantity,
                row=row,
                joint=joint,
            )
        with right:
            show(
                views.fragility_of_criteria,
                fragile,
                on_pick=pick,
                quantities=quantities,
                selected=quantity,
                joint=joint,
            )


def _table(sweep: Sweep, at: PointsAt) -> pd.DataFrame | None:
    points, split = min(at.n, MOST_POINTS), at.cursor.split
    if sweep.digest == sweeps.demo_digest() and split == 0:
        return _shipped(sweep.digest)
    seconds = fragility_seconds(what_if.seconds(sweep.digest), points, workers=WORKERS)
    table = offer.result(
        f"fragility-{sweep.digest}-{split}",
        partial(fragility, at.config, at.dataset, split, workers=WORKERS),
        title="Fragility map",
        button=f"Leave out each of {points} points in turn",
        seconds=seconds,
    )
    if table is None:
        some = f" a seeded sub-sample of {points} of the {at.n} points;" if points < at.n else ""
        st.caption(
            f"The whole grid is evaluated once per point;{some} it shows which criterion "
            f"depends on single points, for every {strength(at.config)} at once."
        )
    return table


@kept
def _shipped(digest: str) -> pd.DataFrame:  # noqa: ARG001 (its key)
    """Return the table of the example, which comes with kselect."""
    return pd.read_parquet(sweeps.DEMO / "fragility.parquet")


def _criterion(quantities: tuple[str, ...]) -> str:
    trusted = [c.name for c in CRITERIA.values() if c.left_out == "leave-one-out"]
    usual = next((quantity for quantity in quantities if quantity in trusted), quantities[0])
    return linked.one("Criterion", quantities, key=CRITERION, default=usual, words=quantity_text)


def pick(points: Sequence[Mapping[str, object]]) -> None:
    """Select the criterion whose bar somebody clicked; for callbacks."""
    linked.put(CRITERION, points[0].get("customdata"))
