"""The formulas on the start page: their numbers are those of the table at the cursor."""

import re

import pytest
from streamlit.testing.v1 import AppTest

from kselect_core import Candidates, CriterionChoice, SweepConfig, load_dataset, run_sweep
from kselect_core.results import runs
from kselect_core.results.worked import number
from kselect_core.selection import with_digest
from kselect_ui import ROUTER
from kselect_ui.sweep import finished as sweeps, worked
from tests.criteria import definitions as d
from tests.pages.visits import by_link, text, until_done


@pytest.fixture(autouse=True)
def _own_home(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("KSELECT_HOME", str(tmp_path_factory.mktemp("home")))


def opened(**query):
    at = AppTest.from_file(str(ROUTER), default_timeout=60)
    at.session_state["formulas"] = True
    by_link(at, **query)
    assert not at.exception
    return at


def results(at):
    """Value at the end of every formula with numbers."""
    formulas = [element.value for element in at.latex if r"\begin{aligned}" in element.value]
    return [re.search(r"=([^=]*)\\end\{aligned\}", formula)[1] for formula in formulas]


@pytest.mark.parametrize(("split", "t", "lam"), [("3", 4.0, 0.1), ("mean", 0.5, 0.0001)])
def test_the_numbers_are_those_of_the_table_at_the_cursor(split, t, lam):
    table = sweeps.load(sweeps.demo_digest()).table
    kept = [key for key in d.JUDGES if key in set(table["quantity"])]
    at = opened(crit=kept, split=split, t=str(t), lam=str(lam))
    shown = 2 if split == "3" else 0  # the mean is told by the numbers of the first split
    rows = table[(table["split"] == shown) & (table["parameter"] == t) & (table["lambda"] == lam)]
    values = rows.set_index("quantity")["value"]
    assert results(at) == [number(values[key]) for key in kept]
    assert f"training part of split {shown + 1} of 5, n = 210" in text(at)


def test_every_term_is_told_with_its_value():
    at = opened(crit=["kta"], split="1")
    assert "$y^top Ky=" in text(at)
    assert "$n=210$ points" in text(at)


def test_a_closed_panel_computes_nothing(monkeypatch):
    monkeypatch.setattr(worked, "outcome", lambda *_: pytest.fail("computed"))
    at = AppTest.from_file(str(ROUTER), default_timeout=60).run()
    assert not at.exception
    assert not at.latex


def test_a_step_of_the_cursor_changes_the_numbers():
    at = opened(crit=["loo"], split="1", t="4")
    before = results(at)
    at.button(key="t_later").click().run()
    assert len(results(at)) == len(before) == 1
    assert results(at) != before


def finished(config, table):
    run = runs.Run(config.digest(), "finished", config.to_toml(), title=config.dataset)
    runs.save(run, table)
    return config.digest()[:12]


def iris(**changes):
    usual = {
        "dataset": "iris",
        "positive": "virginica",
        "candidates": (Candidates("gaussian", (1.0, 4.0), "2tau"),),
        "lambdas": (0.1,),
        "criteria": (CriterionChoice("ckta"), CriterionChoice("loo")),
        "repeats": 1,
    }
    return with_digest(SweepConfig(**usual | changes), load_dataset("iris"))


def test_without_the_data_the_formulas_stand_without_numbers():
    config = iris(seed=5)
    foreign = SweepConfig.from_toml(config.to_toml().replace('"iris"', '"mine"'))
    at = opened(run=finished(foreign, run_sweep(config)))
    assert "The formulas are shown without numbers." in text(at)
    assert results(at) == []
    assert any("HKH" in element.value for element in at.latex)


def test_a_criterion_without_value_says_why():
    config = iris(candidates=(Candidates("gaussian", (1.0, 2.0**300), "2tau"),))
    at = opened(run=finished(config, run_sweep(config)), t=str(2.0**300))
    assert "No value here: the centred kernel matrix is zero: K is constant" in text(at)
    assert len(results(at)) == 1  # LOO has one


def test_what_takes_long_waits_for_a_button(monkeypatch):
    monkeypatch.setattr(worked, "AT_ONCE", 0.0)
    config = iris(seed=8)
    at = opened(run=finished(config, run_sweep(config)))
    assert results(at) == []
    (button,) = (b for b in at.button if b.label.startswith("Work out the numbers"))
    button.click().run()
    assert len(results(until_done(at))) == 2


def test_the_way_back_opens_the_formula_it_came_from():
    at = AppTest.from_file(str(ROUTER), default_timeout=60)
    at.query_params["hl"], at.query_params["of"] = "formula", "fsm"
    at.run()
    assert not at.exception
    assert results(at)
    assert any("st-key-formula" in element.proto.body for element in at.get("html"))


@pytest.mark.parametrize("query", [{"hl": "formula", "of": "nobody"}, {"hl": "nowhere"}])
def test_strange_ways_back_are_ignored(query):
    at = AppTest.from_file(str(ROUTER), default_timeout=60)
    for key, value in query.items():
        at.query_params[key] = value
    at.run()
    assert not at.exception
    assert [element.value for element in at.error] == []
    assert not at.latex


def test_without_criteria_there_is_no_formula():
    assert results(opened(crit="none")) == []


def test_what_is_odd_about_a_criterion_stands_above_its_formula():
    at = opened(hl="formula", of="fsm")
    (tab,) = (tab for tab in at.tabs if tab.label == "FSM")
    drawn = [(one.type, getattr(one, "value", "")) for one in tab.children.values()]
    odd = next(i for i, (_, text) in enumerate(drawn) if "Keep in mind" in str(text))
    assert odd < [kind for kind, _ in drawn].index("latex")
