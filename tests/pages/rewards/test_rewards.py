"""The page about rewards under Streamlit's own test driver: every view, every kind of sweep."""

import re
from functools import partial
from unittest.mock import Mock

import pandas as pd
import pytest

from kselect_core import Candidates
from kselect_core.selection.terms.rewards import reward_terms
from kselect_core.selection.terms.width_path import path_seconds
from kselect_core.views.rewards import width_words
from kselect_core.views.rewards.width import OCTAVES
from kselect_ui.rewards import rows as rewards_rows, width as rewards_width
from kselect_ui.server.shelf import shelf
from kselect_ui.sweep import export, finished as sweeps, offer
from kselect_ui.widgets import charts
from tests.pages import visits
from tests.pages.redrawn import run, same, traces
from tests.pages.visits import FAMILIES, elements, finished, finished_elsewhere, text, until_done

WIDTHS = (0.05, 0.5, 5.0, 50.0)
GAUSSIAN = (Candidates("gaussian", WIDTHS, "2tau"),)
VIEWS = ("labels", "sensitivity", "options")
config_of = partial(
    visits.config_of, candidates=GAUSSIAN, criteria=("fsm", "kta", "loo", "ks"), test_share=0.6
)
opened = partial(visits.opened, "rewards")


@pytest.fixture(scope="module")
def iris(home):
    return finished(config_of("iris", "virginica"), home)


@pytest.fixture
def drawn(monkeypatch):
    found, parcels = [], []
    monkeypatch.setattr(charts, "_note", found.append)
    offered = export.offer
    monkeypatch.setattr(export, "offer", lambda made: (parcels.append(made()), offered(made)))
    return found, parcels


def keys(at):
    return [element.proto.id.split("-")[-1] for element in at.get("plotly_chart")]


def well(at, *figures):
    assert not at.exception
    assert [element.value for element in at.error] == []
    assert keys(at) == list(figures), text(at)
    return at


@pytest.fixture
def asking(monkeypatch):
    """Nothing is computed before it is asked for, however quick the computer."""
    monkeypatch.setattr(offer, "AT_ONCE", -1.0)


def pressed(at):
    """Press the button of the offer if it is not quick, wait for the task, and look again."""
    for button in at.button:
        if button.key.startswith("offer_rewards"):
            return until_done(button.click().run())
    return at


def shown(at):
    return visits.tables(at)[0]


def test_the_first_look_says_what_pulls_where(iris):
    at = well(opened(run=iris), "reward_width")
    words = text(at)
    assert "SPS penalty, first order and KS penalty (η = 1)** pull to narrow kernels" in words
    assert "**5 terms** pull to wide kernels" in words
    assert "SPS penalty, exact** pulls nowhere" in words
    assert "**FSM** has the best value at an end that says nothing about the labels" in words
    assert "n = 60 training points" in words
    assert "seed 0" in words


def rows(at):
    """Rows of terms: name, picture, and what is said of it."""
    (table,) = (html.proto.body for html in at.get("html") if "<table" in html.proto.body
                and rewards_rows.KEY in html.proto.body)  # fmt: skip
    found = re.findall(r"<tr><td><b>(.*?)</b>(.*?)</td><td[^>]*>(.*?)</td>(.*?)</tr>", table)
    return {name: (full, picture, re.findall("<td>(.*?)</td>", rest))
            for name, full, picture, rest in found}  # fmt: skip


def line_of_cursor(at):
    (style,) = (html.proto.body for html in at.get("html")
                if html.proto.body.startswith(f"<style>.{rewards_rows.KEY}"))  # fmt: skip
    return re.findall(r" left: ([\d.]+)px; border", style)


def test_every_term_has_a_row_with_its_curve_and_why_it_pulls(iris):
    at = opened(run=iris)
    found = rows(at)
    assert list(found)[:3] == ["KTA", "CKTA", "FSM"]
    assert len(found) == len(reward_terms())
    full, picture, said = found["FSM"]
    assert "feature space-based kernel matrix evaluation measure (FSM)" in full
    assert said[0] == "narrow"
    assert said[2] == "at K = I it is 0, its best, whatever the labels"
    assert picture.startswith('<img src="data:image/svg+xml,%3Csvg')
    links = [link.proto.label for link in at.get("page_link")]
    assert "A small case that shows it: FSM" in links


def test_a_step_of_the_kernel_moves_a_line_through_the_rows_and_sends_none_again(iris):
    narrow, wide = (opened(run=iris, t=t) for t in ("0.5", "50"))
    assert rows(narrow) == rows(wide)
    (before,), (after,) = map(line_of_cursor, (narrow, wide))
    assert float(before) < float(after)


def test_a_width_beyond_the_path_has_no_line(home):
    grid = (Candidates("gaussian", (0.5, 1e9), "2tau"),)
    digest = finished(config_of("iris", "virginica", candidates=grid), home)
    assert line_of_cursor(opened(run=digest, t="0.5"))
    assert line_of_cursor(opened(run=digest, t="1e9")) == []


