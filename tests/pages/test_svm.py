"""The page of support vector machines under Streamlit's own test driver."""

import time
from functools import partial

import numpy as np
import pytest

from kselect_core import Candidates, SweepConfig, load_dataset, run_sweep
from kselect_core.errors import DataError
from kselect_core.results import runs
from kselect_core.selection import with_digest
from kselect_core.selection.machines.small_svm import small_svm
from kselect_core.views.machines import place
from kselect_ui.server import upload
from kselect_ui.server.shelf import Shelf, shelf
from kselect_ui.server.tasks import tasks
from kselect_ui.server.upload import Accepted
from kselect_ui.svm import machine as svm_machine, stab as svm_stab
from kselect_ui.sweep import finished as sweeps, offer
from kselect_ui.sweep.switches import RUN
from tests.pages import visits
from tests.pages.visits import finished, text

COSTS, WIDTHS = (0.05, 0.4, 3.0, 25.0), (0.05, 0.5, 5.0)
KEYS = ("svm_kfold", "svm_loo", "stab", "marg", "span_hinge")
CLOSED = ("maps", "path", "along_c", "along_kernel")
FIGURES = (*CLOSED, "parts", "blocks", "band")


config_of = partial(
    visits.config_of,
    learner="svm",
    C=COSTS,
    candidates=(Candidates("gaussian", WIDTHS, "gamma"),),
    criteria=KEYS,
    test_share=0.6,
)
opened = partial(visits.opened, "svm", stab_along="along C")  # the bound is open


@pytest.fixture(scope="module")
def moons(home):
    return finished(config_of(), home)


def waited(key):
    while tasks().status(key).active:
        time.sleep(0.05)
    assert tasks().status(key).phase == "finished"


def well(at, figures=FIGURES):
    assert not at.exception
    assert [element.value for element in at.error] == []
    keys = {element.proto.id.split("-")[-1] for element in at.get("plotly_chart")}
    assert keys == {f"svm_{name}" for name in figures}, text(at)
    there = "svm_picture" in [element.key for element in at.get("bidi_component")]
    assert there == ("path" in figures)
    return at


def test_the_first_look_says_what_each_criterion_chooses_and_what_is_there(moons):
    at = well(opened(run=moons))
    told = text(at)
    for name in ("10-fold CV", "LOO", "STAB", "Margin bound"):
        assert name in set(visits.tables(at)[0]["criterion"])
    assert set(visits.tables(at)[0]["chooses"].str[:4]) == {"γ = "}
    assert "the lowest test error on the grid is" in told
    (finding,) = [one.value for one in at.markdown if "the lowest test error" in one.value]
    assert finding.count("\n") == 1
    assert "points are support vectors" in told
    assert "vacuous (" in told
    term = np.sqrt(10 * np.log(20) / (2 * 120))  # 10 folds of 120 points at δ = 5 %
    assert f"Hoeffding's term of 10-fold CV at δ = 5 %: {100 * term:.1f} %" in told
    assert "λ" not in told
    metrics = {metric.label: metric.value for metric in at.metric}
    assert set(metrics) == {
        "Support vectors", "free", "bounded", "‖w‖", "Margin 1/‖w‖", "R²", "Training error",
    }  # fmt: skip
    count = int(metrics["Support vectors"].split(" of ")[0])
    assert count == int(metrics["free"]) + int(metrics["bounded"])
    assert float(metrics["‖w‖"]) * float(metrics["Margin 1/‖w‖"]) == pytest.approx(1, rel=0.02)


def test_a_click_on_maps_and_slices_is_heard(moons):
    charts = opened(run=moons).get("plotly_chart")
    heard = {one.proto.id.split("-")[-1] for one in charts if one.proto.selection_mode}
    assert heard >= {"svm_maps", "svm_along_c", "svm_along_kernel", "svm_path"}


def test_the_recommendation_is_that_of_explore(moons):
    here, there = (
        {w.value for w in at.markdown if "Recommended" in w.value}
        for at in (opened(run=moons), visits.opened("explore", run=moons))
    )
    assert here == there
    assert len(here) == 1


