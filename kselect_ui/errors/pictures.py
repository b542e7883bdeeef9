"""Decision pictures of two choices side by side, in the same colours."""

from functools import lru_cache

import pandas as pd
import streamlit as st

from kselect_core.plotting.data.decision_pair import decision_pair
from kselect_core.plotting.maps.values import GridValues, MapView, grid_values, value_at
from kselect_core.selection.places.cursor import Cursor, DecisionView
from kselect_core.words.labels import UNITS, error_text, quantity_text
from kselect_ui.errors import code as errors_code
from kselect_ui.figures.measured import best, measured, place
from kselect_ui.server.messages import error_in_place, plain
from kselect_ui.server.shelf import remembered
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep.captions import grid, pair_text
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import charts, linked
from kselect_ui.widgets.charts import Chart, Figure
from kselect_ui.widgets.state import View

LEFT, RIGHT = "left", "right"
CURSOR, BEST = "cursor", "best"
RESOLUTION = 50  # grid points a side
WORDS = {CURSOR: "the cursor", BEST: "lowest test error"}


def draw(sweep: Sweep, seen: View, *, right: str) -> None:
    """Draw two fits on the split looked at; ``right`` is whose choice stands right at first."""
    st.header("Two choices side by side", anchor=False)
    options = [CURSOR, *([BEST] if seen.test_error else []), *seen.shown]
    usual = BEST if seen.test_error else CURSOR
    with st.container(horizontal=True, gap="medium"):
        names = [
            linked.one(label, options, key=key, default=default, words=_name)
            for label, key, default in (
                ("Left picture", LEFT, usual),
                ("Right picture", RIGHT, right if right in options else CURSOR),
            )
        ]
    points = [point_of(sweep, seen, name) for name in names]
    lost = [_name(name) for name, point in zip(names, points, strict=True) if point is None]
    if lost:
        st.info(
            f"No choice to draw on split {seen.one_split + 1}: "
            f"{plain(', '.join(dict.fromkeys(lost)))}."
        )
    found = [(n, p) for n, p in zip(names, points, strict=True) if p is not None]
    if found:
        with error_in_place():
            _pictures(sweep, seen, found)


def point_of(sweep: Sweep, seen: View, name: str) -> Cursor | None:
    """Return the point of the grid that a name stands for, on the split looked at."""
    point = seen.point
    if name == CURSOR:
        return point
    if name == BEST:
        lowest = best(sweep.digest, point.split)
        return lowest and point._replace(
            kernel=lowest.kernel, parameter=lowest.parameter, lam=lowest.lam
        )
    rows = sweeps.choices_at(sweep.digest, "joint", 0.0, point.split)
    rows = rows[(rows["quantity"] == name) & rows["value"].notna()]
    if rows.empty:
        return None
    row = rows.iloc[0]
    return point._replace(
        kernel=str(row["kernel"]), parameter=float(row["parameter"]), lam=float(row["lambda"])
    )


def title(sweep: Sweep, seen: View, name: str, point: Cursor) -> str:
    """Return whose picture it is, where that is, and its test error if that is shown."""
    text = f"{_name(name)}: {place(sweep, point.kernel, point.parameter, point.lam)}"
    if not seen.test_error:
        return text
    error = value_at(
        _errors(sweep, point.kernel, point.split), parameter=point.parameter, lam=point.lam
    )
    return f"{text}, {UNITS[sweep.task]} {error_text(error, sweep.task)}"


def _pictures(sweep: Sweep, seen: View, found: list[tuple[str, Cursor]]) -> None:
    data = sweeps.data(sweep.digest)
    points = tuple(point for _, point in found)
    views = [_decision(sweep.digest, point) for point in points]
    titles = tuple(title(sweep, seen, name, point) for name, point in found)
    plane = "the two features, as prepared for the kernel"
    if views[0].plane != "data":
        plane = (
            f"first two principal components of {data.X.shape[1]} features; colours are the slice "
            "through the mean, points are projected"
        )
    whole = sweep.pair and not sweep.config.pair and seen.test_error
    of_all = " (test errors: of all classes)" if whole else ""
    chart = Chart(
        key="errors_pictures",
        name="Decision pictures of two choices",
        figure=_figure(sweep, points, titles),
        numbers=lambda: numbers(views, titles),
        caption=(
            f"{'; '.join(titles)}{pair_text(sweep)}{of_all}. Split {seen.one_split + 1} of "
            f"{len(sweep.splits)}, the same colours left and right. "
            f"Axes: {plane}. Fits on {RESOLUTION} × {RESOLUTION} points. {grid(sweep)}"
        ),
        code=errors_code.of_pictures(points, titles, resolution=RESOLUTION, task=sweep.task),
    )
    charts.show(chart)


def _name(name: str) -> str:
    return WORDS.get(name) or quantity_text(name)


def numbers(views: list[DecisionView], titles: tuple[str, ...]) -> pd.DataFrame:
    """Return every value drawn, picture by picture."""
    parts = []
    for view, name in zip(views, titles, strict=True):
        table = pd.DataFrame(view.f, index=view.y, columns=view.x)
        tall = (
            table.rename_axis("second axis")
            .reset_index()
            .melt("second axis", var_name="first axis", value_name="f")
        )
        parts.append(tall.assign(picture=name))
    return pd.concat(parts, ignore_index=True)


@st.cache_resource(max_entries=32, show_spinner=False)
def _decision(digest: str, point: Cursor) -> DecisionView:
    return sweeps.bench(digest, point.split).decision(point, resolution=RESOLUTION)


@lru_cache(maxsize=32)
def _figure(sweep: Sweep, points: tuple[Cursor, ...], titles: tuple[str, ...]) -> Figure:
    names = sweeps.sides(sweep)
    views = [_decision(sweep.digest, point) for point in points]
    figure: Figure = remembered(decision_pair)(views, titles, class_names=names)
    return figure


@lru_cache(maxsize=32)
def _errors(sweep: Sweep, kernel: str, split: int) -> GridValues:
    return grid_values(sweep.table, MapView(measured(sweep), kernel, split))
