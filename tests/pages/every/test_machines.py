"""A sweep of support vector machines on every page: C in place of λ, and programs that draw it."""

import numpy as np
import pytest

from kselect_core import Candidates, CriterionChoice, SweepConfig, choices, load_dataset, run_sweep
from kselect_core.results import runs
from kselect_core.selection import with_digest
from kselect_core.selection.places.cursor import Cursor
from kselect_core.selection.places.film import line_through
from kselect_core.views import sweep as places
from kselect_core.words import edges
from kselect_ui.sweep import export
from kselect_ui.widgets import charts
from tests.pages import visits
from tests.pages.redrawn import run, same, traces
from tests.pages.visits import text, until_done

COSTS, WIDTHS = (0.05, 0.4, 3.0, 25.0), (0.05, 0.5, 5.0)
KEYS = ("kta", "svm_kfold", "svm_loo", "stab", "marg", "span_hinge")
CONFIG = with_digest(
    SweepConfig(
        dataset="two_moons",
        learner="svm",
        C=COSTS,
        candidates=(Candidates("gaussian", WIDTHS, "gamma"),),
        criteria=tuple(CriterionChoice(key) for key in KEYS),
        repeats=2,
        test_share=0.6,
    ),
    load_dataset("two_moons"),
)
RUN = CONFIG.digest()[:12]
PAGES = ("explore", "spectrum", "perturbation", "errors", "film")


@pytest.fixture(scope="module")
def table():
    return run_sweep(CONFIG)


@pytest.fixture(scope="module")
def home(tmp_path_factory, table):
    folder = tmp_path_factory.mktemp("home")
    kept = runs.Run(CONFIG.digest(), "finished", CONFIG.to_toml(), title="moons by machines")
    runs.save(kept, table, folder=folder / "runs")
    return folder


def opened(page="explore", **query):
    at = visits.opened(page, **{"run": RUN} | query)
    assert not at.exception
    assert [element.value for element in at.error] == []
    return at


@pytest.mark.parametrize("page", PAGES)
def test_every_page_says_c_in_place_of_lambda(page):
    at = opened(page)
    assert "λ" not in text(at)
    assert "C = " in text(at)
    for group in at.get("button_group"):
        assert not any("λ" in str(option) for option in group.options)


def test_the_slider_runs_from_small_to_large_costs():
    at = opened()
    slider = at.select_slider(key="lam")
    assert [float(option) for option in slider.options] == sorted(COSTS)
    assert "μ = 1/(2C)" in slider.label
    at.select_slider(key="lam").set_value(0.5 / 3.0).run()
    assert at.select_slider(key="lam").label.startswith("C = 3,")
    at.button(key="lam_later").click().run()
    assert at.select_slider(key="lam").label.startswith("C = 25,")
    at.button(key="lam_later").click().run()
    assert at.session_state["lam"] == 0.02


def test_the_link_says_the_cost_as_the_slider_does():
    at = opened(lam="0.4")
    assert at.select_slider(key="lam").label.startswith("C = 0.4,")
    assert not at.warning
    assert "at C = 0.4" in text(at)


def test_choices_of_kernel_and_cost_are_told_and_listed():
    at = opened(scope="joint", crit=["svm_loo", "stab"])
    assert "over the whole grid" in text(at)
    shown = visits.tables(at)[0]
    assert "C" in shown.columns
    assert "λ" not in shown.columns


def test_a_choice_on_the_edge_leads_to_larger_costs():
    ends = [edges.Edge("lambda", side, ("stab",)) for side in ("low", "high")]
    larger, smaller = (edges.longer_grid(CONFIG, end) for end in ends)
    assert max(larger.C) > max(COSTS) == max(smaller.C)
    assert min(smaller.C) < min(COSTS) == min(larger.C)
    assert "largest C. A better C" in edges.place(CONFIG, ends[0], larger)
    assert "smallest C. A better C" in edges.place(CONFIG, ends[1], smaller)


def test_the_edges_of_the_choices_are_those_of_the_costs(table):
    chosen = choices(table, CONFIG)
    assert chosen["boundary"].str.contains("C").any()
    for end in edges.chosen_ends(chosen, tuple(chosen["quantity"].unique())):
        if end.kernel == "lambda":
            rows = chosen[chosen["boundary"].str.contains("est C")]
            ends = {"low": "largest C", "high": "smallest C"}
            assert rows["boundary"].str.contains(ends[end.side]).any()


