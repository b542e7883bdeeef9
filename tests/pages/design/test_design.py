"""The page of designed kernels, view of the iterated one: every kind of sweep, bad links."""

from functools import partial

import pytest

from kselect_core import Candidates
from kselect_core.selection.design.few_labels import Design
from kselect_core.selection.design.iterations import designed
from kselect_ui.sweep import finished as sweeps, offer
from kselect_ui.widgets import charts
from tests.pages import visits
from tests.pages.visits import finished, finished_elsewhere, text, until_done

config_of = partial(visits.config_of, criteria=("loo",), candidates=(Candidates(values=(1.0,)),))
TWO_LINES = 190  # characters
KEYS = {"design_map", "design_steps", "design_errors"}


@pytest.fixture
def shown(monkeypatch):
    """Collect the charts that the page draws."""
    drawn = {}
    monkeypatch.setattr(charts, "_note", lambda chart: drawn.__setitem__(chart.key, chart))
    return drawn


def opened(**query):
    return visits.opened("design", **query)


def well(at, figures=3):
    assert not at.exception
    assert [element.value for element in at.error] == []
    assert [element.value for element in at.info] == []
    assert len(at.get("plotly_chart")) == figures
    return at


def again(chart, digest):
    names = {"config": sweeps.load(digest).lens, "dataset": sweeps.data(digest)}
    exec(chart.code, names)  # noqa: S102 (our own program)
    return names["figure"].to_json()


def test_the_first_look_says_who_chooses_what_in_the_numbers_of_the_core():
    words = text(well(opened()))
    sweep = sweeps.load(sweeps.demo_digest())
    found = designed(sweep.config, sweeps.data(sweep.digest), Design(60), 0)
    for method in found.methods:
        assert f"{method.test[method.chosen]:.4g}" in words
        assert f"({100 * method.rates[method.chosen]:.1f} % wrong)" in words
    assert "with the labels of **60 of 210** training points" in words
    assert "semi-supervised iterated kernel method (SEKM)" in words
    few, many = (float(found.method(n).test[found.method(n).chosen]) for n in ("UKM", "SEKM"))
    assert f"{100 * (many / few - 1):+.0f} % squared error against UKM".replace("-", "−") in words


def test_the_errors_stand_before_the_maps_with_one_way_to_write_a_ridge(shown):
    words = text(well(opened()))
    assert next(iter(shown)) == "design_errors"
    assert "k = 1, λ = 3.16·10⁻⁶" in words
    assert "21 λ from 10⁻¹⁰ to 1" in words
    levels = [note.text for note in shown["design_steps"].figure.layout.annotations]
    assert "chosen λ<br>3.16·10⁻⁶" in levels
    assert all(len(chart.caption) < TWO_LINES for chart in shown.values())


def test_every_setting_comes_from_the_link_and_reaches_the_programs(shown):
    query = {
        "lab": "40", "ksteps": "3", "kbase": "gaussian", "ks2": "16", "unit": "true",
        "split": "2", "dloss": "share of wrong signs",
    }  # fmt: skip
    at = well(opened(**query))
    words = text(at)
    assert "40 of 210" in words
    assert "split 2 of 5" in words
    assert "σ² = 16, rescaled to a mean diagonal of 1" in words
    for chart in shown.values():
        assert again(chart, sweeps.demo_digest()) == chart.figure.to_json(), chart.key
        assert len(chart.numbers())
    assert "unit_diagonal" not in words
    assert set(shown) == KEYS
    assert shown["design_errors"].figure.layout.xaxis.title.text == "test error"


def test_without_unlabelled_points_there_is_one_pool(shown):
    at = well(opened(unl="false"))
    words = text(at)
    assert "The unlabelled points are not used." in words
    assert "SEKM" not in words
    assert "Pool: the labelled points" in words
    assert all("unlabelled=False" in chart.code for chart in shown.values())


