"""What each pair of several classes says about the kernel at the cursor."""

from functools import partial

import pandas as pd
import streamlit as st

from kselect_core.plotting.curves.pair_map import pair_map
from kselect_core.selection.places.cursor import Cursor
from kselect_core.selection.places.pair_values import pair_values, seconds_of_pairs
from kselect_core.views.python import call, literal
from kselect_core.words.labels import quantity_text
from kselect_ui.server.messages import error_in_place, plain
from kselect_ui.server.shelf import remembered
from kselect_ui.server.tasks import AT_ONCE
from kselect_ui.sweep import captions, offer
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep.finished import Sweep
from kselect_ui.sweep.program import cursor, lines
from kselect_ui.widgets import charts, linked
from kselect_ui.widgets.charts import Chart
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
        known = (*seen.shown, SQUARED)
        quantity = linked.one("On each pair", known, key=OF, default=known[0], words=quantity_text)
        whole = sweep.digest.partition(sweeps.LENS)[0]
        table = _found(whole, seen.point)
        if table is None:
            return
        rows = table[table["quantity"] == quantity]
        charts.show(
            Chart(
                key="pair_map",
                name="Each pair of classes",
                figure=remembered(pair_map)(table, quantity=quantity, name=quantity_text(quantity)),
                numbers=lambda: table,
                caption=f"{quantity_text(quantity)} on {len(rows)} binary problems, "
                f"{told(rows['value'])}. "
                f"{captions.place(sweep, seen)}, "
                f"{captions.split_text(sweep, seen)}, {sweeps.size_text(sweep)}, "
                f"seed {sweep.config.seed}.",
                code=_code(seen.point, quantity),
            )
        )
        gaps = rows[rows["reason"] != ""]
        for gap in gaps.head(3).itertuples():
            st.caption(plain(f"{gap.negative} / {gap.positive}: {gap.reason}", limit=300))


def told(values: pd.Series) -> str:
    """Return what curves and maps make of the values of the pairs, in words."""
    missing = int(values.isna().sum())
    if missing:
        return f"{missing} without a value, so that curves and maps show none here"
    return f"mean {values.mean():.4g}: what curves and maps show"


def _found(digest: str, point: Cursor) -> pd.DataFrame | None:
    sweep, data = sweeps.load(digest), sweeps.data(digest)
    seconds = seconds_of_pairs(sweep.config, data)
    if seconds <= AT_ONCE:
        return _quick(digest, point)
    found = offer.offered(
        f"pairs-{digest}-{point}",
        title="Every pair of classes",
        button=f"Evaluate all {len(sweeps.pairs(digest))} binary problems here",
        seconds=seconds,
        work=partial(pair_values, sweep.config, data, point),
    )
    return found if isinstance(found, pd.DataFrame) else None


@st.cache_resource(max_entries=32, show_spinner=False)
def _quick(digest: str, point: Cursor) -> pd.DataFrame:
    return pair_values(sweeps.load(digest).config, sweeps.data(digest), point)


def _code(point: Cursor, quantity: str) -> str:
    drawn = call(
        "pair_map", "table", quantity=literal(quantity), name=literal(quantity_text(quantity))
    )
    return lines(
        "from kselect_core.plotting.curves.pair_map import pair_map",
        "from kselect_core.selection.places.cursor import Cursor",
        "from kselect_core.selection.places.pair_values import pair_values",
        "",
        f"table = pair_values(config, dataset, {cursor(point)})",
        f"figure = {drawn}",
    )
