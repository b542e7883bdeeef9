"""The page about spectra under Streamlit's own test driver: every kind of sweep, bad links."""

from functools import partial

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from kselect_core import Candidates
from kselect_ui.figures import shown as views_shown
from kselect_ui.spectrum import page as spectra
from kselect_ui.sweep import export, finished as sweeps, offer
from kselect_ui.widgets import charts
from tests.pages import visits
from tests.pages.visits import FAMILIES, by_link, finished, finished_elsewhere, text, until_done

LINEAR = (Candidates("linear"),)

SCRIPT = """
import runpy

import streamlit as st

from kselect_ui import PAGES
from kselect_ui.widgets import charts
from kselect_ui.sweep import cursor
from kselect_ui.widgets import heading, linked
from kselect_ui.sweep import finished as sweeps

linked.begin()
charts.begin("Spectrum")
heading.begin()
with st.sidebar:
    cursor.controls(sweeps.current())
runpy.run_path(str(PAGES / "spectrum.py"))
"""

config_of = partial(visits.config_of, criteria=("loo",))


def opened(run="", **query):
    at = AppTest.from_string(SCRIPT, default_timeout=60)
    if run:
        at.session_state["run"] = run
    return by_link(at, **query)


def well(at, figures=4):
    assert not at.exception
    assert [element.value for element in at.error] == []
    assert [element.value for element in at.info] == []
    assert len(at.get("plotly_chart")) == figures
    assert "gram" in [element.key for element in at.get("bidi_component")]
    return at


def test_the_first_look_answers_the_question_in_numbers():
    at = well(opened())
    words = text(at)
    assert "effective dimension of **" in words
    assert "hold 95 % of the labels**" in words
    assert "above the ridge μ" in words
    assert words.count("Click a kernel to put the cursor there.") == 2
    assert words.count("Click a dot to put the cursor there.") == 1


def test_the_words_take_three_lines_at_every_kernel_so_that_no_step_moves_the_figures():
    for width in ("3.05e-05", "0.00195", "0.5", "512"):
        said = [words.value for words in opened(t=width).markdown]
        (lines,) = [words.split("  \n") for words in said if "effective dimension" in words]
        assert len(lines) == 3, (width, lines)
        assert all(len(line) < 180 for line in lines), (width, lines)  # of a window of 1280 pixels


def test_the_finding_has_the_numbers_of_the_core():
    at = opened(t="0.5", lam="0.1", split="2")
    sweep = sweeps.load(sweeps.demo_digest())
    bench = sweeps.bench(sweep.digest, 1)
    X, y = bench.split.X_train, bench.split.problem.y
    K = np.exp(-((X[:, None] - X) ** 2).sum(axis=2) / (2 * 0.5))
    sigma, Q = np.linalg.eigh(K)
    mu = 0.1 * len(y)
    held = np.cumsum(((y @ Q) ** 2)[::-1]) / (y @ y)
    words = text(at)
    assert f"**{(sigma / (sigma + mu)).sum():.3g} of {len(y)}**" in words
    above = sigma >= mu
    assert f"{above.sum()} eigenvalues lie above the ridge" in words
    assert f"{(~above).sum()} below" in words
    kept = ((y @ Q[:, above]) ** 2).sum() / (y @ y)
    assert f"which the fit keeps, hold **{100 * kept:.3g} %**" in words
    assert f"**{int((held < 0.95).sum()) + 1} eigenvectors hold 95 %" in words
    assert "split 2 of 5" in words


def test_unknown_values_in_a_link_are_dropped():
    at = well(opened(t="99", lam="<b>", split="77", vec="999", kernel="laplace"))
    assert at.session_state["vec"] == 2


def test_the_eigenvector_is_chosen_by_the_link_and_the_slider():
    at = well(opened(vec="5"))
    assert "Eigenvector 5:" in text(at)
    at.select_slider(key="vec").set_value(12).run()
    assert "Eigenvector 12:" in text(well(at))


def test_another_point_of_the_grid_moves_every_figure():
    at = opened()
    before = text(at)
    at.select_slider(key="t").set_value(8.0).run()
    assert "τ = 2³" in text(well(at))
    assert text(at) != before


