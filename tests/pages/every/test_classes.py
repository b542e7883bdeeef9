"""A sweep of three classes on every page: means over the pairs, and one pair looked at."""

from dataclasses import replace
from functools import partial

import pytest

import kselect
from kselect_core import Candidates, SweepConfig, load_dataset
from kselect_core.selection import with_digest
from kselect_core.selection.places.cursor import Cursor
from kselect_core.selection.places.pair_values import pair_values
from kselect_ui.sweep import export, finished as sweeps
from kselect_ui.widgets import charts
from tests.pages import visits
from tests.pages.redrawn import run, same, traces
from tests.pages.visits import finished, finished_elsewhere, text

IRIS = load_dataset("iris")
CONFIG = with_digest(
    SweepConfig(
        dataset="iris",
        candidates=(Candidates("gaussian", (0.05, 0.5, 5.0), "gamma"),),
        lambdas=(1e-3, 1e-1),
        criteria=("kta", "kfold", "loo", "sps", "ks"),
        repeats=2,
    ),
    IRIS,
)
REST = replace(CONFIG, multiclass="one_vs_rest")
MACHINES = with_digest(
    SweepConfig(
        dataset="iris",
        learner="svm",
        C=(0.3, 30.0),
        candidates=(Candidates("gaussian", (0.05, 0.5), "gamma"),),
        criteria=("svm_kfold", "svm_loo", "stab", "marg"),
        repeats=1,
    ),
    IRIS,
)
ALONE = replace(CONFIG, pair=("setosa", "virginica"))
EVERY = (CONFIG, REST, MACHINES, ALONE)


@pytest.fixture(scope="module", autouse=True)
def tables(home):
    """Give the tables of the sweeps by digest, which the pages find among the runs."""
    found = {}
    for config in EVERY:
        finished(config, home, partial(found.setdefault, config.digest()))
    return found


def opened(page="explore", config=CONFIG, **query):
    at = visits.opened(page, run=config.digest()[:12], **query)
    assert not at.exception
    assert [element.value for element in at.error] == []
    return at


@pytest.mark.parametrize("page", ["explore", "spectrum", "perturbation", "errors", "film"])
def test_every_page_names_the_pair_that_is_looked_at(page):
    at = opened(page, pair="3")
    assert at.selectbox(key="pair").value == "3"
    told = text(at) + "".join(str(view.proto) for view in at.get("bidi_component"))
    assert "versicolor / virginica" in told or page == "film"
    assert "setosa / versicolor" not in text(at)
    assert "".join(at.query_params["pair"]) == "3"


def drawn_in_rows(at):
    return next(one.proto.json for one in at.get("bidi_component") if one.key == "curves")


def test_another_pair_is_another_kernel_matrix_and_the_same_curves():
    first, third = opened("spectrum"), opened("spectrum", pair="3")
    assert "classes setosa / versicolor" in text(first)
    assert text(first) != text(third)
    at = opened()
    curves = drawn_in_rows(at)
    at.selectbox(key="pair").set_value("2").run()
    assert drawn_in_rows(at) == curves
    assert "classes setosa / virginica" in text(at)
    assert "criteria: mean over 3 pairs of classes" in text(at)


def test_a_pair_that_is_not_there_is_said():
    at = opened(pair="7")
    assert at.selectbox(key="pair").value == "1"
    assert "pair" in " ".join(element.value for element in at.warning)


def test_each_class_against_the_rest():
    at = opened(config=REST, pair="2")
    assert "classes not versicolor / versicolor" in text(at)
    assert "criteria: mean over 3 classes against the rest" in text(at)


def test_the_pairs_are_drawn_with_their_mean_when_they_are_asked_for(monkeypatch):
    drawn = []
    monkeypatch.setattr(charts, "_note", drawn.append)
    at = opened(crit=["kta", "loo"], t="0.5", lam="0.1", split="2", pq="loo")
    at.session_state["pairs"] = True
    at.run()
    chart = next(chart for chart in drawn if chart.key == "pair_map")
    expected = pair_values(CONFIG, IRIS, Cursor(1, "gaussian", 0.5, 0.1))
    same(chart.numbers()["value"].tolist(), expected["value"].tolist(), "pairs")
    mean = expected[expected["quantity"] == "loo"]["value"].mean()
    assert f"LOO on 3 binary problems, mean {mean:.4g}" in chart.caption


