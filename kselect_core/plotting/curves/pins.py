"""Where every criterion's choice stands on the curves, and where its label finds room."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from kselect_core.plotting.curves.lines import Line
from kselect_core.plotting.kit.quantities import label
from kselect_core.results.reach import doubts
from kselect_core.types import Array, Bool

OVERHANG = 0.02
"""Part of the axis by which a label may leave the panel."""
CHARACTER = 7.0
"""Mean width of a character of a pin's label in pixels."""


class Pin(NamedTuple):
    """A choice on its line, made in ``times`` of ``splits``; ``boundary`` says at which end.

    ``lam`` is the λ chosen with the kernel, where both are chosen together. ``undecided`` says what
    may be as good, and ``ends`` are the ends of that along x, where there is more than the choice.
    """

    quantity: str
    kernel: str
    x: float
    y: float
    value: float
    times: int
    splits: int
    boundary: str
    lam: float | None = None
    undecided: str = ""
    ends: tuple[float, float] | None = None


class Place(NamedTuple):
    """Lane below the curves (0 is the highest) and side of the marker on which a label stands."""

    lane: int
    side: str


def pins(
    drawn: Sequence[Line], choices: pd.DataFrame, *, lam: float | None, split: int | None
) -> list[Pin]:
    """Pins at the choices for one λ: of one split, or the most frequent choice of all splits.

    A choice among values that are all infinite has no height, and no pin.

    Without λ they are the choices of kernel and λ together; they stand on the lines all the same,
    which may have been drawn for another λ.
    """
    here = choices["scope"].to_numpy() == ("joint" if lam is None else "per_lambda")
    if lam is not None:
        here &= np.isclose(choices["lambda"], lam, rtol=1e-9, atol=0.0)
    if split is not None:
        here &= choices["split"].to_numpy() == split
    usable = _made(choices, here)
    line_of = {(line.quantity, line.kernel): line for line in drawn}
    chosen = []
    for quantity in dict.fromkeys(line.quantity for line in drawn):
        pin = _pin(quantity, usable, line_of)
        if pin and lam is None:
            pin = pin._replace(lam=_lam_with(pin, usable))
        chosen += [pin] if pin else []
    return chosen


def lanes(chosen: Sequence[Pin], positions: Sequence[float], *, width: float) -> list[Place]:
    """Lanes in which no two labels overlap.

    ``positions`` lie between 0 and 1 along an axis that is ``width`` pixels long.
    """
    order = sorted(range(len(chosen)), key=lambda i: (positions[i], chosen[i].quantity))
    ends: list[list[tuple[float, float]]] = []
    places = [Place(0, "right")] * len(chosen)
    for i in order:
        length = (len(label(chosen[i].quantity)) * CHARACTER + 18) / width
        side = "right" if min(positions[i] + length - OVERHANG, 2 * positions[i]) <= 1 else "left"
        span = (positions[i] - 0.02, positions[i] + length) if side == "right" else (
            positions[i] - length, positions[i] + 0.02
        )  # fmt: skip
        lane = next((k for k, spans in enumerate(ends) if _free(spans, span)), len(ends))
        if lane == len(ends):
            ends.append([])
        ends[lane].append(span)
        places[i] = Place(lane, side)
    return places


class _Made(NamedTuple):
    """Choices of a kernel: their rows, kernel and parameter of each, and each quantity's rows.

    ``boundaries`` says at which end of the grid each is.
    """

    rows: pd.DataFrame
    keys: list[tuple[str, float]]
    numbers: dict[str, list[int]]
    boundaries: list[str]


def _made(choices: pd.DataFrame, here: Bool[Array, " rows"]) -> _Made:
    here = here & choices["kernel"].to_numpy().astype(bool)
    rows: pd.DataFrame = choices[here & choices["value"].notna().to_numpy()]
    parameters = rows["parameter"].fillna(0.0).astype(float)
    numbers: dict[str, list[int]] = {}
    for number, quantity in enumerate(rows["quantity"].tolist()):
        numbers.setdefault(quantity, []).append(number)
    keys = zip(rows["kernel"].tolist(), parameters.tolist(), strict=True)
    return _Made(rows, list(keys), numbers, [str(one or "") for one in rows["boundary"].tolist()])


def _pin(quantity: str, made: _Made, line_of: dict[tuple[str, str], Line]) -> Pin | None:
    numbers = made.numbers.get(quantity, [])
    if not numbers:
        return None
    (key, times), *_ = Counter(made.keys[i] for i in numbers).most_common(1)
    line = line_of.get((quantity, str(key[0])))
    if line is None:
        return None
    at = int(np.argmin(np.abs(line.x - key[1])))
    if not np.isfinite(line.y[at]):
        return None
    same = [i for i in numbers if made.keys[i] == key]
    return Pin(
        quantity,
        line.kernel,
        float(line.x[at]),
        float(line.y[at]),
        float(line.value[at]),
        times,
        len(numbers),
        made.boundaries[same[0]],
        undecided=doubts(made.rows.iloc[numbers]) if "undecided" in made.rows else "",
        ends=ends_of(made.rows.iloc[same]) if "parameter_low" in made.rows else None,
    )


def ends_of(same: pd.DataFrame) -> tuple[float, float] | None:
    """Ends of the parameters that may be as good on the splits with this choice."""
    if "parameter_low" not in same:
        return None
    low, high = float(same["parameter_low"].min()), float(same["parameter_high"].max())
    return (low, high) if low < high else None


def _lam_with(pin: Pin, made: _Made) -> float:
    """λ that is chosen most often together with the kernel of a pin."""
    lam = made.rows["lambda"].tolist()
    same = [
        lam[i]
        for i in made.numbers[pin.quantity]
        if made.keys[i][0] == pin.kernel and np.isclose(made.keys[i][1], pin.x)
    ]
    return float(Counter(same).most_common(1)[0][0])


def _free(taken: Sequence[tuple[float, float]], span: tuple[float, float]) -> bool:
    return all(span[1] <= low or span[0] >= high for low, high in taken)
