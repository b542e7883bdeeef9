"""The film under Streamlit's own test driver: both lines, all kernels, what its code gives."""

import json
import re
from base64 import b64decode
from functools import partial

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from kselect_core import Candidates
from kselect_core.plotting.output.film_payload import LARGEST
from kselect_core.plotting.output.packed import unpacked
from kselect_core.selection.places import film
from kselect_ui import ROUTER
from kselect_ui.sweep import export, finished as sweeps, offer, reel
from kselect_ui.widgets import charts
from tests.pages import visits
from tests.pages.visits import finished, finished_elsewhere, text, until_done

config_of = partial(visits.config_of, criteria=("loo", "remp"))
opened = partial(visits.opened, "film")


def well(at):
    assert not at.exception
    assert [element.value for element in at.error] == []
    return at


def films(at):
    """Give the components that carry a film: not the one that listens to keys."""
    return [element for element in at.get("bidi_component") if element.proto.bytes]


def shown(at):
    """Header and arrays of the film, and what is said to it beside it."""
    (picture,) = films(well(at))
    words = {}
    for element in at.get("bidi_component"):
        words |= {} if element.proto.bytes else json.loads(element.proto.json)
    return (*unpacked(picture.proto.bytes), words)


def test_the_shipped_sweep_is_a_film_of_its_widths_at_once():
    at = opened(t="0.5")
    header, arrays, said = shown(at)
    assert len(header["frames"]) == 31
    assert header["frames"][said["frame"]] == "τ = 2⁻¹"
    assert len(arrays["f"]) == 31 * 50 * 50
    assert len(said["lines"]) == 7
    assert "effective dimension goes from" in text(at)
    assert "test error is lowest on split 1" in text(at)
    for words in ("split 1 of 5", "n = 210", "70 × 70 block means of 210 × 210", "first 60 of 210"):
        assert words in text(at)


def test_the_shipped_film_is_smaller_than_two_megabytes():
    shown = films(well(opened()))[0]
    assert len(shown.proto.bytes) <= LARGEST


def test_the_film_runs_along_lambda_as_well():
    at = opened(reel="λ", lam="0.1")
    header, _, said = shown(at)
    assert header["frames"][said["frame"]] == "λ = 0.1"
    assert len(header["frames"]) == 7
    assert "Gaussian kernel" in text(at)
    assert "Gram matrix (the same for every λ)" in text(at)
    assert at.title[0].value == "What changes with λ, frame by frame?"


def test_hiding_the_test_error_hides_it_here():
    at = opened(te="false")
    assert len(shown(at)[2]["lines"]) == 6
    assert "test error" not in text(at)


def test_another_split_is_another_film():
    one, two = (shown(opened(split=split))[0]["digest"] for split in ("1", "2"))
    assert one != two


def test_a_step_of_the_cursor_sends_the_same_film():
    at = opened(t="0.5")
    before, _, said = shown(at)
    at.button(key="t_later").click().run()
    after, _, later = shown(at)
    assert before["digest"] == after["digest"]
    assert later["frame"] == said["frame"] + 1


def test_a_kernel_without_a_width_is_filmed_along_lambda(home):
    config = config_of("iris", "virginica", candidates=(Candidates("linear"),))
    at = opened(run=finished(config, home)[:12])
    assert shown(at)[0]["frames"] == ["λ = 0.01", "λ = 0.1"]
    assert "which has no parameter to film" in text(at)


def test_a_single_point_is_nothing_to_film(home):
    one = (Candidates("gaussian", (1.0,), "2tau"),)
    digest = finished(config_of("iris", "setosa", candidates=one, lambdas=(0.1,)), home)
    at = well(opened())
    assert [title.value for title in at.title] == ["What changes with the kernel, frame by frame?"]
    well(at.selectbox(key="run").set_value(digest).run())
    assert "nothing to film" in " ".join(element.value for element in at.info)
    assert not films(at)
    assert [title.value for title in at.title] == ["What changes, frame by frame?"]


def test_degrees_of_a_polynomial_are_frames(home):
    family = (Candidates("polynomial", (1.0, 2.0, 3.0)),)
    header, arrays, _ = shown(
        opened(run=finished(config_of("iris", "setosa", candidates=family), home))
    )
    assert header["frames"][1] == "degree p = 2"
    assert header["gramLow"] == -1
    assert np.isfinite(arrays["sigma"]).all()


def test_a_long_grid_is_thinned_and_it_is_said(home, monkeypatch):
    monkeypatch.setattr(film, "MOST_FRAMES", 3)
    at = opened(run=finished(config_of("iris", "setosa", seed=9), home), t="10", split="1")
    header, _, said = shown(at)
    assert header["frames"] == ["τ = 0.1", "τ = 10", "τ = 100"]
    assert said["frame"] == 1
    assert "3 of 4 points of the grid" in text(at)


