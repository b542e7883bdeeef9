"""A width for every feature on a page, under Streamlit's own test driver."""

from functools import partial

import numpy as np

from kselect_core import load_dataset, views
from kselect_core.selection.combination.feature_widths import FeatureWidths
from kselect_core.selection.combination.relevance import Relevances
from kselect_core.views.design.relevance import finding
from tests.pages import visits
from tests.pages.visits import text

config_of = partial(visits.config_of, criteria=("loo",))


def keys(at):
    return {element.proto.id.split("-")[-1] for element in at.get("plotly_chart")}


def test_the_page_says_which_feature_matters_and_what_that_is_worth():
    at = visits.opened("design", design="features", ard="loo")
    assert not at.exception
    assert [element.value for element in at.error] == []
    assert {"relevance", "relevance_errors", "relevance_path"} <= keys(at)
    assert "By **LOO**," in text(at)
    assert "with one width for all" in text(at)
    assert "automatic relevance determination" in text(at)


def test_a_hidden_test_error_is_not_told():
    at = visits.opened("design", design="features", te="false")
    assert not at.exception
    assert keys(at) == {"relevance", "relevance_path"}
    assert "The test error is hidden" in text(at)
    assert "one width for all" not in text(at)


def widths(gamma, names):
    one = np.ones(1)
    path = {"gamma": np.array([gamma]), "lam": one, "value": one, "held_out": one, "chosen": 0}
    return FeatureWidths("gml", names, **path, stopped=True, spread=np.ones(len(gamma)))


def told(errors):
    names = ("a", "b", "c*")
    own = tuple(widths([8.0, 1.0, 1.0], names) for _ in errors)
    config = config_of("two_moons", repeats=len(errors))
    ready = Relevances(names, own, own, np.array(errors), 40)
    at = views.RelevanceAt(config, load_dataset("two_moons"), ready=ready)
    return finding(at, lambda name: name.replace("*", "\\*"))


def test_the_finding_warns_where_so_many_widths_overfit():
    gain = "**10.0 %**, with one width for all 20.0 %: a width per feature gains 10.0 points."
    assert told([[0.1, 0.2], [0.1, 0.2]]).endswith(gain)
    assert "**a width per feature overfits here**, it loses 10.0 points" in told([[0.3, 0.2]])
    assert told([[0.2, 0.2]]).endswith("gains nothing.")


def test_the_finding_names_what_holds_most_of_the_distance():
    assert told([[0.1, 0.2]]).startswith("By **GML**, **a** and **b** of 3 features hold 90.0 %")
