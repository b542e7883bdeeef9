"""How many points every class has."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from kselect_core.data import Dataset
from kselect_core.plotting.kit.parts import figure, named_rows
from kselect_core.plotting.kit.theme import CLASS_COLOURS, axis, escaped


class Share(NamedTuple):
    """Size of a class, absolute and as part of all."""

    name: str
    size: int
    share: float


def class_counts(dataset: Dataset) -> list[int]:
    """Points of every class of a data set, in the order of its class names."""
    codes = (-1.0, 1.0) if dataset.task == "binary" else range(len(dataset.class_names))
    return [int((dataset.y == code).sum()) for code in codes]


def class_shares(names: Sequence[str], counts: Sequence[int]) -> list[Share]:
    """Classes in their order with their counts and shares."""
    total = sum(counts)
    return [
        Share(n, int(c), c / total if total else 0.0) for n, c in zip(names, counts, strict=True)
    ]


def class_balance(names: Sequence[str], counts: Sequence[int]) -> go.Figure:
    """Figure of one bar per class with its count and share."""
    shares = class_shares(names, counts)
    text = [f"{share.size} ({100 * share.share:.0f} %)" for share in shares]
    trace = {
        "type": "bar",
        "orientation": "h",
        "x": np.array([share.size for share in shares]),
        "y": np.arange(len(shares)),
        "text": text,
        "textposition": "auto",
        "marker": {"color": [CLASS_COLOURS[k % len(CLASS_COLOURS)] for k in range(len(shares))]},
        "hovertext": [f"{escaped(s.name)}: {t}" for s, t in zip(shares, text, strict=True)],
        "hovertemplate": "%{hovertext}<extra></extra>",
    }
    return figure(
        [trace],
        90 + 34 * len(shares),
        showlegend=False,
        xaxis=axis("points", rangemode="tozero"),
        yaxis=named_rows([share.name for share in shares], 24, showgrid=False),
    )
