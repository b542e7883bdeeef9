"""The start page under Streamlit's own test driver: every view, every kind of data, bad links."""

import json
from dataclasses import replace
from functools import partial

import pytest
from sklearn.datasets import load_iris
from sklearn.model_selection import GridSearchCV
from sklearn.svm import SVC
from streamlit.testing.v1 import AppTest

from kselect_core import Candidates, CriterionChoice
from kselect_core.estimators import from_cv_results
from kselect_core.plotting.output.packed import unpacked
from kselect_core.results import runs
from kselect_core.views.rewards.width_words import AT_ONES
from kselect_core.words.labels import kernel_name
from kselect_core.words.verdicts import Verdict
from kselect_ui import ROUTER
from kselect_ui.explore.page import as_table
from kselect_ui.grid import edges
from kselect_ui.sweep import finished as sweeps, launch
from tests.pages import visits
from tests.pages.visits import WIDTHS, finished, finished_elsewhere, opened, text

config_of = partial(visits.config_of, criteria=("loo", "gcv", "remp"))


def rows(at):
    """What the rows of criteria were sent, where there are any."""
    return [json.loads(e.proto.json) for e in at.get("bidi_component") if e.key == "curves"]


def charts(at):
    return {element.proto.id.split("-")[-1]: element for element in at.get("plotly_chart")}


def pictures(at):
    """What the pictures that follow the hand were sent, by their names."""
    sent = {element.key: element.proto.bytes for element in at.get("bidi_component")}
    return {name: unpacked(sent[name]) for name in ("picture", "spectrum") if name in sent}


def well(at, figures=2, followed=2):
    assert not at.exception
    assert [element.value for element in at.error] == []
    assert len(at.get("plotly_chart")) + len(rows(at)) == figures
    assert len(pictures(at)) == followed
    return at


def test_the_first_look_shows_the_finished_sweep():
    at = well(opened())
    assert "On **Two moons**" in text(at)
    assert "**width τ**) and the **regularisation**" in text(at)
    assert "test error" in text(at)
    assert visits.tables(at)[0]["criterion"].str.contains("LOO").any()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_both_themes_draw(theme):
    at = AppTest.from_file(str(ROUTER), default_timeout=60)
    at.context = {"theme": theme}
    well(at.run())


@pytest.mark.parametrize("axis", ["in rows", "normalised", "own units", "over λ"])
@pytest.mark.parametrize("scope", ["per λ", "joint"])
def test_every_view_of_the_curves_draws(axis, scope):
    at = well(opened(axis=axis, scope=scope, tr="true"))
    assert at.session_state["axis"] == axis
    assert ("over the whole grid" in text(at)) == (scope == "joint")


def test_one_split_is_named_in_the_captions():
    at = well(opened(split="2"))
    assert "split 2 of 5" in text(at)


def test_without_the_test_error_nothing_tells_it():
    at = well(opened(te="false"), figures=1)
    words = text(at).lower()
    defined = "regret** is the test error there minus the lowest on the grid"
    for spoken_of in (
        "regret: test error minus",
        "the test error is hidden",
        "show the test error",
        defined,
    ):
        words = words.replace(spoken_of, "")
    assert "test error" not in words
    assert "regret" not in visits.tables(at)[0].columns


def test_every_criterion_is_spelled_out_below_its_switch():
    at = opened()
    captions = [caption.value.replace("\\", "") for caption in at.caption]
    (names,) = (caption for caption in captions if "FSM-U" in caption)
    assert len(names.splitlines()) == len(at.pills(key="crit").options)
    assert "feature space-based kernel matrix evaluation measure (FSM)" in names


@pytest.mark.parametrize("axis", ["in rows", "normalised", "own units", "over λ"])
def test_without_criteria_the_page_asks_for_some(axis):
    at = opened(axis=axis)
    at.pills(key="crit").set_value([]).run()
    assert not at.exception
    assert "No criterion is switched on" in " ".join(element.value for element in at.info)


def test_a_link_without_criteria_stays_without():
    at = opened(crit="none")
    assert not at.exception
    assert at.session_state["crit"] == []
    assert any("switch on a criterion" in element.value for element in at.markdown)
    assert not at.dataframe  # nothing is chosen: no empty table, no empty strip
    well(at, figures=0)  # what the kernel at the cursor does


