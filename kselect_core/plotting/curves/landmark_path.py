"""The choice of k-fold CV, and its value, against the number of landmarks."""

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from kselect_core.plotting.kit.cells import cells
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
    labels = [f"λ = {lam:.3g}" for lam in path["lambda"]]
    panels = (("parameter", symbol), ("value", "5-fold CV"))
    traces: list[Spec] = []
    axes: Spec = {}
    for (column, title), cell in zip(panels, cells(2, 2, GAP), strict=True):
        traces.append(
            scatter(
                "lines+markers",
                x=m,
                y=path[column].to_numpy(),
                text=labels,
                **cell.axes,
                line={"color": BLUE},
                hovertemplate=f"m = %{{x}}: {title} %{{y:.4~g}}, %{{text}}<extra></extra>",
            )
        )
        texts = [f"{count:,}" for count in np.asarray(m).tolist()]
        along = axis("landmarks m", type="log", tickvals=m.tolist(), ticktext=texts)
        form = {"type": "log"} if column == "parameter" else {"tickformat": ".3~g"}
        axes |= cell.placed(along, axis(title, **form))
    return figure(traces, HEIGHT, showlegend=False, **axes)
