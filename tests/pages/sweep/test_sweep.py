"""The Sweep page: good grids run, bad ones are explained, and nothing typed is lost."""

from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from kselect_core.results import runs
from kselect_core.selection import Candidates, SweepConfig
from kselect_core.selection.config import grids
from kselect_ui.grid import run_cards
from kselect_ui.server import jobs, upload
from kselect_ui.sweep import launch
from tests import added
from tests.bad.files.matrix import files as matrix_files
from tests.collection import mostly_at_night
from tests.ui.stepper import PATIENCE, Replay, Rounds, Stepper, rows, until

PAGE = str(Path(__file__).parents[3] / "kselect_ui" / "pages" / "sweep.py")


@pytest.fixture
def stepper(request, tmp_path, monkeypatch):
    stepper, real = getattr(request, "param", Stepper)(), jobs.JobRegistry
    monkeypatch.setenv("KSELECT_HOME", str(tmp_path))
    own = partial(real, stepper, folder=lambda: tmp_path / "runs")  # also when it is kept later
    monkeypatch.setattr(jobs, "JobRegistry", own)
    monkeypatch.setattr(launch, "costs", lambda *_: launch.Estimate(31, 12.0, 2**21, ""))
    jobs.registry.clear()
    yield stepper
    for status in jobs.registry().statuses():
        jobs.registry().stop(status.key, patience=PATIENCE)
        jobs.registry().forget(status.key)
    jobs.registry.clear()


@pytest.fixture
def page(stepper):  # noqa: ARG001 - the stand-in must be there first
    def opened(**link):
        test = AppTest.from_file(PAGE, default_timeout=60)
        for key, value in link.items():
            test.query_params[key] = value
        return test.run()

    return opened


def said(test):
    words = " ".join(element.value for element in (*test.error, *test.markdown))
    return words.replace("\\", "").replace("\u00a0", " ")


def captions(test):
    return " ".join(caption.value for caption in test.caption)


def button(test, label):
    return next(button for button in test.button if button.label == label)


def test_test_points_of_gram_matrices_are_a_given_split(page):
    file = upload.store().keep(matrix_files()["matrix_tested.npz"], "grams.npz")
    table = upload.read(file, '{"symmetric": "gram"}').dataset
    answers = (("symmetric", "gram"),)
    upload.store().accept(upload.Accepted(table.digest, file, "grams", answers))
    test = page(ds=f"own-{table.digest[:12]}", rows="random")
    assert not test.exception
    assert "12 rows for training, 5 for testing: one split." in captions(test)


def test_the_page_opens_with_a_grid_that_can_be_run(page):
    test = page()
    assert not test.exception
    assert not test.error
    assert test.title[0].value == "Sweep"
    assert not button(test, "Run sweep").disabled
    assert [metric.value for metric in test.metric] == ["12 s", "2 MiB"]
    assert "other programs" not in captions(test)


def test_the_engine_in_use_takes_what_its_sweep_is_said_to_take(page, monkeypatch):
    def costs(config, *_):
        return launch.Estimate(31, 12.0 if config.engine == "auto" else 99.0, 2**21, "")

    monkeypatch.setattr(launch, "costs", costs)
    for name in ("OFFERED_FROM", "TILED_FROM"):
        monkeypatch.setattr(f"kselect_ui.grid.engine_row.{name}", 0)
    told = captions(page())
    assert "dense about 12 s" in told
    assert "tiled about 99 s" in told


def test_on_a_busy_computer_the_time_is_said_at_its_pace_as_well(page, monkeypatch):
    busy = launch.Estimate(31, 60.0, 2**21, "", busy=7.0)
    monkeypatch.setattr(launch, "costs", lambda *_: busy)
    told = captions(page())
    assert "other programs are running on this one, so it may take about 7 min" in told


def test_the_page_opens_with_the_grid_of_the_card_standard(page):
    test = page()
    opened = captions(test)
    assert "31 widths × 7 λ" in said(test)
    test.button(key="preset_standard").click().run()
    assert captions(test) == opened
    assert "31 kernels × 7 λ" in said(test).replace("*", "")