def test_another_kernel_starts_at_a_point_of_its_own_grid(home):
    families = (Candidates("gaussian", WIDTHS, "2tau"), Candidates("polynomial", (1.0, 2.0, 3.0)))
    digest = finished(config_of("iris", "virginica", candidates=families), home)
    at = well(opened(run=digest[:12], kernel="gaussian", t="100"))
    at.selectbox(key="kernel").set_value("polynomial").run()
    assert at.session_state["t"] in (1.0, 2.0, 3.0)
    well(at)


@pytest.mark.parametrize("axis", ["own units", "over λ"])
def test_a_criterion_without_lambda_alone_draws_or_says_why_not(axis):
    at = opened(axis=axis, crit="kta", te="false")
    assert not at.exception
    assert not at.error


def test_unknown_values_in_a_link_are_dropped():
    nonsense = {"t": "99", "lam": "<b>", "crit": "x", "te": "maybe", "axis": "?", "split": "77"}
    at = well(opened(**nonsense, kernel="laplace", scope="both", tr="7"))
    assert at.session_state["split"] == "mean"


def test_an_unknown_run_in_a_link_is_explained():
    at = well(opened(run="ab12cd34ab12"))
    assert "not on this computer" in " ".join(element.value for element in at.warning)


def test_steps_move_the_cursor_along_the_grid():
    at = opened()
    before = at.session_state["t"]
    at.button(key="t_later").click().run()
    assert at.session_state["t"] == 2 * before
    at.button(key="t_earlier").click().run()
    assert at.session_state["t"] == before


def test_the_cursor_stops_at_the_end_of_the_grid():
    at = opened(lam="2")
    at.button(key="lam_later").click().run()
    assert at.session_state["lam"] == 2.0


def test_the_table_of_choices_is_the_one_of_the_core():
    at = opened(scope="joint", crit=["loo"])
    (row,) = visits.tables(at)[0].to_dict("records")
    chosen = sweeps.load(sweeps.demo_digest()).choices
    rows = chosen[(chosen["scope"] == "joint") & (chosen["quantity"] == "loo")]
    assert row["test error"] == pytest.approx(100 * rows["test_error"].mean())
    assert row["regret"] == pytest.approx(100 * rows["regret"].mean())


def test_one_click_on_the_edge_extends_the_grid_and_runs_it(monkeypatch):
    started = []
    monkeypatch.setattr(launch, "run_and_watch", lambda config, _: started.append(config))
    at = opened(crit=["gcv"], scope="joint")
    assert "GCV on the edge of the grid: smallest λ. A better λ may lie beyond it." in text(at)
    at.button(key="extend_lambda_low").click().run()
    assert not at.exception
    (longer,) = started
    usual = sweeps.load(sweeps.demo_digest()).config
    assert longer == usual.extended("lambda", "low", steps=2)


def test_a_longer_grid_that_takes_hours_is_set_up_on_the_page_sweep(monkeypatch):
    started = []
    monkeypatch.setattr(launch, "run_and_watch", lambda config, _: started.append(config))
    monkeypatch.setattr(launch, "HOUR", 0.0)
    at = opened(crit=["gcv"], scope="joint")
    at.button(key="extend_lambda_low").click().run()
    assert not at.exception
    assert not started
    assert edges.SET_UP not in at.session_state


def test_splits_are_added_to_a_sweep_that_has_fewer_than_usual(home, monkeypatch):
    started = []
    monkeypatch.setattr(launch, "run_and_watch", lambda config, _: started.append(config))
    one = config_of(repeats=1)
    digest = finished(one, home)
    runs.save(replace(runs.read(digest), seconds=90.0), runs.load(digest))
    told = launch.Estimate(31, 1.1 * launch.HOUR, 2**20, "")  # of all splits: four take less
    monkeypatch.setattr(launch, "costs", lambda *_: told)
    at = opened(run=digest[:12])
    button = at.button(key="more_splits")
    assert button.label.replace("\u00a0", " ") == "Add 4 splits (about 6 min 0 s)"
    button.click().run()
    assert not at.exception
    five = replace(one, repeats=5)
    assert started == [five]
    finished(five, home)
    assert "more_splits" not in [one.key for one in opened(run=digest[:12]).button]


def test_no_longer_grid_is_offered_to_who_takes_the_end_of_any():
    at = opened(crit=["fsm"])
    assert "FSM takes the end of any grid, however long." in text(at)
    assert not [button.key for button in at.button if str(button.key).startswith("extend")]


