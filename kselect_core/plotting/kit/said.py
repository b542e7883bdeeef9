"""What a figure says in another way: its measure in all its words, names of Gram matrices."""

from collections.abc import Callable
from textwrap import wrap
from typing import Any

import numpy as np
import plotly.graph_objects as go

CHOSEN = "kernel chosen"
"""Title of an axis of all kernels of a sweep."""
GIVEN = "Gram matrix"
"""Title of an axis of Gram matrices that have names."""
MOST_NAMES = 12
"""Names up to which an axis has them all; of more it has those of its ticks."""
LINE = 11
"""Letters of each of two lines of a name at an axis."""
LINE_HEIGHT = 17
"""Pixels by which a figure grows where names at an axis below it have a second line."""


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


def in_lines(name: str) -> list[str]:
    """Return a name in one line or two, which end with … where they leave something out.

    Examples
    --------
    >>> in_lines("Tanimoto of fingerprints")
    ['Tanimoto of', 'fingerprin…']
    """
    whole = " ".join(name.split())
    first = next(iter(wrap(whole, LINE, break_long_words=False)), "")
    rest = whole.removeprefix(first).strip()
    return [line if len(line) <= LINE else line[: LINE - 1] + "…" for line in (first, rest) if line]
