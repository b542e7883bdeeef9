"""Points that are drawn alike: one class, full or open markers."""

from typing import NamedTuple

import numpy as np

from kselect_core.plotting.kit.theme import CLASS_COLOURS, CLASS_SYMBOLS, GREY, MAGNITUDE, Spec
from kselect_core.types import Array, Bool, Float, Int


class Group(NamedTuple):
    """Rows of one class (or all, with values to colour by) with full or open markers."""

    name: str
    rows: Int[Array, " m"]
    colour: str
    symbol: str
    solid: bool
    values: Float[Array, " m"] | None
    limits: tuple[float, float]

    def marker(self, *, size: int) -> Spec:
        """Marker of the group as Plotly writes it; the edge shows on any background."""
        symbol = self.symbol if self.solid else f"{self.symbol}-open"
        edge = {
            "width": 0.8 if self.solid else 1.5,
            "color": "white" if self.solid else self.colour,
        }
        if self.values is None:
            return {"symbol": symbol, "size": size, "color": self.colour, "line": edge}
        scale = {
            "color": self.values.astype(np.float32),
            "colorscale": [list(stop) for stop in MAGNITUDE],
        }
        low, high = self.limits
        if not self.solid:
            edge = {"width": 1.5}
        return {"symbol": symbol, "size": size, "line": edge, "cmin": low, "cmax": high} | scale


def groups(
    labels: Float[Array, " p"], class_names: tuple[str, ...], solid: Bool[Array, " p"]
) -> list[Group]:
    """Group per class and part, full ones first; without class names one group per part.

    Sorted label values belong to the class names in their order: (−1, +1) or (0, 1, 2, …).
    """
    if not class_names:
        limits = (float(labels.min()), float(labels.max())) if len(labels) else (0.0, 1.0)
        parts = [(part, np.flatnonzero(solid == part)) for part in (True, False)]
        return [
            Group("", rows, GREY, "circle", part, labels[rows], limits)
            for part, rows in parts
            if len(rows)
        ]
    codes = (-1.0, 1.0) if len(class_names) == 2 and (labels < 0).any() else range(len(class_names))  # noqa: PLR2004 (two signs)
    parted = []
    for part in (True, False):
        for k, (code, name) in enumerate(zip(codes, class_names, strict=True)):
            rows = np.flatnonzero((labels == code) & (solid == part))
            colour, symbol = (
                CLASS_COLOURS[k % len(CLASS_COLOURS)],
                CLASS_SYMBOLS[k % len(CLASS_SYMBOLS)],
            )
            if len(rows):
                parted.append(Group(name, rows, colour, symbol, part, None, (0.0, 1.0)))
    return parted