def test_the_stability_bound_is_worked_out_when_it_is_opened(moons, monkeypatch):
    monkeypatch.setattr(svm_stab, "_parts", lambda *_: pytest.fail("the panel is closed"))
    at = well(visits.opened("svm", run=moons), CLOSED)
    assert svm_stab.TITLE in [panel.label for panel in at.expander]


def test_settings_come_from_the_link(moons):
    at = well(opened(run=moons, form="(37)", stab_along="over the kernel", lam="25", t="5"))
    assert at.session_state["form"] == "(37)"
    assert at.session_state["stab_along"] == "over the kernel"
    assert "C = 25" in text(at)
    assert "γ = 5" in text(at)


def test_unknown_settings_are_dropped_with_a_notice(moons):
    at = well(opened(run=moons, form="(99)", stab_along="up"))
    assert at.session_state["form"] == "(35)"


def test_without_the_test_error_nothing_tells_it(moons):
    told = text(well(opened(run=moons, te="false"))).lower()
    assert "test error" not in told


def test_other_criteria_stand_in_where_the_papers_are_missing(home):
    config = config_of(criteria=("span_hinge", "gacv"), seed=4)
    at = well(opened(run=finished(config, home)), (*FIGURES[:4], "blocks"))
    assert "GACV" in set(visits.tables(at)[0]["criterion"])
    assert "no leave-one-out error of the machine (criterion svm_loo)" in text(at)


def test_more_than_two_features_are_a_plane(home):
    config = config_of("iris", "virginica")
    at = well(opened(run=finished(config, home)))
    assert "first two principal components of 4 features" in text(at)
    assert "PCA plane" in text(at)


def test_a_kernel_without_parameter_has_a_page_too(home):
    families = (Candidates("gaussian", WIDTHS, "gamma"), Candidates("linear"))
    digest = finished(config_of(candidates=families, seed=5), home)
    for along in ("along C", "over the kernel"):
        at = well(opened(run=digest, kernel="linear", stab_along=along))
        assert "linear" in text(at)


def test_points_that_did_not_converge_say_so(home):
    def broken(table):
        gone = table["quantity"].isin(["stab", "svm_loo"])
        why = "not converged: too many steps"
        return table.assign(value=table["value"].mask(gone), reason=table["reason"].mask(gone, why))

    at = well(opened(run=finished(config_of(seed=6), home, broken)))
    assert any("Points without a value" in block.label for block in at.expander)


def test_a_cursor_on_a_machine_that_did_not_converge_says_so(moons, monkeypatch):
    usual = place.machine_path

    def gaps(problem):
        path = usual(problem)
        blank = np.full(len(path.C), np.nan)
        return path._replace(free=blank, bounded=blank, norm=blank, training_error=blank)

    monkeypatch.setattr(place, "machine_path", gaps)
    monkeypatch.setattr(svm_machine, "shelf", Shelf)
    at = opened(run=moons)
    assert not at.exception
    assert "did not converge" in text(at)


def test_without_the_data_the_maps_and_slices_are_there(moons, monkeypatch):
    def gone(_):
        raise DataError("The data of this sweep are not on this computer.")

    shelf().clear()
    monkeypatch.setattr(sweeps, "data", gone)
    at = well(opened(run=moons), ("maps", "along_c", "along_kernel"))
    assert "not on this computer" in text(at)


def test_a_long_band_is_offered(moons, monkeypatch):
    monkeypatch.setattr(offer, "AT_ONCE", -1.0)
    at = well(opened(run=moons), FIGURES[:-1])
    (button,) = [b for b in at.button if b.label.startswith("Shuffle 20 times")]
    button.click().run()
    waited(f"shuffles-{config_of().digest()}-0-gaussian")
    at.run()
    well(at)


@pytest.fixture
def alone(tmp_path, monkeypatch):
    """Give a home in which no other test has left the small sweep."""
    monkeypatch.setenv("KSELECT_HOME", str(tmp_path))


