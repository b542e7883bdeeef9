"""Criteria over the kernel parameter for the true labels, and the band for shuffled ones."""

from typing import NamedTuple

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from kselect_core.plotting.curves.lines import spread_is_wide
from kselect_core.plotting.kit.cells import Cell, cells
from kselect_core.plotting.kit.parts import figure, paper_note, scatter
from kselect_core.plotting.kit.quantities import arrow, label, spelled
from kselect_core.plotting.kit.theme import GREY, Spec, axis, escaped, style, transparent
from kselect_core.plotting.kit.ticks import parameter_layout, symbol
from kselect_core.types import Array, Float

PANEL, DOWN, FRAME = 108, 42, 104
"""Pixels of a panel, between two of them, and around all."""
COLUMNS, ACROSS = 3, 0.075
LARGEST = 20
"""Size of the marker of a kernel that every shuffle chooses."""


class LabelBand(NamedTuple):
    """One criterion: its values with the true labels, the range and median with shuffled ones.

    ``chosen`` is the parameter chosen with the true labels, ``others`` those with shuffled ones.
    """

    quantity: str
    x: Float[Array, " k"]
    true: Float[Array, " k"]
    low: Float[Array, " k"]
    middle: Float[Array, " k"]
    high: Float[Array, " k"]
    chosen: float
    others: Float[Array, " r"]

    @property
    def same(self) -> int:
        """Number of shuffles that choose the kernel of the true labels."""
        return int((self.others == self.chosen).sum())


def label_bands(table: pd.DataFrame, chosen: pd.DataFrame) -> list[LabelBand]:
    """Bands from the rows of the criteria and their choices; split 0 has the true labels."""
    bands = []
    for quantity, rows in table.groupby("quantity", sort=False):
        wide = rows.pivot_table(
            index="parameter", columns="split", values="value", dropna=False, sort=True
        )
        values = wide.to_numpy(dtype=np.float64)
        values = np.where(np.isfinite(values), values, np.nan)
        if np.isnan(values[:, 0]).all():
            continue
        parameters = chosen[chosen["quantity"] == quantity].sort_values("split")["parameter"]
        low, middle, high = (_over_shuffles(values[:, 1:], share) for share in (0.0, 0.5, 1.0))
        bands.append(
            LabelBand(
                str(quantity),
                wide.index.to_numpy(dtype=np.float64),
                values[:, 0],
                low,
                middle,
                high,
                float(parameters.to_numpy(dtype=np.float64)[0]),
                parameters.to_numpy(dtype=np.float64)[1:],
            )
        )
    return bands