def test_other_kernels_than_gaussian_ones_have_no_line(home):
    digest = finished(config_of("iris", "virginica", candidates=FAMILIES), home)
    assert line_of_cursor(opened(run=digest, kernel="polynomial")) == []


def test_theory_stands_beside_what_is_found(iris):
    at = opened(run=iris)
    table = shown(at).set_index("term")
    assert table.loc["SPS penalty, exact", "at K = I"] == "0.0167 = 1/n"
    assert table.loc["SPS penalty, exact", "chooses"] == "any width"
    assert table.loc["KS penalty (η = 1)", "at K = 11ᵀ"] == "0.137 = η(1+√(4n−3))/(2n)"
    assert table.loc["BR ½ log Ω", "at K = 11ᵀ"].endswith(" → −∞")
    assert table.loc["FSM", "pull, found"] == "narrow, degenerate"
    assert "FSM is 0 whatever the labels" in text(at)
    assert "linear kernel, " in table.loc["CKTA", "at K = 11ᵀ"]


@pytest.mark.usefixtures("asking")
def test_a_finer_path_is_offered_and_kept_in_the_link(iris):
    at = opened(run=iris, fine="true")
    assert keys(at) == []
    assert "4 widths per octave" in text(at)
    at = well(pressed(at), "reward_width")
    assert "4 per octave" in text(at)


@pytest.mark.usefixtures("asking")
def test_shuffled_labels_are_offered_and_told(iris):
    at = opened(run=iris, reward="labels", shuf="5")
    assert keys(at) == []
    at = well(pressed(at), "reward_labels")
    assert "**FSM** in 5 of 5" in text(at)
    assert "By chance alone: 1 in 4." in text(at)
    table = shown(at).set_index("criterion")
    assert table.loc["FSM", "same kernel"] == "5 of 5"
    assert "why not" not in table.columns


@pytest.mark.usefixtures("asking")
@pytest.mark.parametrize(("asked", "used"), [("0", "1"), ("9999", "500")])
def test_the_number_of_shuffles_has_limits_and_says_so(iris, asked, used):
    at = opened(run=iris, reward="labels", shuf=asked)
    assert f"used: {used}." in text(at)
    assert any(f"with {used} shuffles" in button.label for button in at.button)


@pytest.mark.usefixtures("asking")
def test_moves_are_offered_and_told(iris):
    at = well(pressed(opened(run=iris, reward="sensitivity")), "reward_moves")
    assert "moves farthest: **" in text(at)
    assert "a quarter of the positive class is left" in text(at)


@pytest.mark.usefixtures("asking")
def test_the_effect_of_options_is_offered_and_told(iris):
    at = well(pressed(opened(run=iris, reward="options")), "reward_options")
    words = text(at)
    assert "Smallest on the grid: " in words
    assert "mean over 5 splits" in words
    assert "that of t is √n, rounded up" in words
    assert "No choice by " not in words


def test_one_kernel_leaves_nothing_to_choose_whatever_is_turned(home):
    digest = finished(config_of("iris", "virginica", candidates=(Candidates("linear"),)), home)
    at = well(opened(run=digest, reward="options"))
    assert "whatever the option, there is nothing to choose" in text(at)
    assert not [button for button in at.button if button.key.startswith("offer")]


def test_without_test_errors_options_have_no_effect_to_show(iris):
    at = opened(run=iris, reward="options", te="false")
    assert keys(at) == []
    assert "The test error is hidden" in text(at)


def test_the_approximation_has_its_place_here(iris):
    at = opened(run=iris, reward="approximation")
    assert not at.exception
    assert keys(at)


def test_a_regression_shuffles_targets_and_declines_what_needs_classes(home):
    digest = finished(config_of("diabetes_regression", criteria=("loo", "kta")), home)
    at = well(opened(run=digest), "reward_width")
    table = shown(at).set_index("term")
    assert table.loc["FSM", "chooses"] == "needs labels −1 and +1"
    assert pd.isna(table.loc["SM, trace (r = 3)", "at K = 11ᵀ"])
    assert "Why?" not in text(at)
    at = well(pressed(opened(run=digest, reward="options")), "reward_options")
    assert "The spectral measure SM needs two classes" in text(at)
    assert "test squared error of the choice" in text(at)
    at = well(pressed(opened(run=digest, reward="labels", shuf="2")), "reward_labels")
    assert "with the true targets" in text(at)
    assert "Coloured: true targets; grey: shuffled ones." in text(at)
    assert "labels" not in " ".join(element.value for element in at.caption)


