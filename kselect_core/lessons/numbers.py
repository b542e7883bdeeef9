"""The numbers that lessons may name: of a criterion, of a kernel, of a sweep."""

from collections.abc import Callable, Mapping
from math import nan
from types import MappingProxyType
from typing import NamedTuple, Protocol

import numpy as np
import pandas as pd

from kselect_core.plotting.kit.strength import strength_value
from kselect_core.plotting.maps.values import MapView
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.places.cursor import Cursor, SpectrumView
from kselect_core.types import Array, Float
from kselect_core.views.here import error_at
from kselect_core.views.sweep import SweepAt
from kselect_core.words.judged import word
from kselect_core.words.labels import (
    difference_text,
    error_text,
    parameter_text,
    percent,
    readable,
    short,
    strength_text,
)
from kselect_core.words.verdicts import verdicts


class Value(NamedTuple):
    """A number, how a text has it, and what is answered where it is asked for.

    ``answers`` are in the ``unit`` of the text: exactly, and as rounded there. Without them it is
    the number itself.
    """

    number: float
    text: str
    answers: tuple[float, ...] = ()
    unit: str = ""

    def apart(self, answer: float) -> float:
        """Return how far an answer is from what is right, in the unit of the text."""
        return min(abs(answer - right) for right in self.answers or (self.number,))


def counted(number: float) -> Value:
    """Return a whole number."""
    return Value(float(number), str(int(number)))


def plainly(number: float, text: Callable[[float], str] = short) -> Value:
    """Return a number that is written with three digits."""
    return Value(float(number), text(float(number)), _rounded(float(number)))


def as_share(share: float) -> Value:
    """Return a share, which is written in per cent."""
    return Value(float(share), percent(float(share)), _in_percent(float(share)), " %")


def as_error(error: float, task: str) -> Value:
    """Return a test error: a share of wrong labels, or a squared error."""
    if task == "regression":
        return Value(error, error_text(error, task), _rounded(error, 4))
    return as_share(error)


def as_difference(value: float, task: str) -> Value:
    """Return a difference of test errors: points of a percentage, or a squared error."""
    if task == "regression":
        return as_error(value, task)
    return Value(value, difference_text(value, task), _in_percent(value), " points")


def as_width(ground: "Ground", width: float) -> Value:
    """Return a parameter of the family."""
    return Value(width, width_text(ground, width), _rounded(width))


def as_strength(config: SweepConfig, lam: float) -> Value:
    """Return a λ of the grid; where the sweep has C, that is written and answered."""
    value = strength_value(lam, costs=bool(config.C))
    return Value(lam, strength_text(config, lam), _rounded(value))


def _in_percent(share: float) -> tuple[float, float]:
    return 100 * share, round(100 * share, 1)


def _rounded(number: float, digits: int = 3) -> tuple[float, float]:
    return number, float(f"{number:.{digits}g}")


class Ground(Protocol):
    """What facts are computed from."""

    @property
    def at(self) -> SweepAt:
        """The sweep, on the splits that are looked at."""
        ...

    @property
    def cursor(self) -> Cursor:
        """Kernel and λ that are looked at."""
        ...

    @property
    def joint(self) -> bool:
        """Whether criteria choose kernel and λ together."""
        ...

    @property
    def widths(self) -> Float[Array, " p"]:
        """Parameters of the family, in ascending order."""
        ...

    def spectrum_at(self, parameter: float) -> SpectrumView:
        """Eigenvalues of a kernel of the family."""
        ...


def width_text(ground: Ground, width: float) -> str:
    """Return a parameter of the family the way the sweep writes it."""
    family = next(f for f in ground.at.config.candidates if f.kernel == ground.cursor.kernel)
    return parameter_text(width, family.convention, family.values)


def as_score(ground: Ground, quantity: str, value: float) -> Value:
    """Return a value of a criterion; a share of wrong labels is written in per cent."""
    choice = next(one for one in ground.at.config.criteria if one.quantity == quantity)
    rate = choice.criterion.is_rate or choice.criterion.counts_errors(dict(choice.options))
    return as_share(value) if rate else plainly(value)


def choices_at(ground: Ground) -> pd.DataFrame:
    """Return what the criteria choose at the λ looked at or, where that is asked, with λ."""
    scope, lam = "joint" if ground.joint else "per_lambda", ground.cursor.lam
    return ground.at.part(scope, lam, fixed=lam if ground.joint else None)


def _rows(ground: Ground, quantity: str) -> pd.DataFrame:
    rows = choices_at(ground)
    return rows[(rows["quantity"] == quantity) & rows["value"].notna()]


def _choice(ground: Ground, quantity: str) -> Value:
    rows = _rows(ground, quantity)
    (verdict,) = verdicts(rows, (quantity,), ground.at.config) if len(rows) else (None,)
    mine = rows[rows["kernel"] == ground.cursor.kernel]
    middle = float(mine["parameter"].median()) if len(mine) else nan
    return Value(middle, verdict.chosen if verdict else "nothing")


