"""What each pair of several classes says about the kernel at the cursor."""

from functools import partial

import streamlit as st

from kselect_core import views
from kselect_core.selection.places.pair_values import pair_values, seconds_of_pairs
from kselect_core.words.labels import quantity_text
from kselect_ui.figures.shown import show
from kselect_ui.server.messages import error_in_place, plain
from kselect_ui.sweep import finished as sweeps, offer
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import linked, unseen
from kselect_ui.widgets.state import View

OF = "pq"
SQUARED = "test_squared_error"


def panel(sweep: Sweep, seen: View) -> None:
    """Draw a criterion on every pair of classes at the cursor; nothing for one pair alone."""
    if not sweep.pair or sweep.config.pair:
        return
    place = st.expander("Each pair of classes", key="pairs", on_change="rerun")
    if not place.open:
        return
    with place, error_in_place():
        options = (*seen.shown, *((SQUARED,) if seen.test_error else ()))
        if not options:
            unseen.no_criterion()
            return
        quantity = linked.one(
            "On each pair", options, key=OF, default=options[0], words=quantity_text
        )
        config, data, point = sweep.config, sweeps.data(sweep.digest), seen.point
        table = offer.result(
            f"pairs-{config.digest()}-{point}",
            partial(pair_values, config, data, point),
            title="Every pair of classes",
            button=f"Evaluate all {len(sweeps.pairs(config.digest()))} binary problems here",
            seconds=seconds_of_pairs(config, data),
        )
        if table is None:
            return
        at = views.PairsAt(config, data, point, computed=table)
        show(views.pairs_of_classes, at, quantity=quantity)
        gaps = table[(table["quantity"] == quantity) & (table["reason"] != "")]
        for gap in gaps.head(3).itertuples():
            st.caption(plain(f"{gap.negative} / {gap.positive}: {gap.reason}", limit=300))
