"""What there is to run, how far it is, and its report."""

import shlex
import sqlite3
from pathlib import Path

import pytest

from kselect_core.cli.program import VERBS, program
from kselect_core.cli.speech.options import named_variants
from kselect_core.cli.speech.results import results_text
from kselect_core.errors import UnknownNameError
from kselect_core.experiments.engines.execution import execute
from kselect_core.experiments.plan.plan import make_plan
from kselect_core.experiments.protocol.protocol import load_protocol, parse, shipped
from kselect_core.experiments.report.folder import FILES
from kselect_core.experiments.report.input import ReportInput
from kselect_core.experiments.report.reporting import report_of
from kselect_core.experiments.tables.result_table import result_table
from kselect_core.results.store import Failure, Store
from tests.cli.conftest import SWEEP
from tests.experiments.outcome_examples import outcomes


@pytest.fixture
def begun(protocol):
    """Two of three splits of a plan, and a failure."""
    loaded = load_protocol(protocol)
    fewer, plan = make_plan(loaded, splits=2), make_plan(loaded).plan
    with Store() as store:
        execute(fewer, store)
        store.register(plan.stored())
        store.fail(Failure(plan.units[0].key, 11, 2, "it fell over"))
        yield plan


def test_every_protocol_is_listed_and_told_in_words(kselect, kselect_json):
    listed = kselect("protocols").stdout
    found = kselect_json("protocols")
    assert [entry["name"] for entry in found] == list(shipped())
    for name in shipped():
        assert name in listed
        text = kselect("protocols", name).stdout
        assert max(map(len, text.splitlines())) <= 100
        assert kselect_json("protocols", name)["title"] in text


def test_a_protocol_says_what_is_open_and_which_data_are_missing(kselect, protocol):
    text = kselect("protocols", "sm-table2").stdout
    assert "sonar" in text
    assert "How to get what is not here: kselect data list" in text
    assert "gaussian (convention 2tau, values 3.05176e-05 … 32768 (31 values))" in text
    own = kselect("protocols", protocol).stdout
    assert "- sweep.seed: 0. It is not said." in own
    assert "- half: Half of the points are test points" in own
    assert "How to get" not in own


def test_nothing_was_carried_out_yet(kselect, kselect_json):
    assert "Nothing was run yet" in kselect("status").stdout
    assert kselect_json("status") == []
    assert "no plan 'zzzz'" in kselect("status", "zzzz", status=1).stderr


def test_the_state_of_a_plan_is_told_in_words_and_numbers(kselect, kselect_json, begun):
    listed = kselect("status").stdout
    assert f"{begun.hash[:8]}  short" in listed
    assert "8 of 12" in listed
    text = kselect("status", begun.hash[:6]).stdout
    assert "8 of 12 tasks finished; 1 failed." in text
    assert "- task 11 of wdbc: it fell over" in text
    found = kselect_json("status", begun.hash)
    assert (found["finished"], found["total"], found["digest"]) == (8, 12, None)
    assert found["failures"][0]["reason"] == "it fell over"
    assert {entry["finished"] for entry in kselect_json("status")} == {8}


@pytest.mark.usefixtures("alone")
def test_damaged_rows_are_not_called_finished_and_the_line_that_mends_them_works(
    kselect, kselect_json, protocol, tmp_path
):
    path = tmp_path / "my store.sqlite"
    digest = kselect_json("reproduce", protocol, "--store", path)["digest"]
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE content SET results = zeroblob(40) WHERE id IN (2, 3)")
    connection.close()
    plan = kselect_json("status", "--store", path)[0]["plan"]
    listed = kselect("status", "--store", path).stdout
    assert "10 of 12" in listed
    assert "2 damaged rows" in listed
    said = kselect("status", plan, "--store", path).stdout
    assert "10 of 12 tasks finished; 2 damaged rows, to be computed again by resume." in said
    assert "wdbc      10 of 12" in said
    state = kselect_json("status", plan, "--store", path)
    assert (state["finished"], state["damaged"], state["digest"]) == (10, 2, None)
    report = kselect("report", plan[:8], "--store", path).stdout
    assert "Left out: 2 damaged rows. To compute again: kselect resume" in report
    again = shlex.split(report.split("To compute again: kselect ")[1].splitlines()[0])
    found = kselect(*again)
    assert "12 tasks, 10 of them kept already; " in found.stdout
    assert "2 damaged rows of the store: computed again." in found.stderr
    state = kselect_json("status", plan, "--store", path)
    assert (state["finished"], state["damaged"], state["digest"]) == (12, 0, digest)


