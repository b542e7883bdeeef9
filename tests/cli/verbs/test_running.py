"""``reproduce`` and ``resume``: results, endings, and what is said when something is in the way."""

import re
import shlex
import signal
import sqlite3

import pytest

from kselect_core.cli.common import executing as carrying_out
from kselect_core.cli.common.executing import Manner
from kselect_core.data.catalogue.cards import title_of
from kselect_core.experiments.engines.computing import in_this_process
from kselect_core.experiments.engines.execution import execute
from kselect_core.experiments.example import example
from kselect_core.experiments.plan.outcomes import results_digest
from kselect_core.experiments.plan.plan import make_plan
from kselect_core.experiments.protocol.protocol import load_protocol
from kselect_core.experiments.report.reporting import report_of
from kselect_core.results import runners, storefile
from kselect_core.results.store import Failure, Store
from tests.cli.conftest import SWEEP

pytestmark = pytest.mark.usefixtures("alone")


@pytest.fixture
def digest(protocol, tmp_path):
    prepared = make_plan(load_protocol(protocol))
    with Store(tmp_path / "apart.sqlite") as store:
        execute(prepared, store)
        return results_digest(prepared.plan, store)


def test_an_experiment_is_announced_and_compared_with_what_is_printed(kselect, protocol):
    said = kselect("reproduce", protocol, "--workers", 2).stdout
    assert "1 data set × 3 splits, 12 tasks; " in said
    lines = said.splitlines()
    row = next(line for line in lines if line.startswith(title_of("wdbc")))
    assert row.removeprefix(title_of("wdbc")).split()[0] == "SM"
    assert row.count("±") == 2
    assert any("as printed" in line for line in lines)
    assert max(map(len, lines)) <= 100
    again = kselect("reproduce", protocol).stdout
    assert "all of them kept already" in again
    assert again.splitlines()[2:] == lines[2:]


def test_results_as_json_are_those_of_the_plan(kselect_json, protocol, digest):
    found = kselect_json("reproduce", protocol)
    assert found["digest"] == digest
    assert found["finish"]["computed"] == 12
    assert found["results"][0]["criterion"] == "SM"
    assert kselect_json("resume", found["plan"][:8] + "…")["finish"]["computed"] == 0


def test_more_splits_and_variants_go_on_from_what_is_kept(kselect_json, protocol):
    words = ("reproduce", protocol, "--splits")
    assert kselect_json(*words, 2)["finish"]["computed"] == 8
    assert kselect_json(*words, 3)["finish"]["computed"] == 4
    both = kselect_json(*words, 3, "--variant", "all")
    assert both["finish"]["computed"] == 12
    assert {row["variant"] for row in both["results"]} == {"", "half"}
    one = kselect_json(*words, 3, "--variant", "half")
    assert one["finish"]["computed"] == 0


def test_who_is_at_work_is_told_and_can_be_joined(kselect, kselect_json, protocol):
    plan = make_plan(load_protocol(protocol)).plan
    with Store() as store:
        store.enter(plan.hash)
        found = kselect("reproduce", protocol, status=1)
        assert "0 of 12 tasks finished; at work: process" in found.stderr
        assert f"To share the work: kselect resume {plan.hash[:8]} --join" in found.stderr
        joined = kselect_json("reproduce", protocol, "--join")
        assert joined["finish"]["done"] == 12


def test_an_end_of_the_disk_is_told_with_the_line_that_goes_on(
    kselect, kselect_json, protocol, digest, monkeypatch, tmp_path
):
    path = tmp_path / "small.sqlite"
    with monkeypatch.context() as patch:
        full = sqlite3.OperationalError("database or disk is full")
        full.sqlite_errorcode = sqlite3.SQLITE_FULL
        stored = []

        def add(store, records, **how):
            if len(stored) == 5:
                with storefile.in_words(store.path):
                    raise full
            stored.extend(records)
            return kept(store, records, **how)

        kept = Store.add
        patch.setattr(Store, "add", add)
        said = kselect("reproduce", protocol, "--store", path, status=1).stderr
    assert "no space" in said
    again = said.splitlines()[-1].removeprefix("Go on with: kselect ").split()
    assert again[0] == "resume"
    found = kselect_json(*again)
    assert found["finish"]["computed"] == 7
    assert found["digest"] == digest


def test_failed_tasks_are_told_and_tried_again_when_asked(kselect, kselect_json, protocol):
    unit = make_plan(load_protocol(protocol)).plan.units[0]
    with Store() as store:
        store.fail(Failure(unit.key, 3, 2, "it fell over"))
    found = kselect("reproduce", protocol, status=1)
    assert f"Failed: task 3 of {title_of('wdbc')}: it fell over" in found.stdout
    assert "1 task failed. To try again: kselect resume" in found.stderr
    again = found.stderr.strip().rsplit("kselect ", 1)[1].split()
    finish = kselect_json(*again)["finish"]
    assert (finish["done"], finish["failed"], finish["computed"]) == (12, 0, 1)


def test_a_damaged_row_is_computed_again(kselect, kselect_json, protocol, digest, home):
    kselect("reproduce", protocol)
    with sqlite3.connect(home / "experiments.sqlite") as connection:
        connection.execute("UPDATE content SET results = zeroblob(40) WHERE id = 2")
    connection.close()
    plan = kselect_json("status")[0]["plan"]
    assert "Left out: 1 damaged row" in kselect("report", plan[:8]).stdout
    found = kselect("resume", plan[:8])
    assert "1 damaged row" in found.stderr
    assert kselect_json("resume", plan)["digest"] == digest