def test_the_link_decides_what_is_built(page):
    link = {"ds": "wdbc", "fam": ["polynomial", "linear"], "learner": "lssvm", "reps": "2"}
    test = page(**link, p_high="3", r_as="list", r_list="0.1, 1", use_n2=["kta"])
    assert not test.exception
    assert test.selectbox(key="ds").value == "wdbc"
    assert "4 kernels × 2 λ × 2 splits" in said(test).replace("*", "")


def test_with_many_rows_the_usual_ridges_reach_lower(page, monkeypatch):
    monkeypatch.setattr(grids, "ENOUGH_TO", 200)
    few, many = page(ds="wine"), page(ds="wdbc")  # 125 and 398 rows to train on
    assert "λ = 0.0001 … 100 · 7 values" in captions(few)
    assert "λ = 1e-05 … 100 · 8 values" in captions(many)
    assert "31 widths × 7 λ" in said(few)
    assert "31 widths × 8 λ" in said(many)
    many.button(key="preset_standard").click().run()
    assert "λ = 1e-05 … 100 · 8 values" in captions(many)


@pytest.mark.parametrize(
    "value", ["../../etc/passwd", "<script>alert(1)</script>", "", "x" * 10_000]
)
def test_what_nobody_knows_in_a_link_is_dropped(page, value):
    keys = ("ds", "fam", "learner", "g_conv", "prep", "use_n2", "pos")
    test = page(**dict.fromkeys(keys, value))
    assert not test.exception
    assert not test.error
    assert test.selectbox(key="ds").value == "two_moons"


@pytest.mark.parametrize("value", ["1e99", "abc", "nan", "99999999999999999999", "[1]", ""])
def test_a_number_that_is_none_never_breaks_the_page(page, value):
    keys = ("g_n", "g_low", "r_high", "reps", "seed", "share")
    assert not page(**dict.fromkeys(keys, value)).exception


BAD_NUMBERS = [
    ("g_n", 0, "number of points of τ must be 1 or more, got 0"),
    ("g_n", -3, "number of points of τ must be 1 or more, got -3"),
    ("g_n", 1, "2 or more between two ends, got 1"),
    ("g_n", 10_000_000, "10,000,000 points"),
    ("g_low", 16.0, "the low end of τ must be at most the high end (2^15)"),
    ("g_high", 5000.0, "a positive number a computer can hold"),
    ("g_low", -5000.0, "a positive number a computer can hold"),
    ("g_low", -1050.0, "γ"),
    ("r_low", 3.0, "the low end of λ must be at most the high end"),
    ("r_n", 100_001, "100,001 points"),
    ("share", 0.0, "test share"),
    ("share", 1.0, "test share"),
    ("share", 1.5, "test share"),
    ("reps", 0, "repe"),
    ("reps", -1, "repe"),
    ("reps", 1_000_000, "splits"),
    ("seed", -1, "seed"),
]


@pytest.mark.parametrize(("key", "value", "words"), BAD_NUMBERS)
def test_a_bad_number_is_explained_and_stays(page, key, value, words):
    test = page(fam=["gaussian", "linear"], learner="lssvm")
    test.number_input(key=key).set_value(value).run()
    assert not test.exception
    assert words in said(test)
    assert test.number_input(key=key).value == value
    assert test.selectbox(key="learner").value == "lssvm"
    assert button(test, "Run sweep").disabled


BAD_LISTS = [
    "",
    "abc",
    "0",
    "0, 1",
    "-1, 1",
    "nan",
    "inf",
    "1e400",
    "[1, 2]",
    "true",
    "1, x",
]


@pytest.mark.parametrize(
    ("prefix", "text"),
    mostly_at_night(product("gr", BAD_LISTS), lambda case: case[0] == "g" or case[1] == "1, x"),
)
def test_a_bad_list_is_explained_and_stays(page, prefix, text):
    test = page(**{f"{prefix}_as": "list", f"{prefix}_list": text})
    assert not test.exception
    assert button(test, "Run sweep").disabled
    assert "must be" in said(test)
    assert test.text_input(key=f"{prefix}_list").value == text


def test_extreme_but_legal_values_are_allowed_and_named(page):
    test = page(g_as="list", g_list="1e-300, 1, 1e300", r_as="list", r_list="1e-300, 1e300")
    assert not test.exception
    assert not test.error
    assert not button(test, "Run sweep").disabled
    words = " ".join(caption.value for caption in test.caption)
    assert "K is numerically the identity" in words
    assert "K is numerically constant" in words