VIEWS = [
    ("explore", {}),
    ("explore", {"axis": "own units", "scope": "joint", "split": "2", "tr": "true"}),
    ("explore", {"axis": "over C", "t": "0.5"}),
    ("spectrum", {}),
    ("errors", {"along": "over λ", "cmp": "per λ"}),
    ("perturbation", {}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("page", "query"), VIEWS)
def test_every_figure_of_machines_is_drawn_again_by_its_program(page, query, monkeypatch, table):
    drawn, parcels = [], []
    monkeypatch.setattr(charts, "_note", drawn.append)
    offered = export.offer
    monkeypatch.setattr(export, "offer", lambda made: (parcels.append(made()), offered(made)))
    monkeypatch.setattr(places, "run_sweep", lambda *_, **__: table.copy())
    at = opened(page, **query)
    keys = {element.proto.id.split("-")[-1] for element in at.get("plotly_chart")}
    here = {chart.key: chart for chart in drawn if chart.key in keys}
    assert set(here) == keys
    assert len(keys) >= (1 if page == "explore" else 2)  # there the rows are on a canvas
    for key, chart in here.items():
        again = run(export.program_of(parcels[-1], chart))
        same(traces(again.to_json()), traces(chart.figure.to_json()), key)
        assert again.layout.to_plotly_json().keys() == chart.figure.layout.to_plotly_json().keys()


def test_the_axis_over_costs_is_labelled_in_costs(monkeypatch):
    drawn = []
    monkeypatch.setattr(charts, "_note", drawn.append)
    opened(axis="over C")
    figure = next(chart.figure for chart in drawn if chart.key == "curves")
    axis = figure.layout.xaxis
    assert axis.title.text == "C"
    assert axis.range[0] > axis.range[1]  # λ falls from left to right
    shown = dict(zip(axis.ticktext, 0.5 / np.asarray(axis.tickvals), strict=True))
    assert shown["10⁻¹"] == pytest.approx(0.1)


def test_the_map_of_errors_has_costs_upwards(monkeypatch):
    drawn = []
    monkeypatch.setattr(charts, "_note", drawn.append)
    opened("errors")
    chart = next(chart for chart in drawn if chart.key == "errors_map")
    axis = chart.figure.layout.yaxis
    assert axis.title.text == "C"
    assert axis.range[0] > axis.range[1]
    assert set(np.round(chart.numbers()["C"], 9)) == set(COSTS)
    cells = next(trace for trace in chart.figure.data if trace.name == "cells")
    assert all("C = " in told for told in cells.text)


def test_the_film_along_costs_goes_from_small_to_large():
    frames = line_through(CONFIG, Cursor(0, "gaussian", 0.5, CONFIG.lambdas[0]), along="lambda")
    assert [0.5 / frame.lam for frame in frames] == pytest.approx(sorted(COSTS))
    at = opened("film", reel="λ")
    assert "from C = 0.05 to C = 25" in text(at)


def test_cross_validated_errors_of_machines_stand_beside_the_test_error(monkeypatch):
    drawn = []
    monkeypatch.setattr(charts, "_note", drawn.append)
    at = opened("errors")
    chart = next(chart for chart in drawn if chart.key == "errors_curves")
    names = {trace.name for trace in chart.figure.data}
    assert {"LOO", "10-fold CV", "test error"} <= names
    assert "holds no" not in text(at)


def test_the_formulas_are_those_of_the_machine():
    at = opened(crit=["svm_loo", "stab"])
    at.session_state["formulas"] = True
    at.run()
    assert not at.exception
    assert any(r"C\sum_i\max" in element.value for element in at.latex)
    assert "μ = 1/(2C)" in text(at)


def test_a_removed_point_is_answered_in_costs(monkeypatch, table):
    drawn, parcels = [], []
    monkeypatch.setattr(charts, "_note", drawn.append)
    offered = export.offer
    monkeypatch.setattr(export, "offer", lambda made: (parcels.append(made()), offered(made)))
    at = opened("perturbation", pt="2", pscope="joint")
    assert "computed on demand" in text(at)
    (button,) = [button for button in at.button if button.key.startswith("offer_whatif")]
    button.click().run()
    at = until_done(at)
    assert not at.exception
    assert "would choose" in text(at) or "No choice would move" in text(at)
    assert "λ" not in text(at)
    shown = next(f for f in visits.tables(at) if "chooses" in f)
    assert shown["chooses"].str.contains("C = ").all()
    chart = [chart for chart in drawn if chart.key == "choices"][-1]
    monkeypatch.setattr(places, "run_sweep", lambda *_, **__: table.copy())
    again = run(export.program_of(parcels[-1], chart))
    same(traces(again.to_json()), traces(chart.figure.to_json()), chart.key)
