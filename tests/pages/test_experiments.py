"""The page of experiments: the shipped one, one made there and then, and what can go wrong."""

import json
import sqlite3
import time
from threading import Event
from unittest.mock import patch

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from kselect_core.experiments import views
from kselect_core.experiments.engines import writing
from kselect_core.experiments.engines.execution import Finish, execute
from kselect_core.experiments.example import example
from kselect_core.experiments.plan.outcomes import plan_tables
from kselect_core.experiments.plan.plan import make_plan
from kselect_core.experiments.protocol.printed import printed
from kselect_core.experiments.protocol.protocol import load_protocol, parse
from kselect_core.experiments.report import marked
from kselect_core.experiments.tables.agreement import headlines
from kselect_core.experiments.tables.result_table import result_table
from kselect_core.results.runners import Runner
from kselect_core.results.store import Store
from kselect_ui import PAGES, ROUTER
from kselect_ui.experiments import jobs as experiments_jobs
from kselect_ui.experiments.jobs import experiments
from kselect_ui.experiments.shelf import Experiment
from kselect_ui.server.messages import plain
from tests.pages import visits
from tests.pages.visits import PATIENCE, elements, text, until_done
from tests.ui.stepper import until

EVIL = "<b>*x*</b> :red[y] www.x.org"
OWN = f'''
name = "tiny"
title = "{EVIL}"
kind = "sweep"
datasets = ["two_moons", "circles", "nowhere"]
reference = "CV"
labels = {{ kfold = "CV", loo = "{EVIL}" }}

[sweep]
learner = "krr"
lambdas = [0.01, 0.1]
repeats = 2
candidates = [{{ kernel = "gaussian", convention = "2tau", values = [0.1, 10.0] }}]
criteria = ["kfold", "loo"]

[[silent]]
field = "sweep.preprocessing"
here = "standardise"
why = "{EVIL}"
others = ["none"]

[variants.raw]
about = "Features as they are"
set = {{ "sweep.preprocessing" = "none" }}
'''


def opened(**query):
    return visits.opened("experiments", **query)


def well(at, figures):
    assert not at.exception
    assert [element.value for element in at.error] == []
    assert len(at.get("plotly_chart")) == figures
    return at


def pressed(at, label):
    (button,) = [button for button in at.button if label in button.label]
    return button.click().run()


def tables(at):
    return [element.value for element in at.dataframe]


@pytest.fixture
def taken(monkeypatch):
    """Collect what the buttons of a page hand out: name of the file -> content or its maker."""
    found = {}
    monkeypatch.setattr(
        st,
        "download_button",
        lambda _, data, name, mime, **__: found.setdefault(name, (data, mime)),
    )
    return found


def begun(home, tasks, text=OWN):
    """Put an experiment with two variants and two λ into the store, some tasks of it finished."""
    prepared = make_plan(
        parse(text), datasets=["two_moons", "circles"], splits=2, variants=["", "raw"]
    )

    cancel = Event()
    with Store(home / "experiments.sqlite") as store, patch.object(writing, "LONGEST", 0.0):
        execute(  # each task is told before the next begins
            prepared,
            store,
            on_progress=lambda progress: cancel.set() if progress.done >= tasks else None,
            cancel=cancel,
        )
    return prepared.plan


@pytest.fixture(autouse=True)
def _clean(home):
    """Leave no store and no protocol of an earlier test."""
    for path in home.glob("protocols/*"):
        path.unlink()
    for path in home.glob("experiments.sqlite*"):
        path.unlink()


def expected(test):
    """Result table of the shipped experiment by the functions of the core."""
    return result_table(
        plan_tables(*example()).outcomes, printed("sm_table2"), test=test, ratio=3 / 7
    )


def test_the_results_are_compared_once_whatever_is_looked_at():
    page = opened()
    with patch.object(views, "nemenyi") as ranks, patch.object(marked, "marked_results") as table:
        page.run()
        page.selectbox(key="xrow").select_index(3).run()
        assert not page.exception
    assert not ranks.called
    assert not table.called


def test_the_verdict_is_one_sentence_and_the_ranks_come_before_its_details():
    parts = list(elements(opened().main))
    said = [one.value.replace("\\", "") if one.type == "markdown" else "" for one in parts]
    verdict, further, *_ = headlines(expected("paired_t"))
    ranks = next(i for i, one in enumerate(parts) if one.type == "plotly_chart")
    assert verdict in said[:ranks]
    assert not any(further in text for text in said[:ranks])
    assert any(text.startswith(further) for text in said[ranks:])


