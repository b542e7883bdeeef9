"""The parts of a sweep: kernel families with their grids, criteria with their options."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Any

from kselect_core.criteria import CRITERIA, Criterion
from kselect_core.errors import InvalidParameterError, UnknownNameError
from kselect_core.kernels import CONVENTIONS, KERNELS, gamma_from
from kselect_core.selection.grids import powers, refuse_large


@dataclass(frozen=True, slots=True)
class Candidates:
    """One kernel family with its grid, written in one of the conventions of its parameter."""

    kernel: str = "gaussian"
    values: tuple[float, ...] = powers(2, -15, 15)
    convention: str = ""
    normalised: bool = False

    def __post_init__(self) -> None:
        family = KERNELS[self.kernel]
        convention = self.convention or (family.conventions[0] if family.conventions else "")
        if convention not in (family.conventions or ("",)):
            raise UnknownNameError(
                f"convention of the {family.label}", convention, family.conventions
            )
        object.__setattr__(self, "convention", convention)
        if self.normalised and self.kernel != "polynomial":
            raise InvalidParameterError(family.label, "normalised", "False", self.normalised)
        values = () if not family.conventions else checked_grid(family.label, self.values)
        object.__setattr__(self, "values", values)
        for value in values:
            family.check(self.parameters(value))

    @property
    def points(self) -> tuple[float, ...]:
        """Values to sweep; a single NaN for a family without a parameter."""
        return self.values or (float("nan"),)

    def parameters(self, value: float) -> dict[str, object]:
        """Keyword arguments of the kernel function for one value of the grid."""
        if self.kernel == "gaussian":
            return {"gamma": gamma_from(value, self.convention)}
        if self.kernel == "polynomial":
            return {"degree": value, "normalised": self.normalised}
        return {"c": value} if self.kernel == "laplacian" else {}

    def smoothness(self) -> tuple[int, ...]:
        """Rank of each point from the roughest (0) to the smoothest kernel of the family."""
        count = len(self.points)
        up = CONVENTIONS[self.convention].wider == "up"
        return tuple(range(count)) if up else tuple(range(count - 1, -1, -1))


@dataclass(frozen=True, slots=True)
class CriterionChoice:
    """A criterion with those of its options that differ from the default."""

    key: str
    options: tuple[tuple[str, str | float | int | bool], ...] = ()

    def __post_init__(self) -> None:
        criterion = CRITERIA[self.key]
        given = dict(self.options)
        criterion.checked(given)
        known = {option.name: option for option in criterion.options}
        kept = {
            name: _canonical(value, whole=known[name].whole)
            for name, value in sorted(given.items())
            if value != known[name].default
        }
        object.__setattr__(self, "options", tuple(kept.items()))

    @property
    def criterion(self) -> Criterion:
        """The criterion itself."""
        return CRITERIA[self.key]

    @property
    def quantity(self) -> str:
        """Name in the table: the key, with the options that differ from the default."""
        if not self.options:
            return self.key
        return f"{self.key}({', '.join(f'{name}={value}' for name, value in self.options)})"


def checked_grid(where: str, values: object, symbol: str = "the grid") -> tuple[float, ...]:
    """Ascending distinct finite positive numbers."""
    allowed = "a list of one or more finite numbers greater than 0"
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise InvalidParameterError(where, symbol, allowed, values)
    grid = list(values)
    refuse_large(len(grid))
    for value in grid:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not 0 < float(value) < float("inf"):
            raise InvalidParameterError(
                where, f"each value of {symbol}", "a finite number greater than 0", value
            )
    ordered = sorted(map(float, grid))
    if not ordered:
        raise InvalidParameterError(where, symbol, allowed, values)
    for left, right in pairwise(ordered):
        if left == right:
            raise InvalidParameterError(where, symbol, "without duplicates", left)
    return tuple(ordered)


def families(candidates: object) -> tuple[Candidates, ...]:
    if isinstance(candidates, Candidates):
        candidates = (candidates,)
    if not isinstance(candidates, Iterable) or isinstance(candidates, str | Mapping):
        raise InvalidParameterError("Sweep", "candidates", "a list of kernel families", candidates)
    families = tuple(_family(entry) for entry in candidates)
    names = [family.kernel for family in families]
    if not families or len(set(names)) != len(names):
        raise InvalidParameterError(
            "Sweep", "candidates", "one or more different kernel families, each once", names
        )
    return families


def _family(entry: object) -> Candidates:
    if isinstance(entry, Candidates):
        return entry
    if isinstance(entry, str):
        return Candidates(kernel=entry, **_default_values(entry))
    if isinstance(entry, Mapping):
        known = [f.name for f in fields(Candidates)]
        for name in entry:
            if name not in known:
                raise UnknownNameError("entry of a kernel family", name, known)
        return Candidates(**entry)
    raise InvalidParameterError("Sweep", "each kernel family", "a name or a table", entry)


def _default_values(kernel: str) -> dict[str, Any]:  # Any: keyword arguments
    if kernel == "polynomial":
        return {"values": tuple(float(p) for p in range(1, 21))}
    return {"values": powers(2, -10, 10)} if kernel == "laplacian" else {}


def criterion_choices(criteria: object) -> tuple[CriterionChoice, ...]:
    if isinstance(criteria, str | Mapping) or not isinstance(criteria, Iterable):
        raise InvalidParameterError("Sweep", "criteria", "a list of criteria", criteria)
    chosen = tuple(_choice(entry) for entry in criteria)
    names = [choice.quantity for choice in chosen]
    if not chosen or len(set(names)) != len(names):
        raise InvalidParameterError("Sweep", "criteria", "one or more, each once", names)
    return chosen


def _choice(entry: object) -> CriterionChoice:
    if isinstance(entry, CriterionChoice):
        return entry
    if isinstance(entry, str):
        return CriterionChoice(entry)
    if isinstance(entry, Mapping):
        for name in entry:
            if name not in ("key", "options"):
                raise UnknownNameError("entry of a criterion", name, ("key", "options"))
        return CriterionChoice(entry.get("key", ""), tuple(dict(entry.get("options", {})).items()))
    if isinstance(entry, tuple | list) and len(entry) == 2:  # noqa: PLR2004 (a pair)
        return CriterionChoice(entry[0], tuple(dict(entry[1]).items()))
    raise InvalidParameterError("Sweep", "each criterion", "a key or (key, options)", entry)


def _canonical(value: str | float | int | bool, *, whole: bool) -> str | float | int | bool:
    if isinstance(value, str | bool):
        return value
    return int(value) if whole else float(value)


def beyond(family: Candidates, side: str, steps: int) -> tuple[float, ...]:
    """Grid values and ``steps`` more at one end, by the same ratio (degrees: by one)."""
    values = family.values
    if not values:
        raise InvalidParameterError("Sweep", "kernel", "a family with a grid", family.kernel)
    if family.kernel == "polynomial":
        more = range(1, steps + 1)
        new = [values[-1] + i for i in more] if side == "high" else [values[0] - i for i in more]
        return tuple(sorted({*values, *(p for p in new if 1 <= p <= 50)}))  # noqa: PLR2004 (degrees)
    many = len(values) > 1
    ratio = (values[-1] / values[-2] if side == "high" else values[1] / values[0]) if many else 2.0
    end = values[-1] if side == "high" else values[0]
    sign = 1 if side == "high" else -1
    return tuple(sorted({*values, *(end * ratio ** (sign * i) for i in range(1, steps + 1))}))
