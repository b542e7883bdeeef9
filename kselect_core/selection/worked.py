"""Formula of a criterion with its numbers at one point of the grid."""

from kselect_core.criteria.worked import Worked
from kselect_core.data import Dataset
from kselect_core.linalg import one_blas_thread
from kselect_core.selection.config import SweepConfig
from kselect_core.selection.cursor import Cursor, Workbench
from kselect_core.selection.parts import CriterionChoice


def worked_on(bench: Workbench, cursor: Cursor, choice: CriterionChoice) -> Worked:
    """Terms and value of a criterion at the cursor; one eigendecomposition serves all that need it.

    Raises UndefinedScoreError with the reason where the criterion has no value.
    """
    spectral = "spectrum" in choice.criterion.needs
    with one_blas_thread():
        problem = bench.decomposed(cursor) if spectral else bench.problem(cursor)
        return choice.criterion.with_numbers(problem, **dict(choice.options))


def worked_at(
    config: SweepConfig, dataset: Dataset, cursor: Cursor, choice: CriterionChoice
) -> Worked:
    """Terms and value of a criterion at one point of a sweep; the value is that of its table."""
    return worked_on(Workbench(config, dataset, cursor.split), cursor, choice)
