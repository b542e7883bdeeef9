"""Rows of criteria for the browser: the heights, errors and choices of the figure of rows."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core import SweepConfig, load_dataset, views
from kselect_core.plotting.output.rows_payload import rows_payload
from kselect_core.selection import Candidates
from kselect_core.views import SweepAt
from kselect_core.views.curves import lines_of
from tests.added import add, kernel

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
        quantities=quantities,
        steps={"gaussian": GRID},
        view=lines_of(at, quantities, frozenset({"test"})),
    )


@pytest.fixture(scope="module")
def at():
    return SweepAt(CONFIG, load_dataset(CONFIG.dataset))


def test_a_row_goes_from_the_best_value_to_the_worst_and_has_its_choice(at):
    found = rows_of(at, ("kta", "loo"))
    assert [row["name"] for row in found.rows] == ["KTA", "LOO"]
    (part,) = found.parts
    for row, quantity in zip(found.rows, ("kta", "loo"), strict=True):
        (curve,) = row["curves"]
        assert min(curve["y"]) == 0
        assert max(curve["y"]) == 1
        chosen = at.part("per_lambda", 0.01).set_index("quantity").at[quantity, "parameter"]
        assert part["values"][row["pin"]["at"]] == chosen
        assert row["pin"]["y"] == curve["y"][row["pin"]["at"]] == 0
        assert row["pin"]["told"].startswith(f"{row['name']} chooses τ = ")
    assert len(found.error[0]) == len(GRID)
    assert part["values"] == list(GRID)
    assert part["steps"] == part["x"]
    assert_allclose(np.diff(part["x"]), np.diff(part["x"])[0], atol=2e-4)  # a grid of powers
    assert part["texts"][0] == "τ = 2⁻³"
    assert part["title"].startswith("τ in exp")


def test_a_grid_of_a_package_that_no_powers_make_has_its_own_places_ticks_and_steps(monkeypatch):
    grid = (0.3, 1.0, 3.0, 7.0)
    odd = kernel("odd", lambda D, *, gamma, **_: 1 / (1 + gamma * D), grid=grid)
    add(monkeypatch, odd)
    config = replace(CONFIG, candidates=("odd",), criteria=("loo",))
    at = SweepAt(config, load_dataset(config.dataset))
    found = rows_payload(
        at.at_lambda(0.01),
        at.part("per_lambda", 0.01),
        lam=0.01,
        quantities=("loo",),
        steps={"odd": grid},
        view=lines_of(at, ("loo",), frozenset({"test"})),
    )
    (part,), (row,) = found.parts, found.rows
    assert part["values"] == list(grid)
    assert part["steps"] == part["x"]
    share = np.log(grid) / np.log(7.0 / 0.3)
    places = np.array(part["x"])
    assert_allclose((places - places[0]) / np.ptp(places), share - share[0], atol=2e-4)
    assert part["ticks"] == list(zip(part["x"], ("0.3", "1", "3", "7"), strict=True))
    assert part["texts"] == ["γ = 0.3", "γ = 1", "γ = 3", "γ = 7"]
    chosen = at.part("per_lambda", 0.01).set_index("quantity").at["loo", "parameter"]
    assert part["values"][row["pin"]["at"]] == chosen
    assert part["texts"][row["pin"]["at"]] in row["pin"]["told"]


def test_the_rows_are_those_of_the_figure(at):
    found = rows_of(at, ("kta", "loo", "sm"))
    options = {"kernel": "gaussian", "parameter": 2.0, "lam": 0.01}
    figure = views.criterion_rows(at, **options, quantities=("kta", "loo", "sm")).draw()
    curves = {trace.name: trace for trace in figure.data if trace.mode == "lines+markers"}
    behind = [trace for trace in figure.data if trace.mode == "lines"]
    for number, row in enumerate(found.rows):
        curve = curves[row["name"]]
        heights = (np.array(curve.y) - (2 - number) - 0.16) / 0.68
        assert_allclose(row["curves"][0]["y"], heights, atol=1e-4)
        grey = np.array(behind[number].y) - (2 - number)
        assert_allclose(found.error[0], (grey - 0.16) / 0.68, atol=1e-4)
        assert [
            float(told.replace("−", "-")) for told in row["curves"][0]["told"]
        ] == pytest.approx([point[3] for point in curve.customdata], rel=1e-3)
    axis = figure.layout.xaxis
    places = (np.log10(axis.tickvals) - axis.range[0]) / (axis.range[1] - axis.range[0])
    ticks = found.parts[0]["ticks"]
    assert_allclose([place for place, _ in ticks], places, atol=1e-4)
    assert tuple(text for _, text in ticks) == axis.ticktext
    pins = {t.text[0]: t.x[0] for t in figure.data if t.mode == "markers"}
    marked = [row["pin"] for row in found.rows if row["pin"]]
    assert {pin["told"].replace(", ", "<br>"): GRID[pin["at"]] for pin in marked} == pins


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
    (curve,) = row["curves"]
    assert set(curve["y"]) == {None}
    assert set(curve["told"]) == {"needs labels −1 and +1"}
    assert row["pin"] is None


def test_the_heights_are_those_of_the_values(at):
    (row,) = rows_of(at, ("kta",)).rows
    table = at.at_lambda(0.01)
    values = table[table["quantity"] == "kta"].sort_values("parameter")["value"].to_numpy()
    order = np.argsort(values)[::-1]  # the highest alignment is the best
    assert (np.diff(np.array(row["curves"][0]["y"])[order]) >= 0).all()