def test_more_than_two_features_are_shown_in_a_plane_and_it_is_said(home):
    digest = finished(config_of("iris", "virginica"), home)
    at = well(opened(run=digest[:12]))
    assert "principal components of 4 features" in text(at)


def test_regression_speaks_of_squared_errors(home):
    digest = finished(config_of("diabetes_regression"), home)
    at = well(opened(run=digest[:12]))
    assert "squared error" in text(at)
    assert "%" not in text(at)


def test_several_kernels_have_a_choice_of_the_kernel(home):
    families = (
        Candidates("gaussian", WIDTHS, "2tau"),
        Candidates("polynomial", (1.0, 2.0, 3.0), "degree"),
        Candidates("linear"),
    )
    digest = finished(config_of("iris", "virginica", candidates=families), home)
    for kernel in ("gaussian", "polynomial", "linear"):
        at = well(opened(run=digest[:12], kernel=kernel))
        assert f"{kernel_name(kernel)} kernel" in text(at)
        well(opened(run=digest[:12], kernel=kernel, axis="over λ"))


def test_a_single_point_is_a_sweep_too(home):
    one = (Candidates("gaussian", (1.0,), "2tau"),)
    config = config_of("iris", "setosa", candidates=one, lambdas=(0.1,), repeats=1)
    digest = finished(config, home)
    for axis in ("normalised", "own units", "over λ"):
        well(opened(run=digest[:12], axis=axis))


def test_a_sweep_whose_data_are_gone_keeps_its_curves(home):
    digest = finished_elsewhere(config_of("iris", "virginica"), home)
    at = well(opened(run=digest), followed=0)
    assert "are not on this computer" in " ".join(element.value for element in at.info)


@pytest.fixture
def kept_search(home):
    """Digest of a finished GridSearchCV among the runs."""
    X, y = load_iris(return_X_y=True)
    grid = {"gamma": [0.01, 0.1, 1.0], "C": [1.0, 10.0]}
    kept = from_cv_results(GridSearchCV(SVC(), grid, cv=3).fit(X, y), name="mine")
    return kept.keep(folder=home / "runs")


def test_of_a_kept_search_nothing_is_said_that_only_holds_for_sweeps(kept_search):
    at = AppTest.from_file(str(ROUTER), default_timeout=60)
    at.query_params["run"] = kept_search
    at.session_state["take"] = True
    well(at.run(), followed=0)
    said = " ".join(one.value for one in (*at.caption, *at.markdown, *at.info, *at.code))
    assert "each split a fold of the search" in said
    for untrue in ("seed", "test share", "Upload", "was kept before", "--data FILE"):
        assert untrue not in said


@pytest.mark.parametrize("shown", ["everything", "curves", "regrets"])
def test_the_programs_of_a_kept_search_run(kept_search, shown, capsys):
    at = AppTest.from_file(str(ROUTER), default_timeout=60)
    at.query_params["run"] = kept_search
    at.session_state["take"] = True
    at.session_state["take_code"] = shown
    well(at.run(), followed=0)
    (program,) = (block.value for block in at.code if "CONFIG" in block.value)
    names = {"__name__": "__main__" if shown == "everything" else "notebook"}
    exec(program, names)  # noqa: S102 (what the page shows)
    if shown == "everything":
        assert "svm_kfold(k=3)" in capsys.readouterr().out
    else:
        assert names["figure"].data


TABLES = ("curves_table", "picture_table", "regrets_table", "spectrum_table")


@pytest.mark.parametrize("panel", ["formulas", "ends", "take", *TABLES])
def test_lazy_panels_open(panel):
    at = AppTest.from_file(str(ROUTER), default_timeout=60)
    at.session_state[panel] = True
    well(at.run())


def test_beside_the_answer_stands_the_line_of_scikit_learn_when_it_is_asked_for():
    at = AppTest.from_file(str(ROUTER), default_timeout=60)
    well(at.run())
    assert not any("KernelRidge" in code.value for code in at.code)
    at.session_state["answer_why"] = True
    well(at.run())
    answer = next(code.value for code in at.code if code.value.startswith("Recommended:"))
    (line,) = [code.value for code in at.code if "KernelRidge" in code.value]
    assert any("it predicts the value of the fit" in caption.value for caption in at.caption)
    assert "τ = 2⁻¹, λ = 0.001" in answer
    assert line == (
        "make_pipeline(StandardScaler(), KernelRidge(alpha=0.21, gamma=1.0, kernel='rbf'))"
    )


