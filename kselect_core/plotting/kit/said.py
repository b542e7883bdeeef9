"""A figure whose words are said in another way: titles, legends, hover texts, annotations."""

from collections.abc import Callable, Mapping
from textwrap import wrap
from typing import Any

import numpy as np
import plotly.graph_objects as go

from kselect_core.kernels import PRECOMPUTED
from kselect_core.plotting.kit.theme import Spec, escaped
from kselect_core.plotting.kit.ticks import kernel_name, parameter_title

CHOSEN = "kernel chosen"
"""Title of an axis of all kernels of a sweep."""
GIVEN = "Gram matrix"
"""Title of an axis of Gram matrices that have names."""
MOST_NAMES = 12
"""Names up to which an axis has them all; of more it has those of its ticks."""
LINE = 10
"""Letters of a line of a name at an axis."""


def family_title(kernel: str) -> str:
    """Return a family as the title of its kernels: ``Gaussian``, ``Gram matrix``."""
    return GIVEN if kernel == PRECOMPUTED.name else kernel_name(kernel)


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


def named_axes(figure: go.Figure, names: Mapping[float, str]) -> go.Figure:
    """Return the figure with names of Gram matrices where its axes have their numbers.

    Where panels stand below each other only the last one has them: names may need two lines.
    """
    layout: Spec = figure.layout.to_plotly_json()
    axes = {key: axis for key, axis in layout.items() if key.startswith(("xaxis", "yaxis"))}
    titles = _titles()
    if not any(_title(axis) in titles for axis in axes.values()):
        return figure
    named = {key: _named(axis, names) for key, axis in axes.items() if _has_numbers(axis, names)}
    data = [trace.to_plotly_json() for trace in figure.data]
    return go.Figure({"data": data, "layout": layout | named})


def _titles() -> set[str]:
    """Titles of the axes that have numbers of matrices."""
    name, (convention, *_) = PRECOMPUTED.name, PRECOMPUTED.conventions
    given = (parameter_title(name, convention.name, short=short) for short in (True, False))
    return {CHOSEN, *map(escaped, given)}


def _title(axis: Spec) -> str:
    return str(axis.get("title", {}).get("text") or "")


def _has_numbers(axis: Spec, names: Mapping[float, str]) -> bool:
    """Whether the ticks of an axis are numbers of matrices."""
    texts, numbers = axis.get("ticktext", ()), {f"{number:g}" for number in names}
    return _title(axis) in {*_titles(), ""} and bool(len(texts)) and numbers.issuperset(texts)


def _named(axis: Spec, names: Mapping[float, str]) -> Spec:
    """Return the axis with names, which Plotly turns where they would overlap."""
    if not _title(axis):
        return axis | {"showticklabels": False}
    values, numbers = list(axis["tickvals"]), list(map(float, axis["ticktext"]))
    if values == numbers and len(names) <= MOST_NAMES:
        values = numbers = list(names)
    texts = ["<br>".join(map(escaped, wrap(names[number], LINE))) for number in numbers]
    title = axis["title"] | ({} if _title(axis) == CHOSEN else {"text": GIVEN})
    kept = {key: value for key, value in axis.items() if key != "tickangle"}
    return kept | {"title": title, "tickvals": values, "ticktext": texts}
