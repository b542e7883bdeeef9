"""The page of errors under Streamlit's own test driver: every view, every kind of data."""

import json
from functools import partial

import pytest

from kselect_core import Candidates, load_dataset
from kselect_core.errors import DataError
from kselect_core.selection.sweep.setup import Setup
from kselect_core.selection.terms.comparison import compared
from kselect_ui.errors import maps as errors_maps
from kselect_ui.server.shelf import shelf
from kselect_ui.sweep import finished as sweeps
from kselect_ui.widgets.linked import values
from tests.pages import visits
from tests.pages.visits import WIDTHS, finished, text

KEYS = ("loo", "kfold", "kta", "fsm")
FIGURES = 5  # two maps, little maps, curves, splits; and the pictures

config_of = partial(visits.config_of, criteria=KEYS, repeats=3)
opened = partial(visits.opened, "errors")


def well(at, figures=FIGURES + 1):
    assert not at.exception
    assert [element.value for element in at.error] == []
    assert len(at.get("plotly_chart")) == figures, text(at)
    return at


def test_the_first_look_says_where_the_error_is_low_and_who_finds_it():
    at = well(opened())
    assert "lowest test error on the grid is **2.2 %** at τ = 2⁻², λ = 0.1" in text(at)
    assert "**5-fold CV and LOO** find it" in text(at)
    assert "**CKTA is too wide**" in text(at)
    assert "corrected t-test, p = 0.013" in text(at)


def test_the_maps_come_before_the_names_in_full():
    kinds = [
        "names"
        if "CKTA); " in str(getattr(element, "value", "")).replace("\\", "")
        else element.type
        for element in well(opened()).main
    ]
    assert kinds[: kinds.index("names")].count("plotly_chart") == 2


def test_the_table_is_the_comparison_of_the_core():
    at = well(opened(crit=["loo", "fsm"]))
    sweep = sweeps.load(sweeps.demo_digest())
    ratio = Setup.of(sweep.config, load_dataset("two_moons")).ratio
    expected = compared(sweep.choices, ratio=ratio, quantities=("loo", "fsm"))
    shown = visits.tables(at)[0]
    assert list(shown["criterion"]) == ["LOO", "FSM"]
    loo, fsm = expected["test_error"]
    written = float(f"{100 * fsm:.1f}") - float(f"{100 * loo:.1f}")  # as the errors beside it
    assert shown["difference"].iloc[1] == pytest.approx(written)
    assert shown["p (Holm)"].iloc[1] == pytest.approx(expected["p_holm"].iloc[1])


@pytest.mark.parametrize(
    "query",
    [
        {"map": "sps", "along": "over λ", "loss": "0/1"},
        {"cmp": "per λ", "ref": "fsm", "lam": "0.1"},
        {"left": "cursor", "right": "ks", "split": "2"},
        {"split": "3", "t": "4", "lam": "2"},
    ],
)
def test_every_setting_comes_from_the_link(query):
    at = well(opened(**query))
    assert not at.warning
    for key in set(query) & {"map", "along", "loss", "cmp", "ref", "left", "right", "split"}:
        assert at.session_state[key] == query[key]


def test_a_criterion_without_lambda_is_marked_where_it_is_judged():
    at = well(opened(crit=["ckta", "loo"], lam="0.01", map="ckta"))
    assert "CKTA does not choose λ: it is judged at λ = 0.01." in text(at)
    for key in ("errors_map", "errors_criterion"):
        figure = next(f for f in at.get("plotly_chart") if key in f.proto.id)
        traces = json.loads(figure.proto.spec)["data"]
        marked = [trace for trace in traces if trace.get("name") == "choices"]
        stands = {t: y for trace in marked for t, y in zip(trace["text"], trace["y"], strict=True)}
        assert [y for t, y in stands.items() if "CKTA" in t] == [0.01]


def test_one_split_is_named_and_has_no_mean():
    at = well(opened(split="2"))
    assert "(split 2 of 5)" in text(at)
    assert "Split 2 of 5" in text(at)


def test_another_reference_turns_the_differences():
    at = well(opened(ref="fsm"))
    shown = visits.tables(at)[0].set_index("criterion")
    assert shown.loc["LOO", "difference"] < 0
    assert shown.loc["FSM", "note"] == "reference"


def test_without_the_test_error_nothing_tells_it():
    at = well(opened(te="false"), figures=4)
    told = text(at).lower()
    assert "test error is hidden" in told
    assert "lowest test error" not in told
    assert "%" not in told
    assert len(at.dataframe) == 0
    assert "best" not in at.selectbox(key="left").options


def test_without_criteria_the_map_of_the_test_error_stays():
    at = well(opened(crit="none"), figures=2)
    assert "No criterion is switched on" in text(at)
    assert "lowest test error on the grid is" in text(at)


def test_unknown_values_in_a_link_are_dropped_with_a_notice():
    nonsense = {"map": "zzz", "left": "<b>", "right": "?", "ref": "x", "cmp": "y", "loss": "2"}
    at = well(opened(**nonsense, along="up", t="abc", lam="9", split="77"))
    assert "zzz" in text(at)
    assert at.session_state["map"] in KEYS


def test_an_unknown_sweep_in_a_link_is_explained():
    assert "not on this computer" in text(well(opened(run="ab12cd34ab12")))


def test_a_click_on_a_little_map_shows_it_large():
    at = well(opened())
    at.session_state[values.KEPT + errors_maps.MAP] = "fsm"  # what pick_map puts
    at.run()
    assert at.session_state["map"] == "fsm"
    assert "FSM: light is good" in text(at)


