"""The page about single points under Streamlit's test driver: every kind of sweep, bad links."""

from functools import partial

import pytest
from streamlit.testing.v1 import AppTest

from kselect_core import Candidates, CriterionChoice
from kselect_core.plotting.output.packed import unpacked
from kselect_core.selection.places.cursor import Cursor
from kselect_core.selection.points.alter import Alteration
from kselect_core.selection.points.shifts import norms
from kselect_core.views import ChangedAt, PointsAt
from kselect_core.words import labels
from kselect_ui.perturbation import views as perturbation, what_if as what_if_panel
from kselect_ui.server.shelf import shelf
from kselect_ui.sweep import finished as sweeps, offer
from tests.pages import visits
from tests.pages.visits import FAMILIES, by_link, finished, finished_elsewhere, text, until_done

FIGURES = {"influence", "norms", "choices", "removal"}
MAPPED = FIGURES | {"fragility", "fragility_bars"}

SCRIPT = """
import runpy

import streamlit as st

from kselect_ui import PAGES
from kselect_ui.widgets import charts
from kselect_ui.sweep import cursor
from kselect_ui.widgets import linked
from kselect_ui.sweep import switches
from kselect_ui.sweep import finished as sweeps

linked.begin()
charts.begin("Perturbation")
with st.sidebar:
    cursor.controls(sweeps.current())
    switches.criteria(sweeps.current())
runpy.run_path(str(PAGES / "perturbation.py"))
for sentence in linked.end("perturbation"):
    st.warning(sentence)
"""

config_of = partial(visits.config_of, criteria=("loo", "gcv", "remp", "sps"))


def opened(run="", **query):
    at = AppTest.from_string(SCRIPT, default_timeout=120)
    if run:
        at.session_state["run"] = run
    return by_link(at, **query)


def infos(at):
    return " ".join(element.value for element in at.info).replace("\\", "")


def keys(at):
    return {element.proto.id.split("-")[-1] for element in at.get("plotly_chart")}


def canvas(at):
    return [element for element in at.get("bidi_component") if element.key == "shifts"]


def well(at, figures=FIGURES):
    assert not at.exception
    assert [element.value for element in at.error] == []
    assert set(figures) <= keys(at) <= set(figures) | MAPPED  # the example has its map at once
    return at


def test_the_first_look_answers_the_question_in_numbers():
    at = well(opened())
    sweep = sweeps.load(sweeps.demo_digest())
    cursor = Cursor(0, "gaussian", at.session_state["t"], at.session_state["lam"])
    sizes = norms(sweeps.bench(sweep.digest, 0).problem(cursor))
    words = text(at)
    assert f"Removing point {sizes.argmax() + 1} (class" in words
    assert f"changes K by **{sizes.max():.3g}** in norm" in words
    assert "ranks 1 of 210" in words
    assert "No choice would move" in words or "would choose" in words
    assert at.session_state["pt"] == sizes.argmax() + 1
    assert "pt" not in at.query_params
    assert len(canvas(at)) == 1


def test_a_point_of_the_link_is_told_with_the_numbers_of_the_core():
    at = well(opened(pt="7", t="1", lam="0.1", split="2"))
    sweep = sweeps.load(sweeps.demo_digest())
    data, cursor = sweeps.data(sweep.digest), Cursor(1, "gaussian", 1.0, 0.1)
    found = ChangedAt(sweep.config, data, cursor, change=Alteration(6))
    words = text(at)
    assert "Removing point 7 (class" in words
    assert f"changes K by **{found.shift.norm:.3g}** in norm" in words
    assert "split 2 of 5" in words
    table = visits.tables(at)[1].set_index("criterion")
    loo = found.at_cursor.set_index("quantity").loc["loo"]
    assert table.loc["LOO", "at the cursor"] == pytest.approx(loo["value"], rel=1e-6)
    assert table.loc["LOO", "after"] == pytest.approx(loo["after"], rel=1e-6)
    assert at.query_params["pt"] in ("7", ["7"])


