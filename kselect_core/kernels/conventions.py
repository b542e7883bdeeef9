"""A way to write the parameter of a kernel, and how it is converted to the stored one."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Protocol, runtime_checkable

from kselect_core.errors import UnknownNameError
from kselect_core.kernels.short_numbers import width


def same(value: float) -> float:
    """The value itself."""
    return value


def inverse(value: float) -> float:
    """1/value."""
    return 1.0 / value


def half_inverse(value: float) -> float:
    """1/(2 value)."""
    return 1.0 / (2.0 * value)


def half_inverse_square(value: float) -> float:
    """1/(2 value²)."""
    return 0.5 / value / value


@dataclass(frozen=True, slots=True)
class Convention:
    """One way to write the parameter of a kernel family; its name belongs to one family.

    ``formula`` is plain text, ``latex`` the same as it is typeset. ``wider`` is "up" where larger
    values make the kernel smoother, else "down". A ``whole`` parameter counts something: it is a
    small whole number, written with the convention's name. A ``plain`` one is no width, and never
    written as a power of two. ``names`` are those of 1, 2, … where the values only count things
    that have names: see `named`.
    """

    name: str
    symbol: str
    formula: str
    latex: str
    wider: str = "down"
    to_stored: Callable[[float], float] = same
    whole: bool = False
    plain: bool = False
    names: tuple[str, ...] = ()

    def named(self, names: tuple[str, ...]) -> "Convention":
        """Return the convention that writes 1, 2, … as these names; its own name has them too.

        Examples
        --------
        >>> from kselect_core.kernels import CONVENTIONS
        >>> CONVENTIONS["matrix"].named(("kmer", "walk")).name
        'matrix["kmer", "walk"]'
        >>> CONVENTIONS['matrix["kmer", "walk"]'].written(2.0)
        'walk'
        """
        return _named(self, names)

    def written(self, value: float, grid: Iterable[float] = ()) -> str:
        """Return a finite value as it is written, among those of a ``grid``: see ``width``.

        A value that has no name, as one between two that have, is the number.
        """
        if value in range(1, len(self.names) + 1):
            return self.names[int(value) - 1]
        if self.whole or self.plain:
            return f"{value:.4g}".replace("-", "−")
        return width(value, grid)


@lru_cache(64)  # a figure asks for it at each of its places
def _named(convention: Convention, names: tuple[str, ...]) -> Convention:
    """Return the convention that writes 1, 2, … as these names."""
    written = json.dumps(names, ensure_ascii=False) if names else ""
    return replace(convention, name=f"{convention.name}{written}", names=names)


@lru_cache(64)
def _names_in(text: str) -> tuple[str, ...]:
    """Return the names in a list of JSON, none where the text is no such list."""
    try:
        names = json.loads(text)
    except ValueError:
        return ()
    every = isinstance(names, list) and all(isinstance(name, str) for name in names)
    return tuple(names) if every else ()


@runtime_checkable
class _Written(Protocol):
    """A kernel, as far as its parameter is written in some way."""

    @property
    def conventions(self) -> tuple[Convention, ...]:
        """Ways to write its parameter."""
        ...


class Conventions(Mapping[str, Convention]):
    """Ways to write the parameters of some kernels, by name; those ``beside`` are found as well.

    So are those that have names for their values: see `Convention.named`.
    """

    def __init__(self, kernels: Mapping[str, _Written], beside: Mapping[str, _Written]) -> None:
        self._kernels, self._beside = kernels, beside

    def __getitem__(self, name: str) -> Convention:
        own, bracket, names = name.partition("[")
        for one in self._every():
            if one.name == own and not bracket:
                return one
            if one.name == own and one.plain and (own_names := _names_in(bracket + names)):
                return _named(one, own_names)
        raise UnknownNameError("convention", name, self)

    def __iter__(self) -> Iterator[str]:
        return (one.name for kernel in self._kernels.values() for one in kernel.conventions)

    def __len__(self) -> int:
        return len(tuple(iter(self)))

    def _every(self) -> Iterator[Convention]:
        """One after the other, the usual ones first: hardly any kernel is looked up in vain."""
        for kernel in self._kernels.values():
            yield from kernel.conventions
        for kernel in tuple(self._beside.values()):  # others come and go meanwhile
            yield from kernel.conventions
