"""More numbers that lessons may name: of machines, of points that leave, of bounds."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeVar

import numpy as np

from kselect_core.errors import KselectError
from kselect_core.lessons.numbers import (
    Ground,
    Value,
    as_difference,
    as_score,
    as_share,
    as_strength,
    counted,
    plainly,
)
from kselect_core.plotting.maps.values import MapView
from kselect_core.selection.machines.machine_view import BOUNDED, roles_at
from kselect_core.selection.places.cursor import Cursor
from kselect_core.theory.bound import Bound
from kselect_core.types import Array, Int
from kselect_core.views.bounds.place import BoundsAt
from kselect_core.views.cursor import CursorAt, Kept
from kselect_core.views.machines.place import MachineAt
from kselect_core.views.points.influence import PointsAt

At = Callable[[Ground, float], Value]
T = TypeVar("T", bound=CursorAt)


def _cursor(ground: Ground, width: float) -> Cursor:
    return ground.cursor._replace(parameter=width)


def _place(ground: Ground, width: float, kind: type[T]) -> T:
    """Return the place of a view at a kernel, with the λ of the step."""
    at, cursor = ground.at, _cursor(ground, width)
    bench = at.bench(cursor.split)
    ready = Kept(bench, lambda: bench.spectrum(cursor))
    return at.once((kind.__name__, *cursor), lambda: kind(at.config, at.known, cursor, ready=ready))


def _roles(ground: Ground, width: float) -> Int[Array, " n"]:
    at, cursor = ground.at, _cursor(ground, width)
    return at.once(("roles", *cursor), lambda: roles_at(at.bench(cursor.split), cursor))


def _changed(ground: Ground, width: float) -> Value:
    """Share of predictions that change without one point, over the blocks of the bound."""
    return as_share(_place(ground, width, MachineAt).blocks.change)


def _shift(ground: Ground, width: float) -> Value:
    """Sum of what the eigenvalues lose with the most influential point."""
    place = _place(ground, width, PointsAt)
    return plainly(place.shifts_of(place.strongest)[1].sum())


def _wrong_signs(ground: Ground, width: float) -> Value:
    """Eigenvalues that the first order lets grow, of the most influential point."""
    place = _place(ground, width, PointsAt)
    _, exact, first = place.shifts_of(place.strongest)
    return counted(int(((first < 0) & (np.abs(first) > 1e-12 * np.abs(exact).max())).sum()))


def _grown(ground: Ground, width: float) -> Value:
    """Eigenvalues that are larger without the most influential point."""
    place = _place(ground, width, PointsAt)
    sigma, exact, _ = place.shifts_of(place.strongest)
    return counted(int((exact < -1e-9 * sigma[0]).sum()))


def _of_kind(ground: Ground, width: float, about: str) -> Bound:
    bounds = [one for one in _place(ground, width, BoundsAt).bounds if one.about == about]
    if not bounds:
        raise KselectError(f"No bound of this learner is about the {about}.")
    return bounds[0]


def _bound(about: str) -> At:
    return lambda ground, width: plainly(_of_kind(ground, width, about).proved)


def _seen(about: str) -> At:
    """Return what such a bound is about, as measured."""
    return lambda ground, width: plainly(
        _place(ground, width, BoundsAt).seen(_of_kind(ground, width, about))
    )


def _sd(ground: Ground, quantity: str, width: float) -> float:
    values = ground.at.grid(MapView(quantity, ground.cursor.kernel, None))
    row = int(np.abs(np.log(values.lambdas / ground.cursor.lam)).argmin())
    return float(values.sd[row, int(np.abs(np.log(ground.widths / width)).argmin())])


def _best_strength(ground: Ground) -> Value:
    """Return λ, or C, with the lowest test error of the kernel at the cursor."""
    values = ground.at.grid(MapView(ground.at.measured, ground.cursor.kernel, ground.at.split))
    column = int(np.abs(np.log(ground.widths / ground.cursor.parameter)).argmin())
    lam = float(values.lambdas[int(np.nanargmin(values.value[:, column]))])
    return as_strength(ground.at.config, lam)


def _value_spread(ground: Ground, quantity: str, width: float) -> Value:
    """Standard deviation of a criterion over the splits."""
    return as_score(ground, quantity, _sd(ground, quantity, width))


FITS_OF_CURVES: Mapping[str, Callable[[Ground, str, float], Value]] = MappingProxyType(
    {"value spread": _value_spread}
)
"""Of a criterion at a kernel."""

FITS_OF_GRID: Mapping[str, At] = MappingProxyType(
    {
        "spread": lambda ground, width: as_difference(
            _sd(ground, ground.at.measured, width), ground.at.task
        ),
        "support vectors": lambda ground, width: counted((_roles(ground, width) > 0).sum()),
        "support vector share": lambda ground, width: as_share((_roles(ground, width) > 0).mean()),
        "bounded support vectors": lambda ground, width: counted(
            (_roles(ground, width) == BOUNDED).sum()
        ),
        "changed predictions": _changed,
        "largest norm": lambda ground, width: plainly(_place(ground, width, PointsAt).norms.max()),
        "smallest norm": lambda ground, width: plainly(_place(ground, width, PointsAt).norms.min()),
        "total shift": _shift,
        "wrong signs": _wrong_signs,
        "grown eigenvalues": _grown,
        "change": _seen("change"),
        "bound": _bound("risk"),
        "bounded loss": _seen("risk"),
        "variance bound": _bound("variance"),
        "variance": _seen("variance"),
        "bounds": lambda ground, width: counted(len(_place(ground, width, BoundsAt).bounds)),
        "useful bounds": lambda ground, width: counted(
            sum(not one.vacuous for one in _place(ground, width, BoundsAt).bounds)
        ),
    }
)
"""Of a kernel with the λ of the step."""

FITS_OF_SWEEP: Mapping[str, Callable[[Ground], Value]] = MappingProxyType(
    {"best strength": _best_strength}
)
"""Of the sweep at the cursor."""