def test_a_regression_has_no_classes(home):
    at = opened(run=finished(config_of("diabetes_regression"), home)[:12])
    if films(at):
        header, _, _ = shown(at)
        assert header["runs"] == []
        assert "squared error is lowest" in text(at)
    else:
        assert [button.label for button in at.button if "Make the film" in button.label]


def test_data_that_are_gone_are_said_to_be(home):
    digest = finished_elsewhere(config_of("iris", "virginica"), home)
    at = well(opened(run=digest))
    assert "are not on this computer" in " ".join(element.value for element in at.info)


def test_a_film_of_some_seconds_is_made_without_being_asked_for(monkeypatch):
    monkeypatch.setattr(offer, "AT_ONCE", 0.0)
    at = well(opened(lam="2"))
    assert not [button for button in at.button if "Make the film" in button.label]
    assert len(shown(until_done(at))[0]["frames"]) == 31


def test_a_slow_film_has_a_button_and_then_plays(monkeypatch):
    monkeypatch.setattr(offer, "AT_ONCE", 0.0)
    monkeypatch.setattr(reel, "BEGUN", 0.0)
    at = well(opened(lam="0.5"))
    assert not films(at)
    (button,) = [button for button in at.button if "Make the film of 31 frames" in button.label]
    button.click().run()
    assert len(shown(until_done(at))[0]["frames"]) == 31


def test_the_numbers_and_the_program_stand_below_the_film():
    at = AppTest.from_file(str(ROUTER), default_timeout=60)
    at.query_params["crit"] = "loo"
    at.run()
    at.session_state["film_table"] = at.session_state["film_code"] = True
    at = well(at.switch_page("../pages/film.py").run())
    assert any("views.moving_pictures(at" in code.value for code in at.code)
    assert {"loo", "test_error", "effective_dimension", "sigma_60"} <= set(at.dataframe[0].value)


def test_the_film_in_a_file_is_the_one_on_the_page(files):
    header, _, said = shown(opened(t="0.5", te="false"))
    page = files["kselect_film.html"]()
    assert header["digest"].encode() in b64decode(re.search(r'id="bytes">(.*?)<', page)[1])
    told = json.loads(re.search(r'id="said">(.*?)</script>', page)[1])
    assert told["film"] == {"frame": said["frame"]}
    assert told["film_lines"]["lines"] == said["lines"]


@pytest.mark.parametrize("opens", [False, True])
def test_the_frame_under_the_cursor_leaves_the_page_as_figures_with_programs(monkeypatch, opens):
    held = []
    monkeypatch.setattr(charts, "_note", held.append)
    at = opened(t="0.5")
    held.clear()
    at.session_state[export.OPEN] = opens
    well(at.run())
    assert [chart.key for chart in held] == (["picture", "spectrum"] if opens else [])
    assert all("figure" in chart.code for chart in held)


def _rests():
    import streamlit as st

    from kselect_core import views
    from kselect_ui.film import view as film_view
    from kselect_ui.sweep import finished as sweeps
    from kselect_ui.widgets import linked

    sweep = sweeps.place(sweeps.current(), None)
    at = views.FilmAt(sweep, views.Cursor(0, "gaussian", 1.0, 0.1), st.session_state["line"])
    st.session_state["film"] = {"rest": st.session_state["frame"]}
    film_view.rested(at)
    st.text(f"{linked.read('t', None)} {linked.read('lam', None)}")


@pytest.mark.parametrize(
    ("along", "frame", "expected"),
    [
        ("parameter", 15, "1.0 None"),
        ("lambda", 2, "None 0.01"),
        ("parameter", 31, "None None"),
        ("parameter", -1, "None None"),
        ("parameter", "1", "None None"),
        ("parameter", None, "None None"),
    ],
)
def test_where_the_film_rests_is_where_the_cursor_goes(along, frame, expected):
    at = AppTest.from_function(_rests)
    at.session_state["line"], at.session_state["frame"] = along, frame
    assert at.run().text[0].value == expected


def test_a_film_and_its_frames_agree_with_the_sweep():
    _, arrays, _ = shown(opened(t="0.5", split="1"))
    sweep = sweeps.load(sweeps.demo_digest())
    rows = sweep.table[(sweep.table["quantity"] == "effective_dof") & (sweep.table["split"] == 0)]
    lam = 0.001
    expected = rows[np.isclose(rows["lambda"], lam)].sort_values("parameter")["value"]
    np.testing.assert_allclose(arrays["dimension"], expected, rtol=1e-5)
