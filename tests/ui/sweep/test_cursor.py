"""One cursor: where it starts, how clicks move it, what it ignores."""

from dataclasses import replace
from math import isnan
from unittest.mock import Mock

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from kselect_core import Candidates, SweepConfig
from kselect_core.words import labels
from kselect_ui.server.shelf import shelf
from kselect_ui.sweep import finished
from kselect_ui.sweep.finished import Sweep

FAMILIES = (Candidates("gaussian", (0.5, 1.0, 2.0), "2tau"), Candidates("linear"))


def sweep(**columns):
    usual = {
        "scope": ["joint", "joint", "per_lambda"],
        "quantity": ["kta", "loo", "loo"],
        "kernel": ["linear", "gaussian", "linear"],
        "parameter": [float("nan"), 2.0, float("nan")],
        "lambda": [0.1, 0.01, 0.1],
        "value": [1.0, 0.5, 0.1],
    }
    config = SweepConfig(dataset="iris", candidates=FAMILIES, lambdas=(0.01, 0.1))
    choices = pd.DataFrame(usual | columns)
    return Sweep("0" * 64, config, pd.DataFrame(), choices, "binary", (0, 1))


def test_a_first_look_starts_where_cross_validation_points():
    assert sweep().start == ("gaussian", 2.0, 0.01)


def test_without_cross_validation_it_starts_at_the_first_choice():
    kernel, parameter, lam = sweep(quantity=["kta", "ckta", "kta"]).start
    assert (kernel, lam) == ("linear", 0.1)
    assert isnan(parameter)


def test_what_exists_for_two_classes_is_told_by_one_configuration():
    looked_at = replace(sweep(), pair=("setosa", "virginica"))
    assert looked_at.lens.pair == ("setosa", "virginica")
    assert looked_at.lens is looked_at.lens


def test_without_any_choice_it_starts_in_the_middle_of_the_grid():
    assert sweep(value=[float("nan")] * 3).start == ("gaussian", 1.0, 0.01)


def _moved():
    import streamlit as st

    from kselect_core import Candidates, SweepConfig
    from kselect_ui.sweep import cursor
    from kselect_ui.widgets import linked

    families = (Candidates("gaussian", (0.5, 1.0, 2.0), "2tau"), Candidates("linear"))
    config = SweepConfig(dataset="iris", candidates=families, lambdas=(0.01, 0.1))
    cursor.move(config, st.session_state["point"])
    values = {key: linked.read(key, None) for key in ("kernel", "t", "lam")}
    st.text(str({key: value for key, value in values.items() if value is not None}))


@pytest.mark.parametrize(
    ("point", "expected"),
    [
        (
            {"kernel": "gaussian", "parameter": 2.0, "lambda": 0.1},
            {"kernel": "gaussian", "t": 2.0, "lam": 0.1},
        ),
        ({"kernel": "linear", "parameter": None, "lambda": 0.1}, {"kernel": "linear", "lam": 0.1}),
        ({"kernel": "gaussian", "parameter": 2.0 * (1 + 1e-12)}, {"kernel": "gaussian", "t": 2.0}),
        ({"kernel": "gaussian", "parameter": 1.7}, {"kernel": "gaussian"}),
        ({"kernel": "<b>", "parameter": "x", "lambda": None}, {}),
        ({}, {}),
    ],
)
def test_a_click_moves_the_cursor_to_a_point_of_the_grid_or_not_at_all(point, expected):
    at = AppTest.from_function(_moved)
    at.session_state["point"] = point
    assert at.run().text[0].value == str(expected)


def _controls():
    from kselect_ui.sweep import cursor, finished as sweeps

    cursor.controls(sweeps.current())


def test_in_a_first_run_the_labels_say_what_the_link_brought():
    at = AppTest.from_function(_controls)
    at.query_params["t"], at.query_params["lam"] = "8", "0.1"
    labels = [slider.label for slider in at.run().select_slider]
    assert labels == ["Gaussian: τ = 2³", "λ = 0.1, μ = 21"]


def _stepped():
    import streamlit as st

    from kselect_ui.sweep import cursor, finished as sweeps

    first = cursor.steps(sweeps.current())
    st.text(str(first))
    first[cursor.LAMBDA].clear()
    st.text(str(cursor.steps(sweeps.current())))


def test_labels_of_the_steps_are_written_once_and_no_caller_changes_them(monkeypatch):
    shelf().clear()
    written = Mock(wraps=labels.strength_text)
    monkeypatch.setattr(labels, "strength_text", written)
    first, second = (said.value for said in AppTest.from_function(_stepped).run().text)
    assert first == second
    assert written.call_count == len(finished.current().config.lambdas)


def _called():
    from dataclasses import replace

    import streamlit as st

    from kselect_core import SweepConfig
    from kselect_ui.sweep import cursor, finished as sweeps

    sweep = sweeps.current()
    config = SweepConfig(**({"dataset": "iris"} | st.session_state["config"]))
    st.text(str(list(cursor.called(replace(sweep, config=config)).values())))


MACHINE = {
    "candidates": (FAMILIES[0],),
    "learner": "svm",
    "C": (1.0, 10.0),
    "criteria": ("svm_loo",),
}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"candidates": (FAMILIES[0],)}, ["width", "ridge"]),
        (
            {"candidates": (Candidates("gaussian", (0.5, 1.0), "gamma"),)},
            ["inverse width", "ridge"],
        ),
        ({"candidates": (Candidates("polynomial", (1.0, 2.0)),)}, ["", "ridge"]),
        ({"candidates": (Candidates("linear"),)}, ["", "ridge"]),
        (
            MACHINE,
            ["width", "penalty for errors"],
        ),
    ],
)
def test_the_sliders_have_a_word_for_their_symbols(given, words):
    at = AppTest.from_function(_called)
    at.session_state["config"] = given
    assert at.run().text[0].value == str(words)