@pytest.mark.usefixtures("alone")
def test_another_learner_shows_a_first_machine_and_two_ways_on():
    at = well(opened(), ("preview_picture", "preview_path"))
    told = text(at)
    assert "has another learner (kernel ridge regression)" in told
    assert "with the kernel at the cursor and C = 1/(2μ), at most 100" in told
    assert "τ = 2⁻¹, C = 2.38" in told
    at.button("t_later").click().run()
    at.button("lam_earlier").click().run()
    assert "τ = 2⁰, C = 23.8" in text(at)
    labels = [button.label for button in at.button]
    assert any(label.startswith("Compute a small SVM sweep here") for label in labels)
    assert "Build an SVM sweep of these data" in labels


def test_building_a_sweep_sets_the_learner():
    at = opened()
    (button,) = [b for b in at.button if b.key == "svm_build"]
    button.click().run()
    assert not at.exception
    assert at.session_state["kept_learner"] == "svm"
    assert at.title[0].value == "Sweep"


@pytest.mark.usefixtures("alone")
def test_the_small_sweep_is_computed_shown_and_kept():
    at = opened()
    (button,) = [b for b in at.button if b.label.startswith("Compute a small")]
    button.click().run()
    config = small_svm(sweeps.load(sweeps.demo_digest()).config, 2)
    waited(f"svm-small-{config.digest()}")
    at.run()
    assert not at.exception
    at.run()
    well(at)
    assert at.session_state[RUN] == config.digest()
    assert set(visits.tables(at)[0]["chooses"].str[:4]) == {"γ = "}
    again = opened()
    (button,) = [b for b in again.button if b.key == "svm_show"]
    button.click().run()
    assert again.session_state[RUN] == config.digest()
    runs.delete(config.digest())
    labels = [button.label for button in opened().button]
    assert any(label.startswith("Compute a small") for label in labels)


def test_a_regression_has_no_machine(home):
    config = SweepConfig(
        dataset="diabetes_regression",
        candidates=(Candidates("gaussian", WIDTHS, "gamma"),),
        criteria=("loo",),
        lambdas=(0.1,),
        repeats=1,
    )
    config = with_digest(config, load_dataset("diabetes_regression"))
    at = well(opened(run=finished(config, home)), ())
    assert "needs two classes" in text(at)


def three_species():
    """A table of one's own with three classes, as somebody would upload it."""
    iris = load_dataset("iris")
    names = [iris.class_names[code] for code in iris.y]
    rows = [",".join(f"{v:g}" for v in row) for row in iris.X]
    return "\n".join(["a,b,c,d,species", *map(",".join, zip(rows, names, strict=True))])


def test_an_uploaded_table_of_three_classes_gets_machines_for_every_pair(home):
    file = upload.store().keep(three_species().encode(), "mine.csv")
    table = upload.read(file, "{}").dataset
    upload.store().accept(Accepted(table.digest, file, "mine"))
    config = with_digest(
        SweepConfig(
            dataset=table.name,
            candidates=(Candidates("gaussian", (1.0,), "gamma"),),
            criteria=("kta",),
            lambdas=(0.1,),
            repeats=1,
        ),
        table,
    )
    run = runs.Run(config.digest(), "finished", config.to_toml(), title="mine")
    runs.save(run, run_sweep(config, dataset=table), folder=home / "runs")
    at = well(opened(run=config.digest()[:12]), ("preview_picture", "preview_path"))
    (button,) = [b for b in at.button if b.label.startswith("Compute a small")]
    button.click().run()
    small = small_svm(config, 4)
    waited(f"svm-small-{small.digest()}")
    at.run()
    at.run()
    assert not at.exception
    assert [element.value for element in at.error] == []
    assert at.session_state[RUN] == small.digest()
    assert "classes setosa / versicolor" in text(at)
    whole = sweeps.load(small.digest())
    assert set(whole.choices["quantity"]) == {"svm_kfold", "svm_loo", "stab", "marg"}
    assert whole.choices["test_error"].max() < 0.5
