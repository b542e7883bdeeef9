"""Rows of criteria for the browser: the heights, errors and choices of the figure of rows."""

import numpy as np
import pytest

from kselect_core import SweepConfig, load_dataset
from kselect_core.plotting.output.rows_payload import rows_payload
from kselect_core.selection import Candidates
from kselect_core.views import SweepAt
from kselect_core.views.curves import lines_of

GRID = (0.125, 0.5, 2.0, 8.0, 32.0, 128.0, 512.0)
CONFIG = SweepConfig(
    dataset="made:moons,n=40",
    repeats=1,
    lambdas=(0.01,),
    candidates=(Candidates(values=GRID),),
    criteria=("loo", "kta", "sm"),
)


def rows_of(at, quantities):
    return rows_payload(
        at.at_lambda(0.01),
        at.part("per_lambda", 0.01),
        lam=0.01,
        kernel="gaussian",
        values=GRID,
        view=lines_of(at, quantities, frozenset({"test"})),
    )


@pytest.fixture(scope="module")
def at():
    return SweepAt(CONFIG, load_dataset(CONFIG.dataset))


def test_a_row_goes_from_the_best_value_to_the_worst_and_has_its_choice(at):
    found = rows_of(at, ("kta", "loo"))
    assert [row["name"] for row in found.rows] == ["KTA", "LOO"]
    for row, quantity in zip(found.rows, ("kta", "loo"), strict=True):
        assert min(row["y"]) == 0
        assert max(row["y"]) == 1
        chosen = at.part("per_lambda", 0.01).set_index("quantity").at[quantity, "parameter"]
        assert GRID[row["pin"]] == chosen
        assert row["chosen"].startswith("τ = ")
    assert len(found.error) == len(GRID)
    assert [k for k, _ in found.ticks] == [0, 5]
    assert found.title.startswith("τ in exp")


def test_a_criterion_without_a_value_has_an_empty_row():
    config = SweepConfig(
        dataset="made:additive,n=40",
        repeats=1,
        lambdas=(0.01,),
        candidates=CONFIG.candidates,
        criteria=("loo", "fsm"),
    )
    place = SweepAt(config, load_dataset(config.dataset))
    _, row = rows_of(place, ("loo", "fsm")).rows
    assert row["y"] == []
    assert row["pin"] is None
    assert not row["edge"]


def test_the_heights_are_those_of_the_values(at):
    (row,) = rows_of(at, ("kta",)).rows
    table = at.at_lambda(0.01)
    values = table[table["quantity"] == "kta"].sort_values("parameter")["value"].to_numpy()
    order = np.argsort(values)[::-1]  # the highest alignment is the best
    assert (np.diff(np.array(row["y"])[order]) >= 0).all()
