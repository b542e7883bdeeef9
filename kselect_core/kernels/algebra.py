"""Sums, products and multiples of kernels, which are kernels again, and where own ones are found.

    KERNELS["gaussian"] + 0.5 * KERNELS["linear"]     # the width is swept
    KERNELS["gaussian"] * KERNELS["laplacian"].at(c=0.1)

An own kernel, such as these, is found by its name as long as somebody holds it: its name says all
that its values depend on.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from importlib import import_module
from math import isfinite
from numbers import Real
from typing import Any, Literal, TypeVar
from weakref import WeakValueDictionary

import numpy as np

from kselect_core.errors import InvalidParameterError
from kselect_core.kernels.combined import Arguments, arguments_of, multiple_of, pair_of
from kselect_core.types import Array

Kernel = Any  # the one class that is an Algebra; base.py has it, and stands on this file
Points = Any
Some = TypeVar("Some", bound="Algebra")  # Self is not understood where shapes are checked

EQUALS = "k(x,z)="
"""What formulas of kernels begin with."""

_HELD: WeakValueDictionary[str, Kernel] = WeakValueDictionary()


def held() -> Mapping[str, Kernel]:
    """Own kernels that somebody holds, by name."""
    return _HELD


class Own:
    """The function of an own kernel; ``of_base`` of no other kernel is one."""

    __slots__ = ()


class Algebra:
    """What kernels have in common with numbers."""

    __slots__ = ()

    def at(self: Some, **parameters: object) -> Some:
        """The kernel with its parameters fixed: nothing of it is swept."""
        kernel = _kernel(self)
        kernel.check(parameters)
        arguments = ", ".join(f"{name}={value!r}" for name, value in sorted(parameters.items()))
        numbers = ", ".join(f"{name} = {value}" for name, value in sorted(parameters.items()))
        fixed: Some = _made(
            kernel,
            Fixed(kernel, tuple(sorted(parameters.items()))),
            name=f"{kernel.name}({arguments})",
            label=f"{kernel.word} ({numbers}) kernel",
            formula=lambda latex: rf"{latex}\ ({numbers})",
        )
        return fixed

    def __add__(self: Some, other: object) -> Some:
        total: Some = _combined("sum", _kernel(self), _kernel(other))
        return total

    def __mul__(self: Some, other: object) -> Some:
        if isinstance(other, Real):
            return self.__rmul__(other)
        product: Some = _combined("product", _kernel(self), _kernel(other))
        return product

    def __rmul__(self: Some, factor: object) -> Some:
        multiple: Some = _multiple(_kernel(self), factor)
        return multiple

    def __reduce__(self) -> tuple[object, ...]:
        kernel = _kernel(self)
        if not isinstance(kernel.of_base, Own):
            return _built_in, (kernel.name,)
        return _again, (type(kernel), tuple(getattr(kernel, f.name) for f in fields(kernel)))


@dataclass(frozen=True)
class Fixed(Own):
    """Values of a kernel at fixed parameters."""

    kernel: Kernel
    parameters: tuple[tuple[str, object], ...]

    def __call__(self, points: Points, *, out: Array | None = None) -> Array:
        """Kernel matrix, in ``out`` where it is given."""
        return _into(out, of_points(self.kernel, points, dict(self.parameters)))

    def scikit_learn(self) -> Arguments | None:
        """Arguments of scikit-learn's estimators; None where it has no such kernel."""
        return arguments_of(self.kernel, dict(self.parameters))


@dataclass(frozen=True)
class Multiple(Own):
    """A positive multiple of a kernel."""

    kernel: Kernel
    factor: float

    def __call__(self, points: Points, *, out: Array | None = None, **parameters: object) -> Array:
        """Kernel matrix, in ``out`` where it is given."""
        return _into(out, self.factor * of_points(self.kernel, points, parameters))

    def scikit_learn(self, **parameters: object) -> Arguments | None:
        """Arguments of scikit-learn's estimators; None where it has no such kernel."""
        return multiple_of(self.kernel, self.factor, parameters)


@dataclass(frozen=True)
class Pair(Own):
    """The sum or the product of two kernels; parameters are those of ``free``, the one swept."""

    kind: Literal["sum", "product"]
    first: Kernel
    second: Kernel

    def __call__(self, points: Points, *, out: Array | None = None, **parameters: object) -> Array:
        """Kernel matrix, in ``out`` where it is given."""
        one, other = (of_points(part, points, values) for part, values in self._parts(parameters))
        return _into(out, one + other if self.kind == "sum" else one * other)

    def scikit_learn(self, **parameters: object) -> Arguments | None:
        """Arguments of scikit-learn's estimators; None where it has no such kernel."""
        return pair_of(self.kind, self._parts(parameters))

    def _parts(
        self, given: Mapping[str, object]
    ) -> tuple[tuple[Kernel, Mapping[str, object]], ...]:
        """Both kernels with their parameters."""
        parts = self.first, self.second
        return tuple((part, given if part.parameters else {}) for part in parts)


