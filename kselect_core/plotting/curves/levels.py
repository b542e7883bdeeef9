"""Reference values of criteria at the two limits of a kernel family: K = I and K = 11ᵀ."""

import numpy as np
import pandas as pd

from kselect_core.kernels import KERNELS
from kselect_core.plotting.curves.lines import Line
from kselect_core.plotting.curves.panel import Level, Panel
from kselect_core.plotting.kit.ticks import wide_is_high

NAMES = {"identity": "K = I", "constant": "K = 11ᵀ"}
SHARE = 0.06  # of the axis that a level covers


def levels(panel: Panel, references: pd.DataFrame | None, lam: float) -> tuple[Level, ...]:
    """Levels of the panel's criteria at the narrow end (K = I) and the wide end (K = 11ᵀ)."""
    if references is None or KERNELS[panel.kernel].base != "distances":
        return ()
    line_of = {line.quantity: line for line in panel.lines}
    same = references["lambda"].isna() | np.isclose(references["lambda"], lam, rtol=1e-9, atol=0.0)
    rows = references[
        same & np.isfinite(references["value"]) & references["quantity"].isin(list(line_of))
    ]
    return tuple(
        _level(line_of[quantity], quantity, where, value, normalised="range" in panel.y_axis)
        for quantity, where, value in zip(
            rows["quantity"], rows["where"], rows["value"], strict=True
        )
    )


def _level(line: Line, quantity: str, where: str, value: float, *, normalised: bool) -> Level:
    narrow = where == "identity"
    y, low, high = _placed(line, value, normalised=normalised)
    clipped = int(y > high) - int(y < low)
    return Level(
        quantity,
        NAMES.get(where, where),
        _end(line, low_end=narrow == wide_is_high(line.convention)),
        float(np.clip(y, low, high)),
        value,
        clipped,
    )


def _placed(line: Line, value: float, *, normalised: bool) -> tuple[float, float, float]:
    """Height of a value and the lowest and highest height that is still shown."""
    if normalised:
        y = float(line.scale.position(np.array(value)))
        return (y if np.isfinite(y) else 2.0), -0.03, 1.06
    finite = line.y[np.isfinite(line.y)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (value, value)
    if line.scale.log:
        ratio = (high / low) ** 0.2
        return value, low / ratio, high * ratio
    room = 0.2 * (high - low)
    return value, low - room, high + room


def _end(line: Line, *, low_end: bool) -> tuple[float, float]:
    """Both ends of a short level at the low or the high end of the axis."""
    x = np.log(line.x)
    length = SHARE * float(x[-1] - x[0])
    ends = (x[0], x[0] + length) if low_end else (x[-1], x[-1] - length)
    return float(np.exp(ends[0])), float(np.exp(ends[1]))