def test_a_hidden_test_error_is_nowhere(shown):
    at = opened(te="false")
    assert not at.exception
    words = text(at)
    assert "choose: SKM (a single Gaussian kernel" in words
    assert "The test error is hidden" in words
    assert "wrong" not in words
    assert set(shown) == KEYS - {"design_errors"}
    chart = shown["design_map"]
    assert "test" not in " ".join(chart.numbers().columns)
    assert "test points" not in chart.figure.to_json()
    assert "test=False" in chart.code


def test_with_every_point_labelled_the_pools_are_said_to_be_the_same():
    assert "both pools are the same" in text(well(opened(lab="210")))


@pytest.mark.parametrize(
    "query",
    [{"lab": "9999", "ksteps": "99", "kc": "7", "unl": "?"}, {"lab": "x", "kbase": "magic"}],
)
def test_bad_values_of_a_link_are_dropped(query):
    well(opened(**query))


def test_a_regression_speaks_of_squared_errors_alone(home, shown):
    digest = finished(config_of("additive"), home)
    at = well(opened(run=digest[:12]))
    words = text(at)
    assert "wrong" not in words
    assert "test squared error" in str(shown["design_errors"].figure.layout.xaxis.title.text)
    assert "test_error" not in shown["design_errors"].numbers().columns


def test_two_of_several_classes_are_looked_at_too(home, shown):
    several = finished(config_of("iris"), home)
    assert "classes setosa / virginica" in text(well(opened(run=several[:12], pair="2")))
    digest = f"{several}#2"
    for chart in shown.values():
        assert again(chart, digest) == chart.figure.to_json(), chart.key


def test_a_cursor_on_an_iterated_kernel_and_a_sweep_of_one_split(home):
    families = (Candidates("iterated", (1.0, 2.0)),)
    digest = finished(config_of("two_moons", candidates=families, repeats=1), home)
    at = well(opened(run=digest[:12]))
    assert "Compare the methods" not in " ".join(button.label for button in at.button)


def test_what_takes_longer_is_offered_first(home, monkeypatch):
    digest = finished(config_of("two_moons", seed=5), home)
    monkeypatch.setattr(offer, "AT_ONCE", 0.0)
    at = opened(run=digest[:12])
    assert not at.exception
    assert "they run when you ask for them" in text(at)
    (button,) = [b for b in at.button if "Compute the iterated kernels" in b.label]
    button.click().run()
    at = well(until_done(at))
    (button,) = [b for b in at.button if "Compare the methods on all 2 splits" in b.label]
    button.click().run()
    at = well(until_done(at))
    assert "2 splits, 60 labelled points each" in text(at)


def test_data_that_are_gone_are_missed_in_words(home):
    digest = finished_elsewhere(config_of("iris", "virginica"), home)
    at = opened(run=digest[:12])
    assert not at.exception
    assert "are not on this computer" in " ".join(e.value for e in [*at.info, *at.error])
    assert not len(at.get("plotly_chart"))


def test_too_many_points_are_declined_with_the_limit(home, monkeypatch):
    monkeypatch.setattr("kselect_core.selection.design.iterations.EIGH_LIMIT", 50)
    digest = finished(config_of("two_moons", seed=6), home)
    at = opened(run=digest[:12])
    assert not at.exception
    assert "skipped above 50 training points" in " ".join(e.value for e in at.info)


def test_captions_say_how_many_folds_there_were_and_which_classes(shown, home):
    assert "smallest 3-fold cross-validated error" in text(well(opened(lab="6")))
    several = finished(config_of("iris"), home)
    well(opened(run=several[:12], pair="2"))
    assert all("classes setosa / virginica" in chart.caption for chart in shown.values())


def test_the_finding_says_which_split_it_is_about():
    assert "(split 1 of 5), with the labels of" in text(opened())
    assert "(split 3 of 5), with the labels of" in text(opened(split="3"))


def test_a_moved_number_of_labels_leaves_the_rest_of_the_link_to_be_answered():
    at = opened(lab="5", ksteps="99", dloss="x")
    notices = " ".join(element.value for element in at.warning)
    for asked, shown in (("lab = 5", "lab = 6"), ("ksteps = 99", "= 5"), ("dloss = x", "squared")):
        assert f"The link asked for {asked}" in notices
        assert shown in notices