def test_several_kernels_show_the_family_of_the_cursor(home):
    digest = finished(config_of("iris", "virginica", candidates=FAMILIES), home)
    for kernel, name in (
        ("gaussian", "Gaussian"),
        ("polynomial", "polynomial"),
        ("linear", "linear"),
    ):
        at = well(opened(run=digest, kernel=kernel))
        assert f"With the {name} kernel" in text(at)
        assert "PCA plane" in text(at)


def test_a_sweep_of_lambda_alone_has_a_spectrum_too(home):
    digest = finished(config_of("iris", "setosa", candidates=LINEAR, lambdas=(0.1, 1.0)), home)
    at = well(opened(run=digest))
    assert "The 4 directions that the kernel sees hold only" in text(at)  # four features
    assert "K has rank 4 of 105" in text(at)


def test_regression_speaks_of_the_centred_target(home):
    digest = finished(config_of("diabetes_regression"), home)
    words = text(well(opened(run=digest)))
    assert "of the centred target**" in words
    assert "y is the target minus its mean" in words


def test_the_bias_of_the_lssvm_is_explained(home):
    digest = finished(config_of("iris", "virginica", learner="lssvm"), home)
    assert "its bias, which is not penalised" in text(well(opened(run=digest)))


@pytest.mark.parametrize(
    ("width", "words"),
    [(1e-7, "eigenvalues are equal"), (1e15, "holds all of trace K"), (1e5, "close to 11ᵀ")],
)
def test_both_ends_of_the_width_are_said_in_words(home, width, words):
    ends = (Candidates("gaussian", (width,), "2tau"),)
    digest = finished(config_of("two_moons", candidates=ends, lambdas=(0.1,)), home)
    assert words in text(well(opened(run=digest)))


def test_data_that_are_gone_are_missed_in_words(home):
    digest = finished_elsewhere(config_of("iris", "virginica"), home)
    at = opened(run=digest)
    assert not at.exception
    assert "are not on this computer" in " ".join(element.value for element in at.info)
    assert len(at.get("plotly_chart")) == 0


def test_a_sample_above_the_limit_is_declined_with_the_limit(home, monkeypatch):
    monkeypatch.setattr("kselect_core.selection.places.spectra.EIGH_LIMIT", 50)
    digest = finished(config_of("two_moons", seed=7), home)
    at = opened(run=digest)
    assert not at.exception
    assert "skipped above n \\= 50" in " ".join(element.value for element in at.info)


def test_what_takes_longer_is_offered_and_the_kernel_alone_is_shown(home, monkeypatch):
    digest = finished(config_of("two_moons", seed=8), home)
    monkeypatch.setattr(offer, "AT_ONCE", spectra.seconds_needed(210, 2))
    at = well(opened(run=digest), figures=3)
    assert "other kernels of the grid" not in text(at)
    at.button(key=f"offer_spectra-{digest}-0").click().run()
    well(until_done(at))
    assert "other kernels of the grid" in text(at)


def test_a_kernel_that_takes_longer_is_offered_alone(home, monkeypatch):
    digest = finished(config_of("two_moons", seed=9), home)
    monkeypatch.setattr(offer, "AT_ONCE", 0.0)
    at = opened(run=digest)
    assert len(at.get("plotly_chart")) == 0
    assert "it runs when you ask for it" in text(at)
    (button,) = [button for button in at.button if button.key.startswith("offer_spectrum-")]
    button.click().run()
    well(until_done(at), figures=3)


def test_the_picture_of_an_eigenvector_comes_before_the_heat_map(monkeypatch):
    shown = []
    monkeypatch.setattr(charts, "_note", lambda chart: shown.append(chart.key))
    well(opened())
    assert (shown[0], shown[-1]) == ("eigenvector", "waterfall")


CODES = ("waterfall", "scree", "alignment", "eigenvector", "dof")


