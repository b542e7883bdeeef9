"""What if one training point were not there, or otherwise: kernel, criteria and choices anew."""

from typing import NamedTuple, Unpack

import numpy as np
import pandas as pd

from kselect_core.criteria.problems.least_squares import EIGH_LIMIT
from kselect_core.errors import UndefinedScoreError
from kselect_core.linalg.spectra.symmetric import eigenvalues
from kselect_core.listening import Listening
from kselect_core.selection.config.config import SVM, SweepConfig
from kselect_core.selection.config.measures import ERROR, measured_by
from kselect_core.selection.places.cursor import Cursor, family_of
from kselect_core.selection.points.alter import Alteration, altered, cross_norm, difference
from kselect_core.selection.points.moves import grid_table, moves
from kselect_core.selection.sweep.choices import choices
from kselect_core.selection.sweep.prepared import PreparedSplit
from kselect_core.selection.sweep.rows import kernel_numbers
from kselect_core.types import Array, Float

QUICK = 3e7
"""Kernels × n^2.5 up to which the grid of one changed point takes less than 0.3 s, measured."""


SMALLEST = 60
"""Fewer points make a kernel no cheaper."""


class Shift(NamedTuple):
    """‖K − K′‖₂ at the cursor and the eigenvalues of K and K′, descending.

    K′ is the matrix after the change; where a point was removed its last eigenvalue is 0, that
    of the zero row and column the point leaves behind.
    """

    norm: float
    sigma: Float[Array, " n"]
    sigma_after: Float[Array, " n"]


class Redone(NamedTuple):
    """Sweep tables of one split before and after a change, and how far the choices moved."""

    before: pd.DataFrame
    after: pd.DataFrame
    moves: pd.DataFrame


def shifted(config: SweepConfig, ready: PreparedSplit, cursor: Cursor, change: Alteration) -> Shift:
    """Norm of K − K′ (closed form) and both spectra. Cost: two times O(n³), without vectors."""
    if ready.problem.n > EIGH_LIMIT:
        raise UndefinedScoreError(
            f"The spectra of two {ready.problem.n} × {ready.problem.n} matrices take minutes; they "
            f"are skipped above n = {EIGH_LIMIT}."
        )
    norm = shift_norm(config, ready, cursor, change)
    sigma = _sigma(config, ready, cursor)
    if change.action == "flip":
        return Shift(norm, sigma, sigma)
    after = _sigma(config, altered(ready, change), cursor)
    return Shift(norm, sigma, np.append(after, np.zeros(len(sigma) - len(after))))


def shift_norm(
    config: SweepConfig, ready: PreparedSplit, cursor: Cursor, change: Alteration
) -> float:
    """‖K − K′‖₂ at the cursor, exact for every action. Cost: one row of the kernel matrix."""
    return cross_norm(difference(config, ready, cursor, change), change.row)


def redone(
    config: SweepConfig,
    ready: PreparedSplit,
    split: int,
    change: Alteration,
    *,
    before: pd.DataFrame | None = None,
    measure: str = ERROR,
    **listening: Unpack[Listening],
) -> Redone:
    """Grid of one split evaluated again with one point changed, by the code of the sweep.

    The ridge of a smaller sample is that of its own size, the preparation stays as fitted on the
    whole training part, the test part stays, and so do the folds: a removed point leaves its fold,
    no other point changes fold. An unchanged point gives the same numbers.

    ``before`` is the sweep's table of this split (computed here if it is not given). By ``measure``
    are the test errors of both tables, and so what the choices cost, as `measured_by` says.
    """
    if before is None:
        before = grid_table(config, ready, split, cancel=listening.get("cancel"))
    after = grid_table(config, altered(ready, change), split, **listening)
    first, second = (measured_by(table, measure) for table in (before, after))
    return Redone(first, second, moves(config, choices(first, config), choices(second, config)))


def is_quick(config: SweepConfig, n: int) -> bool:
    """Whether the grid of one changed point takes only a moment, for n training points.

    Never for support vector machines, whose fits have no closed form.
    """
    if config.learner == SVM:
        return False
    work: float = len(config.kernels) * max(n, SMALLEST) ** 2.5
    return work <= QUICK


def values_at(config: SweepConfig, again: Redone, cursor: Cursor) -> pd.DataFrame:
    """Every quantity at the cursor: quantity, kind, value, after, change, reason of a gap."""
    before, after = (_at(config, table, cursor) for table in (again.before, again.after))
    second = after.set_index("quantity")[["value", "reason"]]
    values = before[["quantity", "kind", "value", "reason"]].join(
        second.rename(columns={"value": "after", "reason": "later"}), on="quantity"
    )
    values["change"] = values["after"] - values["value"]
    values["reason"] = values["reason"].where(values["reason"] != "", values["later"])
    columns = ["quantity", "kind", "value", "after", "change", "reason"]
    return values[columns].reset_index(drop=True)


def _at(config: SweepConfig, table: pd.DataFrame, cursor: Cursor) -> pd.DataFrame:
    family = family_of(config, cursor.kernel)
    here = pd.DataFrame(
        {
            "kernel": [cursor.kernel],
            "parameter": [cursor.parameter],
            "convention": [family.convention],
        }
    )
    table = table[table["lambda"] == cursor.lam].reset_index(drop=True)
    rows: pd.DataFrame = table[kernel_numbers(config, table) == kernel_numbers(config, here)[0]]
    return rows


def _sigma(config: SweepConfig, ready: PreparedSplit, cursor: Cursor) -> Float[Array, " n"]:
    family = family_of(config, cursor.kernel)
    out = np.empty((ready.problem.n, ready.problem.n))
    problem = ready.training_kernel(cursor.kernel, family.parameters(cursor.parameter), out)
    sigma: Float[Array, " n"] = np.maximum(eigenvalues(problem.K)[::-1], 0.0)
    return sigma
