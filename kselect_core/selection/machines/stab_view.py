"""The stability bound taken apart: its parts over the grid, its blocks, and other shuffles."""

from typing import NamedTuple, Unpack

import numpy as np
import pandas as pd

from kselect_core.criteria.machine.stab import constants, stability
from kselect_core.criteria.machine.svm_loo import SVM_LOO
from kselect_core.criteria.problems.machine import SvmProblem
from kselect_core.errors import DataError, UndefinedScoreError
from kselect_core.listening import Listening, watched
from kselect_core.selection.machines.machine_view import costs_problem
from kselect_core.selection.places.cursor import Cursor, Workbench, family_of
from kselect_core.types import Array, Float, Int

DELTA = 0.05
"""Probability with which the bound may fail."""
SHUFFLES = 20
"""Shuffles of a band; the first is that of the sweep."""
LOO = SVM_LOO.name


class StabParts(NamedTuple):
    """Leave-one-out error and Ĥ at some points of the grid; x is C or the kernel parameter."""

    x: Float[Array, " p"]
    missed: Float[Array, "*grid"]
    change: Float[Array, "*grid"]
    n: int

    def confidence(self, form: str) -> float:
        """What the constants of the bound add, even without a single change."""
        first, last = constants(self.n, form, DELTA)
        return float(np.sqrt(2 / DELTA * (first + 3 * last)))

    def penalty(self, form: str) -> Float[Array, "*grid"]:
        """What Ĥ adds beyond the constants."""
        first, last = constants(self.n, form, DELTA)
        whole: Array = np.sqrt(2 / DELTA * (first + 3 * (self.change + last)))
        return whole - self.confidence(form)

    def bound(self, form: str) -> Float[Array, "*grid"]:
        """Value of the bound: the three parts together."""
        whole: Array = self.missed + self.penalty(form) + self.confidence(form)
        return whole


class Blocks(NamedTuple):
    """Training points of each block, points that its machines predict, share that changes."""

    train: Int[Array, "s t"]
    test: Int[Array, "s t"]
    share: Float[Array, " s"]

    @property
    def change(self) -> float:
        """Ĥ: mean over the blocks."""
        return float(self.share.mean())


class ShuffleBand(NamedTuple):
    """Ĥ over one family's grid for several shuffles, and the cell that STAB chooses with each."""

    parameters: Float[Array, " p"]
    lambdas: Float[Array, " L"]
    C: Float[Array, " L"]
    change: Float[Array, "r p L"]
    chosen: Int[Array, "r 2"]


def stab_parts(bench: Workbench, table: pd.DataFrame, cursor: Cursor, *, along: str) -> StabParts:
    """Parts of the bound over C at the cursor's kernel (``along="C"``), or over its family.

    The leave-one-out error comes from the table of the sweep, Ĥ is computed: the blocks are small.
    Of several classes both are those of the pair that is looked at, and computed.
    """
    if along == "C":
        problem = costs_problem(bench, cursor.kernel, cursor.parameter)
        order = np.argsort(problem.C, kind="stable")
        alone = np.array([cursor.parameter])
        missed = _missed(bench, table, cursor.split, cursor.kernel, alone)
        falling = missed[0][::-1]  # λ descending is C ascending: C = 1/(2μ), and μ grows with λ
        return StabParts(problem.C[order], falling, stability(problem)[order], problem.n)
    x = np.array(family_of(bench.config, cursor.kernel).points)
    missed = _missed(bench, table, cursor.split, cursor.kernel, x)
    change = np.array([_change_at(bench, cursor, float(value)) for value in x])
    row = _nearest(np.unique(table["lambda"]), cursor.lam)
    return StabParts(x, missed[:, row], change, bench.split.problem.n)


def blocks_at(bench: Workbench, cursor: Cursor) -> Blocks:
    """Blocks of the shuffled sample, and how many predictions one point changes in each."""
    problem = costs_problem(bench, cursor.kernel, cursor.parameter)
    here = _nearest(problem.lambdas, cursor.lam)
    if np.isnan(stability(problem)[here]):  # it refuses samples that are too small
        raise UndefinedScoreError("a machine of the blocks at the cursor did not converge")
    share = problem.changes.changed.mean(axis=(2, 3))[here]
    size, half = int(np.sqrt(problem.n)), len(share)
    start = size * np.arange(half)[:, None] + np.arange(half)
    return Blocks(problem.permutation[start], problem.permutation[start + half], share)


