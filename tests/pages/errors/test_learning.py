"""The learning curve on the page Errors, under Streamlit's own test driver."""

from functools import partial

from kselect_core.selection.sweep import setup
from tests.pages import visits
from tests.pages.visits import finished, opened, text

config_of = partial(visits.config_of, criteria=("loo", "ckta"))


def keys(at):
    return {element.proto.id.split("-")[-1] for element in at.get("plotly_chart")}


def test_the_curve_is_offered_computed_and_told(home):
    digest = finished(config_of(repeats=1), home)[:12]
    at = opened("errors", run=digest, learn="true")
    for button in at.button:
        if button.label.startswith("Run the sweep on fewer points"):
            at = visits.until_done(button.click().run())
    assert "learning" in keys(at)
    assert "has the smallest mean regret" in text(at)
    hidden = opened("errors", run=digest, learn="true", te="false")
    assert "learning" not in keys(hidden)
    assert "smallest mean regret" not in text(hidden)


def test_a_sweep_by_landmarks_shows_how_the_choice_moves_with_their_number(home, monkeypatch):
    monkeypatch.setattr(setup, "AT_HAND", 100)
    asked = config_of(criteria=("kfold",), repeats=1, engine="landmarks", landmarks=40)
    at = opened("errors", run=finished(asked, home)[:12], marks="true")
    for button in at.button:
        if button.label.startswith("Choose with fewer landmarks"):
            at = visits.until_done(button.click().run())
    assert not at.exception
    assert "landmarks" in keys(at)
    assert "are of the learner on 40 landmarks, from" in text(at)
    assert "of 100 of them, in the same class shares, by the full kernel:" in text(at)
    dense = opened("errors", run=finished(config_of(repeats=1), home)[:12], marks="true")
    assert "landmarks" not in keys(dense)
    assert all("number of landmarks" not in box.label for box in dense.checkbox)


def test_of_several_classes_the_choice_by_landmarks_is_that_of_all_pairs(home):
    asked = config_of("iris", criteria=("kfold",), repeats=1, engine="landmarks", landmarks=40)
    digest = finished(asked, home)[:12]
    at = opened("errors", run=digest, marks="true")
    for button in at.button:
        if button.label.startswith("Choose with fewer landmarks"):
            at = visits.until_done(button.click().run())
    assert not at.exception
    assert "landmarks" in keys(at)
    assert "mean over 3 pairs of classes" in text(at)
    assert "choices are of the learner on 40 landmarks. Pictures" in text(at)
    assert "landmarks" in keys(opened("errors", run=digest, marks="true", pair="2"))