def test_a_first_visit_shows_the_shipped_experiment_and_hands_it_out(taken):
    at = well(opened(), figures=4)
    words = text(at)
    for sentence in headlines(expected("paired_t")):
        assert sentence in words
    assert "Each criterion chooses a kernel" in words
    assert "corrected test leaves" in words
    assert "cross-validation (CV); leave-one-out cross-validation (ELOO)" in words
    (shown,) = [table for table in tables(at) if "verdict" in table]
    assert list(shown["criterion"][:6]) == ["SM", "CV", "ELOO", "CKTA", "FSM", "ER"]
    assert shown["ours"][1] == "★ 1.99 ± 0.89"
    assert set(shown["verdict"]) == {"● as printed", "not printed"}
    (wins,) = [table for table in tables(at) if list(table.columns) == list(table.index)]
    assert wins.loc["CV", "FSM"] == "8 – 0 – 0"
    made = {name.rpartition(".")[2]: data for name, (data, _) in taken.items()}
    assert "critical difference" in made["html"]()
    assert made["md"]().startswith("#")
    assert "tabular" in made["tex"]()
    assert made["zip"]()[:2] == b"PK"


def test_the_ranks_stand_before_the_long_table_and_one_printed_row_is_told_in_words():
    at = well(opened(), figures=4)
    assert text(at).count("On the one row that was printed, the paper finds SM best") == 1
    drawn = [f"{element.type} {getattr(element, 'value', '')}" for element in at.main]
    first = next(i for i, one in enumerate(drawn) if "“Not significantly worse”" in one)
    assert drawn.index("header Ranks over the data sets") < first


def test_the_link_says_which_test_and_which_row():
    at = well(opened(exp="example", xtest="corrected_t", xrow="xor"), figures=4)
    table = expected("corrected_t")
    (shown,) = [table for table in tables(at) if "verdict" in table]
    marked = shown["ours"].str.contains("[★≈]")
    assert marked.tolist() == (table["best"] | table["not_worse"]).tolist()
    assert [box.value for box in at.selectbox if box.label == "Splits of"] == ["xor"]
    assert not at.warning


@pytest.mark.parametrize(("alt", "room"), [("Results: printed", 609), ("Tests of every", 472)])
def test_all_columns_fit_into_a_window_of_1400_pixels(alt, room):
    at = visits.by_link(AppTest.from_file(str(ROUTER), default_timeout=PATIENCE))
    at.session_state["x_together"] = True
    at.switch_page(str(PAGES / "experiments.py"))
    told = columns(at.run(), alt)
    (table,) = [found for found in at.dataframe if alt in found.proto.alt]
    assert set(table.value) <= set(told)
    assert sum(told[name]["width"] for name in table.value) <= room  # as measured in Chromium


def test_tests_over_the_data_sets_are_made_when_they_are_asked_for():
    at = visits.by_link(AppTest.from_file(str(ROUTER), default_timeout=PATIENCE))
    at.session_state["x_together"] = at.session_state["x_sheet"] = True
    at.switch_page(str(PAGES / "experiments.py"))
    (shown,) = [table for table in tables(at.run()) if "p of ranks" in table]
    assert shown.set_index("criterion").loc["FSM", "worse"] > 0.99
    assert shown["average rank"].is_monotonic_increasing
    (wide,) = [table for table in tables(at) if {"SM", "ER", "data set"} <= set(table)]
    assert wide.set_index("data set").loc["Breast cancer", "CV"] == "★ 1.99 ± 0.89 (2.43 ± 1.07)"


def test_what_a_link_cannot_have_is_said():
    at = well(opened(exp="0123456789ab", xtest="magic", xrow="nobody"), figures=4)
    notices = " ".join(element.value for element in at.warning)
    assert "an experiment that is not on this computer" in notices
    assert "xtest = magic" in notices
    assert "xrow = nobody" in notices


def test_a_protocol_of_ones_own_is_planned_started_and_read():
    at = opened(xview="choose")
    wrong = OWN.replace("values", "valeus").encode()
    at.file_uploader[0].upload("mine.toml", wrong, "text/plain").run()
    assert "values" in " ".join(element.value for element in at.error)
    at.file_uploader[0].upload("mine.toml", OWN.encode(), "text/plain").run()
    assert not at.exception
    assert ":gray[nowhere]" in text(at)
    at = until_done(pressed(at, "Plan and estimate"))
    assert [metric.value for metric in at.metric][:1] == ["8"]
    (planned,) = [table for table in tables(at) if "open" in table]
    assert planned["data set"].tolist() == ["Two moons", "Circles"]
    at = pressed(at, "Start")
    at = settled(until_none_runs(at))
    assert "exp" in at.query_params
    assert "lowest mean" in text(at).lower()
    assert plain(EVIL).replace("\\", "") in text(at)
    assert ":red[" not in "".join(element.value for element in at.markdown)
    assert "Resume" not in [button.label for button in at.button]


