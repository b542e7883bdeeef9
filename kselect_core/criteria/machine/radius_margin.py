"""Radius-margin bound of the support vector machine with squared slacks."""

import numpy as np

from kselect_core.criteria.base import Criterion, converged_only
from kselect_core.criteria.problems.machine import SvmProblem
from kselect_core.errors import UndefinedScoreError
from kselect_core.results.worked import Term, Worked
from kselect_core.types import Array, Bool, Float


def radius_margin(problem: SvmProblem) -> Float[Array, " L"]:
    """R²‖w‖²/n of the machine with squared slacks, for each C.

    It is the hard-margin machine on K + I/C; R is the radius of the smallest ball around the
    images of the points under that kernel.

    Source: Vapnik (1998); Chapelle, Vapnik, Bousquet, Mukherjee (2002).
    Cost: one machine and one enclosing ball for each C.
    """
    squared_norm, squared_radius, converged = parts(problem)
    return converged_only(squared_radius * squared_norm / problem.n, converged)


def parts(
    problem: SvmProblem,
) -> tuple[Float[Array, " L"], Float[Array, " L"], Bool[Array, " L"]]:
    """‖w‖², R², and whether both were found, for each C."""
    if problem.spectrum.indefinite:
        raise UndefinedScoreError("K is indefinite: there is no ball around the points")
    slacks = [problem.squared_slacks(float(C)) for C in problem.C]
    norm, radius, converged = (np.array(column) for column in zip(*slacks, strict=True))
    return norm, radius, converged


def radius_margin_worked(problem: SvmProblem) -> Worked:
    """R², ‖w‖² and n."""
    norm, radius, _ = parts(problem)
    terms = (
        Term("R^2", float(radius[0]), "squared radius of the smallest ball around the points"),
        Term(r"\lVert w\rVert^2", float(norm[0]), "squared norm; its inverse is the margin"),
        Term("n", problem.n, "points"),
    )
    return Worked(terms, r"\frac{#1\cdot#2}{#3}", lambda radius, norm, n: radius * norm / n)


RADIUS_MARGIN = Criterion(
    name="radius_margin",
    label="Radius-margin",
    full_name="radius-margin bound",
    style=("brown", "dot", "hourglass"),
    function=radius_margin,
    worked=radius_margin_worked,
    better="lower",
    formula=r"\frac{R^2\lVert w\rVert^2}{n}\quad\text{on }K+\tfrac1CI",
    summary="Size of the ball around the data, compared with the width of the gap between the "
    "classes. Small values mean a wide gap.",
    source="Vapnik (1998), Statistical learning theory; Chapelle, Vapnik, Bousquet, Mukherjee "
    "(2002)",
    cost="machine",
    evidence="standard",
    usual=True,
    oddity="A bound of the leave-one-out error of the machine with squared slacks, not of the one "
    "that is trained here, and far too large to be an error rate.",
    needs=frozenset({"classes", "labels", "machine", "spectrum"}),
)
