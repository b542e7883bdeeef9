"""One call from a table to a figure, with the cursor on the choice."""

from typing import Any, Literal, get_args

import pandas as pd

from kselect_core.data import Dataset
from kselect_core.errors import UnknownNameError
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.measures import ERROR
from kselect_core.selection.sweep.choices import first_place
from kselect_core.views.curves import criterion_rows, regrets
from kselect_core.views.maps import grid_map
from kselect_core.views.sweep import SweepAt
from kselect_core.views.view import Drawn

Kind = Literal["curves", "map", "regrets"]


def plot(
    table: pd.DataFrame,
    config: SweepConfig,
    kind: Kind = "curves",
    *,
    measure: str = ERROR,
    dataset: Dataset | None = None,
    **options: Any,  # noqa: ANN401 (of the view)
) -> Drawn:
    """View of a table that `run_sweep` gave, the cursor on what is chosen; shows in a notebook.

    Parameters
    ----------
    table : DataFrame
        What `run_sweep` gave, or `measured_by`.
    config : SweepConfig
        What it was given.
    kind : str, default="curves"
        "curves" (`views.criterion_rows`: each criterion over the widths, the test error behind it),
        "map" (`views.grid_map`: the test error over width × λ with every choice) or "regrets"
        (`views.regrets`).
    measure : str, default="error"
        What the test error is: "balanced", "weighted" or "auc", see `measured_by`.
    dataset : Dataset, optional
        Its data, for captions that say the size of the sample and the names of Gram matrices.
    **options
        What replaces options of the view, as ``quantity="loo"`` of a map, or ``lam=0.1``.

    Returns
    -------
    Drawn
        ``figure`` is a Plotly figure, ``caption`` a text, ``numbers()`` a table.

    Raises
    ------
    UnknownNameError
        For another kind.

    Examples
    --------
    >>> from kselect import SweepConfig, plot, run_sweep
    >>> config = SweepConfig(dataset="moons", criteria=("loo", "kta"), lambdas=(0.01,), repeats=1)
    >>> table = run_sweep(config)
    >>> table.plot("map").name  # it knows its configuration; one that was read from a file does not
    'Map of the test error'
    >>> plot(table, config, "map").name
    'Map of the test error'
    """
    return drawn(SweepAt.of(table, config, dataset, measure=measure), kind, **options)


def drawn(at: SweepAt, kind: str, *, test: bool = True, **options: Any) -> Drawn:  # noqa: ANN401 (of the view)
    """Return the same of a place; without ``test`` the test error is left out."""
    kinds = [one for one in get_args(Kind) if test or one != "regrets"]
    if kind not in kinds:
        raise UnknownNameError("kind of plot", kind, kinds)
    every = tuple(choice.quantity for choice in at.config.criteria)
    kernel, parameter, lam = first_place(at.choices, at.config)
    where: dict[str, Any] = {"kernel": kernel, "parameter": parameter, "lam": lam}
    if kind == "regrets":
        return regrets(at, **{"quantities": every, "fixed": lam, **options})
    if kind == "map":
        defaults = {"quantity": at.measured if test else every[0], "choices": every, "fixed": lam}
        return grid_map(at, **{**where, **defaults, **options})
    return criterion_rows(at, **{**where, "quantities": every, "test": test, **options})
