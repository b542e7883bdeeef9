"""Levels across a figure with their names, and a line of text above it."""

from collections.abc import Sequence

import numpy as np

from kselect_core.kernels.short_numbers import compact
from kselect_core.plotting.kit.parts import note, paper_note
from kselect_core.plotting.kit.theme import Spec, escaped

BESIDE = 76
"""Pixels of a margin that names beside the picture take."""
NEAR = 0.13
"""Part of an axis between rules whose names would touch."""


def rule(value: float, colour: str, *, along: str = "x", name: str = "") -> Spec:
    """Dashed line at a value, along the whole x axis (or, from bottom to top, along "y")."""
    across = "y" if along == "x" else "x"
    return {
        "type": "line",
        "name": name,
        f"{along}ref": "paper",
        f"{along}0": 0,
        f"{along}1": 1,
        f"{across}ref": across,
        f"{across}0": value,
        f"{across}1": value,
        "line": {"color": colour, "width": 1.5, "dash": "dash"},
    }


def beside(levels: Sequence[tuple[float, str]], ends: Sequence[float]) -> list[Spec]:
    """Names and values of rules on a log axis, right of the picture, where no curve runs.

    ``ends`` is the range of the axis in powers of ten; names too near to each other step aside.
    """
    exponents = [float(np.log10(value)) for value, _ in levels]
    near = (max(exponents) - min(exponents) < NEAR * (ends[1] - ends[0])) if exponents else False
    highest = max(exponents, default=0.0)
    return [
        note(
            f"{name}<br>{compact(value)}",
            1,
            exponent,
            xref="paper",
            xanchor="left",
            yref="y",
            yanchor="middle" if not near else "bottom" if exponent == highest else "top",
            xshift=5,
            align="left",
        )
        for (value, name), exponent in zip(levels, exponents, strict=True)
    ]


def heading(text: str) -> Spec:
    """Line of text above a figure."""
    return paper_note(text, 0, 1, align="left", yshift=6)


def panel_title(text: str, x: float) -> Spec:
    """Title above a panel that begins at ``x``, a share of the width; text as it is."""
    return paper_note(escaped(text, 90), x, 1, align="left", yshift=0)
