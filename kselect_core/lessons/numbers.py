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
    strength,
)
from kselect_core.words.verdicts import verdicts


class Value(NamedTuple):
    """A number, and how a text has it."""

    number: float
    text: str


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


def strength_words(config: SweepConfig, lam: float) -> str:
    """Return λ, or C, the way a text has it: ``λ = 10⁻⁸``."""
    value = short(strength_value(lam, costs=bool(config.C)))
    return f"{strength(config)} = {value.removeprefix('1·')}"


def score_text(ground: Ground, quantity: str, value: float) -> str:
    """Return a value of a criterion; a share of wrong labels as a percentage."""
    choice = next(one for one in ground.at.config.criteria if one.quantity == quantity)
    rate = choice.criterion.estimates_rate or choice.criterion.counts_errors(dict(choice.options))
    return percent(value) if rate else short(value)


def _rows(ground: Ground, quantity: str) -> pd.DataFrame:
    scope, lam = "joint" if ground.joint else "per_lambda", ground.cursor.lam
    rows = ground.at.part(scope, lam, fixed=lam if ground.joint else None)
    return rows[(rows["quantity"] == quantity) & rows["value"].notna()]


def _choice(ground: Ground, quantity: str) -> Value:
    rows = _rows(ground, quantity)
    (verdict,) = verdicts(rows, (quantity,), ground.at.config) if len(rows) else (None,)
    mine = rows[rows["kernel"] == ground.cursor.kernel]
    middle = float(mine["parameter"].median()) if len(mine) else nan
    return Value(middle, verdict.chosen if verdict else "nothing")


def _chosen_error(ground: Ground, quantity: str) -> Value:
    mean = float(_rows(ground, quantity)["test_error"].mean())
    return Value(mean, error_text(mean, ground.at.task))


def _regret(ground: Ground, quantity: str) -> Value:
    mean = float(_rows(ground, quantity)["regret"].mean())
    return Value(mean, difference_text(mean, ground.at.task))


def _strength_chosen(ground: Ground, quantity: str) -> Value:
    middle = float(_rows(ground, quantity)["lambda"].median())
    return Value(middle, strength_words(ground.at.config, middle))


def _best_value(ground: Ground, quantity: str) -> Value:
    """Mean of the values for which the criterion chose."""
    mean = float(_rows(ground, quantity)["value"].mean())
    return Value(mean, score_text(ground, quantity, mean))


def _different(ground: Ground, quantity: str) -> Value:
    count = _rows(ground, quantity)["parameter"].nunique()
    return Value(float(count), str(count))


def _lowest_choice(ground: Ground, quantity: str) -> Value:
    width = float(_rows(ground, quantity)["parameter"].min())
    return Value(width, width_text(ground, width))


def _highest_choice(ground: Ground, quantity: str) -> Value:
    width = float(_rows(ground, quantity)["parameter"].max())
    return Value(width, width_text(ground, width))


def _score(ground: Ground, quantity: str, width: float) -> Value:
    value = _at_width(ground, quantity, width)
    return Value(value, score_text(ground, quantity, value))


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
    return Value(value, error_text(value, ground.at.task))


def error_of(ground: Ground, width: float) -> float:
    """Return the test error of a kernel, as the sweep measures it."""
    return _at_width(ground, ground.at.measured, width)


def _training(ground: Ground, width: float) -> Value:
    return _error(ground, width, part="training")


def _dimension(ground: Ground, width: float) -> Value:
    value = ground.spectrum_at(width).effective_dimension
    return Value(value, readable(value))


def _largest(ground: Ground, width: float) -> Value:
    value = float(ground.spectrum_at(width).eigenvalues[0])
    return Value(value, readable(value))


def _strong(ground: Ground, width: float) -> Value:
    """Number of eigenvalues above the ridge."""
    seen = ground.spectrum_at(width)
    count = int((seen.eigenvalues > seen.mu).sum())
    return Value(float(count), str(count))


def _errors(ground: Ground) -> Float[Array, "L p"]:
    shown = MapView(ground.at.measured, ground.cursor.kernel, ground.at.split)
    values = ground.at.grid(shown)
    row = int(np.abs(values.lambdas - ground.cursor.lam).argmin())
    return values.value if ground.joint else values.value[row : row + 1]


def _lowest_error(ground: Ground) -> Value:
    value = float(np.nanmin(_errors(ground)))
    return Value(value, error_text(value, ground.at.task))


def _best_width(ground: Ground) -> float:
    errors = np.nanmin(_errors(ground), axis=0)
    return float(ground.widths[int(np.nanargmin(errors))])


def _points(ground: Ground) -> Value:
    count = ground.at.bench(ground.cursor.split).split.problem.n
    return Value(float(count), str(count))


def _splits(ground: Ground) -> Value:
    count = len(ground.at.splits)
    return Value(float(count), str(count))


def _grid(ground: Ground) -> Value:
    return Value(float(len(ground.widths)), str(len(ground.widths)))


def _strength(ground: Ground) -> Value:
    lam = ground.cursor.lam
    return Value(lam, strength_words(ground.at.config, lam))


def _end(ground: Ground, *, smooth: bool) -> float:
    family = next(f for f in ground.at.config.candidates if f.kernel == ground.cursor.kernel)
    order = family.smoothness()
    place = order.index(max(order) if smooth else min(order))
    return float(family.points[place])


OF_CRITERIA: Mapping[str, Callable[[Ground, str], Value]] = MappingProxyType(
    {
        "choice": _choice,
        "test error": _chosen_error,
        "regret": _regret,
        "strength": _strength_chosen,
        "best value": _best_value,
        "verdict": _verdict,
        "distinct choices": _different,
        "lowest choice": _lowest_choice,
        "highest choice": _highest_choice,
    }
)
"""What is said of a criterion: of its choice on the splits of the step."""

OF_CURVES: Mapping[str, Callable[[Ground, str, float], Value]] = MappingProxyType({"value": _score})
"""What is said of a criterion at a kernel with the λ of the step."""

OF_GRID: Mapping[str, Callable[[Ground, float], Value]] = MappingProxyType(
    {
        "test error": _error,
        "training error": _training,
        "effective dimension": _dimension,
        "largest eigenvalue": _largest,
        "eigenvalues above the ridge": _strong,
    }
)
"""What is said of a kernel with the λ of the step."""

OF_SWEEP: Mapping[str, Callable[[Ground], Value]] = MappingProxyType(
    {
        "lowest test error": _lowest_error,
        "training points": _points,
        "splits": _splits,
        "kernels": _grid,
        "strength": _strength,
    }
)

OF_WIDTHS: Mapping[str, Callable[[Ground], float]] = MappingProxyType(
    {
        "width": lambda ground: ground.cursor.parameter,
        "best width": _best_width,
        "narrowest": lambda ground: _end(ground, smooth=False),
        "widest": lambda ground: _end(ground, smooth=True),
    }
)
"""Kernels of the family by name."""