def test_one_ridge_is_a_strip(home):
    digest = finished(config_of("iris", "virginica", lambdas=(0.01,)), home)
    at = well(opened(run=digest[:12]))
    assert "4 kernels × 1 λ" in text(at)
    assert "only one λ" in text(at)
    assert not {"along", "cmp"} & {widget.key for widget in at.button_group}


def test_a_single_point_and_a_single_split_are_a_page_too(home):
    one = (Candidates("linear"),)
    config = config_of("iris", "setosa", candidates=one, lambdas=(0.1,), repeats=1)
    at = well(opened(run=finished(config, home)[:12]))
    assert "With one split there is nothing to test" in text(at)
    assert "± sd" not in visits.tables(at)[0].columns
    assert "linear kernel" in text(at)


def test_equal_choices_are_not_tested(home):
    config = config_of("iris", "setosa", candidates=(Candidates("linear"),), lambdas=(0.1,))
    at = well(opened(run=finished(config, home)[:12]))
    assert "No test. " in text(at)
    assert "no p-value: no difference from" in text(at)


def test_several_families_have_buttons_that_move_the_cursor(home):
    families = (
        Candidates("gaussian", WIDTHS, "2tau"),
        Candidates("polynomial", (1.0, 2.0, 3.0)),
        Candidates("linear"),
    )
    digest = finished(config_of("iris", "virginica", candidates=families), home)
    at = well(opened(run=digest[:12], kernel="gaussian"))
    at.button(key="errors_family_polynomial").click().run()
    well(at)
    assert at.session_state["kernel"] == "polynomial"
    assert at.session_state["t"] == 2.0
    at.button(key="errors_family_linear").click().run()
    well(at)
    assert at.session_state["kernel"] == "linear"
    labels = " ".join(button.label for button in at.button)
    assert "chosen by" in labels or "chosen by" in text(at)


def test_regression_speaks_of_squared_errors(home):
    config = config_of("diabetes_regression", criteria=("loo", "kfold", "gcv"))
    at = well(opened(run=finished(config, home)[:12]))
    assert "lowest test squared error on the grid is" in text(at)
    assert "%" not in text(at).replace("95 %", "")
    assert "loss" not in at.session_state
    assert "p (Holm)" in visits.tables(at)[0]


def test_a_least_squares_machine_has_errors_too(home):
    config = config_of("iris", "versicolor", learner="lssvm")
    well(opened(run=finished(config, home)[:12]))


def test_error_counts_have_their_own_axis(home):
    counted = (("loo", {"loss": "error"}), ("kfold", {"loss": "error"}))
    config = config_of("iris", "versicolor", criteria=counted)
    at = well(opened(run=finished(config, home)[:12]))
    assert "Share of wrong labels" in text(at)
    assert "holds no" not in text(at)


def test_what_the_sweep_does_not_hold_is_offered(home):
    config = config_of("iris", "versicolor", criteria=("kta",))
    at = well(opened(run=finished(config, home)[:12]))
    assert "holds no leave-one-out and k-fold error" in text(at)


def broken(quantity):
    def change(table):
        gone = table["quantity"] == quantity
        return table.assign(
            value=table["value"].mask(gone), reason=table["reason"].mask(gone, "it <b>broke</b>")
        )

    return change


def test_a_criterion_without_any_value_is_a_map_of_gaps(home):
    config = config_of("iris", "versicolor", seed=5)
    digest = finished(config, home, change=broken("kta"))
    at = well(opened(run=digest[:12], map="kta", right="kta"))
    assert "8 cells without a value" in text(at)
    assert "No choice to draw on split 1: KTA" in text(at)
    assert "no choice" in set(visits.tables(at)[0]["note"])


def test_only_criteria_without_any_value_say_so(home):
    config = config_of("iris", "versicolor", seed=6, criteria=("kta",))
    digest = finished(config, home, change=broken("kta"))
    at = well(opened(run=digest[:12]), figures=5)
    assert "None of the criteria shown makes a choice" in text(at)


def test_without_any_test_error_the_page_says_so(home):
    config = config_of("iris", "versicolor", seed=7)
    digest = finished(config, home, change=broken("test_error"))
    at = opened(run=digest[:12])
    assert not at.exception
    assert "no point of the grid has a test error" in text(at)


def pictured(at):
    """Titles of both pictures, as their caption has them."""
    (caption,) = (c.value for c in at.caption if "the same colours left and right" in c.value)
    return caption.replace("\\", "").partition(". Split")[0].split("; ")


def test_the_cell_of_the_lowest_error_is_that_of_the_headline():
    assert pictured(well(opened()))[0].startswith("lowest test error: τ = 2⁻², λ = 0.1,")


def test_without_the_test_error_the_pictures_are_of_two_points():
    at = well(opened(te="false"), figures=4)
    left, right = (title.partition(": ")[2] for title in pictured(at))
    assert left != right
    assert at.selectbox(key="right").value == "cursor"


def test_without_the_test_error_the_left_picture_is_of_an_estimate_of_the_error():
    at = well(opened(te="false", t="32"), figures=4)
    assert at.selectbox(key="left").value.startswith("kfold")


def test_without_the_data_everything_but_the_pictures_is_there(monkeypatch):
    def gone(_):
        raise DataError("The data of this sweep are not on this computer.")

    monkeypatch.setattr(sweeps, "data", gone)
    shelf().clear()
    at = well(opened(), figures=FIGURES)
    assert "not on this computer" in text(at)


def test_a_large_grid_says_that_not_every_cell_can_be_clicked(home):
    many = tuple(1.1**k for k in range(45))
    config = config_of("iris", "setosa", candidates=(Candidates("gaussian", many, "2tau"),))
    at = well(opened(run=finished(config, home)[:12]))
    assert "not every cell can be clicked" in text(at)
