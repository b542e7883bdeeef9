"""Combined kernels on a page, under Streamlit's own test driver: every kind of sweep, bad links."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from kselect_core import Candidates, load_dataset
from kselect_core.errors import DataError
from kselect_core.selection.combination.combined import combined
from kselect_core.selection.combination.plan import Plan
from kselect_core.views import CombinedAt
from kselect_core.views.design.combined import fit_text
from kselect_core.views.design.combined_words import finding
from kselect_core.words.labels import readable
from kselect_ui.server.messages import plain
from kselect_ui.server.tasks import tasks
from kselect_ui.sweep import export, finished as sweeps, offer
from kselect_ui.widgets import charts
from tests.pages import visits
from tests.pages.redrawn import run, same, traces
from tests.pages.visits import FAMILIES, by_link, finished, text, until_done

FIGURES = ("weights", "errors", "path")
SCRIPT = """
import streamlit as st

from kselect_ui.widgets import charts
from kselect_ui.design import combined
from kselect_ui.sweep import cursor
from kselect_ui.sweep import export
from kselect_ui.widgets import linked
from kselect_ui.sweep import finished as sweeps
from kselect_ui.server.messages import error_ends_page

linked.begin()
charts.begin("Kernel design")
with st.sidebar:
    cursor.controls(sweeps.current())
with error_ends_page():
    sweep = sweeps.current()
    export.panel(sweep, finding=combined.draw(sweep))
