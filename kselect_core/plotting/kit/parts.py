"""Parts of a figure as Plotly writes them, with what is the same in all: whole, traces, texts."""

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from kselect_core.plotting.kit.theme import layout


def figure(data: Sequence[Mapping[str, Any]], height: int, **more: object) -> go.Figure:
    """Figure of traces with the layout of all figures; ``more`` are its axes and what differs."""
    return go.Figure({"data": list(data), "layout": layout(height, **more)})
