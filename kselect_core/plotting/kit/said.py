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
LINE = 11
"""Letters of each of two lines of a name at an axis."""
LINE_HEIGHT = 17
"""Pixels by which a figure grows where names at an axis below it have a second line."""


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
    if "height" in layout and any(map(_is_high, named.items())):
        layout |= {"height": layout["height"] + LINE_HEIGHT}
    return go.Figure({"data": data, "layout": layout | named})


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


def _is_high(named: tuple[str, Spec]) -> bool:
    """Whether an axis, with its key, stands below a figure and has names of two lines."""
    key, axis = named
    return key.startswith("x") and any("<br>" in text for text in axis["ticktext"])


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
    texts = ["<br>".join(map(escaped, in_lines(names[number]))) for number in numbers]
    title = axis["title"] | ({} if _title(axis) == CHOSEN else {"text": GIVEN})
    kept = {key: value for key, value in axis.items() if key != "tickangle"}
    return kept | {"title": title, "tickvals": values, "ticktext": texts}
