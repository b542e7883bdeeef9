"""The view Approximate CV: the series at the cursor, and where there is none."""

import pytest

from kselect_core.selection import Candidates
from tests.pages import visits

VIEW = {"reward": "approximation"}


@pytest.fixture(scope="module")
def binary(home):
    return visits.finished(visits.config_of(), home)


def opened(digest, **query):
    at = visits.opened("rewards", run=digest, **VIEW, **query)
    assert not at.exception
    return at


def test_the_first_order_stands_beside_the_exact_value(binary):
    at = opened(binary, t="1.0", lam="0.1", split="1")
    words = visits.text(at)
    assert "exact 5-fold CV is" in words
    assert "it converges" in words
    assert "Best reading" in words
    assert {e.proto.id.split("-")[-1] for e in at.get("plotly_chart")} == {"bif_orders", "bif_work"}
    assert "n = 210 training points, split 1 of 2, seed 0" in words


def test_other_folds_have_another_value(binary):
    at = opened(binary, bif_k="10")
    assert "exact 10-fold CV is" in visits.text(at)
    assert "exact 5-fold CV is" in visits.text(opened(binary, bif_k="7"))


def test_a_regression_has_the_series_too(home):
    run = visits.finished(visits.config_of("diabetes_regression"), home)
    assert "exact 5-fold CV is" in visits.text(opened(run))


def test_a_sweep_of_machines_says_why_there_is_no_series(home):
    families = (Candidates("gaussian", (0.5,), "gamma"),)
    config = visits.config_of(learner="svm", C=(1.0,), candidates=families, criteria=("marg",))
    at = opened(visits.finished(config, home))
    assert "The series is worked out for least squares" in visits.text(at)


def test_where_it_takes_a_while_it_is_offered(binary, monkeypatch):
    monkeypatch.setattr("kselect_ui.sweep.offer.AT_ONCE", -1.0)
    at = opened(binary, t="10.0")
    (button,) = [b for b in at.button if b.label.startswith("Compute the series")]
    assert "exact 5-fold CV" not in visits.text(at)
    at = visits.until_done(button.click().run())
    assert "exact 5-fold CV is" in visits.text(at)


def test_a_series_that_does_not_come_near_in_time_says_so(home):
    config = visits.config_of(
        candidates=(Candidates("gaussian", (1e-4,), "2tau"),), lambdas=(1e-6,)
    )
    words = visits.text(opened(visits.finished(config, home)))
    assert "it converges, but not within 40 orders to 1 %" in words.replace("**", "")
    assert "off by 100\u00a0%" in words