def test_at_the_matrix_of_ones_explore_and_rewards_say_the_same_of_fsm():
    at = AppTest.from_file(str(ROUTER), default_timeout=60)
    at.session_state["ends"] = True
    well(at.run())
    ends = next(table for table in visits.tables(at) if "K = I" in table)
    assert ends.set_index("criterion").loc["FSM ↓", "K = 11ᵀ"] == "∞"
    assert AT_ONES in text(at)
    assert AT_ONES in text(visits.opened("rewards"))


def test_values_at_both_ends_need_the_data(home):
    digest = finished_elsewhere(config_of("iris", "virginica", seed=5), home)
    at = AppTest.from_file(str(ROUTER), default_timeout=60)
    at.session_state["ends"] = True
    at.query_params["run"] = digest
    at.run()
    assert not at.exception
    assert "The data of this sweep are not on this computer." in [e.value for e in at.info]


def test_points_without_a_value_are_listed_with_the_reason(home):
    wide = (Candidates("gaussian", (1.0, 2.0**300), "2tau"),)
    config = config_of("iris", "virginica", candidates=wide, criteria=(CriterionChoice("ckta"),))
    at = well(opened(run=finished(config, home)[:12]))
    assert [e.label for e in at.expander if e.label.startswith("Points without")] == [
        "Points without a value: 4"
    ]


def _clicked():
    from types import SimpleNamespace

    import streamlit as st

    from kselect_ui.sweep import cursor, finished as sweeps
    from kselect_ui.widgets import charts, linked

    points = [{"customdata": ["gaussian", 16.0, 0.1, 0.5]}] if st.session_state["hit"] else []
    st.session_state["curves"] = SimpleNamespace(selection=SimpleNamespace(points=points))
    charts.picked("curves", lambda picked: cursor.pick(sweeps.current().config, picked))
    st.text(f"{linked.read('t', None)} {linked.read('lam', None)}")


@pytest.mark.parametrize(("hit", "expected"), [(True, "16.0 0.1"), (False, "None None")])
def test_a_click_moves_the_cursor_and_an_empty_selection_does_not(hit, expected):
    at = AppTest.from_function(_clicked)
    at.session_state["hit"] = hit
    assert at.run().text[0].value == expected


def _pressed():
    import streamlit as st

    from kselect_ui.figures import rows
    from kselect_ui.sweep import finished as sweeps
    from kselect_ui.widgets import linked

    st.session_state["curves"] = {"picked": st.session_state["told"]}
    rows.picked(sweeps.current().config, [{"kernel": "gaussian", "values": [0.5, 16.0]}], "curves")
    st.text(f"{linked.read('t', None)}")


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ([0, 1], "16.0"),
        ([0, 2], "None"),
        ([1, 0], "None"),
        ([0, -1], "None"),
        ([0], "None"),
        (["0", 1], "None"),
        (None, "None"),
        ({"part": 0}, "None"),
    ],
)
def test_a_press_on_a_row_moves_the_cursor_and_what_is_no_place_does_not(told, expected):
    at = AppTest.from_function(_pressed, default_timeout=visits.PATIENCE)
    at.session_state["told"] = told
    assert at.run().text[0].value == expected


def bold_in(at):
    return [element.value for element in at.markdown if "**" in element.value]


def test_each_criterion_has_its_verdict_and_the_way_to_its_formula():
    at = well(opened(crit=["fsm", "loo"]))
    said = bold_in(at)
    assert any(text.startswith("**always narrowest** · τ \\= 2⁻¹⁵") for text in said)
    assert any(text.startswith("**finds it** · ") for text in said)
    links = [link.proto.label for link in at.get("page_link")]
    assert links.count("why") == 2


@pytest.mark.parametrize(
    ("shown", "leads"),
    [
        (("ckta", "fsm", "loo"), {"Why CKTA is too wide": "of=ckta"}),
        (("fsm", "loo"), {"Why FSM takes the narrowest kernel": "of=fsm"}),
        (("loo", "kfold"), {}),
    ],
)
def test_the_finding_leads_to_the_formula_of_the_criterion_it_is_about(shown, leads):
    asked = {
        link.proto.label: link.proto.query_string
        for link in opened(crit=shown).get("page_link")
        if link.proto.label.startswith("Why ")
    }
    assert asked.keys() == leads.keys()
    assert all(f"hl=formula&{of}" in asked[label] for label, of in leads.items())