def test_the_change_is_of_the_measure_that_is_chosen():
    at = well(opened(meas="auc", lam="0.1", t="4", crit=["loo", "remp"], pscope="per λ"))
    label, value = next((one.label, one.value) for one in at.metric if "largest" in one.label)
    digest = sweeps.demo_digest()
    data, change = sweeps.data(digest), Alteration(at.session_state["pt"] - 1)
    cursor = Cursor(0, "gaussian", 4.0, 0.1)
    found = ChangedAt(sweeps.load(digest).config, data, cursor, change=change, measure="auc")
    largest = found.moves(("loo", "remp"), joint=False)["change"].abs().max()
    assert value == labels.difference_text(largest, data.task)
    assert label == "largest change of a test 1 − AUC"


def test_what_is_said_of_a_point_is_worked_out_once_for_all_visits(monkeypatch):
    shelf().clear()
    worked_out = []

    def heard(name, work):
        def hears(*place, **options):
            worked_out.append(name)
            return work(*place, **options)

        return hears

    for name in ("of_kernel", "of_choices"):
        monkeypatch.setattr(what_if_panel, name, heard(name, getattr(what_if_panel, name)))
    ranked = PointsAt.strongest.fget
    monkeypatch.setattr(PointsAt, "strongest", property(heard("strongest", ranked)))
    words = [text(well(opened(lam="0.1", t="4"))) for _ in range(2)]
    assert words[0] == words[1]
    assert sorted(worked_out) == ["of_choices", "of_kernel", "strongest"]
    at_another_lambda = text(well(opened(lam="0.1", t="4", pscope="per λ")))
    assert at_another_lambda != words[0]
    assert worked_out.count("of_choices") == 2


def test_a_choice_that_moves_is_told():
    at = opened(do="remove", crit=["sm_hinge", "mmd", "loo"])
    sweep = sweeps.load(sweeps.demo_digest())
    data, cursor = sweeps.data(sweep.digest), Cursor(0, "gaussian", 1.0, 0.1)
    for row in range(40):
        moves = ChangedAt(sweep.config, data, cursor, change=Alteration(row)).redone.moves
        moved = moves[(moves["scope"] == "joint") & moves["moved"]]
        if "mmd" in set(moved["quantity"]):
            break
    at.number_input(key="pt").set_value(row + 1).run()
    assert "MMD² would choose" in text(well(at))
    assert "instead of" in text(at)


def test_steps_of_the_number_select_other_points():
    at = opened(pt="3")
    at.number_input(key="pt").increment().run()
    assert "Removing point 4 (class" in text(well(at))
    assert at.query_params["pt"] in ("4", ["4"])
    at.button(key="pt_usual").click().run()
    assert "ranks 1 of 210" in text(well(at))
    assert "pt" not in at.query_params


@pytest.mark.parametrize(
    ("asked", "shown"), [("9999", 210), ("0", 1), ("-3", 1), ("x", None), ("1e9", None)]
)
def test_a_point_that_does_not_exist_is_clamped_and_it_is_said(asked, shown):
    at = well(opened(pt=asked))
    assert shown is None or at.session_state["pt"] == shown
    assert 1 <= at.session_state["pt"] <= 210
    assert "The link asked for pt" in " ".join(element.value for element in at.warning)


def test_unknown_settings_in_a_link_are_dropped():
    at = well(opened(do="burn", heat="<b>", pscope="?", jit="much"))
    assert at.session_state["do"] == "remove"
    assert at.session_state["heat"] == "exact"


@pytest.mark.parametrize("way", ["exact", "first order", "difference"])
def test_every_way_to_draw_the_shifts(way):
    at = well(opened(heat=way))
    header, _ = unpacked(canvas(at)[0].proto.bytes)
    assert header["low"] == -header["high"]
    assert way in header["label"]


def test_large_letters_have_the_whole_width():
    at = well(opened(big="true"))
    assert len(at.columns) < len(opened().columns)


def test_of_many_features_one_is_shown_and_it_is_said(home):
    at = well(opened(finished(config_of("wine", "class_0"), home)))
    assert "Of the features, the one farthest from its mean" in text(at)


