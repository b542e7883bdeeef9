"""Sets of kernels to combine: widths of a family, several families, one kernel per feature."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from kselect_core.data import Dataset
from kselect_core.errors import InvalidParameterError, TooLargeError, UnknownNameError
from kselect_core.kernels import GAUSSIAN, KERNELS, LAPLACIAN, LINEAR, POLYNOMIAL
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.parts import Candidates
from kselect_core.selection.places.cursor import family_of
from kselect_core.selection.sweep.prepared import PreparedSplit
from kselect_core.types import Array, Float

SETS = ("widths", "families", "features")
MOST = 20
"""Kernels of a family that are combined; of a longer grid, that many evenly spaced ones."""
LARGEST = 40_000_000
"""Entries of all kernel matrices of a set together, 320 MB: more is refused."""
FAMILY_WIDTHS = (0.25, 1.0, 4.0)
"""Widths in a set of families, as multiples of the median squared distance."""


class Member(NamedTuple):
    """A kernel of a set: its family and parameter, and the features it sees (none: all).

    ``value`` is the parameter in its ``convention``; ``name`` that of the features, if any.
    """

    kernel: str
    value: float
    convention: str
    parameters: tuple[tuple[str, object], ...]
    name: str = ""
    columns: tuple[int, ...] = ()


def members(
    config: SweepConfig, dataset: Dataset, ready: PreparedSplit, *, kernels: str, at: Candidates
) -> tuple[Member, ...]:
    """Kernels of a set, the same on every split; at least two.

    ``ready`` is the split whose median distance sets the widths of the families; ``at`` names the
    family whose grid is combined ("widths"), or is the kernel that sees the features one by one.
    """
    if kernels == "widths":
        family = thinned(of_family(family_of(config, at.kernel)))
    elif kernels == "families":
        family = _of_families(ready)
    elif kernels == "features":
        family = _of_features(dataset, at)
    else:
        raise UnknownNameError("set of kernels", kernels, SETS)
    if len(family) < 2:  # noqa: PLR2004 (to combine)
        what = "one kernel" if kernels == "widths" else "one feature"
        raise InvalidParameterError(
            "Combination", "the set of kernels", "one with two kernels or more", what
        )
    return family


def size_of(config: SweepConfig, dataset: Dataset, kernels: str, kernel: str) -> int:
    """Number of kernels of a set, without making them."""
    if kernels == "widths":
        return min(MOST, len(family_of(config, kernel).points))
    return len(dataset.feature_names) if kernels == "features" else len(FAMILY_WIDTHS) + 4


def grouped(
    groups: Sequence[tuple[str, Sequence[int]]], at: Candidates, features: int
) -> tuple[Member, ...]:
    """One kernel per group of features: ``(name, columns)``, columns counted from 0.

    The kernel is the first of the family ``at``. Squared distances grow with the number of
    features: widths are scaled by the group's share of them, so that the kernel of a group is as
    smooth as that of all features.
    """
    value = at.points[0]
    if KERNELS[at.kernel].base == "points":
        names = [name for name, family in KERNELS.items() if family.base != "points"]
        allowed = f"one that needs no pool of points ({', '.join(names)})"
        raise InvalidParameterError("Combination", "the kernel on each feature", allowed, at.kernel)
    return tuple(
        Member(
            at.kernel,
            value,
            at.convention,
            tuple(_narrowed(at.parameters(value), len(columns) / features).items()),
            name,
            tuple(columns),
        )
        for name, columns in groups
    )


def stacked(chosen: Sequence[Member], ready: PreparedSplit) -> Float[Array, "q n n"]:
    """Kernel matrices of the training part, one on the other."""
    n = ready.n
    if len(chosen) * n * n > LARGEST:
        raise TooLargeError(
            f"Combination: {len(chosen)} kernel matrices of {n} points take "
            f"{8e-6 * len(chosen) * n * n:.0f} MB, more than the {8e-6 * LARGEST:.0f} MB allowed; "
            "use fewer kernels or a sub-sample."
        )
    stack = np.empty((len(chosen), n, n))
    for i, member in enumerate(chosen):
        if member.columns:
            ready.refuse_given("Combined kernels")
            X = np.ascontiguousarray(ready.X_train[:, member.columns])
            family = KERNELS[member.kernel]
            stack[i] = family.gram(family.shared(X), **dict(member.parameters))
        else:
            ready.training_kernel(member.kernel, dict(member.parameters), stack[i])
    return stack


def across(member: Member, ready: PreparedSplit) -> Float[Array, "m n"]:
    """Kernel of a member between test points (rows) and training points."""
    if not member.columns:
        return ready.test_kernel(member.kernel, dict(member.parameters))
    family, columns = KERNELS[member.kernel], list(member.columns)
    base = family.shared(ready.X_test[:, columns], ready.X_train[:, columns])
    return family.gram(base, **dict(member.parameters))


def of_family(family: Candidates) -> tuple[Member, ...]:
    """One member per value of a family's parameter."""
    return tuple(
        Member(family.kernel, value, family.convention, tuple(family.parameters(value).items()))
        for value in family.points
    )


def thinned(every: tuple[Member, ...], most: int = MOST) -> tuple[Member, ...]:
    """At most so many members of a grid, evenly spaced, both ends among them."""
    if len(every) <= most:
        return every
    places = np.round(np.linspace(0, len(every) - 1, most)).astype(int)
    return tuple(every[i] for i in places)


def _of_families(ready: PreparedSplit) -> tuple[Member, ...]:
    """Gaussians and a Laplacian about the median distance, normalised polynomials, the linear."""
    D = np.asarray(ready.shared(GAUSSIAN.name, test=False))
    middle = float(np.median(D[np.triu_indices(ready.n, 1)])) or 1.0
    width = float(f"{middle:.3g}")  # a number that can be written
    families = (
        Candidates(GAUSSIAN.name, tuple(width * c for c in FAMILY_WIDTHS), "2tau"),
        Candidates(LAPLACIAN.name, (float(f"{middle**-0.5:.3g}"),), "c"),
        Candidates(POLYNOMIAL.name, (2.0, 3.0), "degree", normalised=True),
        Candidates(LINEAR.name),
    )
    return tuple(member for family in families for member in of_family(family))


def _of_features(dataset: Dataset, at: Candidates) -> tuple[Member, ...]:
    names = dataset.feature_names
    return grouped([(name, (j,)) for j, name in enumerate(names)], at, len(names))


def _narrowed(parameters: dict[str, object], share: float) -> dict[str, object]:
    """Parameters of a kernel that sees a share of the features."""
    scaled = dict(parameters)
    if "gamma" in scaled:
        scaled["gamma"] = float(scaled["gamma"]) / share  # type: ignore[arg-type]  # a number
    if "c" in scaled:
        scaled["c"] = float(scaled["c"]) / share**0.5  # type: ignore[arg-type]  # a number
    return scaled
