"""How figures show what values are known to: bars, and hashes where fits have not settled."""

from typing import NamedTuple

import numpy as np

from kselect_core.plotting.kit.parts import scatter
from kselect_core.plotting.kit.theme import HASH, TIE_WIDTH, WHISKER, Spec, transparent
from kselect_core.types import Array, Bool, Float, Int

NOT_CONVERGED = "not converged"


class Known(NamedTuple):
    """What the values of a line are known to, and where the fits behind them have settled.

    ``error`` is in the units of the quantity, negative where the value may be lower by it, and not
    higher; ``low`` and ``high`` are the ends of its bar in those
    of the view. Of several splits it is the mean error, and all of them must have settled.
    """

    error: Float[Array, " n"]
    low: Float[Array, " n"]
    high: Float[Array, " n"]
    settled: Bool[Array, " n"]

    def at(self, order: Int[Array, " m"]) -> "Known":
        """Those of some values."""
        return Known(*(part[order] for part in self))


def bars(known: Known | None, y: Float[Array, " n"], colour: str) -> Spec:
    """Error bars of a trace with these heights; nothing where all values are exact."""
    if known is None or not (np.abs(known.error) > 0).any():
        return {}
    up, down = (np.nan_to_num(np.maximum(end, 0.0)) for end in (known.high - y, y - known.low))
    ends = {"array": up.astype(np.float32), "arrayminus": down.astype(np.float32)}
    return {"error_y": {"type": "data", "symmetric": False, **ends, "color": colour, **WHISKER}}


def hashes(known: Known | None, x: Float[Array, " n"], y: Float[Array, " n"], colour: str) -> Spec:
    """Trace of marks on values whose fits have not settled; nothing where all have."""
    open_ = np.zeros(0, dtype=bool) if known is None else ~known.settled & np.isfinite(y)
    if not open_.any():
        return {}
    return scatter(
        "markers",
        name=NOT_CONVERGED,
        legendgroup=NOT_CONVERGED,
        showlegend=True,
        x=x[open_],
        y=y[open_].astype(np.float32),
        marker={**HASH, "color": colour},
        unselected={"marker": {"opacity": 1.0}},
        hoverinfo="skip",
    )


def beside(error: float, *, settled: bool, rate: bool = False) -> str:
    """What a value is known to, as it stands behind it; nothing if it is exact."""
    text = f"{100 * abs(error):.2g} %" if rate else f"{abs(error):.2g}"
    words = f", known to ± {text}" if error > 0 else ""
    words = f", that of the full kernel at most {text} lower" if error < 0 else words
    return words if settled else f"{words}, {NOT_CONVERGED}: it may be off by more"


def tie(low: float, high: float, y: float, colour: str) -> Spec:
    """Trace that ties the candidates which may be as good as a choice: a bar with ends."""
    return scatter(
        "lines+markers",
        name="undecided",
        legendgroup="choices",
        showlegend=False,
        cliponaxis=False,
        x=np.array([low, high]),
        y=np.full(2, y, dtype=np.float32),
        line={"color": transparent(colour, 0.4), "width": TIE_WIDTH},
        marker={"symbol": "line-ns", "size": 15, "line": {"width": 2.5, "color": colour}},
        unselected={"marker": {"opacity": 1.0}},
        hoverinfo="skip",
    )