def test_a_flipped_label_leaves_the_kernel():
    at = well(opened(do="flip"), FIGURES - {"removal"})
    assert "leaves K as it is" in text(at)
    assert "A flipped label leaves the kernel matrix" in infos(at)


def test_jitter_has_a_size_and_a_spectrum_of_its_own():
    at = well(opened(do="jitter", jit="0.25", pt="5"), FIGURES - {"removal"} | {"pair"})
    assert "Jittering by 0.25 point 5" in text(at)
    assert "noise from seed 0" in text(at)
    at.number_input(key="jit").set_value(1e9).run()
    assert not at.exception
    assert "used: 100" in text(at)


@pytest.mark.parametrize(("asked", "used"), [("1e9", "100"), ("-3", "0")])
def test_noise_of_a_link_beyond_the_limits_is_clamped_and_it_is_said(asked, used):
    at = opened(do="jitter", jit=asked)
    assert not at.exception
    assert f"from 0 to 100, not {float(asked):g}; used: {used}." in text(at)


def test_the_fragility_of_the_example_is_there_at_once():
    at = well(opened(pt="8"), MAPPED)
    assert not [button for button in at.button if button.key.startswith("offer_fragility")]
    assert "points** (" in text(at)
    assert "when left out" in text(at)
    other = opened(split="2")
    assert [button for button in other.button if button.key.startswith("offer_fragility")]


def test_a_criterion_of_the_fragility_map_that_nobody_knows_is_said_before_the_map_is_there():
    assert "fc = nobody, which is not known here" in text(opened(fc="nobody"))


def test_choices_at_one_lambda():
    at = well(opened(pscope="per λ", lam="0.1"))
    assert "at λ = 0.1" in text(at)
    assert "choices of the kernel at λ = 0.1" in text(at)


def test_without_criteria_the_page_asks_for_some():
    at = opened(crit="none")
    assert not at.exception
    assert "No criterion is switched on" in infos(at)


def test_several_kernels_have_their_own_points(home):
    digest = finished(config_of("iris", "virginica", candidates=FAMILIES), home)
    for kernel in ("gaussian", "polynomial", "linear"):
        at = well(opened(run=digest, kernel=kernel))
        assert f"{labels.kernel_text(sweeps.load(digest).config, _at(at))}" in text(at)
        assert "principal components of 4 features" in text(at)


def _at(at):
    from types import SimpleNamespace

    return SimpleNamespace(
        kernel=at.session_state["kernel"],
        parameter=at.session_state["t"] if "t" in at.session_state else float("nan"),
    )


def test_a_regression_is_not_offered_to_flip(home):
    digest = finished(config_of("diabetes_regression", criteria=(CriterionChoice("loo"),)), home)
    at = opened(run=digest, do="flip", pt="4")
    assert not at.exception
    assert at.session_state["do"] == "remove"
    assert "Removing point 4** changes K" in text(at)


def test_the_lssvm_is_changed_too(home):
    digest = finished(config_of("iris", "virginica", learner="lssvm"), home)
    well(opened(run=digest, do="flip", pt="9"), FIGURES - {"removal"})


@pytest.mark.parametrize(("width", "words"), [(1e-9, "no point stands out"), (1e15, "no point")])
def test_points_that_are_all_alike_are_called_so(home, width, words):
    ends = (Candidates("gaussian", (width,), "2tau"),)
    digest = finished(config_of("two_moons", candidates=ends, lambdas=(0.1,)), home)
    assert words in text(well(opened(run=digest)))


def test_data_that_are_gone_are_missed_in_words(home):
    digest = finished_elsewhere(config_of("iris", "virginica"), home)
    at = well(opened(run=digest), figures=())
    assert "are not on this computer" in infos(at)


def test_a_point_of_another_sweep_is_forgotten(home):
    digest = finished(config_of("iris", "virginica"), home)
    at = opened(pt="200")
    at.session_state["run"] = digest
    at.run()
    assert not at.exception
    assert "ranks 1 of 105" in text(at)


