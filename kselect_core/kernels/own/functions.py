"""Kernels by function: a function of two tables, or a kernel object of scikit-learn."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

import cloudpickle  # type: ignore[import-untyped]  # ships no types
import numpy as np

from kselect_core.errors import InvalidParameterError, KselectError
from kselect_core.kernels.algebra import Own, own
from kselect_core.kernels.base import Kernel, Points
from kselect_core.kernels.conventions import Convention
from kselect_core.kernels.own.content import digest_of
from kselect_core.kernels.own.symmetry import symmetric
from kselect_core.parameters import Parameter
from kselect_core.types import Array

SAMPLES = 2
"""Arguments of a function that are samples."""


def own_kernel(
    function: object,
    *,
    parameter: str = "",
    name: str = "",
    wider: Literal["up", "down"] = "down",
) -> Kernel:
    """Kernel k of a function, ``function(X, Z)`` with the values of all pairs as an (n, m) table.

    The kernel is symmetric and positive semi-definite only if the function is: a sweep says where
    it is not. Its name holds the module, the name and a digest of the source with all it closes
    over, not of functions that it calls. Functions are sent to worker processes by cloudpickle,
    also from a notebook and also lambdas.

    Parameters
    ----------
    function : callable, kernel object or Kernel
        A function of two samples X (n, d) and Z (m, d), a kernel object of
        ``sklearn.gaussian_process.kernels``, or a `Kernel` made by hand.
    parameter : str, optional
        Keyword that a sweep gives values to; of an object one of its ``get_params()``.
    name : str, optional
        What takes the place of the digest; a second kernel of that name takes the place of the
        first.
    wider : str, default="down"
        "up" if larger values of the parameter make the kernel smoother, "down" if smaller ones do.

    Returns
    -------
    Kernel
        What `Candidates` takes. Kernels can be added and multiplied, and ``kernel(X, Z)`` is the
        matrix (n, m).

    Raises
    ------
    InvalidParameterError
        For what cannot be called so.
    KselectError
        Where no digest can be made.

    Examples
    --------
    >>> import numpy as np
    >>> from kselect import Candidates, own_kernel
    >>> def manhattan(X, Z, rate=1.0):
    ...     return np.exp(-rate * np.abs(X[:, None] - Z[None]).sum(axis=2))
    >>> kernel = own_kernel(manhattan, parameter="rate", name="manhattan")
    >>> kernel.label
    'manhattan kernel'
    >>> Candidates(kernel, (0.5, 1.0, 2.0)).parameters(0.5)
    {'rate': 0.5}
    """
    if isinstance(function, Kernel):
        return _by_hand(function, name)
    if not callable(function):
        allowed = "a function of two tables, a kernel object of scikit-learn, or a Kernel"
        raise InvalidParameterError("Own kernel", "function", allowed, function)
    _check_parameter(function, parameter)
    short = _short_name(function)
    called = name or f"{getattr(function, '__module__', '')}:{short}#{digest_of(function)}"
    called = called if not parameter else f"{called}:{parameter}"
    formula = rf"k(x,z)=\text{{{short.replace('_', ' ')}}}(x,z{{}})"
    way = Convention(called, parameter, f"{short}(x, z; {parameter})", formula, wider)
    kernel: Kernel = own(
        Kernel(
            name=called,
            label=f"{name or short.removesuffix('_kernel')} kernel",
            summary=f"The function {short}, given in Python.",
            base="points",
            of_base=Function(function, parameter, called),
            parameters=(Parameter(parameter, parameter),) if parameter else (),
            formula="" if parameter else formula,
            conventions=(way,) if parameter else (),
            scikit_learn=Same(function) if _is_same(function) else None,
        ),
        anew=bool(name),
    )
    return kernel


def swept_parameter(function: object) -> str:
    """Parameter that a grid is for, where none was named: the only one, or the third argument."""
    if _of_sklearn(function):
        names = [one.name for one in function.hyperparameters if not one.fixed]  # type: ignore[attr-defined]
        if len(names) == 1:
            return str(names[0])
        allowed = f"named, one of {', '.join(names) or 'none'}: own_kernel(…, parameter=…)"
        raise InvalidParameterError("Own kernel", "the parameter of the grid", allowed, function)
    arguments = list(inspect.signature(function).parameters.values())  # type: ignore[arg-type]
    keywords = getattr(function, "keywords", {})
    free = [one.name for one in arguments[SAMPLES:] if one.name not in keywords]
    if not free:
        allowed = "a third argument of the function, which takes a value of the grid"
        raise InvalidParameterError("Own kernel", "the parameter of the grid", allowed, function)
    return free[0]


@dataclass(frozen=True)
class Function(Own):
    """Values of a function; it travels to other processes by value where it has no home there."""

    function: Any  # a callable of two tables
    parameter: str
    name: str

    def __call__(self, points: Points, *, out: Array | None = None, **value: object) -> Array:
        """Kernel matrix between both samples, in ``out`` where it is given."""
        same = points.z is points.x
        if _of_sklearn(self.function):
            kernel = self.function.clone_with_theta(self.function.theta)
            kernel = kernel.set_params(**value)
            values = kernel(points.x) if same else kernel(points.x, points.z)
        else:
            values = self.function(points.x, points.z, **value)
        K = self._checked(values, (len(points.x), len(points.z)))
        if same:
            K = symmetric(K, self.name)
        if out is None:
            return K
        np.copyto(out, K)
        return out

    def __reduce__(self) -> tuple[object, ...]:
        try:
            sent = cloudpickle.dumps(self.function)
        except Exception as error:
            raise KselectError(
                f"The kernel {self.name} cannot be sent to worker processes: {error}. Compute in "
                "this process (workers=None), or define the function in a module."
            ) from error
        return _received, (sent, self.parameter, self.name)

    def _checked(self, values: object, shape: tuple[int, int]) -> Array:
        K = np.array(values, dtype=np.float64)
        if K.shape != shape:
            allowed = f"of the shape {shape}: one row for each of X, one column for each of Z"
            raise InvalidParameterError(self.name, "its values", allowed, K.shape)
        return K


@dataclass(frozen=True)
class Same:
    """Arguments of scikit-learn's estimators for a kernel object of its own."""

    kernel: Any  # scikit-learn ships no types

    def __call__(self, **value: object) -> dict[str, object]:
        """Object with its parameters set."""
        from sklearn.base import clone  # noqa: PLC0415 (a second of imports)

        return {"kernel": clone(self.kernel).set_params(**value)}


