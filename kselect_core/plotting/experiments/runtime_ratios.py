"""Time of every criterion relative to cross-validation: ours beside the printed one."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from kselect_core.errors import UnknownNameError
from kselect_core.plotting.kit.parts import scatter, segment
from kselect_core.plotting.kit.small_multiples import Target, grid
from kselect_core.plotting.kit.theme import BLUE, GREY, Spec, escaped
from kselect_core.plotting.kit.ticks import number

COLUMNS = ("dataset", "criterion", "seconds", "ratio", "printed", "printed_ratio")
LIFT = 0.13
"""How far the printed ratio stands above, and ours below, the middle of a row."""
STEPS: tuple[tuple[float, tuple[int, ...]], ...] = ((1.0, (1, 2, 5)), (3.0, (1, 3)), (np.inf, (1,)))
"""Ticks within a power of ten, for axes of at most so many of them."""
MEDIAN = "median of all"
ROOM = 0.08
"""Powers of ten by which the axis is longer than the ratios."""


class RatioStyle(NamedTuple):
    """One kind of marks: which ratios, and how."""

    name: str
    column: Literal["printed_ratio", "ratio"]
    colour: str
    symbol: str
    lift: float


LOOKS = (
    RatioStyle("printed", "printed_ratio", GREY, "square-open", -LIFT),
    RatioStyle("ours", "ratio", BLUE, "circle", LIFT),
)


def time_ratios(
    timings: pd.DataFrame, printed: pd.DataFrame | None = None, *, reference: str = "CV"
) -> pd.DataFrame:
    """One row per data set and criterion: seconds and their ratio to those of a reference.

    ``timings`` has the columns dataset, criterion, seconds (of one variant; splits are averaged);
    ``printed`` has dataset, criterion, mean (seconds). Columns: dataset, criterion, seconds, ratio
    (ours: seconds / seconds of the reference on the same data set), printed, printed_ratio (the
    same of the printed seconds). NaN where a time is missing. Seconds of two machines cannot be
    compared; ratios can, as far as both programs are equally well made.
    """
    ours = timings.groupby(["dataset", "criterion"], sort=False)["seconds"].mean()
    theirs = pd.Series(dtype=np.float64)
    if printed is not None:
        theirs = printed.groupby(["dataset", "criterion"], sort=False)["mean"].mean()
    keys = list(dict.fromkeys([*ours.index, *theirs.index]))
    if reference not in {criterion for _, criterion in keys}:
        raise UnknownNameError("criterion with times", reference, {name for _, name in keys})
    sets = list(dict.fromkeys(dataset for dataset, _ in keys))
    keys.sort(key=lambda key: sets.index(key[0]))
    mine, other = dict(ours.items()), dict(theirs.items())
    unknown = float("nan")
    rows = [
        (
            *(dataset, criterion),
            mine.get((dataset, criterion), unknown),
            mine.get((dataset, criterion), unknown) / mine.get((dataset, reference), unknown),
            other.get((dataset, criterion), unknown),
            other.get((dataset, criterion), unknown) / other.get((dataset, reference), unknown),
        )
        for dataset, criterion in keys
    ]
    return pd.DataFrame(rows, columns=list(COLUMNS))


def runtime_ratios(
    timings: pd.DataFrame, printed: pd.DataFrame | None = None, *, reference: str = "CV"
) -> go.Figure:
    """Figure of the times of `time_ratios`: one panel per criterion, one row per data set.

    The x axis is logarithmic and the same everywhere; the line at 1 is the reference. Of several
    data sets a last row with larger marks has the medians.
    """
    table = time_ratios(timings, printed, reference=reference)
    table = _with_medians(table[table["criterion"] != reference])
    panels, rows = (list(dict.fromkeys(table[key].astype(str))) for key in ("criterion", "dataset"))
    frame = grid(
        [escaped(panel, 48) for panel in panels],
        rows,
        x=_axis(table),
        title=f"time / time of {escaped(reference)}",
    )
    traces = [
        _marks(table[table["criterion"] == panel], look, target, rows, first=i == 0)
        for look in LOOKS
        for i, (panel, target) in enumerate(zip(panels, frame.targets, strict=True))
        if table[look.column].notna().any()
    ]
    ones = [_one(target) for target in frame.targets]
    return go.Figure({"data": traces, "layout": frame.layout | {"shapes": ones}})


def _axis(table: pd.DataFrame) -> Spec:
    """Logarithmic axis over all ratios and 1, ticks at powers of ten or nearer."""
    values = table[["ratio", "printed_ratio"]].to_numpy(dtype=np.float64)
    powers = np.log10(np.append(values[np.isfinite(values) & (values > 0)], 1.0))
    low, high = float(powers.min()) - ROOM, float(powers.max()) + ROOM
    steps = next(steps for most, steps in STEPS if high - low <= most)
    exponents = range(int(np.floor(low)), int(np.ceil(high)) + 1)
    ticks = [s * 10.0**e for e in exponents for s in steps if low <= np.log10(s * 10.0**e) <= high]
    return {
        "type": "log",
        "range": [low, high],
        "tickvals": ticks,
        "ticktext": [number(value, 3) for value in ticks],
    }


def _with_medians(table: pd.DataFrame) -> pd.DataFrame:
    """Return the table with a row more per criterion: the medians of its ratios."""
    if len(table["dataset"].unique()) == 1:
        return table
    ratios = table.groupby("criterion", sort=False)[["ratio", "printed_ratio"]].median()
    return pd.concat([table, ratios.reset_index().assign(dataset=MEDIAN)], ignore_index=True)


def _marks(
    part: pd.DataFrame, look: RatioStyle, target: Target, rows: Sequence[str], *, first: bool
) -> Spec:
    shown = part[part[look.column].gt(0)]
    return scatter(
        "markers",
        name=look.name,
        legendgroup=look.name,
        showlegend=first,
        x=shown[look.column].tolist(),
        y=[rows.index(str(name)) + look.lift for name in shown["dataset"]],
        **target._asdict(),
        marker={
            "symbol": look.symbol,
            "color": look.colour,
            "size": [12 if name == MEDIAN else 8 for name in shown["dataset"]],
            "opacity": 1.0,
        },
        text=[_told(row, look) for row in shown.to_dict("records")],
        hovertemplate="%{text}<extra></extra>",
    )


def _told(row: Mapping[Hashable, Any], look: RatioStyle) -> str:
    seconds = row["seconds" if look.column == "ratio" else "printed"]
    text = f"{row['dataset']}, {row['criterion']}, {look.name}: {number(row[look.column], 3)}"
    return escaped(text + (f" ({number(seconds, 3)} s)" if np.isfinite(seconds) else ""), 160)


def _one(target: Target) -> Spec:
    """Line at 1: the time of the reference."""
    return segment(
        (1.0, 1.0),
        (0.0, 1.0),
        xref=target.xaxis,
        yref=f"{target.yaxis} domain",
        line={"color": GREY, "width": 1.5, "dash": "dash"},
    )
