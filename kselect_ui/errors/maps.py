"""Maps over the grid: the test error with every choice on it, and those of the criteria."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import pandas as pd
import streamlit as st

from kselect_core.plotting.kit.quantities import better
from kselect_core.plotting.kit.written import written
from kselect_core.plotting.maps.grid_map import MapView, cursor_moved, grid_map, shades_of
from kselect_core.plotting.maps.marks import elsewhere
from kselect_core.plotting.maps.row import map_row
from kselect_core.plotting.maps.scale import Shades
from kselect_core.plotting.maps.traces import MOST_TARGETS
from kselect_core.plotting.maps.values import GridValues, as_table, grid_values
from kselect_core.words.amounts import counted
from kselect_core.words.labels import UNITS, kernel_name, quantity_text, worded
from kselect_ui.errors import code as errors_code
from kselect_ui.figures.measured import HIDDEN, common, measured
from kselect_ui.server.messages import error_in_place, plain
from kselect_ui.sweep import cursor
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import charts, linked
from kselect_ui.widgets.charts import Chart, Figure
from kselect_ui.widgets.state import View

MAP = "map"
FIRST = (
    "loo",
    "kfold",
    "svm_loo",
    "svm_kfold",
)  # whose map stands beside that of the test error at first


def chooser(seen: View) -> str:
    """Draw the choice of the criterion whose map is shown large; returns its quantity."""
    return linked.one(
        "Map of a criterion",
        list(seen.shown),
        key=MAP,
        default=next((q for q in seen.shown if q.startswith(FIRST)), seen.shown[0]),
        words=quantity_text,
    )


def families(sweep: Sweep, seen: View) -> None:
    """Draw one button per other kernel family, and say which choices lie there."""
    others = [f.kernel for f in sweep.config.candidates if f.kernel != seen.kernel]
    if not others:
        return
    away = elsewhere(sweep.choices, _test_view(sweep, seen))
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f"**{kernel_name(seen.kernel)} kernel**", width="content")
        for kernel in others:
            names = [quantity_text(q) for q, family in away.items() if family == kernel]
            st.button(
                f"{kernel_name(kernel)} kernel{_chosen_by(names)}",
                key=f"errors_family_{kernel}",
                on_click=to_family,
                args=(sweep, kernel),
            )


def draw_all(sweep: Sweep, seen: View) -> None:
    """Draw the map of the test error, that of one criterion beside it, and all of them small."""
    left, right = st.columns(2, gap="medium")
    if not seen.shown:
        with left:
            of_test(sweep, seen)
        with right:
            st.info("No criterion is switched on. Choose some in the side bar.")
        return
    with right:
        quantity = chooser(seen)
    with left:
        legend(sweep, seen)
    left, right = st.columns(2, gap="medium")
    with left:
        of_test(sweep, seen)
    with right:
        of_criterion(sweep, seen, quantity)
    row(sweep, seen, quantity)


def legend(sweep: Sweep, seen: View) -> None:
    """Draw what to do with the map and what to look for, as high as the chooser beside it."""
    if seen.test_error:
        st.markdown(
            f"Blue: low {UNITS[sweep.task]}. **Click a cell** to put the cursor there. "
            "A criterion inside the blue valley chose well."
        )
    if len(sweep.config.lambdas) == 1:
        st.caption(worded(sweep.config, "This grid has only one λ: the maps are strips."))


def of_test(sweep: Sweep, seen: View) -> None:
    """Draw the test error over the grid, with every criterion's choice on it."""
    if not seen.test_error:
        st.info(HIDDEN)
        return
    draw(sweep, seen, _test_view(sweep, seen), key="errors_map", name="Map of the test error")


def of_criterion(sweep: Sweep, seen: View, quantity: str) -> None:
    """Draw a criterion over the grid, with its own choice on it."""
    shown = MapView(quantity, seen.kernel, seen.split, (quantity,))
    draw(sweep, seen, shown, key="errors_criterion", name=f"Map of {quantity_text(quantity)}")