def _received(sent: bytes, parameter: str, name: str) -> Function:
    return Function(cloudpickle.loads(sent), parameter, name)


def _by_hand(kernel: Kernel, name: str) -> Kernel:
    """A Kernel that somebody wrote, under a name that holds its digest.

    What scikit-learn has in its place is left out: it may be that of the kernel it was made from.
    """
    if isinstance(kernel.of_base, Own):
        return kernel
    called = name or f"{kernel.name}#{digest_of(kernel.of_base)}"
    ways = tuple(replace(way, name=f"{called}:{way.name}") for way in kernel.conventions)
    function = Base(kernel.of_base)
    named = replace(kernel, name=called, conventions=ways, of_base=function, short="")
    registered: Kernel = own(replace(named, scikit_learn=None), anew=bool(name))
    return registered


@dataclass(frozen=True)
class Base(Own):
    """The function of a Kernel made by hand."""

    function: Callable[..., Array]

    def __call__(self, base: object, **given: object) -> Array:
        """What the function gives."""
        values: Array = self.function(base, **given)
        return values

    def __reduce__(self) -> tuple[object, ...]:
        return _received_base, (cloudpickle.dumps(self.function),)


def _received_base(sent: bytes) -> Base:
    return Base(cloudpickle.loads(sent))


def _of_sklearn(thing: object) -> bool:
    """Whether it is a kernel object of Gaussian processes; scikit-learn need not be loaded."""
    home = "sklearn.gaussian_process.kernels"
    return any(c.__module__ == home and c.__name__ == "Kernel" for c in type(thing).__mro__)


def _is_same(thing: object) -> bool:
    """Whether it is such an object without noise, which estimators leave out of the matrix."""
    if not _of_sklearn(thing):
        return False
    parts = (thing, *thing.get_params().values())  # type: ignore[attr-defined]
    return not any(type(part).__name__ == "WhiteKernel" for part in parts)


def _check_parameter(function: object, parameter: str) -> None:
    """Raise unless the keyword that is swept exists."""
    if not parameter:
        return
    if _of_sklearn(function):
        names = list(function.get_params())  # type: ignore[attr-defined]
    else:
        arguments = inspect.signature(function).parameters.values()  # type: ignore[arg-type]
        if any(one.kind is one.VAR_KEYWORD for one in arguments):
            return
        names = [one.name for one in arguments][SAMPLES:]
    if parameter not in names:
        allowed = f"one of {', '.join(names) or 'none'}"
        raise InvalidParameterError("Own kernel", "parameter", allowed, parameter)


def _short_name(function: object) -> str:
    inner = function.func if isinstance(function, partial) else function
    return str(getattr(inner, "__qualname__", None) or inner).rpartition("<locals>.")[2]
