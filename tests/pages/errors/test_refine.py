"""Refine here: a search between the grid points, under Streamlit's own test driver."""

from tests.pages.visits import config_of, finished, opened, text


def keys(at):
    return {element.proto.id.split("-")[-1] for element in at.get("plotly_chart")}


def test_the_way_and_what_it_is_worth_stand_beside_the_maps():
    at = opened("errors", refine="true", map="loo")
    assert not at.exception
    assert [element.value for element in at.error] == []
    assert "refined" in keys(at)
    assert "LOO 0.07114 → 0.07019" in text(at)
    assert "share of wrong test labels is" in text(at)
    hidden = opened("errors", refine="true", map="loo", te="false")
    assert "LOO 0.07114 → 0.07019" in text(hidden)
    assert "share of wrong test labels" not in text(hidden)
    assert "refined" not in keys(opened("errors", map="loo"))


def test_machines_and_pairs_of_classes_are_refined(home):
    machine = config_of(learner="svm", C=(0.1, 1.0, 10.0), criteria=("svm_loo", "ckta"))
    at = opened("svm", run=finished(machine, home)[:12], refine="true")
    assert not at.exception
    assert "refined" in keys(at)
    pairs = finished(config_of("iris", criteria=("loo",)), home)
    at = opened("errors", run=pairs[:12], refine="true", pair="2")
    assert not at.exception
    assert [element.value for element in at.error] == []
    assert "refined" in keys(at)