@pytest.mark.parametrize(("low", "high"), [(0, 5), (-1, 5), (5, 4), (1, 51), (1, 10**7)])
def test_bad_degrees_are_explained(page, low, high):
    test = page(fam="polynomial")
    test.number_input(key="p_low").set_value(low)
    test.number_input(key="p_high").set_value(high).run()
    assert not test.exception
    assert test.error
    assert button(test, "Run sweep").disabled


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [("o_kfold_k", 1, "k"), ("o_kfold_k", 5000, "k"), ("o_ks_eta", -1.0, "η")],
)
def test_a_bad_option_of_a_criterion_is_explained(page, key, value, words):
    test = page()
    test.number_input(key=key).set_value(value).run()
    assert not test.exception
    assert words in said(test)
    assert button(test, "Run sweep").disabled


def test_options_that_the_sources_leave_open_have_sliders(page, monkeypatch):
    asked, estimate = [], launch.Estimate(31, 12.0, 2**21, "")
    monkeypatch.setattr(launch, "costs", lambda *given: asked.append(given) or estimate)
    link = {"use_n2": "none", "use_lanczos": ["er", "pep"], "use_n3": ["ep", "bif"]}
    test = page(**link, o_er_eta="8", o_bif_order="3", o_ep_measure="box")
    assert not test.exception
    assert test.select_slider(key="o_er_eta").value == 8.0
    test.select_slider(key="o_pep_t").set_value(5.0).run()
    assert not test.error
    config, *_ = asked[-1]
    assert [choice.quantity for choice in config.criteria] == [
        *("er(eta=8.0)", "pep(t=5)", "ep(measure=box)", "bif(order=3)")
    ]


def test_an_option_beyond_its_range_is_explained_on_a_slider_too(page):
    test = page(use_n3="bif", o_bif_order="-2")
    assert not test.exception
    assert "order (order) must be a whole number from 1 to 100, got -2" in said(test)
    assert button(test, "Run sweep").disabled


def test_without_kernels_or_criteria_it_says_so(page):
    test = page()
    test.button_group(key="fam").set_value([]).run()
    for cost in ("n2", "lanczos", "n3"):
        test.button_group(key=f"use_{cost}").set_value([])
    test.run()
    assert "Choose at least one kernel" in said(test)
    assert "Choose at least one criterion" in said(test)


def test_a_refused_estimate_says_what_would_fit(page, monkeypatch):
    words = "needs 99 GB; at most n = 4000 rows fit"
    monkeypatch.setattr(launch, "costs", lambda *_: launch.Estimate(1, 1.0, 99 * 2**30, words))
    test = page()
    assert words in said(test)
    assert button(test, "Run sweep").disabled


@pytest.mark.parametrize("name", ["quick", "standard", "fine", "sps", "ks", "sm", "stab", "sekm"])
def test_every_named_grid_fills_the_widgets_with_a_valid_grid(page, name):
    test = page()
    test.button(key=f"preset_{name}").click().run()
    assert not test.exception
    assert not test.error
    assert not button(test, "Run sweep").disabled


def chosen_methods(test):
    groups = [g for g in test.button_group if g.key.startswith("use_")]
    return {name for group in groups for name in group.value}


def test_the_grid_of_a_paper_brings_its_methods_and_the_next_grid_others(page):
    test = page()
    test.button(key="preset_sps").click().run()
    assert chosen_methods(test) == {"sps", "kta", "ckta", "fsm", "kfold"}
    assert test.number_input(key="o_kfold_k").value == 10
    test.button(key="preset_ks").click().run()
    assert chosen_methods(test) == {"ks", "kfold", "loo", "br", "ep"}
    assert test.number_input(key="o_kfold_k").value == 5
    test.button(key="preset_stab").click().run()
    assert chosen_methods(test) == {"svm_kfold", "svm_loo", "stab", "marg"}
    test.button(key="preset_quick").click().run()
    assert {"loo", "gcv", "kfold"} <= chosen_methods(test)
    assert not test.exception


def costs_of(test, low="-2", points="3"):
    link = {"c_low": low, "c_n": points, "g_n": "2", "reps": "1"}
    return test(ds="two_moons", learner="svm", **link)


