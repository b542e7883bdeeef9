"""Formulas of criteria with their numbers at one point of the grid."""

import threading
from collections.abc import Callable, Sequence

from kselect_core.errors import StoppedError, UndefinedScoreError
from kselect_core.linalg.machine.threads import one_blas_thread
from kselect_core.results.worked import Worked
from kselect_core.selection.config.parts import CriterionChoice
from kselect_core.selection.places.cursor import Cursor, Workbench

PER_CUBE, PER_SQUARE = 1.2e-10, 7e-8
"""Seconds of one eigendecomposition per n³ and n², and of Lanczos runs per n²."""

MACHINES, GROWTH = 8e-8, 2.5
"""Seconds of the machines without each point at one C, per n to this power; narrow kernels."""

Outcome = Worked | str
"""A formula with numbers, or why there are none."""


def worked_on(bench: Workbench, cursor: Cursor, choice: CriterionChoice) -> Worked:
    """Terms and value of a criterion at the cursor; one eigendecomposition serves all that need it.

    Raises UndefinedScoreError with the reason where the criterion has no value.
    """
    spectral = "spectrum" in choice.criterion.needs
    with one_blas_thread():
        problem = bench.decomposed(cursor) if spectral else bench.problem(cursor)
        return choice.criterion.with_numbers(problem, **dict(choice.options))


def all_worked(
    bench: Workbench,
    cursor: Cursor,
    choices: Sequence[CriterionChoice],
    *,
    on_progress: Callable[[int, int], None],
    cancel: threading.Event,
) -> dict[str, Outcome]:
    """Formulas of several criteria by quantity; a criterion without value gives its reason.

    Raises StoppedError when ``cancel`` was set, between two criteria.
    """
    outcomes = dict[str, Outcome]()
    for done, choice in enumerate(choices):
        if cancel.is_set():
            raise StoppedError("The numbers of the formulas")
        on_progress(done, len(choices))
        try:
            outcomes[choice.quantity] = worked_on(bench, cursor, choice)
        except UndefinedScoreError as error:
            outcomes[choice.quantity] = error.reason
    return outcomes


def seconds(n: int, choices: Sequence[CriterionChoice]) -> float:
    """Estimate of the time that the formulas of these criteria take on n points."""
    needs = frozenset[str]().union(*(choice.criterion.needs for choice in choices))
    spectral = PER_CUBE * n**3 + PER_SQUARE * n**2 if "spectrum" in needs else 0.0
    if "machine" in needs:
        machines: float = MACHINES * float(n) ** GROWTH
        return spectral + machines
    runs = "folds" in needs or any(choice.criterion.cost == "lanczos" for choice in choices)
    return spectral + (PER_SQUARE * n**2 if runs else 0.0)
