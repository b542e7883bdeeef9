"""Kernels of a finished search: the families of a sweep, and the kernel of every row."""

from dataclasses import replace
from math import nan
from typing import Any, NamedTuple

import numpy as np

from kselect_core.errors import DataError
from kselect_core.estimators.opened.finished_search import Searched
from kselect_core.estimators.opened.scorings import WHERE
from kselect_core.kernels import GAUSSIAN, LINEAR, POLYNOMIAL
from kselect_core.selection import Candidates
from kselect_core.types import Array, Int

NAMES = {"rbf": GAUSSIAN.name, "linear": LINEAR.name, "poly": POLYNOMIAL.name}
"""Families by scikit-learn's names of their kernels."""
OF_KERNEL = ("gamma", "degree", "coef0")
"""Parameters of a kernel; one that has no part in a kernel may vary."""


class Kernels(NamedTuple):
    """Families with their grids; of every row that is kept its number, family and parameter."""

    candidates: tuple[Candidates, ...]
    rows: Int[Array, " r"]
    families: list[Candidates]
    parameters: list[float]
    notices: tuple[str, ...]


def kernels_of(of: Searched) -> Kernels:
    """Kernels of a search: one family for each of "rbf", "linear" and "poly" that it has.

    A kernel that was tried several times, with parameters that it does not have, is kept once.
    Raises DataError for what has no place in a sweep, and for a point that was tried twice.
    """
    _refuse_others(of)
    names = of.parameter("kernel")
    numbers, notices = _gammas(of)
    ones = list(zip(of.parameter("gamma"), of.parameter("coef0"), strict=True))
    degrees = of.parameter("degree")
    rows = _different(of, names, numbers)
    families, values = [], []
    for row in rows:
        if names[row] not in NAMES or (names[row] == "poly" and ones[row] != (1, 1)):
            raise DataError(
                f"{WHERE}: the kernel {names[row]!r} of this search has no place in a sweep. What "
                "has: gamma of 'rbf', 'linear', and degree of 'poly' with gamma = coef0 = 1."
            )
        families.append(_family(names[row]))
        of_row = {"rbf": numbers[row], "poly": degrees[row]}
        values.append(float(of_row.get(names[row], nan)))
    grids: dict[Candidates, set[float]] = {}
    for family, value in zip(families, values, strict=True):
        grids.setdefault(family, set()).add(value)
    candidates = tuple(
        replace(family, values=tuple(sorted(grid))) if family.convention else family
        for family, grid in grids.items()
    )
    return Kernels(candidates, np.array(rows), families, values, notices)


def _family(name: str) -> Candidates:
    return Candidates(NAMES[name], convention="gamma" if name == "rbf" else "")


def _refuse_others(of: Searched) -> None:
    """Raise where something varies that is no strength and no kernel."""
    parameters = [name for name in of.found if name.startswith("param_")]
    columns = {f"param_{of.prefix}{name}" for name in (of.strength, "kernel", *OF_KERNEL)}
    varies = [name for name in parameters if name not in columns and len(set(_texts(of, name))) > 1]
    if varies:
        words = ", ".join(name.removeprefix("param_").removeprefix(of.prefix) for name in varies)
        raise DataError(
            f"{WHERE}: a sweep has a kernel and {of.strength}, this search varies {words}. Open "
            "the rows of one of its values: cv_results_ as a table, with learner=…."
        )


def _texts(of: Searched, column: str) -> list[str]:
    """Values of a column as texts that can be compared."""
    return [repr(value) for value in np.ma.asarray(of.found[column]).tolist()]


def _different(of: Searched, names: list[Any], gammas: list[Any]) -> list[int]:
    """Rows of different kernels and strengths; raises where one was tried twice."""
    whole = list(zip(*(_texts(of, name) for name in of.found if "param_" in name), strict=True))
    own = {"rbf": gammas, "poly": list(zip(*map(of.parameter, OF_KERNEL), strict=True))}
    strengths = of.parameter(of.strength)
    first_rows: dict[tuple[str, ...], int] = {}
    for row, name in enumerate(names):
        values = own[name][row] if name in own else ""
        first = first_rows.setdefault((repr(name), repr(values), repr(strengths[row])), row)
        if first != row and (not whole or whole[first] == whole[row]):
            raise DataError(
                f"{WHERE}: the search tried a point of its grid twice, as halving does."
            )
    return list(first_rows.values())


def _gammas(of: Searched) -> tuple[list[Any], tuple[str, ...]]:
    """Gamma of every row as a number, and what is to be said about it."""
    gammas, names = of.parameter("gamma"), of.parameter("kernel")
    of_rbf = [gamma for gamma, name in zip(gammas, names, strict=True) if name == "rbf"]
    words = {gamma for gamma in of_rbf if not isinstance(gamma, int | float)}
    by_word = {word: _as_number(of, word) for word in words}
    numbers = [by_word.get(gamma, gamma) for gamma in gammas]
    if "scale" not in words:
        return numbers, ()
    notice = (
        "gamma = 'scale' is another number on each fold: it stands as one kernel, with the gamma "
        f"of the whole sample, {by_word['scale']:.6g}."
    )
    return numbers, (notice,)


def _as_number(of: Searched, word: object) -> float:
    """Gamma that is a word, on the sample that the learner is fitted on; raises for none."""
    fitted = of.fitted
    if word in ("auto", None) and hasattr(fitted, "n_features_in_"):
        return float(1.0 / fitted.n_features_in_)
    if word == "scale" and getattr(fitted, "gamma", "") == word and hasattr(fitted, "_gamma"):
        return float(fitted._gamma)  # noqa: SLF001 (scikit-learn tells it nowhere else)
    try:
        return float(word)  # type: ignore[arg-type]  # a number from a file
    except (TypeError, ValueError) as error:
        raise DataError(
            f"{WHERE}: gamma must be numbers; what {word!r} means depends on the sample, and no "
            "learner with it is fitted on the whole of it. Search over numbers, or open "
            "cv_results_ with a fitted one: learner=SVC().fit(X, y)."
        ) from error