def test_a_report_is_written_of_what_there_is(kselect, kselect_json, begun, tmp_path):
    folder = tmp_path / "report"
    text = kselect("report", begun.hash[:8], "--folder", folder, "--test", "corrected_t").stdout
    assert "Failed: task 11 of Breast cancer: it fell over" in text
    assert "corrected resampled t-test" in text
    assert f"Written to {folder}" in text
    assert {path.name for path in folder.iterdir()} == set(FILES)
    assert "Printed and ours" in (folder / "report.html").read_text("utf-8")
    assert kselect_json("report", begun.hash)["results"][0]["splits"] == 2
    kselect("report", begun.hash, "--test", "z", status=2)


def test_settings_have_a_column_and_what_repeats_is_written_once(tmp_path):
    text = SWEEP.replace("lambdas = [1.0]", "lambdas = [0.1, 1.0]").replace("sm_table2", "")
    prepared = make_plan(parse(text), splits=1)
    with Store(tmp_path / "s.sqlite") as store:
        execute(prepared, store)
        lines = results_text(report_of(prepared.plan, store)).splitlines()
    start = next(k for k, line in enumerate(lines) if line.startswith("Breast cancer"))
    assert lines[start - 2].split() == [
        "data",
        "set",
        "setting",
        "criterion",
        "mean",
        "±",
        "sd",
        "p",
    ]
    assert [line.split()[:5] for line in lines[start : start + 3 : 2]] == [
        ["Breast", "cancer", "λ", "=", "0.1"],
        ["λ", "=", "1", "SM", lines[start + 2].split()[4]],
    ]
    assert lines[start + 1].split()[0] == "CV"


def test_variants_are_named_as_a_plan_names_them():
    protocol = load_protocol("sm-table2")
    assert named_variants(protocol, ()) == ("",)
    assert named_variants(protocol, ("main", "unscaled", "main")) == ("", "unscaled")
    assert named_variants(protocol, ("all",)) == ("", "unscaled", "minmax", "as-printed")
    with pytest.raises(UnknownNameError):
        make_plan(protocol, datasets=["wdbc"], variants=named_variants(protocol, ("x",)))


def test_every_verb_explains_itself_and_speaks_json(kselect):
    listed = kselect("--help").stdout
    for verb in VERBS:
        command = program.get_command(None, verb)
        assert f"\n  {verb}" in listed
        assert "Usage: kselect" in kselect(verb, "-h").stdout
        verbs = getattr(command, "commands", {verb: command}).values()
        assert all("--json" in [o for p in one.params for o in p.opts] for one in verbs)
    kselect("nonsense", status=2)
    kselect("status", "--nonsense", status=2)


def test_the_document_knows_every_verb_and_option():
    text = (Path(__file__).parents[3] / "docs" / "command_line.md").read_text("utf-8")
    for verb in VERBS:
        command = program.get_command(None, verb)
        for name, one in getattr(command, "commands", {"": command}).items():
            assert f"kselect {verb} {name}".rstrip() in text
            options = [o for p in one.params for o in p.opts if o.startswith("--")]
            assert [o for o in options if f"`{o}" not in text and f" {o}" not in text] == []


def test_a_loss_that_never_varies_says_why_it_has_no_p():
    given = outcomes({"a": [1.0, 2.0], "b": [2.0, 3.0], "c": [1.5, 3.0]})
    content = ReportInput(name="n", title="t", results=result_table(given), outcomes=given)
    (line,) = [text for text in results_text(content).splitlines() if text.startswith("No p: ")]
    assert line.startswith("No p: b on d: worse than the best by the same amount on every split")