@pytest.mark.parametrize(
    ("config", "query"),
    [
        (config_of("iris", "virginica", candidates=FAMILIES, learner="lssvm"), {"t": "1"}),
        (config_of("iris", "virginica", candidates=FAMILIES), {"kernel": "linear", "vec": "3"}),
        (config_of("diabetes_regression"), {"split": "2"}),
    ],
    ids=["lssvm", "linear", "regression"],
)
def test_the_code_of_every_figure_draws_it_again(home, monkeypatch, config, query):
    shown = {}
    monkeypatch.setattr(charts, "_note", lambda chart: shown.setdefault(chart.key, chart))
    digest = finished(config, home)
    at = opened(run=digest, **query)
    monkeypatch.setattr(export, "panel", lambda *_, **__: None)
    at.session_state[export.OPEN] = True  # what the browser draws itself leaves as a figure
    well(at.run())
    dataset = sweeps.data(digest)
    assert set(shown) == set(CODES)
    for chart in shown.values():
        names = {"config": config, "dataset": dataset}
        exec(chart.code, names)  # noqa: S102 (our own program)
        assert names["figure"].to_json() == chart.figure.to_json(), chart.key
        assert len(chart.numbers())


def test_the_code_of_the_kernel_matrix_makes_it_again(home, monkeypatch):
    shown = []
    monkeypatch.setattr(views_shown.matrix_view, "show", lambda *panel, **_: shown.append(panel))
    for changes, query in (
        ({"candidates": FAMILIES}, {"t": "1"}),
        ({"candidates": FAMILIES}, {"kernel": "polynomial", "t": "2", "split": "2"}),
    ):
        config = config_of("iris", "virginica", **changes)
        digest = finished(config, home)
        opened(run=digest, **query)
        picture, panel = shown[-1]
        names = {"config": config, "dataset": sweeps.data(digest)}
        exec(panel.code, names)  # noqa: S102 (our own program)
        pd.testing.assert_frame_equal(names["numbers"], panel.numbers())
        assert [name for name, _ in picture.row_groups] == ["not virginica", "virginica"]
        assert len(panel.numbers()) == 105
    assert shown[-1][0].diverging


def _clicked():

    import streamlit as st

    from kselect_ui.spectrum import page as spectra, views as spectrum_views
    from kselect_ui.sweep import cursor, finished as sweeps
    from kselect_ui.widgets import linked

    sweep = sweeps.current()
    cursor.move(sweep.config, {"parameter": 0.5, "lambda": 0.1})
    look = spectra.looked_at(sweep, cursor.at_cursor(sweep))
    picked = [{"customdata": 16.0}] if st.session_state["hit"] else [{"x": 3.0}]
    spectrum_views.to_kernel(look, picked)
    st.text(" ".join(str(linked.read(key, None)) for key in ("kernel", "t", "lam")))


@pytest.mark.parametrize(("hit", "expected"), [(True, "16.0 0.1"), (False, "0.5 0.1")])
def test_a_click_moves_the_kernel_and_keeps_lambda(hit, expected):
    at = AppTest.from_function(_clicked)
    at.session_state["hit"] = hit
    assert at.run().text[0].value == f"gaussian {expected}"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_large_type_and_both_themes_draw(theme):
    at = AppTest.from_string(SCRIPT, default_timeout=60)
    at.context = {"theme": theme}
    at.query_params["big"] = "true"
    well(at.run())


@pytest.mark.parametrize("panel", [f"{key}_table" for key in CODES])
def test_tables_open(panel):
    at = AppTest.from_string(SCRIPT, default_timeout=60)
    at.session_state[panel] = True
    assert len(well(at.run()).dataframe) == 1


def test_the_question_of_a_regression_is_about_its_target(home, monkeypatch):
    shown = {}
    monkeypatch.setattr(charts, "_note", lambda chart: shown.setdefault(chart.key, chart))
    digest = finished(config_of("additive"), home)
    at = opened(digest)
    assert shown["alignment"].name == "Target in the eigenvectors"
    assert "target" in shown["eigenvector"].numbers().columns
    assert [title.value for title in at.title] == [
        "What does this kernel see, and does it see the target?"
    ]
    at = opened()
    assert "see the labels" in at.title[0].value
