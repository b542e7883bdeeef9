"""Test error and regret of each criterion's choice against the number of training points."""

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from kselect_core.plotting.kit.cells import Cell, cells
from kselect_core.plotting.kit.parts import figure, scatter
from kselect_core.plotting.kit.quantities import label
from kselect_core.plotting.kit.theme import GREY, Spec, axis, escaped, style, transparent

HEIGHT = 330
PANELS = (("test_error", "test error"), ("regret", "regret"))
GAP = 0.09
"""Part of the width between both panels."""


def learning_curves(means: pd.DataFrame, *, rate: bool) -> go.Figure:
    """Figure with a line per criterion, test error on the left and regret on the right.

    ``means`` has quantity, n, landmarks, test_error, test_error_sd, best, regret and regret_sd.
    Wide grey: the smallest test error on the grid. ``rate`` says that errors are shares of points.
    """
    places = cells(2, 2, GAP)
    form = ".1%" if rate else ".4~g"
    lowest = means.dropna(subset=["best"]).drop_duplicates("n").sort_values("n")
    traces: list[Spec] = [
        scatter(
            "lines",
            name="smallest on the grid",
            x=lowest["n"].to_numpy(),
            y=lowest["best"].to_numpy(),
            line={"color": transparent(GREY, 0.55), "width": 5},
            hovertemplate=f"n = %{{x}}: smallest on the grid %{{y:{form}}}<extra></extra>",
        )
    ]
    for quantity, part in means.groupby("quantity", sort=False):
        traces += [
            _line(str(quantity), part, panel, cell, form)
            for panel, cell in zip(PANELS, places, strict=True)
        ]
    n = np.unique(means["n"])
    ends = np.log10(n[[0, -1]]) + np.array([-0.05, 0.05])
    axes: Spec = {}
    along = axis(
        "training points n",
        type="log",
        range=ends.tolist(),
        tickvals=n.tolist(),
        ticktext=[str(size) for size in n],
        tickangle=0,
    )
    for (_, name), cell in zip(PANELS, places, strict=True):
        title = name if rate else name.replace("test error", "test squared error")
        up = axis(title, tickformat=".0%" if rate else "~g", rangemode="tozero")
        axes |= cell.placed(along, up)
    return figure(traces, HEIGHT, **axes)


def _line(quantity: str, part: pd.DataFrame, panel: tuple[str, str], cell: Cell, form: str) -> Spec:
    """Line of a criterion in one of the panels; the first one has the entry of the legend."""
    column, words = panel
    part = _interrupted(part.sort_values("n"))
    look, name = style(quantity), escaped(label(quantity))
    spread = part[f"{column}_sd"].fillna(0.0).to_numpy()
    return scatter(
        "lines+markers",
        name=name,
        legendgroup=quantity,
        showlegend=cell.left,
        **cell.axes,
        x=part["n"].to_numpy(),
        y=part[column].to_numpy(),
        customdata=np.stack([spread, part["kernels"], part["splits"]], axis=1),
        line={"color": look.colour, "dash": look.dash, "width": 2},
        marker={"color": look.colour, "symbol": look.symbol, "size": 7},
        hovertemplate=f"{name}, n = %{{x}}: {words} %{{y:{form}}} ± %{{customdata[0]:{form}}}"
        "<br>%{customdata[1]:.0f} different kernels on %{customdata[2]:.0f} splits<extra></extra>",
    )


def _interrupted(part: pd.DataFrame) -> pd.DataFrame:
    """Rows of a criterion with a gap where the learner becomes another one, on landmarks."""
    on_landmarks = part["landmarks"] > 0
    gap = part[on_landmarks].head(0 if on_landmarks.all() else 1)
    columns = [*(column for column, _ in PANELS), *(f"{column}_sd" for column, _ in PANELS)]
    gap = gap.assign(**dict.fromkeys(columns, np.nan))
    return pd.concat([part[~on_landmarks], gap, part[on_landmarks]]) if len(gap) else part