VIEWS = [
    ("explore", {"pair": "2"}),
    ("explore", {"axis": "own units", "split": "2"}),
    ("spectrum", {"pair": "3"}),
    ("errors", {"pair": "3", "along": "over λ"}),
    ("perturbation", {"pair": "3"}),
    ("svm", {"pair": "3"}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("page", "query"), VIEWS)
def test_every_figure_is_drawn_again_by_its_program(page, query, monkeypatch, tables):
    config = MACHINES if page == "svm" else CONFIG
    drawn, parcels = [], []
    monkeypatch.setattr(charts, "_note", drawn.append)
    offered = export.offer
    monkeypatch.setattr(export, "offer", lambda made: (parcels.append(made()), offered(made)))
    monkeypatch.setattr(kselect, "run_sweep", lambda asked, **_: tables[asked.digest()].copy())
    at = opened(page, config, **query)
    if page == "explore":
        at.session_state["pairs"] = True
        at.run()
    keys = {element.proto.id.split("-")[-1] for element in at.get("plotly_chart")}
    here = {chart.key: chart for chart in drawn if chart.key in keys}
    assert set(here) == keys
    assert "pair_map" in keys or page != "explore"
    for key, chart in here.items():
        again = run(export.program_of(parcels[-1], chart))
        same(traces(again.to_json()), traces(chart.figure.to_json()), key)


def test_the_data_page_shows_all_classes_and_sweeps_them():
    at = visits.opened("data", ds="wine")
    assert not at.exception
    assert at.selectbox(key="classes").value == "one_vs_one"
    assert "178 rows, 13 features · class_0 / class_1 / class_2" in text(at)
    at.switch_page("../pages/sweep.py").run()
    assert not at.exception
    assert [element.value for element in at.error] == []
    at.selectbox(key="classes").set_value("one_class").run()
    assert at.selectbox(key="pos").value == "class_0"


def test_a_link_with_a_class_still_means_that_class_against_the_others():
    at = visits.opened("sweep", ds="wine", pos="class_2")
    assert at.selectbox(key="classes").value == "one_class"
    assert at.selectbox(key="pos").value == "class_2"


def test_a_pair_has_its_own_workbench():
    whole = sweeps.load(CONFIG.digest())
    assert whole.pair == ()
    lens = sweeps.load(f"{CONFIG.digest()}#3")
    assert lens.pair == ("versicolor", "virginica")
    assert lens.table.equals(whole.table)
    assert sweeps.bench(lens.digest, 0).split.n == 70
    assert sweeps.sides(lens) == ("versicolor", "virginica")


def test_pairs_are_there_as_soon_as_the_data_are(home, monkeypatch):
    digest = finished_elsewhere(replace(CONFIG, repeats=1), home)
    assert sweeps.pairs(digest) == ()
    monkeypatch.setattr(sweeps, "data", lambda _: IRIS)
    assert len(sweeps.pairs(digest)) == 3


def test_a_sweep_of_one_pair_alone_is_about_that_pair():
    at = opened(config=ALONE)
    assert at.selectbox(key="pair").options == ["setosa / virginica"]
    assert "classes setosa / virginica" in text(at)
    assert "mean over" not in text(at)
    assert "Each pair of classes" not in [place.label for place in at.expander]


def test_names_in_the_list_of_pairs_are_shown_as_they_are():
    assert sweeps.pair_words([("class_0", "*b*"), ("a", "b")]) == ("class_0 / *b*", "a / b")
    assert sweeps.pair_words([("a", "b / c"), ("a / b", "c")]) == ("1: a / b / c", "2: a / b / c")


def test_pictures_of_machines_say_which_pair_and_how_many_points(monkeypatch):
    drawn = []
    monkeypatch.setattr(charts, "_note", drawn.append)
    at = opened("svm", MACHINES, pair="3", form="(35)")  # which opens the panel of the bound
    told = {chart.key: chart.caption for chart in drawn}
    (picture,) = [one.value for one in at.caption if "Circles" in one.value]
    assert picture.replace("\\", "").count("n = 70, classes versicolor / virginica") == 1
    for key in ("svm_path", "svm_parts", "svm_blocks"):
        assert told[key].count("n = 70, classes versicolor / virginica") == 1, key
    assert "n = 105 + 45 for testing" in told["svm_maps"]


def test_the_finding_of_a_machine_shows_a_class_name_letter_by_letter():
    seen = opened("svm", MACHINES, pair="3")
    assert "classes versicolor \\/ virginica" in "".join(m.value for m in seen.markdown)


def test_the_film_and_two_pictures_say_which_numbers_are_of_all_classes(monkeypatch):
    drawn = []
    monkeypatch.setattr(charts, "_note", drawn.append)
    film = text(opened("film", pair="3"))
    assert "classes versicolor / virginica" in film
    assert "test error of all classes is lowest" in film
    opened("errors", pair="3")
    told = {chart.key: chart.caption for chart in drawn}
    assert "(test errors: of all classes)" in told["errors_pictures"]