def own(kernel: Kernel, *, anew: bool = False) -> Kernel:
    """The kernel, found by its name from now on; the one that is held already if there is one.

    Made ``anew`` it takes the place of the one that is held.
    """
    if anew:
        _HELD[kernel.name] = kernel
    return _HELD.setdefault(kernel.name, kernel)


def of_points(kernel: Kernel, points: Points, parameters: Mapping[str, object]) -> Array:
    """Matrix of any kernel between two samples."""
    base = points
    if kernel.base != "points":
        base = kernel.shared(points.x, None if points.z is points.x else points.z)
    K: Array = kernel.gram(base, **parameters)
    return K


def _combined(kind: Literal["sum", "product"], first: Kernel, second: Kernel) -> Kernel:
    """Kernel of two, one of which may have a parameter to sweep."""
    if first.parameters and second.parameters:
        raise InvalidParameterError(
            f"The {kind} of two kernels",
            "one of them",
            f"without a parameter to sweep; fix that of one, such as "
            f"{second.name}.at({second.parameters[0].name}=…)",
            f"{first.label} and {second.label}",
        )
    free = first if first.parameters else second
    sign, times = ("+", "+") if kind == "sum" else ("*", "·")
    names = [_bracketed(part.name, kind) for part in (first, second)]
    words = [_bracketed(part.word, kind) for part in (first, second)]
    joint = "+" if kind == "sum" else r"\cdot "

    def formula(latex: str) -> str:
        parts = (latex if part is free else _latex(part) for part in (first, second))
        return joint.join(_bracketed(part, kind) for part in parts)

    return _made(
        free,
        Pair(kind, first, second),
        name=f"{names[0]} {sign} {names[1]}",
        label=f"{words[0]} {times} {words[1]} kernel",
        formula=formula,
        parameters=free.parameters,
    )


def _multiple(kernel: Kernel, factor: object) -> Kernel:
    number = float(factor) if isinstance(factor, Real) and not isinstance(factor, bool) else 0.0
    if not (isfinite(number) and number > 0):
        allowed = "a kernel, or a finite number greater than 0"
        raise InvalidParameterError(kernel.label, "a factor", allowed, factor)
    return _made(
        kernel,
        Multiple(kernel, number),
        name=f"{number!r} * {_bracketed(kernel.name, 'product')}",
        label=f"{number:g}·{_bracketed(kernel.word, 'product')} kernel",
        formula=lambda latex: f"{number:g}\\,{_bracketed(latex, 'product')}",
        parameters=kernel.parameters,
    )


def _made(
    free: Kernel,
    function: Fixed | Multiple | Pair,
    *,
    name: str,
    label: str,
    formula: Callable[[str], str],
    parameters: tuple[Any, ...] = (),
) -> Kernel:
    """Own kernel whose parameter, if it has one, is written as that of ``free``.

    ``formula`` makes the LaTeX of its values of that of ``free``, in each way to write it.
    """
    swept = bool(parameters)
    return own(
        replace(
            free,
            name=name,
            label=label,
            summary=f"{label[0].upper()}{label[1:]}, made in Python.",
            base="points",
            of_base=function,
            log_of_base=None,
            parameters=parameters,
            formula="" if swept else EQUALS + formula(_latex(free)),
            conventions=tuple(
                replace(one, latex=EQUALS + formula(one.latex.removeprefix(EQUALS)))
                for one in free.conventions
            )
            if swept
            else (),
            grid=free.grid if swept else (),
            start=free.start if swept else (),
            short="",
            scikit_learn=function.scikit_learn,
        )
    )


def _latex(kernel: Kernel) -> str:
    """Formula of a kernel without what it is equal to."""
    formula: str = kernel.formula or kernel.conventions[0].latex
    return formula.removeprefix(EQUALS)


def _bracketed(text: str, kind: str) -> str:
    """A sum in brackets, where it becomes a factor."""
    return f"({text})" if kind == "product" and "+" in text else text


def _into(out: Array | None, K: Array) -> Array:
    if out is None:
        return K
    np.copyto(out, K)
    return out


def _kernel(value: object) -> Kernel:
    """The value, if it is a kernel."""
    if not isinstance(value, Algebra):
        allowed = "a kernel (own_kernel(…) makes one of a function)"
        raise InvalidParameterError("Kernels", "what is added or multiplied", allowed, value)
    return value


def _built_in(name: str) -> Kernel:
    """Kernel of the table; a package cannot be imported from a part of itself."""
    return import_module("kselect_core.kernels").KERNELS[name]


def _again(kind: type[Kernel], values: tuple[Any, ...]) -> Kernel:
    """Own kernel from its fields, in another process."""
    return own(kind(*values))
