"""The choice of k-fold CV, and its value, against the number of landmarks."""

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from kselect_core.plotting.kit.parts import figure, scatter
from kselect_core.plotting.kit.theme import BLUE, Spec, axis

HEIGHT = 300
GAP = 0.12
"""Part of the width between both panels."""


def landmark_path(path: pd.DataFrame, symbol: str) -> go.Figure:
    """Figure of the chosen parameter, left, and of the lowest value, right, over m.

    ``path`` has landmarks, parameter, lambda and value; ``symbol`` is that of the parameter.
    """
    m = path["landmarks"].to_numpy()
    said = [f"λ = {lam:.3g}" for lam in path["lambda"]]
    width = (1 - GAP) / 2
    traces: list[Spec] = []
    axes: Spec = {}
    for number, (column, title) in enumerate((("parameter", symbol), ("value", "5-fold CV"))):
        ending = str(number + 1) * bool(number)
        traces.append(
            scatter(
                "lines+markers",
                x=m,
                y=path[column].to_numpy(),
                text=said,
                xaxis=f"x{ending}",
                yaxis=f"y{ending}",
                line={"color": BLUE},
                hovertemplate=f"m = %{{x}}: {title} %{{y:.4~g}}, %{{text}}<extra></extra>",
            )
        )
        left = number * (width + GAP)
        axes[f"xaxis{ending}"] = axis(
            "landmarks m",
            type="log",
            tickvals=m.tolist(),
            ticktext=[f"{count:,}" for count in np.asarray(m).tolist()],
            anchor=f"y{ending}",
            domain=[left, left + width],
        )
        form = {"type": "log"} if column == "parameter" else {"tickformat": ".3~g"}
        axes[f"yaxis{ending}"] = axis(title, anchor=f"x{ending}", **form)
    return figure(traces, HEIGHT, showlegend=False, **axes)
