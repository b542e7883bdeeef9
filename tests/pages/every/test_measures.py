"""Test errors measured by the balanced error or 1 − AUC, on every page that shows them."""

import re
from functools import partial
from itertools import product

import pytest

from tests.collection import mostly_at_night
from tests.pages import visits
from tests.pages.visits import finished, opened, text

config_of = partial(visits.config_of, criteria=("loo", "ckta"))
MEANINGS = ("test error there minus the lowest on the grid", "their test errors and regrets are")
"""What explains the word itself."""
NEW = ["test_auc", "test_balanced_error"]


@pytest.mark.parametrize("page", ["explore", "errors"])
def test_what_the_test_error_is_stands_in_the_link_and_in_the_captions(page):
    at = opened(page, meas="auc")
    assert not at.exception
    assert [element.value for element in at.error] == []
    assert "At the cursor: test 1 − AUC" in text(at)
    assert "measured by 1 − AUC" in text(at)
    assert at.query_params["meas"] == "auc"
    plain = opened(page)
    assert "At the cursor: test error" in text(plain)
    assert "1 − AUC ·" not in text(plain)
    assert "meas" not in plain.query_params


BY_DAY = {("explore", "auc"), ("errors", "auc"), ("svm", "balanced"), ("film", "balanced")}


@pytest.mark.parametrize(
    ("page", "measure"),
    mostly_at_night(
        product(("explore", "errors", "svm", "film"), ("balanced", "auc")), BY_DAY.__contains__
    ),
)
def test_nothing_is_called_what_it_is_not(page, measure, home):
    machines = config_of("two_moons", learner="svm", C=(1.0, 10.0), criteria=("svm_loo", "ckta"))
    run = finished(machines, home)[:12] if page == "svm" else None
    at = opened(page, meas=measure, **({"run": run} if run else {}))
    assert not at.exception
    figures = [str(element.proto) for element in at.get("plotly_chart")]
    told = [text(at), *figures, *(frame.value.to_string() for frame in at.dataframe)]
    said = " ".join(told)
    for meaning in MEANINGS:
        said = said.replace(meaning, "")
    assert not re.findall(r".{20}[Tt]est errors?\b.{20}", said)
    assert {"balanced": "test balanced error", "auc": "test 1 − AUC"}[measure] in said


@pytest.mark.parametrize("page", ["explore", "errors"])
def test_a_sweep_with_class_weights_has_the_weighted_error(page, home):
    weighted = config_of("two_moons", class_weights=(1.0, 5.0))
    at = opened(page, meas="weighted", run=finished(weighted, home)[:12])
    assert not at.exception
    assert "At the cursor: test weighted error" in text(at)
    assert "measured by the weighted error, class weights 1 : 5" in text(at)
    assert "measured by the weighted error" not in text(opened(page, meas="weighted"))


def test_hidden_it_is_not_told():
    assert "AUC" not in text(opened(meas="auc", te="false"))


@pytest.mark.parametrize("kind", ["old", "several", "numbers"])
def test_a_sweep_without_such_values_opens_as_it_is(home, kind):
    name = {"old": "two_moons", "several": "iris", "numbers": "additive"}[kind]
    old = (lambda table: table[~table["quantity"].isin(NEW)]) if kind == "old" else (lambda t: t)
    digest = finished(config_of(name, seed=7), home, old)
    at = opened(run=digest[:12], meas="auc")
    assert not at.exception
    assert [element.value for element in at.error] == []
    assert "At the cursor: test 1 − AUC" not in text(at)
    assert ("kept before the balanced error" in text(at)) == (kind == "old")
