"""What is said of an experiment, from its plan and its store."""

import json
import sqlite3
from dataclasses import replace
from datetime import datetime

import numpy as np
import pytest
from pandas.testing import assert_frame_equal

from kselect_core.errors import InvalidParameterError
from kselect_core.experiments.engines.execution import execute
from kselect_core.experiments.plan.outcomes import plan_tables, results_digest
from kselect_core.experiments.plan.plan import make_plan, restored
from kselect_core.experiments.protocol.protocol import load_protocol, parse
from kselect_core.experiments.report.folder import manifest
from kselect_core.experiments.report.html import report_html
from kselect_core.experiments.report.marked_up import report_markdown
from kselect_core.experiments.report.reporting import again, overlap, progress_of, report_of
from kselect_core.experiments.statistics.significance import against_best
from kselect_core.results.store import Failure, Store
from tests.tolerances import ROUNDOFF

SWEEP = """
name = "short"
title = "Six widths"
kind = "sweep"
datasets = ["wdbc"]
printed = "sm_table2"
reference = "CV"
[labels]
sm = "SM"
kfold = "CV"
loo = "ELOO"
[sweep]
learner = "lssvm"
ridge = "lambda"
repeats = 3
lambdas = [1.0]
criteria = ["sm", "kfold", "loo"]
candidates = [{ kernel = "gaussian", convention = "2tau", powers = [2, 0, 5] }]
[variants.half]
set = { "sweep.test_share" = 0.5 }
"""


@pytest.fixture(scope="module")
def carried_out(tmp_path_factory):
    prepared = make_plan(parse(SWEEP), variants=("", "half"))
    with Store(tmp_path_factory.mktemp("store") / "s.sqlite") as store:
        execute(prepared, store)
        yield prepared.plan, store


def content_unit(plan, variant):
    return next(unit for unit in plan.units if unit.variant == variant)


def test_our_means_stand_beside_the_printed_ones(carried_out):
    content = report_of(*carried_out)
    row = content.results.set_index(["variant", "criterion"]).loc[("", "CV")]
    ours = content.outcomes.query("variant == '' and criterion == 'CV'")["value"]
    np.testing.assert_allclose(row["mean"], ours.mean())
    assert row["splits"] == 3
    assert 0 < row["printed"] < 10
    assert list(content.results["variant"].unique()) == ["", "half"]
    assert any("compared with printed ones" in line for line in content.headlines)
    assert content.progress == progress_of(*carried_out)
    assert [p[:4] for p in content.progress] == [("", "wdbc", 18, 18), ("half", "wdbc", 18, 18)]
    assert dict(content.versions)["numpy"] == np.__version__
    assert content.digest in report_markdown(content)
    assert "Six widths" in report_html(content)


def test_the_corrected_test_knows_the_share_of_test_points_of_each_variant(carried_out):
    content = report_of(*carried_out, test="corrected_t")
    known = content.results[content.results["p"].notna()]
    assert (known["p"] == known["p_corrected_t"]).all()
    for variant, ratio in (("", 171 / 398), ("half", 284 / 285)):  # as counted, of 569 rows
        assert overlap(content_unit(carried_out[0], variant)) == ratio
        rows = content.outcomes[content.outcomes["variant"] == variant]
        wide = rows.pivot_table(index="criterion", columns="split", values="value")
        slow = against_best(wide, test="corrected_t", ratio=ratio).set_index("criterion")["p"]
        found = content.results[content.results["variant"] == variant].set_index("criterion")["p"]
        assert np.isfinite(found).any()
        np.testing.assert_allclose(found, slow.reindex(found.index), **ROUNDOFF)
    with pytest.raises(InvalidParameterError, match="paired_t or corrected_t"):
        report_of(*carried_out, test="z")