def shuffle_band(
    bench: Workbench,
    table: pd.DataFrame,
    *,
    split: int,
    kernel: str,
    shuffles: int = SHUFFLES,
    **listening: Unpack[Listening],
) -> ShuffleBand:
    """Ĥ on the grid of a family for several shuffles of the sample, and the choices of STAB.

    Equal values go to the largest λ (smallest C), then to the smoothest kernel.
    """
    family = family_of(bench.config, kernel)
    x, smoothness = np.array(family.points), np.array(family.smoothness())
    missed = _missed(bench, table, split, kernel, x)
    template = bench.split.problem
    order = np.argsort(template.lambdas)
    bands = []
    for value in watched(family.points, "kernels", **listening):
        problem = costs_problem(bench, kernel, value)
        bands.append([stability(other)[order] for other in _reshuffled(problem, shuffles)])
    change = np.array(bands).transpose(1, 0, 2)
    bounds = [StabParts(x, missed, one, template.n).bound("35") for one in change]
    chosen = [_best(bound, smoothness) for bound in bounds]
    lambdas = template.lambdas[order]
    return ShuffleBand(x, lambdas, 0.5 / template.mu[order], change, np.array(chosen))


def shuffle_seconds(n: int, cells: int, shuffles: int = SHUFFLES) -> float:
    """Time of a band, about."""
    return float(2e-8 * n**1.5 * cells * shuffles)


def missed_in(
    table: pd.DataFrame, split: int, kernel: str, parameters: Float[Array, " p"]
) -> Float[Array, "p L"]:
    """Leave-one-out error of a split from the table, λ ascending."""
    rows = table[(table["quantity"] == LOO) & (table["split"] == split)]
    rows = rows[rows["kernel"] == kernel]
    if rows.empty:
        raise DataError(
            "This sweep holds no leave-one-out error of the machine (criterion svm_loo): "
            "sweep with it to see the parts of the bound."
        )
    wide = rows.assign(parameter=rows["parameter"].fillna(0.0)).pivot_table(
        index="parameter", columns="lambda", values="value", dropna=False
    )
    grid = wide.index.to_numpy(dtype=np.float64)
    places = [int(np.abs(grid - value).argmin()) for value in np.nan_to_num(parameters)]
    return wide.to_numpy(dtype=np.float64)[places]


def _missed(
    bench: Workbench, table: pd.DataFrame, split: int, kernel: str, parameters: Float[Array, " p"]
) -> Float[Array, "p L"]:
    """Leave-one-out error, λ ascending: from the table, but computed for a pair of classes."""
    if not bench.config.pair:
        return missed_in(table, split, kernel, parameters)
    order, missed = np.argsort(bench.split.problem.lambdas), []
    for value in parameters:
        problem = costs_problem(bench, kernel, float(value))
        shares = problem.missed.mean(axis=1)
        missed.append(np.where(problem.left_out.converged, shares, np.nan)[order])
    return np.array(missed)


def _change_at(bench: Workbench, cursor: Cursor, parameter: float) -> float:
    """Ĥ at one cell, from the whole path of C as in the sweep, which ends where one fails."""
    problem = costs_problem(bench, cursor.kernel, parameter)
    return float(stability(problem)[_nearest(problem.lambdas, cursor.lam)])


def _reshuffled(problem: SvmProblem, count: int) -> list[SvmProblem]:
    """The same problem with other seeds of the shuffle, itself first."""
    others = [
        SvmProblem.of_ridges(
            problem.K, problem.y, problem.lambdas, ridge=problem.ridge, seed=problem.seed + step
        )
        for step in range(1, count)
    ]
    return [problem, *others]


def _best(values: Float[Array, "p L"], smoothness: Int[Array, " p"]) -> tuple[int, int]:
    finite = np.where(np.isfinite(values), values, np.inf)
    rows, columns = np.nonzero(finite <= finite.min() * (1 + 1e-9))
    first = int(np.lexsort((-smoothness[rows], -columns))[0])
    return int(rows[first]), int(columns[first])


def _nearest(grid: Float[Array, " L"], value: float) -> int:
    return int(np.abs(np.log(grid / value)).argmin())