def _score(ground: Ground, quantity: str, width: float) -> Value:
    return as_score(ground, quantity, _at_width(ground, quantity, width))


def _verdict(ground: Ground, quantity: str) -> Value:
    at, cursor = ground.at, ground.cursor
    (judgement,) = at.judged((quantity,), lam=cursor.lam, joint=ground.joint) or (None,)
    return Value(nan, word(at.config, judgement) if judgement else "no choice")


def _at_width(ground: Ground, quantity: str, width: float) -> float:
    cursor = ground.cursor
    point = {"parameter": width, "lam": cursor.lam}
    return error_at(ground.at, quantity, kernel=cursor.kernel, **point)


def _error(ground: Ground, width: float, *, part: str = "test") -> Value:
    value = _at_width(ground, ground.at.measured.replace("test", part), width)
    return as_error(value, ground.at.task)


def error_of(ground: Ground, width: float) -> float:
    """Return the test error of a kernel, as the sweep measures it."""
    return _at_width(ground, ground.at.measured, width)


def _strong(ground: Ground, width: float) -> Value:
    """Number of eigenvalues above the ridge."""
    spectrum = ground.spectrum_at(width)
    count = int((spectrum.eigenvalues > spectrum.mu).sum())
    return counted(count)


def _errors(ground: Ground) -> Float[Array, "L p"]:
    shown = MapView(ground.at.measured, ground.cursor.kernel, ground.at.split)
    values = ground.at.grid(shown)
    row = int(np.abs(values.lambdas - ground.cursor.lam).argmin())
    return values.value if ground.joint else values.value[row : row + 1]


def _end(ground: Ground, *, smooth: bool) -> float:
    family = next(f for f in ground.at.config.candidates if f.kernel == ground.cursor.kernel)
    order = family.smoothness()
    place = order.index(max(order) if smooth else min(order))
    return float(family.points[place])


NUMBERS_OF_CRITERIA: Mapping[str, Callable[[Ground, str], Value]] = MappingProxyType(
    {
        "choice": _choice,
        "test error": lambda ground, quantity: as_error(
            float(_rows(ground, quantity)["test_error"].mean()), ground.at.task
        ),
        "regret": lambda ground, quantity: as_difference(
            float(_rows(ground, quantity)["regret"].mean()), ground.at.task
        ),
        "strength": lambda ground, quantity: as_strength(
            ground.at.config, float(_rows(ground, quantity)["lambda"].median())
        ),
        "best value": lambda ground, quantity: as_score(
            ground, quantity, float(_rows(ground, quantity)["value"].mean())
        ),
        "verdict": _verdict,
        "distinct choices": lambda ground, quantity: counted(
            _rows(ground, quantity)["parameter"].nunique()
        ),
        "lowest choice": lambda ground, quantity: as_width(
            ground, float(_rows(ground, quantity)["parameter"].min())
        ),
        "highest choice": lambda ground, quantity: as_width(
            ground, float(_rows(ground, quantity)["parameter"].max())
        ),
    }
)
"""What is said of a criterion: of its choice on the splits of the step."""

NUMBERS_OF_CURVES: Mapping[str, Callable[[Ground, str, float], Value]] = MappingProxyType(
    {"value": _score}
)
"""What is said of a criterion at a kernel with the λ of the step."""

NUMBERS_OF_GRID: Mapping[str, Callable[[Ground, float], Value]] = MappingProxyType(
    {
        "test error": _error,
        "training error": lambda ground, width: _error(ground, width, part="training"),
        "effective dimension": lambda ground, width: plainly(
            ground.spectrum_at(width).effective_dimension, readable
        ),
        "largest eigenvalue": lambda ground, width: plainly(
            float(ground.spectrum_at(width).eigenvalues[0]), readable
        ),
        "eigenvalues above the ridge": _strong,
    }
)
"""What is said of a kernel with the λ of the step."""

NUMBERS_OF_SWEEP: Mapping[str, Callable[[Ground], Value]] = MappingProxyType(
    {
        "lowest test error": lambda ground: as_error(
            float(np.nanmin(_errors(ground))), ground.at.task
        ),
        "training points": lambda ground: counted(
            ground.at.bench(ground.cursor.split).split.problem.n
        ),
        "splits": lambda ground: counted(len(ground.at.splits)),
        "kernels": lambda ground: counted(len(ground.widths)),
        "strength": lambda ground: as_strength(ground.at.config, ground.cursor.lam),
    }
)

OF_WIDTHS: Mapping[str, Callable[[Ground], float]] = MappingProxyType(
    {
        "width": lambda ground: ground.cursor.parameter,
        "best width": lambda ground: float(
            ground.widths[int(np.nanargmin(np.nanmin(_errors(ground), axis=0)))]
        ),
        "narrowest": lambda ground: _end(ground, smooth=False),
        "widest": lambda ground: _end(ground, smooth=True),
    }
)
"""Kernels of the family by name."""
