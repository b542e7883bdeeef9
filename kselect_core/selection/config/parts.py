"""The parts of a sweep: kernel families with their grids, criteria with their options."""

from collections.abc import Iterable, Iterator, Mapping, Sized
from dataclasses import dataclass, field, fields, replace
from itertools import islice, pairwise
from typing import Any, cast

from kselect_core.criteria import CRITERIA, Criterion
from kselect_core.criteria.base import FOLDS
from kselect_core.errors import InvalidParameterError, KselectError, UnknownNameError, shortened
from kselect_core.kernels import CONVENTIONS, GAUSSIAN, KERNELS, PRECOMPUTED, Kernel, own_kernel
from kselect_core.kernels.algebra import held
from kselect_core.kernels.own.functions import swept_parameter
from kselect_core.selection.config.grids import LARGEST_GRID, SAME, positive, refuse_large, whole
from kselect_core.selection.config.shown import call

OptionValue = str | float | int | bool

MADE = frozenset("#+*(")
"""Signs in the names of kernels that were made in Python."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """One kernel family with its grid, written in one of the conventions of its parameter.

    Parameters
    ----------
    kernel : str, Kernel or callable, default="gaussian"
        Key of `KERNELS`, a `Kernel` (also a sum or a product of them), a function k(X, Z) or a
        kernel object of scikit-learn: see `own_kernel`.
    values : tuple of float, optional
        Grid of the kernel's parameter in the convention, each value once. A function gets them as
        its third argument. Without them the grid is the usual one of the family.
    convention : str, optional
        How the parameter is written, as "2tau" or "gamma"; without it the first of the family.
    normalised : bool, default=False
        Rescale an iterated kernel to a unit mean diagonal.
    base : tuple, optional
        What an iterated kernel is made of, (family, convention, value); its parameter is the
        number of steps.
    options : dict or tuple of pairs, optional
        Further numbers of the kernel by name, such as α of the rational quadratic one; those at
        their default are left out.

    Raises
    ------
    UnknownNameError
        For a kernel, a convention, a base or an option that there is not.
    InvalidParameterError
        For values that the family does not allow, or a kernel that is none of these.

    Examples
    --------
    >>> from kselect import Candidates
    >>> Candidates("gaussian", (0.5, 2.0), "2tau").parameters(2.0)  # γ = 1/(2τ)
    {'gamma': 0.25}
    >>> Candidates("polynomial", (1, 2, 3)).convention
    'degree'
    """

    kernel: str = GAUSSIAN.name
    values: tuple[float, ...] = GAUSSIAN.grid
    convention: str = ""
    normalised: bool = False
    base: tuple[str, str, float] | tuple[()] = ()
    options: tuple[tuple[str, float], ...] = ()
    own: Kernel | None = field(default=None, init=False, repr=False, compare=False)
    names: tuple[str, ...] = field(default=(), init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        family = self._family()
        names = [one.name for one in family.conventions] or [""]
        convention = as_name("convention", self.convention) or names[0]
        if convention not in names:
            raise UnknownNameError(
                f"convention of the {family.label}", convention, filter(None, names)
            )
        object.__setattr__(self, "convention", convention)
        object.__setattr__(self, "base", iterated_base(self.kernel, self.base))
        object.__setattr__(self, "options", further_options(family, self.options))
        allowed = (False, True) if family.switches else (False,)
        if not any(self.normalised is value for value in allowed):
            words = " or ".join(map(str, allowed))
            raise InvalidParameterError(family.label, "normalised", words, self.normalised)
        values = family.grid if self.values is GAUSSIAN.grid else self.values
        symbol = f"the grid of {CONVENTIONS[convention].symbol}" if convention else ""
        if family.name == PRECOMPUTED.name and values == ():
            needed = "the numbers of the matrices: Candidates('precomputed', dataset.grid)"
            raise InvalidParameterError(family.label, symbol, needed, values)
        values = checked_grid(family.label, values, symbol) if convention else ()
        object.__setattr__(self, "values", values)
        for value in values:
            family.check(self.parameters(value))

    def __repr__(self) -> str:
        values = () if self.values == KERNELS[self.kernel].grid else (repr(self.values),)
        return call(self, Candidates(self.kernel, self.values), repr(self.kernel), *values)

    def _family(self) -> Kernel:
        """Kernel of a name, a function or an object; its name is kept, and an own one is held."""
        kernel: object = self.kernel
        if isinstance(kernel, str):
            family = named_kernel(kernel)
        elif isinstance(kernel, Kernel) and KERNELS.get(kernel.name) is kernel:
            family = kernel
        elif isinstance(kernel, Kernel) or callable(kernel):
            fixed = self.values is GAUSSIAN.grid or isinstance(kernel, Kernel)
            family = own_kernel(kernel, parameter="" if fixed else swept_parameter(kernel))
        else:
            raise InvalidParameterError("Sweep", "kernel", "a name, a function or a Kernel", kernel)
        object.__setattr__(self, "kernel", family.name)
        object.__setattr__(self, "own", family if family.name in held() else None)
        return family

    def named(self, names: tuple[str, ...]) -> "Candidates":
        """Return the same family, equal to it, whose matrices 1, 2, … are written as these names.

        A number of another family stays one.
        """
        one = replace(self)
        if self.kernel == PRECOMPUTED.name:
            object.__setattr__(one, "names", names)
        return one

    @property
    def way(self) -> str:
        """How values are written: the convention, of matrices that have names with these."""
        return (
            CONVENTIONS[self.convention].named(self.names).name if self.names else self.convention
        )

    @property
    def points(self) -> tuple[float, ...]:
        """Values to sweep; a single NaN for a family without a parameter."""
        return self.values or (float("nan"),)

    def parameters(self, value: float) -> dict[str, object]:
        """Keyword arguments of the kernel function for one value of the grid."""
        family = KERNELS[self.kernel]
        if not family.conventions:
            return {}
        arguments: dict[str, object] = {
            family.parameters[0].name: family.stored(value, self.convention)
        }
        if self.base:
            of, convention, at = self.base
            arguments |= {"of": of, "at": KERNELS[of].stored(at, convention)}
        return arguments | dict(self.options) | dict.fromkeys(family.switches, self.normalised)

    def smoothness(self) -> tuple[int, ...]:
        """Rank of each point from the roughest (0) to the smoothest kernel of the family."""
        count = len(self.points)
        up = self.convention != "" and CONVENTIONS[self.convention].wider == "up"
        return tuple(range(count)) if up else tuple(range(count - 1, -1, -1))


def named_kernel(name: str) -> Kernel:
    """Kernel of a name; one that was made in Python is there as long as a program holds it."""
    if name not in KERNELS and not MADE.isdisjoint(name):
        raise KselectError(
            f"The kernel {shortened(name)} was made in Python, and this program holds none of that "
            "name and source. Make it first, as own_kernel(function), as a sum or as a product."
        )
    if name in KERNELS:
        return KERNELS[name]
    meant = next((kernel.name for kernel in KERNELS.values() if name in kernel.elsewhere), None)
    if meant is None:
        return KERNELS[name]  # raises, with the nearest name
    raise UnknownNameError("kernel", name, KERNELS, meant=meant)


def usual_base(family: Kernel) -> tuple[str, str, float]:
    """Family, convention and value of the kernel that one made from another usually starts from."""
    of = KERNELS.own[str(family.defaults["of"])]
    return of.name, of.conventions[0].name, cast("float", family.defaults["at"])


def iterated_base(kernel: str, base: object) -> tuple[str, str, float] | tuple[()]:
    """Family, convention and value of the kernel that an iterated one starts from."""
    entries = tuple(base) if isinstance(base, tuple | list) else base
    family = KERNELS[kernel]
    if not family.built:
        if entries != ():
            raise InvalidParameterError(family.label, "base", "left out", base)
        return ()
    allowed = "three entries: family, convention, value"
    if entries == ():
        return usual_base(family)
    if not isinstance(entries, tuple) or len(entries) != 3:  # noqa: PLR2004 (three entries)
        raise InvalidParameterError(family.label, "base", allowed, base)
    of, convention, at = entries
    bases = [one.name for one in KERNELS.values() if one.conventions and not one.built]
    if as_name("base kernel", of) not in bases:
        raise UnknownNameError(f"base of the {family.label}", of, bases)
    names = [one.name for one in KERNELS[of].conventions]
    if as_name("convention", convention) not in names:
        raise UnknownNameError(f"convention of the {KERNELS[of].label}", convention, names)
    KERNELS[of].stored(at, convention)
    return of, convention, float(at)


def further_options(family: Kernel, options: object) -> tuple[tuple[str, float], ...]:
    """Numbers beside the one that is swept, by name; those at their default are left out."""
    values = _options(family.label, options)
    parameters = {parameter.name: parameter for parameter in family.further}
    for name, value in values.items():
        if name not in parameters:
            raise UnknownNameError(f"option of the {family.label}", name, parameters)
        parameters[name].check(family.label, value)
    numbers = {name: float(value) for name, value in values.items()}
    return tuple((n, v) for n, v in sorted(numbers.items()) if v != parameters[n].default)


@dataclass(frozen=True, slots=True)
class CriterionChoice:
    """A criterion with those of its options that differ from the default.

    Parameters
    ----------
    key : str
        Key of `CRITERIA`.
    options : dict or tuple of pairs, optional
        Values of its options by name; those at their default are left out.

    Raises
    ------
    UnknownNameError
        For a criterion or an option that there is not.
    InvalidParameterError
        For a value that the option does not allow.

    Examples
    --------
    >>> from kselect import CriterionChoice
    >>> CriterionChoice("kfold", {"k": 10}).quantity  # its name in the table of a sweep
    'kfold(k=10)'
    >>> CriterionChoice("kfold", {"k": 5}) == CriterionChoice("kfold")  # 5 folds are usual
    True
    """

    key: str
    options: tuple[tuple[str, OptionValue], ...] = ()

    def __post_init__(self) -> None:
        criterion = CRITERIA[as_name("criterion", self.key)]
        options = _options(criterion.label, self.options)
        criterion.checked(options)
        by_name = {option.name: option for option in criterion.options}
        differing = {
            name: _canonical(value, as_int=by_name[name].whole)
            for name, value in sorted(options.items())
            if value != by_name[name].default
        }
        object.__setattr__(self, "options", tuple(differing.items()))

    def __repr__(self) -> str:
        return call(self, CriterionChoice(self.key), repr(self.key))

    @property
    def criterion(self) -> Criterion:
        """The criterion itself."""
        return CRITERIA[self.key]

    @property
    def counts_errors(self) -> bool:
        """Whether its values are error rates, whose ties the squared loss decides."""
        return self.criterion.counts_errors(dict(self.options))

    @property
    def folds(self) -> int:
        """Number of folds that it asks for; 0 if it asks for none."""
        if "folds" not in self.criterion.needs:
            return 0
        return int(str(self.criterion.checked(dict(self.options)).get(FOLDS.name, FOLDS.default)))

    @property
    def besides(self) -> tuple[str, ...]:
        """What its choice depends on besides its values: endings of names in the table."""
        criterion = self.criterion
        if criterion.tie_break is None and criterion.spread is None:
            return ()
        squared = ("#squared",) * criterion.counts_errors(dict(self.options))
        return squared + ("#se",) * (criterion.spread is not None)

    @property
    def quantity(self) -> str:
        """Name in the table: the key, with the options that differ from the default."""
        if not self.options:
            return self.key
        return f"{self.key}({', '.join(f'{name}={value}' for name, value in self.options)})"


def checked_grid(where: str, values: object, symbol: str = "the grid") -> tuple[float, ...]:
    """Ascending distinct finite positive numbers."""
    allowed = "a list of one or more finite numbers greater than 0"
    if isinstance(values, str | bytes | Mapping) or not isinstance(values, Iterable):
        raise InvalidParameterError(where, symbol, allowed, values)
    if isinstance(values, Sized):
        refuse_large(_length(where, symbol, values))
    grid = list(islice(values, LARGEST_GRID + 1))
    refuse_large(len(grid))
    ordered = sorted(positive(where, f"each value of {symbol}", value) for value in grid)
    if not ordered:
        raise InvalidParameterError(where, symbol, allowed, values)
    for left, right in pairwise(ordered):
        if right - left <= SAME * right:
            raise InvalidParameterError(where, symbol, "without duplicates", left)
    return tuple(ordered)


def _length(where: str, symbol: str, values: Sized) -> int:
    try:
        return len(values)
    except TypeError as error:  # an array without dimensions
        raise InvalidParameterError(where, symbol, "a list of numbers", values) from error


def families(candidates: object) -> tuple[Candidates, ...]:
    """Kernel families of a sweep from families, names or tables; each family once."""
    if isinstance(candidates, Candidates | Kernel) or callable(candidates):
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
    if isinstance(entry, str | Kernel) or callable(entry):
        return Candidates(kernel=entry)  # type: ignore[arg-type]  # it takes all of these
    if isinstance(entry, Mapping):
        names = [f.name for f in fields(Candidates) if f.init]
        for name in entry:
            if name not in names:
                raise UnknownNameError("entry of a kernel family", name, names)
        return Candidates(**entry)
    raise InvalidParameterError("Sweep", "each kernel family", "a name or a table", entry)


def criterion_choices(criteria: object) -> tuple[CriterionChoice, ...]:
    """Criteria of a sweep from choices, keys, pairs or tables; each once."""
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
        return CriterionChoice(entry.get("key", ""), entry.get("options", ()))
    if isinstance(entry, tuple | list) and len(entry) == len(fields(CriterionChoice)):
        return CriterionChoice(*entry)
    raise InvalidParameterError("Sweep", "each criterion", "a key or (key, options)", entry)


def _options(where: str, options: object) -> dict[str, Any]:  # Any: checked by the criterion
    """Options by name, from a table or from pairs; each once."""
    pairs = list(options.items()) if isinstance(options, Mapping) else options
    if not isinstance(pairs, tuple | list) or not all(
        isinstance(pair, tuple | list) and len(pair) == 2 and isinstance(pair[0], str)  # noqa: PLR2004 (a pair)
        for pair in pairs
    ):
        raise InvalidParameterError(where, "options", "a table of names and values", options)
    by_name = dict(pairs)
    if len(by_name) < len(pairs):
        raise InvalidParameterError(where, "options", "given once each", options)
    return by_name


def as_name(kind: str, value: object) -> str:
    """The value itself, if it is text that can be a name."""
    if not isinstance(value, str):
        raise InvalidParameterError("Sweep", kind, "a name", value)
    return value


def _canonical(value: OptionValue, *, as_int: bool) -> OptionValue:
    if isinstance(value, str | bool):
        return value
    return int(value) if as_int else float(value) + 0.0  # no negative zero


def beyond(family: Candidates, side: str, steps: int) -> tuple[float, ...]:
    """Grid values and ``steps`` more at one end, by the same ratio (degrees: by one)."""
    values = family.values
    if not values:
        raise InvalidParameterError("Sweep", "kernel", "a family with a grid", family.kernel)
    largest = KERNELS[family.kernel].largest
    if not largest:
        return further(values, side, steps)
    count = whole("Sweep", "steps", steps, least=1)
    low, high = int(values[0]), int(values[-1])
    new = range(high + 1, high + count + 1) if side == "high" else range(low - count, low)
    return (*values, *(float(p) for p in new if 1 <= p <= largest))


def further(values: tuple[float, ...], side: str, steps: int) -> tuple[float, ...]:
    """Values of a geometric grid and ``steps`` more at its "low" or "high" end, same ratio."""
    count = whole("Sweep", "steps", steps, least=1)
    refuse_large(len(values) + count)
    return (*values, *_continued(values, count, up=side == "high"))


def _continued(values: tuple[float, ...], count: int, *, up: bool) -> Iterator[float]:
    """Further values of a geometric grid at one end; raises where the numbers end."""
    many = len(values) > 1
    ratio = (values[-1] / values[-2] if up else values[1] / values[0]) if many else 2.0
    last = values[-1] if up else values[0]
    try:
        for step in range(1, count + 1):
            yield last * ratio**step if up else last / ratio**step
    except OverflowError as error:
        raise KselectError(
            f"The grid cannot be extended by {count} steps: the values would leave the range "
            "of floating-point numbers."
        ) from error