def test_shifts_that_take_longer_are_offered(home, monkeypatch):
    digest = finished(config_of("iris", "versicolor", seed=3), home)
    monkeypatch.setattr(offer, "AT_ONCE", 0.0)
    at = well(opened(run=digest), FIGURES - {"removal"} | {"pair"})
    assert "The equations appear with the shifts" in text(at)
    assert canvas(at) == []
    (button,) = [button for button in at.button if button.key.startswith("offer_shifts")]
    button.click().run()
    at = well(until_done(at))
    assert len(canvas(at)) == 1


def test_shifts_of_too_many_points_are_declined_with_the_limit(home, monkeypatch):
    digest = finished(config_of("iris", "versicolor", seed=4), home)
    monkeypatch.setattr(perturbation, "EIGH_LIMIT", 50)
    at = well(opened(run=digest), FIGURES - {"removal"} | {"pair"})
    assert "skipped above n = 50" in infos(at)


def test_a_grid_that_takes_longer_is_offered(home, monkeypatch):
    digest = finished(config_of("iris", "versicolor", seed=5), home)
    monkeypatch.setattr(what_if_panel, "is_quick", lambda *_: False)
    at = well(opened(run=digest, pt="2"), FIGURES - {"choices"})
    assert "computed on demand" in text(at)
    (button,) = [button for button in at.button if button.key.startswith("offer_whatif")]
    button.click().run()
    at = well(until_done(at))
    assert "would choose" in text(at) or "No choice would move" in text(at)


def test_spectra_of_large_matrices_wait_for_the_shifts(monkeypatch):
    monkeypatch.setattr(what_if_panel, "QUICK_SPECTRUM", 100)
    at = well(opened(do="jitter"), FIGURES - {"removal"})
    assert "are drawn up to n = 100" in infos(at)


@pytest.fixture(scope="module")
def fragile(home):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KSELECT_HOME", str(home))
        digest = finished(config_of("iris", "versicolor"), home)
        at = opened(run=digest)
        at.button(key=f"offer_fragility-{digest}-0").click().run()
        until_done(at)
    return digest


def test_the_map_of_fragility_is_computed_when_asked(fragile):
    at = well(opened(run=fragile, pt="8"), MAPPED)
    assert "points** (" in text(at) or "No single point moves" in text(at)
    assert "mean of |steps|" in text(at)
    said = [caption.value.replace("\\", "") for caption in at.caption]
    bars = next(words for words in said if "mean of |steps|" in words)
    assert bars.endswith("n = 105 · split 1 of 2 · seed 0")
    at.selectbox(key="fc").set_value("sps").run()
    assert "SPS" in text(well(at, MAPPED))


def test_fragility_has_both_scopes_and_obeys_the_criteria(fragile):
    at = well(opened(run=fragile, pscope="per λ", lam="0.1", crit=["gcv"], fc="loo"), MAPPED)
    assert "Choices at λ = 0.1" in text(at)
    assert at.session_state["fc"] == "gcv"
    at = opened(run=fragile, crit="none")
    assert not at.exception


def _clicked():
    import streamlit as st

    from kselect_ui.perturbation import fragility
    from kselect_ui.sweep import point
    from kselect_ui.widgets import linked

    fragility.pick([{"customdata": "sps"}])
    point.pick_from("d", [{"customdata": [4, 0.5]}])
    first = linked.read(point.PICKED, None)
    linked.forget(point.PICKED)
    point.pick_from("d", [{"customdata": None}])
    second = linked.read(point.PICKED, None)
    point.pick_from("d", [{"customdata": {"0": 6}}])
    third = linked.read(point.PICKED, None)
    st.text(f"{linked.read('fc', '')} {first} {second} {third}")


def test_a_click_selects_a_criterion_or_a_point():
    at = AppTest.from_function(_clicked)
    assert at.run().text[0].value == "sps ('d', 4) None ('d', 6)"


TABLES = [f"{key}_table" for key in (*sorted(FIGURES), "shifts")]


@pytest.mark.parametrize("panel", TABLES)
def test_tables_open(panel):
    at = AppTest.from_string(SCRIPT, default_timeout=60)
    at.session_state[panel] = True
    at = well(at.run())
    assert len(at.dataframe) == 1