def test_a_kernel_whose_grid_no_powers_make_starts_with_its_list(page, monkeypatch):
    odd = added.kernel("odd", lambda D, *, gamma, **_: 1 / (1 + gamma * D), grid=(0.3, 1, 3, 7))
    added.add(monkeypatch, odd)
    test = page(ds="two_moons", fam="odd")
    assert test.text_input(key="odd_list").value == "0.3, 1, 3, 7"
    assert "γ = 0.3 … 7 · 4 values" in captions(test)
    assert "odd_list" not in test.query_params
    test.text_input(key="odd_list").set_value("0.5, 2").run()
    assert test.query_params["odd_list"] == "0.5, 2"
    assert "γ = 2⁻¹ … 2¹ · 2 values" in captions(test)
    test.segmented_control(key="odd_as").set_value("powers").run()
    assert "γ = 2⁻¹⁰ … 2¹⁰ · 21 values" in captions(test)


def test_a_support_vector_machine_has_a_grid_of_costs(page):
    test = costs_of(page)
    assert not test.exception
    assert not test.error
    assert "2 kernels × 3 C × 1 split" in said(test).replace("*", "")
    assert "r_low" not in {widget.key for widget in test.number_input}
    assert test.number_input(key="c_low").value == -2
    assert "svm_loo" in test.button_group(key="use_machine").value
    assert not button(test, "Run sweep").disabled


def test_the_settings_of_a_sweep_of_machines_come_back(page, stepper):
    test = costs_of(page)
    button(test, "Run sweep").click().run()
    until(lambda: stepper.calls)
    jobs.registry().stop(jobs.registry().statuses()[0].key, patience=PATIENCE)
    other = page()
    button(other, "Settings").click().run()
    assert not other.exception
    assert other.selectbox(key="learner").value == "svm"
    assert other.number_input(key="c_low").value == -2
    assert other.number_input(key="c_n").value == 3
    assert "3 C" in said(other).replace("*", "")


def test_the_grid_of_the_stability_paper_is_twenty_costs(page):
    test = page(fam=["linear"])
    test.button(key="preset_stab").click().run()
    assert not test.exception
    assert "15 kernels × 20 C" in said(test).replace("*", "")
    test.button(key="preset_quick").click().run()
    assert "12 kernels × 4 λ" in said(test).replace("*", "")


@pytest.mark.parametrize(
    ("typed", "words"),
    [("", "numbers separated"), ("0, 1", "C"), ("-1", "C"), ("1e13", "C"), ("nan", "finite")],
)
def test_a_bad_list_of_costs_is_explained(page, typed, words):
    test = page(learner="svm", c_as="list", c_list=typed)
    assert not test.exception
    assert words in said(test)
    assert button(test, "Run sweep").disabled


def test_a_regression_has_no_support_vector_machine(page):
    test = page(ds="additive", learner="svm")
    assert not test.exception
    assert test.selectbox(key="learner").value == "krr"
    assert any("needs two classes" in caption.value for caption in test.caption)


def test_one_of_three_classes_against_the_rest_is_swept_by_machines(page):
    test = page(ds="iris", pos="virginica", learner="svm")
    assert not test.exception
    assert not test.error
    assert not button(test, "Run sweep").disabled


def test_a_sweep_runs_stops_resumes_and_is_kept(page, stepper):
    test = page(g_n="5", g_low="-2", g_high="2", reps="1", r_as="list", r_list="0.1")
    button(test, "Run sweep").click().run()
    (status,) = jobs.registry().statuses()
    until(lambda: stepper.calls)
    stepper.go(2)
    until(lambda: len(jobs.registry().table(status.key)) == 2)
    test.run()
    assert not test.exception
    button(test, "Stop").click().run()
    until(lambda: not jobs.registry().status(status.key).active)
    assert runs.read(status.key).state == "cancelled"
    button(test.run(), "Resume").click().run()
    stepper.go(3)
    until(lambda: jobs.registry().status(status.key).phase == "finished")
    test.run()
    assert not test.exception
    assert button(test, "Open in Explore")
    kept = runs.read(status.key)
    assert kept.state == "finished"
    assert SweepConfig.from_toml(kept.config).repeats == 1
    assert stepper.calls[1][2] == 2
    button(test, "Delete this run for good").click().run()
    assert runs.listing().runs == ()
    assert button(test, "Run sweep")


