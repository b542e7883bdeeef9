"""A sweep of a regression on every page: squared errors, no classes, no empty criterion."""

import pytest

from kselect_core import Candidates, load_dataset
from kselect_ui.sweep import finished as sweeps
from tests.pages import visits
from tests.pages.visits import WIDTHS, finished, text

CRITERIA = ("ckta", "fsm", "kfold", "loo", "sps", "ks")
FAMILIES = (Candidates("gaussian", WIDTHS, "2tau"), Candidates("iterated", (1.0, 2.0)))
PAGES = ("explore", "spectrum", "perturbation", "errors", "film", "bounds", "design")


@pytest.fixture(scope="module")
def additive(home):
    return finished(visits.config_of("additive", criteria=CRITERIA, candidates=FAMILIES), home)


def tables(at):
    return {str(name) for element in at.dataframe for name in element.value.columns}


VISITS = [(page, "gaussian") for page in PAGES] + [("spectrum", "iterated"), ("film", "iterated")]


@pytest.mark.parametrize(("page", "kernel"), VISITS)
def test_no_page_speaks_of_rates_or_classes(additive, page, kernel):
    at = visits.opened(page, run=additive[:12], kernel=kernel)
    assert not at.exception
    assert [element.value for element in at.error] == []
    words = text(at)
    for wrong in ("test error **", "wrong label", "misclassif", "points above", "class −1"):
        assert wrong not in words, wrong
    assert "test error" not in tables(at)
    metrics = [metric.label for metric in at.metric]
    assert not any("test error" in label for label in metrics)


def test_the_tables_of_choices_are_of_squared_errors(additive):
    for page in ("explore", "errors"):
        at = visits.opened(page, run=additive[:12])
        (shown,) = [e for e in visits.tables(at) if "criterion" in e.columns][:1]
        assert "test squared error" in shown.columns
        row = shown.set_index("criterion").loc["LOO"]
        chosen = sweeps.load(additive).choices
        rows = chosen[(chosen["quantity"] == "loo") & (chosen["scope"] == "joint")]
        if page == "errors":
            assert row["test squared error"] == pytest.approx(rows["test_error"].mean())


def test_criteria_without_a_value_are_not_shown_at_first_and_can_be_asked_for(additive):
    first = visits.opened("explore", run=additive[:12])
    assert "FSM" not in visits.tables(first)[0]["criterion"].tolist()
    asked = visits.opened("explore", run=additive[:12], crit=["fsm", "loo"])
    assert not asked.exception
    assert "needs labels" in visits.tables(asked)[0]["note"].tolist()[0]


def test_the_machines_say_that_they_need_two_classes(additive):
    at = visits.opened("svm", run=additive[:12])
    assert "needs two classes; this is a regression" in text(at)


def test_the_targets_of_a_regression_are_shown_with_the_error_of_their_mean():
    at = visits.opened("data", ds="additive")
    assert not at.exception
    y = load_dataset("additive").y
    assert f"{y.mean():.4g} has a squared error of {y.var():.4g}" in text(at)
    assert "largest class" not in text(at)