def label_band_panels(
    table: pd.DataFrame, chosen: pd.DataFrame, *, convention: str, target: str = "labels"
) -> go.Figure:
    """Figure with a panel per criterion: line for the true labels, band for the shuffled ones.

    Marks on the line and at its foot are the choices; the title says how many shuffles choose the
    kernel that the true labels choose. ``target`` is what is shuffled: labels, or targets.
    """
    bands = label_bands(table, chosen)
    rows = max(1, -(-len(bands) // COLUMNS))
    inside = PANEL * rows + DOWN * (rows - 1)
    places = cells(len(bands), COLUMNS, ACROSS, DOWN / inside, height=PANEL / inside)
    traces: list[Spec] = []
    axes: Spec = {}
    titles: list[Spec] = []
    for band, cell in zip(bands, places, strict=True):
        traces += [trace | cell.axes for trace in _traces(band, target, first=not cell.number)]
        axes |= _axes(band, cell, convention if cell.bottom else "")
        titles.append(_title(band, cell))
    return figure(traces, inside + FRAME, annotations=titles, **axes)


def _traces(band: LabelBand, target: str, *, first: bool) -> list[Spec]:
    """Shuffled labels behind the true ones; entries of the legend where the panel is the first."""
    shuffled = [_range(band, target), _median(band, target)]
    shown = {"showlegend": first}
    return [
        *(trace | shown for trace in shuffled),
        _true(band, target),
        _others(band, target) | shown,
        _choice(band, target),
    ]


def _range(band: LabelBand, target: str) -> Spec:
    finite = np.isfinite(band.low)
    return scatter(
        "lines",
        name=f"shuffled {target}, lowest to highest",
        legendgroup="band",
        x=np.concatenate([band.x[finite], band.x[finite][::-1]]),
        y=np.concatenate([band.high[finite], band.low[finite][::-1]]),
        fill="toself",
        fillcolor=transparent(GREY, 0.3),
        line={"width": 0, "color": GREY},
        hoverinfo="skip",
    )


def _median(band: LabelBand, target: str) -> Spec:
    return scatter(
        "lines",
        name=f"shuffled {target}, median",
        legendgroup="median",
        x=band.x,
        y=band.middle,
        line={"color": GREY, "width": 1.4, "dash": "dot"},
        hovertemplate=f"{_name(band)}, shuffled {target}: %{{y:.4~g}}<extra></extra>",
    )


def _true(band: LabelBand, target: str) -> Spec:
    name = f"{_name(band)}, true {target}"
    return scatter(
        "lines",
        name=name,
        showlegend=False,
        x=band.x,
        y=band.true,
        line={"color": style(band.quantity).colour, "width": 2.2},
        hovertemplate=f"{name}: %{{y:.4~g}}<extra></extra>",
    )


def _others(band: LabelBand, target: str) -> Spec:
    """Choices with shuffled labels at the foot of the panel, the larger the more frequent."""
    values, counts = np.unique(band.others[np.isfinite(band.others)], return_counts=True)
    return scatter(
        "markers",
        name=f"choices with shuffled {target} (size: how many)",
        legendgroup="others",
        x=values,
        y=np.full(len(values), _limits(band)[0]),
        customdata=counts,
        marker={
            "size": 5 + (LARGEST - 5) * (counts / max(len(band.others), 1)) ** 0.5,
            "color": transparent(GREY, 0.55),
            "line": {"width": 1, "color": GREY},
        },
        hovertemplate=f"%{{customdata}} of {len(band.others)} shuffles<extra></extra>",
        cliponaxis=False,
    )


def _choice(band: LabelBand, target: str) -> Spec:
    look, name = style(band.quantity), f"{_name(band)}: choice with the true {target}"
    edge = {"width": 1, "color": GREY}
    return scatter(
        "markers",
        name=name,
        showlegend=False,
        x=[band.chosen],
        y=[_limits(band)[0]],
        marker={"symbol": look.symbol, "size": 10, "color": look.colour, "line": edge},
        hovertemplate=f"{name}<extra></extra>",
        cliponaxis=False,
    )


def _name(band: LabelBand) -> str:
    return escaped(spelled(band.quantity), 120)


def _axes(band: LabelBand, cell: Cell, convention: str) -> Spec:
    low, high = _limits(band)
    log = _is_log(band)
    ends = [float(np.log10(v)) for v in (low, high)] if log else [low, high]
    title = symbol(convention) if convention else ""
    x = axis(escaped(title), **parameter_layout(band.x, convention, most=5))
    y = axis(type="log" if log else "linear", range=ends, nticks=3, tickformat=".2~g")
    return cell.placed(x | {"showticklabels": cell.bottom}, y | {"domain": list(cell.y)})


def _limits(band: LabelBand) -> tuple[float, float]:
    """Range of a panel, with room for the choices at its foot."""
    values = np.concatenate([band.true, band.low, band.high])
    values = values[np.isfinite(values)]
    low, high = float(values.min()), float(values.max())
    if _is_log(band):
        pad = (high / low) ** 0.16
        return low / pad, high * pad**0.4
    pad = 0.16 * (high - low) or 0.1 * abs(high) or 1.0
    return low - pad, high + 0.4 * pad


def _is_log(band: LabelBand) -> bool:
    return spread_is_wide(np.concatenate([band.true, band.low, band.high]))


def _title(band: LabelBand, cell: Cell) -> Spec:
    name = escaped(f"{label(band.quantity)} {arrow(band.quantity)}", 30)
    text = f"{name} · same kernel {band.same} of {len(band.others)}"
    return paper_note(text, cell.x[0], cell.y[1])


def _over_shuffles(values: Float[Array, "k r"], share: float) -> Float[Array, " k"]:
    """Quantile over the shuffles that have a value; NaN where none has."""
    means = np.full(len(values), np.nan)
    defined = np.isfinite(values).any(axis=1)
    means[defined] = np.nanquantile(values[defined], share, axis=1)
    return means
