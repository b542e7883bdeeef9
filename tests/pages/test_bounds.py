"""The page of the bounds under Streamlit's own test driver: every kind of sweep, bad links."""

import re
from functools import partial

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from kselect_core import Candidates
from kselect_core.criteria import CRITERIA
from kselect_core.errors import UndefinedScoreError
from kselect_core.learners import LEARNERS
from kselect_core.selection.places.cursor import Cursor
from kselect_core.theory.catalogue import bounds_of
from kselect_core.theory.empirical import cv_variance
from kselect_core.theory.measured import measured
from kselect_core.views import BoundsAt
from kselect_core.views.bounds import place
from kselect_core.words.labels import short
from kselect_ui.bounds import cases, page as bounds
from kselect_ui.sweep import finished as sweeps, offer
from kselect_ui.widgets import charts
from tests.pages import visits
from tests.pages.visits import FAMILIES, by_link, finished, finished_elsewhere, text, until_done

SCRIPT = """
import runpy

import streamlit as st

from kselect_ui import PAGES
from kselect_ui.widgets import charts
from kselect_ui.sweep import cursor
from kselect_ui.widgets import linked
from kselect_ui.sweep import finished as sweeps

linked.begin()
charts.begin("Bounds")
with st.sidebar:
    cursor.controls(sweeps.current())
runpy.run_path(str(PAGES / "bounds.py"))
"""
config_of = partial(visits.config_of, criteria=("loo",), repeats=1)
svm_of = partial(
    visits.config_of,
    candidates=(Candidates("gaussian", (0.1, 1.0), "gamma"),),
    learner="svm",
    criteria=("marg",),
    C=(1.0, 10.0, 1000.0),
    repeats=1,
)


def opened(run="", **query):
    at = AppTest.from_string(SCRIPT, default_timeout=60)
    if run:
        at.session_state["run"] = run
    return by_link(at, **query)


def well(at, figures=3):
    assert not at.exception
    assert [element.value for element in at.error] == []
    assert [element.value for element in at.info] == []
    assert len(at.get("plotly_chart")) == figures
    return at


def rows(at):
    """Table of the bounds by name."""
    return visits.tables(at)[0].set_index("bound")


def test_the_first_look_answers_the_question_in_numbers():
    at = well(opened())
    said = text(at)
    assert "a true gap of **" in said
    assert "**No bound is informative by its proof**: for the" in said
    assert re.search(
        r"gives 7\.\d+·10⁶ as printed and \S+ as its proof gives it, both vacuous;", said
    )
    table = rows(at)
    assert list(table.columns[2:4]) == ["as printed", "as the proof gives it"]
    assert table["as printed"].str.startswith("vacuous (").all()


def test_the_numbers_are_those_of_the_core():
    at = well(opened(t="0.5", lam="0.1", split="2"))
    bench = sweeps.bench(sweeps.demo_digest(), 1)
    X, y = bench.split.X_train, bench.split.problem.y
    n = len(y)
    K = np.exp(-((X[:, None] - X) ** 2).sum(axis=2))
    alpha = np.linalg.solve(K + 0.1 * n * np.eye(n), y)
    across = np.exp(-((bench.split.X_test[:, None] - X) ** 2).sum(axis=2))
    test = np.mean((bench.split.y_test - across @ alpha) ** 2)
    train = np.mean((y - K @ alpha) ** 2)
    said = text(at)
    assert f"is {train:.3g} on the training part and **{test:.3g}**" in said
    gap = float(f"{test:.3g}") - float(f"{train:.3g}")  # of the numbers that are written
    assert f"a true gap of **{gap:+.3g}**" in said.replace("−", "-")
    table = sweeps.load(sweeps.demo_digest()).table
    rows = table[(table["parameter"] == 0.5) & (table["lambda"] == 0.1)]
    means = rows.groupby("quantity")["value"].mean()
    gap = means["test_squared_error"] - means["training_squared_error"]
    assert f"({gap:+.3g} on average over 5 splits" in said.replace("−", "-")


def test_a_vacuous_value_is_never_written_as_an_error_rate(home):
    for digest in (sweeps.demo_digest(), finished(svm_of(), home)):
        table = rows(well(opened(run=digest)))
        for column in ("as printed", "as the proof gives it"):
            for value in table[column]:
                assert "%" not in value


def test_the_constants_change_the_values_and_stand_in_the_link():
    at = well(opened(bm="1e12", blam="1", bkappa="1", by="1", bdelta="0.1"))
    assert "bounds say something at the constants chosen" in text(at)
    assert "What was measured belongs to the constants of the data." in text(at)
    assert "holds" not in " ".join(rows(at)["verdict"])
    assert "false here" not in text(at) + " ".join(rows(at)["verdict"])
    assert not rows(at).loc["SPS, theorem 2", "as the proof gives it"].startswith("vacuous")
    before = rows(at).loc["SPS, theorem 2", "as printed"]
    at.select_slider(key="bkappa").set_value("10").run()
    assert rows(well(at)).loc["SPS, theorem 2", "as printed"] != before