def row(sweep: Sweep, seen: View, quantity: str) -> None:
    """Draw little maps of all criteria shown; a click shows one of them large."""
    with error_in_place():
        shown = MapView(quantity, seen.kernel, seen.split)
        chart = Chart(
            key="errors_row",
            name="Maps of all criteria shown",
            figure=_row(sweep, shown, seen.shown),
            numbers=lambda: pd.concat(
                [as_table(_values(sweep, shown._replace(quantity=q))) for q in seen.shown],
                ignore_index=True,
            ),
            caption=worded(
                sweep.config,
                "Every criterion over the same grid, in its own colours: blue is its best value, "
                "full yellow its median and all that is worse. The marker is its choice of kernel "
                f"and λ. Click a map to see it large. {common(sweep, seen)}",
            ),
            code=errors_code.of_row(shown, seen.shown),
        )
        charts.show(chart, on_pick=pick_map)


def draw(sweep: Sweep, seen: View, shown: MapView, *, key: str, name: str) -> None:
    """Draw one map with the cursor; a click moves the cursor."""
    with error_in_place():
        values = _values(sweep, shown)
        at = (seen.parameter, seen.lam)
        figure: Figure = cursor_moved(_map(sweep, shown), values, at)
        chart = Chart(
            key=key,
            name=name,
            figure=figure,
            numbers=lambda: as_table(values),
            caption=caption(sweep, seen, shown),
            code=errors_code.of_map(shown, at),
        )
        charts.show(chart, on_pick=lambda points: cursor.pick(sweep.config, points))


def caption(sweep: Sweep, seen: View, shown: MapView) -> str:
    """Return what the colours, frames, lines and markers of a map mean."""
    values, scale = _values(sweep, shown), _shades(sweep, shown)
    tested = values.quantity == measured(sweep)
    parts = [f"{quantity_text(values.quantity)}: blue is {'low' if tested else 'good'}"]
    if scale.saturated:
        word = "below" if better(values.quantity) == "higher" else "above"
        parts.append(
            f"{word} {scale.text(scale.end)}, the median of the grid, all is full yellow "
            f"({counted(scale.saturated, 'cell')})"
        )
    frames = "solid frame: cursor"
    parts.append(f"dotted frame: lowest; {frames}" if tested else frames)
    most = " (most frequent over the splits)" if seen.split is None and values.splits > 1 else ""
    marks = f"markers: choices of kernel and λ{most}; lines: kernel chosen at each λ"
    parts.append(worded(sweep.config, marks))
    missing = values.missing
    if values.constant and not tested:
        end = "smallest" if sweep.config.C else "largest"
        words = f"the same for every λ, so its choice stands at the {end} one"
        parts.append(worded(sweep.config, words))
    parts += [f"crosses: {missing} cells without a value"] if missing else []
    if max(values.value.shape) > MOST_TARGETS:
        parts.append("a large grid: not every cell can be clicked, the side bar steps through all")
    return f"{'. '.join(part[0].upper() + part[1:] for part in parts)}. {common(sweep, seen)}"


def to_family(sweep: Sweep, kernel: str) -> None:
    """Put the cursor into the middle of another family; for callbacks."""
    family = next(f for f in sweep.config.candidates if f.kernel == kernel)
    value = family.points[len(family.points) // 2]
    cursor.move(sweep.config, {"kernel": kernel, "parameter": value})


def pick_map(picked: Sequence[Mapping[str, Any]]) -> None:
    """Show the little map that was clicked large."""
    keys = picked[0].get("customdata") or ()
    if len(keys) > len(cursor.CARRIED):
        linked.put(MAP, keys[len(cursor.CARRIED)])


def _test_view(sweep: Sweep, seen: View) -> MapView:
    return MapView(measured(sweep), seen.kernel, seen.split, seen.shown)


def _chosen_by(names: Sequence[str]) -> str:
    return f": chosen by {plain(', '.join(names))}" if names else ""


@lru_cache(maxsize=64)
def _map(sweep: Sweep, shown: MapView) -> Any:  # noqa: ANN401 (a Plotly figure)
    return written(grid_map(sweep.table, sweep.choices, view=shown))


@lru_cache(maxsize=256)
def _values(sweep: Sweep, shown: MapView) -> GridValues:
    return grid_values(sweep.table, shown)


@lru_cache(maxsize=256)
def _shades(sweep: Sweep, shown: MapView) -> Shades:
    return shades_of(sweep.table, shown)


@lru_cache(maxsize=32)
def _row(sweep: Sweep, shown: MapView, quantities: tuple[str, ...]) -> Figure:
    return written(map_row(sweep.table, sweep.choices, quantities=quantities, view=shown))
