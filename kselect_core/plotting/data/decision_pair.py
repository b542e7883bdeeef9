"""Decision pictures side by side, in the same colours."""

from collections.abc import Sequence

import plotly.graph_objects as go

from kselect_core.plotting.data.decision_picture import Decision, decision_picture
from kselect_core.plotting.kit.parts import figure
from kselect_core.plotting.kit.rules import panel_title
from kselect_core.plotting.kit.theme import Spec

HEIGHT = 400
GAP = 0.04


def decision_pair(
    views: Sequence[Decision], titles: Sequence[str], *, class_names: tuple[str, ...] = ()
) -> go.Figure:
    """Figure of decision pictures in a row; equal colours mean equal values of f.

    Points are named once in the legend, and the colour bar of the last picture holds for all.
    """
    pictures = [decision_picture(view, class_names=class_names) for view in views]
    width = (1.0 + GAP) / max(len(views), 1) - GAP
    traces, axes, notes = [], {}, []
    for i, (picture, title) in enumerate(zip(pictures, titles, strict=True), start=1):
        left = (i - 1) * (width + GAP)
        for trace in picture.to_plotly_json()["data"]:
            first = trace["type"] == "scatter"
            own: Spec = {"xaxis": f"x{i}", "yaxis": f"y{i}"}
            own |= {"showlegend": i == 1} if first else {"showscale": i == len(views)}
            traces.append(trace | own)
        frame = picture.to_plotly_json()["layout"]
        axes[f"xaxis{i}"] = frame["xaxis"] | {"domain": [left, left + width], "anchor": f"y{i}"}
        axes[f"yaxis{i}"] = frame["yaxis"] | {"anchor": f"x{i}"}
        if i > 1:
            axes[f"yaxis{i}"] |= {"matches": "y", "showticklabels": False, "title": {"text": ""}}
            axes[f"xaxis{i}"] |= {"matches": "x"}
        notes.append(panel_title(title, left))
    margin = {"l": 12, "r": 12, "t": 30, "b": 12}
    return figure(traces, HEIGHT, margin=margin, annotations=notes, **axes)