def test_machines_are_seen_through_least_squares_and_that_is_said(home):
    machines = config_of(
        learner="svm", C=(0.5, 5.0), criteria=("svm_loo", "kta"),
        candidates=(Candidates("gaussian", (0.05, 0.5, 5.0), "gamma"),),
    )  # fmt: skip
    digest = finished(machines, home)
    at = well(opened(run=digest), "reward_width")
    assert "A least-squares SVM with the ridge μ" in text(at)
    assert "C = " in text(at)
    at = well(pressed(opened(run=digest, reward="labels", shuf="2")), "reward_labels")
    assert "LOO" not in text(at).replace("support vector machine (LOO)", "")  # below its switch
    at = opened(run=digest, reward="approximation")
    assert "A least-squares SVM with the ridge μ" not in text(at)


@pytest.fixture(scope="module")
def three_classes(home):
    few = (Candidates("gaussian", (0.5, 5.0), "2tau"),)
    return finished(config_of("iris", criteria=("fsm", "loo"), candidates=few), home)


def test_several_classes_show_the_pair_that_is_looked_at(three_classes):
    digest = three_classes
    at = well(opened(run=digest, pair="2"), "reward_width")
    assert "classes setosa / virginica" in text(at)
    well(pressed(opened(run=digest, pair="2", reward="labels", shuf="2")), "reward_labels")


@pytest.mark.nightly  # by day of two classes, and of three in tests/pages/every/test_classes.py
def test_options_of_several_classes_are_those_of_all_together(three_classes, drawn):
    digest = three_classes
    at = well(pressed(opened(run=digest, pair="2", reward="options")), "reward_options")
    assert "those of all classes together" in text(at)
    chart = drawn[0][-1]
    again = run(export.program_of(drawn[1][-1], chart))
    same(traces(again.to_json()), traces(chart.figure.to_json()), chart.key)


def test_a_family_of_one_kernel_has_nothing_to_choose(home):
    digest = finished(config_of("iris", "virginica", candidates=FAMILIES), home)
    for view in ("labels", "sensitivity"):
        at = well(opened(run=digest, kernel="linear", reward=view))
        assert "family of this sweep has one kernel" in text(at)
    well(opened(run=digest, kernel="linear"), "reward_width")
    at = well(
        pressed(opened(run=digest, kernel="polynomial", reward="sensitivity")), "reward_moves"
    )
    assert "degrees" in text(at)


def test_nothing_switched_on_is_said(iris):
    for view in ("labels", "sensitivity"):
        at = well(pressed(opened(run=iris, reward=view, crit="none", lam="0.1", shuf="2")))
        assert "No criterion is switched on" in text(at)
        assert "None of the criteria" not in text(at)


def test_unknown_values_in_a_link_are_dropped(iris):
    at = well(opened(run=iris, reward="<b>", shuf="many", fine="perhaps"), "reward_width")
    assert at.session_state["reward"] == "width"
    assert "The link asked for reward" in text(at)


def test_data_that_are_gone_are_missed_in_words(home):
    digest = finished_elsewhere(config_of("iris", "virginica"), home)
    at = well(opened(run=digest))
    assert "are not on this computer" in text(at)


def test_a_sample_above_the_limit_is_declined_with_the_limit(iris, monkeypatch):
    monkeypatch.setattr("kselect_core.selection.terms.width_path.EIGH_LIMIT", 50)
    at = well(opened(run=iris, lam="0.01", split="2"))
    assert "skipped above n = 50" in text(at)


@pytest.mark.usefixtures("asking")
def test_what_takes_longer_is_offered(iris):
    at = opened(run=iris)
    assert keys(at) == []
    assert "it runs when you ask for it" in text(at)
    at = well(pressed(at), "reward_width")
    assert "one per octave" in text(at)


def test_what_takes_a_moment_is_there_without_being_asked_for(iris, monkeypatch):
    monkeypatch.setattr(offer, "AT_ONCE", 1e6)
    well(opened(run=iris, reward="labels", shuf="4"), "reward_labels")


def test_what_is_said_along_the_width_is_worked_out_once_for_all_visits(iris, monkeypatch):
    shelf().clear()
    monkeypatch.setattr(offer, "AT_ONCE", 1e6)
    table = Mock(wraps=width_words.of_terms)
    monkeypatch.setattr(width_words, "of_terms", table)
    words = [text(well(opened(run=iris, lam="0.1"), "reward_width")) for _ in range(2)]
    assert words[0] == words[1]
    assert table.call_count == 1


def test_a_larger_sample_has_a_coarser_first_look(iris, monkeypatch):
    monkeypatch.setattr(offer, "AT_ONCE", path_seconds(60, 8))
    at = well(opened(run=iris, lam="0.1"), "reward_width")
    assert "one in four octaves" in text(at)


def test_the_first_look_of_the_demo_takes_a_moment():
    n = sweeps.bench(sweeps.demo_digest(), 0).split.n
    assert rewards_width.first_look(n) == 1
    assert path_seconds(n, OCTAVES) <= offer.AT_ONCE


def test_why_stands_before_the_curves():
    shown = list(elements(opened().main))
    (why,) = [i for i, one in enumerate(shown) if one.type == "markdown" and "Why?" in one.value]
    assert why < min(i for i, one in enumerate(shown) if one.type == "plotly_chart")