"""

config_of = partial(visits.config_of, criteria=("loo",))


def opened(run="", **query):
    at = AppTest.from_string(SCRIPT, default_timeout=60)
    if run:
        at.session_state["run"] = run
    return by_link(at, **query)


def well(at, figures=FIGURES):
    assert not at.exception
    assert [element.value for element in at.error] == []
    keys = {element.proto.id.split("-")[-1] for element in at.get("plotly_chart")}
    assert keys == {f"combination_{name}" for name in figures}, text(at)
    return at


def learnt(at):
    """Press the button that offers the work, and wait for its end."""
    (button,) = [b for b in at.button if b.label.startswith("Learn the weights")]
    button.click().run()
    return until_done(at)


@pytest.fixture
def drawn(monkeypatch):
    found, parcels = [], []
    monkeypatch.setattr(charts, "_note", found.append)
    offered = export.offer
    monkeypatch.setattr(export, "offer", lambda made: (parcels.append(made()), offered(made)))
    return found, parcels


def test_the_first_look_says_what_is_learnt_and_what_that_is_worth():
    at = well(opened())
    sweep = sweeps.load(sweeps.demo_digest())
    lam = at.session_state["lam"]
    found = combined(sweep.config, sweeps.data(sweep.digest), Plan(kernels="families", lam=lam))
    mean = found.errors.mean(axis=0)
    told = text(at)
    assert f"**{100 * mean[0]:.1f} %**, best single kernel by CKTA {100 * mean[1]:.1f} %" in told
    value = f"Its value is {readable(np.mean([one.value for one in found.learnt]))}, for the best"
    assert value in told  # not beside the kernel, whose weight it would seem to be
    assert "of 7 kernels get a weight, the largest **Laplacian" in told
    assert "learning the weights gains" in told
    assert "All are means over the splits." in told
    assert "n = 210 training points, 5 splits, seed 0" in told
    assert "both norms have the same optimal directions" in told


def test_what_leaves_the_page_holds_the_program_of_each_figure(drawn, home):
    found, parcels = drawn
    well(opened(run=finished(config_of(), home), split="2", mkl="sm", mklr="5", mklp="2"))
    assert {chart.key for chart in found} == {f"combination_{name}" for name in FIGURES}
    for chart in found:
        program = export.program_of(parcels[-1], chart)
        assert "split=1" in program, chart.key
        assert "n = " in chart.caption, chart.key
        assert "seed 0" in chart.caption, chart.key
    again = run(program)
    same(traces(again.to_json()), traces(chart.figure.to_json()), chart.key)


def test_settings_come_from_the_link():
    at = well(opened(mkl="sm", mklr="2", mklset="features", mklp="2"))
    told = text(at)
    assert "**SM (r = 2)** puts all the weight on one of 2 kernels" in told
    assert "it chooses, it does not combine." in told
    assert "its maximum is always at a single kernel" in told
    assert "SM is best large and is maximised" in told
    assert "w ≥ 0, Σ w² = 1" in told


def test_unknown_settings_are_dropped():
    at = well(opened(mkl="loo", mklset="all", mklp="3", mklscale="rows"))
    assert at.session_state["mkl"] == "ckta"
    assert at.session_state["mklset"] == "families"
    assert at.session_state["mklp"] == "1"


def test_the_cursor_does_not_move_the_set_of_families():
    one, other = (well(opened(t=t)).markdown[0].value for t in ("0.5", "2"))
    assert one == other


def test_without_the_test_error_nothing_tells_it():
    at = opened()
    at.session_state["te"] = False
    at = well(at.run(), ("weights", "path"))
    assert "est error **" not in text(at)
    assert "The test error is hidden" in text(at)


def test_long_work_is_offered_and_its_result_stays(monkeypatch):
    monkeypatch.setattr(offer, "AT_ONCE", -1.0)
    at = well(opened(mklset="features"), ())
    assert any("of 2 kernels on 5 splits (" in button.label for button in at.button)
    well(learnt(at))
    well(opened(mklset="features"))
    assert not tasks().active()


def test_a_regression_has_squared_errors_and_no_sm(home):
    config = config_of("diabetes_regression", repeats=1)
    at = opened(run=finished(config, home), mkl="sm")
    if not at.get("plotly_chart"):
        at = learnt(at)
    told = text(well(at))
    assert at.session_state["mkl"] == "ckta"
    assert "Test squared error **" in told
    assert "SM needs two classes and is not offered for a regression" in told
    assert "means over the splits" not in told


def test_of_several_classes_the_pair_is_looked_at(home):
    at = opened(run=finished(config_of("iris", repeats=1), home), mklset="features")
    told = text(well(at))
    assert "classes setosa / versicolor" in told
    assert "of 4 kernels" in told


def test_a_sweep_of_machines_is_fitted_by_ridge_regression_and_says_so():
    config = visits.config_of(
        learner="svm", C=(0.5, 5.0), criteria=("svm_kfold",), repeats=1,
        candidates=(Candidates("gaussian", (0.5, 5.0), "gamma"),),
    )  # fmt: skip
    plan = Plan(kernels="widths", lam=0.1)
    assert fit_text(config, plan) == (
        "Kernel ridge regression with μ = 1/(2C), C = 5 (the sweep's machine is an SVM)"
    )
    assert len(combined(config, load_dataset("two_moons"), plan).members) == 2


def test_a_family_of_one_kernel_says_what_else_there_is(home):
    config = config_of(candidates=(Candidates("linear"),), repeats=1)
    at = opened(run=finished(config, home), mklset="widths")
    if any(b.label.startswith("Learn") for b in at.button):
        at = learnt(at)
    well(at, ())
    assert "with two kernels or more" in text(at)


def test_without_the_data_it_says_so(monkeypatch):
    def gone(_):
        raise DataError("The data of this sweep are not on this computer.")

    monkeypatch.setattr(sweeps, "data", gone)
    assert "not on this computer" in text(well(opened(), ()))


def test_names_of_features_are_shown_letter_by_letter():
    config, data = config_of(repeats=1), load_dataset("two_moons")
    plan = Plan(kernels="features", parameter=1.0, lam=0.1)
    known = combined(config, data, plan)
    odd = known._replace(members=tuple(m._replace(name="<b>*x*") for m in known.members))
    assert "\\<b\\>\\*x\\*" in finding(CombinedAt(config, data, plan, ready=odd), plain)


def test_errors_that_would_be_rounding_are_not_compared(home):
    config = config_of(candidates=(Candidates("gaussian", (64.0, 4096.0), "2tau"),))
    config = replace(config, lambdas=(1e-18, 0.1))
    told = text(opened(run=finished(config, home), mklset="features", t="4096", lam="1e-18"))
    assert "cannot be compared: at this λ a fit is ill-conditioned" in told
    assert "nan" not in told


def test_what_a_kernel_on_one_feature_is_said_to_be(home):
    digest = finished(config_of(candidates=FAMILIES), home)
    at = well(opened(run=digest, mklset="features", kernel="linear"))
    assert "the kernel at the cursor on every feature alone." in text(at)
    assert "its squared width scaled by 1/d" in text(opened(run=digest, mklset="features"))