def test_the_settings_of_a_run_come_back_into_the_builder(page, stepper):
    test = page(ds="iris", pos="virginica", fam=["polynomial"], p_high="4", reps="2", share="0.2")
    button(test, "Run sweep").click().run()
    until(lambda: stepper.calls)
    jobs.registry().stop(jobs.registry().statuses()[0].key, patience=PATIENCE)
    other = page()
    button(other, "Settings").click().run()
    assert not other.exception
    assert other.selectbox(key="ds").value == "iris"
    assert other.selectbox(key="pos").value == "virginica"
    assert other.number_input(key="p_high").value == 4
    assert other.number_input(key="reps").value == 2
    assert other.number_input(key="share").value == 0.2


def test_a_failed_sweep_says_why_and_can_be_tried_again(page, stepper):
    stepper.error = MemoryError("x")
    test = page()
    button(test, "Run sweep").click().run()
    stepper.go(1)
    until(lambda: not jobs.registry().statuses()[0].active)
    test.run()
    assert "Something unexpected happened" in said(test)
    assert button(test, "Try again")


def test_a_torn_run_is_named_beside_the_others(page, tmp_path):
    (tmp_path / "runs" / "holiday").mkdir(parents=True)
    test = page()
    assert not test.exception
    assert any("holiday" in caption.value for caption in test.caption)


def test_undefined_values_are_counted_and_explained_when_asked(page):
    config = SweepConfig(dataset="two_moons", lambdas=(0.1,), criteria=("fsm_u",), repeats=1)
    table = rows(1.0, 2.0)
    table["kind"], table["quantity"], table["reason"] = "criterion", "fsm_u", "the classes coincide"
    table["value"] = float("nan")
    digest = config.digest()
    runs.save(runs.Run(digest, "finished", config.to_toml(), title="moons", undefined=2), table)
    test = page()
    assert not test.exception
    test.session_state[f"undefined_{digest}"] = True
    test.run()
    assert not test.exception
    assert any("2 undefined: FSM" in caption.value for caption in test.caption)
    assert any("the classes coincide" in caption.value for caption in test.caption)


@pytest.mark.parametrize("stepper", [Rounds], indirect=True)
def test_kernels_that_are_compared_by_more_rows_are_told_stopped_and_go_on(page, stepper):
    test = page(g_n="5", g_low="-2", g_high="2", reps="1", r_as="list", r_list="0.1")
    button(test, "Run sweep").click().run()
    (status,) = jobs.registry().statuses()
    until(lambda: stepper.calls)
    told = test.run().get("progress")[0].proto.text
    assert told.startswith("the first kernels are at work")
    assert "None yet" not in captions(test)
    stepper.go(6)
    until(lambda: (stage := jobs.registry().status(status.key).stage) and stage.done == 1)
    test.run()
    told = test.get("progress")[0].proto.text
    assert "all 5 done; order still open: 1 of 3 compared by 2,000 of up to 4,000 rows" in told
    button(test, "Stop").click().run()
    until(lambda: not jobs.registry().status(status.key).active)
    test.run()
    assert "5 of 5, of some the order is still to be settled by more rows" in captions(test)
    button(test, "Resume").click().run()
    stepper.go(3)
    until(lambda: jobs.registry().status(status.key).phase == "finished")
    assert "still to be settled" not in captions(test.run())


@pytest.mark.parametrize("stepper", [Replay], indirect=True)
@pytest.mark.parametrize("data", ["two_moons", "additive"])
def test_curves_grow_while_it_runs(page, stepper, data):
    link = {"g_n": "5", "g_low": "-4", "g_high": "4", "reps": "1", "use_n3": ["loo", "gcv"]}
    test = page(ds=data, **link)
    button(test, "Run sweep").click().run()
    (status,) = jobs.registry().statuses()
    until(lambda: stepper.calls)
    test.run()
    assert not test.get("plotly_chart")
    stepper.go(4)
    until(lambda: len(jobs.registry().table(status.key)) > 0)
    until(lambda: jobs.registry().status(status.key).done == 4)
    test.run()
    assert not test.exception
    assert len(test.get("plotly_chart")) == 1
    assert any("So far, at λ" in caption.value for caption in test.caption)