def test_beta_over_all_samples_is_larger():
    here, worst = (rows(opened(bbeta=b)) for b in bounds.BETA)
    assert (here["as the proof gives it"] != worst["as the proof gives it"]).sum() == 3


def test_the_same_kernel_has_the_bounds_of_other_learners():
    for learner, count in (("krr", 4), ("lssvm", 2), ("svm", 7)):
        at = well(opened(bfor=learner))
        assert len(rows(at)) == count
        assert f"({LEARNERS[learner].sentence}, m = 210)" in text(at)


def test_unknown_values_in_a_link_are_dropped():
    at = well(
        opened(bm="-3", bkappa="<b>", bbeta="nobody", bound="x", bx="y", demo="z", bfolds="9")
    )
    assert at.session_state["bm"] == "data"
    assert at.session_state["demo"] == "fsm"


@pytest.mark.parametrize(("key", "over"), [("sps1", "m"), ("ks_krr", "m"), ("sm1", "delta")])
def test_every_bound_has_its_curve_and_terms(key, over):
    at = well(opened(bound=key, bx=over))
    names = {b.key: b.name for b in bounds_of(measured(_demo_problem()))}
    assert f"**{names[key]}**" in text(at)
    assert "term" in visits.tables(at)[1].columns


def _demo_problem():
    bench = sweeps.bench(sweeps.demo_digest(), 0)
    return bench.problem(
        Cursor(0, "gaussian", bench.config.candidates[0].values[3], bench.config.lambdas[2])
    )


def test_further_cases_are_a_table():
    at = well(opened(demo="more"), figures=2)
    assert (visits.tables(at)[0].iloc[:, 3] == "false").all()
    assert "(1 + √397)/2 = 10.5" in text(at)


def test_shuffling_labels_leaves_the_choice_of_fsm():
    at = opened(demo="fsm")
    said = text(at)
    assert "With 100 % of the labels shuffled FSM chooses **τ = 2⁻¹²**" in said
    at.slider(key="shuffle").set_value(50).run()
    assert "With 50 % of the labels shuffled FSM chooses **τ = 2⁻¹²**" in text(well(at))


def test_the_quoted_numbers_of_the_cases():
    assert "norm is **1.207**" in text(opened(demo="weyl"))
    assert "variance is **4**" in text(opened(demo="variance", fair="lssvm"))
    assert "1.63·10⁻⁷ as its proof gives it" in text(opened(demo="variance", fair="krr"))
    said = text(opened(demo="variance"))
    assert "variance is **1**, the bound 0.00233 as printed" in said
    assert "exact SPS is the training error" in text(opened(demo="sps"))
    at = opened(demo="sm")
    assert "Identity and ideal kernel tie**" in text(at)
    at.slider(key="sm_plus").set_value(20).run()
    assert "The identity even beats the ideal kernel**" in text(at)


def test_a_machine_has_its_bounds_and_a_printed_one_is_false(home):
    at = well(opened(run=finished(svm_of(), home), lam="10"))
    table = rows(at)
    assert len(table) == 7
    assert table.loc["KS, theorem 3 (C3, C4)", "verdict"] == "as printed: false here"
    assert "KS, theorem 3 (C3, C4) as printed is false here" in text(at)
    assert "the error rate is" in text(at)


def test_the_lssvm_has_others(home):
    digest = finished(config_of("iris", "virginica", learner="lssvm"), home)
    table = rows(well(opened(run=digest)))
    assert list(table.index) == ["SM, theorem 1", "KS, theorem 2 (C2)"]


def test_a_regression_has_no_bounds_of_the_spectral_measure(home):
    digest = finished(config_of("diabetes_regression"), home)
    at = well(opened(run=digest))
    assert "SM, theorem 1" not in rows(at).index
    for asked, shown in (
        ("lssvm", "least-squares SVM"),
        ("svm", "kernel ridge regression"),
    ):  # a machine needs two classes
        assert f"({shown}, m = 309)" in text(well(opened(run=digest, bfor=asked)))
    assert "Left out: the bounds of the spectral measure need labels" in text(at)


def test_several_kernels_and_classes(home):
    digest = finished(config_of("iris", candidates=FAMILIES), home)
    at = well(opened(run=digest, kernel="linear"))
    assert "classes " in text(at)
    assert len(rows(at)) == 4
    assert "negative entries" in text(opened(run=digest, kernel="linear", bound="sm1"))


