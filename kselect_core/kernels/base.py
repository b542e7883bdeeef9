"""What a kernel is: a pure function of two samples and the parameters it declares."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import numpy as np

from kselect_core.errors import InvalidParameterError, KselectError, UndefinedScoreError
from kselect_core.kernels.algebra import Algebra
from kselect_core.kernels.conventions import Convention
from kselect_core.linalg.matrices.distances import squared_distances
from kselect_core.notebook import card
from kselect_core.parameters import Parameter, Value, refuse_tensors
from kselect_core.types import Array, Float, Int

TINY = -340.0
"""exp(TINY) ≈ 1e-148: its square is still a normal number; subnormal ones are slow."""


FAR = 1e150
"""A scaled distance whose square is still a number."""


BLOCK = 2**16
"""Kernel values that are made together, so that they stay in the cache."""


NOISE = 1e-14
"""Rounding of products of matrices, as a share of their largest entries."""


def floored_exp(K: Float[Array, "n m"]) -> Float[Array, "n m"]:
    """exp(K) in place, not below 1e-148."""
    if not K.min(initial=0.0) >= TINY:  # a third of what raising takes; NaN hides what is below
        np.maximum(K, TINY, out=K)
    np.exp(K, out=K)
    return K


def scaled_distances(
    D: Float[Array, "n m"],
    *rates: float,
    most: float = -TINY,
    out: Float[Array, "n m"] | None = None,
) -> Float[Array, "n m"]:
    """‖x − z‖ times the rates, not above ``most``, from squared distances D, in ``out``."""
    r: Float[Array, "n m"] = np.sqrt(D, out=out)
    with np.errstate(over="ignore"):
        for rate in rates:
            r *= rate
    np.minimum(r, most, out=r)
    return r


class Products(NamedTuple):
    """Inner products of two samples and the squared norms of each."""

    G: Float[Array, "n m"]
    x: Float[Array, " n"]
    z: Float[Array, " m"]

    def rows(self, rows: slice) -> "Products":
        """Inner products for some rows of the first sample."""
        return Products(self.G[rows], self.x[rows], self.z)


def products(X: Float[Array, "n d"], Z: Float[Array, "m d"] | None = None) -> Products:
    """Inner products xᵢᵀzⱼ and squared norms; Z = None means Z = X. Cost: O(nmd).

    Within one sample the norms are those of the product: rows of duplicates are then the same.
    """
    if Z is None:
        G = X @ X.T
        x = np.diagonal(G).copy()
        return Products(G, x, x)
    return Products(X @ Z.T, *(np.einsum("ij,ij->i", part, part) for part in (X, Z)))


@dataclass(frozen=True, eq=False, slots=True)
class Points:
    """Two samples and the pool over which a kernel built on another one averages.

    ``known`` keeps what is computed of the pool; all samples that are seen with it share it.
    """

    x: Float[Array, "n d"]
    z: Float[Array, "m d"]
    pool: Float[Array, "N d"]
    known: dict[object, object] = field(default_factory=dict, repr=False)


Shared = Array | Products | Points
"""What all parameters of a family have in common on two samples."""


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Kernel(Algebra):
    """A kernel family: ``of_base`` maps distances, inner products or points to kernel values.

    ``summary`` says in a sentence or two what it is, to somebody who never heard of it. ``base`` is
    what the family is a function of; it is computed once and shared by all
    parameters. A family of distances is 1 at distance 0 and falls to 0, its first parameter is an
    inverse width: it tends to I and to 11ᵀ. ``conventions`` are the ways its first parameter is
    written, the first is the default; a family without parameters has a ``formula`` in LaTeX
    instead. ``log_of_base`` gives the logarithm, for families whose values underflow. ``grid`` is
    the usual one, ``start`` the one the page starts with where it is another. ``short`` begins
    its keys in a link, in place of its name. ``scikit_learn`` gives, from its parameters, the
    arguments of scikit-learn's `KernelRidge` and `SVC` that have the same kernel, where they do.
    ``elsewhere`` are names of it in other libraries, for which ours is suggested.
    """

    name: str
    label: str
    summary: str
    base: Literal["distances", "products", "points"]
    of_base: Callable[..., Array]
    parameters: tuple[Parameter, ...]
    formula: str = ""
    conventions: tuple[Convention, ...] = ()
    log_of_base: Callable[..., Array] | None = None
    grid: tuple[float, ...] = ()
    start: tuple[float, ...] = ()
    short: str = ""
    scikit_learn: Callable[..., Mapping[str, object] | None] | None = None
    elsewhere: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Kernel {self.name}: {self.label}>"

    def _repr_html_(self) -> str:
        facts = (
            ("key", self.name),
            ("what it is", self.summary),
            ("parameters", ", ".join(f"{one.name} ({one.symbol})" for one in self.parameters)),
            ("conventions", "; ".join(f"{one.name}: {one.formula}" for one in self.conventions)),
        )
        latex = self.formula or self.conventions[0].latex
        return card(self.label, facts, formula=latex)

    @property
    def word(self) -> str:
        """Its name in a sentence: Gaussian, polynomial."""
        return self.label.removesuffix(" kernel")

    @property
    def built(self) -> bool:
        """Whether it is made from another kernel."""
        return any(p.choices and not p.switch for p in self.parameters)

    @property
    def switches(self) -> tuple[str, ...]:
        """Names of the parameters that are on or off."""
        return tuple(p.name for p in self.parameters if p.switch)

    @property
    def further(self) -> tuple[Parameter, ...]:
        """Numbers beside the parameter that is swept, of a kernel not made from another."""
        return () if self.built else tuple(p for p in self.parameters[1:] if not p.choices)

    @property
    def defaults(self) -> dict[str, Value]:
        """Values of the parameters that need not be given."""
        return {p.name: p.default for p in self.parameters if p.default != ""}

    @property
    def largest(self) -> int:
        """Largest value of a parameter that is a whole number; 0 for other kernels."""
        whole = bool(self.parameters) and self.parameters[0].whole
        return int(self.parameters[0].high) if whole else 0

    def latex(self, convention: str) -> str:
        """Formula in LaTeX with the parameter as a convention writes it."""
        return next((one.latex for one in self.conventions if one.name == convention), self.formula)

    def stored(self, value: object, convention: str) -> float:
        """Parameter as the function takes it, from a value in one of the conventions."""
        written = next(one for one in self.conventions if one.name == convention)
        parameter = self.parameters[0]
        symbol = parameter.symbol if parameter.whole else written.symbol
        parameter.check(self.label, value, symbol=symbol)
        stored = written.to_stored(float(value))  # type: ignore[arg-type]  # checked
        if not (np.isfinite(stored) and stored > 0):
            allowed = f"a width whose {parameter.symbol} is a finite positive number"
            raise InvalidParameterError(self.label, written.symbol, allowed, value)
        return stored

    def __call__(
        self, X: object, Z: object = None, *, pool: object = None, **parameters: object
    ) -> Float[Array, "n m"]:
        """Kernel matrix k(xᵢ, zⱼ); Z = None means Z = X and gives an exactly symmetric matrix.

        ``pool`` is for a kernel that averages over points: without it these are Z.
        """
        first = _sample(self.label, "X", X)
        second = None if Z is None or Z is X else _sample(self.label, "Z", Z)
        if second is not None and second.shape[1] != first.shape[1]:
            raise InvalidParameterError(
                self.label,
                "the number of columns of Z",
                f"that of X ({first.shape[1]})",
                second.shape[1],
            )
        return self.gram(self.shared(first, second, pool=self._pool(pool, first)), **parameters)

    def shared(
        self, X: Array, Z: Array | None = None, *, pool: Array | Points | None = None
    ) -> Shared:
        """Distances, inner products or points, which all parameters of the family share.

        A kernel that averages over points does it over ``pool``, or else over Z; the pool of
        other samples brings along what is known of it.
        """
        if self.base == "points":
            second = X if Z is None else Z
            if isinstance(pool, Points):
                return Points(X, second, pool.pool, pool.known)
            return Points(X, second, second if pool is None else pool)
        return squared_distances(X, Z) if self.base == "distances" else products(X, Z)

    def gram(self, base: Shared, **parameters: object) -> Float[Array, "n m"]:
        """Kernel matrix from what its parameters share, parameters checked.

        Raises UndefinedScoreError where the function gives another shape.
        """
        return self._whole(base, self._stored(parameters))

    def logs(
        self, base: Shared, parameters: Mapping[str, object]
    ) -> Callable[[Int[Array, " r"]], Float[Array, "r m"]] | None:
        """Return a function that gives log k for some rows; None where it is not known."""
        log_of_base = self.log_of_base
        if log_of_base is None or not isinstance(base, np.ndarray):
            return None
        stored = self._stored(parameters)
        return lambda rows: log_of_base(base[rows], **stored)

    def noise(self, largest: float) -> float:
        """Error of a kernel value where the ``largest`` one is given; 0 for relative errors.

        A kernel made by products of matrices has the rounding of its largest values everywhere.
        """
        return NOISE * largest if self.base == "points" else 0.0

    def writer(
        self, base: Shared, parameters: Mapping[str, object], out: Array
    ) -> Callable[[slice], None]:
        """Return a function that writes a block of rows of the kernel matrix into ``out``."""
        stored = self._stored(parameters)
        if isinstance(base, Points):  # its rows are not made one by one
            whole = self._whole(base, stored)
            return lambda rows: np.copyto(out[rows], whole[rows])

        def write(rows: slice) -> None:
            self._written(base, rows, stored, out[rows])

        return write

    def blocks(
        self, base: Shared, parameters: Mapping[str, object]
    ) -> Iterator[tuple[slice, Float[Array, "r m"]]]:
        """Yield blocks of rows of the kernel matrix, each in the place of the one before it.

        They stay in the cache, as what is made of one of them does.
        """
        stored, (count, columns) = self._stored(parameters), _shape(base)
        if isinstance(base, Points):
            yield slice(0, count), np.asarray(self._whole(base, stored), dtype=np.float64)
            return
        step = _at_once(columns)
        room = np.empty((min(step, count), columns))
        for start in range(0, count, step):
            rows = slice(start, min(start + step, count))
            block = room[: rows.stop - start]
            self._written(base, rows, stored, block)
            yield rows, block

    def _written(
        self, base: Array | Products, rows: slice, stored: Mapping[str, Value], out: Array
    ) -> None:
        """Write some rows of the kernel matrix into ``out``."""
        part = base[rows] if isinstance(base, np.ndarray) else base.rows(rows)
        values = self._of_shape(self.of_base(part, **stored, out=out), out.shape)
        if not np.may_share_memory(values, out):  # a function that leaves ``out`` alone
            np.copyto(out, values)

    def _whole(self, base: Shared, stored: Mapping[str, Value]) -> Array:
        """Kernel matrix of both samples, of the right shape."""
        return self._of_shape(self.of_base(base, **stored), _shape(base))

    def _of_shape(self, values: Array, shape: tuple[int, ...]) -> Array:
        if np.shape(values) != shape:
            raise UndefinedScoreError(
                f"the function of the {self.label} gives an array of shape {np.shape(values)} "
                f"where {shape} is needed: a value for each pair of points"
            )
        return values

    def _pool(self, pool: object, X: Array) -> Array | None:
        if pool is None:
            return None
        if self.base != "points":
            raise InvalidParameterError(self.label, "pool", "left out: it averages nothing", pool)
        points = _sample(self.label, "pool", pool)
        if points.shape[1] != X.shape[1]:
            parameter, allowed = "the number of columns of pool", f"that of X ({X.shape[1]})"
            raise InvalidParameterError(self.label, parameter, allowed, points.shape[1])
        return points

    def _stored(self, parameters: Mapping[str, object]) -> dict[str, Value]:
        self.check(parameters)
        values = {**self.defaults, **parameters}
        return {p.name: p.stored(values[p.name]) for p in self.parameters}

    def check(self, parameters: Mapping[str, object]) -> None:
        """Raise unless exactly the declared parameters are given, each within its range."""
        names = [p.name for p in self.parameters]
        for name in parameters:
            if name not in names:
                allowed = self._arguments(name) if names else "left out: it has none"
                raise InvalidParameterError(self.label, "a parameter name", allowed, name)
        for parameter in self.parameters:
            if parameter.name in parameters:
                parameter.check(self.label, parameters[parameter.name], symbol=parameter.symbol)
            elif parameter.name not in self.defaults:
                raise InvalidParameterError(self.label, parameter.title, "given", None)

    def _arguments(self, asked: str) -> str:
        """Return which arguments there are, and how a value of what is asked for becomes one."""
        names = " or ".join(f"{one.name} ({one.symbol})" for one in self.parameters)
        first, table = self.parameters[0].name, f"KERNELS[{self.name!r}]"
        ways = [
            f"{table}.stored(…, {one.name!r}) of {one.symbol} in {one.formula}"
            for one in self.conventions
            if asked in one.name and not one.whole
        ]
        return f"{names}; {first} is {' or '.join(ways)}" if ways else names


def _sample(where: str, name: str, X: object) -> Array:
    """Float64 matrix with finite entries, or an error that says what is wrong."""
    refuse_tensors(where, name, X)
    try:
        sample = np.asarray(X, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InvalidParameterError(where, name, "a table of numbers", X) from error
    if sample.ndim != 2 or not sample.size:  # noqa: PLR2004 (a table)
        raise InvalidParameterError(
            where, f"the shape of {name}", "(rows, columns), both at least 1", sample.shape
        )
    if not np.isfinite(sample).all():
        raise KselectError(f"{where}: {name} has missing or infinite entries; impute them first.")
    return sample


def _shape(base: Shared) -> tuple[int, int]:
    """Return how many points the two samples have."""
    match base:
        case Products():
            shape = base.G.shape
        case Points():
            shape = (len(base.x), len(base.z))
        case _:
            shape = base.shape
    return shape


def _at_once(columns: int) -> int:
    """Return how many rows of so many kernel values stay in the cache."""
    return max(1, BLOCK // max(1, columns))