def test_a_second_sweep_waits_its_turn(page, stepper):
    test = page()
    button(test, "Run sweep").click().run()
    test.number_input(key="seed").set_value(1).run()
    button(test, "Run sweep").click().run()
    assert not test.exception
    assert any("number 1 in the queue" in caption.value for caption in test.caption)
    until(lambda: stepper.calls)


def kept(state, config, **facts):
    digest = config.digest()
    runs.save(runs.Run(digest, state, config.to_toml(), title="kept", **facts), rows(1.0))
    return digest


CONFIG = SweepConfig(dataset="two_moons", lambdas=(0.1,), criteria=("kta",), repeats=1)


def test_a_finished_run_opens_on_explore(page, monkeypatch):
    gone = []
    monkeypatch.setattr("streamlit.switch_page", lambda target: gone.append(Path(target).name))
    digest = kept("finished", CONFIG)
    test = page()
    button(test, "Open in Explore").click().run()
    assert not test.exception
    assert gone == ["explore.py"]
    assert test.session_state["kept_run"] == digest


def test_the_very_same_sweep_is_not_run_twice(page, monkeypatch):
    gone = []
    monkeypatch.setattr("streamlit.switch_page", lambda target: gone.append(Path(target).name))
    test = page(ds="circles")
    with_run = page(ds="circles")
    button(test, "Run sweep").click().run()
    jobs.registry().stop(jobs.registry().statuses()[0].key, patience=PATIENCE)
    (run,) = runs.listing().runs
    runs.save(replace(run, state="finished"), rows(1.0))
    jobs.registry().forget(run.digest)
    with_run.run()
    button(with_run, "This sweep is finished: open it in Explore").click().run()
    assert gone == ["explore.py"]


def test_older_runs_are_folded_away(page):
    for seed in range(run_cards.SHOWN + 2):
        kept("finished", replace(CONFIG, seed=seed), saved=float(seed))
    test = page()
    assert not test.exception
    assert any(expander.label == "2 older runs" for expander in test.expander)


def test_a_run_whose_table_is_gone_cannot_go_on_and_says_so(page):
    kept("cancelled", replace(CONFIG, dataset="patients", dataset_digest="0" * 64))
    test = page()
    button(test, "Resume").click().run()
    assert not test.exception
    assert "not on this computer any more" in said(test)
    button(test, "Settings").click().run()
    assert not test.exception
    assert "not on this computer any more" in said(test)


def test_a_run_of_another_version_says_so(page):
    digest = kept("finished", CONFIG)
    newer = replace(runs.read(digest), config="schema = 99\n")
    runs.save(newer, runs.load(digest))
    test = page()
    button(test, "Settings").click().run()
    assert not test.exception
    assert "cannot be read by this version" in said(test)


def test_all_kernels_lists_and_options_come_back(page):
    families = (
        Candidates(values=(0.3, 1.1), convention="sigma2"),
        Candidates(kernel="polynomial", values=(2.0, 3.0), normalised=True),
        Candidates(kernel="linear"),
        Candidates(kernel="laplacian", values=(0.5, 1.0, 2.0)),
        Candidates("iterated", (2.0, 3.0), normalised=True, base=("gaussian", "2tau", 2.0)),
    )
    criteria = (("kfold", {"k": 7, "loss": "error"}), ("sm", {"weighted": False}), "kta")
    config = replace(CONFIG, candidates=families, criteria=criteria, learner="lssvm")
    kept("finished", config)
    test = page()
    button(test, "Settings").click().run()
    assert not test.exception
    assert not test.error
    assert test.text_input(key="g_list").value == "0.3, 1.1"
    assert test.selectbox(key="g_conv").value == "sigma2"
    assert test.checkbox(key="p_norm").value
    assert test.number_input(key="o_kfold_k").value == 7
    assert test.selectbox(key="o_sm_weighted").value == "False"
    assert test.selectbox(key="i_base").value == "gaussian"
    assert test.number_input(key="i_at").value == 4.0
    assert [test.number_input(key=f"i_{end}").value for end in ("low", "high")] == [2, 3]
    assert test.checkbox(key="i_norm").value
    assert "10 kernels × 1 λ × 1 split, 3 criteria" in said(test).replace("*", "")


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ({"i_low": "0"}, "each value of the grid of k"),
        ({"i_high": "21"}, "a whole number from 1 to 20"),
        ({"i_low": "3", "i_high": "2"}, "lowest number of steps"),
        ({"i_at": "-1"}, "greater than 0"),
    ],
)
def test_what_an_iterated_kernel_cannot_be_is_said_beside_its_row(page, link, words):
    test = page(fam="iterated", **link)
    assert not test.exception
    assert words in said(test)