def test_a_report_says_what_is_known_of_time_and_of_damage(tmp_path):
    prepared = make_plan(parse(SWEEP))
    path, keys = tmp_path / "s.sqlite", ("workers", "seconds")
    with Store(path) as store:
        execute(prepared, store)
        content = report_of(prepared.plan, store)
        seconds = [record.seconds for record in store.records(prepared.plan.units[0].key)]
        np.testing.assert_allclose(content.computing, sum(seconds), **ROUNDOFF)
        (planned,) = store.plans()
        began = datetime.fromisoformat(content.begun).timestamp()
        assert began == int(planned.created)
        said = json.loads(manifest(content, {}))
        assert said["seconds_computing"] == content.computing > 0
        assert said["begun"] == content.begun
        assert not [name for name in keys if name in said]
        told = json.loads(manifest(report_of(prepared.plan, store, workers=2, seconds=3.5), {}))
        assert [told[name] for name in keys] == [2, 3.5]
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE content SET results = zeroblob(40) WHERE id = 4")
    raw.close()
    with Store(path) as store:
        content = report_of(prepared.plan, store)
    assert (content.damaged, content.progress[0][2:4]) == (1, (17, 18))
    assert "17 of 18 tasks are finished; 1 damaged row was left out." in report_html(content)


def test_a_plan_without_results_is_reported_as_such(tmp_path):
    plan = make_plan(parse(SWEEP)).plan
    with Store(tmp_path / "s.sqlite") as store:
        store.fail(Failure(plan.units[0].key, 2, 1, "it went wrong"))
        content = report_of(plan, store)
    assert len(content.results) == len(content.outcomes) == 0
    assert content.progress[0][2:4] == (0, 18)
    assert content.failures == (("", "wdbc", 2, 1, "it went wrong"),)
    assert "0 of 18 tasks" in report_markdown(content)


def test_where_nothing_is_printed_the_best_are_counted(carried_out):
    plan, store = carried_out
    alone = make_plan(parse(SWEEP.replace('printed = "sm_table2"', ""))).plan
    assert [unit.key for unit in alone.units] == [plan.units[0].key]
    assert report_of(alone, store).headlines[0].startswith("Lowest mean of one row")


def test_the_command_that_repeats_a_plan_makes_the_same_plan(tmp_path, monkeypatch):
    assert again(make_plan(parse(SWEEP)).plan) == "kselect reproduce short.toml"
    many = make_plan(
        load_protocol("sm-table2"), datasets=["wdbc"], splits=5, variants=("unscaled",)
    )
    assert again(many.plan) == (
        "kselect reproduce sm-table2 --datasets wdbc --splits 5 --variant unscaled"
    )
    (tmp_path / "my own.toml").write_text(SWEEP, "utf-8")
    monkeypatch.chdir(tmp_path)
    own = make_plan(load_protocol("my own.toml")).plan
    said = f"kselect reproduce '{tmp_path}/my own.toml'"
    assert again(own) == again(restored(own.stored())) == said
    assert own.hash == make_plan(parse(SWEEP)).plan.hash  # wherever the file is
    both = make_plan(parse(SWEEP), variants=("", "half")).plan
    assert again(both) == "kselect reproduce short.toml --variant main --variant half"


def test_a_report_reads_every_record_once_and_finds_what_each_table_finds(carried_out, monkeypatch):
    plan, store = carried_out
    read, records = [], Store.records
    monkeypatch.setattr(
        Store, "records", lambda store, unit: (read.append(unit), records(store, unit))[1]
    )
    content = report_of(plan, store)
    assert read == [unit.key for unit in plan.units]
    assert content.digest == results_digest(plan, store)
    assert_frame_equal(content.outcomes, plan_tables(plan, store).outcomes)


def test_the_digest_of_units_that_share_rows_knows_each_row_once(carried_out):
    plan, store = carried_out
    fewer = replace(plan.units[0], repeats=1)
    shared = replace(plan, units=(fewer, *plan.units))
    assert plan_tables(shared, store).digest == results_digest(plan, store)
