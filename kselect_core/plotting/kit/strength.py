"""How much errors weigh, in the words of the learner: λ of least squares, C of the SVM.

The table of a sweep has λ for every learner. Where it stands for C = 1/(2λ), figures keep λ as
their coordinate, turn the axis round and write C at its ticks: small C is left and below.
"""

import numpy as np
import pandas as pd

from kselect_core.plotting.kit.theme import Spec
from kselect_core.plotting.kit.ticks import number, tick_layout
from kselect_core.types import Array, Float


def in_costs(rows: pd.DataFrame) -> bool:
    """Whether λ of the rows of a sweep, or of its choices, stand for C = 1/(2λ)."""
    if "C" not in rows:
        return False
    lam = rows["lambda"].to_numpy(dtype=np.float64)
    costs = rows["C"].to_numpy(dtype=np.float64)
    both = np.isfinite(lam) & np.isfinite(costs)
    return bool(both.any() and np.allclose(2 * costs[both] * lam[both], 1.0, rtol=1e-9, atol=0))


def strength_name(*, costs: bool) -> str:
    """Symbol of what weighs the errors: λ or C."""
    return "C" if costs else "λ"


def strength_value(lam: float, *, costs: bool) -> float:
    """λ itself, or the C it stands for."""
    return 0.5 / lam if costs else lam


def strength_text(lam: float, *, costs: bool, digits: int = 4) -> str:
    """``λ = 0.01``, or ``C = 50``."""
    value = number(strength_value(lam, costs=costs), digits)
    return f"{strength_name(costs=costs)} = {value}"


def strength_layout(lambdas: Float[Array, " L"], *, costs: bool, most: int = 7) -> Spec:
    """Type, range and ticks of an axis over λ; in C it runs the other way."""
    spec = tick_layout(lambdas, most=most, widths=False)
    if not costs:
        return spec
    ticks = tick_layout(0.5 / lambdas, most=most, widths=False)
    return spec | {
        "range": spec["range"][::-1],
        "tickvals": [0.5 / value for value in ticks["tickvals"]],
        "ticktext": ticks["ticktext"],
    }
