"""What is said of an experiment, from its plan and its store."""

import numpy as np
import pytest

from kselect_core.errors import InvalidParameterError
from kselect_core.experiments.execution import execute
from kselect_core.experiments.plan import make_plan
from kselect_core.experiments.protocol import load_protocol, parse
from kselect_core.experiments.report import report_html, report_markdown
from kselect_core.experiments.reporting import again, progress_of, report_of
from kselect_core.experiments.significance import against_best
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


def test_our_means_stand_beside_the_printed_ones(carried_out):
    content = report_of(*carried_out)
    row = content.results.set_index(["variant", "criterion"]).loc[("", "CV")]
    ours = content.outcomes.query("variant == '' and criterion == 'CV'")["value"]
    np.testing.assert_allclose(row["mean"], ours.mean())
    assert row["splits"] == 3
    assert 0 < row["printed"] < 10
    assert list(content.results["variant"].unique()) == ["", "half"]
    assert "beside printed ones" in content.headlines[0]
    assert content.progress == progress_of(*carried_out)
    assert [p[:4] for p in content.progress] == [("", "wdbc", 18, 18), ("half", "wdbc", 18, 18)]
    assert dict(content.versions)["numpy"] == np.__version__
    assert content.digest in report_markdown(content)
    assert "Six widths" in report_html(content)


def test_the_corrected_test_knows_the_share_of_test_points_of_each_variant(carried_out):
    content = report_of(*carried_out, test="corrected_t")
    known = content.results[content.results["p"].notna()]
    assert (known["p"] == known["p_corrected_t"]).all()
    for variant, ratio in (("", 3 / 7), ("half", 1.0)):
        rows = content.outcomes[content.outcomes["variant"] == variant]
        wide = rows.pivot(index="criterion", columns="split", values="value")
        slow = against_best(wide, test="corrected_t", ratio=ratio).set_index("criterion")["p"]
        found = content.results[content.results["variant"] == variant].set_index("criterion")["p"]
        assert np.isfinite(found).any()
        np.testing.assert_allclose(found, slow.reindex(found.index), **ROUNDOFF)
    with pytest.raises(InvalidParameterError, match="paired_t or corrected_t"):
        report_of(*carried_out, test="z")


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


def test_the_command_that_repeats_a_plan_makes_the_same_plan():
    assert again(make_plan(parse(SWEEP)).plan) == "kselect reproduce short.toml"
    many = make_plan(
        load_protocol("sm-table2"), datasets=["wdbc"], splits=5, variants=("unscaled",)
    )
    assert again(many.plan) == (
        "kselect reproduce sm-table2 --datasets wdbc --splits 5 --variant unscaled"
    )
    both = make_plan(parse(SWEEP), variants=("", "half")).plan
    assert again(both) == "kselect reproduce short.toml --variant main --variant half"