def settled(at):
    """Run the page until it shows what the store holds."""
    deadline = time.monotonic() + PATIENCE
    while len(at.get("plotly_chart")) < 2 or "Reading the results" in text(at):
        assert time.monotonic() < deadline
        assert not at.exception
        at.run()
    return at


def test_an_unfinished_experiment_of_another_process_shows_and_goes_on(home):
    plan = begun(home, tasks=11, text=OWN.replace('"tiny"', '"part"'))  # read by no other test
    at = well(settled(opened(exp=plan.hash[:12], xvar="main", xset="λ = 0.1")), figures=3)
    words = text(at)
    assert "of 16 tasks" in words
    (standing,) = [table for table in tables(at) if "finished" in table]
    assert set(standing["data set"]) == {"Two moons", "Circles"}
    assert "Resume" in [button.label for button in at.button]
    assert [box.value for box in at.selectbox if box.label == "Variant"] == ["main"]
    assert [box.value for box in at.selectbox if box.label == "Setting"] == ["λ = 0.1"]
    beside = [table for table in tables(at) if "raw" in table]
    assert len(beside) == 1


def finished_here(home, text=OWN, **wishes):
    """Put a finished experiment into the store."""
    wishes = {"datasets": ["two_moons", "circles"], "splits": 2, **wishes}
    prepared = make_plan(parse(text), **wishes)
    with Store(home / "experiments.sqlite") as store:
        execute(prepared, store)
    return prepared.plan


def test_the_headline_is_about_the_setting_that_is_shown(home):
    plan = finished_here(home)
    at = settled(opened(exp=plan.hash[:12], xset="λ = 0.1"))
    assert "Lowest mean of 2 rows" in text(at)
    assert "Lowest mean of 4 rows" not in text(at)
    at = settled(opened(exp=plan.hash[:12], xset="all"))
    assert "Lowest mean of 4 rows" in text(at)


def test_data_sets_that_are_not_run_are_named_with_every_variant(home):
    plan = finished_here(home, variants=["", "raw"])
    for variant in ("main", "raw"):
        at = settled(opened(exp=plan.hash[:12], xvar=variant))
        assert "Of the 3 data sets of tiny not run: nowhere" in text(at)


def test_a_protocol_that_leaves_nothing_open_has_no_such_section(home):
    start, rest = OWN.split("[[silent]]")
    plan = finished_here(home, start + "[variants.raw]" + rest.split("[variants.raw]")[1])
    at = settled(opened(exp=plan.hash[:12]))
    assert "leaves open" not in " ".join(element.value for element in at.header)


def test_damaged_rows_are_told_and_resume_mends_them(home):
    plan = finished_here(home, OWN.replace('"tiny"', '"bits"'))  # another one, never read before
    with sqlite3.connect(home / "experiments.sqlite") as raw:
        raw.execute("UPDATE content SET results = zeroblob(40) WHERE id IN (2, 3)")
    raw.close()
    at = settled(opened(exp=plan.hash[:12]))
    (said,) = [element.value for element in at.warning]
    assert "2 rows of the store are damaged" in said
    assert "Not finished: 6 of 8 tasks." in text(at)
    at = pressed(at, "Resume")
    until(lambda: not experiments().active())
    deadline = time.monotonic() + PATIENCE
    while at.warning or "Reading the results" in text(at):
        assert time.monotonic() < deadline
        until_done(at)
    assert not at.exception
    with Store(home / "experiments.sqlite") as store:
        assert (len(plan_tables(plan, store).outcomes), store.damaged) == (16, 0)
    assert "Resume" not in [button.label for button in at.button]


def columns(at, alt):
    """How the columns of the one table that is told so are drawn."""
    (found,) = [table.proto for table in at.dataframe if alt in table.proto.alt]
    return json.loads(found.columns)


def formats(at, alt):
    """Printf formats of the columns of such a table."""
    return {
        name: entry["type_config"]["format"]
        for name, entry in columns(at, alt).items()
        if (entry.get("type_config") or {}).get("format")
    }