def test_formulas_and_the_program_are_there_when_asked(page):
    test = page()
    test.session_state["sweep_code"] = True
    test.session_state["formulas"] = True
    test.run()
    assert not test.exception
    program = test.code[-1].value
    compile(program, "program", "exec")
    assert "run_sweep(config, dataset=dataset)" in program


def test_where_nothing_can_be_written_a_sweep_still_runs_and_says_so(page, stepper, tmp_path):
    (tmp_path / "runs").write_text("a file where the folder should be")
    test = page(g_n="5", g_low="-2", g_high="2", reps="1")
    button(test, "Run sweep").click().run()
    stepper.go(5)
    until(lambda: not jobs.registry().statuses()[0].active)
    test.run()
    assert not test.exception
    assert button(test, "Open in Explore")
    assert any("KSELECT_HOME" in caption.value.replace("\\", "") for caption in test.caption)


def test_a_job_that_cannot_be_kept_says_so_while_it_runs(page, stepper, tmp_path):
    (tmp_path / "runs").write_text("a file where the folder should be")
    test = page(g_n="5", g_low="-2", g_high="2", reps="1")
    button(test, "Run sweep").click().run()
    stepper.go(1)
    until(lambda: jobs.registry().statuses()[0].reason)
    test.run()
    assert not test.exception
    assert any("KSELECT_HOME" in warning.value.replace("\\", "") for warning in test.warning)


@pytest.fixture
def large(page, monkeypatch):
    """Give the page of a table of which 7000 rows are trained on, and what sweeps are said to take.

    The table is one of two moons; that it is large is only said.
    """
    costs = {}

    def opened(seconds, least=None, **link):
        if least is not None:
            costs[0.3333] = launch.Estimate(31, least, 2**20, "")
        monkeypatch.setattr(launch, "EIGH_LIMIT", 200)
        monkeypatch.setattr("kselect_core.selection.sweep.extreme_kernels.EIGH_LIMIT", 200)
        monkeypatch.setattr(launch, "FEWER", 200)
        told = launch.Estimate(31, seconds, 2**21, "")
        monkeypatch.setattr(launch, "costs", lambda config, *_: costs.get(config.test_share, told))
        return page(ds="two_moons", **link)

    return opened


@pytest.mark.parametrize(("seconds", "first"), [(60.0, "all"), (3500.0, "fewer")])
def test_what_a_large_sweep_skips_is_said_beforehand_and_fewer_rows_are_offered(
    large, seconds, first
):
    test = large(seconds, least=30.0)
    (warning,) = test.warning
    assert "LOO" in warning.value
    assert "KTA" not in warning.value
    assert "will be skipped: above 200 training points (here 210)" in warning.value
    offer = button(test, "Train on 200 rows (about 30 s)")
    types = [offer.proto.type, button(test, "Run sweep").proto.type]
    assert types == (["primary", "secondary"] if first == "fewer" else ["secondary", "primary"])
    assert "often choose another kernel" in captions(test)
    offer.click().run()
    assert test.number_input(key="share").value == 0.3333
    assert not test.warning
    assert button(test, "Run sweep").proto.type == "primary"


def test_many_points_may_choose_their_engine_and_are_told_what_it_means(page, monkeypatch):
    engine_row = "kselect_ui.grid.engine_row"
    assert "engine" not in {box.key for box in page(ds="two_moons").selectbox}
    monkeypatch.setattr(f"{engine_row}.TILED_FROM", 100)
    test = page(ds="two_moons", engine="tiled")
    (box,) = [box for box in test.selectbox if box.key == "engine"]
    assert box.value == "tiled"
    assert any("has no value" in caption.value for caption in test.caption)
    assert any("never holds" in warning.value for warning in test.warning)
    said = [element.value for element in test.markdown if "Engine **" in element.value]
    assert said == ["Engine **tiled**. The engine 'tiled' was chosen by its name."]
    each = "dense about 12 s, 2 MiB · tiled about 12 s, 2 MiB · landmarks about 12 s, 2 MiB"
    assert any(each in caption.value for caption in test.caption)
    box.select("dense").run()
    assert any("Memory grows with n²" in caption.value for caption in test.caption)
    box.select("landmarks").run()
    (count,) = [box for box in test.number_input if box.key == "landmarks"]
    count.set_value(50).run()
    assert any("on 50 landmarks, exact for it" in caption.value for caption in test.caption)
    count.set_value(1).run()
    assert any("from 2 to 5000" in error.value for error in test.error)