def test_what_takes_longer_is_offered(home, monkeypatch):
    digest = finished(config_of("two_moons", seed=8), home)
    monkeypatch.setattr(offer, "AT_ONCE", 0.0)
    at = well(opened(run=digest))
    assert (rows(at)["measured here"] == "not measured yet").sum() == 2
    assert "as printed and" not in text(at)
    for start in (f"offer_bounds-{digest}", f"offer_cv-variance-5-{digest}"):
        (button,) = [button for button in at.button if button.key.startswith(start)]
        button.click().run()
        until_done(at)
    at.run()
    assert not (rows(well(at))["measured here"] == "not measured yet").any()


def test_the_variance_is_that_of_the_core(home):
    digest = finished(config_of("iris", "virginica", seed=3), home)
    at = well(opened(run=digest, t="1", lam="0.1", bfolds="2"))
    bench = sweeps.bench(digest, 0)
    problem = bench.problem(Cursor(0, "gaussian", 1.0, 0.1))
    expected = cv_variance(problem, folds=2, seed=3).variance
    assert rows(at).loc["KS, theorem 1 (C1)", "measured here"] == short(expected)


def test_a_variance_that_does_not_exist_says_why(home, monkeypatch):
    def refused(*_, **__):
        raise UndefinedScoreError("too few members of a class")

    monkeypatch.setattr(place, "cv_variance", refused)
    digest = finished(config_of("iris", "virginica", seed=4), home)
    table = rows(well(opened(run=digest)))
    assert table.loc["KS, theorem 1 (C1)", "measured here"] == "too few members of a class"


def test_data_that_are_gone_are_missed_in_words_and_the_cases_stay(home):
    digest = finished_elsewhere(config_of("iris", "virginica"), home)
    at = opened(run=digest)
    assert not at.exception
    assert "are not on this computer" in " ".join(element.value for element in at.info)
    assert len(at.get("plotly_chart")) == 1


def test_a_theorem_that_does_not_apply_says_nothing_and_is_not_refuted(home):
    digest = finished(config_of(candidates=FAMILIES), home)
    at = well(opened(run=digest, kernel="polynomial", t="1"))  # 1 + ⟨x, z⟩
    row = rows(at).loc["SM, theorem 1"]
    assert row["verdict"] == "does not apply here"
    assert row["as the proof gives it"].startswith("does not apply (")
    assert "SM, theorem 1" not in text(at).split("as printed and")[0]
    assert "false here" not in text(at)
    of_offset = text(opened(run=digest, kernel="polynomial", t="1", bfor="lssvm"))
    assert "KS, theorem 2 (C2) gives" in of_offset


def test_a_single_bound_is_counted_as_one(home, monkeypatch):
    monkeypatch.setattr(BoundsAt, "resampling_seconds", 10.0)
    digest = finished(config_of("diabetes_regression"), home)
    said = text(well(opened(run=digest, bfor="lssvm")))
    assert (
        "**The only bound says nothing by its proof**: for the variance of 5-fold CV, squared "
        "loss, KS" in said
    )
    assert "contradicts none" not in said  # its variance is not measured yet


def test_a_larger_sample_is_looked_for_with_what_is_held_in_words(home):
    digest = finished(config_of(lambdas=(0.1, 100.0)), home)
    said = text(opened(run=digest, lam="100"))
    assert "points on with β as it is" in said
    assert "are held, β over all samples is not" in text(
        opened(run=digest, bbeta="over all samples")
    )
    machines = finished(svm_of(), home)
    assert "would change that with Ĥ as it is" in text(opened(run=machines))


def test_the_page_does_not_say_that_a_squared_loss_stays_below_that_of_0(home):
    digest = finished(config_of(), home)
    said = text(opened(run=digest))
    assert "never exceeds anyway" not in said
    assert "M² for a squared loss, which predicting 0 never exceeds" in said


def test_without_the_test_error_nothing_tells_it(monkeypatch):
    shown = {}
    monkeypatch.setattr(charts, "_note", lambda chart: shown.update({chart.key: chart}))
    at = opened()
    at.session_state["te"] = False
    at = well(at.run())
    assert "the test error is hidden" in text(at)
    assert "true gap" not in text(at)
    table = rows(at)
    risks = table["what it bounds"].str.contains("risk|error rate")
    assert set(table["measured here"][risks]) == {"hidden"}
    chart = shown["bound_curve"]
    assert "test loss" not in chart.figure.to_json()


def test_a_bound_that_is_false_as_proved_is_not_counted_among_those_that_speak(home):
    digest = finished(config_of("diabetes_regression", lambdas=(100.0,)), home)
    said = text(well(opened(run=digest, bfor="lssvm", t="10")))
    assert (
        "**The only bound says nothing that holds by its proof**: for the variance of 5-fold CV, "
        "squared loss, KS" in said
    )
    assert "what is measured contradicts that" in said
    assert "as the proof gives it is false here" in said
    assert "says something from" not in said


def test_a_small_case_of_a_criterion_has_its_name():
    shown = {name for name, criterion in CRITERIA.items() if criterion.small_case}
    assert shown
    assert shown <= set(cases.WAYS)
