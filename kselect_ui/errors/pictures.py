"""Decision pictures of two choices side by side, in the same colours."""

from functools import partial

import streamlit as st

from kselect_core import views
from kselect_core.plotting.kit.quantities import estimates_error
from kselect_core.plotting.maps.values import MapView, value_at
from kselect_core.selection.places.cursor import Cursor
from kselect_core.words.labels import UNITS, error_text, quantity_text
from kselect_ui.figures.measured import place
from kselect_ui.figures.pictures import no_plane
from kselect_ui.figures.shown import show
from kselect_ui.server.messages import plain
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import linked
from kselect_ui.widgets.state import View

LEFT, RIGHT = "left", "right"
CURSOR, BEST = "cursor", "best"
WORDS = {CURSOR: "the cursor", BEST: "lowest test error"}


def draw(sweep: Sweep, seen: View, *, right: str) -> None:
    """Draw two fits on the split looked at; ``right`` is whose choice stands right at first."""
    st.header("Two choices side by side", anchor=False)
    if no_plane(sweep):
        return
    options = [CURSOR, *([BEST] if seen.test_error else []), *seen.shown]
    usual = BEST if seen.test_error else _other(sweep, seen)
    with st.container(horizontal=True, gap="medium"):
        words = partial(_name, sweep)
        names = [
            linked.one(label, options, key=key, default=default, words=words)
            for label, key, default in (
                ("Left picture", LEFT, usual),
                ("Right picture", RIGHT, right if right in options else CURSOR),
            )
        ]
    points = [point_of(sweep, seen, name) for name in names]
    lost = [_name(sweep, name) for name, point in zip(names, points, strict=True) if point is None]
    if lost:
        st.info(
            f"No choice to draw on split {seen.one_split + 1}: "
            f"{plain(', '.join(dict.fromkeys(lost)))}."
        )
    pairs = [(n, p) for n, p in zip(names, points, strict=True) if p is not None]
    if pairs:
        show(
            views.fits_side_by_side,
            sweeps.place(sweep, None),
            points=tuple(point for _, point in pairs),
            titles=tuple(title(sweep, seen, name, point) for name, point in pairs),
            pair=() if sweep.config.pair else sweep.pair,
        )


def point_of(sweep: Sweep, seen: View, name: str) -> Cursor | None:
    """Return the point of the grid that a name stands for, on the split looked at."""
    point = seen.point
    if name == CURSOR:
        return point
    if name == BEST:  # that of the headline: of the mean, where the page is of all splits
        lowest = sweeps.place(sweep, seen.split).lowest
        return lowest and point._replace(
            kernel=lowest.kernel, parameter=lowest.parameter, lam=lowest.lam
        )
    rows = sweeps.place(sweep, point.split).part("joint", 0.0, fixed=point.lam)
    rows = rows[(rows["quantity"] == name) & rows["value"].notna()]
    if rows.empty:
        return None
    row = rows.iloc[0]
    return point._replace(
        kernel=str(row["kernel"]), parameter=float(row["parameter"]), lam=float(row["lambda"])
    )


def _other(sweep: Sweep, seen: View) -> str:
    """Return a criterion that chooses another point than the cursor's, one of the error first."""
    names = sorted(seen.shown, key=estimates_error, reverse=True)
    points = {name: point_of(sweep, seen, name) for name in names}
    return next((name for name in names if points[name] not in (None, seen.point)), CURSOR)


def title(sweep: Sweep, seen: View, name: str, point: Cursor) -> str:
    """Return whose picture it is, where that is, and its test error if that is shown."""
    text = f"{_name(sweep, name)}: {place(sweep, point.kernel, point.parameter, point.lam)}"
    if not seen.test_error:
        return text
    at = sweeps.place(sweep, point.split)
    values = at.grid(MapView(at.measured, point.kernel, point.split))
    error = value_at(values, parameter=point.parameter, lam=point.lam)
    return f"{text}, {sweep.said(UNITS[sweep.task])} {error_text(error, sweep.task)}"


def _name(sweep: Sweep, name: str) -> str:
    return sweep.said(WORDS.get(name) or quantity_text(name))
