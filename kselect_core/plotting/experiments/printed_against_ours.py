"""Printed means beside ours, with their deviations: panels per criterion, rows per data set."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from kselect_core.plotting.kit.parts import scatter, whisker
from kselect_core.plotting.kit.small_multiples import Target, ends, grid
from kselect_core.plotting.kit.theme import BLUE, GREY, RED, Spec, escaped
from kselect_core.plotting.kit.ticks import number

PARTS = ("variant", "dataset", "setting", "criterion")
WORDS = {
    "test_error": "test error (%)",
    "test_accuracy": "test accuracy (%)",
    "test_balanced_error": "test balanced error (%)",
    "test_weighted_error": "test weighted error (%)",
    "test_auc": "test AUC (%)",
    "test_squared_error": "test squared error",
    "seconds": "seconds",
}
APART = ("lower", "higher")
"""Verdicts of means that lie further from the printed one than two printed deviations."""
ITSELF = "as the protocol says"
LIFT = 0.17
"""How far the printed mean stands above, and ours below, the middle of a row."""


class Pair(NamedTuple):
    """Printed and our mean of one cell of a result table, its place, and what is said about it."""

    panel: str
    row: str
    printed: float
    printed_sd: float
    mean: float
    sd: float
    verdict: str
    text: str


def pairs(table: pd.DataFrame) -> list[Pair]:
    """Cells of a result table in its order, one panel per criterion.

    Rows are named by what else differs in the table: the data set, then setting and variant if
    there are several. Columns used: variant, dataset, setting, criterion, printed, printed_sd,
    mean, sd, splits, verdict.
    """
    named = [part for part in PARTS[:-1] if len(table[part].unique()) > 1] or ["dataset"]
    return [_pair(cell, named) for cell in table.to_dict("records")]


def printed_against_ours(
    table: pd.DataFrame, *, measure: str = "test_error", columns: int = 3
) -> go.Figure:
    """Figure of printed and our mean ± standard deviation for every cell of a result table.

    Small multiples with the same rows and the same x axis in the unit of the ``measure``; printed
    means are open squares, ours filled circles, or diamonds where they differ from the printed one
    by more than two of its deviations.
    """
    cells = pairs(table)
    panels, rows = _order(cells, "panel"), _order(cells, "row")
    spans = [
        mean + sign * (sd if np.isfinite(sd) else 0.0)
        for cell in cells
        for mean, sd in ((cell.printed, cell.printed_sd), (cell.mean, cell.sd))
        for sign in (-1, 1)
    ]
    least = min((cell.mean for cell in cells if np.isfinite(cell.mean)), default=0.0)
    frame = grid(
        [escaped(panel, 48) for panel in panels],
        rows,
        x={"range": ends(spans if least < 0 else np.maximum(spans, 0.0).tolist()), "nticks": 6},
        title=WORDS.get(measure, escaped(measure)),
        columns=columns,
    )
    traces = [
        _marks(cells, look, panel, target, rows, first=i == 0)
        for look in LOOKS
        for i, (panel, target) in enumerate(zip(panels, frame.targets, strict=True))
    ]
    return go.Figure({"data": traces, "layout": frame.layout})


class MarkStyle(NamedTuple):
    """One kind of marks: which numbers, for which cells, and how."""

    name: str
    column: Literal["printed", "mean"]
    apart: bool | None
    colour: str
    symbol: str


LOOKS = (
    MarkStyle("printed mean ± sd", "printed", None, GREY, "square-open"),
    MarkStyle("ours", "mean", False, BLUE, "circle"),  # noqa: FBT003 (a field)
    MarkStyle("ours, more than 2 printed sd away", "mean", True, RED, "diamond"),  # noqa: FBT003
)


def _marks(
    cells: Sequence[Pair],
    look: MarkStyle,
    panel: str,
    target: Target,
    rows: Sequence[str],
    *,
    first: bool,
) -> Spec:
    shown = [
        cell
        for cell in cells
        if cell.panel == panel
        and np.isfinite(getattr(cell, look.column))
        and look.apart in (None, cell.verdict in APART)
    ]
    lift = -LIFT if look.column == "printed" else LIFT
    sd = [cell.printed_sd if look.column == "printed" else cell.sd for cell in shown]
    return scatter(
        "markers",
        name=look.name,
        legendgroup=look.name,
        showlegend=first and any(look.apart in (None, cell.verdict in APART) for cell in cells),
        x=[getattr(cell, look.column) for cell in shown],
        y=[rows.index(cell.row) + lift for cell in shown],
        **target._asdict(),
        marker={"symbol": look.symbol, "color": look.colour, "size": 7},
        error_x=whisker(np.nan_to_num(sd).tolist(), look.colour, thickness=1.2, width=0),
        text=[cell.text for cell in shown],
        hovertemplate="%{text}<extra></extra>",
    )


def _pair(cell: Mapping[Hashable, Any], named: Sequence[str]) -> Pair:
    printed, ours = (
        f"{word} {_amount(cell[mean], cell[sd])}"
        for word, mean, sd in (("printed", "printed", "printed_sd"), ("ours", "mean", "sd"))
    )
    place = ", ".join(str(cell[part]) for part in PARTS if str(cell[part]))
    splits = f" ({int(cell['splits'])} splits)" if cell["splits"] else ""
    texts = (place, printed, f"{ours}{splits}", str(cell["verdict"]))
    return Pair(
        str(cell["criterion"]) or ITSELF,
        " · ".join(str(cell[part]) or (ITSELF if part == "variant" else "–") for part in named),
        float(cell["printed"]),
        float(cell["printed_sd"]),
        float(cell["mean"]),
        float(cell["sd"]),
        str(cell["verdict"]),
        "<br>".join(escaped(line, 120) for line in texts),
    )


def _amount(mean: float, sd: float) -> str:
    if not np.isfinite(mean):
        return "–"
    return number(mean, 4) + (f" ± {number(sd, 3)}" if np.isfinite(sd) else "")


def _order(cells: Sequence[Pair], field: Literal["panel", "row"]) -> list[str]:
    return list(dict.fromkeys(str(getattr(cell, field)) for cell in cells))