def test_too_large_a_sweep_is_refused_before_it_begins(kselect, protocol, monkeypatch):
    monkeypatch.setattr("kselect_core.selection.sweep.memory.memory_limit", lambda: 10_000)
    assert "would need" in kselect("reproduce", protocol, status=1).stderr


def test_long_work_on_a_terminal_asks_first(kselect, protocol, monkeypatch):
    monkeypatch.setattr(carrying_out, "LONG", -1.0)
    monkeypatch.setattr(carrying_out.sys.stdin.__class__, "isatty", lambda _: True, raising=False)
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda _: True, raising=False)
    found = kselect("reproduce", protocol, status=1)
    assert "Start?" in found.output
    kselect("reproduce", protocol, "--yes")


def test_long_work_that_nobody_can_be_asked_about_says_how_long(kselect, protocol, monkeypatch):
    assert "goes on" not in kselect("reproduce", protocol, "--splits", 1).stderr
    monkeypatch.setattr(carrying_out, "TOLD", -1.0)
    said = kselect("reproduce", protocol, "--splits", 1).stderr
    assert re.search(r"^Started without asking: about \d.* --yes", said, re.MULTILINE)
    assert "Started without" in kselect("reproduce", protocol, "--json").stderr
    assert "Started without" not in kselect("reproduce", protocol, "--yes").stderr
    assert "Started without" not in kselect("reproduce", protocol, "--quiet").stderr
    assert "scripts" in kselect("reproduce", "--help").stdout


def test_the_line_of_the_shipped_example_runs(kselect_json, tmp_path):
    plan, store = example(tmp_path)
    line = shlex.split(report_of(plan, store).again)
    store.close()
    assert line == ["kselect", "reproduce", "example"]
    found = kselect_json(*line[1:], "--store", tmp_path / "example.sqlite")
    assert found["plan"] == plan.hash
    assert found["finish"]["computed"] == 0
    assert found["again"] == "kselect reproduce example"


@pytest.fixture
def gaps(tmp_path):
    """A protocol whose second set has empty cells."""
    rows = [f"{'' if i in (3, 9, 20) else i % 7},{(i * i) % 11},{'ab'[i % 2]}" for i in range(60)]
    (tmp_path / "gaps.csv").write_text("\n".join(["u,v,label", *rows]), "utf-8")
    text = SWEEP.replace('["wdbc"]', f'["wdbc", "{tmp_path / "gaps.csv"}"]')
    (tmp_path / "own.toml").write_text(text, "utf-8")
    return tmp_path / "own.toml"


def test_what_a_table_leaves_open_is_asked_with_the_lines_that_answer_it(kselect, gaps):
    found = " ".join(kselect("reproduce", gaps, "--splits", 1).stdout.split())
    table = f'[reading."{gaps.parent / "gaps.csv"}"]'
    assert "Leave out those rows, or fill in the median" in found
    assert f'{table} missing = "median" # or "drop_rows"' in found
    gaps.write_text(f'{gaps.read_text("utf-8")}\n{table}\nmissing = "median"\n', "utf-8")
    told = " ".join(kselect("reproduce", gaps, "--splits", 1).stdout.split())
    assert "Left out" not in told
    assert "was read with missing = median" in told
    assert "missing = median" in " ".join(kselect("protocols", gaps).stdout.split())


def test_an_open_question_is_asked_also_where_many_sets_are_absent(kselect, gaps):
    absent = '"sonar", "heart", "vote", "labor", '
    gaps.write_text(gaps.read_text("utf-8").replace('["wdbc", ', f'["wdbc", {absent}', 1), "utf-8")
    said = kselect("reproduce", gaps, "--splits", 1).stdout
    assert "Left out: sonar, heart, vote, labor (kselect protocols" in said
    assert 'missing = "median"' in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("reproduce", "sm-tabel2"), "Did you mean 'sm-table2'?"),
        (("reproduce", "sm-table2", "--datasets", "wdbcc"), "Did you mean 'wdbc'?"),
        (("reproduce", "sm-table2", "--variant", "minmx"), "Did you mean 'minmax'?"),
        (("resume", "3f2a"), "There is no store of results"),
        (("resume", "…"), "Name the plan by the beginning of its hash"),
    ],
)
def test_a_mistake_is_a_sentence(kselect, words, said):
    found = kselect(*words, status=1)
    assert found.stderr.startswith("kselect: ")
    assert said in found.stderr


def test_runners_that_are_gone_are_not_waited_for(kselect_json, protocol, monkeypatch):
    plan = make_plan(load_protocol(protocol)).plan
    with Store() as store:
        store.enter(plan.hash)
        monkeypatch.setattr(runners, "lives", lambda *_: False)
        assert kselect_json("reproduce", protocol)["finish"]["done"] == 12


def test_being_stopped_says_what_is_kept_and_how_to_go_on(
    kselect, kselect_json, protocol, monkeypatch
):
    def stopped(units, data, assignments, cancel):
        for found in in_this_process(units, data, assignments, cancel):
            yield found
            signal.raise_signal(signal.SIGTERM)

    with monkeypatch.context() as patch:
        patch.setattr(Manner, "engine", property(lambda _: stopped))
        said = kselect("reproduce", protocol, status=130).stderr
    assert "Stopped. 1 of 12 tasks are kept." in said
    again = said.strip().rsplit("kselect ", 1)[1].split()
    assert kselect_json(*again)["finish"]["computed"] == 11


def test_data_sets_that_are_not_here_are_named(kselect):
    said = kselect("reproduce", "sm-table2", "--splits", 1).stdout
    assert "1 data set × 1 split, 31 tasks" in said
    assert "Left out: a1a, a2a, " in said
    assert "(kselect protocols sm-table2)" in said