def test_without_the_test_error_no_verdict_is_told():
    at = opened(crit=["fsm", "loo"], te="false")
    assert "finds it" not in text(at)
    assert "always narrowest" not in text(at)
    assert not [link for link in at.get("page_link") if link.proto.label.startswith("Why ")]
    assert "The test error is hidden, and with it the verdicts." in text(at)


def test_a_criterion_without_lambda_is_judged_at_that_of_the_cursor():
    at = well(opened(crit=["ckta", "loo"], scope="joint", lam="0.01"))
    assert "CKTA does not choose λ: it is judged at λ = 0.01." in text(at)
    rows = visits.tables(at)[0].set_index("criterion")
    assert rows.loc["CKTA", "λ"] == "(0.01)"


def test_a_kernel_that_memorises_is_one_press_away():
    at = opened(crit=["fsm", "loo"])
    at.button(key="try_memorise").click().run()
    assert (at.session_state["t"], at.session_state["lam"]) == (2.0**-15, 0.0001)
    assert "the training error falls, the test error does not" in text(at)


def test_the_test_error_is_hidden_by_the_question_where_one_would_stop():
    at = opened(crit=["loo"])
    at.button(key="try_stop").click().run()
    assert not at.exception
    assert "Choose a kernel with the slider, then show the test error." in text(at)
    assert "find it" not in text(at)


def test_the_five_to_try_lead_to_their_pages():
    links = {link.proto.label: link.proto for link in opened().get("page_link")}
    assert links["what does the ridge do?"].query_string == "reel=%CE%BB"
    assert links["your data"].page.endswith("data")
    assert "of=fsm" in links["why does FSM fail?"].query_string


def test_a_step_sends_no_curve_and_no_picture_again():
    at = opened(t="0.5")
    curves = [element.proto.spec for element in at.get("plotly_chart")]
    before, heights = pictures(at), rows(at)
    at.button(key="t_later").click().run()
    assert [element.proto.spec for element in at.get("plotly_chart")] == curves
    assert rows(at) == heights
    assert len(heights) == 1
    for name, (header, _) in pictures(at).items():
        assert header["digest"] == before[name][0]["digest"]


def test_the_browser_has_a_picture_for_every_step_of_both_sliders():
    at = opened(t="0.5", lam="0.1")
    steps = len(at.select_slider(key="t").options)
    for header, _ in pictures(at).values():
        assert header["places"] == [f"{k},3" for k in range(steps)]
    sent = {element.key: element.proto.bytes for element in at.get("bidi_component")}
    for name in ("picture_more", "spectrum_more"):
        header, _ = unpacked(sent[name])
        assert header["places"] == [f"14,{k}" for k in range(7)]


def test_the_colours_and_the_axis_are_the_same_at_every_ridge():
    low, high = (pictures(opened(lam=lam)) for lam in ("0.0001", "2"))
    assert low["picture"][0]["range"] == high["picture"][0]["range"] == [-1.0, 1.0]
    assert low["spectrum"][0]["ends"] == high["spectrum"][0]["ends"]


def test_hidden_errors_cannot_be_counted_in_the_picture():
    names = [group["name"] for group in pictures(opened(te="false"))["picture"][0]["groups"]]
    assert names == ["lower, training", "upper, training"]


def test_the_browser_knows_the_errors_of_every_step_unless_they_are_hidden():
    at = opened(t="0.5", lam="0.001")
    words = json.loads(words_of(at).json)
    here = at.main.get("markdown")
    assert any(element.value.startswith(words["errors"][14][1]) for element in here)
    assert words["labels"]["t"][14] == at.select_slider(key="t").label
    assert json.loads(words_of(opened(te="false")).json)["errors"] == []


def words_of(at):
    """What the browser was told to write while a slider moves."""
    return next(e.proto for e in at.get("bidi_component") if e.key == "words_said")


@pytest.mark.parametrize(
    ("shown", "note"),
    [
        (True, "undecided among 3; regret 0.5 … 4.5 points among the tied cells"),
        (False, "undecided among 3"),
    ],
)
def test_the_note_of_an_undecided_choice_has_its_regrets_unless_they_are_hidden(shown, note):
    unsure = Verdict(
        *("kta", 2, "τ = 2", "0.1", 0.05, 0.01, 0.03, 0.02, 0.01, 0, 0, ""),
        undecided="undecided among 3", regret_low=0.005, regret_high=0.045,
    )  # fmt: skip
    table = as_table([unsure], {"kta": "near"}, task="binary", test_error=shown)
    assert table["note"].tolist() == [note]
