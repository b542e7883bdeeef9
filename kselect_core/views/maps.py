"""Views of a sweep as maps over its grid: the test error, each criterion, and all of them small."""

import pandas as pd

from kselect_core.plotting.kit.quantities import better
from kselect_core.plotting.maps import grid_map as maps
from kselect_core.plotting.maps.row import map_row
from kselect_core.plotting.maps.traces import MOST_TARGETS
from kselect_core.plotting.maps.values import MapView, as_table
from kselect_core.views.sweep import SweepAt
from kselect_core.views.view import Drawn, view
from kselect_core.words.amounts import counted
from kselect_core.words.labels import quantity_text, worded


@view("errors_map")
def grid_map(
    at: SweepAt,
    *,
    quantity: str,
    kernel: str,
    parameter: float,
    lam: float,
    choices: tuple[str, ...] = (),
) -> Drawn:
    """One quantity over the grid of one family, with the cursor and the choices of criteria."""
    shown = MapView(quantity, kernel, at.split, choices)
    values = at.grid(shown)
    tested = quantity == at.measured
    return Drawn(
        name=f"Map of {'the test error' if tested else quantity_text(quantity)}",
        caption=_caption(at, shown),
        draw=lambda: maps.grid_map(at.table, at.choices, view=shown),
        numbers=lambda: as_table(values),
        follows=("parameter", "lam"),
        move=lambda figure: maps.cursor_moved(figure, values, (parameter, lam)),
    )


@view("errors_row")
def small_maps(at: SweepAt, *, quantities: tuple[str, ...], kernel: str, large: str = "") -> Drawn:
    """Every criterion over the same grid, in colours of its own; ``large`` is framed."""
    shown = MapView(large, kernel, at.split)

    def numbers() -> pd.DataFrame:
        parts = [as_table(at.grid(shown._replace(quantity=quantity))) for quantity in quantities]
        return pd.concat(parts, ignore_index=True)

    return Drawn(
        name="Maps of all criteria shown",
        caption=worded(
            at.config,
            "Every criterion over the same grid, in its own colours: blue is its best value, "
            "full yellow its median and all that is worse. The marker is its choice of kernel "
            f"and λ. Click a map to see it large. {at.common_text}",
        ),
        draw=lambda: map_row(at.table, at.choices, quantities=quantities, view=shown),
        numbers=numbers,
    )


def _caption(at: SweepAt, shown: MapView) -> str:
    """Return what the colours, frames, lines and markers of a map mean."""
    values, tested = at.grid(shown), shown.quantity == at.measured
    many = at.split is None and values.splits > 1
    most = " (most frequent over the splits)" if many else ""
    marks = f"markers: choices of kernel and λ{most}; lines: kernel chosen at each λ"
    parts = (
        f"{quantity_text(values.quantity)}: blue is {'low' if tested else 'good'}",
        _saturated(at, shown),
        f"{'dotted frame: lowest; ' if tested else ''}solid frame: cursor",
        worded(at.config, marks),
        _constant(at, shown) if not tested else "",
        f"crosses: {values.missing} cells without a value" if values.missing else "",
        "a large grid: not every cell can be clicked, the side bar steps through all"
        if max(values.value.shape) > MOST_TARGETS
        else "",
    )
    sentences = ". ".join(part[0].upper() + part[1:] for part in parts if part)
    return f"{sentences}. {at.common_text}"


def _saturated(at: SweepAt, shown: MapView) -> str:
    scale = at.shades(shown)
    if not scale.saturated:
        return ""
    word = "below" if better(shown.quantity) == "higher" else "above"
    return (
        f"{word} {scale.text(scale.end)}, the median of the grid, all is full yellow "
        f"({counted(scale.saturated, 'cell')})"
    )


def _constant(at: SweepAt, shown: MapView) -> str:
    if not at.grid(shown).constant:
        return ""
    end = "smallest" if at.config.C else "largest"
    words = f"the same for every λ, so its choice stands at the {end} one"
    return worded(at.config, words)