@pytest.mark.parametrize(("seconds", "least"), [(5000.0, 5000.0), (1000.0, 500.0)])
def test_fewer_rows_to_train_on_are_not_offered_where_the_others_take_as_long_to_test(
    large, seconds, least
):
    test = large(seconds, least)  # of the second, two splits of all rows take 400 s
    assert "use_fewer" not in [one.key for one in test.button]
    assert "“Rows to use”, on the page Data" in captions(test)


def test_of_a_sweep_of_many_minutes_first_come_the_splits_that_people_wait_for(large, stepper):
    test = large(1000.0)
    assert test.number_input(key="reps").value == 5
    assert "2 splits of 5 first: about 6 min 40 s; more splits can be added" in captions(test)
    assert button(test, "Run all 5 splits (about 16 min 40 s)")
    button(test, "Run sweep").click().run()
    (status,) = jobs.registry().statuses()
    assert jobs.registry().config(status.key).repeats == 2
    stepper.go(2 * 31)
    until(lambda: jobs.registry().status(status.key).phase == "finished")
    test.run()
    assert "2 of 5 splits are there; the others take about 10 min 0 s." in captions(test)
    assert not any(one.label.startswith("Run all") for one in test.button)
    button(test, "Run sweep").click().run()
    until(lambda: len(stepper.calls) == 2)
    assert stepper.calls[1][2] == 2 * 31  # rows that are there
    stepper.go(3 * 31)
    until(lambda: not any(one.active for one in jobs.registry().statuses()))
    test.run()
    assert button(test, "This sweep is finished: open it in Explore")
    assert "there" not in captions(test)


def test_of_a_sweep_of_an_hour_one_split_comes_first(large):
    test = large(4000.0)
    assert "1 split of 5 first: about 13 min 20 s" in captions(test)
    assert not button(test, "Run sweep").disabled


def test_class_weights_are_one_for_each_class(page):
    test = page(ds="two_moons", weights="1, 5")
    assert not test.error
    field = test.text_input(key="weights")
    assert field.label.startswith("Class weights: lower, upper")
    for typed in ("1, 2, 3", "1, -5", "one, two"):
        field.set_value(typed).run()
        assert any("class" in error.value and "weights" in error.value for error in test.error)
    assert "weights" not in {box.key for box in page(ds="additive").text_input}


def _sure(at):
    (box,) = [box for box in at.checkbox if str(box.key).startswith("sure_")]
    return box


def test_a_sweep_of_hours_wants_to_be_confirmed(large):
    test = large(5 * 7200.0)
    assert button(test, "Run sweep").disabled
    _sure(test).check().run()
    assert not button(test, "Run sweep").disabled


def test_a_sweep_of_minutes_is_neither_warned_of_nor_asked_about(page):
    test = page()
    assert not test.warning
    assert "use_fewer" not in [one.key for one in test.button]


def test_the_usual_grids_say_how_long_they_take_and_the_rest_is_folded(page):
    test = page()
    words = " ".join(element.value for element in test.markdown)
    assert words.count("about 12 s") == 3
    fold = next(one for one in test.expander if one.label.startswith("Kernels, λ"))
    assert not fold.proto.expanded
    unfolded = page(g_low="-3")
    assert next(one for one in unfolded.expander if one.label == fold.label).proto.expanded


def marked(test):
    return [one.label for one in test.button if one.proto.type == "primary"]


def test_the_card_of_the_grid_that_is_built_is_marked(page):
    test = page()
    assert marked(test) == ["Standard", "Run sweep"]
    for name in ("Quick", "Fine"):
        button(test, name).click().run()
        assert marked(test) == [name, "Run sweep"]
    button(test, "SPS paper").click().run()
    assert marked(test) == ["Run sweep"]