def test_numbers_of_a_table_have_equal_decimals(home):
    plan = finished_here(home, variants=["", "raw"])
    at = settled(opened(exp=plan.hash[:12]))
    assert set(formats(at, "Value of every criterion on every split").values()) == {"%.2f"}
    beside = formats(at, "Means of every variant side by side")
    assert beside == {"as the protocol says": "%.2f", "raw": "%.2f"}


def test_who_works_on_it_elsewhere_is_named(home, monkeypatch):
    plan = begun(home, tasks=3, text=OWN.replace('"tiny"', '"away"'))  # read by no other test
    runner = Runner(1, plan.hash, 4242, "elsewhere", 1_700_000_000.0)
    monkeypatch.setattr(Experiment, "runners", lambda _: (runner,))
    at = opened(exp=plan.hash[:12])
    assert not at.exception
    assert "Process 4242 on elsewhere" in text(at)
    assert "Stop" not in [button.label for button in at.button]


def test_a_damaged_store_is_told_and_the_shipped_experiment_stays(home):
    (home / "experiments.sqlite").write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    at = well(opened(), figures=4)
    assert "experiments.sqlite is not a store" in text(at)


def test_data_sets_that_are_absent_are_grey_with_how_to_get_them(monkeypatch):
    monkeypatch.delenv("KSELECT_DATA", raising=False)
    at = opened(xview="choose", xp="sm-table2")
    assert not at.exception
    words = text(at)
    assert ":gray[sonar]" in words
    assert "kselect data add FILE --as sonar" in words
    at = opened(xview="choose", xp="stab-table3")
    assert "Choose at least one data set" in text(at)


@pytest.mark.parametrize("name", ["sps-table1", "sekm-table1", "stab-digits"])
def test_protocols_of_every_kind_can_be_looked_at(name):
    at = opened(xview="choose", xp=name)
    assert not at.exception
    assert load_protocol(name).about[:40] in text(at)


@pytest.fixture
def waiting(monkeypatch):
    """Stand in for the work: an experiment goes on until it is stopped."""
    seen = []

    def work(prepared, store, *, cancel, **_):  # noqa: ARG001 (the signature of the real one)
        seen.append(prepared)
        assert cancel.wait(PATIENCE)
        return Finish(1, 2, 0, 1, 0.0)

    monkeypatch.setattr(experiments_jobs, "execute", work)
    monkeypatch.setattr(experiments_jobs, "with_data", lambda plan: plan)
    return seen


def test_one_runs_the_others_wait_and_stop_comes_at_once(waiting, home):
    books, path = experiments_jobs.Experiments(), home / "experiments.sqlite"
    first = make_plan(parse(OWN), datasets=["two_moons"], splits=1).plan
    second = make_plan(parse(OWN), datasets=["circles"], splits=1).plan
    for plan in (first, second, first):
        books.start(experiments_jobs.Order(plan, path))
    assert [status.phase for status in books.active()] == ["running", "queued"]
    assert books.status(second.hash).position == 1
    books.stop(first.hash, patience=PATIENCE)
    assert books.status(first.hash).phase == "cancelled"
    books.stop(second.hash, patience=PATIENCE)
    assert not books.active()
    assert len(waiting) <= 2


@pytest.mark.usefixtures("waiting")
def test_resume_and_stop_take_each_others_place(home):
    plan = begun(home, tasks=1, text=OWN.replace('"tiny"', '"halted"'))
    at = pressed(opened(exp=plan.hash[:12]), "Resume")
    assert experiments().status(plan.hash).active
    assert "Resume" not in [button.label for button in at.button]
    at = until_none_runs(pressed(at, "Stop"))
    assert experiments().status(plan.hash).phase == "cancelled"
    assert "Resume" in [button.label for button in at.button]


def until_none_runs(at):
    """Run a page again when no experiment runs any more."""
    until(lambda: not experiments().active())
    return at.run()


def test_a_bug_ends_in_a_failed_experiment_with_a_number(monkeypatch, home):
    monkeypatch.setattr(experiments_jobs, "with_data", lambda _: 1 / 0)
    books = experiments_jobs.Experiments()
    plan = make_plan(parse(OWN), datasets=["two_moons"], splits=1).plan
    books.start(experiments_jobs.Order(plan, home / "experiments.sqlite"))
    until(lambda: not books.active())
    status = books.status(plan.hash)
    assert status.phase == "failed"
    assert "ZeroDivision" not in status.reason
    assert "error" in status.reason
