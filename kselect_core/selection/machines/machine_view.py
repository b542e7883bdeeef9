"""The support vector machines of one kernel: support vectors, margin and radius, along C."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from kselect_core.criteria.machine.marg import parts
from kselect_core.criteria.problems.machine import SvmProblem
from kselect_core.errors import InvalidParameterError, UndefinedScoreError
from kselect_core.selection.places.cursor import Cursor, Workbench, family_of
from kselect_core.selection.places.film import RESOLUTION
from kselect_core.selection.places.steps import Fits, fits_at
from kselect_core.types import Array, Bool, Float, Int

OUTSIDE, FREE, BOUNDED = 0, 1, 2
"""Role of a training point: α = 0, 0 < α < C, α = C."""


class MachinePath(NamedTuple):
    """What the machine is for each C, ascending; NaN where it did not converge.

    ``squared_radius`` is that of the smallest ball around the points, the same for every C.
    """

    C: Float[Array, " L"]
    lambdas: Float[Array, " L"]
    free: Float[Array, " L"]
    bounded: Float[Array, " L"]
    norm: Float[Array, " L"]
    training_error: Float[Array, " L"]
    squared_radius: float
    n: int

    @property
    def margin(self) -> Float[Array, " L"]:
        """Distance 1/‖w‖ of the lines f = ±1 from f = 0 in feature space."""
        with np.errstate(divide="ignore"):
            margin: Array = 1.0 / self.norm
        return margin

    def at(self, lam: float) -> int:
        """Position of a λ of the grid."""
        return int(np.abs(np.log(self.lambdas / lam)).argmin())


def costs_problem(bench: Workbench, kernel: str, parameter: float) -> SvmProblem:
    """Training kernel of one candidate with every C of the grid."""
    family = family_of(bench.config, kernel)
    out = np.empty_like(bench.split.problem.K)
    problem = bench.split.training_kernel(kernel, family.parameters(parameter), out)
    if not isinstance(problem, SvmProblem):
        learner = bench.config.learner
        raise InvalidParameterError("Machine", "learner", "'svm', the learner of a sweep", learner)
    return problem


def machine_path(problem: SvmProblem) -> MachinePath:
    """Numbers of support vectors, ‖w‖, training error for each C, and the radius.

    Cost: one path of C to a fine tolerance, one to the usual one, and the enclosing ball.
    """
    order = np.argsort(problem.C, kind="stable")
    converged = (problem.exact_machines.converged & problem.machines.converged)[order]
    roles = roles_of(problem)[order]
    wrong = ((problem.machines.f > 0) != (problem.y > 0)).mean(axis=1)[order]
    from kselect_core.linalg.fits.smo import enclosing_ball  # noqa: PLC0415 (it loads the compiler)

    ball = enclosing_ball(problem.K)
    return MachinePath(
        problem.C[order],
        problem.lambdas[order],
        _where(converged, (roles == FREE).sum(axis=1)),
        _where(converged, (roles == BOUNDED).sum(axis=1)),
        _where(converged, parts(problem)[1][order]),
        _where(converged, wrong),
        ball.squared_radius if ball.converged else float("nan"),
        problem.n,
    )


def roles_of(problem: SvmProblem) -> Int[Array, "L n"]:
    """Role of every training point for each C: outside, free or bounded support vector."""
    alpha, C = problem.alpha, problem.C[:, None]
    return np.where(alpha == 0, OUTSIDE, np.where(alpha < C, FREE, BOUNDED))


def roles_at(bench: Workbench, cursor: Cursor) -> Int[Array, " n"]:
    """Role of every training point in the machine at the cursor."""
    problem = costs_problem(bench, cursor.kernel, cursor.parameter)
    near = np.isclose(problem.lambdas, cursor.lam, rtol=1e-9, atol=0.0)
    here = problem.restricted(near)
    if not isinstance(here, SvmProblem) or not here.exact_machines.converged.all():
        raise UndefinedScoreError("the machine at the cursor did not converge")
    roles: Array = roles_of(here)[0]
    return roles


class Machines(NamedTuple):
    """Machines at points of a grid: their fits, the roles of the training points, which are known.

    A machine that did not converge is none that is known; its roles are all 0.
    """

    fits: Fits
    roles: Int[Array, "F n"]
    known: tuple[bool, ...]


def machines_at(
    bench: Workbench, points: Sequence[Cursor], *, resolution: int = RESOLUTION
) -> Machines:
    """Machine at each of the points, which are of one split."""
    roles = [_roles_or_none(bench, point) for point in points]
    none = np.zeros(bench.split.n, dtype=np.int64)
    return Machines(
        fits_at(bench, points, resolution=resolution),
        np.stack([none if one is None else one for one in roles]),
        tuple(one is not None for one in roles),
    )


def _roles_or_none(bench: Workbench, cursor: Cursor) -> Int[Array, " n"] | None:
    try:
        return roles_at(bench, cursor)
    except UndefinedScoreError:
        return None


def _where(converged: Bool[Array, " L"], values: Array) -> Float[Array, " L"]:
    return np.where(converged, values.astype(np.float64), np.nan)
