"""What installed packages add: entry points, loaded once, each with the package it is from."""

from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from importlib.metadata import EntryPoint, distributions, entry_points
from typing import NamedTuple, ParamSpec, TypeVar

import numpy as np

from kselect_core.errors import KselectError, UndefinedScoreError, bounded, shortened

P = ParamSpec("P")
R = TypeVar("R")
LONGEST = 300
"""Characters of an error of somebody else that are repeated."""


class Package(NamedTuple):
    """An installed package, as its metadata has it."""

    name: str
    version: str

    @property
    def words(self) -> str:
        """Name and version: ``kselect-hsic 0.1``."""
        return f"{self.name} {self.version}"


class Offer(NamedTuple):
    """What an entry point of a package gives, or in words why it gives nothing."""

    package: Package
    entry: str
    thing: object = None
    problem: str = ""


def offers(group: str) -> Iterator[Offer]:
    """Load the entry points of a group, in the order of packages and names."""
    points = [(_package(point), point) for point in entry_points(group=group)]
    for package, point in sorted(points, key=lambda one: (one[0], one[1].name)):
        try:
            thing = point.load()
        except Exception as error:  # noqa: BLE001 (a stranger's code fails in any way; it is named)
            yield Offer(package, point.name, problem=described(error))
        else:
            yield Offer(package, point.name, thing)


def refuse_missing(packages: object) -> None:
    """Raise where a package that a configuration was made with is not installed."""
    for name, version in packages.items() if isinstance(packages, Mapping) else ():
        if not list(distributions(name=str(name))):
            raise KselectError(
                f"This was made with the plug-in {shortened(name)}, version {shortened(version)}, "
                "which is not installed here. Install it, and try again."
            )


def named(package: Package, function: Callable[P, R]) -> Callable[P, R]:
    """The function, with its unexpected errors turned into words that name the package.

    So are numbers that are none: NaN says nothing of why.
    """

    @wraps(function)
    def call(*args: P.args, **options: P.kwargs) -> R:
        try:
            result = function(*args, **options)
        except KselectError:
            raise
        except Exception as error:
            words = f"the plug-in of {package.words} failed: {described(error)}"
            raise UndefinedScoreError(words) from error
        numbers: object = result
        if isinstance(numbers, np.ndarray) and np.isnan(numbers.astype(float, copy=False)).any():
            values = numbers if numbers.ndim == 1 else None  # of a criterion: the others are known
            raise UndefinedScoreError(f"the plug-in of {package.words} gives NaN", values)
        return result

    return call


def described(error: BaseException) -> str:
    """Kind and text of an error, for people."""
    kind, text = type(error).__name__, bounded(error, LONGEST)
    return f"{kind}: {text}" if text else kind


def _package(point: EntryPoint) -> Package:
    home = point.dist
    return Package("of no name", "") if home is None else Package(home.name, home.version)
