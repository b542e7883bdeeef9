"""A figure whose words are said in another way: titles, legends, hover texts, annotations."""

from collections.abc import Callable
from typing import Any

import numpy as np
import plotly.graph_objects as go


def said_in(figure: go.Figure, say: Callable[[str], str]) -> go.Figure:
    """Return the figure with every text of it as ``say`` says it; numbers stay as they are."""
    data = [_said(trace.to_plotly_json(), say) for trace in figure.data]
    return go.Figure({"data": data, "layout": _said(figure.layout.to_plotly_json(), say)})


def _said(value: Any, say: Callable[[str], str]) -> Any:  # noqa: ANN401 (of any kind)
    if isinstance(value, str):
        return say(value)
    if isinstance(value, dict):
        return {name: _said(part, say) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_said(part, say) for part in value]
    if isinstance(value, np.ndarray) and value.dtype.kind in "OU":
        return _said(value.tolist(), say)
    return value
